import MarkdownText
import Markup
import NoteModel

/// The list of all cards of a deck, for reading without scripts and in print. The page of a deck
/// also shows them one at a time.
extension NoteFiller {
    func append(
        _ deck: Deck, body: CompiledBody, of index: Int, to html: inout [UInt8],
        destination: inout NoteDestination
    ) throws {
        let outer = destination.identifierPrefix
        defer { destination.identifierPrefix = outer }
        var cards: [CardContext] = []
        cards.reserveCapacity(deck.cards.count)
        for (position, card) in deck.cards.enumerated() {
            let name = PageIdentifier.card(position)
            func side(_ text: Int, side: String) throws -> [UInt8] {
                var html: [UInt8] = []
                destination.identifierPrefix = "\(outer)\(name).\(side)."
                try append(body, text: text, of: index, to: &html, destination: &destination)
                return html
            }
            let question = try side(2 * position + 1, side: "question")
            cards.append(
                CardContext(
                    anchor: place == .ownPage ? name : nil, number: words.number(position + 1),
                    identifier: deck.identifiers[position], card: card, question: question,
                    answer: try side(2 * position + 2, side: "answer"), score: words.score(of: card)
                ))
        }
        html += try templates.library.render(
            SiteTemplates.Name.cards,
            value: CardsContext(cards: cards, words: words, language: language).value)
    }
}

/// A card in the list of all cards.
struct CardContext: Sendable {
    /// The identifier of the card's element, such as `card.1`, which other pages link; nil outside
    /// the note's own page.
    let anchor: String?
    let number: String
    /// The stable identifier of the card within its deck, by which scripts find it when the deck is
    /// studied.
    let identifier: String
    let card: Card
    let question: [UInt8]
    let answer: [UInt8]
    let score: String

    var value: TemplateValue {
        .record([
            ("anchor", .text(anchor)), ("number", .text(number)),
            ("identifier", .text(identifier)), ("rightCount", .text(String(card.rightCount))),
            ("wrongCount", .text(String(card.wrongCount))), ("question", .markup(question)),
            ("answer", .markup(answer)), ("score", .text(score)),
        ])
    }
}

/// The list of all cards of a deck, as the template `cards.html` is offered it. It is rendered
/// without a page frame.
struct CardsContext: Sendable {
    let cards: [CardContext]
    let words: LocalizedStrings
    /// The language tag of the interface, which can differ from that of the cards, as can its
    /// direction.
    let language: String

    var value: TemplateValue {
        .record([
            ("cards", .list(cards.map(\.value))), ("isEmpty", .flag(cards.isEmpty)),
            ("words", words.value), ("interfaceLanguage", .text(language)),
            ("direction", .text(SiteOptions.direction(of: language))),
        ])
    }
}
