import Hashing

/// The terms and biwords of a chunk of documents and the documents that contain them.
///
/// Terms that begin alike form a shard, and so do biwords with neighbouring numbers. The shards of
/// all chunks are merged independently of each other.
struct InvertedIndex: Sendable {
    /// An occurrence of a term in a document.
    struct Posting: Sendable {
        /// The number of the document: within the chunk, or after merging within all documents.
        var document: Int32
        private let pieceAndWeight: UInt32

        /// The number of the first piece of the document's text that contains the term.
        var piece: Int { Int(pieceAndWeight >> 5) }
        /// The relevance of the document for the term, 1 to 31.
        var weight: UInt8 { UInt8(pieceAndWeight & 31) }

        fileprivate init(packed: UInt32) {
            document = Int32(packed >> 23)
            pieceAndWeight = packed & (1 << 23 - 1)
        }
    }

    /// The shards with terms, in ascending order, and their terms.
    let shards: [(shard: Int, terms: ShardTerms)]
    /// The biwords of each group, by document; see ``BiwordGroups``.
    let biwords: [[UInt16]]

    /// The maximum number of documents in a chunk.
    static let maximumDocuments = 1 << 9
    private static let maximumPiece = 1 << 18 - 1
    /// The number of shards of terms; see ``shard(of:)``.
    private static let shardCount = 128 + 1 << 12

    /// Creates the index of a chunk.
    ///
    /// - Parameter documents: At most ``maximumDocuments`` documents, which are numbered from 0.
    init(_ documents: [SearchDocument]) {
        precondition(documents.count <= Self.maximumDocuments, "too many documents for a chunk")
        var collector = TermCollector()
        for (number, document) in documents.enumerated() { collector.add(document, number: number) }
        let table = collector.table
        // Counted first, so that each posting is written to its final position.
        var counts = [UInt32](repeating: 0, count: table.count)
        for found in collector.found { counts[Int(found.term)] += 1 }
        let (order, sizes) = Self.byShard(table)
        var next = counts
        var end: UInt32 = 0
        for number in order { (next[number], end) = (end, end + counts[number]) }
        var postings = [UInt32](repeating: 0, count: collector.found.count)
        for found in collector.found {
            postings[Int(next[Int(found.term)])] = found.posting
            next[Int(found.term)] += 1
        }
        var (first, start) = (0, 0)
        shards = sizes.map { shard, count in
            let numbers = order[first..<first + count]
            let terms = ShardTerms(numbers, of: table, counts: counts, postings: postings[start...])
            (first, start) = (first + count, start + terms.postingCount)
            return (shard, terms)
        }
        biwords = BiwordGroups.grouped(
            collector.foundBiwords, documentEnds: collector.biwordEnds)
    }

    /// Returns the shard of a term: that of its first character, or of the characters with the same
    /// first two bytes. Shards are in the order of the bytes of their terms.
    private static func shard(of term: ArraySlice<UInt8>) -> Int {
        guard let first = term.first else { return 0 }
        guard first >= 0x80 else { return Int(first) }
        let second = term.dropFirst().first ?? 0
        return 128 + Int(first & 0x3F) << 6 + Int(second & 0x3F)
    }

    /// Returns the numbers of the terms by shard, and the number of terms in each shard that has
    /// any.
    private static func byShard(
        _ table: TermTable
    ) -> (order: [Int], sizes: [(shard: Int, count: Int)]) {
        let shards = (0..<table.count).map { shard(of: table.bytes[table.range(of: $0)]) }
        var counts = Array(repeating: 0, count: shardCount)
        for shard in shards { counts[shard] += 1 }
        let sizes = counts.enumerated().filter { $0.element > 0 }
        var next = counts
        var end = 0
        for (shard, count) in sizes { (next[shard], end) = (end, end + count) }
        var order = Array(repeating: 0, count: table.count)
        for (number, shard) in shards.enumerated() {
            order[next[shard]] = number
            next[shard] += 1
        }
        return (order, sizes.map { ($0.offset, $0.element) })
    }

    static func packed(_ document: Int, piece: Int, weight: Int) -> UInt32 {
        UInt32(document) << 23 | UInt32(min(piece, maximumPiece)) << 5 | UInt32(weight)
    }
}

/// The terms of a shard in a chunk of documents, with their postings, in flat arrays that are read
/// without decoding each entry.
struct ShardTerms: Sendable {
    /// The concatenated terms, in the order of their first occurrence, and their lengths.
    private let terms: [UInt8]
    private let lengths: [UInt32]
    /// The number of postings of each term, and the postings in turn, by document. The bits of one
    /// are, from the highest: 9 for the document, 18 for the piece, 5 for the weight.
    private let counts: [UInt32]
    private let postings: [UInt32]

    var count: Int { lengths.count }
    var postingCount: Int { postings.count }

    /// - Parameters:
    ///   - numbers: The numbers of the terms in the table.
    ///   - counts: The number of postings of each term of the table.
    ///   - postings: The postings, of which the first are those of the terms.
    fileprivate init(
        _ numbers: ArraySlice<Int>, of table: TermTable, counts: [UInt32],
        postings: ArraySlice<UInt32>
    ) {
        var terms: [UInt8] = []
        for number in numbers { terms += table.bytes[table.range(of: number)] }
        self.terms = terms
        lengths = numbers.map { UInt32(table.range(of: $0).count) }
        self.counts = numbers.map { counts[$0] }
        self.postings = Array(postings.prefix(Int(self.counts.reduce(0, +))))
    }

    /// Calls `body` with each term and the range of its postings.
    func forEach(_ body: (UnsafeBufferPointer<UInt8>, Range<Int>) -> Void) {
        terms.withUnsafeBufferPointer { terms in
            var (start, first) = (0, 0)
            for number in lengths.indices {
                let (end, last) = (start + Int(lengths[number]), first + Int(counts[number]))
                body(UnsafeBufferPointer(rebasing: terms[start..<end]), first..<last)
                (start, first) = (end, last)
            }
        }
    }

    /// Returns a posting by its position.
    subscript(position: Int) -> InvertedIndex.Posting { .init(packed: postings[position]) }
}

extension ShardTerms: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        writer.write(bytes: terms)
        for numbers in [lengths, counts, postings] { writer.write(numbers: numbers) }
    }

    init(from reader: inout ByteReader) throws {
        terms = try reader.byteArray()
        lengths = try reader.numbers()
        counts = try reader.numbers()
        postings = try reader.numbers()
        // The arrays are used unchecked, so their lengths must match.
        func sum(_ numbers: [UInt32]) -> Int { numbers.reduce(0) { $0 + Int($1) } }
        guard lengths.count == counts.count, sum(lengths) == terms.count,
            sum(counts) == postings.count
        else { throw BinaryDecodingError() }
    }
}
