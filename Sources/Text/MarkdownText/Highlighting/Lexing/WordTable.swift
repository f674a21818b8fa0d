/// Words of one meaning.
final class WordList: Sendable {
    fileprivate let words: [[UInt8]]
    let tokenClass: TokenClass
    let leaves: TokenKind
    let place: LexerRule.Place
    /// The pattern of what has to follow the words; nil for anything.
    let follower: BytePattern?
    /// True if the words have their meaning also after a dot, where others are names.
    let isMember: Bool
    fileprivate let ignoresCase: Bool

    /// - Parameter text: The words, separated by spaces.
    private init(
        _ text: String, class tokenClass: TokenClass, leaves: TokenKind,
        at place: LexerRule.Place = .anywhere, before follower: String? = nil,
        isMember: Bool = false, ignoresCase: Bool = false
    ) {
        words = text.split(separator: " ").map { Array($0.utf8) }
        (self.tokenClass, self.leaves, self.place) = (tokenClass, leaves, place)
        self.follower = follower.map(BytePattern.init)
        (self.isMember, self.ignoresCase) = (isMember, ignoresCase)
    }

    /// Returns keywords.
    ///
    /// - Parameter ignoresCase: True if they are keywords in any case; they are given in lower
    ///   case.
    static func keywords(
        _ text: String, isMember: Bool = false, ignoresCase: Bool = false
    ) -> WordList {
        WordList(
            text, class: .keyword, leaves: .keyword, isMember: isMember, ignoresCase: ignoresCase)
    }

    /// Returns keywords that are values, after which an operator is expected.
    static func values(_ text: String, isMember: Bool = false) -> WordList {
        WordList(text, class: .keyword, leaves: .value, isMember: isMember)
    }

    static func types(_ text: String) -> WordList { WordList(text, class: .type, leaves: .value) }

    /// Returns names of functions that are part of the language where a command begins.
    static func commands(_ text: String) -> WordList {
        WordList(text, class: .function, leaves: .name, at: .command)
    }

    /// Returns keywords that are names unless something follows that they can apply to.
    ///
    /// - Parameter extra: The bytes, as in a class of a pattern, that may follow beside names and
    ///   opening marks.
    static func contextual(_ text: String, before extra: String = "") -> WordList {
        WordList(text, class: .keyword, leaves: .keyword, before: follower(extra))
    }

    /// Returns the pattern of what follows a contextual keyword.
    static func follower(_ extra: String) -> String { #"\h*[\w"'`{*\[@$\#(extra)]|\h+\("# }
}

/// Words with their meanings, in the order of their bytes.
struct WordTable: Sendable {
    private var meanings: [WordList] = []
    private var bytes: [UInt8] = []
    /// The ends of the words in the bytes, after a 0.
    private var ends = [0]
    private let ignoresCase: Bool

    /// Creates a table. A word of several lists has the meaning of the last.
    init(_ lists: [WordList]) {
        ignoresCase = lists.contains(where: \.ignoresCase)
        var found: [[UInt8]: WordList] = [:]
        for list in lists {
            for word in list.words { found[word] = list }
        }
        for (word, meaning) in found.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            meanings.append(meaning)
            bytes += word
            ends.append(bytes.count)
        }
    }

    /// Returns the meaning of a word; nil if it is an ordinary name.
    func meaning(of word: UnsafeBufferPointer<UInt8>) -> WordList? {
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
