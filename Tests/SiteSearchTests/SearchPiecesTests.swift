import TestSupport
import Testing

@testable import SiteSearch

/// The pieces of a text, which together are the text and lose no term of it.
@Suite(.tags(.fast))
struct SearchPiecesTests {
    /// Returns a text of words, of which some are very long.
    private func text(_ seed: UInt64, signs: [String]) -> String {
        var random = SeededGenerator(seed: seed)
        return (0..<Int.random(in: 1...40, using: &random)).map { _ in
            let length = random.pick([3, 10, 60, 300])
            return (0..<length).map { _ in random.pick(signs) }.joined()
        }.joined(separator: random.pick([" ", "\n", "  "]))
    }

    private static let alphabets = [
        ["a", "b", "c"], ["ä", "ж", "e"], ["日", "本", "語", "カ"], ["한", "국"],
        ["a", "日", "é", "🙂"],
    ]

    @Test(arguments: 0..<10 as Range<UInt64>, alphabets)
    func dividesTextWithoutGaps(seed: UInt64, signs: [String]) {
        let document = SearchDocument.made(text(seed, signs: signs))
        let pieces = document.pieces
        #expect(pieces.first?.lowerBound == 0)
        #expect(pieces.last?.upperBound == document.text.count)
        for (one, next) in zip(pieces, pieces.dropFirst()) {
            #expect(one.upperBound == next.lowerBound, "seed \(seed)")
        }
        for piece in pieces {
            #expect(!piece.isEmpty && piece.count <= 1600, "seed \(seed)")
            #expect(String(validating: document.text[piece], as: UTF8.self) != nil, "seed \(seed)")
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func losesNoBigramAtCuts(seed: UInt64) {
        let source = text(seed, signs: ["日", "本", "語", "カ", "ナ", "한", "々"])
        let index = InvertedIndex([.made(source)])
        var found: Set<String> = []
        index.forEachTerm { term, _ in found.insert(String(decoding: term, as: UTF8.self)) }
        #expect(Set(terms(source)).isSubset(of: found), "seed \(seed)")
    }

    /// Three signs that follow each other are a biword, also across a cut.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func losesNoTrigramAtCuts(seed: UInt64) {
        let source = text(seed, signs: ["日", "本", "語", "カ", "ナ", "한", "々"])
        var found: Set<Int> = []
        let index = InvertedIndex([.made(source)])
        index.forEachBiword { biword, _ in found.insert(biword) }
        for run in source.split(whereSeparator: \.isWhitespace) {
            for (index, three) in zip(run.indices, zip(run, zip(run.dropFirst(), run.dropFirst(2))))
            {
                let (first, (second, third)) = three
                let biword = Biwords.number("\(first)\(second)", "\(second)\(third)")
                #expect(found.contains(biword), "seed \(seed), \(run[index...].prefix(3))")
            }
        }
    }

    @Test func returnsTheCharactersAroundACut() throws {
        let document = SearchDocument.made(String(repeating: "日本語", count: 400))
        let (pieces, cuts) = document.cutText
        #expect(cuts.count == pieces.count - 1)
        for cut in cuts {
            let range = document.surroundings(of: pieces[cut].upperBound)
            let signs = try #require(String(validating: document.text[range], as: UTF8.self))
            #expect(signs.count == 4)
            #expect(range.lowerBound < pieces[cut].upperBound)
            #expect(range.upperBound > pieces[cut].upperBound)
        }
        #expect(document.surroundings(of: 0) == 0..<6)
        #expect(document.surroundings(of: document.text.count) == 3594..<3600)
    }

    @Test func cutsALongTextAtSpaces() {
        let document = SearchDocument.made(String(repeating: "seven seas ", count: 400))
        let (pieces, cuts) = document.cutText
        #expect(cuts.isEmpty && pieces.count > 2)
        #expect(pieces.allSatisfy { document.text[$0.upperBound - 1] == 0x20 })
    }

    @Test func cutsNothingThatFits() {
        #expect(SearchDocument.made("").pieces == [0..<0])
        let text = String(repeating: "a", count: 1600)
        #expect(SearchDocument.made(text).pieces == [0..<1600])
        #expect(SearchDocument.made(text + " b").cutText.cuts == [0])
        #expect(SearchDocument.made(text.dropLast() + " b").pieces == [0..<1600, 1600..<1601])
    }
}
