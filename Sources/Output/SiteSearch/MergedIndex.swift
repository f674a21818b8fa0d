/// The merged terms of several chunks of documents, or of one of their shards, sorted, with all
/// their postings.
struct MergedIndex: Sendable {
    private let bytes: [UInt8]
    private let terms: [Term]
    private let postings: [InvertedIndex.Posting]

    private struct Term {
        /// The range of the term's bytes.
        let bytes: Range<Int32>
        /// The range of its postings, which are in the order of the documents.
        let postings: Range<Int32>
    }

    /// The terms of a chunk that are merged, and the number of its first document.
    typealias Source = (first: Int, terms: ShardTerms)

    /// Merges the terms of chunks, which are in the order of their documents.
    init(_ chunks: [Source]) {
        var table = TermTable(bits: 12)
        // The numbers of the terms of all chunks, in turn.
        var numbers: [Int32] = []
        numbers.reserveCapacity(chunks.reduce(0) { $0 + $1.terms.count })
        var counts: [Int] = []
        for chunk in chunks {
            chunk.terms.forEach { term, postings in
                let number = table.number(of: term)
                if number == counts.count { counts.append(0) }
                counts[number] += postings.count
                numbers.append(Int32(number))
            }
        }
        let order = table.sorted
        var end = 0
        // The position of the next posting of each term.
        var next = counts
        terms = order.map { number in
            let (range, count) = (table.range(of: Int(number)), counts[Int(number)])
            next[Int(number)] = end
            end += count
            return Term(
                bytes: Int32(range.lowerBound)..<Int32(range.upperBound),
                postings: Int32(end - count)..<Int32(end))
        }
        postings = Self.postings(end, of: chunks, numbers: numbers, next: &next)
        bytes = table.bytes
    }

    /// Returns the postings of all chunks, grouped by term.
    private static func postings(
        _ count: Int, of chunks: [Source], numbers: [Int32], next: inout [Int]
    ) -> [InvertedIndex.Posting] {
        [InvertedIndex.Posting](unsafeUninitializedCapacity: count) { output, initialized in
            var numbers = numbers[...]
            for (first, terms) in chunks {
                terms.forEach { _, postings in
                    let number = Int(numbers.removeFirst())
                    for position in postings {
                        var posting = terms[position]
                        posting.document += Int32(first)
                        output.initializeElement(at: next[number], to: posting)
                        next[number] += 1
                    }
                }
            }
            initialized = count
        }
    }

    /// The numbers of terms, of their bytes, and of all postings.
    var count: Int { terms.count }
    var byteCount: Int { bytes.count }
    var postingCount: Int { postings.count }

    /// Returns the bytes of a term, by its position in the sorted order.
    func term(at position: Int) -> ArraySlice<UInt8> {
        bytes[Int(terms[position].bytes.lowerBound)..<Int(terms[position].bytes.upperBound)]
    }

    /// Returns the postings of a term, in the order of the documents.
    func postings(at position: Int) -> ArraySlice<InvertedIndex.Posting> {
        let range = terms[position].postings
        return postings[Int(range.lowerBound)..<Int(range.upperBound)]
    }
}
