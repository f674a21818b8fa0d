import BuildPipeline
import Hashing
import NoteEditing
import NoteModel
import Platform

/// Changes of decks and their cards.
extension NoteActions {
    /// Creates a deck without cards and returns it.
    func createDeck(_ request: NoteRequest) throws -> NoteDocument {
        guard let title = request.title, title.contains(where: { !$0.isWhitespace }) else {
            throw EditorError.malformed("a deck needs a name")
        }
        let source = try changing { try $0.createDeck(titled: title) }
        guard let deck = try notebook.state()[NoteID(source: source, index: 0)] else {
            throw EditorError.gone("The deck")
        }
        return try document(deck.identifier)
    }

    /// Adds a card after another one, or at the beginning, and returns the deck. If the other one
    /// is gone, the new card is the last.
    func addCard(_ identifier: String, request: CardRequest) throws -> NoteDocument {
        let texts = try requireTexts(request)
        return try changingDeck(identifier) { draft, deck, editor in
            let last = deck.cards.indices.last
            let position = request.card.flatMap { deck.index(of: $0) ?? last }
            try draft.add(question: texts[0], answer: texts[1], after: position)
            try editor.save(draft)
        }
    }

    /// Changes the question and the answer of a card and returns the deck.
    func editCard(_ identifier: String, request: CardRequest) throws -> NoteDocument {
        let texts = try requireTexts(request)
        return try changingDeck(identifier) { draft, deck, editor in
            let position = try cardPosition(of: request.card ?? "", request, in: deck)
            try editor.edit(
                cardAt: position, of: draft, question: texts[0], answer: texts[1],
                named: "\(Catalog.fileName(of: draft.note.title))-card-\(position + 1)")
        }
    }

    /// Adds to the counts of a card and returns the deck.
    func markCard(_ identifier: String, request: CardRequest) throws -> NoteDocument {
        try changingDeck(identifier) { draft, deck, editor in
            let position = try cardPosition(of: request.card ?? "", request, in: deck)
            let card = deck.cards[position]
            let counts = try request.counts(for: card)
            try draft.add(right: counts.right, wrong: counts.wrong, toCardAt: position)
            try editor.save(draft)
        }
    }

    /// Moves a card to the trash.
    ///
    /// - Returns: The deck, and the identifier of the entry in the trash.
    func deleteCard(
        _ identifier: String, request: CardRequest
    ) throws -> (deck: NoteDocument, entry: String?) {
        var entry: String?
        let deck = try changingDeck(identifier) { draft, deck, editor in
            let position = try cardPosition(of: request.card ?? "", request, in: deck)
            entry = try editor.delete(
                cardsAt: [position], of: draft, named: Catalog.fileName(of: draft.note.title)
            ).first.map(Self.identifier)
        }
        return (deck, entry)
    }

    private func requireTexts(_ request: CardRequest) throws -> [String] {
        let texts = [request.question ?? "", request.answer ?? ""]
        guard texts.allSatisfy({ $0.contains { !$0.isWhitespace } }) else {
            throw EditorError.malformed("a card needs a question and an answer")
        }
        return texts
    }

    private func changingDeck(
        _ identifier: String, change: (inout DeckDraft, Deck, NotesEditor) throws -> Void
    ) throws -> NoteDocument {
        try changing { editor in
            let state = try notebook.state()
            guard let note = state[identifier]?.note, note.deck != nil else {
                throw state.absence(of: identifier, called: "The deck")
            }
            var draft = try editor.deckDraft(of: note)
            try change(&draft, Deck(draft.cards), editor)
        }
        return try document(identifier)
    }

    /// Returns the position of a card, and checks that its texts are still those that the page
    /// showed.
    private func cardPosition(
        of card: String, _ request: CardRequest, in deck: Deck
    ) throws -> Int {
        guard let position = deck.index(of: card) else { throw EditorError.gone("The card") }
        let present = [deck.cards[position].question, deck.cards[position].answer]
        guard request.shown == nil || request.shown == present else {
            throw EditorError.conflict(
                .object([("question", .string(present[0])), ("answer", .string(present[1]))]))
        }
        return position
    }
}
