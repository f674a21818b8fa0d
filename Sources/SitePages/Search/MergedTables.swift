/// The words of several tables in one order. Their postings stay where they lie: of a large notebook
/// they are most of what the search knows.
struct MergedTables {
    private let tables: [(first: Int, table: SearchTable)]
    /// Where words stand in the tables, those of a word one behind the other.
    private var places: [(table: Int32, place: Int32)]
    /// Where those of each word begin, and where the last end.
    private var starts: [Int]

    /// - Parameter tables: Each with the number of its first document, in the order of these.
    init(_ tables: [(first: Int, table: SearchTable)]) {
        self.tables = tables
        var words = WordNumbers()
        var numbers: [Int32] = []
        numbers.reserveCapacity(tables.reduce(0) { $0 + $1.table.count })
        for (_, table) in tables {
            for place in 0..<table.count {
                let number = table.word(at: place).withUnsafeBufferPointer {
                    words.number(of: $0)
                }
                numbers.append(Int32(number))
            }
        }
        // Counted first, so that each goes to its place at once.
        var next = Array(repeating: 0, count: words.count)
        for number in numbers { next[Int(number)] += 1 }
        starts = [0]
        starts.reserveCapacity(words.count + 1)
        var end = 0
        for number in words.sorted() {
            let count = next[Int(number)]
            next[Int(number)] = end
            end += count
            starts.append(end)
        }
        places = Array(repeating: (0, 0), count: numbers.count)
        var number = numbers.startIndex
        for (index, entry) in tables.enumerated() {
            for place in 0..<entry.table.count {
                let word = Int(numbers[number])
                places[next[word]] = (Int32(index), Int32(place))
                next[word] += 1
                number += 1
            }
        }
    }

    var count: Int { starts.count - 1 }

    /// A word, by its place in the order of their bytes.
    func word(at place: Int) -> ArraySlice<UInt8> {
        let first = places[starts[place]]
        return tables[Int(first.table)].table.word(at: Int(first.place))
    }

    /// Calls `body` with each place of a word, in the order of documents.
    func forEachPosting(at place: Int, _ body: (SearchTable.Posting) -> Void) {
        for (table, place) in places[starts[place]..<starts[place + 1]] {
            let (first, table) = tables[Int(table)]
            for posting in table.postings(at: Int(place)) { body(posting.behind(first)) }
        }
    }
}
