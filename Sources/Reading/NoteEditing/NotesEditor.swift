import LocalFiles
package import NoteArchives
package import NoteModel
import Platform

/// Creates, changes and deletes notes in a notes folder. Deleted and replaced notes go to its
/// trash. Files are replaced atomically, by renaming.
///
/// A caller that writes holds a ``NotesLock``, from before the notes are read.
///
/// ```
/// let editor = try NotesEditor(
///     "Notes", notebook: notebook, isComplete: true, reading: ReadingOptions())
/// var draft = try editor.draft(of: note.id)
/// try draft.setTitle("Shopping list")
/// try editor.save(draft, named: "shopping-list")
/// ```
package struct NotesEditor {
    let folder: NotesFolder
    let reading: ReadingOptions
    /// All notes of the folder, used to determine which photos other notes show.
    let notebook: Notebook
    /// True if every source was read, so that no unknown note can show a photo.
    let isComplete: Bool
    package let trash: NotesTrash

    /// - Parameters:
    ///   - notebook: The notes that the folder holds now.
    ///   - isComplete: True if these are all notes of the folder.
    /// - Throws: ``FileError`` if the folder cannot be listed.
    package init(
        _ path: String, notebook: Notebook, isComplete: Bool, reading: ReadingOptions
    ) throws {
        let folder = try NotesFolder(path)
        self.init(folder, notebook: notebook, isComplete: isComplete, reading: reading)
    }

    /// - Parameters:
    ///   - folder: The notes folder, with the files that it holds now.
    ///   - notebook: The notes that the folder holds now.
    ///   - isComplete: True if these are all notes of the folder.
    package init(
        _ folder: NotesFolder, notebook: Notebook, isComplete: Bool, reading: ReadingOptions
    ) {
        (self.folder, self.reading, self.notebook) = (folder, reading, notebook)
        self.isComplete = isComplete && !folder.isSingleFile
        trash = NotesTrash(of: folder)
    }

    /// Returns a draft for changing a note.
    ///
    /// - Throws: ``UserError`` if the note is gone or cannot be changed; ``FileError`` if its file
    ///   cannot be read.
    package func draft(of id: NoteID) throws -> NoteDraft {
        guard let source = folder.sources.first(where: { $0.name == id.source }) else {
            throw UserError.gone(id.source)
        }
        return try draft(of: id, in: source)
    }

    /// Returns a draft of a note in a file, or in an archive that is no file of the folder yet.
    func draft(
        of id: NoteID, in source: NotesFolder.SourceFile, bytes: [UInt8]? = nil
    ) throws -> NoteDraft {
        try NoteDraft(id, in: archive(of: source, bytes: bytes), vocabulary: reading.vocabulary)
    }

    /// Opens an archive for changes.
    ///
    /// - Parameter bytes: The archive; nil to read the file of the source.
    func archive(
        of source: NotesFolder.SourceFile, bytes: [UInt8]? = nil
    ) throws -> EditableArchive {
        try EditableArchive(
            source, bytes: bytes,
            collector: NoteCollector(of: source, folder: folder, reading: reading))
    }

    /// Archives a new note in a file of its own.
    ///
    /// - Parameters:
    ///   - name: The name of the file, without an extension; numbered if it is taken.
    ///   - photos: The photos of the note.
    ///   - beside: True to store the photos in the folder Photos, and false to store them in the
    ///     archive.
    /// - Returns: The name of the file.
    /// - Throws: ``UserError`` if the notes folder is a single archive; ``FileError`` if a file
    ///   cannot be written.
    package func create(
        _ note: ArchivedNote, named name: String, photos: [NewMedium], beside: Bool
    ) throws -> String {
        try requireFolder(for: "A new note")
        var note = note
        if !photos.isEmpty {
            var archived: [ArchivedPhoto] = []
            var names: [String] = []
            for photo in photos {
                let stored = beside ? try putIntoPhotos(photo.bytes, named: photo.name) : nil
                archived.append(stored.map { .name($0) } ?? .data(photo.bytes))
                names.append(stored == photo.name ? "" : photo.name)
            }
            note.photos = .array(archived)
            if names.contains(where: { !$0.isEmpty }) { note.photoNames = names }
        }
        return try writeNew(NoteArchiveWriter.archive(note), named: name)
    }

    /// Returns a draft of a new note, to be completed and then created.
    ///
    /// - Throws: ``UserError`` if the notes folder is a single archive.
    package func newDraft(_ note: ArchivedNote) throws -> NoteDraft {
        try requireFolder(for: "A new note")
        return try newDraft(NoteArchiveWriter.archive(note))
    }

    func newDraft(_ archive: [UInt8]) throws -> NoteDraft {
        // The name is known only when the file is written.
        let source = NotesFolder.SourceFile(name: "", path: folder.path + "/")
        return try draft(of: NoteID(source: "", index: 0), in: source, bytes: archive)
    }

    func requireFolder(for what: String) throws {
        guard folder.isSingleFile else { return }
        throw UserError(
            "\(what) needs a notes folder, and \(folder.sources[0].name) is a single archive.",
            "Name a folder with --notes.")
    }

    /// Writes a changed note back, and puts the version that it replaces into the trash.
    ///
    /// - Parameters:
    ///   - name: The name of the entry in the trash; numbered if it is taken.
    ///   - files: Photos of the earlier version that are files of the notes folder; the entry gets
    ///     copies.
    /// - Throws: ``UserError`` if the file has changed since it was read; both versions are kept
    ///   in this case.
    package func save(_ draft: NoteDraft, named name: String, files: [String] = []) throws {
        guard try isUnchanged(draft.archive) else {
            let entry = try trash.add(
                named: name, title: draft.note.title, source: nil, position: nil,
                archive: draft.bytesOfNoteAlone())
            throw UserError(
                "Another program has changed \(draft.note.id.source) in the meantime, so it was left unchanged.",
                "Your version is kept: `notebinder restore \(LocalFiles.shellQuoted(entry.name))` makes it a note of its own."
            )
        }
        let bytes = try draft.checkedBytes()
        try replace(draft, with: bytes, named: name, files: files)
    }

    /// Replaces the file of a note, after adding the present version to the trash.
    func replace(
        _ draft: NoteDraft, with bytes: [UInt8], named name: String, files: [String] = []
    ) throws {
        let archive = draft.archive
        try withNewEntries(for: archive.file, holding: archive.original) { entries in
            entries.append(try trash.addEarlierVersion(of: draft, named: name, files: files))
            try LocalFiles.replaceDurably(archive.file, bytes: bytes)
        }
    }

    /// Calls a function that adds entries to the trash and then changes a file. After an error the
    /// entries are removed, unless the file was replaced before the failure.
    ///
    /// - Returns: The entries.
    @discardableResult
    func withNewEntries(
        for file: String, holding original: [UInt8],
        calling body: (_ entries: inout [NotesTrash.Entry]) throws -> Void
    ) throws -> [NotesTrash.Entry] {
        var entries: [NotesTrash.Entry] = []
        do {
            try body(&entries)
            return entries
        } catch {
            if (try? LocalFiles.read(file)) == original {
                for entry in entries { try? trash.remove(entry) }
            }
            throw error
        }
    }

    /// Moves a note to the trash, with the files of photos that no other note shows. A note of a
    /// database or a document package, which are never written, is hidden instead.
    ///
    /// - Parameter name: The name of the entry in the trash; numbered if it is taken.
    /// - Returns: The entry.
    /// - Throws: ``UserError`` if the note is gone, if it cannot be separated from other notes, or
    ///   if its file has changed; ``FileError`` if a file cannot be read or written.
    @discardableResult
    package func delete(_ id: NoteID, named name: String) throws -> NotesTrash.Entry {
        if let deck = notebook.notes.first(where: { $0.id == id }), deck.deck?.cards.isEmpty == true
        {
            return try delete(emptyDeck: deck, named: name)
        }
        if let note = noteOfUnwrittenSource(id) { return try hide(note, named: name) }
        let draft = try draft(of: id)
        let deletion = try draft.deletion()
        let own = filesOfItsOwn(id)
        let archive = draft.archive
        let entries = try withNewEntries(for: archive.file, holding: archive.original) { entries in
            // The copy is complete before the note is deleted.
            entries.append(
                try trash.add(
                    named: name, title: draft.note.title, source: id.source,
                    position: try trash.original(deletion.position, in: id.source),
                    links: deletion.links, archive: deletion.deleted, files: own))
            try requireUnchanged(archive)
            if let remaining = deletion.remaining {
                try LocalFiles.replaceDurably(archive.file, bytes: remaining)
            } else {
                try LocalFiles.remove(archive.file)
            }
        }
        // The note is deleted already; a photo that cannot be removed only takes room.
        for file in own { try? LocalFiles.remove(file) }
        let others = notebook.notes.filter { $0.id.source == id.source }
        if deletion.remaining != nil, let rank = others.firstIndex(where: { $0.id == id }) {
            changeOrder(id.source, at: rank, isRemoved: true)
        }
        return entries[0]
    }
}

