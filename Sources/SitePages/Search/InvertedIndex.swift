package import ContentHashing
import Foundation

/// The terms of a chunk of documents and the documents that have them, in flat arrays that are read from
/// the cache without decoding each entry.
package struct InvertedIndex: Sendable {
    /// A document that has a term.
    struct Posting: Sendable {
        /// The number of the document, first among those of the chunk, later among all.
        let document: Int
        /// The number of the first piece of the document's text that has the term.
        let piece: Int
        /// How much the document is about the term, 1 to 31.
        let weight: UInt8
    }

    /// The terms in the order of their bytes, one after the other.
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
        let order = collector.dictionary.sorted
        // Counted first, so that each posting is written to its final position.
        var next = [UInt32](repeating: 0, count: order.count)
        for found in collector.found { next[Int(found.term)] += 1 }
        var (terms, termEnds, postingEnds): ([UInt8], [UInt32], [UInt32]) = ([], [], [])
        termEnds.reserveCapacity(order.count)
        postingEnds.reserveCapacity(order.count)
        var end: UInt32 = 0
        for term in order {
            let count = next[Int(term)]
            next[Int(term)] = end
            end += count
            postingEnds.append(end)
            collector.dictionary.append(Int(term), to: &terms)
            termEnds.append(UInt32(terms.count))
        }
        var postings = [UInt32](repeating: 0, count: collector.found.count)
        for found in collector.found {
            let position = Int(next[Int(found.term)])
            postings[position] = found.posting
            next[Int(found.term)] += 1
        }
        (self.terms, self.termEnds) = (terms, termEnds)
        (self.postings, self.postingEnds) = (postings, postingEnds)
    }

    var count: Int { termEnds.count }

    /// Returns the bytes of a term, by its position in their order.
    func term(at position: Int) -> ArraySlice<UInt8> {
        terms[(position == 0 ? 0 : Int(termEnds[position - 1]))..<Int(termEnds[position])]
    }

    /// The first eight bytes of a term as a number: numbers compare like the bytes.
    func prefix(at position: Int) -> UInt64 {
        let start = position == 0 ? 0 : Int(termEnds[position - 1])
        let length = min(8, Int(termEnds[position]) - start)
        return terms.withUnsafeBytes { bytes in
            if start + 8 <= bytes.count {
                let value = UInt64(
                    bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
                return length == 8 ? value : value & ~(UInt64.max >> (8 * UInt64(length)))
            }
            var value: UInt64 = 0
            for index in 0..<length { value |= UInt64(bytes[start + index]) << (56 - 8 * index) }
            return value
        }
    }

    func postingCount(at position: Int) -> Int {
        Int(postingEnds[position]) - (position == 0 ? 0 : Int(postingEnds[position - 1]))
    }

    /// Calls `body` with each posting of a term, in the order of documents.
    ///
    /// - Parameter first: The number of the first document of the chunk.
    @inline(__always)
    func forEachPosting(at position: Int, from first: Int, _ body: (Posting) -> Void) {
        let start = position == 0 ? 0 : Int(postingEnds[position - 1])
        for index in start..<Int(postingEnds[position]) {
            let packed = postings[index]
            body(
                Posting(
                    document: first + Int(packed >> 23), piece: Int(packed >> 5) & (1 << 18 - 1),
                    weight: UInt8(packed & 31)))
        }
    }

    fileprivate static func packed(_ document: Int, piece: Int, weight: Int) -> UInt32 {
        UInt32(document) << 23 | UInt32(min(piece, maximumPiece)) << 5 | UInt32(weight)
    }
}

/// Collects the terms of documents.
private struct TermCollector {
    var dictionary = TermDictionary()
    /// The postings in the order of documents.
    private(set) var found: [(term: Int32, posting: UInt32)] = []
    /// For each term what is known of it in the current document.
    private var states: [State] = []
    /// The terms of the current document.
    private var touched: [Int32] = []
    private var cutter = TermCutter()

    private struct State {
        var document: Int32 = -1
        var count: Int32 = 0
        var piece: Int32 = 0
        var fields: Fields = []
    }

    private struct Fields: OptionSet {
        let rawValue: UInt8
        static let title = Fields(rawValue: 1)
        static let tag = Fields(rawValue: 2)
        static let caption = Fields(rawValue: 4)
    }

    mutating func add(_ document: SearchDocument, _ number: Int) {
        add(document.title, .title, number)
        for tag in document.tags { add(tag, .tag, number) }
        for caption in document.captions { add(caption, .caption, number) }
        let (pieces, cuts) = document.cutText
        let surroundings = cuts.map { ($0, document.surroundings(of: pieces[$0].upperBound)) }
        for (piece, range) in Array(pieces.enumerated()) + surroundings {
            document.text[range].withUnsafeBufferPointer { add($0, [], number, piece) }
        }
        for term in touched {
            let weight = weight(of: states[Int(term)], in: document.text.count)
            found.append(
                (
                    term,
                    InvertedIndex.packed(
                        number, piece: Int(states[Int(term)].piece), weight: weight)
                ))
        }
        touched.removeAll(keepingCapacity: true)
    }

    private mutating func add(_ text: String, _ fields: Fields, _ document: Int) {
        var text = text
        text.withUTF8 { add($0, fields, document, 0) }
    }

    private mutating func add(
        _ text: UnsafeBufferPointer<UInt8>, _ fields: Fields, _ document: Int, _ piece: Int
    ) {
        var cutter = TermCutter()
        swap(&cutter, &self.cutter)
        cutter.forEachTerm(in: text) { term in
            let number = dictionary.number(of: term)
            if number == states.count { states.append(State()) }
            if states[number].document != Int32(document) {
                touched.append(Int32(number))
                states[number] = State(document: Int32(document), piece: Int32(clamping: piece))
            }
            states[number].fields.formUnion(fields)
            if fields.isEmpty {
                if states[number].count == 0 { states[number].piece = Int32(clamping: piece) }
                states[number].count += 1
            }
        }
        self.cutter = cutter
    }

    /// - Parameter length: The length of the text in bytes.
    private func weight(of state: State, in length: Int) -> Int {
        var weight = state.count > 0 ? 2 + min(6, Int(state.count)) : 0
        // Of short notes and long ones that have a term once, the short say more about it.
        weight += state.count == 0 ? 0 : length < 400 ? 3 : length < 2000 ? 1 : 0
        if state.fields.contains(.title) { weight += 14 }
        if state.fields.contains(.tag) { weight += 7 }
        if state.fields.contains(.caption) { weight += 4 }
        return min(31, weight)
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
