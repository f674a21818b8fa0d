/// Flash cards that belong together, in their owner's order.
package struct Deck: Hashable, Sendable {
    package let cards: [Card]
    /// For each card a name that stays when the others change, made of what it asks: letters and
    /// digits, each once in the deck.
    package let identifiers: [String]

    /// - Parameter cards: In their owner's order.
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

    /// The position of a card by its name; nil where no card has it any more.
    package func index(of identifier: String) -> Int? { identifiers.firstIndex(of: identifier) }

    /// 64 bits of FNV-1a, in 16 hexadecimal digits: it tells a few hundred questions apart, and
    /// protects nothing.
    private static func fingerprint(_ text: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}

/// A question, its answer, and how often it was known.
package struct Card: Hashable, Sendable {
    /// Markdown; empty where the archive holds none.
    package let question: String
    /// Markdown; empty where the archive holds none.
    package let answer: String
    /// How often it was known, 0 or more.
    package let rightCount: Int
    /// How often it was not, 0 or more.
    package let wrongCount: Int
    /// What the app knew the card by; nil where the archive does not say.
    package let identifier: String?
    /// What else the archive keeps of the card, under its own keys, in the order of the file.
    package let otherFields: [JSONValue.Field]

    /// More than anybody answers in a life.
    package static let highestCount = 1_000_000_000

    /// - Parameters:
    ///   - rightCount: What is more than the highest count is taken for that.
    ///   - wrongCount: The same.
    package init(
        question: String, answer: String, rightCount: Int = 0, wrongCount: Int = 0,
        identifier: String? = nil, otherFields: [JSONValue.Field] = []
    ) {
        self.question = question
        self.answer = answer
        self.rightCount = min(rightCount, Self.highestCount)
        self.wrongCount = min(wrongCount, Self.highestCount)
        self.identifier = identifier
        self.otherFields = otherFields
    }
}
