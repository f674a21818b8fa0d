import FileFormats
package import NoteModel

/// A deck in the Markdown tree: its cards in the front matter for programs, and in the body for
/// people.
package enum DeckText {
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

    /// Returns the text that follows the front matter.
    package static func body(of deck: Deck) -> String {
        deck.cards.enumerated().map { index, card in
            let answer = card.answer.isEmpty ? "" : "\n\n---\n\n\(card.answer)"
            return "## Card \(index + 1)\n\n\(card.question)\(answer)\n"
        }.joined(separator: "\n")
    }
}
