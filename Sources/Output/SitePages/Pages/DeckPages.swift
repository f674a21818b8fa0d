import MarkdownText
import Markup
import NoteModel

/// The part of a deck's page for studying, which shows the cards one at a time and needs scripts.
struct DeckPart: Sendable {
    /// The identifier under which the browser stores the marks of the deck: 20 hexadecimal digits,
    /// which do not depend on the title.
    let identifier: String
    /// The name of the file in which marks are saved, without extension: the slug of the note.
    let fileName: String
    let hasCards: Bool

    var fields: [TemplateValue.Field] {
        [
            ("deckIdentifier", .text(identifier)), ("fileName", .text(fileName)),
            ("hasCards", .flag(hasCards)),
        ]
    }
}

/// The page of all decks of the notebook, with the cards that were most often answered wrong.
struct DecksPage: Sendable {
    let frame: PageFrame
    let count: String
    let views: [IndexView]
    let rows: IndexRows
    let missed: [MissedCard]

    /// A card that was answered wrong at least once, according to the counts in the archive.
    struct MissedCard: Sendable {
        /// The link to the card in its deck, with the first words of the question as its title, or
        /// the card's number if there are none.
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
            listing: count, path: SiteTemplates.Name.decks, title: frame.words[.decks],
            views: views,
            fields: [
                ("notes", rows.value), ("missed", .list(missed.map(\.value))),
                ("hasMissed", .flag(!missed.isEmpty)),
            ])
    }
}

extension NoteIndexes {
    /// The positions of the decks in the notebook, by title; empty if all notes are of other kinds.
    var decks: [Int] { orders[.title].filter { notes[$0].deck != nil } }

    /// The maximum number of cards in the list of missed cards of the whole notebook.
    private static let maximumMissed = 50

    func decks(_ frame: PageFrame, views: [IndexView]) -> DecksPage {
        let decks = decks
        return DecksPage(
            frame: frame, count: words.count(ofDecks: decks.count), views: views,
            rows: rows(decks, on: .order(orders.defaultOrder)), missed: missed(in: decks))
    }

    /// Returns the cards most often answered wrong, at most 50; of equal ones, those least often
    /// answered right come first, then those of earlier decks.
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
            let question = site.rows[deck].facts.questions[index]
            return DecksPage.MissedCard(
                link: NoteLink(
                    title: question.isEmpty
                        ? "\(words[.card]) \(words.number(index + 1))" : question,
                    address: map.address(ofNote: deck, from: "") + "#" + PageIdentifier.card(index)
                ),
                deck: notes[deck].title, score: words.score(of: card))
        }
    }
}
