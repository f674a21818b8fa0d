/// Writes the terms of an index, sorted, with their postings in the format of the search files.
struct PostingListWriter {
    struct Line {
        let word: Range<Int>
        let postings: Range<Int>
        /// The position of the word in the table; nil for a prefix.
        let place: Int?
    }

    private(set) var bytes: [UInt8] = []
    private(set) var lines: [Line] = []
    /// The sets of the documents of very frequent words and of prefixes, each for a file of its
    /// own.
    private(set) var sets: [[UInt8]] = []
    private let table: MergedIndex
    private let documents: Int
    /// The best posting of the current prefix in each document.
    private var best: [(weight: UInt8, piece: Int32)] = []

    /// Writes a line for each term.
    ///
    /// - Parameters:
    ///   - table: The terms of all documents.
    ///   - documents: The number of documents.
    ///   - limit: The maximum size of a word's postings in bytes. A word with more has only the
    ///     best postings in its line, and a file with the set of its documents.
    ///   - maximum: The maximum number of best postings.
    init(_ table: MergedIndex, documents: Int, limit: Int, maximum: Int) {
        (self.table, self.documents) = (table, documents)
        lines.reserveCapacity(table.count)
        bytes.reserveCapacity(table.byteCount + 3 * table.postingCount)
        for place in 0..<table.count {
            let start = bytes.count
            bytes += table.term(at: place)
            let end = bytes.count
            var last = -1
            for posting in table.postings(at: place) { append(posting, last: &last) }
            var postings = end..<bytes.count
            if postings.count > limit {
                bytes.removeSubrange(end...)
                postings = bestPostings(at: place, maximum)
            }
            lines.append(Line(word: start..<end, postings: postings, place: place))
        }
    }

    /// Writes the best postings of a very frequent word, and adds the set of its documents.
    private mutating func bestPostings(at place: Int, _ maximum: Int) -> Range<Int> {
        let postings = Array(table.postings(at: place))
        let start = bytes.count
        addSet(postings.lazy.map { Int($0.document) })
        var last = -1
        for index in Self.heaviest(maximum, of: postings.map(\.weight)) {
            append(postings[index], last: &last)
        }
        return start..<bytes.count
    }

    /// Adds a file with a set of documents, and writes `!` and its number.
    private mutating func addSet(_ members: some Collection<Int>) {
        bytes.append(UInt8(ascii: "!"))
        SearchNumbers.append(sets.count, to: &bytes)
        sets.append(SearchNumbers.set(members, of: documents))
    }

    private func word(of line: Line) -> ArraySlice<UInt8> { bytes[line.word] }

    /// Adds a line for each prefix that has too many words to look them all up, such as `s*`: the
    /// documents most relevant for any of the words. Also adds the set of all their documents.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes of the lines of the words of a prefix.
    ///   - maximum: The maximum number of documents in a line.
    mutating func addPrefixes(costing limit: Int, maximum: Int) {
        best = Array(repeating: (0, 0), count: documents)
        var added: [(before: Int, line: Line)] = []
        // A prefix costs at least as much as any longer one that begins with it.
        // Labels are looked up as a whole, and come before all words.
        let words = lines.firstIndex { !SearchLabel.isLabel(word(of: $0)) } ?? lines.endIndex
        var costly = [words..<lines.endIndex]
        var length = 1
        while !costly.isEmpty {
            var longer: [Range<Int>] = []
            for range in costly {
                for (prefix, group, cost) in groups(of: range, byFirst: length) where cost > limit {
                    longer.append(group)
                    // The line follows that of the word that equals the prefix, if there is one.
                    let isWord = lines[group.lowerBound].word.count == prefix.count
                    added.append(
                        (
                            group.lowerBound + (isWord ? 1 : 0),
                            line(of: prefix, range: group, maximum: maximum)
                        ))
                }
            }
            costly = longer
            length += 1
        }
        guard !added.isEmpty else { return }
        // Prefixes inserted before the same word are sorted by length.
        added.sort { ($0.before, $0.line.word.count) < ($1.before, $1.line.word.count) }
        var all: [Line] = []
        var next = added[...]
        for (index, line) in lines.enumerated() {
            while let first = next.first, first.before == index {
                all.append(first.line)
                next.removeFirst()
            }
            all.append(line)
        }
        lines = all + next.map(\.line)
    }

