import KeyedArchives
import LocalFiles
import NoteArchives
package import NoteModel
import Platform

/// Restoring of notes and photos from the trash.
extension NotesEditor {
    /// Restores an entry of the trash and removes it there: a note in its former position, or in a
    /// file of its own if that is taken; an earlier version in place of the present one, which goes
    /// to the trash; and photos to the folder Photos.
    ///
    /// - Returns: The name of the file that holds the note now; nil for photos alone.
    /// - Throws: ``UserError`` if the present version has changed meanwhile or cannot be changed;
    ///   ``FileError`` if a file cannot be read or written.
    package func restore(_ entry: NotesTrash.Entry) throws -> String? {
        try restorePhotos(of: entry)
        var restored: String?
        let archive = try trash.archive(of: entry)
        if let archive, let hiding = entry.hiding {
            try show(hiding, archive: archive, source: entry.sourceName)
            restored = entry.sourceName
        } else if let archive {
            try restorePhotosOfOthers(for: archive)
            restored = try restoreMarks(archive, entry: entry)
            if restored == nil { restored = try restoreVersion(archive, entry: entry) }
            if restored == nil { restored = try restoreNote(archive, entry: entry) }
        }
        try trash.remove(entry)
        return restored
    }

    /// Returns the text of the note or the card in an entry of the trash, which may be that of the
    /// first of several notes; empty if it cannot be read.
    package func text(of entry: NotesTrash.Entry) -> String {
        guard let bytes = try? trash.archive(of: entry), let note = notes(of: bytes)?.first
        else { return "" }
        let cards = note.deck?.cards.map { "\($0.question) — \($0.answer)" } ?? []
        return ([note.body] + cards).joined(separator: " ")
    }
}

extension NotesEditor {
    /// Returns the note in an entry of the trash with its photos; nil if it cannot be read, and for
    /// a card.
    package func note(of entry: NotesTrash.Entry) -> Note? {
        guard !entry.isCard, let draft = try? draft(of: entry),
            let files = try? trash.photos(of: entry)
        else { return nil }
        return draft.note.withFiles(files)
    }

    /// Returns a photo of a note in the trash.
    ///
    /// - Parameter note: The note of the entry.
    package func photo(_ position: Int, of note: Note, in entry: NotesTrash.Entry) -> Medium? {
        guard note.photos.indices.contains(position) else { return nil }
        var only = note
        only.photos = [note.photos[position]]
        return located(only, in: entry, unpacks: false).photos[0]
    }

    /// Returns a draft of the note in an entry of the trash; nil for photos alone. Its media are
    /// at places in its archive, which may be no file.
    private func draft(of entry: NotesTrash.Entry) throws -> NoteDraft? {
        try trash.archive(of: entry).map {
            try draft(of: NoteID(source: "", index: 0), in: Self.unnamed, bytes: $0)
        }
    }

    /// Returns a note of the trash with its media at their places in files.
    ///
    /// - Parameter unpacks: True to store the archive whole if it is not in a file of its own, and
    ///   media are in no other; false to leave these out.
    package func located(_ note: Note, in entry: NotesTrash.Entry, unpacks: Bool = true) -> Note {
        var note = note
        note.media.forEach { medium in
            guard let bytes = medium.stored, bytes.file == Self.unnamed.path else { return }
            let place = trash.place(of: bytes.range, in: entry, unpacks: unpacks)
            medium.content =
                place.map { file, range in
                    .stored(
                        StoredBytes(file: file, range: range, decodedRange: bytes.decodedRange))
                } ?? .missing
        }
        return note
    }

    /// Returns a version of a note from the trash, as a draft and as a note with its photos, and its
    /// entry; nil if none of the newest entries is that version. ``located(_:in:unpacks:)`` finds
    /// the media that are in its archive.
    ///
    /// - Parameter isWanted: Returns true for the wanted version.
    /// - Throws: ``FileError`` if the trash cannot be read.
    package func trashed(
        where isWanted: (NoteDraft) -> Bool
    ) throws -> (draft: NoteDraft, note: Note, entry: NotesTrash.Entry)? {
        let entries = try trash.entries().filter { $0.hasNote && !$0.isCard }
            .sorted { ($0.date ?? .distantPast) > ($1.date ?? .distantPast) }
        for entry in entries.prefix(Self.maximumTrashed) {
            guard let draft = try? draft(of: entry), isWanted(draft) else { continue }
            return (draft, draft.note.withFiles(try trash.photos(of: entry)), entry)
        }
        return nil
    }

    /// The number of entries of the trash in which a version is looked for.
    private static let maximumTrashed = 40

    private func restoreNote(_ archive: [UInt8], entry: NotesTrash.Entry) throws -> String {
        if let name = entry.sourceName, let file = pathBelowFolder(name) {
            let isThere = try LocalFiles.status(file) != nil
            if entry.position == nil, !isThere {
                try LocalFiles.makeFolder(LocalFiles.folder(of: file))
                try LocalFiles.replaceDurably(file, bytes: archive, isNew: true)
                return name
            }
            if isThere, let position = try trash.current(entry),
                let bytes = try listed(archive, in: file, position: position, entry: entry)
            {
                try LocalFiles.replaceDurably(file, bytes: bytes)
                if !entry.isCard, let rank = rank(at: position, in: name, bytes: bytes) {
                    changeOrder(name, at: rank, isRemoved: false)
                }
                return name
            }
        }
        return try writeNew(archive, named: entry.name)
    }

