/// The meaning of a list of words.
final class WordMeaning: Sendable {
    let tokenClass: TokenClass
    let leaves: TokenKind
    let place: LexerRule.Place
    /// The pattern of what has to follow the words; nil for anything.
    let follower: BytePattern?
    /// True if the words have their meaning also after a dot, where others are names.
    let isMember: Bool

    /// The kinds of words, by their headings: keywords; keywords that are values, after which an
    /// operator is expected; keywords that are names unless something follows that they can apply
    /// to; types; and functions that are part of the language where a command begins.
    private static let kinds: [Substring: (TokenClass, TokenKind)] = [
        "keywords": (.keyword, .keyword), "values": (.keyword, .value),
        "contextual": (.keyword, .keyword), "types": (.type, .value),
        "commands": (.function, .name),
    ]

    /// Creates the meaning that a heading in the text of a ``WordTable`` describes.
    fileprivate init(_ heading: Substring) {
        let kind = heading.prefix(while: \.isLetter)
        let extra = String(heading.dropFirst(kind.count))
        guard let (tokenClass, leaves) = WordMeaning.kinds[kind] else {
            preconditionFailure("There are no words of the kind “\(kind)”.")
        }
        (self.tokenClass, self.leaves) = (tokenClass, leaves)
        place = kind == "commands" ? .command : .anywhere
        follower = kind == "contextual" ? BytePattern(WordMeaning.follower(extra)) : nil
        isMember = extra == "."
    }

    /// Returns the pattern of what follows a contextual keyword.
    ///
    /// - Parameter extra: The bytes, as in a class of a pattern, that may follow besides names and
    ///   opening marks.
    static func follower(_ extra: String) -> String { #"\h*[\w"'`{*\[@$\#(extra)]|\h+\("# }
}

/// Words with their meanings, in the order of their bytes.
struct WordTable: Sendable {
    private var meanings: [WordMeaning] = []
    private var bytes: [UInt8] = []
    /// The ends of the words in the bytes, after a 0.
    private var ends = [0]
    private let ignoresCase: Bool

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - text: The words after headings, which consist of `@` and the kind of the words that
    ///     follow. A dot after the kind means that they have their meaning also after a dot; other
    ///     signs, after `contextual`, are those that may follow the keywords in code. A word that
    ///     occurs twice has the last meaning.
    ///   - ignoresCase: True if words mean the same in any case; they are given in lower case.
    init(_ text: String, ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
        var found: [[UInt8]: WordMeaning] = [:]
        for list in text.split(separator: "@") {
            let words = list.split(whereSeparator: \.isWhitespace)
            let meaning = WordMeaning(words[0])
            for word in words.dropFirst() { found[Array(word.utf8)] = meaning }
        }
        for (word, meaning) in found.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            meanings.append(meaning)
            bytes += word
            ends.append(bytes.count)
        }
    }

    /// Returns the meaning of a word; nil if it is an ordinary name.
    func meaning(of word: UnsafeBufferPointer<UInt8>) -> WordMeaning? {
        var (first, last) = (0, meanings.count)
        while first < last {
            let middle = (first + last) / 2
            let order = order(of: word, to: ends[middle]..<ends[middle + 1])
            if order == 0 { return meanings[middle] }
            if order < 0 { last = middle } else { first = middle + 1 }
        }
        return nil
    }

    /// Returns a number below, equal to or above zero, as a word is before, equal to or after one
    /// of the table.
    private func order(of word: UnsafeBufferPointer<UInt8>, to other: Range<Int>) -> Int {
        for index in 0..<min(word.count, other.count) {
            let byte = ignoresCase ? word[index].lowercased : word[index]
            let difference = Int(byte) - Int(bytes[other.lowerBound + index])
            if difference != 0 { return difference }
        }
        return word.count - other.count
    }
}
