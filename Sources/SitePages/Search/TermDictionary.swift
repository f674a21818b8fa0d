import ContentHashing
import Foundation

/// The distinct terms of some documents, each with a number, in one buffer.
struct TermDictionary: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [Int32] = []
    /// Open addressing: the number of a term, or -1. A dictionary of the standard library, whose keys would
    /// be arrays, takes four times as long.
    private var slots = [Int32](repeating: -1, count: 1 << 12)

    var count: Int { ends.count }

    func term(_ number: Int) -> Range<Int> {
        (number == 0 ? 0 : Int(ends[number - 1]))..<Int(ends[number])
    }

    /// Returns the number of a term, new or known.
    mutating func number(of term: UnsafeBufferPointer<UInt8>) -> Int {
        if ends.count * 2 >= slots.count { grow() }
        var slot = Self.hash(term) & (slots.count - 1)
        while slots[slot] >= 0 {
            let number = Int(slots[slot])
            if has(term, number) { return number }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = Int32(ends.count)
        bytes.append(contentsOf: term)
        ends.append(Int32(bytes.count))
        return ends.count - 1
    }

    /// The numbers of the terms in the order of their bytes.
    var sorted: [Int32] {
        bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return [] }
            return ends.indices.map { Int32($0) }.sorted { one, other in
                let (left, right) = (term(Int(one)), term(Int(other)))
                let order = memcmp(
                    base + left.lowerBound, base + right.lowerBound, min(left.count, right.count))
                return order == 0 ? left.count < right.count : order < 0
            }
        }
    }

    /// Appends the bytes of a term.
    func append(_ number: Int, to output: inout [UInt8]) {
        output += bytes[term(number)]
    }

    private func has(_ term: UnsafeBufferPointer<UInt8>, _ number: Int) -> Bool {
        let range = self.term(number)
        guard range.count == term.count, let other = term.baseAddress else { return false }
        return bytes.withUnsafeBytes {
            $0.baseAddress.map { memcmp($0 + range.lowerBound, other, term.count) == 0 } ?? false
        }
    }

    private mutating func grow() {
        slots = [Int32](repeating: -1, count: slots.count * 2)
        for number in ends.indices {
            let hash = bytes[term(number)].withUnsafeBufferPointer(Self.hash)
            var slot = hash & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(number)
        }
    }

    private static func hash(_ term: UnsafeBufferPointer<UInt8>) -> Int {
        let value = term.fowlerNollVo
        return Int(truncatingIfNeeded: value ^ value >> 29)
    }
}
