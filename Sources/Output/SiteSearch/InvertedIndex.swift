import Hashing

/// The terms and biwords of a chunk of documents and the documents that contain them, in flat
/// arrays that are read from the cache without decoding each entry.
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

    /// Terms that follow each other, with their bytes and their postings.
    struct Terms: Sendable {
        fileprivate(set) var numbers = 0..<0
        fileprivate var bytes = 0..<0
        fileprivate var postings = 0..<0
    }

    /// The concatenated terms by shard, in the order of their first occurrence, and their lengths.
    private let terms: [UInt8]
    private let lengths: [UInt32]
    /// The postings of each term in turn, by document, and their number for each term. The bits
    /// are, from the highest: 9 for the document, 18 for the piece, 5 for the weight.
    private let postings: [UInt32]
    private let counts: [UInt32]
    /// The shards with terms, in ascending order, and their terms.
    let shards: [(shard: Int, terms: Terms)]
    /// The biwords by group and document; see ``BiwordGroups``.
    private let biwords: [UInt16]
    /// The end of each group of biwords.
    private let biwordEnds: [UInt32]

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
        let (order, sizes) = Self.byShard(table)
        var terms: [UInt8] = []
        terms.reserveCapacity(table.bytes.count)
        for number in order { terms += table.bytes[table.range(of: number)] }
        // Counted first, so that each posting is written to its final position.
        var counts = [UInt32](repeating: 0, count: table.count)
        for found in collector.found { counts[Int(found.term)] += 1 }
        var next = counts
        var end: UInt32 = 0
        for number in order { (next[number], end) = (end, end + counts[number]) }
        var postings = [UInt32](repeating: 0, count: collector.found.count)
        for found in collector.found {
            postings[Int(next[Int(found.term)])] = found.posting
            next[Int(found.term)] += 1
        }
        (self.terms, self.postings) = (terms, postings)
        lengths = order.map { UInt32(table.range(of: $0).count) }
        self.counts = order.map { counts[$0] }
        shards = Self.shards(sizes, lengths: lengths, counts: self.counts)
        (biwords, biwordEnds) = BiwordGroups.grouped(collector.foundBiwords, collector.biwordEnds)
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

    private static func shards(
        _ sizes: [(shard: Int, count: Int)], lengths: [UInt32], counts: [UInt32]
    ) -> [(shard: Int, terms: Terms)] {
        var terms = Terms()
        return sizes.map { shard, count in
            terms.numbers = terms.numbers.upperBound..<terms.numbers.upperBound + count
            let (bytes, postings) = (terms.bytes.upperBound, terms.postings.upperBound)
            terms.bytes = bytes..<lengths[terms.numbers].reduce(bytes) { $0 + Int($1) }
            terms.postings = postings..<counts[terms.numbers].reduce(postings) { $0 + Int($1) }
            return (shard, terms)
        }
    }

    /// Returns the terms of a shard; nil if it has none.
    func terms(ofShard shard: Int) -> Terms? { shards.first { $0.shard == shard }?.terms }

    /// Calls `body` with each of some terms and the range of its postings.
    func forEach(of some: Terms, _ body: (UnsafeBufferPointer<UInt8>, Range<Int>) -> Void) {
        terms.withUnsafeBufferPointer { terms in
            var (start, first) = (some.bytes.lowerBound, some.postings.lowerBound)
            for number in some.numbers {
                let (end, last) = (start + Int(lengths[number]), first + Int(counts[number]))
                body(UnsafeBufferPointer(rebasing: terms[start..<end]), first..<last)
                (start, first) = (end, last)
            }
        }
    }

    /// Adds some terms and their postings to a hash.
    func add(_ some: Terms, to hasher: inout ContentHasher) {
        lengths[some.numbers].withUnsafeBytes { hasher.update($0) }
        counts[some.numbers].withUnsafeBytes { hasher.update($0) }
        terms[some.bytes].withUnsafeBytes { hasher.update($0) }
        postings[some.postings].withUnsafeBytes { hasher.update($0) }
    }

    /// Returns a posting by its position.
    subscript(position: Int) -> Posting {
        Posting(packed: postings[position])
    }

    /// The biwords of a group with their documents; see ``BiwordGroups``.
    func biwords(ofGroup group: Int) -> ArraySlice<UInt16> {
        biwords[(group == 0 ? 0 : Int(biwordEnds[group - 1]))..<Int(biwordEnds[group])]
    }

    static func packed(_ document: Int, piece: Int, weight: Int) -> UInt32 {
        UInt32(document) << 23 | UInt32(min(piece, maximumPiece)) << 5 | UInt32(weight)
    }
}

extension InvertedIndex: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        writer.write(bytes: terms)
        for numbers in [
            lengths, counts, postings, shards.map { UInt32($0.shard) },
            shards.map { UInt32($0.terms.numbers.count) },
        ] { writer.write(numbers: numbers) }
        writer.write(numbers: biwords)
        writer.write(numbers: biwordEnds)
    }

    init(from reader: inout ByteReader) throws {
        terms = try reader.byteArray()
        lengths = try reader.numbers()
        counts = try reader.numbers()
        postings = try reader.numbers()
        let (keys, sizes): ([UInt32], [UInt32]) = (try reader.numbers(), try reader.numbers())
        biwords = try reader.numbers()
        biwordEnds = try reader.numbers()
        // The arrays are used unchecked, so their lengths must match.
        func sum(_ numbers: [UInt32]) -> Int { numbers.reduce(0) { $0 + Int($1) } }
        guard lengths.count == counts.count, sum(lengths) == terms.count,
            sum(counts) == postings.count, keys.count == sizes.count, sum(sizes) == lengths.count,
            zip(keys, keys.dropFirst()).allSatisfy({ $0 < $1 }),
            biwordEnds.count == BiwordGroups.count, Int(biwordEnds.last ?? 0) == biwords.count,
            zip(biwordEnds, biwordEnds.dropFirst()).allSatisfy({ $0 <= $1 })
        else { throw BinaryDecodingError() }
        shards = Self.shards(
            zip(keys, sizes).map { (Int($0), Int($1)) }, lengths: lengths, counts: counts)
    }
}
