import MarkdownText
import NoteModel
import TextTemplates

/// The cards of a deck, all of them, to be read without scripts and on paper; the page of a deck
/// shows them one at a time.
extension NoteRenderer {
    func append(
        _ deck: Deck, of note: Note, to written: inout WrittenText, _ found: FoundInText
    ) throws(TemplateError) {
        let direction = TextLanguage.isRightToLeft(language) ? "rtl" : "ltr"
        var cards: [CardValue] = []
        cards.reserveCapacity(deck.cards.count)
        for (index, card) in deck.cards.enumerated() {
            let name = PageIdentifier.card(index)
            let question = try text(card.question, of: note, inner(name + ".question"), found)
            let answer = try text(card.answer, of: note, inner(name + ".answer"), found)
            written.add(question)
            written.add(answer)
            written.questions.append(question.excerpt)
            cards.append(
                CardValue(
                    anchor: place == .ownPage ? name : nil, number: words.number(index + 1),
                    identifier: deck.identifiers[index], card: card, question: question.html,
                    answer: answer.html, score: words.score(of: card)))
        }
        written.html += try templates.library.render(
            SiteTemplates.Name.cards,
            CardsValue(cards: cards, words: words, direction: direction).value)
        if !cards.isEmpty { written.hasIdentifiers = true }
        let parts = [words.count(ofCards: deck.cards.count), written.questions.first ?? ""]
        written.excerpt = parts.filter { !$0.isEmpty }.joined(separator: " · ")
    }
}

/// A card as the list of all cards shows it.
struct CardValue: Sendable {
    /// Its address on the page; nil where another page has it.
    let anchor: String?
    let number: String
    /// Its name in the deck, which stays.
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

/// The list of all cards of a deck.
struct CardsValue: Sendable {
    let cards: [CardValue]
    let words: InterfaceWords
    /// Of the interface: `ltr` or `rtl`.
    let direction: String

    var value: TemplateValue {
        .record([
            ("cards", .list(cards.map(\.value))), ("isEmpty", .flag(cards.isEmpty)),
            ("words", words.value), ("direction", .text(direction)),
        ])
    }
}
