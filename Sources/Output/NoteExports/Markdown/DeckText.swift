import FileFormats
import NoteModel

/// A deck in the Markdown tree: its cards in the front matter for programs, and in the body for
/// people.
enum DeckText {
    static func frontMatter(of deck: Deck) -> YAMLValue {
        .list(
            deck.cards.map { card in
                let identifier = card.identifier.map { YAMLValue.Entry("id", .text($0)) }
                return .mapping(
                    [
                        .init("question", .text(card.question)),
                        .init("answer", .text(card.answer)),
                        .init("right", .number(card.rightCount)),
                        .init("wrong", .number(card.wrongCount)),
                    ] + [identifier].compactMap(\.self))
            })
    }
}
