import Foundation
package import LocalFiles
package import NoteModel

/// Writes notes into a notes folder as archives, a file a source. Nothing that is there is
/// overwritten; what is there already, byte for byte, is left as it is.
package struct NotesImporter {
    private let folder: String
    private let reading: ReadingOptions
    package private(set) var outcome = Outcome()
    /// Files of the folder Photos by their names as names are compared.
    private var photoFiles: [PhotoName: String] = [:]
    private var names: [StoredBytes: String] = [:]

    /// The result of an import.
    package struct Outcome: Sendable {
        /// Notes that were archived now.
        package var notes = 0
        /// Archives that were written.
        package var archives = 0
        /// Photos, recordings and attachments that were put into the folder Photos.
        package var photos = 0
        /// Archives that were there already.
        package var unchanged = 0
        /// The notes that are in the notes folder now, and whether they were written by this import.
        package var isWritten: [NoteID: Bool] = [:]
        /// What was not archived, or not as it was; a sentence each.
        package var problems: [String] = []
    }

    /// - Parameter folder: Absolute path of the notes folder; made where it is not there.
    /// - Throws: ``FileError``.
    package init(_ folder: String, reading: ReadingOptions) throws(FileError) {
        self.folder = folder
        self.reading = reading
        try LocalFiles.makeFolder(folder)
        let photos = folder + "/Photos"
        guard try LocalFiles.status(photos)?.isFolder == true else { return }
        for path in try LocalFiles.files(below: photos) {
            guard let name = PhotoName(path), photoFiles[name] == nil else { continue }
            photoFiles[name] = photos + "/" + path
        }
    }

    /// Archives notes.
    ///
    /// - Parameters:
    ///   - notes: Their tags are those that their texts do not bear.
    ///   - plainName: A name for the file of a note whose source has none that could be used.
    /// - Throws: ``FileError`` where the folder cannot be written.
    package mutating func write(
        _ notes: [Note], plainName: (Note) -> String
    ) throws(FileError) {
        let bySource = Dictionary(grouping: notes) { ExactText($0.id.source) }
            .sorted { $0.key < $1.key }
        // What differs in case or accents alone is one file on some machines.
        var taken: Set<String> = []
        var others: [(source: String, notes: [Note])] = []
        for (source, members) in bySource {
            let isFree =
                Self.isPlain(source.text) && taken.insert(NameKey(source.text).text).inserted
            guard isFree else {
                others.append((source.text, members))
                continue
            }
            try write(members, to: source.text)
        }
        for (source, members) in others {
            let name = Self.free(plainName(members[0]), taken)
            taken.insert(NameKey(name).text)
            outcome.problems.append(
                "“\(source)” is no name for a file of a notes folder beside the others; its notes are in \(name)."
            )
            try write(members, to: name)
        }
        try OpenFile(folder).synchronizeFileSystem()
    }

    private static func free(_ name: String, _ taken: Set<String>) -> String {
        var (free, number) = (name, 1)
        while taken.contains(NameKey(free).text) {
            number += 1
            free = "\(name)-\(number)"
        }
        return free
    }

    /// Writes one archive, and the photos that it names; what stands in its way costs that one.
    private mutating func write(_ notes: [Note], to name: String) throws(FileError) {
        var copies: [String: Copy] = [:]
        do throws(FileError) {
            let isRefused = try writeArchive(
                notes.sorted { $0.id.index < $1.id.index }, to: name, &copies)
            if isRefused { forget(copies) }
        } catch {
            forget(copies)
            if error.isDiskFull { throw error }
            outcome.problems.append("\(name) was not imported: \(error).")
        }
    }

    /// What was chosen for an archive that was not written is not there; what is, is found again.
    private mutating func forget(_ copies: [String: Copy]) {
        let gone = Set(copies.values.map(\.name.text))
        names = names.filter { !gone.contains($0.value) }
        for (path, copy) in copies where ((try? LocalFiles.status(path)) ?? nil) == nil {
            photoFiles[copy.name] = nil
        }
    }

    /// - Parameter copies: What is to become files of the folder Photos, by their paths.
    /// - Returns: Whether something else is there already.
    private mutating func writeArchive(
        _ notes: [Note], to name: String, _ copies: inout [String: Copy]
    ) throws(FileError) -> Bool {
        for note in notes {
            for photo in note.photos { try place(photo.content, photo.name, &copies) }
            for recording in note.recordings {
                try place(recording.content, recording.name, &copies)
            }
            for attachment in note.attachments {
                try place(attachment.content, Self.plainFileName(attachment), &copies)
            }
        }
        var archive = ImportedArchive(names: names, reading: reading)
        let bytes = try archive.bytes(of: notes)
        outcome.problems += archive.problems
        let path = folder + "/" + name
        if let status = try LocalFiles.status(path, followingLinks: false) {
            guard status.isFile, status.size == bytes.count, try LocalFiles.read(path) == bytes
            else {
                outcome.problems.append(
                    "\(name) is there already, and is not what would be written; it was left as it is. Import into another folder."
                )
                return true
            }
            outcome.unchanged += 1
            for note in notes { outcome.isWritten[note.id] = false }
        }
        for (path, copy) in copies.sorted(by: { $0.key < $1.key }) {
            try write(copy.stored, to: path)
        }
        guard try LocalFiles.status(path, followingLinks: false) == nil else { return false }
        try LocalFiles.makeFolder(LocalFiles.folder(of: path))
        try LocalFiles.replaceDurably(path, bytes, isNew: true, isSynchronizing: false)
        outcome.archives += 1
        outcome.notes += notes.count
        for note in notes { outcome.isWritten[note.id] = true }
        return false
    }

    /// What is to become a file of the folder Photos.
    private struct Copy {
        let stored: StoredBytes
        let name: PhotoName
    }

    /// Chooses a file of the folder Photos for what goes by a name; others go into the archive.
    ///
    /// - Parameter copies: By the paths that the files shall have.
    private mutating func place(
        _ content: MediaContent, _ name: String?, _ copies: inout [String: Copy]
    ) throws(FileError) {
        guard case .stored(let stored) = content, names[stored] == nil,
            let photoName = name.flatMap(PhotoName.init), let name = Self.usable(photoName)
        else { return }
        guard var target = PhotoName(name) else { return }
        var number = 1
        while let file = photoFiles[target] {
            if try Self.haveEqualBytes(copies[file]?.stored.file ?? file, stored) {
                names[stored] = target.text
                return
            }
            number += 1
            guard let next = PhotoName(Self.numbered(name, number)) else { return }
            target = next
        }
        let path = folder + "/Photos/" + target.text
        copies[path] = Copy(stored: stored, name: target)
        photoFiles[target] = path
        names[stored] = target.text
    }

    /// The name, if a file of the folder Photos may have it.
    private static func usable(_ name: PhotoName) -> String? {
        let isReserved = ["captions.yml", "captions.yaml"].contains(name.text.lowercased())
        let isPlain =
            name.text.utf8.count <= 240 && name.text.utf8.first != UInt8(ascii: ".")
            && name.text.removingPercentEncoding == name.text
        return isPlain && !isReserved ? name.text : nil
    }

    /// A name for the file of an attachment, which is never put into the archive.
    private static func plainFileName(_ attachment: Attachment) -> String {
        if let name = PhotoName(attachment.fileName).flatMap(usable) { return name }
        return "attachment." + (attachment.fileExtension ?? "bin")
    }

    /// Writes a file whole, and none that is there.
    private mutating func write(_ stored: StoredBytes, to path: String) throws(FileError) {
        try LocalFiles.makeFolder(LocalFiles.folder(of: path))
        let beside = "\(folder)/Photos/.notebinder.new"
        do throws(FileError) {
            try LocalFiles.remove(beside)
            try stored.copy(to: beside)
            try LocalFiles.renameIfFree(beside, to: path)
        } catch {
            try? LocalFiles.remove(beside)
            throw error
        }
        outcome.photos += 1
    }

    private static func haveEqualBytes(
        _ file: String, _ stored: StoredBytes
    ) throws(FileError) -> Bool {
        guard let size = try LocalFiles.status(file)?.size, size == stored.count else {
            return false
        }
        let opened = try OpenFile(file)
        var position = 0
        var isEqual = true
        try stored.forEachChunk { chunk throws(FileError) in
            guard isEqual else { return }
            let bytes = try LocalFiles.read(opened, count: chunk.count, at: position)
            isEqual = bytes.elementsEqual(chunk)
            position += chunk.count
        }
        return isEqual
    }

    /// `a-2.jpg` of `a.jpg`.
    private static func numbered(_ name: String, _ number: Int) -> String {
        let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) ?? name.utf8.endIndex
        return "\(name[..<dot])-\(number)\(name[dot...])"
    }

    /// Whether a source's name leads to a file that is read as one, and nowhere else.
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
