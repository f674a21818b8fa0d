import TestSupport
import Testing

@testable import OutputChecks

/// The search for many phrases at once, compared with a naive one.
@Suite(.tags(.fast))
struct PhraseSearchTests {
    private func matches(_ table: PhraseTable, in text: String) -> [Int: Int] {
        var found: [Int: Int] = [:]
        table.forEachMatch(in: Array(text.utf8)) { phrase, offset in found[offset] = phrase }
        return found
    }

    private func range(of phrase: String, in source: String) throws -> Range<Int> {
        let found = try #require(source.firstRange(of: phrase))
        let start = source.utf8.distance(from: source.startIndex, to: found.lowerBound)
        return start..<start + phrase.utf8.count
    }

    @Test func findsThePhrasesAtAllTheirPlaces() throws {
        let source = "theharbourmasterkeepshiskey"
        let table = PhraseTable.make(
            Array(source.utf8), candidates: [try range(of: "harbourmaster", in: source)]
        ).table
        #expect(matches(table, in: "harbourmaster harbourmaster").keys.sorted() == [0, 14])
        #expect(matches(table, in: "harbourmastex") == [:])
        #expect(matches(table, in: "arbourmaster") == [:])
        #expect(matches(table, in: "") == [:])
    }

    @Test func findsNothingWithoutPhrases() {
        let table = PhraseTable.make(Array("some text of a note".utf8), candidates: []).table
        #expect(matches(table, in: "some text of a note") == [:])
        #expect(table.phrases.isEmpty)
    }

    @Test func givesEqualCandidatesOneNumber() {
        let source = Array("abcdefghijklabcdefghijkl".utf8)
        let (table, numbers) = PhraseTable.make(source, candidates: [12..<24, 0..<12, 0..<13])
        #expect(numbers[0] == numbers[1])
        #expect(numbers[0] != numbers[2])
        #expect(table.phrases.count == 2)
        // Of equal phrases the first is kept.
        #expect(table.phrases[numbers[0]] == 12..<24)
    }

    @Test func findsTheLongestPhraseAndMarksItsBeginnings() {
        let source = Array("abcdefghijklmnopqrstuvwxyz".utf8)
        let candidates = [0..<12, 0..<20, 0..<15, 3..<20]
        let (table, numbers) = PhraseTable.make(source, candidates: candidates)
        let found = matches(table, in: "abcdefghijklmnopqX")
        #expect(found == [0: numbers[2]])
        var marks = table.phrases.map { _ in false }
        table.mark(numbers[2], in: &marks)
        #expect(numbers.map { marks[$0] } == [true, false, true, false])
    }

    /// Texts of few letters have many phrases in common.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func agreesWithANaiveSearch(seed: UInt64) {
        var state = seed
        func below(_ limit: Int) -> Int {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
            return Int((value ^ value >> 31) % UInt64(limit))
        }
        for round in 0..<40 {
            let letters = 1 + below(3)
            func text(_ count: Int) -> [UInt8] {
                (0..<count).map { _ in 0x61 + UInt8(below(letters)) }
            }
            let source = text(40 + below(120))
            let candidates = (0..<below(60)).map { _ -> Range<Int> in
                let start = below(source.count - PhraseTable.minimumLength)
                let most = min(30, source.count - start - PhraseTable.minimumLength + 1)
                return start..<start + PhraseTable.minimumLength + below(most)
            }
            let searched = text(200)
            let (table, numbers) = PhraseTable.make(source, candidates: candidates)
            var found: [Int: [UInt8]] = [:]
            var marks = table.phrases.map { _ in false }
            table.forEachMatch(in: searched) { phrase, offset in
                found[offset] = Array(source[table.phrases[phrase]])
                table.mark(phrase, in: &marks)
            }
            let phrases = Set(candidates.map { Array(source[$0]) })
            var expected: [Int: [UInt8]] = [:]
            for offset in searched.indices {
                expected[offset] = phrases.filter { searched[offset...].starts(with: $0) }
                    .max { $0.count < $1.count }
            }
            #expect(found == expected, "seed \(seed), round \(round)")
            for (candidate, number) in zip(candidates, numbers) {
                let phrase = Array(source[candidate])
                let isThere = searched.indices.contains { searched[$0...].starts(with: phrase) }
                #expect(marks[number] == isThere, "seed \(seed), round \(round), \(candidate)")
            }
        }
    }
}
