/// The words of a language that have a meaning of their own, found by a hash of their bytes.
struct WordTable: Sendable {
    /// A word with its meaning.
    struct Word: Sendable {
        fileprivate let bytes: [UInt8]
        let tokenClass: TokenClass
        let role: Role
    }

    /// The rule of a word, apart from its class.
    enum Role: UInt8, Sendable {
        case ordinary
        /// A keyword only if something follows that it can apply to; otherwise a name.
        case contextual
        /// A value, such as `true`, after which an operator is expected.
        case value
        /// A keyword also after a dot.
        case member
        /// A keyword before the name of a function or of a type.
        case beforeFunction
        case beforeType
    }

    private var words: [Word] = []
    /// The number of a word plus one, at the position of its hash or after it; 0 for none.
    private var slots: [UInt16]
    private var longest = 0
    private let ignoresCase: Bool

    /// Creates a table. In each list, words are separated by spaces; a word of several lists has
    /// the meaning of the first.
    init(_ lists: [(text: String, tokenClass: TokenClass, role: Role)], ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
        let count = lists.reduce(0) { $0 + $1.text.utf8.count { $0 == 0x20 } + 1 }
        var size = 64
        while size < 4 * count { size *= 2 }
        slots = Array(repeating: 0, count: size)
        for list in lists {
            for text in list.text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
                insert(Word(bytes: Array(text.utf8), tokenClass: list.tokenClass, role: list.role))
            }
        }
    }

    private mutating func insert(_ word: Word) {
        let (found, slot) = word.bytes.withUnsafeBufferPointer { find($0) }
        guard found == nil else { return }
        words.append(word)
        slots[slot] = UInt16(words.count)
        longest = max(longest, word.bytes.count)
    }

    /// Returns the meaning of a word; nil if it is an ordinary name.
    func word(_ bytes: UnsafeBufferPointer<UInt8>) -> Word? {
        guard bytes.count <= longest else { return nil }
        return find(bytes).word
    }

    private func find(_ bytes: UnsafeBufferPointer<UInt8>) -> (word: Word?, slot: Int) {
        var hash: UInt32 = 2_166_136_261
        for byte in bytes {
            hash = (hash ^ UInt32(ignoresCase ? byte.lowercased : byte)) &* 16_777_619
        }
        let mask = slots.count - 1
        var slot = Int(hash ^ hash >> 15) & mask
        while slots[slot] > 0 {
            let word = words[Int(slots[slot]) - 1]
            if word.bytes.count == bytes.count, isEqual(word.bytes, to: bytes) {
                return (word, slot)
            }
            slot = (slot + 1) & mask
        }
        return (nil, slot)
    }

    private func isEqual(_ word: [UInt8], to bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        for index in word.indices {
            let byte = ignoresCase ? bytes[index].lowercased : bytes[index]
            if byte != word[index] { return false }
        }
        return true
    }
}
