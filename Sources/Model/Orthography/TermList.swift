import Platform

/// The terms of texts, in their order, in one buffer.
package struct TermList: Sendable {
    /// The terms in UTF-8, one right after the other. A zero ends those of each segment of a text.
    package private(set) var bytes: [UInt8] = []
    /// The place of each term in ``bytes``.
    package private(set) var ranges: [Range<Int>] = []
    /// The start of the term that is being added.
    private var start = 0

    package init() {}

    /// Reserves storage for the terms of texts.
    ///
    /// - Parameter count: The number of bytes of the texts.
    package mutating func reserveCapacity(_ count: Int) {
        bytes.reserveCapacity(count)
        ranges.reserveCapacity(count / 6)
    }

    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        ranges.removeAll(keepingCapacity: true)
        start = 0
    }

    /// Calls `body` with each term.
    @inlinable
    package func forEach(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            for range in ranges { body(UnsafeBufferPointer(rebasing: bytes[range])) }
        }
    }

    package mutating func append(_ other: TermList) {
        ranges += other.ranges.map { $0.lowerBound + bytes.count..<$0.upperBound + bytes.count }
        bytes += other.bytes
        start = bytes.count
    }

    /// Ends a segment, unless nothing has been added since the last one.
    package mutating func endSegment() {
        guard bytes.last ?? 0 != 0 else { return }
        bytes.append(0)
        start = bytes.count
    }

    /// Adds terms and the ends of segments, with the places that the terms will have.
    mutating func append(
        _ bytes: UnsafeBufferPointer<UInt8>, terms ranges: UnsafeBufferPointer<Range<Int>>
    ) {
        self.bytes += bytes
        self.ranges += ranges
        start = self.bytes.count
    }

    /// Adds a term.
    mutating func append(_ term: some Sequence<UInt8>) {
        bytes += term
        endTerm()
    }

    /// Adds a copy of a term, followed by more bytes.
    mutating func append(copyOf range: Range<Int>, with rest: some Sequence<UInt8>) {
        for place in range { bytes.append(bytes[place]) }
        bytes += rest
        endTerm()
    }

    /// Adds a character to the term that is being added, the first byte lowest.
    mutating func append(_ character: UInt32) {
        var rest = character
        while rest != 0 {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    /// Ends the term that is being added, unless it is empty.
    mutating func endTerm() {
        guard bytes.count > start else { return }
        ranges.append(start..<bytes.count)
        start = bytes.count
    }
}
