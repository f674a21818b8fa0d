import Foundation

/// The words of a language with their frequencies, which follow Zipf's law.
struct MadeVocabulary {
    let language: MadeLanguage
    /// The words, the most frequent first.
    let words: [String]
    /// The sum of the weights up to each word.
    private let sums: [Double]

    /// One vocabulary for each language, in the order of ``MadeLanguage/all``.
    static let all = MadeLanguage.all.map(MadeVocabulary.init)

    init(_ language: MadeLanguage) {
        self.language = language
        var words: [String] = []
        var known: Set<String> = []
        for word in language.core where known.insert(word).inserted { words.append(word) }
        var random = SplitMix64(state: UInt64(language.wordCount * 100 + language.share))
        while words.count < language.wordCount {
            let word = Self.word(of: language, rank: words.count, &random)
            if known.insert(word).inserted { words.append(word) }
        }
        self.words = words
        var sum = 0.0
        sums = words.indices.map { rank in
            sum += 1 / (Double(rank) + 2.7)
            return sum
        }
    }

    /// Returns a made word; rarer words are longer.
    private static func word(
        of language: MadeLanguage, rank: Int, _ random: inout SplitMix64
    ) -> String {
        let syllables =
            language.space.isEmpty || rank < 1_000 ? 1 : random.number(in: 1...2)
        var word = ""
        for _ in 0..<syllables {
            word += random.element(of: language.onsets) + random.element(of: language.vowels)
        }
        let hasEnding = !language.space.isEmpty || rank >= 400 || random.isTrue(oneIn: 3)
        return hasEnding ? word + random.element(of: language.endings) : word
    }

    /// Returns a word, drawn as often as its rank suggests.
    func word(_ random: inout SplitMix64) -> String {
        let drawn = random.fraction() * (sums.last ?? 0)
        var (low, high) = (0, sums.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if sums[middle] < drawn { low = middle + 1 } else { high = middle }
        }
        return words[low]
    }

    /// Returns a word that is not one of the 40 most frequent ones.
    func rareWord(_ random: inout SplitMix64) -> String {
        words[40 + Int(Double(words.count - 40) * pow(random.fraction(), 3))]
    }

    /// Returns consecutive words of a sentence.
    func phrase(_ count: Int, random: inout SplitMix64) -> String {
        join((0..<max(1, count)).map { _ in word(&random) }, random: &random)
    }

    func join(_ words: [String], random: inout SplitMix64) -> String {
        guard language.space.isEmpty else { return words.joined(separator: language.space) }
        return words.dropLast().map { $0 + random.element(of: MadeLanguage.particles) }.joined()
            + (words.last ?? "")
    }
}
