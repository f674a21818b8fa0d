import LocalFiles
package import NoteArchives
package import NoteModel
import Platform

/// Writes notes to a notes folder, one archive for each source. Existing files are never
/// overwritten; identical ones remain unchanged.
package struct NotesImporter {
    private let folder: String
    private let reading: ReadingOptions
    package private(set) var outcome = Outcome()
    private var media: MediaPlacement

    /// The result of an import.
    package struct Outcome: Sendable {
        /// The number of notes that this import archived.
        package var notes = 0
        /// The number of archives that were written.
        package var archives = 0
        /// The number of photos, recordings and attachments that were written to the folder Photos.
        package var photos = 0
        /// The number of archives that existed already.
        package var unchanged = 0
        /// The notes that are in the notes folder now; true if they were written by this import.
        package var isWritten: [NoteID: Bool] = [:]
        /// The problems found, one sentence for each note, field or file that was not archived, or
        /// only with changes.
        package var problems: [String] = []
    }

    /// - Parameter folder: The absolute path of the notes folder, which is created if it does not
    ///   exist.
    /// - Throws: ``FileError`` if the folder cannot be created or listed.
    package init(_ folder: String, reading: ReadingOptions) throws {
        (self.folder, self.reading) = (folder, reading)
        if try LocalFiles.status(folder) == nil { try LocalFiles.makeProtectedFolder(folder) }
        media = try MediaPlacement(folder)
    }

    /// Archives notes.
    ///
    /// - Parameters:
    ///   - notes: The notes; their tags are those that do not occur in their texts.
    ///   - plainName: Returns a file name for a note whose source does not have a usable one.
    /// - Throws: ``FileError`` if the folder cannot be written.
    package mutating func write(_ notes: [Note], plainName: (Note) -> String) throws {
        let bySource = Dictionary(grouping: notes) { ExactText($0.id.source) }
            .sorted { $0.key < $1.key }
        // Names that differ only in case or accents are the same file on some file systems.
        var names = UniqueNames()
        var others: [(source: String, notes: [Note])] = []
        for (source, members) in bySource {
            guard Self.isPlain(source.text), names.take(source.text) else {
                others.append((source.text, members))
                continue
            }
            try write(members, to: source.text)
        }
        for (source, members) in others {
            let plain = plainName(members[0])
            let name = names.name(plain) { "\(plain)-\($0)" }
            outcome.problems.append(
                "“\(source)” cannot be the name of another file in the notes folder; its notes are in \(name)."
            )
            try write(members, to: name)
        }
        try OpenFile(folder).synchronizeFileSystem()
    }

    /// Writes one archive and the files that it refers to. An error is reported and affects this
    /// archive only, unless the disk is full.
    private mutating func write(_ notes: [Note], to name: String) throws {
        var copies = MediaPlacement.Copies()
        do {
            try writeArchive(notes.sorted { $0.id.index < $1.id.index }, to: name, copies: &copies)
        } catch let error as FileError {
            media.forget(copies)
            if error.isDiskFull { throw error }
            outcome.problems.append("\(name) was not imported: \(error).")
        }
    }

    /// Writes one archive, unless a file of its name exists, and the files that it refers to.
    ///
    /// - Parameter copies: The files to be created in the folder Photos.
    private mutating func writeArchive(
        _ notes: [Note], to name: String, copies: inout MediaPlacement.Copies
    ) throws {
        let notes = notes.map { readable($0) }
        for note in notes { outcome.problems += try media.place(note, copies: &copies) }
        var archive = ImportedArchive(names: media.names, reading: reading)
        let bytes = try archive.bytes(of: notes)
        outcome.problems += archive.problems
        let path = folder + "/" + name
        if let status = try LocalFiles.status(path, followingLinks: false) {
            guard status.isFile, status.size == bytes.count, try LocalFiles.read(path) == bytes
            else {
                outcome.problems.append(
                    "\(name) exists and differs from what would be written; it was left unchanged. Import into another folder."
                )
                return media.forget(copies)
            }
            outcome.unchanged += 1
            for note in notes { outcome.isWritten[note.id] = false }
        }
        try media.write(copies)
        outcome.photos += copies.count
        guard try LocalFiles.status(path, followingLinks: false) == nil else { return }
        try LocalFiles.makeFolder(LocalFiles.folder(of: path))
        try LocalFiles.replaceDurably(path, bytes: bytes, isNew: true, isSynchronizing: false)
        outcome.archives += 1
        outcome.notes += notes.count
        for note in notes { outcome.isWritten[note.id] = true }
    }

    /// Returns a note in which files that cannot be read are missing, and reports these.
    private mutating func readable(_ note: Note) -> Note {
        var note = note
        var problems: [String] = []
        let title = note.title
        note.media.forEach { medium in
            guard let stored = medium.stored else { return }
            do throws(FileError) { _ = try OpenFile(stored.file) } catch {
                problems.append(
                    "\(stored.file) of “\(title)” cannot be read: \(error.reason). It counts as missing."
                )
                medium.content = .missing
            }
        }
        outcome.problems += problems
        return note
    }

    /// True if a source's name is a path below the notes folder at which it would be read as a
    /// source.
    private static func isPlain(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count <= 16, name.utf8.count <= 1024, !name.utf8.contains(0) else {
            return false
        }
        let folders = parts.dropLast().map { String(Substring($0)).lowercased() }
        return parts.allSatisfy {
            !$0.isEmpty && $0.first != UInt8(ascii: ".") && $0.count <= 255
        } && !folders.contains { ["photos", "thumbnail", "thumbnails"].contains($0) }
    }
}
