extension Deck {
    /// The cards as Markdown for people, which follows the front matter in the Markdown tree.
    package var text: String {
        cards.enumerated().map { index, card in
            let answer = card.answer.isEmpty ? "" : "\n\n---\n\n\(card.answer)"
            return "## Card \(index + 1)\n\n\(card.question)\(answer)\n"
        }.joined(separator: "\n")
    }
}
