import Hashing

/// The terms and biwords of a chunk of documents and the documents that contain them, in flat
/// arrays that are read from the cache without decoding each entry.
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

    /// The concatenated terms, in the order of their first occurrence, and the end of each.
    private let terms: [UInt8]
    private let termEnds: [UInt32]
    /// The postings of each term in turn, by document. The bits are, from the highest: 9 for the
    /// document, 18 for the piece, 5 for the weight.
    private let postings: [UInt32]
    private let postingEnds: [UInt32]
    /// The biwords of each document in turn, in two bytes each, and their end.
    private let biwords: [UInt8]
    private let biwordEnds: [UInt32]

    /// The maximum number of documents in a chunk.
    static let maximumDocuments = 1 << 9
    private static let maximumPiece = 1 << 18 - 1

    /// Creates the index of a chunk.
    ///
    /// - Parameter documents: At most ``maximumDocuments`` documents, which are numbered from 0.
    init(_ documents: [SearchDocument]) {
        precondition(documents.count <= Self.maximumDocuments, "too many documents for a chunk")
        var collector = TermCollector()
        for (number, document) in documents.enumerated() { collector.add(document, number: number) }
        let table = collector.table
        terms = table.bytes
        termEnds = (0..<table.count).map { UInt32(table.range(of: $0).upperBound) }
        // Counted first, so that each posting is written to its final position.
        var next = [UInt32](repeating: 0, count: table.count)
        for found in collector.found { next[Int(found.term)] += 1 }
        var end: UInt32 = 0
        for term in next.indices { (next[term], end) = (end, end + next[term]) }
        var postings = [UInt32](repeating: 0, count: collector.found.count)
        for found in collector.found {
            postings[Int(next[Int(found.term)])] = found.posting
            next[Int(found.term)] += 1
        }
        self.postings = postings
        postingEnds = next
        (biwords, biwordEnds) = (collector.foundBiwords, collector.biwordEnds)
    }

    /// The number of terms.
    var count: Int { termEnds.count }

    /// Calls `body` with each term and the range of its postings.
    func forEachTerm(_ body: (UnsafeBufferPointer<UInt8>, Range<Int>) -> Void) {
        terms.withUnsafeBufferPointer { terms in
            var (start, first) = (0, 0)
            for (end, last) in zip(termEnds, postingEnds) {
                body(UnsafeBufferPointer(rebasing: terms[start..<Int(end)]), first..<Int(last))
                (start, first) = (Int(end), Int(last))
            }
        }
    }

    /// Calls `body` with each biword of each document, by their numbers.
    func forEachBiword(_ body: (_ biword: Int, _ document: Int) -> Void) {
        var start = 0
        for (document, end) in biwordEnds.enumerated() {
            for place in stride(from: start, to: Int(end), by: 2) {
                body(Int(biwords[place]) | Int(biwords[place + 1]) << 8, document)
            }
            start = Int(end)
        }
    }

    /// Returns a posting by its position.
    subscript(position: Int) -> Posting {
        Posting(packed: postings[position])
    }

    static func packed(_ document: Int, piece: Int, weight: Int) -> UInt32 {
        UInt32(document) << 23 | UInt32(min(piece, maximumPiece)) << 5 | UInt32(weight)
    }
}

extension InvertedIndex: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        writer.write(bytes: terms)
        writer.write(numbers: termEnds)
        writer.write(numbers: postings)
        writer.write(numbers: postingEnds)
        writer.write(bytes: biwords)
        writer.write(numbers: biwordEnds)
    }

    init(from reader: inout ByteReader) throws {
        terms = try reader.byteArray()
        termEnds = try reader.numbers()
        postings = try reader.numbers()
        postingEnds = try reader.numbers()
        biwords = try reader.byteArray()
        biwordEnds = try reader.numbers()
        // The arrays are used unchecked, so their lengths must match.
        guard termEnds.count == postingEnds.count, Int(termEnds.last ?? 0) == terms.count,
            Int(postingEnds.last ?? 0) == postings.count,
            Int(biwordEnds.last ?? 0) == biwords.count
        else { throw BinaryDecodingError() }
    }
}
