import KeyedArchives
import LocalFiles
import NoteArchives
import NoteModel
import Platform

extension NotesTrash {
    /// Adds a note as stored in its file, without the changes of a draft, completely or not at all.
    ///
    /// - Parameter files: Photos that are files of the notes folder.
    func addEarlierVersion(
        of draft: NoteDraft, named name: String, files: [String]
    ) throws -> Entry {
        let (id, title) = (draft.note.id, draft.note.title)
        // The whole file if there is nothing else in it.
        var (archive, links) = (draft.archive.original, [OutwardReference]())
        if !draft.isAlone, let before = draft.archive.unchanged,
            let object = before.place(at: draft.whole)
        {
            (archive, links) = draft.detached(object, from: before)
        }
        return try add(
            named: name, title: title, source: id.source, position: nil, links: links,
            archive: archive, files: files,
            replacement: Replacement(
                index: id.index, texts: [draft.title ?? title],
                lineage: try lineage(of: [title], at: id.index, in: id.source, isCard: false)))
    }
}

extension NoteDraft {
    /// Replaces the fields of the note with those of an earlier version.
    ///
    /// - Parameter links: References that the version lost when it was taken out of its file; the
    ///   note keeps its present ones.
    /// - Throws: ``UserError`` if the version cannot be read, or has another form of archive.
    mutating func takeFields(of version: [UInt8], keeping links: [OutwardReference]) throws {
        let other = try EditableArchive(
            archive.source, bytes: version, collector: collector.emptied)
        let found = other.collector.archived
        guard found.count == 1, let earlier = found.first else { throw inseparable }
        // Values of a plain property list are copied; objects of a keyed archive are added to its
        // object table.
        var source = other.editor
        var object = source.place(at: earlier.path)
        if !editor.isPlain {
            let root = editor.adopt(rootOf: source).flatMap { editor.place(of: $0) }
            object = root.flatMap { editor.place(at: earlier.path, from: $0) }
            source = editor
        }
        guard let object else { throw inseparable }
        let kept = Set(links.map(\.key))
        let keys = source.keys(of: object)
        for key in editor.keys(of: place) where !keys.contains(key) && !kept.contains(key) {
            editor.setField(key, new: nil, of: place)
        }
        for key in keys where !kept.contains(key) {
            editor.setField(key, new: source.field(key, of: object), of: place)
        }
        title = earlier.note.title
        body = earlier.note.body
    }
}

extension NotesEditor {
    /// Replaces a note or a card with an earlier version; the present version goes to the trash.
    ///
    /// - Returns: The name of the file; nil if the entry is not an earlier version, or if its
    ///   replacement can no longer be found.
    func restoreVersion(_ archive: [UInt8], entry: NotesTrash.Entry) throws -> String? {
        guard let replacement = entry.replacement, let source = entry.sourceName,
            folder.sources.contains(where: { $0.name == source })
        else { return nil }
        if entry.isCard { return try restoreCard(archive, entry: entry, replacement: replacement) }
        let last = try trash.lastReplacement(of: replacement)
        guard let earlier = notes(of: archive)?.first,
            try !isDeleted(earlier, last, after: entry, from: source),
            let id = note(replacing: earlier, last, in: source)
        else { return nil }
        var draft = try draft(of: id)
        // A file that holds one note is restored byte for byte.
        if draft.isAlone, entry.links.isEmpty {
            draft.title = earlier.title
            try replace(draft, with: archive, named: id.fileStem)
        } else {
            do {
                try draft.takeFields(of: archive, keeping: entry.links)
            } catch {
                // The app may have changed the form of its archive since.
                return nil
            }
            try save(draft, named: id.fileStem)
        }
        return source
    }

    /// True if the note that replaced an earlier version was deleted since: what is in its place is
    /// another note, whatever its title is.
    private func isDeleted(
        _ earlier: Note, _ replacement: NotesTrash.Replacement, after entry: NotesTrash.Entry,
        from source: String
    ) throws -> Bool {
        try trash.entries().contains { other in
            other.hasNote && !other.isCard && !other.isEarlierVersion && other.sourceName == source
                && (other.title == earlier.title || replacement.texts.contains(other.title))
                && other.date ?? .distantPast > entry.date ?? .distantPast
        }
    }

    /// Returns the note that replaced an earlier version; nil if it cannot be determined.
    private func note(
        replacing earlier: Note, _ replacement: NotesTrash.Replacement, in source: String
    ) -> NoteID? {
        guard let file = folder.sources.first(where: { $0.name == source }) else { return nil }
        let present = SourceReader(folder: folder, reading: reading).read(file).notes
        func isLike(_ note: Note) -> Bool {
            note.title == earlier.title || replacement.texts.contains(note.title)
                || (earlier.created != nil && note.created == earlier.created)
                || (!earlier.body.isEmpty && note.body == earlier.body)
        }
        let ways: [(Note) -> Bool] = [
            { $0.identifier != nil && $0.identifier == earlier.identifier },
            { $0.id.index == replacement.index && isLike($0) }, isLike,
        ]
        return ways.lazy.map { present.filter($0) }.first { $0.count == 1 }?.first?.id
    }

    private func restoreCard(
        _ archive: [UInt8], entry: NotesTrash.Entry, replacement: NotesTrash.Replacement
    ) throws -> String? {
        guard let source = entry.sourceName,
            let earlier = notes(of: archive)?.first?.deck,
            let card = earlier.cards.first,
            let deck = try deck(at: entry.position?.list, in: source)
        else { return nil }
        let draft = try deckDraft(of: deck)
        let last = try trash.lastReplacement(of: replacement)
        guard let position = position(of: last, identifier: card.identifier, in: draft.cards)
        else { return nil }
        try edit(
            cardAt: position, of: draft, question: card.question, answer: card.answer,
            named: "\(deck.id.fileStem)-card-\(position + 1)")
        return source
    }

    /// Returns the position of the card that replaced an earlier version; nil if it cannot be
    /// determined.
    private func position(
        of replacement: NotesTrash.Replacement, identifier: String?, in cards: [Card]
    ) -> Int? {
        let ways: [(Card) -> Bool] = [
            { $0.identifier != nil && $0.identifier == identifier },
            { [$0.question, $0.answer] == replacement.texts },
            { $0.question == replacement.texts.first },
        ]
        for way in ways {
            let found = cards.indices.filter { way(cards[$0]) }
            if found.contains(replacement.index) { return replacement.index }
            if let only = found.first { return found.count == 1 ? only : nil }
        }
        return nil
    }

    /// Returns the deck whose cards are the list at a path of an archive; nil if there is none.
    private func deck(at list: ArchivePath?, in source: String) throws -> Note? {
        guard let file = folder.sources.first(where: { $0.name == source }) else { return nil }
        return try archive(of: file).collector.archived
            .first { $0.note.deck != nil && $0.path == list }?.note
    }
}
