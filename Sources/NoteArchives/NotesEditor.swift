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
    /// Whether every source was read, so that no unknown note shows a photo.
    private let isComplete: Bool
    package let trash: NotesTrash

    /// - Parameters:
    ///   - notebook: What the folder holds now.
    ///   - isComplete: Whether that is all of it.
    /// - Throws: ``EditingFailure`` where the folder cannot be listed.
    package init(
        _ path: String, notebook: Notebook, isComplete: Bool, reading: ReadingOptions
    ) throws(EditingFailure) {
        folder = try editing { () throws(FileError) in try NotesFolder(path) }
        self.reading = reading
        self.notebook = notebook
        self.isComplete = isComplete && !folder.isSingleFile
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
        return try writeNew(NoteArchiveWriter.archive(note), named: name)
    }

    /// Writes a changed note back.
    ///
    /// - Parameter name: For the version that is set aside where the file changed meanwhile.
    /// - Throws: ``EditingFailure`` where it changed; both versions are kept then.
    package func save(_ draft: NoteDraft, named name: String) throws(EditingFailure) {
        guard try isUnchanged(draft) else {
            let entry = try trash.add(
                named: name, title: draft.note.title, source: nil, position: nil,
                archive: draft.bytesOfNoteAlone())
            throw EditingFailure(
                "\(draft.note.id.source) was changed by someone else meanwhile, and was left as it is. Your version is kept: `notebinder restore \(entry.name)` makes it a note of its own."
            )
        }
        let bytes = try draft.checkedBytes()
        try editing { () throws(FileError) in try LocalFiles.replaceDurably(draft.file, bytes) }
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
        _ = try draft.checkedBytes()
        try requireUnchanged(draft)
        let own = filesOfItsOwn(draft.note.id, at: positions)
        let inside = photos.filter { $0.name == nil }.compactMap(\.stored)
        if !own.isEmpty || !inside.isEmpty {
            _ = try trash.add(
                named: name, title: draft.note.title, source: nil, position: nil, archive: nil,
                files: own, inside: inside)
        }
        try save(draft, named: name)
        try editing { () throws(FileError) in for file in own { try LocalFiles.remove(file) } }
    }

    /// Puts a note into the trash, with the photos in files that no other note shows.
    ///
    /// - Parameter name: For the trash; numbered where it is taken.
    package func delete(_ id: NoteID, named name: String) throws(EditingFailure) {
        let draft = try draft(of: id)
        try requireNoPackage(id)
        let deletion = try draft.deletion()
        let own = filesOfItsOwn(id)
        // The copy is safe before the note goes.
        let entry = try trash.add(
            named: name, title: draft.note.title, source: id.source,
            position: try trash.original(deletion.position, in: id.source),
            links: deletion.links, archive: deletion.deleted, files: own)
        do throws(EditingFailure) {
            try requireUnchanged(draft)
            try editing { () throws(FileError) in
                if let remaining = deletion.remaining {
                    try LocalFiles.replaceDurably(draft.file, remaining)
                } else {
                    try LocalFiles.remove(draft.file)
                }
            }
        } catch {
            // The note is still there: nothing of it belongs into the trash.
            try? trash.remove(entry)
            throw error
        }
        try editing { () throws(FileError) in for file in own { try LocalFiles.remove(file) } }
    }

    /// Brings back what is in the trash: a note to its place, or to a file of its own where that
    /// is taken, and photos to the folder Photos.
    ///
    /// - Returns: The name of the file that holds the note now; nil for photos alone.
    package func restore(_ entry: NotesTrash.Entry) throws(EditingFailure) -> String? {
        try restorePhotos(of: entry)
        var restored: String?
        if let archive = try trash.archive(of: entry) {
            try restorePhotosOfOthers(for: archive)
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
        if let name = entry.source, let file = pathBelowFolder(name) {
            let isThere = try editing { () throws(FileError) in try LocalFiles.status(file) } != nil
            if entry.position == nil, !isThere {
                try editing { () throws(FileError) in
                    try LocalFiles.makeFolder(LocalFiles.folder(of: file))
                    try LocalFiles.replaceDurably(file, archive, isNew: true)
                }
                return name
            }
            if isThere, let position = try trash.current(entry),
                let bytes = try listed(archive, in: file, position, entry.links)
            {
                try editing { () throws(FileError) in try LocalFiles.replaceDurably(file, bytes) }
                return name
            }
        }
        return try writeNew(archive, named: entry.name)
    }

    /// The archive at `file` with a note in its list again; nil where the list is gone, or
    /// another note has its key.
    private func listed(
        _ note: [UInt8], in file: String, _ position: ListPosition, _ links: [NoteLink]
    ) throws(EditingFailure) -> [UInt8]? {
        let bytes = try editing { () throws(FileError) in try LocalFiles.read(file) }
        do throws(ArchiveError) {
            let archive = try KeyedArchive(ArchiveBytes(bytes))
            var editor = try ArchiveEditor(archive)
            let own = try ArchiveEditor(KeyedArchive(ArchiveBytes(note)))
            guard let list = editor.place(at: position.list),
                let value = editor.adopt(rootOf: own)
            else { return nil }
            if let place = editor.place(of: value), !links.isEmpty {
                link(place, links, in: &editor, try notes(of: archive))
            }
            if let key = position.key {
                guard editor.field(key, of: list)?.isNull ?? true else { return nil }
                editor.setField(key, value, of: list)
                return editor.bytes()
            }
            guard var members = editor.members(of: list) else { return nil }
            let index = max(0, min(position.index ?? members.count, members.count))
            members.insert(value, at: index)
            editor.setMembers(members, of: list)
            return editor.bytes()
        } catch {
            return nil
        }
    }

    /// Lets a note refer again to what it referred to, where that is still there.
    private func link(
        _ note: ArchiveEditor.Place, _ links: [NoteLink], in editor: inout ArchiveEditor,
        _ notes: [(note: Note, path: ArchivePath)]
    ) {
        for link in links {
            let path: ArchivePath? =
                switch link.target {
                case .holder(let path): path
                case .note(let title, let size):
                    notes.first { $0.note.title == title && $0.note.body.utf8.count == size }?.path
                }
            guard let target = path.flatMap({ editor.place(at: $0) }),
                let reference = editor.reference(to: target)
            else { continue }
            editor.setField(link.key, reference, of: note)
        }
    }

    private func notes(
        of archive: KeyedArchive
    ) throws(ArchiveError) -> [(note: Note, path: ArchivePath)] {
        var collector = NoteCollector(folder: folder, reading: reading)
        try collector.collect(
            OpenedArchive(archive, of: NotesFolder.SourceFile(name: "", path: "")))
        return zip(collector.notes, collector.places).map { ($0, $1.whole) }
    }

    /// A photo that two notes showed went to the trash with the one that was deleted last.
    private func restorePhotosOfOthers(for archive: [UInt8]) throws(EditingFailure) {
        // What was just brought back is in the folder now.
        let now = try NotesEditor(
            folder.path, notebook: notebook, isComplete: isComplete, reading: reading)
        guard let opened = try? KeyedArchive(ArchiveBytes(archive)),
            let notes = try? now.notes(of: opened)
        else { return }
        let missing = Set(
            notes.flatMap(\.note.photos).filter { $0.content == .missing }
                .compactMap { $0.name.flatMap(PhotoName.init) })
        guard !missing.isEmpty else { return }
        for entry in try trash.entries() {
            try restorePhotos(of: entry) { missing.contains($0) }
        }
    }

    private func restorePhotos(
        of entry: NotesTrash.Entry, where isWanted: (PhotoName) -> Bool = { _ in true }
    ) throws(EditingFailure) {
        for photo in try trash.photos(of: entry) {
            guard let name = PhotoName(photo.name), isWanted(name) else { continue }
            guard let target = pathBelowFolder(photo.name) else { continue }
            try editing { () throws(FileError) in
                let bytes = try LocalFiles.read(photo.path)
                let parent = LocalFiles.folder(of: target)
                try LocalFiles.makeFolder(parent)
                guard try LocalFiles.status(target) != nil else {
                    return try LocalFiles.replaceDurably(target, bytes, isNew: true)
                }
                if try LocalFiles.read(target) == bytes { return }
                // Another photo has that name now; both are kept.
                let stem = String(
                    decoding: target.utf8.dropFirst(parent.utf8.count + 1), as: UTF8.self)
                let free = try freeName("restored-" + stem, "", in: parent)
                try LocalFiles.replaceDurably(parent + "/" + free, bytes, isNew: true)
            }
        }
    }

    /// The path of a name below the notes folder; nil for one that would lead out of it, or to a
    /// hidden file.
    private func pathBelowFolder(_ name: String) -> String? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.isEmpty, parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else {
            return nil
        }
        let path = folder.path + "/" + name
        // A link on the way leads elsewhere.
        var parent = LocalFiles.folder(of: path)
        while LocalFiles.resolved(parent) == nil { parent = LocalFiles.folder(of: parent) }
        return LocalFiles.resolved(parent) == parent ? path : nil
    }

    private func isUnchanged(_ draft: NoteDraft) throws(EditingFailure) -> Bool {
        try editing { () throws(FileError) in
            guard try LocalFiles.status(draft.file) != nil else { return false }
            return try LocalFiles.read(draft.file) == draft.original
        }
    }

    private func requireUnchanged(_ draft: NoteDraft) throws(EditingFailure) {
        guard try isUnchanged(draft) else {
            throw EditingFailure(
                "\(draft.note.id.source) was changed by someone else meanwhile; nothing was done. Try again."
            )
        }
    }

    /// A part of a document package cannot go alone.
    private func requireNoPackage(_ id: NoteID) throws(EditingFailure) {
        let parent = LocalFiles.folder(of: id.source)
        guard parent != "." else { return }
        let reader = SourceReader(folder: folder, reading: reading)
        let outcomes = folder.sources.filter { LocalFiles.folder(of: $0.name) == parent }
            .map { reader.read($0) }
        guard DocumentPackages.joined(outcomes).flatMap(\.notes) != outcomes.flatMap(\.notes) else {
            return
        }
        throw EditingFailure(
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
    private func writeNew(
        _ bytes: [UInt8], named name: String
    ) throws(EditingFailure) -> String {
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
    private func putIntoPhotos(_ photo: NewPhoto) throws(EditingFailure) -> String {
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
) throws(EditingFailure) -> Value {
    do throws(FileError) {
        return try body()
    } catch {
        throw EditingFailure(error)
    }
}
