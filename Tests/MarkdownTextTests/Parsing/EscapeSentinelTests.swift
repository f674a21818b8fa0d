import Foundation
import TestSupport
import Testing

@testable import MarkdownText

/// Escaped number signs and brackets, which begin neither a hashtag nor a wiki link.
@Suite(.tags(.fast))
struct EscapeSentinelTests {
    @Test(arguments: [
        "", "plain", "#tag and [[Link]]", "C:\\dir", "a \\* b", "\\", "tail \\", "\\\\#tag",
        "\\\\\\\\[x]", "\\\n#x",
    ])
    func leavesTextWithoutEscapesAlone(text: String) {
        #expect(EscapeSentinel.marked(text) == nil)
    }

    @Test(arguments: ["\\#a", "\\[b]", "x \\\\\\#y", "é\\#日本", "\\[\\[a]]", "\\#\\#\\["])
    func restoresTheMarkedText(text: String) throws {
        let marked = try #require(EscapeSentinel.marked(text))
        #expect(marked != text)
        #expect(EscapeSentinel.unmarked(marked) == text)
        #expect(EscapeSentinel.unmarked(Array(marked.utf8)) == Array(text.utf8))
    }

    @Test(arguments: [
        ("\\#a", [], "<p>#a</p>\n"),
        ("\\#a #b", ["b"], "<p>#a #b</p>\n"),
        ("\\\\#a", [], "<p>\\#a</p>\n"),
        ("\\[[a]]", [], "<p>[[a]]</p>\n"),
        ("[\\[a]]", [], "<p>[[a]]</p>\n"),
        ("`\\#x` \\#y", [], "<p><code>\\#x</code> #y</p>\n"),
        ("    \\#x\n\n\\#y", [], "<pre><code>\\#x\n</code></pre>\n<p>#y</p>\n"),
        ("```c\\#\n\\#\n```", [], "<pre><code class=\"language-c#\">\\#\n</code></pre>\n"),
        ("[a](b\\#c \"d\\#e\")", [], "<p><a href=\"b#c\" title=\"d#e\">a</a></p>\n"),
        ("![\\#a](b)", [], "<p>#a</p>\n"),
        ("a<b c='\\#'>", [], "<p>a&lt;b c='\\#'&gt;</p>\n"),
        ("|\\#x|\n|-|", [], "<table>\n<thead>\n<tr>\n<th>#x</th>\n</tr>\n</thead>\n</table>\n"),
    ])
    func rendersEscapedCharactersLiterally(text: String, tags: [String], expected: String) {
        #expect(filled(text) == expected)
        #expect(facts(text).tags == tags)
    }

    @Test func leaksNoSentinelsToCallers() throws {
        let text = """
            # C\\# and F\\#

            [up](#c-and-f) [x](y\\#z "t\\#") ![\\#alt](i\\#.png "j\\[") [[a\\#b|c\\[d]]
            `[[a_b]]` <https://a.b/[[a_b]]> <b c="[[d_e]]"> [z](x[[a_b]]y) [[_u_@v:w<x>]]
            <https://example.org/\\#x> \\[[Title]]

            |\\#cell|
            |-|

            a[^\\#n]

            [^\\#n]: note \\#
            """
        let (compiled, facts) = compiled(text, page: .test)
        let html = filled(
            text, page: .test, image: { $0.description }, address: { "to/\($0.name)" })
        let seen =
            facts.references.map { "\($0.name) \($0.words ?? "") \($0.title)" }
            + facts.headings.flatMap { [$0.text, $0.identifier] }
            + [facts.excerpt, html, compiled.words]
        for part in seen {
            #expect(!part.unicodeScalars.contains { 0xFDD0...0xFDD1 ~= $0.value }, "\(part)")
            #expect(!part.uppercased().contains("%EF%B7"), "\(part)")
        }
        #expect(facts.headings.first?.text == "C# and F#")
        #expect(facts.headings.first?.identifier == "c-and-f")
        #expect(facts.tags == [])
    }
}
