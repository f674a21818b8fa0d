import KeyedArchives
import LocalFiles
import NoteArchives
package import NoteModel

extension NotesEditor {
    /// Creates a deck without cards in a file of its own, whose name becomes its title.
    ///
    /// - Returns: The name of the file.
    /// - Throws: ``UserError`` if there is a file of that name, or the notes folder is a single
    ///   archive; ``FileError``.
    package func createDeck(titled title: String) throws -> String {
        try requireFolder(for: "A new deck")
        let name = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            .replacing("/", with: "-")
        let file = (name.hasPrefix(".") ? "_" + name.dropFirst() : name) + ".archive"
        guard try LocalFiles.status(folder.path + "/" + file, followingLinks: false) == nil else {
            throw UserError("There is already a deck “\(title)”, in \(file).")
        }
        var writer = ArchiveEditor()
        let bytes = writer.archive(rootArray: [])
        try LocalFiles.replaceDurably(folder.path + "/" + file, bytes: bytes, isNew: true)
        try RememberedDecks(folder).remember(.standard, as: file)
        return file
    }

    /// Returns a draft for changing the cards of a deck.
    ///
    /// - Throws: ``UserError`` if the deck is gone or cannot be changed; ``FileError`` if its file
    ///   cannot be read.
    package func deckDraft(of note: Note) throws -> DeckDraft {
        guard let source = folder.sources.first(where: { $0.name == note.id.source }) else {
            throw UserError.gone(note.id.source)
        }
        return try DeckDraft(
            note, in: archive(of: source),
            remembered: RememberedDecks(folder).decks[source.name])
    }

    /// Writes a changed deck to its file.
    ///
    /// - Throws: ``UserError`` if the file has changed since the draft was made.
    package func save(_ draft: DeckDraft) throws {
        let bytes = try draft.checkedBytes()
        try requireUnchanged(draft.archive)
        try LocalFiles.replaceDurably(draft.archive.file, bytes: bytes)
    }

    /// Changes the question and the answer of a card; its previous version goes to the trash.
    ///
    /// - Parameters:
    ///   - position: The position of the card, from 0.
    ///   - name: The name of the entry in the trash; numbered if it is taken.
    /// - Throws: ``UserError`` if the file has changed since the draft was made.
    package func edit(
        cardAt position: Int, of draft: DeckDraft, question: String, answer: String,
        named name: String
    ) throws {
        var draft = draft
        let old = draft.cards[position]
        let (card, place) = try draft.detachedCard(at: position)
        try draft.setTexts(ofCardAt: position, question: question, answer: answer)
        _ = try draft.checkedBytes()
        try requireUnchanged(draft.archive)
        let source = draft.note.id.source
        let archive = draft.archive
        try withNewEntries(for: archive.file, holding: archive.original) { entries in
            entries.append(
                try trash.add(
                    named: name, title: old.shortText, source: source,
                    position: try trash.original(place, in: source), isCard: true, archive: card,
                    replacement: .init(
                        index: position, texts: [question, answer],
                        lineage: try trash.lineage(
                            of: [old.question, old.answer], at: position, in: source,
                            isCard: true))))
            try save(draft)
        }
    }

    /// Moves cards of a deck to the trash, all of them or none.
    ///
    /// - Parameters:
    ///   - positions: The positions of the cards, from 0.
    ///   - name: The beginning of the entries' names in the trash, followed by the number of each
    ///     card.
    /// - Returns: The entries, beginning with the last card.
    /// - Throws: ``UserError`` if the file has changed since the draft was made, or if the deck
    ///   would not be found again without a card; ``FileError`` if a file cannot be written.
    @discardableResult
    package func delete(
        cardsAt positions: Set<Int>, of draft: DeckDraft, named name: String
    ) throws -> [NotesTrash.Entry] {
        var draft = draft
        let source = draft.note.id.source
        let before = draft
        // From the end, so that the positions of the others stay.
        var removed: [(name: String, card: Card, archive: [UInt8], place: ListPosition)] = []
        for position in positions.sorted(by: >) {
            let card = draft.cards[position]
            let (archive, place) = try draft.remove(at: position)
            removed.append(("\(name)-card-\(position + 1)", card, archive, place))
        }
        guard !draft.cards.isEmpty || draft.isWholeArchive else {
            throw UserError(
                "“\(draft.note.title)” is part of \(source), and would not be found again without a card.",
                "Leave one, or delete the deck: `notebinder delete`.")
        }
        _ = try draft.checkedBytes()
        try requireUnchanged(draft.archive)
        let archive = before.archive
        return try withNewEntries(for: archive.file, holding: archive.original) { entries in
            // The copies are complete before the cards are deleted.
            for (name, card, archive, place) in removed {
                entries.append(
                    try trash.add(
                        named: name, title: card.shortText, source: source,
                        position: try trash.original(place, in: source), isCard: true,
                        archive: archive))
            }
            if draft.cards.isEmpty, let form = before.form {
                try RememberedDecks(folder).remember(form, as: source)
            }
            try save(draft)
        }
    }

    /// Moves a deck without cards to the trash. Its whole file is deleted, since an empty list
    /// contains nothing to remove.
    func delete(emptyDeck deck: Note, named name: String) throws -> NotesTrash.Entry {
        let draft = try deckDraft(of: deck)
        let entry = try trash.add(
            named: name, title: deck.title, source: deck.id.source, position: nil,
            archive: draft.archive.original)
        try LocalFiles.remove(draft.archive.file)
        return entry
    }
}

extension Card {
    /// The question, or the answer of a card without a question.
    fileprivate var shortText: String { question.isEmpty ? answer : question }
}
