import Foundation
import StoredValues

/// Words, each with a number, in one buffer.
struct WordNumbers: Sendable {
    private var bytes: [UInt8] = []
    private var words: [(start: Int32, length: Int32)] = []
    /// Open addressing: numbers of words, or -1.
    private var slots: [Int32] = []

    var count: Int { words.count }

    func word(_ number: Int) -> ArraySlice<UInt8> {
        let (start, length) = words[number]
        return bytes[Int(start)..<Int(start + length)]
    }

    /// The number of a word, new or known.
    mutating func number(of word: UnsafeBufferPointer<UInt8>) -> Int {
        if words.count * 2 >= slots.count { grow() }
        var slot = Self.hash(word) & (slots.count - 1)
        while slots[slot] >= 0 {
            let number = Int(slots[slot])
            if has(word, number) { return number }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = Int32(words.count)
        words.append((Int32(bytes.count), Int32(word.count)))
        bytes.append(contentsOf: word)
        return words.count - 1
    }

    /// Adds a word that is none of those that are there, where nobody will ask for its number.
    mutating func append(_ word: [UInt8]) {
        words.append((Int32(bytes.count), Int32(word.count)))
        bytes += word
    }

    /// The numbers of all words in the order of their bytes. None is asked for its number any more.
    mutating func sorted() -> [Int32] {
        slots = []
        return bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return [] }
            return words.indices.map { Int32($0) }.sorted {
                let (left, right) = (words[Int($0)], words[Int($1)])
                let order = memcmp(
                    base + Int(left.start), base + Int(right.start),
                    Int(min(left.length, right.length)))
                return order == 0 ? left.length < right.length : order < 0
            }
        }
    }

    private func has(_ word: UnsafeBufferPointer<UInt8>, _ number: Int) -> Bool {
        let (start, length) = words[number]
        guard Int(length) == word.count, let other = word.baseAddress else { return false }
        return bytes.withUnsafeBytes {
            $0.baseAddress.map { memcmp($0 + Int(start), other, word.count) == 0 } ?? false
        }
    }

    private mutating func grow() {
        slots = [Int32](repeating: -1, count: max(1 << 12, slots.count * 2))
        for number in words.indices {
            var slot = word(number).withUnsafeBufferPointer(Self.hash) & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(number)
        }
    }

    private static func hash(_ word: UnsafeBufferPointer<UInt8>) -> Int {
        let value = word.fowlerNollVo
        return Int(truncatingIfNeeded: value ^ value >> 29)
    }
}
