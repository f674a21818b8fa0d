import Foundation
import KeyedArchives
import LocalFiles
package import NoteModel

/// Writes notes into a notes folder: new ones, changed ones, and into its trash those that are
/// deleted. Each write goes beside and is renamed; nothing is lost on the way.
package struct NotesEditor {
    let folder: NotesFolder
    let reading: ReadingOptions
    /// All notes of the folder, to know which photos others show.
    let notebook: Notebook
    /// Whether every source was read, so that no unknown note shows a photo.
    let isComplete: Bool
    package let trash: NotesTrash

    /// - Parameters:
    ///   - notebook: What the folder holds now.
    ///   - isComplete: Whether that is all of it.
    /// - Throws: ``EditingError`` where the folder cannot be listed.
    package init(
        _ path: String, notebook: Notebook, isComplete: Bool, reading: ReadingOptions
    ) throws(EditingError) {
        folder = try editing { () throws(FileError) in try NotesFolder(path) }
        self.reading = reading
        self.notebook = notebook
        self.isComplete = isComplete && !folder.isSingleFile
        trash = NotesTrash(of: folder)
    }

    /// Takes a note for changing it.
    package func draft(of id: NoteID) throws(EditingError) -> NoteDraft {
        guard let source = folder.sources.first(where: { $0.name == id.source }) else {
            throw EditingError("\(id.source) is not there any more.")
        }
        return try NoteDraft(id, of: source, in: folder, reading)
    }

    /// Archives a new note in a file of its own.
    ///
    /// - Parameters:
    ///   - name: For the file, without an extension; numbered where it is taken.
    ///   - photos: To go into the archive, or beside it into the folder Photos.
    /// - Returns: The name of the file.
    package func create(
        _ note: ArchivedNote, named name: String, photos: [NewPhoto], beside: Bool
    ) throws(EditingError) -> String {
        try requireFolder(for: "A new note")
        var note = note
        if !photos.isEmpty {
            var archived: [ArchivedPhoto] = []
            for photo in photos {
                archived.append(beside ? .name(try putIntoPhotos(photo)) : .data(photo.bytes))
            }
            note.photos = .array(archived)
            if !beside { note.photoNames = photos.map(\.name) }
        }
        return try writeNew(NoteArchiveWriter.archive(note), named: name)
    }

    func requireFolder(for what: String) throws(EditingError) {
        guard folder.isSingleFile else { return }
        throw EditingError(
            "\(what) needs a notes folder, and \(folder.sources[0].name) is one archive. Name a folder with --notes."
        )
    }

    /// Writes a changed note back, and puts the version that it replaces into the trash.
    ///
    /// - Parameters:
    ///   - name: Name of the entry in the trash; numbered if it is taken.
    ///   - files: Photos of the earlier version that are files of the notes folder and go with it.
    /// - Throws: ``EditingError`` if the file has changed since it was read; both versions are kept then.
    package func save(
        _ draft: NoteDraft, named name: String, files: [String] = []
    ) throws(EditingError) {
        guard try isUnchanged(draft) else {
            let entry = try trash.add(
                named: name, title: draft.note.title, source: nil, position: nil,
                archive: draft.bytesOfNoteAlone())
            throw EditingError(
                "\(draft.note.id.source) was changed by someone else meanwhile, and was left as it is. Your version is kept: `notebinder restore \(entry.name)` makes it a note of its own."
            )
        }
        let bytes = try draft.checkedBytes()
        try replace(draft, with: bytes, named: name, files: files)
    }

    /// Writes other bytes into the file of a note once its present version is safe in the trash.
    func replace(
        _ draft: NoteDraft, with bytes: [UInt8], named name: String, files: [String] = []
    ) throws(EditingError) {
        let entry = try trash.add(draft.earlierVersion, named: name, files: files)
        do throws(EditingError) {
            try editing { () throws(FileError) in try LocalFiles.replaceDurably(draft.file, bytes) }
        } catch {
            removeIfUnneeded(entry, original: draft.original, file: draft.file)
            throw error
        }
    }

    /// Removes an entry of the trash after a failed write, unless the file was replaced before that failed.
    func removeIfUnneeded(_ entry: NotesTrash.Entry, original: [UInt8], file: String) {
        guard (try? LocalFiles.read(file)) == original else { return }
        try? trash.remove(entry)
    }

    /// Puts photos behind those of a note, in the form that it keeps them.
    package func add(
        _ photos: [NewPhoto], to draft: inout NoteDraft
    ) throws(EditingError) {
        let form = try draft.photoForm()
        for photo in photos {
            try draft.add(photo, named: form == .names ? try putIntoPhotos(photo) : nil)
        }
    }

    /// Takes photos out of a note. The note as it was goes to the trash, with the files of the photos
    /// that no other note shows.
    ///
    /// - Parameters:
    ///   - positions: Among the note's photos, from 0.
    ///   - name: For the trash.
    package func remove(
        photosAt positions: Set<Int>, from draft: inout NoteDraft, named name: String
    ) throws(EditingError) {
        try draft.removePhotos(at: positions)
        try requireUnchanged(draft)
        let own = filesOfItsOwn(draft.note.id, at: positions)
        try save(draft, named: name, files: own)
        try editing { () throws(FileError) in for file in own { try LocalFiles.remove(file) } }
    }

    /// Puts a note into the trash, with the photos in files that no other note shows.
    ///
    /// - Parameter name: For the trash; numbered where it is taken.
    package func delete(_ id: NoteID, named name: String) throws(EditingError) {
        if let deck = notebook.notes.first(where: { $0.id == id }), deck.deck?.cards.isEmpty == true
        {
            return try delete(emptyDeck: deck, named: name)
        }
        let draft = try draft(of: id)
        try requireNoPackage(id)
        let deletion = try draft.deletion()
        let own = filesOfItsOwn(id)
        // The copy is safe before the note goes.
        let entry = try trash.add(
            named: name, title: draft.note.title, source: id.source,
            position: try trash.original(deletion.position, in: id.source),
            links: deletion.links, archive: deletion.deleted, files: own)
        do throws(EditingError) {
            try requireUnchanged(draft)
            try editing { () throws(FileError) in
                if let remaining = deletion.remaining {
                    try LocalFiles.replaceDurably(draft.file, remaining)
                } else {
                    try LocalFiles.remove(draft.file)
                }
            }
        } catch {
            removeIfUnneeded(entry, original: draft.original, file: draft.file)
            throw error
        }
        try editing { () throws(FileError) in for file in own { try LocalFiles.remove(file) } }
    }
}

