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
        var cards: [TemplateValue] = []
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
                .card(
                    card, anchor: place == .ownPage ? name : nil,
                    number: words.number(position + 1), identifier: deck.identifiers[position],
                    question: question, answer: try side(2 * position + 2, side: "answer"),
                    score: words.score(of: card)))
        }
        html += try templates.parts.render(
            TemplateFile.cards, with: .cards(cards, words: words, language: language))
    }
}

extension TemplateValue {
    /// Returns a card in the list of all cards.
    ///
    /// - Parameters:
    ///   - anchor: The identifier of the card's element, such as `card.1`, which other pages link;
    ///     nil outside the note's own page.
    ///   - identifier: The stable identifier of the card within its deck, by which scripts find it
    ///     when the deck is studied.
    static func card(
        _ card: Card, anchor: String?, number: String, identifier: String, question: [UInt8],
        answer: [UInt8], score: String
    ) -> TemplateValue {
        .record([
            ("anchor", .text(anchor)), ("number", .text(number)),
            ("identifier", .text(identifier)), ("rightCount", .text(String(card.rightCount))),
            ("wrongCount", .text(String(card.wrongCount))), ("question", .markup(question)),
            ("answer", .markup(answer)), ("score", .text(score)),
        ])
    }

    /// Returns the list of all cards of a deck, which is rendered without a page frame.
    ///
    /// - Parameter language: The language tag of the interface, which can differ from that of the
    ///   cards, as can its direction.
    static func cards(
        _ cards: [TemplateValue], words: LocalizedStrings, language: String
    ) -> TemplateValue {
        .record([
            ("cards", .list(cards)), ("isEmpty", .flag(cards.isEmpty)), ("words", words.value),
            ("interfaceLanguage", .text(language)),
            ("direction", .text(SiteOptions.direction(of: language))),
        ])
    }
}
