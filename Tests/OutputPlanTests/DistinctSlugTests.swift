import Foundation
import OutputPlan
import TestSupport
import Testing

@Suite(.tags(.fast))
struct DistinctSlugTests {
    /// The name that a file system has which does not distinguish case.
    private func folded(_ text: String) -> String {
        text.folding(options: .caseInsensitive, locale: nil)
    }

    @Test func givesNoTwoNotesTheSameName() {
        let titles = [
            "A", "a", "a 2", "A-2", "a 2 2", "a 3", "ſ", "s", "ss", "ß", "ẞ", "ﬀ", "ff", "É", "é",
        ]
        var state: UInt64 = 42
        for round in 0..<300 {
            let chosen = (0..<12).map { _ -> String in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return titles[Int(state >> 33) % titles.count]
            }
            let slugs = Slug.distinct(for: chosen, besides: ["a-4", "index-2"]).map(\.text)
            #expect(slugs.count == chosen.count)
            let all = slugs + ["a-4", "index-2"]
            #expect(Set(all.map(folded)).count == all.count, "seed 42, round \(round): \(slugs)")
        }
    }

    /// Each note keeps its bare slug if no earlier note has it, whatever numbers others get.
    @Test func leavesABareSlugToTheFirstNoteThatHasIt() {
        let slugs = Slug.distinct(for: ["a", "a", "a 2", "a", "a 3", "a 2"]).map(\.text)
        #expect(slugs == ["a", "a-4", "a-2", "a-5", "a-3", "a-2-2"])
    }

    /// A file named index is that of its folder.
    @Test func givesNoNoteTheNameOfAnIndex() {
        #expect(Slug.distinct(for: ["Index", "INDEX!"]).map(\.text) == ["index-2", "index-3"])
    }

    @Test func givesAwayNothingThatIsTaken() {
        let slugs = Slug.distinct(
            for: ["Walk", "Walk", "Rain"], besides: ["walk", "WALK-2", "rain"])
        #expect(slugs.map(\.text) == ["walk-3", "walk-4", "rain-2"])
    }

    @Test func givesManyNotesOfOneTitleConsecutiveNumbers() {
        let slugs = Slug.distinct(for: Array(repeating: "Walk", count: 5)).map(\.text)
        #expect(slugs == ["walk", "walk-2", "walk-3", "walk-4", "walk-5"])
        #expect(Slug.distinct(for: []).isEmpty)
    }
}