extension NotesEditor {
    private func isUnchanged(_ archive: EditableArchive) throws -> Bool {
        guard try LocalFiles.status(archive.file) != nil else { return false }
        return try LocalFiles.read(archive.file) == archive.original
    }

    /// - Throws: ``UserError`` if the file of an archive is gone or has changed since it was read.
    func requireUnchanged(_ archive: EditableArchive) throws {
        guard try isUnchanged(archive) else {
            throw UserError.changedMeanwhile(archive.source.name)
        }
    }

    /// Returns a note of a database or a document package, from which it cannot be taken, as its
    /// source holds it; nil for any other note, and for a deck, whose cards its replacement does not
    /// tell apart.
    private func noteOfUnwrittenSource(_ id: NoteID) -> Note? {
        guard let file = folder.sources.first(where: { $0.name == id.source }) else { return nil }
        let reader = SourceReader(folder: folder, reading: reading)
        var notes: [Note] = []
        if file.isDatabase {
            notes = reader.read(file).notes
        } else if LocalFiles.folder(of: id.source) != "." {
            let parent = LocalFiles.folder(of: id.source)
            let outcomes = folder.sources.filter { LocalFiles.folder(of: $0.name) == parent }
                .map { reader.read($0) }
            notes = DocumentPackages.joined(outcomes).flatMap(\.notes)
            if notes == outcomes.flatMap(\.notes) { return nil }
        }
        return notes.first { $0.id == id && $0.deck == nil }
    }

