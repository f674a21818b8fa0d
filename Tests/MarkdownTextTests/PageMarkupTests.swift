import Foundation
import MarkdownText
import TestSupport
import Testing

/// The markup of pages beyond the HTML of the specification.
@Suite(.tags(.fast))
struct PageMarkupTests {
    private func html(_ text: String, prefix: String = "") -> String {
        filled(text, page: .test, prefix: prefix)
    }

    /// Identifiers of headings are the same as GitHub's, so that existing links still work.
    @Test(arguments: [
        ("# Hello, World!", ["hello-world"]), ("# a\n\n# a\n\n# A", ["a", "a-1", "a-2"]),
        ("# a\n\n# a-1\n\n# a", ["a", "a-1", "a-2"]),
        ("# Über *uns* & `code_x`", ["über-uns--code_x"]),
        ("# 東京 の朝", ["東京-の朝"]), ("# !!!", ["section"]), ("# Text", ["text-1"]),
        ("# fnref-1", ["fnref-1"]), ("> # Quoted\n\n- # Listed", ["quoted", "listed"]),
    ])
    func assignsHeadingIdentifiers(text: String, expected: [String]) {
        #expect(facts(text, page: .test).headings.map(\.identifier) == expected)
        for name in expected where name.utf8.allSatisfy({ $0 < 0x80 }) {
            #expect(html(text).contains(" id=\"\(name)\">"))
        }
    }

    @Test(arguments: [
        ([1, 2, 3], [0, 1, 2]), ([3, 3, 4], [0, 0, 1]), ([1, 4, 2], [0, 1, 1]),
        ([2, 1, 5], [0, 0, 1]), ([1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5]),
    ])
    func closesGapsBetweenHeadingLevels(typed: [Int], expected: [Int]) {
        let text = typed.map { String(repeating: "#", count: $0) + " x" }.joined(separator: "\n\n")
        #expect(facts(text, page: .test).headings.map(\.depth) == expected)
    }

    @Test func resolvesLinksWithinThePage() {
        let text =
            "[up](#the-end) [case](#The-End) [lost](#nowhere) [t](#text)\n\n# The end\n\n# Text"
        let page = html(text, prefix: "n1.")
        #expect(
            page.contains("<a href=\"#n1.the-end\">up</a> <a href=\"#n1.the-end\">case</a> lost"))
        #expect(page.contains("<a href=\"#n1.text-1\">t</a>"))
        #expect(page.contains("<h2 id=\"n1.the-end\">"))
        let missing = facts(text, page: .test).references.filter { $0.kind == .missingHeading }
        #expect(missing.map(\.name) == ["#nowhere"])
    }

    @Test func labelsCheckboxesTablesAndFootnotes() {
        #expect(
            html("- [x] a\n- [ ] b").contains(
                "<li><input type=\"checkbox\" checked disabled aria-label=\"Done\"> a</li>"))
        #expect(
            html("|a|b|\n|:-:|-|\n|1|2|").contains(
                "<div class=\"table\" tabindex=\"0\"><table dir=\"auto\">"))
        #expect(html("|a|\n|:-:|\n|1|").contains("<td class=\"center\">1</td>"))
        #expect(
            html("```\nx\n```")
                == "<div class=\"code\"><pre tabindex=\"0\"><code>x\n</code></pre></div>\n")
        let notes = html("a[^x]\n\n[^x]: one", prefix: "p.")
        #expect(notes.contains("href=\"#p.fn.1\" id=\"p.fnref.1\""))
        #expect(notes.contains("<section class=\"footnotes\" aria-label=\"Notes\">"))
        #expect(notes.contains("<li id=\"p.fn.1\">"))
        #expect(notes.contains("href=\"#p.fnref.1\" class=\"footnote-backref\""))
    }

    @Test func escapesLocalizedStrings() {
        let evil = "\"><script>"
        let markup = PageMarkup(
            taskDone: evil, taskOpen: evil, footnotes: evil, backToText: evil,
            isReserved: { _ in false })
        let page = filled("- [x] a\n- [ ] b[^1]\n\n[^1]: c", page: markup)
        #expect(!page.contains("<script>"))
        #expect(page.components(separatedBy: "aria-label=\"&quot;&gt;").count == 5)
    }

    @Test func omitsCodeFromTheExcerptOnly() {
        let (text, facts) = compiled("# A\n\none *two*\n\n```\ncode\n```\n\n- three")
        #expect(text.words == "A\none two\ncode\nthree\n")
        #expect(facts.excerpt == "A · one two · three")
    }

    /// One compiled text, filled in below a title and within a chapter.
    @Test func adaptsHeadingsToTheDestination() {
        #expect(
            html("# a\n\n## b").contains("<h2 id=\"a\">") && html("# a\n\n## b").contains("</h3>"))
        let inBook = filled("# a\n\n####### x\n\n###### b", page: .test, prefix: "n.", level: 3)
        #expect(inBook.contains("<h3 id=\"n.a\">") && inBook.contains("href=\"#n.b\""))
        let deep = filled(
            (1...6).map { String(repeating: "#", count: $0) + " x" }.joined(separator: "\n\n"),
            page: .test, level: 3)
        #expect(deep.contains("<h6") && !deep.contains("<h7"))
    }
}
