import MarkdownText
import NoteModel
import OutputPlan
import TextTemplates

/// What the page of a deck has beyond that of a note: the cards one at a time, for studying.
struct DeckPart: Sendable {
    /// Tells the deck from others wherever its marks are kept.
    let identifier: String
    /// Of the file in which marks are saved, without its ending.
    let fileName: String
    let hasCards: Bool

    var fields: [TemplateValue.Field] {
        [
            ("deckIdentifier", .text(identifier)), ("fileName", .text(fileName)),
            ("hasCards", .flag(hasCards)),
        ]
    }
}

/// All decks of the notebook, and the cards of all of them that were missed most.
struct DecksPage: Sendable {
    let frame: PageFrame
    let count: String
    let views: [IndexView]
    let rows: IndexRows
    let missed: [MissedCard]

    /// A card that was not known.
    struct MissedCard: Sendable {
        /// To the card in its deck; the question is its title.
        let link: NoteLink
        let deck: String
        let score: String

        var value: TemplateValue {
            .record([
                ("title", .text(link.title)), ("address", .text(link.address)),
                ("deck", .text(deck)), ("score", .text(score)),
            ])
        }
    }

    var value: TemplateValue {
        frame.value(
            listing: count, path: SiteTemplates.Name.decks, frame.words.decks, views,
            [
                ("notes", rows.value), ("missed", .list(missed.map(\.value))),
                ("hasMissed", .flag(!missed.isEmpty)),
            ])
    }
}

extension NoteIndexes {
    /// Positions of the decks, by title.
    var decks: [Int] { orders[.title].filter { notes[$0].deck != nil } }

    /// Cards of the list of those that were missed.
    private static let maximumMissed = 50

    func decks(_ frame: PageFrame, _ views: [IndexView]) -> DecksPage {
        let decks = decks
        return DecksPage(
            frame: frame, count: words.count(ofDecks: decks.count), views: views,
            rows: rows(decks, on: .order(orders.defaultOrder)), missed: missed(in: decks))
    }

    /// The cards that were missed most; of equals those that were known least.
    private func missed(in decks: [Int]) -> [DecksPage.MissedCard] {
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
            let question = site.facts[deck].questions[index]
            return DecksPage.MissedCard(
                link: NoteLink(
                    title: question.isEmpty ? "\(words.card) \(words.number(index + 1))" : question,
                    address: map.address(ofNote: deck, from: "") + "#" + PageIdentifier.card(index)
                ),
                deck: notes[deck].title, score: words.score(of: card))
        }
    }
}