    /// Writes a new file to the notes folder and returns its name, numbered if it is taken.
    func writeNew(_ bytes: [UInt8], named name: String) throws -> String {
        while true {
            let file = try freeName(name, fileExtension: "data", in: folder.path)
            do {
                try LocalFiles.replaceDurably(folder.path + "/" + file, bytes: bytes, isNew: true)
                return file
            } catch {
                // Another process has just taken the name.
                guard error.code == EEXIST else { throw error }
            }
        }
    }

}

/// Creates a hidden folder of this program in a notes folder if it does not exist.
func makeOwnFolder(_ path: String) throws {
    // A symbolic link would lead elsewhere.
    guard
        try LocalFiles.status(path, followingLinks: false) == nil
            || LocalFiles.resolved(path) == path
    else { throw FileError(action: "write into", path: path, code: FileError.notAllowed) }
    try LocalFiles.makeProtectedFolder(path)
}

/// Returns a name that no file of a folder has, such as `note.data` or `note-2.data`. Names are
/// compared ignoring case.
func freeName(_ stem: String, fileExtension: String, in folder: String) throws -> String {
    let isThere = try LocalFiles.status(folder) != nil
    var names = UniqueNames(besides: isThere ? try LocalFiles.entries(of: folder).map(\.name) : [])
    let ending = fileExtension.isEmpty ? "" : "." + fileExtension
    return names.name(stem + ending) { "\(stem)-\($0)\(ending)" }
}

extension UserError {
    static func changedMeanwhile(_ source: String) -> UserError {
        UserError(
            "Another program has changed \(source) in the meantime; nothing was changed.",
            "Try again.")
    }
}
