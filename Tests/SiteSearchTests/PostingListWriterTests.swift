import TestSupport
import Testing

@testable import SiteSearch

/// The lines of the search files: words and prefixes with their documents.
@Suite(.tags(.fast))
struct PostingListWriterTests {
    private func documents(_ count: Int, seed: UInt64) -> [SearchDocument] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            SearchDocument.made(
                random.words(Int.random(in: 1...12, using: &random)), title: random.words(1))
        }
    }

    private func writer(
        _ documents: [SearchDocument], limit: Int = .max, maximum: Int = 100
    ) -> PostingListWriter {
        PostingListWriter(
            merged(documents), documents: documents.count, limit: limit, maximum: maximum)
    }

    private func merged(_ documents: [SearchDocument]) -> MergedIndex {
        MergedIndex(all: [(first: 0, index: InvertedIndex(documents))])
    }

    private func word(_ line: PostingListWriter.Line, of writer: PostingListWriter) -> String {
        String(decoding: writer.bytes[line.word], as: UTF8.self)
    }

    private func text(_ line: PostingListWriter.Line, of writer: PostingListWriter) -> String {
        String(decoding: writer.bytes[line.postings], as: UTF8.self)
    }

    private func postings(
        _ line: PostingListWriter.Line, of writer: PostingListWriter
    ) -> [SearchReader.Posting] {
        SearchReader.postings(text(line, of: writer)[...])
    }

    /// Returns the set to which the line of a frequent word or a prefix refers.
    private func members(_ line: PostingListWriter.Line, of writer: PostingListWriter) -> [Int] {
        line.set.map { SearchReader.documents(String(decoding: writer.sets[$0], as: UTF8.self)) }
            ?? []
    }

    @Test(arguments: [0, 1, 31, 32, 33, 1023, 1024, 1 << 20, Int(Int32.max)])
    func writesNumbersInBaseThirtyTwo(number: Int) {
        var bytes: [UInt8] = []
        SearchNumbers.append(number, to: &bytes)
        SearchNumbers.append(7, to: &bytes)
        var reader = SearchReader.Numbers(String(decoding: bytes, as: UTF8.self)[...])
        #expect(reader.number() == number)
        #expect(reader.number() == 7)
        #expect(reader.isAtEnd)
    }

    @Test(arguments: 0..<6 as Range<UInt64>)
    func writesThePostingsOfTheIndex(seed: UInt64) {
        let documents = documents(50, seed: seed)
        let writer = writer(documents)
        let index = merged(documents)
        #expect(writer.lines.count == index.count)
        for (place, line) in writer.lines.enumerated() {
            #expect(writer.bytes[line.word] == index.term(at: place), "seed \(seed)")
            let expected = index.postings(at: place).map {
                SearchReader.Posting(
                    document: Int($0.document), weight: Int($0.weight), piece: $0.piece)
            }
            #expect(postings(line, of: writer) == expected, "seed \(seed)")
        }
    }

    @Test func listsTheBestDocumentsOfAVeryFrequentWord() throws {
        let documents = (0..<100).map { number in
            SearchDocument.made(
                "often", title: number % 20 == 3 ? "often" : "",
                captions: number % 20 == 7 ? ["often"] : [])
        }
        let writer = writer(documents, limit: 50, maximum: 7)
        let line = try #require(writer.lines.first)
        #expect(members(line, of: writer).count == 100)
        let best = postings(line, of: writer)
        // The five with the word in the title, and the first two with it in a caption.
        #expect(best.map(\.document) == [3, 7, 23, 27, 43, 63, 83])
        #expect(writer.sets.count == 1)
    }

    @Test(arguments: 0..<6 as Range<UInt64>)
    func namesAllDocumentsOfAVeryFrequentWord(seed: UInt64) {
        let documents = documents(97, seed: seed)
        let (full, short) = (writer(documents), writer(documents, limit: 20, maximum: 3))
        #expect(!short.sets.isEmpty)
        for (whole, line) in zip(full.lines, short.lines) {
            let all = postings(whole, of: full)
            let isShort = line.set != nil
            #expect(isShort == (whole.postings.count > 20), "seed \(seed)")
            guard isShort else { continue }
            #expect(members(line, of: short) == all.map(\.document), "seed \(seed)")
            let best = postings(line, of: short)
            #expect(best.count == 3 && best.allSatisfy(all.contains), "seed \(seed)")
            let least = best.map(\.weight).min() ?? 0
            let others = all.filter { !best.contains($0) }
            #expect(others.allSatisfy { $0.weight <= least }, "seed \(seed)")
        }
    }

    /// Compares with the obvious way: all words with each prefix, added up.
    @Test(arguments: 0..<6 as Range<UInt64>)
    func addsLinesForExpensivePrefixes(seed: UInt64) {
        let documents = documents(40, seed: seed)
        var writer = writer(documents)
        let words = writer.lines
        var costs: [String: Int] = [:]
        for line in words {
            let scalars = Array(word(line, of: writer).unicodeScalars)
            for count in 1...scalars.count {
                let prefix = String(String.UnicodeScalarView(scalars.prefix(count)))
                costs[prefix, default: 0] += line.word.count + line.postings.count + 2
            }
        }
        let expected = Set(costs.filter { $0.value > 60 }.map { $0.key + "*" })
        #expect(!expected.isEmpty && expected.count < costs.count)
        writer.addPrefixes(costing: 60, maximum: 4)
        let prefixes = writer.lines.filter { $0.place == nil }
        #expect(Set(prefixes.map { word($0, of: writer) }) == expected, "seed \(seed)")
        #expect(prefixes.count == expected.count)
        #expect(writer.lines.filter { $0.place != nil }.map(\.word) == words.map(\.word))
        for line in prefixes { expectBest(line, of: writer, words: words, seed: seed) }
    }

    /// Expects a prefix to have the heaviest documents of all of its words.
    private func expectBest(
        _ line: PostingListWriter.Line, of writer: PostingListWriter,
        words: [PostingListWriter.Line], seed: UInt64
    ) {
        let prefix = word(line, of: writer).dropLast()
        var weights: [Int: Int] = [:]
        for other in words
        where word(other, of: writer).unicodeScalars.starts(with: prefix.unicodeScalars) {
            for posting in postings(other, of: writer) {
                weights[posting.document] = max(weights[posting.document] ?? 0, posting.weight)
            }
        }
        #expect(members(line, of: writer) == weights.keys.sorted(), "seed \(seed): \(prefix)")
        let best = postings(line, of: writer)
        #expect(best.count == min(4, weights.count), "seed \(seed): \(prefix)")
        #expect(best.allSatisfy { weights[$0.document] == $0.weight }, "seed \(seed): \(prefix)")
        let sorted = weights.values.sorted(by: >).prefix(4)
        #expect(best.map(\.weight).sorted(by: >) == Array(sorted), "seed \(seed): \(prefix)")
    }

    /// The line of a prefix stands where a search looks for it: behind the word that equals it,
    /// before all others that begin like it.
    @Test func putsPrefixesBeforeTheirWords() {
        let texts = ["s sa sab", "sa sac", "t", "sad", "日本 日光"]
        var writer = writer((0..<30).map { .made(texts[$0 % texts.count]) })
        writer.addPrefixes(costing: 10, maximum: 5)
        let order = writer.lines.map { word($0, of: writer) }
        #expect(
            order == [
                "s", "s*", "sa", "sa*", "sab", "sab*", "sac", "sac*", "sad", "sad*", "t", "t*",
                "光", "光*", "日*", "日光", "日光*", "日本", "日本*", "本", "本*",
            ])
    }

    /// Labels are looked up as a whole, also those that sort after words.
    @Test func addsNoPrefixesOfLabels() {
        let documents = (0..<30).map {
            SearchDocument.made("s 1", tags: ["t\($0 % 3)"], kind: "deck", year: 2014)
        }
        var writer = writer(documents)
        writer.addPrefixes(costing: 10, maximum: 5)
        let order = writer.lines.map { word($0, of: writer) }
        #expect(order.prefix(7) == ["#t0", "#t1", "#t2", "&deck", "1", "1*", "=2014"])
        #expect(order.filter { $0.hasSuffix("*") } == ["1*", "s*", "t*", "t0*", "t1*", "t2*"])
    }

    /// A set is written in the shorter of two formats.
    @Test(arguments: 0..<6 as Range<UInt64>)
    func writesSetsInTheShorterFormat(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for share in [0, 1, 10, 50, 99, 100] {
            let count = Int.random(in: 1...700, using: &random)
            let members = (0..<count).filter { _ in Int.random(in: 0..<100, using: &random) < share
            }
            var bytes: [UInt8] = []
            SearchNumbers.append(set: members, of: count, to: &bytes)
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(SearchReader.documents(text).filter { $0 < count } == members, "seed \(seed)")
            #expect(text.utf8.count <= (count + 5) / 6 + 1, "seed \(seed)")
        }
    }
}
