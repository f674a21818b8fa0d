/// The titles of made notes, some of which are equal.
enum MadeTitles {
    private static let people = [
        "Anna", "Björn", "Chloé", "Дмитрий", "Ελένη", "Fatima", "Haruki", "Inés", "Jürgen", "Zoë",
    ]
    private static let emoji = ["🛒", "📝", "✅", "🚲", "☕️", "🏔️", "🎸", "📷", "💡", "👩‍👩‍👧"]

    /// Returns the title of a note. Three in a hundred are among a few that people use again and
    /// again.
    static func title(_ vocabulary: MadeVocabulary, random: inout SplitMix64) -> String {
        let drawn = random.next() % 100
        switch drawn {
        case 0..<3: return random.element(of: vocabulary.language.repeatedTitles)
        case 3..<10:
            let (year, month, day) = (
                random.number(in: 2015...2024), random.number(in: 1...12),
                random.number(in: 1...28)
            )
            return "\(year)-\(twoDigits(month))-\(twoDigits(day)) "
                + words(1, vocabulary: vocabulary, random: &random)
        case 10..<15:
            return random.element(of: emoji) + " "
                + words(2, vocabulary: vocabulary, random: &random)
        case 15..<22:
            return random.element(of: people) + ", "
                + words(2, vocabulary: vocabulary, random: &random)
        case 22..<26:
            return words(1, vocabulary: vocabulary, random: &random) + ": "
                + words(1, vocabulary: vocabulary, random: &random) + " & "
                + words(1, vocabulary: vocabulary, random: &random)
        case 26..<28:
            return words(2, vocabulary: vocabulary, random: &random)
                + " < \(random.number(in: 2...300)) “"
                + words(1, vocabulary: vocabulary, random: &random) + "”"
        case 28..<31:
            // The first line of the text.
            return vocabulary.phrase(random.number(in: 8...16), random: &random).capitalizedFirst
                + "…"
        default: return words(random.number(in: 2...5), vocabulary: vocabulary, random: &random)
        }
    }

    private static func words(
        _ count: Int, vocabulary: MadeVocabulary, random: inout SplitMix64
    ) -> String {
        vocabulary.join((0..<count).map { _ in vocabulary.rareWord(&random) }, random: &random)
            .capitalizedFirst
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}

extension String {
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