    /// Returns the position of a restored note among the notes of its file; nil if it is not found.
    private func rank(at position: ListPosition, in source: String, bytes: [UInt8]) -> Int? {
        let file = NotesFolder.SourceFile(name: source, path: folder.path + "/" + source)
        let archived = (try? archive(of: file, bytes: bytes))?.collector.archived ?? []
        let own = archived.indices.filter { archived[$0].whole.parent == position.list }
        guard let index = position.index, let last = own.last else { return nil }
        return own.first {
            ListPosition(archived[$0].whole)?.index.map { $0 >= index } ?? false
        } ?? last
    }

    /// Returns the archive at `file` with a note inserted into its list again; nil if the list is
    /// gone, or another note has its key.
    private func listed(
        _ note: [UInt8], in file: String, position: ListPosition, entry: NotesTrash.Entry
    ) throws -> [UInt8]? {
        let bytes = try LocalFiles.read(file)
        guard var archive = try? archive(of: Self.unnamed, bytes: bytes),
            let own = try? self.archive(of: Self.unnamed, bytes: note).editor
        else { return nil }
        let present = archive.collector
        // A card is restored only among cards; by now, the list may be one of notes.
        let isDeck =
            present.isEmptyList && position.list == .root
            || present.archived.contains { $0.note.deck != nil && $0.path == position.list }
        guard !entry.isCard || isDeck, let list = archive.editor.place(at: position.list),
            let value = archive.editor.adopt(rootOf: own)
        else { return nil }
        if let place = archive.editor.place(of: value), !entry.links.isEmpty {
            link(place, links: entry.links, in: &archive.editor, present: present)
        }
        if let key = position.key {
            guard archive.editor.field(key, of: list)?.isNull ?? true else { return nil }
            archive.editor.setField(key, new: value, of: list)
            return archive.bytes()
        }
        guard var members = archive.editor.members(of: list) else { return nil }
        let index = max(0, min(position.index ?? members.count, members.count))
        members.insert(value, at: index)
        archive.editor.setMembers(members, of: list)
        return archive.bytes()
    }

    /// Restores the references of a note to objects that still exist.
    private func link(
        _ note: ArchiveEditor.Place, links: [OutwardReference], in editor: inout ArchiveEditor,
        present: NoteCollector
    ) {
        for link in links {
            let path: ArchivePath? =
                switch link.target {
                case .holder(let path): path
                case .note(let title, let size):
                    present.archived
                        .first { $0.note.title == title && $0.note.body.utf8.count == size }?.whole
                }
            guard let target = path.flatMap({ editor.place(at: $0) }),
                let reference = editor.reference(to: target)
            else { continue }
            editor.setField(link.key, new: reference, of: note)
        }
    }

    private static let unnamed = NotesFolder.SourceFile(name: "", path: "")

    /// Returns the notes in an archive of the trash; nil if it cannot be read.
    func notes(of archive: [UInt8]) -> [Note]? {
        try? self.archive(of: Self.unnamed, bytes: archive).collector.notes
    }

    /// Restores missing photos of the notes in an archive from other entries of the trash. A photo
    /// that two notes show goes to the trash with the note that is deleted last.
    private func restorePhotosOfOthers(for archive: [UInt8]) throws {
        // The folder now contains the photos that have just been restored.
        let now = try NotesEditor(
            folder.path, notebook: notebook, isComplete: isComplete, reading: reading)
        guard let notes = now.notes(of: archive) else { return }
        let missing = Set(
            notes.flatMap(\.photos).filter { $0.content == .missing }
                .compactMap { $0.name.flatMap(PhotoName.init) })
        guard !missing.isEmpty else { return }
        for entry in try trash.entries() {
            try restorePhotos(of: entry) { missing.contains($0) }
        }
    }

    private func restorePhotos(
        of entry: NotesTrash.Entry, where isWanted: (PhotoName) -> Bool = { _ in true }
    ) throws {
        for photo in try trash.photos(of: entry) {
            guard let name = PhotoName(photo.name), isWanted(name) else { continue }
            guard let target = pathBelowFolder(photo.name) else { continue }
            let bytes = try LocalFiles.read(photo.path)
            let parent = LocalFiles.folder(of: target)
            try LocalFiles.makeFolder(parent)
            guard try LocalFiles.status(target) != nil else {
                try LocalFiles.replaceDurably(target, bytes: bytes, isNew: true)
                continue
            }
            if try LocalFiles.read(target) == bytes { continue }
            // Another photo has that name now; both are kept.
            let stem = String(decoding: target.utf8.dropFirst(parent.utf8.count + 1), as: UTF8.self)
            let free = try freeName("restored-" + stem, fileExtension: "", in: parent)
            try LocalFiles.replaceDurably(parent + "/" + free, bytes: bytes, isNew: true)
        }
    }

    /// Returns the path of a name below the notes folder; nil for one that would be outside of it,
    /// or hidden.
    func pathBelowFolder(_ name: String) -> String? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.isEmpty, parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else {
            return nil
        }
        let path = folder.path + "/" + name
        // A symbolic link in the path could lead outside of the folder.
        var parent = LocalFiles.folder(of: path)
        while LocalFiles.resolved(parent) == nil { parent = LocalFiles.folder(of: parent) }
        return LocalFiles.resolved(parent) == parent ? path : nil
    }
}

extension Note {
    /// Returns the note with files of an entry of the trash for media that are missing
    /// in the notes folder.
    fileprivate func withFiles(_ files: [(name: String, path: String)]) -> Note {
        var note = self
        note.media.forEach { medium in
            guard medium.content == .missing, let wanted = medium.name.flatMap(PhotoName.init),
                let file = files.first(where: { PhotoName($0.name) == wanted }),
                let status = (try? LocalFiles.status(file.path)) ?? nil
            else { return }
            medium.content = .stored(StoredBytes(file: file.path, range: 0..<status.size))
        }
        return note
    }
}
