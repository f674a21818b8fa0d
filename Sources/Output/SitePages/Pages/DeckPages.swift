import MarkdownText
import Markup
import NoteModel

extension PageFrame {
    /// Returns the page of all decks of the notebook.
    ///
    /// - Parameter missed: The cards that were most often answered wrong, each with the link to it
    ///   in its deck, whose title is the first words of the question or the card's number.
    func decks(
        _ rows: IndexRows, missed: [(link: NoteLink, deck: String, score: String)]
    ) -> TemplateValue {
        let cards = missed.map { link, deck, score in
            TemplateValue.record([
                ("title", .text(link.title)), ("address", .text(link.address)),
                ("deck", .text(deck)), ("score", .text(score)),
            ])
        }
        return value(
            listing: words.count(of: rows.count, as: \.deckCount),
            path: TemplateFile.decks, title: words[.decks],
            fields: [
                ("notes", rows.value), ("missed", .list(cards)),
                ("hasMissed", .flag(!cards.isEmpty)),
            ])
    }
}

extension NoteIndexes {
    /// The maximum number of cards in the list of missed cards of the whole notebook.
    private static let maximumMissed = 50

    func decks(_ frame: PageFrame) -> TemplateValue {
        let decks = decks
        return frame.decks(
            rows(decks, on: .order(orders.defaultOrder)), missed: missed(in: decks))
    }

    /// Returns the cards most often answered wrong, at most 50; of equal ones, those least often
    /// answered right come first, then those of earlier decks.
    private func missed(
        in decks: [Int]
    ) -> [(link: NoteLink, deck: String, score: String)] {
        var cards: [(deck: Int, index: Int, card: Card)] = []
        for deck in decks {
            for (index, card) in (notes[deck].deck?.cards ?? []).enumerated()
            where card.wrongCount > 0 {
                cards.append((deck, index, card))
            }
        }
        let inOrder = cards.enumerated().sorted { left, right in
            let (first, second) = (left.element.card, right.element.card)
            return (-first.wrongCount, first.rightCount, left.offset)
                < (-second.wrongCount, second.rightCount, right.offset)
        }
        return inOrder.prefix(Self.maximumMissed).map { entry in
            let (deck, index, card) = entry.element
            let question = site.rows[deck].facts.questions[index]
            let link = NoteLink(
                title: question.isEmpty
                    ? "\(words[.card]) \(words.number(index + 1))" : question,
                address: map.address(ofNote: deck, from: "") + "#" + PageIdentifier.card(index))
            return (link, notes[deck].title, words.score(of: card))
        }
    }
}
