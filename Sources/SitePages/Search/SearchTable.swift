package import StoredValues

/// The words of some documents, and where each stands.
package struct SearchTable: Sendable {
    /// A word in a document.
    struct Posting: Sendable {
        let document: UInt32
        /// Which piece of the document's text holds it first.
        let piece: UInt16
        /// How much the document is about it, 1 to 31.
        let weight: UInt8
        /// Of the same word in the next document; negative for none.
        fileprivate(set) var next: Int32
    }

    private struct Term {
        let start: Int32
        let length: Int32
        var first: Int32
        var last: Int32
        // Of the document that is being read.
        var document: Int32
        var count: Int32
        var piece: UInt16
        var fields: Fields
    }

    private struct Fields: OptionSet {
        let rawValue: UInt8
        static let title = Fields(rawValue: 1)
        static let tag = Fields(rawValue: 2)
        static let caption = Fields(rawValue: 4)
    }

    private var bytes: [UInt8] = []
    private var terms: [Term] = []
    private(set) var postings: [Posting] = []
    /// Open addressing: numbers of terms, or -1.
    private var slots = [Int32](repeating: -1, count: 1 << 12)
    /// The terms of the document that is being read.
    private var touched: [Int32] = []
    private var words = SearchWords()
    /// Terms in the order of their bytes, once all documents are read.
    private var sorted: [Int32] = []

    /// Documents are numbered from 0.
    init(_ documents: some Sequence<SearchDocument>) {
        for (index, document) in documents.enumerated() { add(document, Int32(index)) }
        sort()
    }

    /// The words of several tables.
    ///
    /// - Parameter tables: Each with the number of its first document, in the order of these.
    init(_ tables: [(first: Int, table: SearchTable)]) {
        postings.reserveCapacity(tables.reduce(0) { $0 + $1.table.postings.count })
        for (first, table) in tables {
            for place in 0..<table.count {
                let index = table.word(at: place).withUnsafeBufferPointer { number(of: $0) }
                table.forEachPosting(at: place) { posting in
                    append(
                        Posting(
                            document: posting.document + UInt32(first), piece: posting.piece,
                            weight: posting.weight, next: -1), to: index)
                }
            }
        }
        sort()
        layOut()
    }

    /// Puts the postings of each word one behind the other, in the order of words: who goes through
    /// many of them goes through memory as it lies.
    private mutating func layOut() {
        var inOrder: [Posting] = []
        inOrder.reserveCapacity(postings.count)
        for number in sorted {
            var next = terms[Int(number)].first
            if next >= 0 { terms[Int(number)].first = Int32(inOrder.count) }
            while next >= 0 {
                var posting = postings[Int(next)]
                next = posting.next
                posting.next = next >= 0 ? Int32(inOrder.count + 1) : -1
                inOrder.append(posting)
            }
        }
        postings = inOrder
    }

    private mutating func sort() {
        slots = []
        sorted = terms.indices.map { Int32($0) }
        bytes.withUnsafeBufferPointer { bytes in
            func word(_ number: Int32) -> Slice<UnsafeBufferPointer<UInt8>> {
                let term = terms[Int(number)]
                return bytes[Int(term.start)..<Int(term.start + term.length)]
            }
            sorted.sort { word($0).lexicographicallyPrecedes(word($1)) }
        }
    }

    var count: Int { sorted.count }

    /// A word, by its place in the order of their bytes.
    func word(at place: Int) -> ArraySlice<UInt8> {
        let term = terms[Int(sorted[place])]
        return bytes[Int(term.start)..<Int(term.start + term.length)]
    }

    /// Calls `body` with each place of a word, in the order of documents.
    func forEachPosting(at place: Int, _ body: (Posting) -> Void) {
        var next = terms[Int(sorted[place])].first
        while next >= 0 {
            let posting = postings[Int(next)]
            body(posting)
            next = posting.next
        }
    }

    private mutating func add(_ document: SearchDocument, _ number: Int32) {
        read(document.title, .title, number)
        for tag in document.tags { read(tag, .tag, number) }
        for caption in document.captions { read(caption, .caption, number) }
        let (pieces, cuts) = document.cutText
        let surroundings = cuts.map { ($0, document.surroundings(of: pieces[$0].upperBound)) }
        for (piece, range) in Array(pieces.enumerated()) + surroundings {
            document.text[range].withUnsafeBufferPointer {
                read($0, [], number, UInt16(clamping: piece))
            }
        }
        for index in touched { endDocument(of: Int(index), number, document.text.count) }
        touched.removeAll(keepingCapacity: true)
    }

    private mutating func read(_ text: String, _ fields: Fields, _ document: Int32) {
        var text = text
        text.withUTF8 { read($0, fields, document, 0) }
    }

    private mutating func read(
        _ text: UnsafeBufferPointer<UInt8>, _ fields: Fields, _ document: Int32, _ piece: UInt16
    ) {
        var words = SearchWords()
        swap(&words, &self.words)
        words.forEach(in: text) { word in
            let index = number(of: word)
            if terms[index].document != document {
                touched.append(Int32(index))
                terms[index].document = document
                terms[index].count = 0
                terms[index].piece = piece
                terms[index].fields = []
            }
            terms[index].fields.formUnion(fields)
            if fields.isEmpty {
                if terms[index].count == 0 { terms[index].piece = piece }
                terms[index].count += 1
            }
        }
        self.words = words
    }

    private mutating func endDocument(of index: Int, _ document: Int32, _ length: Int) {
        let term = terms[index]
        var weight = term.count > 0 ? 2 + min(6, Int(term.count)) : 0
        // Among short notes and long ones that name a word once, the short say more of it.
        weight += term.count == 0 ? 0 : length < 400 ? 3 : length < 2000 ? 1 : 0
        if term.fields.contains(.title) { weight += 14 }
        if term.fields.contains(.tag) { weight += 7 }
        if term.fields.contains(.caption) { weight += 4 }
        append(
            Posting(
                document: UInt32(document), piece: term.piece, weight: UInt8(min(31, weight)),
                next: -1), to: index)
    }

    private mutating func append(_ posting: Posting, to index: Int) {
        let place = Int32(postings.count)
        postings.append(posting)
        if terms[index].last >= 0 {
            postings[Int(terms[index].last)].next = place
        } else {
            terms[index].first = place
        }
        terms[index].last = place
    }

    /// The number of a word, new or known.
    private mutating func number(of word: UnsafeBufferPointer<UInt8>) -> Int {
        if terms.count * 2 >= slots.count { grow() }
        var slot = Self.hash(word) & (slots.count - 1)
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            let term = terms[index]
            if Int(term.length) == word.count,
                bytes.withUnsafeBufferPointer({ bytes in
                    (0..<word.count).allSatisfy { bytes[Int(term.start) + $0] == word[$0] }
                })
            {
                return index
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = Int32(terms.count)
        terms.append(
            Term(
                start: Int32(bytes.count), length: Int32(word.count), first: -1, last: -1,
                document: -1, count: 0, piece: 0, fields: []))
        bytes.append(contentsOf: word)
        return terms.count - 1
    }

    private mutating func grow() {
        slots = [Int32](repeating: -1, count: slots.count * 2)
        for (index, term) in terms.enumerated() {
            let word = bytes[Int(term.start)..<Int(term.start + term.length)]
            var slot = word.withUnsafeBufferPointer(Self.hash) & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(index)
        }
    }

    private static func hash(_ word: UnsafeBufferPointer<UInt8>) -> Int {
        let value = word.fowlerNollVo
        return Int(truncatingIfNeeded: value ^ value >> 29)
    }
}

extension SearchTable: StoredValue {
    package func write(to writer: inout ByteWriter) {
        writer.write(count)
        for place in 0..<count {
            writer.write(Array(word(at: place)))
            var found: [UInt64] = []
            forEachPosting(at: place) { found.append($0.packed) }
            writer.write(found.count)
            for posting in found { writer.write(eightBytes: posting) }
        }
    }

    package init(from reader: inout ByteReader) throws(UnreadableValue) {
        slots = []
        let count = try reader.int()
        for _ in 0..<count {
            let word = try reader.byteArray()
            let found = try reader.int()
            guard found > 0, found < Int32.max else { throw UnreadableValue() }
            let first = postings.count
            for number in 1...found {
                let next = number < found ? Int32(postings.count + 1) : -1
                postings.append(Posting(packed: try reader.eightBytes(), next: next))
            }
            sorted.append(Int32(terms.count))
            terms.append(
                Term(
                    start: Int32(bytes.count), length: Int32(word.count), first: Int32(first),
                    last: Int32(postings.count - 1), document: -1, count: 0, piece: 0, fields: []))
            bytes += word
        }
    }
}

extension SearchTable.Posting {
    fileprivate var packed: UInt64 {
        UInt64(document) << 32 | UInt64(piece) << 16 | UInt64(weight)
    }

    fileprivate init(packed: UInt64, next: Int32) {
        self.init(
            document: UInt32(packed >> 32), piece: UInt16(truncatingIfNeeded: packed >> 16),
            weight: UInt8(truncatingIfNeeded: packed), next: next)
    }
}
