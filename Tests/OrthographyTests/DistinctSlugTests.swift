import Foundation
import Orthography
import TestSupport
import Testing

@Suite(.tags(.fast))
struct DistinctSlugTests {
    /// The name that a file system has which does not distinguish case.
    private func folded(_ text: String) -> String {
        text.folding(options: .caseInsensitive, locale: nil)
    }

    @Test func assignsDistinctSlugs() {
        let titles = [
            "A", "a", "a 2", "A-2", "a 2 2", "a 3", "ſ", "s", "ss", "ß", "ẞ", "ﬀ", "ff", "É", "é",
        ]
        var random = SeededGenerator(seed: 42)
        for round in 0..<300 {
            let chosen = (0..<12).map { _ in random.pick(titles) }
            let slugs = Slug.distinct(for: chosen, besides: ["a-4", "index-2"]).map(\.text)
            #expect(slugs.count == chosen.count)
            let all = slugs + ["a-4", "index-2"]
            #expect(Set(all.map(folded)).count == all.count, "seed 42, round \(round): \(slugs)")
        }
    }

    @Test(
        arguments: [
            // The first of equal titles has the bare slug.
            (
                ["Monday", "monday!", "Monday 2", "MONDAY", "Straße", "strasse"], [],
                ["monday", "monday-3", "monday-2", "monday-4", "straße", "strasse-2"]
            ),
            // Each note keeps its bare slug if no earlier note has it, whatever numbers others get.
            (
                ["a", "a", "a 2", "a", "a 3", "a 2"], [],
                ["a", "a-4", "a-2", "a-5", "a-3", "a-2-2"]
            ),
            // A file named index is that of its folder.
            (["Index", "INDEX!"], [], ["index-2", "index-3"]),
            // What is taken is not given away.
            (
                ["Walk", "Walk", "Rain"], ["walk", "WALK-2", "rain"],
                ["walk-3", "walk-4", "rain-2"]
            ),
            ([], [], []),
        ] as [([String], [String], [String])])
    func numbersDuplicateSlugs(titles: [String], taken: [String], slugs: [String]) {
        #expect(Slug.distinct(for: titles, besides: taken).map(\.text) == slugs)
    }

    @Test func numbersThousandsOfEqualTitlesConsecutively() {
        let slugs = Slug.distinct(for: Array(repeating: "Walk", count: 5_000)).map(\.text)
        #expect(slugs == ["walk"] + (2...5_000).map { "walk-\($0)" })
    }
}
