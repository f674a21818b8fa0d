import Orthography

/// Collects the terms and the biwords of documents.
///
/// ```swift
/// var collector = TermCollector()
/// for (number, document) in documents.enumerated() { collector.add(document, number: number) }
/// let (terms, postings) = (collector.table, collector.found)
/// ```
struct TermCollector {
    /// The postings in the order of documents.
    private(set) var found: [(term: Int32, posting: UInt32)] = []
    private var terms = Terms()
    private var biwords = BiwordCollector()
    /// The end of the biwords of each document.
    private(set) var biwordEnds: [UInt32] = []
    private let cutter = TermCutter()
    /// The words of the current text.
    private var words = TermList()

    /// The labels of the tags so far, by their names: most documents have the tags of others.
    private var labelsOfTags: [String: String] = [:]

    /// The terms of all documents.
    var table: TermTable { terms.table }
    /// The biwords of each document in turn, in two bytes each.
    var foundBiwords: [UInt8] { biwords.found }

    /// The terms of all documents, and their occurrences in the current one.
    private struct Terms {
        private(set) var table = TermTable(bits: 13)
        /// The occurrences of each term in the current document, by the number of the term.
        private(set) var states: [State] = []
        /// The numbers of the terms of the current document.
        var touched: [Int32] = []

        @inline(__always)
        mutating func add(
            _ term: UnsafeBufferPointer<UInt8>, fields: Fields, document: Int32, piece: Int32
        ) {
            let number = table.number(of: term)
            if number == states.count { states.append(State()) }
            var state = states[number]
            if state.document != document {
                touched.append(Int32(number))
                state = State(document: document, piece: piece)
            }
            state.fields.formUnion(fields)
            if fields.isEmpty {
                if state.count == 0 { state.piece = piece }
                state.count += 1
            }
            states[number] = state
        }
    }

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
        static let label = Fields(rawValue: 8)
        static let address = Fields(rawValue: 16)
    }

    mutating func add(_ document: SearchDocument, number: Int) {
        add(document.title, fields: .title, document: number)
        for tag in document.tags { add(tag, fields: .tag, document: number) }
        for label in SearchLabel.labels(of: document, known: &labelsOfTags) {
            var label = label
            label.withUTF8 {
                terms.add($0, fields: .label, document: Int32(number), piece: 0)
            }
        }
        for caption in document.captions { add(caption, fields: .caption, document: number) }
        document.addresses.withUnsafeBufferPointer { addresses in
            cut(addresses)
        }
        words.forEach { terms.add($0, fields: .address, document: Int32(number), piece: 0) }
        biwords.begin()
        let (pieces, cuts) = document.cutText
        document.text.withUnsafeBufferPointer { text in
            for (piece, range) in pieces.enumerated() {
                add(
                    UnsafeBufferPointer(rebasing: text[range]), fields: [], document: number,
                    piece: piece)
            }
            for piece in cuts {
                let range = document.surroundings(of: pieces[piece].upperBound)
                biwords.begin()
                add(
                    UnsafeBufferPointer(rebasing: text[range]), fields: [], document: number,
                    piece: piece)
            }
        }
        for term in terms.touched {
            let state = terms.states[Int(term)]
            let weight =
                state.fields.contains(.label)
                ? SearchLabel.weight(in: document) : weight(of: state, in: document.text.count)
            found.append(
                (term, InvertedIndex.packed(number, piece: Int(state.piece), weight: weight)))
        }
        terms.touched.removeAll(keepingCapacity: true)
        biwordEnds.append(UInt32(biwords.found.count))
    }

    private mutating func add(_ text: String, fields: Fields, document: Int) {
        var text = text
        biwords.begin()
        text.withUTF8 { add($0, fields: fields, document: document, piece: 0) }
    }

    private mutating func add(
        _ text: UnsafeBufferPointer<UInt8>, fields: Fields, document: Int, piece: Int
    ) {
        let (document, piece) = (Int32(document), Int32(clamping: piece))
        cut(text)
        words.forEach { term in
            terms.add(term, fields: fields, document: document, piece: piece)
            biwords.add(term, document: document)
        }
    }

    private mutating func cut(_ text: UnsafeBufferPointer<UInt8>) {
        words.removeAll()
        cutter.cut(text, into: &words)
    }

    /// Returns the weight of a term in a document, 1 to 31.
    ///
    /// - Parameter length: The length of the text in bytes.
    private func weight(of state: State, in length: Int) -> Int {
        var weight = state.count > 0 ? 2 + min(6, Int(state.count)) : 0
        // A term that occurs once is more relevant in a short note than in a long one.
        weight += state.count == 0 ? 0 : length < 400 ? 3 : length < 2000 ? 1 : 0
        if state.fields.contains(.title) { weight += 14 }
        if state.fields.contains(.tag) { weight += 7 }
        if state.fields.contains(.caption) { weight += 4 }
        // A term may occur in the address of a link alone.
        return min(31, max(1, weight))
    }
}
