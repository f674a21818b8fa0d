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

        /// The same where others stand before its document.
        func behind(_ documents: Int) -> Posting {
            Posting(document: document + UInt32(documents), piece: piece, weight: weight)
        }
    }

    private var numbers: WordNumbers
    /// The numbers of words in the order of their bytes.
    private var sorted: [Int32]
    /// Those of a word in the order of documents, words in their order: who goes through many of them
    /// goes through memory as it lies.
    private var postings: [Posting]
    /// Where those of each word begin, and where the last end.
    private var starts: [Int32] = [0]

    /// Documents are numbered from 0.
    init(_ documents: some Sequence<SearchDocument>) {
        var reader = SearchTableReader()
        for (index, document) in documents.enumerated() { reader.read(document, UInt32(index)) }
        numbers = reader.numbers
        sorted = numbers.sorted()
        // Counted first, so that each goes to its place at once.
        var next = Array(repeating: Int32(0), count: numbers.count)
        for found in reader.found { next[Int(found.word)] += 1 }
        starts.reserveCapacity(sorted.count + 1)
        var end: Int32 = 0
        for word in sorted {
            let count = next[Int(word)]
            next[Int(word)] = end
            end += count
            starts.append(end)
        }
        postings = Array(
            repeating: Posting(document: 0, piece: 0, weight: 0), count: reader.found.count)
        for found in reader.found {
            postings[Int(next[Int(found.word)])] = found.posting
            next[Int(found.word)] += 1
        }
    }

    var count: Int { sorted.count }

    /// A word, by its place in the order of their bytes.
    func word(at place: Int) -> ArraySlice<UInt8> { numbers.word(Int(sorted[place])) }

    /// Each place of a word, in the order of documents.
    func postings(at place: Int) -> ArraySlice<Posting> {
        postings[Int(starts[place])..<Int(starts[place + 1])]
    }
}

/// Reads documents for their words.
private struct SearchTableReader {
    private(set) var numbers = WordNumbers()
    /// In the order of documents.
    private(set) var found: [(word: Int32, posting: SearchTable.Posting)] = []
    /// Of each word, by its number.
    private var terms: [Term] = []
    /// The words of the document that is being read.
    private var touched: [Int32] = []
    private var words = SearchWords()

    /// A word in the document that was read last of those that have it.
    private struct Term {
        var document = UInt32.max
        var count: Int32 = 0
        var piece: UInt16 = 0
        var fields: Fields = []
    }

    private struct Fields: OptionSet {
        let rawValue: UInt8
        static let title = Fields(rawValue: 1)
        static let tag = Fields(rawValue: 2)
        static let caption = Fields(rawValue: 4)
    }

    mutating func read(_ document: SearchDocument, _ number: UInt32) {
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
        for word in touched {
            let term = terms[Int(word)]
            found.append(
                (
                    word,
                    SearchTable.Posting(
                        document: number, piece: term.piece,
                        weight: weight(of: term, in: document.text.count))
                ))
        }
        touched.removeAll(keepingCapacity: true)
    }

    private mutating func read(_ text: String, _ fields: Fields, _ document: UInt32) {
        var text = text
        text.withUTF8 { read($0, fields, document, 0) }
    }

    private mutating func read(
        _ text: UnsafeBufferPointer<UInt8>, _ fields: Fields, _ document: UInt32, _ piece: UInt16
    ) {
        var words = SearchWords()
        swap(&words, &self.words)
        words.forEach(in: text) { word in
            let number = numbers.number(of: word)
            if number == terms.count { terms.append(Term()) }
            if terms[number].document != document {
                touched.append(Int32(number))
                terms[number] = Term(document: document, piece: piece)
            }
            terms[number].fields.formUnion(fields)
            if fields.isEmpty {
                if terms[number].count == 0 { terms[number].piece = piece }
                terms[number].count += 1
            }
        }
        self.words = words
    }

    /// - Parameter length: Of the text, in bytes.
    private func weight(of term: Term, in length: Int) -> UInt8 {
        var weight = term.count > 0 ? 2 + min(6, Int(term.count)) : 0
        // Among short notes and long ones that name a word once, the short say more of it.
        weight += term.count == 0 ? 0 : length < 400 ? 3 : length < 2000 ? 1 : 0
        if term.fields.contains(.title) { weight += 14 }
        if term.fields.contains(.tag) { weight += 7 }
        if term.fields.contains(.caption) { weight += 4 }
        return UInt8(min(31, weight))
    }
}

extension SearchTable: StoredValue {
    package func write(to writer: inout ByteWriter) {
        writer.write(count)
        for place in 0..<count {
            writer.write(Array(word(at: place)))
            let postings = postings(at: place)
            writer.write(postings.count)
            for posting in postings { writer.write(eightBytes: posting.packed) }
        }
    }

    package init(from reader: inout ByteReader) throws(UnreadableValue) {
        (numbers, sorted, postings) = (WordNumbers(), [], [])
        for place in 0..<(try reader.int()) {
            numbers.append(try reader.byteArray())
            sorted.append(Int32(place))
            let count = try reader.int()
            guard count > 0, count < Int32.max else { throw UnreadableValue() }
            for _ in 0..<count { postings.append(Posting(packed: try reader.eightBytes())) }
            starts.append(Int32(postings.count))
        }
    }
}

extension SearchTable.Posting {
    fileprivate var packed: UInt64 {
        UInt64(document) << 32 | UInt64(piece) << 16 | UInt64(weight)
    }

    fileprivate init(packed: UInt64) {
        self.init(
            document: UInt32(packed >> 32), piece: UInt16(truncatingIfNeeded: packed >> 16),
            weight: UInt8(truncatingIfNeeded: packed))
    }
}
