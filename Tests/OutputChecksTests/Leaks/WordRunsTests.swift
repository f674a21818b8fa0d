import TestSupport
import Testing

@testable import OutputChecks

/// The search for many runs of words at once, compared with a naive one.
@Suite(.tags(.fast))
struct WordRunsTests {
    private func folded(_ text: String) -> FoldedText { FoldedText(Array(text.utf8), as: .plain) }

    /// Returns runs of a text, all of which are looked for.
    private func wordRuns(of source: FoldedText, _ candidates: [Range<Int>]) throws -> WordRuns {
        let runs = try WordRuns([.init(source.bytes, candidates: candidates)])
        return runs.narrowed(to: (0..<runs.count).map { _ in true })
    }

    /// Returns the offsets at which each run is found, by its text.
    private func matches(_ runs: WordRuns, of source: FoldedText, in text: FoldedText) -> [String:
        [Int]]
    {
        var found: [String: [Int]] = [:]
        runs.forEachMatch(in: text) { run, offset in
            let words = String(decoding: source.bytes[runs.place(ofRun: run).range], as: UTF8.self)
            found[words, default: []].append(offset)
        }
        return found
    }

    @Test func findsARunAtAllItsPlaces() throws {
        let source = folded("The harbour master keeps his key")
        let runs = try wordRuns(of: source, [3..<16])
        for (text, places) in [
            ("Harbour master, harbour-master!", [0, 13]), ("harbour mastex", []),
            ("arbour master", []), ("harbour masters", []), ("", []),
        ] {
            let found = matches(runs, of: source, in: folded(text))
            #expect(found == (places.isEmpty ? [:] : ["harbourmaster": places]), "\(text)")
        }
        let none = try wordRuns(of: source, [])
        #expect(none.count == 0 && matches(none, of: source, in: source) == [:])
    }

    @Test func numbersEqualRunsOfSeveralTextsAlike() throws {
        let texts = ["the harbour master", "a harbour master, a harbour master"].map(folded)
        let runs = try WordRuns(
            texts.map { text in
                let places = text.words.indices.compactMap {
                    text.run(from: $0, words: 2, bytes: 12)
                }
                return .init(text.bytes, candidates: places)
            }, width: 2)
        let places = (0..<runs.count).map { runs.place(ofRun: $0) }
        let words = places.map { text, range in
            String(decoding: runs.bytes(ofText: text)[range], as: UTF8.self)
        }
        #expect(
            words == ["theharbourmaster", "harbourmaster", "aharbourmaster", "masteraharbour"])
        #expect(runs.numbers == [[0, 1], [2, 1, 3, 2, 1]])
        #expect(places.map(\.text) == [0, 0, 1, 1])
    }

    /// Texts of few words have many runs in common.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func agreesWithANaiveSearch(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<40 {
            let lexicon = ["one", "two", "three", "oneone", String(repeating: "long", count: 30)]
                .prefix(generator.number(in: 1...5))
            func text(_ count: Int) -> FoldedText {
                let words = (0..<count).map { _ in generator.pick(Array(lexicon)) }
                return folded(words.joined(separator: " "))
            }
            let (source, searched) = (text(60), text(200))
            let candidates = (0..<40).compactMap { _ in
                source.run(
                    from: Int.random(in: source.words.indices, using: &generator),
                    words: generator.number(in: 1...9), bytes: WordRuns.minimumLength)
            }
            let all = try wordRuns(of: source, candidates)
            let isWanted = (0..<all.count).map { _ in
                round % 2 == 0 || Bool.random(using: &generator)
            }
            let runs = all.narrowed(to: isWanted)
            var expected: [String: [Int]] = [:]
            #expect(all.count == Set(candidates.map { source.bytes[$0.prefix(256)] }).count)
            for number in isWanted.indices where isWanted[number] {
                let run = source.bytes[runs.place(ofRun: number).range]
                let places = searched.words.indices.compactMap { first -> Int? in
                    let start = searched.words[first].lowerBound
                    guard searched.bytes[start...].starts(with: run) else { return nil }
                    let isWhole = searched.words[first...].contains {
                        $0.upperBound == start + run.count
                    }
                    return isWhole || run.count == 256 ? start : nil
                }
                if !places.isEmpty { expected[String(decoding: run, as: UTF8.self)] = places }
            }
            let what: Comment = "seed \(seed), round \(round)"
            #expect(matches(runs, of: source, in: searched) == expected, what)
            let own = zip(candidates, runs.numbers[0]).allSatisfy { candidate, number in
                source.bytes[runs.place(ofRun: Int(number)).range]
                    == source.bytes[candidate.prefix(256)]
            }
            #expect(own && runs.numbers[0].count == candidates.count, what)
            #expect(runs.found(in: [searched]).count == expected.count, what)
        }
    }
}
