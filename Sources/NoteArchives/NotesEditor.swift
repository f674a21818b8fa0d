import Foundation
import KeyedArchives
import LocalFiles
package import NoteModel

/// Writes notes into a notes folder: new ones, changed ones, and into its trash those that are
/// deleted. Each write goes beside and is renamed; nothing is lost on the way.
package struct NotesEditor {
    private let folder: NotesFolder
    private let reading: ReadingOptions
    /// All notes of the folder, to know which photos others show.
    private let notebook: Notebook
    package let trash: NotesTrash

    /// - Parameter notebook: What the folder holds now.
    /// - Throws: ``EditingFailure`` where the folder cannot be listed.
    package init(
        _ path: String, notebook: Notebook, reading: ReadingOptions
    ) throws(EditingFailure) {
        folder = try editing { () throws(FileError) in try NotesFolder(path) }
        self.reading = reading
        self.notebook = notebook
        trash = NotesTrash(folder.path + "/.trash")
    }

    /// Takes a note for changing it.
    package func draft(of id: NoteID) throws(EditingFailure) -> NoteDraft {
        guard let source = folder.sources.first(where: { $0.name == id.source }) else {
            throw EditingFailure("\(id.source) is not there any more.")
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
    ) throws(EditingFailure) -> String {
        guard !folder.isSingleFile else {
            throw EditingFailure(
                "A new note needs a notes folder, and \(folder.sources[0].name) is one archive. Name a folder with --notes."
            )
        }
        var note = note
        if !photos.isEmpty {
            var archived: [ArchivedPhoto] = []
            for photo in photos {
                archived.append(beside ? .name(try putIntoPhotos(photo)) : .data(photo.bytes))
            }
            note.photos = .array(archived)
        }
        let bytes = NoteArchiveWriter.archive(note)
        return try editing { () throws(FileError) in
            let file = try freeName(name, "data", in: folder.path)
            try LocalFiles.replaceDurably(folder.path + "/" + file, bytes)
            return file
        }
    }

    /// Writes a changed note back.
    ///
    /// - Parameter name: For the version that is set aside where the file changed meanwhile.
    /// - Throws: ``EditingFailure`` where it changed; both versions are kept then.
    package func save(_ draft: NoteDraft, named name: String) throws(EditingFailure) {
        try requireUnchanged(draft, named: name)
        try editing { () throws(FileError) in
            try LocalFiles.replaceDurably(draft.file, draft.bytes())
        }
    }

    /// Puts photos behind those of a note, in the form that it keeps them.
    package func add(
        _ photos: [NewPhoto], to draft: inout NoteDraft
    ) throws(EditingFailure) {
        let form = try draft.photoForm()
        for photo in photos {
            try draft.add(photo, named: form == .names ? try putIntoPhotos(photo) : nil)
        }
    }

    /// Takes photos out of a note and puts them into the trash; a file that another note shows
    /// stays where it is.
    ///
    /// - Parameters:
    ///   - positions: Among the note's photos, from 0.
    ///   - name: For the trash.
    package func remove(
        photosAt positions: Set<Int>, from draft: inout NoteDraft, named name: String
    ) throws(EditingFailure) {
        let photos = positions.sorted().map { draft.note.photos[$0] }
        try draft.removePhotos(at: positions)
        try requireUnchanged(draft, named: name)
        let entry = try trash.add(
            named: name, title: draft.note.title, source: nil, position: nil, archive: nil)
        let own = filesOfItsOwn(draft.note.id, at: positions)
        for photo in photos {
            guard let stored = photo.stored, !own.contains(stored.file) else { continue }
            try trash.keepCopy(of: stored, named: photo.name, in: entry)
        }
        for file in own { try trash.keepCopy(ofFile: file, in: entry) }
        try save(draft, named: name)
        try editing { () throws(FileError) in for file in own { try LocalFiles.remove(file) } }
    }

    /// Puts a note into the trash, with the photos in files that no other note shows.
    ///
    /// - Parameter name: For the trash; numbered where it is taken.
    package func delete(_ id: NoteID, named name: String) throws(EditingFailure) {
        var draft = try draft(of: id)
        try requireNoPackage(id)
        let alone = draft.bytesOfNoteAlone()
        let position = draft.position
        let isListed = draft.removeFromList()
        let isWholeFile = !isListed || draft.notesInFile == 1 && position?.key != nil
        guard isListed || draft.notesInFile == 1 else {
            throw EditingFailure("\(id.text) cannot be told apart from the notes beside it.")
        }
        try requireUnchanged(draft, named: name)
        // The copy is safe before the note goes.
        let entry = try trash.add(
            named: name, title: draft.note.title, source: id.source,
            position: isWholeFile ? nil : position, archive: isWholeFile ? draft.original : alone)
        let own = filesOfItsOwn(id)
        for file in own { try trash.keepCopy(ofFile: file, in: entry) }
        if isWholeFile {
            try editing { () throws(FileError) in try LocalFiles.remove(draft.file) }
        } else {
            try save(draft, named: name)
        }
        try editing { () throws(FileError) in for file in own { try LocalFiles.remove(file) } }
    }

    /// Brings back what is in the trash: a note to its place, or to a file of its own where that
    /// is taken, and photos to the folder Photos.
    ///
    /// - Returns: The name of the file that holds it now, or of the folder of its photos.
    package func restore(_ entry: NotesTrash.Entry) throws(EditingFailure) -> String {
        var restored = "Photos"
        try restorePhotos(of: entry)
        if let archive = try trash.archive(of: entry) {
            restored = try restoreNote(archive, entry)
        }
        try trash.remove(entry)
        return restored
    }
}

extension NotesEditor {
    private func restoreNote(
        _ archive: [UInt8], _ entry: NotesTrash.Entry
    ) throws(EditingFailure) -> String {
        if let name = entry.source {
            let file = folder.path + "/" + name
            let isThere = try editing { () throws(FileError) in try LocalFiles.status(file) } != nil
            if entry.position == nil, !isThere {
                try editing { () throws(FileError) in
                    try LocalFiles.makeFolder(LocalFiles.folder(of: file))
                    try LocalFiles.replaceDurably(file, archive)
                }
                return name
            }
            if isThere, let position = entry.position,
                let bytes = try listed(archive, in: file, position)
            {
                try editing { () throws(FileError) in try LocalFiles.replaceDurably(file, bytes) }
                return name
            }
        }
        return try editing { () throws(FileError) in
            let name = try freeName(entry.name, "data", in: folder.path)
            try LocalFiles.replaceDurably(folder.path + "/" + name, archive)
            return name
        }
    }

    /// The archive at `file` with a note in its list again; nil where the list is gone.
    private func listed(
        _ note: [UInt8], in file: String, _ position: ListPosition
    ) throws(EditingFailure) -> [UInt8]? {
        let bytes = try editing { () throws(FileError) in try LocalFiles.read(file) }
        do throws(ArchiveError) {
            var editor = try ArchiveEditor(KeyedArchive(ArchiveBytes(bytes)))
            let own = try ArchiveEditor(KeyedArchive(ArchiveBytes(note)))
            guard let list = editor.place(at: position.list) else { return nil }
            if let key = position.key {
                guard let value = editor.adopt(rootOf: own) else { return nil }
                editor.setField(key, value, of: list)
                return editor.bytes()
            }
            guard var members = editor.members(of: list),
                let value = editor.adopt(rootOf: own)
            else { return nil }
            members.insert(value, at: min(position.index ?? members.count, members.count))
            editor.setMembers(members, of: list)
            return editor.bytes()
        } catch {
            return nil
        }
    }

    private func restorePhotos(of entry: NotesTrash.Entry) throws(EditingFailure) {
        for photo in try trash.photos(of: entry) {
            let target = folder.path + "/" + photo.name
            try editing { () throws(FileError) in
                guard try LocalFiles.status(target) == nil else {
                    // A file of that name came back otherwise; both are kept.
                    let stem = photo.name.split(separator: "/").last.map(String.init) ?? "photo"
                    let free = try freeName("restored-" + stem, "", in: folder.path + "/Photos")
                    return try LocalFiles.copy(
                        photo.path, to: folder.path + "/Photos/" + free)
                }
                try LocalFiles.makeFolder(LocalFiles.folder(of: target))
                try LocalFiles.copy(photo.path, to: target)
            }
        }
    }

    private func requireUnchanged(
        _ draft: NoteDraft, named name: String
    ) throws(EditingFailure) {
        let now = try editing { () throws(FileError) in
            try LocalFiles.status(draft.file) == nil ? [] : try LocalFiles.read(draft.file)
        }
        guard now != draft.original else { return }
        let entry = try trash.add(
            named: name, title: draft.note.title, source: nil, position: nil,
            archive: draft.bytesOfNoteAlone())
        throw EditingFailure(
            "\(draft.note.id.source) was changed by someone else meanwhile, and was left as it is. Your version is kept: `notebinder restore \(entry.name)` makes it a note of its own."
        )
    }

    /// A part of a document package cannot go alone.
    private func requireNoPackage(_ id: NoteID) throws(EditingFailure) {
        let parent = LocalFiles.folder(of: id.source)
        guard parent != "." else { return }
        let reader = SourceReader(folder: folder, reading: reading)
        let siblings = folder.sources.filter {
            $0.name != id.source && LocalFiles.folder(of: $0.name) == parent
        }
        guard siblings.contains(where: { reader.read($0).part != nil }) else { return }
        throw EditingFailure(
            "\(id.source) is a part of the document \(parent). Move that folder away to delete the note."
        )
    }

    /// Files of photos that only one note shows, and not under its other positions.
    ///
    /// - Parameter positions: Among the photos of the note in the notebook; nil for all of them.
    private func filesOfItsOwn(_ id: NoteID, at positions: Set<Int>? = nil) -> [String] {
        var going: Set<String> = []
        var staying: Set<String> = []
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
        return going.subtracting(staying).sorted()
    }

    /// Puts a photo into the folder Photos, under its name or a numbered one.
    private func putIntoPhotos(_ photo: NewPhoto) throws(EditingFailure) -> String {
        try editing { () throws(FileError) in
            let photos = folder.path + "/Photos"
            try LocalFiles.makeFolder(photos)
            let dot = photo.name.lastIndex(of: ".") ?? photo.name.endIndex
            let name = try freeName(
                String(photo.name[..<dot]), String(photo.name[dot...].dropFirst()), in: photos)
            try LocalFiles.replaceDurably(photos + "/" + name, photo.bytes)
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
) throws(EditingFailure) -> Value {
    do throws(FileError) {
        return try body()
    } catch {
        throw EditingFailure(error)
    }
}
