import Hashing
import TestSupport
import Testing

@testable import SiteSearch

/// The terms of a chunk of documents, and which documents have them.
@Suite(.tags(.fast))
struct InvertedIndexTests {
    private typealias Posting = InvertedIndex.Posting

    private func postings(_ index: InvertedIndex) -> [String: [Posting]] {
        var found: [String: [Posting]] = [:]
        index.forEachTerm { term, postings in
            let name = String(decoding: term, as: UTF8.self)
            #expect(found[name] == nil, "\(name) is there twice")
            found[name] = postings
        }
        return found
    }

    private func weight(of term: String, in document: SearchDocument) -> UInt8? {
        postings(InvertedIndex([document]))[term]?.first?.weight
    }

    /// Compares with the obvious way: a set of terms for each document.
    @Test(arguments: 0..<10 as Range<UInt64>)
    func findsEveryTermOfEveryDocument(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let documents = (0..<40).map { _ in
            SearchDocument.made(
                random.words(Int.random(in: 0...30, using: &random)), title: random.words(2),
                tags: [random.words(1)], captions: [random.words(3)])
        }
        var expected: [String: [Int32]] = [:]
        for (number, document) in documents.enumerated() {
            let labels = document.tags.map(SearchLabel.label(ofTag:))
            for term in Set(document.allTerms + labels) {
                expected[term, default: []].append(Int32(number))
            }
        }
        let found = postings(InvertedIndex(documents)).mapValues { $0.map(\.document) }
        #expect(found == expected, "seed \(seed)")
    }

    @Test func weighsTitlesMostThenTagsThenCaptions() throws {
        let text = try #require(weight(of: "sea", in: .made("sea")))
        let caption = try #require(weight(of: "sea", in: .made("", captions: ["sea"])))
        let tag = try #require(weight(of: "sea", in: .made("", tags: ["sea"])))
        let title = try #require(weight(of: "sea", in: .made("", title: "Sea")))
        #expect(title > tag && tag > caption && caption > 0)
        let both = try #require(weight(of: "sea", in: .made("sea", title: "Sea")))
        #expect(both > title && both > text)
    }

    @Test func weighsFrequentTermsAndShortTextsMore() throws {
        let filler = String(repeating: "word ", count: 500)
        let weights = try ["sea", "sea sea", "sea sea sea", filler + "sea"].map {
            try #require(weight(of: "sea", in: .made($0)))
        }
        #expect(weights[0] < weights[1] && weights[1] < weights[2])
        #expect(weights[3] < weights[0])
    }

    @Test func keepsWeightsWithinFiveBits() {
        let sea = String(repeating: "sea ", count: 50)
        let most = weight(
            of: "sea",
            in: .made(sea, title: "Sea", tags: ["sea"], captions: ["sea"]))
        #expect(most == 31)
    }

    @Test func pointsToTheFirstPieceWithTheTerm() {
        let text = String(repeating: "word ", count: 700) + "late " + "word late"
        let document = SearchDocument.made(text, title: "late title", tags: ["word"])
        let found = postings(InvertedIndex([document]))
        #expect(found["word"]?.map(\.piece) == [0])
        #expect(found["late"]?.map(\.piece) == [document.pieces.count - 1])
        #expect(found["title"]?.map(\.piece) == [0])
    }

    @Test func indexesTheMaximumNumberOfDocuments() {
        let documents = Array(
            repeating: SearchDocument.made("same"), count: InvertedIndex.maximumDocuments)
        let found = postings(InvertedIndex(documents))
        #expect(found["same"]?.map(\.document) == Array(0..<512))
        #expect(InvertedIndex([]).shards.isEmpty)
    }