    /// Returns groups of lines whose words have the first `length` characters in common, with the
    /// total size of the lines in bytes.
    private func groups(
        of range: Range<Int>, byFirst length: Int
    ) -> [(prefix: [UInt8], lines: Range<Int>, cost: Int)] {
        var groups: [(prefix: [UInt8], lines: Range<Int>, cost: Int)] = []
        var start = range.lowerBound
        while start < range.upperBound {
            guard let prefix = prefix(of: lines[start], length) else {
                start += 1
                continue
            }
            var end = start
            var cost = 0
            while end < range.upperBound, word(of: lines[end]).starts(with: prefix) {
                cost += lines[end].word.count + lines[end].postings.count + 2
                end += 1
            }
            groups.append((prefix, start..<end, cost))
            start = end
        }
        return groups
    }

    /// Returns the first characters of a word; nil if it has fewer.
    private func prefix(of line: Line, _ length: Int) -> [UInt8]? {
        let word = bytes[line.word]
        var end = word.startIndex
        for _ in 0..<length {
            guard end < word.endIndex else { return nil }
            end += 1
            while end < word.endIndex, word[end] & 0xC0 == 0x80 { end += 1 }
        }
        return Array(word[..<end])
    }

    private mutating func line(of prefix: [UInt8], range: Range<Int>, maximum: Int) -> Line {
        best.withUnsafeMutableBufferPointer { best in
            best.update(repeating: (0, 0))
            for index in range {
                guard let place = lines[index].place else { continue }
                for posting in table.postings(at: place) {
                    let document = Int(posting.document)
                    guard posting.weight > best[document].weight else { continue }
                    best[document] = (posting.weight, Int32(posting.piece))
                }
            }
        }
        let start = bytes.count
        bytes += prefix
        bytes.append(UInt8(ascii: "*"))
        let end = bytes.count
        addSet(best.indices.filter { best[$0].weight > 0 })
        var last = -1
        for document in Self.heaviest(maximum, of: best.map(\.weight)) {
            let posting = best[document]
            append(document, piece: Int(posting.piece), weight: posting.weight, last: &last)
        }
        return Line(word: start..<end, postings: end..<bytes.count, place: nil)
    }

    /// Returns the positions of the `maximum` greatest weights above 0, in ascending order. Of
    /// equal weights the first are taken.
    private static func heaviest(_ maximum: Int, of weights: [UInt8]) -> [Int] {
        var counts = Array(repeating: 0, count: 256)
        for weight in weights { counts[Int(weight)] += 1 }
        var lightest = 255
        var above = 0
        while lightest > 0, above + counts[lightest] <= maximum {
            above += counts[lightest]
            lightest -= 1
        }
        var room = maximum - above
        return weights.indices.filter { index in
            let weight = Int(weights[index])
            guard weight == lightest, lightest > 0 else { return weight > lightest }
            room -= 1
            return room >= 0
        }
    }

    private mutating func append(_ posting: InvertedIndex.Posting, last: inout Int) {
        append(Int(posting.document), piece: posting.piece, weight: posting.weight, last: &last)
    }

    private mutating func append(_ document: Int, piece: Int, weight: UInt8, last: inout Int) {
        SearchNumbers.append(document - last - 1, to: &bytes)
        last = document
        bytes.append(SearchNumbers.digits[Int(weight) | (piece > 0 ? 32 : 0)])
        if piece > 0 { SearchNumbers.append(piece, to: &bytes) }
    }
}

/// The number format of the search files: base 32, one character for each digit, the lowest digit
/// first. The sixth bit of a digit is set if another follows.
enum SearchNumbers {
    static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    static func append(_ number: Int, to bytes: inout [UInt8]) {
        var rest = number
        while rest >= 32 {
            bytes.append(digits[rest & 31 | 32])
            rest >>= 5
        }
        bytes.append(digits[rest])
    }

    /// Returns a set of documents in the shorter of two formats: the distance of each from the one
    /// before it, or `=` and a digit for each six documents with a bit for each, the lowest first.
    ///
    /// - Parameters:
    ///   - members: The members in ascending order.
    ///   - documents: The number of all documents.
    static func set(_ members: some Collection<Int>, of documents: Int) -> [UInt8] {
        var distances: [UInt8] = []
        var last = -1
        for member in members {
            append(member - last - 1, to: &distances)
            last = member
        }
        guard distances.count > (documents + 5) / 6 else { return distances }
        var sixes = Array(repeating: 0, count: (documents + 5) / 6)
        for member in members {
            let (six, bit) = member.quotientAndRemainder(dividingBy: 6)
            sixes[six] |= 1 << bit
        }
        return [UInt8(ascii: "=")] + sixes.map { digits[$0] }
    }
}
