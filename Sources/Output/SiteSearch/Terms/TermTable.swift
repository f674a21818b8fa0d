import Platform

/// A hash table of the distinct terms of documents, each with a number, in one buffer.
///
/// A `Dictionary` would need an allocation for each key, and terms are looked up for every word of
/// every note.
struct TermTable: Sendable {
    /// The concatenated terms, in the order of their numbers.
    private(set) var bytes: [UInt8] = []
    private var ends: [Int32] = []
    /// The slots, with open addressing. At most half of them are in use.
    private var slots: [Slot]
    /// The number of low bits of a hash that are dropped to get the index of a slot.
    private var shift: UInt64

    private struct Slot {
        /// The first bytes of the term, see ``prefix(of:)``. Most terms have no others.
        var prefix: UInt64 = 0
        var length: Int32 = 0
        /// -1 if the slot is free.
        var number: Int32 = -1
    }

    /// Creates an empty table.
    ///
    /// - Parameter bits: The binary logarithm of the initial number of slots.
    init(bits: Int) {
        slots = Array(repeating: Slot(), count: 1 << bits)
        shift = UInt64(64 - bits)
    }

    var count: Int { ends.count }

    func range(of number: Int) -> Range<Int> {
        (number == 0 ? 0 : Int(ends[number - 1]))..<Int(ends[number])
    }

    /// Returns the number of a term, which is added if it is new. Numbers are consecutive from 0.
    mutating func number(of term: UnsafeBufferPointer<UInt8>) -> Int {
        let bytes = UnsafeRawBufferPointer(term)
        let prefix = Self.prefix(of: bytes)
        var index = slotIndex(of: bytes, prefix)
        while slots[index].number >= 0 {
            let slot = slots[index]
            if slot.prefix == prefix, Int(slot.length) == bytes.count,
                bytes.count <= 8 || isEqual(bytes, number: Int(slot.number))
            {
                return Int(slot.number)
            }
            index = (index + 1) & (slots.count - 1)
        }
        slots[index] = Slot(prefix: prefix, length: Int32(term.count), number: Int32(count))
        self.bytes.append(contentsOf: term)
        ends.append(Int32(self.bytes.count))
        if count * 2 > slots.count { grow() }
        return count - 1
    }

    /// The numbers of the terms, sorted by the bytes of the terms.
    var sorted: [Int32] {
        bytes.withUnsafeBytes { bytes in
            func term(_ number: Int32) -> UnsafeRawBufferPointer {
                UnsafeRawBufferPointer(rebasing: bytes[range(of: Int(number))])
            }
            return slots.filter { $0.number >= 0 }.sorted { one, other in
                if one.prefix != other.prefix { return one.prefix < other.prefix }
                if one.length <= 8 || other.length <= 8 { return one.length < other.length }
                return term(one.number).lexicographicallyPrecedes(term(other.number))
            }.map(\.number)
        }
    }

    /// Returns the first eight bytes of a term as a big-endian number, padded with zeros. The
    /// numbers compare like the bytes.
    private static func prefix(of term: UnsafeRawBufferPointer) -> UInt64 {
        guard term.count < 8 else { return UInt64(bigEndian: term.loadUnaligned(as: UInt64.self)) }
        var prefix: UInt64 = 0
        for byte in term { prefix = prefix << 8 | UInt64(byte) }
        return prefix << (64 - 8 * UInt64(term.count))
    }

    private func slotIndex(of term: UnsafeRawBufferPointer, _ prefix: UInt64) -> Int {
        var hash = prefix &* 0x9E37_79B9_7F4A_7C15
        var position = 8
        while position < term.count {
            // The last eight bytes overlap with those before them.
            let next = term.loadUnaligned(
                fromByteOffset: min(position, term.count - 8), as: UInt64.self)
            hash = (hash ^ hash >> 32 ^ next) &* 0x9E37_79B9_7F4A_7C15
            position += 8
        }
        return Int(truncatingIfNeeded: (hash ^ UInt64(term.count) << 56) >> shift)
    }

    private func isEqual(_ term: UnsafeRawBufferPointer, number: Int) -> Bool {
        bytes.withUnsafeBytes { bytes in
            guard let other = bytes.baseAddress, let term = term.baseAddress else { return false }
            let range = range(of: number)
            return memcmp(term, other + range.lowerBound, range.count) == 0
        }
    }

    private mutating func grow() {
        shift -= 1
        let old = slots
        slots = Array(repeating: Slot(), count: old.count * 2)
        bytes.withUnsafeBytes { bytes in
            for slot in old where slot.number >= 0 {
                let term = UnsafeRawBufferPointer(rebasing: bytes[range(of: Int(slot.number))])
                var index = slotIndex(of: term, slot.prefix)
                while slots[index].number >= 0 { index = (index + 1) & (slots.count - 1) }
                slots[index] = slot
            }
        }
    }
}