    @Test func roundTripsThroughBinaryCoding() throws {
        var random = SeededGenerator(seed: 5)
        let documents = (0..<30).map { _ in SearchDocument.made(random.words(20)) }
        let (chunk, content) = SearchChunk.made(of: documents)
        let bytes = encoded(chunk)
        var reader = ByteReader(bytes)
        let read = try reader.value(SearchChunk.self)
        #expect(reader.isAtEnd)
        #expect(encoded(read) == bytes)
        #expect(read.snippets.files.map(\.fingerprint) == chunk.snippets.files.map(\.fingerprint))
        let index = InvertedIndex(documents)
        for (shard, terms) in index.shards {
            let section = try #require(read.section(ofShard: shard))
            #expect(encoded(terms) == Array(content[section.range]))
        }
        for (group, biwords) in index.biwords.enumerated() {
            var reader = ByteReader(content, range: read.groups[group].range)
            #expect(try reader.numbers() == biwords)
        }
    }

    /// The cache may be damaged, or gone.
    @Test(arguments: [nil, 0, 200] as [Int?])
    func makesContentAgainThatCannotBeRead(damaged: Int?) throws {
        let made = SearchChunk.made(of: [.made("one two two"), .made("two 日本")])
        let stored = damaged.map { place in
            var bytes = made.content
            bytes[place % bytes.count] ^= 1
            return bytes
        }
        let content = SearchContent { range in
            stored.map { Array($0[range]) }
        } make: {
            made
        }
        for place in made.chunk.shards.indices {
            try expectSection(in: made, of: made.chunk, by: content) { $0.shards[place].section }
        }
        for place in made.chunk.groups.indices {
            try expectSection(in: made, of: made.chunk, by: content) { $0.groups[place] }
        }
    }

    /// The places of sections may be those of no content at all.
    @Test(arguments: [0..<1, 5..<1_000_000, Int.max - 1..<Int.max])
    func doesNotBelieveThePlacesOfSections(range: Range<Int>) throws {
        let made = SearchChunk.made(of: [.made("one two two")])
        let wrong = SearchChunk.Section(range: range, digest: ContentDigest(of: [1]))
        let chunk = SearchChunk(
            shards: made.chunk.shards.map { ($0.shard, wrong) },
            groups: made.chunk.groups.map { _ in wrong }, snippets: made.chunk.snippets)
        let content = SearchContent { _ in
            nil
        } make: {
            made
        }
        try expectSection(in: made, of: chunk, by: content) { $0.shards.first?.section }
        try expectSection(in: made, of: chunk, by: content) { $0.groups.first }
    }

    private func expectSection(
        in made: (chunk: SearchChunk, content: [UInt8]), of chunk: SearchChunk,
        by content: SearchContent, _ section: (SearchChunk) -> SearchChunk.Section?
    ) throws {
        var reader = try #require(try content.reader(of: chunk, section))
        let range = try #require(section(made.chunk)).range
        #expect(try range.map { _ in try reader.byte() } == Array(made.content[range]))
        #expect(reader.isAtEnd)
    }

