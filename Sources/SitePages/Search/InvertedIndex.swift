package import ContentHashing

/// The terms of a chunk of documents and the documents that have them, in flat arrays that are read from
/// the cache without decoding each entry.
package struct InvertedIndex: Sendable {
    /// A document that has a term.
    struct Posting: Sendable {
        /// The number of the document, first among those of the chunk, later among all.
        var document: Int32
        private let pieceAndWeight: UInt32

        /// The number of the first piece of the document's text that has the term.
        var piece: Int { Int(pieceAndWeight >> 5) }
        /// How much the document is about the term, 1 to 31.
        var weight: UInt8 { UInt8(pieceAndWeight & 31) }

        fileprivate init(packed: UInt32) {
            document = Int32(packed >> 23)
            pieceAndWeight = packed & (1 << 23 - 1)
        }
    }

    /// The terms, one after the other, and the end of each.
    private let terms: [UInt8]
    private let termEnds: [UInt32]
    /// The postings of the terms in turn, by document: 9 bits for the document, 18 for the piece, 5 for the
    /// weight.
    private let postings: [UInt32]
    private let postingEnds: [UInt32]

    /// Number of documents of a chunk at most.
    static let maximumDocuments = 1 << 9
    private static let maximumPiece = 1 << 18 - 1

    /// - Parameter documents: Numbered from 0.
    init(_ documents: [SearchDocument]) {
        precondition(documents.count <= Self.maximumDocuments, "too many documents for a chunk")
        var collector = TermCollector()
        for (number, document) in documents.enumerated() { collector.add(document, number) }
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

    /// Returns a posting by its position.
    subscript(position: Int) -> Posting {
        Posting(packed: postings[position])
    }

    static func packed(_ document: Int, piece: Int, weight: Int) -> UInt32 {
        UInt32(document) << 23 | UInt32(min(piece, maximumPiece)) << 5 | UInt32(weight)
    }
}

extension InvertedIndex: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        writer.write(terms)
        writer.write(numbers: termEnds)
        writer.write(numbers: postings)
        writer.write(numbers: postingEnds)
    }

    package init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        terms = try reader.byteArray()
        termEnds = try reader.numbers()
        postings = try reader.numbers()
        postingEnds = try reader.numbers()
        // It was whole when it was written, and is used without another look.
        guard termEnds.count == postingEnds.count, Int(termEnds.last ?? 0) == terms.count,
            Int(postingEnds.last ?? 0) == postings.count
        else { throw BinaryDecodingError() }
    }
}
