/// Writes the terms of an index, sorted, with their postings in the format of the search files.
///
/// ```swift
/// var writer = PostingListWriter(terms, documents: 100, limit: 8_000, maximum: 100)
/// writer.addPrefixes(costing: 16_000, maximum: 100)
/// let lines = WordLines(writer)
/// ```
struct PostingListWriter {
    /// A line; the postings follow the word in ``bytes``.
    struct Line {
        let word: Range<Int>
        let postings: Range<Int>
        /// The position in ``sets`` of the documents of a very frequent word or of a prefix.
        let set: Int?
        /// The position of the word in the table; nil for a prefix.
        let place: Int?

        /// The size of the line in a file of words, with its signs and a number of two digits.
        fileprivate var size: Int { word.count + postings.count + 2 + (set == nil ? 0 : 3) }
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
    ///   - table: The terms of the shard.
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
            var set: Int?
            if bytes.count - end > limit {
                bytes.removeSubrange(end...)
                set = sets.count
                writeBestPostings(at: place, maximum)
            }
            lines.append(
                Line(word: start..<end, postings: end..<bytes.count, set: set, place: place))
        }
    }

    /// Writes the best postings of a very frequent word, and adds the set of its documents.
    private mutating func writeBestPostings(at place: Int, _ maximum: Int) {
        let postings = Array(table.postings(at: place))
        addSet(postings.lazy.map { Int($0.document) })
        var last = -1
        for index in Self.heaviest(maximum, of: postings.map(\.weight)) {
            append(postings[index], last: &last)
        }
    }

    private mutating func addSet(_ members: some Collection<Int>) {
        var set: [UInt8] = []
        SearchNumbers.append(set: members, of: documents, to: &set)
        sets.append(set)
    }

    private func word(of line: Line) -> ArraySlice<UInt8> { bytes[line.word] }

    /// Adds a line for each prefix that has too many words to look them all up, such as `s*`: the
    /// documents most relevant for any of the words. Also adds the set of all their documents.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes of the lines of the words of a prefix.
    ///   - maximum: The maximum number of documents in a line.
    mutating func addPrefixes(costing limit: Int, maximum: Int) {
        var added: [(before: Int, line: Line)] = []
        // A prefix costs at least as much as any longer one that begins with it.
        var costly = [lines.startIndex..<lines.endIndex]
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
                cost += lines[end].size
                end += 1
            }
            groups.append((prefix, start..<end, cost))
            start = end
        }
        return groups
    }

    /// Returns the first characters of a word; nil if it has fewer, and for a label, which is looked
    /// up as a whole.
    private func prefix(of line: Line, _ length: Int) -> [UInt8]? {
        let word = bytes[line.word]
        guard !SearchLabel.isLabel(word) else { return nil }
        var end = word.startIndex
        for _ in 0..<length {
            guard end < word.endIndex else { return nil }
            end += 1
            while end < word.endIndex, word[end] & 0xC0 == 0x80 { end += 1 }
        }
        return Array(word[..<end])
    }

    private mutating func line(of prefix: [UInt8], range: Range<Int>, maximum: Int) -> Line {
        if best.isEmpty { best = Array(repeating: (0, 0), count: documents) }
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
        let (end, set) = (bytes.count, sets.count)
        addSet(best.indices.filter { best[$0].weight > 0 })
        var last = -1
        for document in Self.heaviest(maximum, of: best.map(\.weight)) {
            let posting = best[document]
            append(document, piece: Int(posting.piece), weight: posting.weight, last: &last)
        }
        return Line(word: start..<end, postings: end..<bytes.count, set: set, place: nil)
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
        bytes.append(SearchNumbers.digit(Int(weight) | (piece > 0 ? 32 : 0)))
        if piece > 0 { SearchNumbers.append(piece, to: &bytes) }
    }
}