    @Test func refusesEveryTruncation() {
        let bytes = encoded(SearchChunk.made(of: [.made("one two"), .made("two 日本")]).chunk)
        for count in bytes.indices {
            var reader = ByteReader(Array(bytes.prefix(count)))
            #expect(throws: BinaryDecodingError.self, "\(count) of \(bytes.count)") {
                try reader.value(SearchChunk.self)
            }
        }
    }

    /// Terms with neighbouring first characters are in shards that are in their order.
    @Test func dividesTermsIntoShardsByTheirFirstCharacters() {
        let index = InvertedIndex([.made("sea éa 日本 日光 zoo äa apple sun", tags: ["x"])])
        let shards = index.shards.map { _, terms in
            var names: [String] = []
            terms.forEach { term, _ in
                names.append(String(decoding: term, as: UTF8.self))
            }
            return names
        }
        #expect(shards.contains(["sea", "sun"]) && shards.contains { $0.first == "日本" })
        #expect(Set(shards.flatMap(\.self)).count == shards.reduce(0) { $0 + $1.count })
        for (one, next) in zip(shards, shards.dropFirst()) {
            for term in one {
                #expect(next.allSatisfy { term.utf8.lexicographicallyPrecedes($0.utf8) })
            }
        }
    }

    /// The lengths and the numbers of postings of terms, and the postings.
    private static let consistent: [[UInt32]] = [[2], [1], [0]]

    @Test(
        arguments: [(0, [3]), (0, [1]), (1, [2]), (1, []), (2, []), (2, [0, 1])]
            as [(Int, [UInt32])])
    func refusesInconsistentLists(place: Int, list: [UInt32]) {
        var lists = Self.consistent
        lists[place] = list
        #expect(throws: BinaryDecodingError.self) { try read(lists) }
    }

    @Test func readsConsistentLists() throws {
        #expect(try read(Self.consistent).count == 1)
    }

    /// Reads a shard with the term `ab`, whose lists are given.
    private func read(_ lists: [[UInt32]]) throws -> ShardTerms {
        var writer = ByteWriter()
        writer.write(bytes: Array("ab".utf8))
        for numbers in lists { writer.write(numbers: numbers) }
        var reader = ByteReader(writer.bytes)
        return try reader.value()
    }

    /// A biword is found in the documents that have it, each once, also by the beginning of its
    /// second word.
    @Test func findsTheDocumentsOfBiwords() {
        let documents: [SearchDocument] = [
            .made("The lake: of the kayak"), .made("kayak\nof, the; of the"),
            .made("of C++ the lake", title: "Kayak of", tags: ["of the/lake"]),
        ]
        var found: [Int: [Int]] = [:]
        let index = InvertedIndex(documents)
        index.forEachBiword { found[$0, default: []].append($1) }
        #expect(found[Biwords.number("of", "the")] == [0, 1, 2])
        #expect(found[Biwords.number("of", "th")] == [0, 1, 2])
        #expect(found[Biwords.number("the", "kayak")] == [0])
        #expect(found[Biwords.number("kayak", "of")] == [1, 2])
        #expect(found[Biwords.number("c", "the")] == [2])
        #expect(found[Biwords.number("lake", "kayak")] == nil)
    }

    /// Documents without a biword may lie between two that have it.
    @Test func findsBiwordsInDocumentsFarApart() {
        let places = [0, 62, 125, 188, 314, 511]
        var documents = [SearchDocument](
            repeating: .made("x"), count: InvertedIndex.maximumDocuments)
        for place in places { documents[place] = .made("of the") }
        var found: [Int] = []
        InvertedIndex(documents).forEachBiword { biword, document in
            if biword == Biwords.number("of", "the") { found.append(document) }
        }
        #expect(found == places)
    }

    @Test func roundTripsPackedPostings() throws {
        for (document, piece, weight) in [(0, 0, 1), (511, 0, 31), (7, 1 << 17, 16)] {
            let packed = InvertedIndex.packed(document, piece: piece, weight: weight)
            var lists = Self.consistent
            lists[2] = [packed]
            let posting = try read(lists)[0]
            #expect(posting.document == Int32(document))
            #expect(posting.piece == piece && posting.weight == UInt8(weight))
        }
    }

    private func encoded(_ value: some BinaryCodable) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(value)
        return writer.bytes
    }
}

extension InvertedIndex {
    /// Calls `body` with the number of each biword and the document that has it.
    func forEachBiword(_ body: (_ biword: Int, _ document: Int) -> Void) {
        for group in 0..<BiwordGroups.count {
            BiwordGroups.forEach(in: biwords[group]) { place, document in
                body(group * BiwordGroups.size + place, document)
            }
        }
    }

    /// Calls `body` with each term and its postings.
    func forEachTerm(_ body: (UnsafeBufferPointer<UInt8>, [Posting]) -> Void) {
        for (_, terms) in shards {
            terms.forEach { term, range in body(term, range.map { terms[$0] }) }
        }
    }
}

extension MergedIndex {
    /// Merges all shards of chunks.
    init(all chunks: [(first: Int, index: InvertedIndex)]) {
        self.init(chunks.flatMap { first, index in index.shards.map { (first, $0.terms) } })
    }
}
