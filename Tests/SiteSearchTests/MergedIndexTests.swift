import TestSupport
import Testing

@testable import SiteSearch

/// The terms of all chunks together.
@Suite(.tags(.fast))
struct MergedIndexTests {
    private struct Entry: Hashable {
        let document: Int32
        let piece: Int
        let weight: UInt8
    }

    private func content(_ index: MergedIndex) -> [(term: String, entries: [Entry])] {
        (0..<index.count).map { place in
            (
                String(decoding: index.term(at: place), as: UTF8.self),
                index.postings(at: place).map {
                    Entry(document: $0.document, piece: $0.piece, weight: $0.weight)
                }
            )
        }
    }

    private func merged(_ documents: [SearchDocument], cuts: [Int]) -> MergedIndex {
        let bounds = [0] + cuts + [documents.count]
        return MergedIndex(
            all:
                zip(bounds, bounds.dropFirst()).map { start, end in
                    (first: start, index: InvertedIndex(Array(documents[start..<end])))
                })
    }

    /// A search must not depend on where the documents were divided.
    @Test(arguments: 0..<10 as Range<UInt64>)
    func mergesChunksLikeASingleIndex(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let documents = (0..<60).map { _ in
            SearchDocument.made(random.words(15), title: random.words(2), tags: [random.words(1)])
        }
        let cuts = (0..<4).map { _ in Int.random(in: 0...60, using: &random) }.sorted()
        let (one, many) = (
            content(merged(documents, cuts: [])), content(merged(documents, cuts: cuts))
        )
        #expect(one.map(\.term) == many.map(\.term), "seed \(seed), cuts \(cuts)")
        #expect(one.map(\.entries) == many.map(\.entries), "seed \(seed), cuts \(cuts)")
    }

    @Test(arguments: 0..<5 as Range<UInt64>)
    func sortsTermsByBytesAndPostingsByDocument(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let documents = (0..<50).map { _ in SearchDocument.made(random.words(20)) }
        let index = merged(documents, cuts: [11, 30])
        let all = content(index)
        for (one, next) in zip(all, all.dropFirst()) {
            #expect(one.term.utf8.lexicographicallyPrecedes(next.term.utf8), "seed \(seed)")
        }
        for entry in all {
            let numbers = entry.entries.map(\.document)
            #expect(!numbers.isEmpty && numbers == Set(numbers).sorted(), "seed \(seed)")
        }
        #expect(index.postingCount == all.reduce(0) { $0 + $1.entries.count })
        #expect(index.byteCount == all.reduce(0) { $0 + $1.term.utf8.count })
    }

    @Test func mergesNothing() {
        let index = MergedIndex([])
        #expect(index.count == 0 && index.postingCount == 0 && index.byteCount == 0)
    }
}
