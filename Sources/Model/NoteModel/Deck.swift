import Hashing

/// A deck of flash cards, in the owner's order. The identifier of a card stays the same when others
/// change.
package struct Deck: Hashable, Sendable {
    package let cards: [Card]
    /// The identifiers of the cards, in their order: unique in the deck, made of letters, digits
    /// and hyphens.
    ///
    /// An identifier is derived from the app's identifier of the card, or else from the question,
    /// so that it stays the same when other cards change. Duplicates are numbered from the second
    /// on: `-2`, `-3`.
    package let identifiers: [String]

    /// - Parameter cards: The cards in the owner's order.
    package init(_ cards: [Card]) {
        self.cards = cards
        var taken: [String: Int] = [:]
        identifiers = cards.map { card in
            let name = Self.fingerprint(card.identifier ?? card.question)
            taken[name, default: 0] += 1
            let number = taken[name, default: 1]
            return number == 1 ? name : "\(name)-\(number)"
        }
    }

    /// Returns the index of the card with an identifier; nil if no card has it.
    package func index(of identifier: String) -> Int? { identifiers.firstIndex(of: identifier) }

    /// Returns the 64-bit FNV-1a hash of a text, in 16 hexadecimal digits: enough to distinguish a
    /// few hundred questions, and not meant for security.
    private static func fingerprint(_ text: String) -> String {
        let digits = String(FNVHash(text.utf8).value, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}

/// A flash card: a question, its answer, and how often it was answered correctly.
package struct Card: Hashable, Sendable {
    /// The question in Markdown, which pages show first; empty if the archive has none.
    package internal(set) var question: String
    /// The answer in Markdown; empty if the archive has none.
    package internal(set) var answer: String
    /// The number of correct answers that the app recorded, 0 to ``highestCount``.
    package internal(set) var rightCount: Int
    /// The number of wrong answers that the app recorded, 0 to ``highestCount``.
    package internal(set) var wrongCount: Int
    /// The app's own identifier of the card, such as a UUID; nil if the archive has none.
    package internal(set) var identifier: String?
    /// The remaining fields of the card in the archive, with their original keys and in the order
    /// of the file.
    package internal(set) var otherFields: [JSONValue.Field]

    /// The upper limit of both counts, far above what anyone answers in a lifetime.
    package static let highestCount = 1_000_000_000

    /// Creates a card. The counts must not be negative.
    ///
    /// - Parameters:
    ///   - rightCount: The number of correct answers, limited to ``highestCount``.
    ///   - wrongCount: The number of wrong answers, limited to ``highestCount``.
    package init(
        question: String, answer: String, rightCount: Int = 0, wrongCount: Int = 0,
        identifier: String? = nil, otherFields: [JSONValue.Field] = []
    ) {
        self.question = question.withLineFeeds
        self.answer = answer.withLineFeeds
        self.rightCount = min(rightCount, Self.highestCount)
        self.wrongCount = min(wrongCount, Self.highestCount)
        (self.identifier, self.otherFields) = (identifier, otherFields)
    }
}