extension NotesEditor {
    private func isUnchanged(_ draft: NoteDraft) throws(EditingError) -> Bool {
        try editing { () throws(FileError) in
            guard try LocalFiles.status(draft.file) != nil else { return false }
            return try LocalFiles.read(draft.file) == draft.original
        }
    }

    private func requireUnchanged(_ draft: NoteDraft) throws(EditingError) {
        guard try isUnchanged(draft) else {
            throw EditingError(
                "\(draft.note.id.source) was changed by someone else meanwhile; nothing was done. Try again."
            )
        }
    }

    /// A part of a document package cannot go alone.
    private func requireNoPackage(_ id: NoteID) throws(EditingError) {
        let parent = LocalFiles.folder(of: id.source)
        guard parent != "." else { return }
        let reader = SourceReader(folder: folder, reading: reading)
        let outcomes = folder.sources.filter { LocalFiles.folder(of: $0.name) == parent }
            .map { reader.read($0) }
        guard DocumentPackages.joined(outcomes).flatMap(\.notes) != outcomes.flatMap(\.notes) else {
            return
        }
        throw EditingError(
            "\(id.source) is a part of the document \(parent). Move that folder away to delete the note."
        )
    }

    /// Files of photos that only one note shows, and not under its other positions.
    ///
    /// - Parameter positions: Among the photos of the note in the notebook; nil for all of them.
    private func filesOfItsOwn(_ id: NoteID, at positions: Set<Int>? = nil) -> [String] {
        // A note that was not read may show any of them.
        guard isComplete else { return [] }
        var going: Set<String> = []
        // What notes were read from is no photo, whatever a note calls it.
        var staying = Set(notebook.notes.map { folder.path + "/" + $0.id.source })
        for note in notebook.notes {
            for (index, photo) in note.photos.enumerated() {
                // A photo without a name is no file of its own.
                guard photo.name != nil, let file = photo.stored?.file else { continue }
                if note.id == id, positions?.contains(index) ?? true {
                    going.insert(file)
                } else {
                    staying.insert(file)
                }
            }
        }
        return going.subtracting(staying).filter { file in
            guard LocalFiles.isBelow(file, folder.path), let opened = try? OpenFile(file),
                let prefix = try? LocalFiles.read(opened, count: 32)
            else { return false }
            return PhotoKind(prefix: prefix) != nil
        }.sorted()
    }

    /// Writes a file that is not there yet.
    func writeNew(
        _ bytes: [UInt8], named name: String
    ) throws(EditingError) -> String {
        try editing { () throws(FileError) in
            while true {
                let file = try freeName(name, "data", in: folder.path)
                do throws(FileError) {
                    try LocalFiles.replaceDurably(folder.path + "/" + file, bytes, isNew: true)
                    return file
                } catch {
                    // Somebody else took the name just now.
                    guard error.code == EEXIST else { throw error }
                }
            }
        }
    }

    /// Puts a photo into the folder Photos, under its name or a numbered one that no photo of the
    /// notes folder has.
    private func putIntoPhotos(_ photo: NewPhoto) throws(EditingError) -> String {
        try editing { () throws(FileError) in
            let photos = folder.path + "/Photos"
            try LocalFiles.makeFolder(photos)
            let dot = photo.name.lastIndex(of: ".") ?? photo.name.endIndex
            let (stem, ending) = (photo.name[..<dot], photo.name[dot...])
            var name = photo.name
            var number = 1
            let taken = Set(try LocalFiles.entries(of: photos).map { $0.name.lowercased() })
            while taken.contains(name.lowercased())
                || PhotoName(name).flatMap({ folder.photoFile(named: $0) }) != nil
            {
                number += 1
                name = "\(stem)-\(number)\(ending)"
            }
            try LocalFiles.replaceDurably(photos + "/" + name, photo.bytes, isNew: true)
            return name
        }
    }
}

/// A name that no file of a folder has, numbered where it is taken; names are compared without
/// regard to case.
func freeName(
    _ stem: String, _ fileExtension: String, in folder: String
) throws(FileError) -> String {
    let isThere = try LocalFiles.status(folder) != nil
    let taken = Set(isThere ? try LocalFiles.entries(of: folder).map { $0.name.lowercased() } : [])
    let ending = fileExtension.isEmpty ? "" : "." + fileExtension
    var number = 1
    while true {
        let name = number == 1 ? stem + ending : "\(stem)-\(number)\(ending)"
        if !taken.contains(name.lowercased()) { return name }
        number += 1
    }
}

/// Puts what the file system says into a failure.
func editing<Value>(
    _ body: () throws(FileError) -> Value
) throws(EditingError) -> Value {
    do throws(FileError) {
        return try body()
    } catch {
        throw EditingError(error)
    }
}
