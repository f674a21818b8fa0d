import MarkdownText
import TestSupport
import Testing

@testable import SitePages

/// HTML as XHTML, for electronic books, whose readers accept nothing that is not well-formed.
@Suite(.tags(.fast))
struct XHTMLTextTests {
    private static let declaration = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"

    private func converted(_ html: String) -> String {
        let xhtml = String(decoding: XHTMLText.converted(Array(html.utf8)), as: UTF8.self)
        return String(xhtml.dropFirst(Self.declaration.count))
    }

    @Test(arguments: [
        ("<p>a<br>b</p>", "<p>a<br/>b</p>"), ("<hr />", "<hr/>"), ("<br/>", "<br/>"),
        ("<img src=\"a.png\" alt=\"\">", "<img src=\"a.png\" alt=\"\"/>"),
        (
            "<input type=checkbox checked disabled>",
            "<input type=\"checkbox\" checked=\"\" disabled=\"\"/>"
        ),
        ("<a href='x'>y</a>", "<a href=\"x\">y</a>"), ("<a title='\"'>", "<a title=\"&quot;\">"),
        ("<a title=\"a<b\">", "<a title=\"a&lt;b\">"),
        ("<img loading=\"lazy\" decoding=\"async\" src=\"a\">", "<img src=\"a\"/>"),
        ("<video playsinline preload=\"none\" controls></video>", "<video controls=\"\"></video>"),
        (
            "<svg viewBox=\"0 0 1 1\"></svg>",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"></svg>"
        ),
        ("<math></math>", "<math xmlns=\"http://www.w3.org/1998/Math/MathML\"></math>"),
        ("<path d=\"M0 0\"/>", "<path d=\"M0 0\"/>"),
        ("<!doctype html>\n<html>", "<!DOCTYPE html>\n<html>"),
        ("<!-- a < b -->", "<!-- a < b -->"),
        ("<p\n class=\"a\"\n>", "<p class=\"a\">"), ("<a href=x>y</a>", "<a href=\"x\">y</a>"),
    ])
    func closesElementsAndQuotesAttributes(html: String, xhtml: String) {
        #expect(converted(html) == xhtml)
    }

    /// XML knows five entities, and HTML two thousand.
    @Test(arguments: [
        ("a & b", "a &amp; b"), ("&amp;&lt;&gt;&quot;&apos;", "&amp;&lt;&gt;&quot;&apos;"),
        ("&#39;&#x27;", "&#39;&#x27;"), ("a&nbsp;b", "a&#160;b"), ("&copy;", "&amp;copy;"),
        ("&", "&amp;"), ("&;", "&amp;;"), ("a < b", "a &lt; b"), ("<3", "&lt;3"), ("a>b", "a>b"),
        ("x\u{7}y\u{0}z", "x\u{FFFD}y\u{FFFD}z"), ("\u{FFFE}\u{FFFF}", "\u{FFFD}\u{FFFD}"),
        ("\t\r\n", "\t\r\n"), ("日本 é 🙂", "日本 é 🙂"), ("", ""),
    ])
    func writesTextThatXMLAllows(html: String, xhtml: String) {
        #expect(converted(html) == xhtml)
        #expect(XMLQuery("\(Self.declaration)<p>\(xhtml)</p>")?.elements.count == 1)
    }

    @Test(arguments: [
        "<", "<p", "<p ", "<a href", "<a href=", "<a href=\"x", "<!", "<!--", "</", "&",
    ])
    func handlesTruncatedMarkup(html: String) {
        #expect(XHTMLText.converted(Array(html.utf8)).starts(with: Self.declaration.utf8))
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func survivesBytesThatAreNotHTML(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let signs = Array("<>/!-=\"' &;#abp\u{7}é".utf8) + [0xFF, 0xEF, 0xBF]
        for _ in 0..<50 {
            let bytes = (0..<60).map { _ in random.pick(signs) }
            #expect(XHTMLText.converted(bytes).count >= Self.declaration.utf8.count)
        }
    }

    /// Whatever a note contains, its page in a book can be opened.
    @Test(arguments: 0..<150 as Range<UInt64>)
    func convertsAnyTextToWellFormedXHTML(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let parts = [
            "<b>", "</p>", "&nbsp;", "&", "&#0;", "\"", "'", "<!--", "]]>", "<![CDATA[", "\u{0}",
            "\u{1F}", "\u{FFFF}", "# a\n", "\n\n", "- [x] ", "> ", "|a|\n|-|\n", "`<`",
            "[x](y 'z')", "[^1]", "\n[^1]: n\n", "***\n", "😀", "日本", "![i](j.png)",
            "<https://a.example/?b&c>",
            "word ", "\\", "```\n", "~~", "**",
        ]
        let text = (0..<random.number(in: 1...40)).map { _ in random.pick(parts) }.joined()
        let html = try html(text)
        let page = "<!doctype html>\n<html><body>\(html)</body></html>"
        let xhtml = XHTMLText.converted(Array(page.utf8))
        let query = try #require(XMLQuery(xhtml), "seed \(seed): \(text.debugDescription)")
        let names = HTMLQuery(page).elements.map(\.name)
        #expect(query.elements.map(\.name) == names, "seed \(seed): \(text.debugDescription)")
    }

    private func html(_ text: String) throws -> String {
        let compiled = SiteOptions().noteCompiler.compile(.made(body: text))
        var destination = Unlinked()
        var html: [UInt8] = []
        try compiled.body.texts[0].fill(
            into: &html, with: compiled.facts.references, for: &destination)
        return String(decoding: html, as: UTF8.self)
    }

    private struct Unlinked: TextDestination {
        func address(of reference: Reference, at index: Int) -> String? { nil }
        func append(_ image: MarkdownImage, to html: inout [UInt8]) -> Bool { false }
    }
}
