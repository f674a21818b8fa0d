import TestSupport
import Testing

@testable import MarkdownText

/// The headings of a text: their identifiers, and their depths without gaps.
@Suite(.tags(.fast))
struct OutlineTests {
    /// Examples from the tests of github-slugger, which does as GitHub does.
    @Test(arguments: [
        ("foo", "foo"), ("foo bar", "foo-bar"), ("Dash-dash", "dash-dash"), ("en–dash", "endash"),
        ("em–dash", "emdash"), ("I ♥ unicode", "i--unicode"),
        ("😄 unicode emoji", "-unicode-emoji"), ("😄-😄 unicode emoji", "--unicode-emoji"),
        ("Привет non-latin 你好", "привет-non-latin-你好"), ("a_b", "a_b"), ("a.b.c", "abc"),
        ("Heading with 2 numbers (3)", "heading-with-2-numbers-3"), ("I'm", "im"),
        ("a  b", "a--b"), ("हिन्दी", "हिन्दी"),
        // Headings without letters and digits need a name as well.
        ("", "section"), ("!!!", "section"), ("♥", "section"), ("…", "section"),
    ])
    func namesHeadingsAsGitHubDoes(text: String, identifier: String) {
        #expect(Heading.identifier(of: text) == identifier)
    }

    /// A reader who moves from heading to heading must not miss a level.
    @Test(arguments: 0..<10 as Range<UInt64>)
    func leavesNoGapBetweenDepths(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let levels = (0..<60).map { _ in random.number(in: 1...6) }
        let depths = Outline.depths(of: levels)
        #expect(depths.count == levels.count && depths.first == 0)
        for index in levels.indices.dropFirst() {
            let (before, after) = (levels[index - 1], levels[index])
            let step = depths[index] - depths[index - 1]
            let note: Comment = "seed \(seed), heading \(index)"
            if after > before { #expect(step == 1, note) }
            if after == before { #expect(step == 0, note) }
            if after < before { #expect(step <= 0, note) }
            // A heading is never shown higher than one of a lower level that encloses it.
            #expect(depths[index] < after, note)
        }
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func assignsUniqueHeadingIdentifiers(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let words = [
            "a", "A", "a-1", "a-1-1", "a 2", "!", "section", "section-1", "Text", "text-1",
        ]
        let text = (0..<40).map { _ in "# " + random.pick(words) }.joined(separator: "\n\n")
        let identifiers = facts(text, page: .test).headings.map(\.identifier)
        #expect(Set(identifiers).count == 40, "seed \(seed)")
        #expect(!identifiers.contains("text"), "seed \(seed)")
    }

    @Test func numbersThousandsOfEqualHeadings() {
        let headings = facts(String(repeating: "# a\n\n", count: 3000), page: .test).headings
        #expect(headings.first?.identifier == "a" && headings.last?.identifier == "a-2999")
    }

    @Test(arguments: [
        ("[x](#über-uns)", "#%C3%BCber-uns"), ("[x](#%C3%BCber-uns)", "#%C3%BCber-uns"),
        ("[x](#Über%20uns)", "#%C3%BCber-uns"), ("[x](#%C3%9Cber-Uns)", "#%C3%BCber-uns"),
        ("[x](#same)", "#same"), ("[x](#same-1)", "#same-1"), ("[x](#Same)", "#same"),
        // The page has a part of this name, so the heading has a number, which no author knows.
        ("[x](#text)", "#text-1"),
    ])
    func resolvesLinksToHeadings(link: String, address: String) {
        let html = filled(link + "\n\n# Über uns\n\n# Same\n\n# Same\n\n# Text", page: .test)
        #expect(HTMLQuery(html).links.first == address)
    }

    @Test func findsHeadingsInQuotesListsAndFootnotes() {
        let text = "> # Quote\n\n- # Item\n\na[^n]\n\nSetext\n===\n\n[^n]: # Note\n"
        #expect(
            facts(text, page: .test).headings.map(\.text) == ["Quote", "Item", "Setext", "Note"])
        let query = HTMLQuery(filled(text, page: .test))
        for identifier in ["quote", "item", "setext", "note"] {
            #expect(query.element(withID: identifier)?.name.hasPrefix("h") == true)
        }
    }

    @Test func usesTheVisibleTextOfHeadings() {
        let headings = facts(
            "# See [[Élan|the *note*]] & `x < y` ![pic](a.png) <b>", page: .test
        ).headings
        #expect(headings.first?.text == "See the note & x < y pic <b>")
    }

    @Test func collectsNoHeadingsWithoutAPage() {
        #expect(facts("# a").headings.isEmpty)
        #expect(filled("# a\n\n### b") == "<h2>a</h2>\n<h4>b</h4>\n")
    }
}
