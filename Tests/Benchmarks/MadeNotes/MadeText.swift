/// The Markdown text of a made note.
struct MadeText {
    private let vocabulary: MadeVocabulary
    private var random: SplitMix64
    /// Titles of notes that the text has yet to link.
    private var links: [String]
    /// Hashtags that the text has yet to contain.
    private var tags: [String]
    /// True if the text has the quotation marks and dashes that keyboards of phones insert.
    private let isTypographic: Bool
    private var blocks: [String] = []
    private var wordCount = 0

    /// Returns a text of about `length` words.
    ///
    /// - Parameters:
    ///   - links: Titles of notes that it links.
    ///   - tags: Hashtags that it has, without their signs.
    static func text(
        _ length: Int, in vocabulary: MadeVocabulary, links: [String], tags: [String],
        random: SplitMix64
    ) -> String {
        var text = MadeText(vocabulary: vocabulary, random: random, links: links, tags: tags)
        return text.write(length)
    }

    private init(vocabulary: MadeVocabulary, random: SplitMix64, links: [String], tags: [String]) {
        self.vocabulary = vocabulary
        self.random = random
        self.links = links
        self.tags = tags
        isTypographic = self.random.isTrue(oneIn: 3)
    }

    private mutating func write(_ length: Int) -> String {
        while wordCount < length {
            let left = length - wordCount
            blocks.append(left < 12 ? sentence(left) : block(left))
        }
        for link in links { blocks.append(vocabulary.language.see + " [[\(link)]]") }
        if !tags.isEmpty { blocks.append(tags.map { "#" + $0 }.joined(separator: " ")) }
        return blocks.joined(separator: "\n\n") + (random.isTrue(oneIn: 2) ? "\n" : "")
    }

    private mutating func block(_ left: Int) -> String {
        // A list right after another one would continue it.
        let isAfterList = blocks.last.map { $0.hasPrefix("- ") || $0.hasPrefix("1. ") } ?? false
        switch isAfterList ? 0 : random.next() % 100 {
        case 0..<58: return paragraph(left)
        case 58..<67:
            let signs = String(repeating: "#", count: random.number(in: 1...3))
            return signs + " " + words(1...5).capitalizedFirst
        case 67..<74: return items(left) { _ in "- " }
        case 74..<78: return items(left) { "\($0 + 1). " }
        case 78..<85:
            let done = random.next()
            return items(left) { done >> UInt64($0) & 1 == 1 ? "- [x] " : "- [ ] " }
        case 85..<89: return "> " + sentence(random.number(in: 6...20))
        case 89..<93: return table()
        case 93..<97: return code()
        case 97: return "---"
        case 98:
            return sentence(8).dropLast() + "[^1]\n\n[^1]: " + sentence(6)
        default: return sentence(10) + "  \n" + sentence(10)
        }
    }

    // MARK: - Words

    private mutating func words(_ range: ClosedRange<Int>) -> String {
        let count = random.number(in: range)
        wordCount += count
        return vocabulary.phrase(count, random: &random)
    }

    private mutating func sentence(_ length: Int) -> String {
        wordCount += length
        var words = (0..<max(1, length)).map { _ in vocabulary.word(&random) }
        let position = Int(random.next() % UInt64(words.count))
        words[position] = decorated(words[position])
        if isTypographic && random.isTrue(oneIn: 3) {
            let quoted = Int(random.next() % UInt64(words.count))
            words[quoted] = "“" + words[quoted] + "”"
        }
        if words.count > 9 && !vocabulary.language.space.isEmpty { words[4] += "," }
        return vocabulary.join(words, random: &random).capitalizedFirst
            + random.element(of: vocabulary.language.stops)
    }

    /// Returns a word in one of the forms of Markdown; two in three stay plain.
    private mutating func decorated(_ word: String) -> String {
        let (opening, closing) = vocabulary.language.space.isEmpty ? (" ", " ") : ("", "")
        let number = random.number(in: 1...999)
        let text: String
        switch random.next() % 100 {
        case 0..<7: text = "**\(word)**"
        case 7..<12: text = "*\(word)*"
        case 12..<15: text = "`\(word)_\(number)`"
        case 15..<20: text = "[\(word)](https://example.org/articles/\(number)?page=2)"
        case 20..<22: text = "https://example.com/notes/\(number)"
        case 22: text = "www.example.net"
        case 23: text = "~~\(word)~~"
        case 24..<27:
            text = random.element(of: ["R&D", "3 < 4", "50 %", "2 * 3 * 4", "snake_case"])
        case 27..<32 where !tags.isEmpty: text = "#" + tags.removeLast()
        case 32: text = "H<sub>2</sub>O"
        default: return word
        }
        return opening + text + closing
    }

    // MARK: - Blocks

    private mutating func paragraph(_ left: Int) -> String {
        var sentences: [String] = []
        var room = min(left, random.number(in: 15...90))
        while room > 0 {
            let length = min(room, max(3, Int(13 + 6 * random.normal())))
            sentences.append(sentence(length))
            room -= length
        }
        if !links.isEmpty && random.isTrue(oneIn: 2) {
            let label = random.isTrue(oneIn: 6) ? "|" + words(1...2) : ""
            sentences.append(
                vocabulary.language.see + " [[" + links.removeLast() + label + "]]"
                    + random.element(of: vocabulary.language.stops))
        }
        let isBroken = random.isTrue(oneIn: 6)
        return sentences.joined(separator: isBroken ? "\n" : vocabulary.language.gap)
    }

    private mutating func items(_ left: Int, marker: (Int) -> String) -> String {
        let count = min(random.number(in: 3...10), max(2, left / 4))
        return (0..<count).map { marker($0) + words(1...8).capitalizedFirst }
            .joined(separator: "\n")
    }

    private mutating func table() -> String {
        let columns = random.number(in: 2...4)
        var rows = [row(columns) { $0.words(1...1).capitalizedFirst }]
        rows.append(row(columns) { $0.random.element(of: ["---", ":--", "--:", ":-:"]) })
        for _ in 0..<random.number(in: 2...8) {
            rows.append(
                row(columns) {
                    $0.random.isTrue(oneIn: 3)
                        ? "\(Double($0.random.number(in: 0...9_999)) / 100)" : $0.words(1...3)
                })
        }
        return rows.joined(separator: "\n")
    }

    private mutating func row(_ columns: Int, cell: (inout MadeText) -> String) -> String {
        "| " + (0..<columns).map { _ in cell(&self) }.joined(separator: " | ") + " |"
    }

    /// Returns a fenced block: a program, a configuration or the output of a command.
    private mutating func code() -> String {
        let name = "item\(random.number(in: 1...99))"
        let limit = random.number(in: 2...500)
        wordCount += 15
        let (language, source) = [
            ("swift", "let \(name) = prices.filter { $0 > \(limit) }\nprint(\(name).count)"),
            ("python", "for \(name) in range(\(limit)):\n    print(\(name), \"<none>\")"),
            ("sh", "ls *.jpg | head -n \(limit) > \(name).txt\nwc -l \(name).txt && echo done"),
            ("sql", "SELECT \(name), COUNT(*) FROM visits\nGROUP BY \(name) LIMIT \(limit);"),
            ("yaml", "\(name):\n  keep: \(limit)\n  paths: [documents, pictures]"),
            ("", "192.168.1.\(limit % 250)   \(name)\n\(words(3...12))\n"),
        ][Int(random.next() % 6)]
        return "```\(language)\n\(source)\n```"
    }
}
