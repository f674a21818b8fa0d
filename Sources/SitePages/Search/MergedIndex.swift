/// The terms of several chunks of documents in one order, with all their postings.
struct MergedIndex: Sendable {
    private let bytes: [UInt8]
    /// For each term the range of its bytes.
    private let terms: [Range<Int32>]
    private let postings: [InvertedIndex.Posting]
    /// For each term the end of its postings, those of equal terms of all chunks in the order of documents.
    private let ends: [Int]

    /// - Parameter chunks: Each with the number of its first document, in the order of documents.
    init(_ chunks: [(first: Int, index: InvertedIndex)]) {
        var table = TermTable(bits: 16)
        // The numbers of the terms of all chunks, in turn.
        var numbers: [Int32] = []
        numbers.reserveCapacity(chunks.reduce(0) { $0 + $1.index.count })
        var counts: [Int] = []
        for chunk in chunks {
            chunk.index.forEachTerm { term, postings in
                let number = table.number(of: term)
                if number == counts.count { counts.append(0) }
                counts[number] += postings.count
                numbers.append(Int32(number))
            }
        }
        let order = table.sorted
        var end = 0
        var ends: [Int] = []
        ends.reserveCapacity(order.count)
        // From here on the position of the next posting of each term.
        var next = counts
        for number in order {
            next[Int(number)] = end
            end += counts[Int(number)]
            ends.append(end)
        }
        postings = Self.postings(end, of: chunks, numbers, &next)
        self.ends = ends
        terms = order.map { number in
            let range = table.range(of: Int(number))
            return Int32(range.lowerBound)..<Int32(range.upperBound)
        }
        bytes = table.bytes
    }

    /// Returns the postings of all chunks, each in its position.
    private static func postings(
        _ count: Int, of chunks: [(first: Int, index: InvertedIndex)], _ numbers: [Int32],
        _ next: inout [Int]
    ) -> [InvertedIndex.Posting] {
        [InvertedIndex.Posting](unsafeUninitializedCapacity: count) { output, initialized in
            var numbers = numbers[...]
            for (first, index) in chunks {
                index.forEachTerm { _, postings in
                    let number = Int(numbers.removeFirst())
                    for position in postings {
                        var posting = index[position]
                        posting.document += Int32(first)
                        output.initializeElement(at: next[number], to: posting)
                        next[number] += 1
                    }
                }
            }
            initialized = count
        }
    }

    /// The numbers of terms, of their bytes and of all postings.
    var count: Int { ends.count }
    var byteCount: Int { bytes.count }
    var postingCount: Int { postings.count }

    /// Returns the bytes of a term, by its position in their order.
    func term(at position: Int) -> ArraySlice<UInt8> {
        bytes[Int(terms[position].lowerBound)..<Int(terms[position].upperBound)]
    }

    /// Returns the postings of a term, in the order of documents.
    func postings(at position: Int) -> ArraySlice<InvertedIndex.Posting> {
        postings[(position == 0 ? 0 : ends[position - 1])..<ends[position]]
    }
}
