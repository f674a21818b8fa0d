import Foundation

/// The terms of several chunks in one order. Their postings are not copied.
struct MergedIndex: Sendable {
    private let chunks: [(first: Int, index: InvertedIndex)]
    /// The positions of terms in the chunks, those of equal terms adjacent.
    private let positions: [(chunk: Int32, position: Int32)]
    /// For each term the end of its positions.
    private let ends: [Int32]

    /// - Parameter chunks: Each with the number of its first document, in the order of documents.
    init(_ chunks: [(first: Int, index: InvertedIndex)]) {
        self.chunks = chunks
        var positions: [(chunk: Int32, position: Int32)] = []
        positions.reserveCapacity(chunks.reduce(0) { $0 + $1.index.count })
        var ends: [Int32] = []
        var heap = TermHeap(chunks.map(\.index))
        var last: (chunk: Int32, position: Int32)?
        while let next = heap.pop() {
            if let last, !heap.areEqual(last, next) { ends.append(Int32(positions.count)) }
            positions.append(next)
            last = next
        }
        if last != nil { ends.append(Int32(positions.count)) }
        self.positions = positions
        self.ends = ends
    }

    var count: Int { ends.count }

    private func range(_ term: Int) -> Range<Int> {
        (term == 0 ? 0 : Int(ends[term - 1]))..<Int(ends[term])
    }

    /// Returns the bytes of a term, by its position in their order.
    func term(at term: Int) -> ArraySlice<UInt8> {
        let (chunk, position) = positions[range(term).lowerBound]
        return chunks[Int(chunk)].index.term(at: Int(position))
    }

    /// Calls `body` with each posting of a term, in the order of documents.
    @inline(__always)
    func forEachPosting(of term: Int, _ body: (InvertedIndex.Posting) -> Void) {
        for entry in range(term) {
            let (chunk, position) = positions[entry]
            chunks[Int(chunk)].index.forEachPosting(
                at: Int(position), from: chunks[Int(chunk)].first, body)
        }
    }
}

/// The next terms of several chunks, the least one first; of equal ones that of the first chunk.
private struct TermHeap {
    private let indexes: [InvertedIndex]
    private var entries: [Entry] = []

    private struct Entry {
        var prefix: UInt64
        var chunk: Int32
        var position: Int32
    }

    init(_ indexes: [InvertedIndex]) {
        self.indexes = indexes
        for (chunk, index) in indexes.enumerated() where index.count > 0 {
            entries.append(
                Entry(prefix: index.prefix(at: 0), chunk: Int32(chunk), position: 0))
        }
        for position in stride(from: entries.count / 2 - 1, through: 0, by: -1) {
            siftDown(from: position)
        }
    }

    mutating func pop() -> (chunk: Int32, position: Int32)? {
        guard let first = entries.first else { return nil }
        let index = indexes[Int(first.chunk)]
        if Int(first.position) + 1 < index.count {
            entries[0].position += 1
            entries[0].prefix = index.prefix(at: Int(first.position) + 1)
        } else {
            entries[0] = entries[entries.count - 1]
            entries.removeLast()
        }
        siftDown(from: 0)
        return (first.chunk, first.position)
    }

    func areEqual(
        _ one: (chunk: Int32, position: Int32), _ other: (chunk: Int32, position: Int32)
    ) -> Bool {
        order(term(one.chunk, one.position), term(other.chunk, other.position)) == 0
    }

    private func term(_ chunk: Int32, _ position: Int32) -> ArraySlice<UInt8> {
        indexes[Int(chunk)].term(at: Int(position))
    }

    private mutating func siftDown(from start: Int) {
        guard start < entries.count else { return }
        let entry = entries[start]
        var position = start
        while true {
            var child = 2 * position + 1
            guard child < entries.count else { break }
            if child + 1 < entries.count, isBefore(entries[child + 1], entries[child]) {
                child += 1
            }
            guard isBefore(entries[child], entry) else { break }
            entries[position] = entries[child]
            position = child
        }
        entries[position] = entry
    }

    private func isBefore(_ left: Entry, _ right: Entry) -> Bool {
        if left.prefix != right.prefix { return left.prefix < right.prefix }
        // Terms of up to seven bytes that share the prefix are equal.
        if left.prefix & 0xFF != 0 {
            let order = order(
                term(left.chunk, left.position), term(right.chunk, right.position))
            if order != 0 { return order < 0 }
        }
        return left.chunk < right.chunk
    }

    private func order(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int {
        left.withUnsafeBytes { left in
            right.withUnsafeBytes { right in
                guard let one = left.baseAddress, let other = right.baseAddress else {
                    return left.count - right.count
                }
                let order = memcmp(one, other, min(left.count, right.count))
                return order == 0 ? left.count - right.count : Int(order)
            }
        }
    }
}
