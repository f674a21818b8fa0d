import MarkdownText
import NoteModel
import TestSupport
import Testing

@testable import NoteImports

/// The conversion of HTML, mostly as Evernote writes it.
@Suite(.tags(.fast))
struct HTMLMarkdownTests {
    private func markdown(_ html: String, tags: [NoteModel.Tag] = []) -> String {
        var converter = HTMLMarkdown(tags: tags) { element in
            element.attributes["hash"].map {
                HTMLMarkdown.reference(to: $0, words: "", isImage: true)
            }
        } note: { address, words in
            address.hasPrefix("evernote:") ? words : nil
        }
        return converter.markdown(html)
    }

    @Test(arguments: [
        ("<div>a</div><div>b</div>", "a\nb"),
        ("<div>a</div><div><br/></div><div>b</div>", "a\n\nb"),
        ("<p>a</p><p>b<br>c</p>", "a\n\nb\nc"),
        ("<h2>A <b>b</b></h2>text", "## A **b**\n\ntext"), ("<h1>C #</h1>", "# C \\#"),
        ("a<hr/>b", "a\n\n---\n\nb"),
        ("<blockquote><div>a</div><div>b</div></blockquote>", "> a\n> b"),
        ("<pre>a\n  b &lt; `c`\n</pre>", "```\na\n  b < `c`\n```"),
        (
            "<div style=\"-en-codeblock:true\"><div>a</div><div><br/></div><div>  b</div></div>",
            "```\na\n\n  b\n```"
        ),
        ("<article><section>a</section></article>", "a"),
        ("<script>x</script><style>y</style><!-- z -->a", "a"),
    ])
    func convertsBlocks(html: String, expected: String) {
        #expect(markdown(html) == expected)
    }

    @Test(arguments: [
        ("<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>", "- a\n- b\n  - c"),
        ("<ul><li>a</li><ul><li>b</li></ul></ul>", "- a\n  - b"),
        ("<ol start=\"9\"><li>a<li>b</ol>", "9. a\n10. b"),
        ("<ol start=\"10\"><li>a</li><ul><li>b</li></ul></ol>", "10. a\n    - b"),
        ("<ul><li><p>a</p></li><li><div>b</div><div>c</div></li></ul>", "- a\n- b\n  c"),
        ("<ul><li>a</li></ul><ul><li>b</li></ul>", "- a\n\n* b"),
        ("<div><en-todo checked=\"true\"/>a</div><div><en-todo/>b</div>", "- [x] a\n- [ ] b"),
        (
            "<ul style=\"--en-todo:true\"><li style=\"--en-checked:true\"><div>a</div></li><li>b</li></ul>",
            "- [x] a\n- [ ] b"
        ),
        ("<ul><li><input type=\"checkbox\" checked>a</li></ul>", "- [x] a"),
        ("<p>Done: <en-todo checked=\"false\"/></p>", "Done: ☐"),
    ])
    func convertsLists(html: String, expected: String) {
        #expect(markdown(html) == expected)
    }

    @Test(arguments: [
        ("<table><tr><td>a</td><td>b|c</td></tr></table>", "|  |  |\n| --- | --- |\n| a | b\\|c |"),
        (
            "<table><tr><td><code>a|b</code></td><td><a href=\"https://a.example/b|c\">d|e</a></td></tr></table>",
            "|  |  |\n| --- | --- |\n| `a\\|b` | [d\\|e](https://a.example/b\\|c) |"
        ),
        (
            "<table><thead><tr><th>a</th><th align=\"right\">b</th></tr></thead><tbody><tr><td>c</td></tr></tbody></table>",
            "| a | b |\n| --- | ---: |\n| c |  |"
        ),
        ("<table><tr><td><div>a</div><div>b</div></td></tr></table>", "a\nb"),
        (
            "<table><caption>A</caption><tr><td>b</td><td><ul><li>c</li></ul></td></tr></table>",
            "A\nb\n\n- c"
        ),
    ])
    func convertsTables(html: String, expected: String) {
        #expect(markdown(html) == expected)
    }

    /// Blocks in inline elements, words between items and cells, and cells that reach far.
    @Test(arguments: [
        (
            "<a href=\"https://a.example/\"><h3>a</h3><p>b</p></a>",
            "### [a](https://a.example/)\n\n[b](https://a.example/)"
        ),
        (
            "<ul><li><a href=\"https://a.example/\"><div>a</div></a></li></ul>",
            "- [a](https://a.example/)"
        ),
        ("<b>x<div>a</div><div>b <i>c</i></div></b>", "**x**\n**a**\n**b *c***"),
        ("a <a href=\"https://a.example/\"> </a> b", "a <https://a.example/> b"),
        ("<a href=\"mailto:a@a.example\"><br></a>", "<mailto:a@a.example>"),
        ("<a name=\"x\"></a><a href=\"javascript:x\"></a><a href=\"#x\"></a>a", "a"),
        ("<ul>one<li>a</li>two <b>x</b><li>b</li></ul>", "one\n\n- a\n  two **x**\n- b"),
        (
            "<ul><li>a</li><li><ul><li>b</li><li><ol><li>c</li></ol></li></ul></li></ul>",
            "- a\n  - b\n    1. c"
        ),
        (
            "<ol><li>a</li><li value=\"9\">b</li><li>c</li><li value=\"3\">d</li></ol>",
            "1. a\n\n9) b\n10) c\n\n3. d"
        ),
        (
            "<table>x<tr><td>a</td><td>b</td></tr><tr>y<td>c</td><td>d</td></tr></table>",
            "x y\n\n|  |  |\n| --- | --- |\n| a | b |\n| c | d |"
        ),
        (
            "<table><tr><th colspan=2>w</th><th>c</th></tr><tr><td rowspan=2>t</td><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>",
            "| w |  | c |\n| --- | --- | --- |\n| t | 1 | 2 |\n|  | 3 | 4 |"
        ),
        ("<pre class=\"x language-swift\">let a</pre>", "```swift\nlet a\n```"),
        ("<pre><code class=\"lang-c\">a;</code></pre>", "```c\na;\n```"),
        (
            "<div style=\"--en-codeblock:true;--en-syntaxLanguage:python\"><div>a</div></div>",
            "```python\na\n```"
        ),
        (
            "10<sup>-3</sup> x<sub>2</sub> e<sup>ab</sup> y<sub>max</sub>",
            "10⁻³ x₂ e^(ab) y<sub>max</sub>"
        ),
        ("<video src=\"https://a.example/v.mp4\"></video>", "<https://a.example/v.mp4>"),
        ("<audio><source src=\"https://a.example/v.mp3\"></audio>", "<https://a.example/v.mp3>"),
        ("<iframe src=\"https://a.example/\"></iframe>", "<https://a.example/>"),
        ("<code><a href=\"https://a.example/\">x</a></code>", "`x` <https://a.example/>"),
        (
            "<pre>a <a href=\"https://a.example/\">x</a></pre>",
            "```\na x\n```\n\n<https://a.example/>"
        ),
        (
            "<pre><img src=\"https://a.example/a.png\">a</pre>",
            "```\na\n```\n\n![](https://a.example/a.png)"
        ),
        (
            "<pre><code><ol><li><div>a</div></li><li><div>b</div></li></ol></code></pre>",
            "```\na\nb\n```"
        ),
        (
            "<div style=\"--en-codeblock:true\"><div>a <a href=\"https://a.example/\">x</a></div></div>",
            "```\na x\n```\n\n<https://a.example/>"
        ),
        ("B<sup><a href=\"https://a.example/\">2</a></sup>", "B^[2](https://a.example/)"),
        ("<a href=\"https://a.example/a b\"></a>", "<https://a.example/a%20b>"),
        ("<a href=\"a.example/x\"></a>", "[a.example/x](a.example/x)"),
        (
            "<picture><source srcset=\"https://a.example/s.png 2x\"><img alt=\"a\"></picture>",
            "![a](https://a.example/s.png)"
        ),
        (
            "<img data-src=\"//a.example/s.png\"><img src=\"HTTPS://a.example/u.png\">",
            "![](https://a.example/s.png)![](HTTPS://a.example/u.png)"
        ),
        ("<q>a</q>", "“a”"),
        (
            "<a href=\"https://a.example/\" title='b \"c\"'>a</a>",
            "[a](https://a.example/ \"b \\\"c\\\"\")"
        ),
        ("<img src=\"https://a.example/a.png\" title=\"b\">", "![](https://a.example/a.png \"b\")"),
        (
            "<table><tr><td style=\"text-align: right\">a</td><td>b</td></tr></table>",
            "|  |  |\n| ---: | --- |\n| a | b |"
        ),
        (
            "<div><en-todo checked=\"true\"/>one<br/><en-todo/>two<br/>three</div>",
            "- [x] one\n- [ ] two\n  three"
        ),
    ])
    func keepsContentInAnyContext(html: String, expected: String) {
        #expect(markdown(html) == expected)
    }

    @Test(arguments: [
        ("a <b> b </b>c", "a **b** c"),
        ("<b>a</b><b>b</b>", "**ab**"),
        ("<b></b>a<i> </i>b", "a b"),
        ("<b>a<br/>b</b>", "**a**\n**b**"),
        ("<b><i>a</i></b>", "***a***"),
        ("a<b>(b)</b>c", "a(**b**)c"), ("a<b>(</b>c", "a(c"),
        ("<span style=\"font-weight: bold\">a</span> <s>b</s>", "**a** ~~b~~"),
        ("<code>a`b</code>", "``a`b``"),
        ("<a href=\"https://a.example/\">b [c]</a>", "[b \\[c\\]](https://a.example/)"),
        ("<a href=\"https://a.example/\">https://a.example/</a>", "<https://a.example/>"),
        ("<a href=\"evernote:///view/1/2\">The tart</a>", "[The tart](<The tart>)"),
        ("<a href=\"javascript:x()\">a</a>", "a"),
        ("<a href=\"https://a.example/b c\">d</a>", "[d](<https://a.example/b c>)"),
        ("<en-media hash=\"f.png\"/>", "![](f.png)"),
        ("<img src=\"https://a.example/b.png\" alt=\"c\">", "![c](https://a.example/b.png)"),
        ("&eacute; &amp; &#x4e00; &unknown; 1 < 2", "é & 一 \\&unknown; 1 < 2"),
    ])
    func convertsInlineElements(html: String, expected: String) {
        #expect(markdown(html) == expected)
    }

    /// Returns the Markdown of a paragraph that shows a text, and what it is compiled to.
    private func compiled(
        _ text: String
    ) -> (body: String, note: (text: CompiledText, facts: TextFacts)) {
        var html: [UInt8] = Array("<p>".utf8)
        html.appendXML(text)
        let body = markdown(String(decoding: html, as: UTF8.self) + "</p>")
        return (body, MarkdownCompiler().compile(body))
    }

    @Test(arguments: [
        "# a", "1. a", "- a", "+ a", "> a", "---", "===", "*a* _b_ __c__ `d` ~e~", "[a](b) ![c](d)",
        "[[a]] #b", "\\a \\* \\\\", "&amp; &#35;", "<b>a</b> <a.example>", "a_b_c *", "1) a",
        "a | b", "| a | b |", "--- | ---", "| - | - |", ":-:", "snake_case_name and 2 * 3 * 4",
        "\t\u{A0}a", "[^1]: a", "```",
    ])
    func escapesMarkdownSyntaxInText(text: String) {
        let (body, note) = compiled(text)
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(String(decoding: note.text.text, as: UTF8.self).trimmed == words, "\(body)")
        #expect(note.facts.references.isEmpty, "\(body)")
    }

    @Test(arguments: [
        "https://web.archive.org/web/*/http://a.example", "http://a.example/?b[]=1&c_d=2",
        "<https://a.example/b>",
    ])
    func linksWebAddresses(text: String) throws {
        let (body, note) = compiled("See \(text).")
        let html = String(decoding: note.text.html, as: UTF8.self)
        #expect(
            String(decoding: note.text.text, as: UTF8.self).trimmed == "See \(text).", "\(body)")
        let address = text.filter { $0 != "<" && $0 != ">" }.replacing("&", with: "&amp;")
            .replacing("[", with: "%5B").replacing("]", with: "%5D")
        #expect(html.contains("<a href=\"\(address)\">"), "\(html)")
    }

    @Test func readsALongParagraph() {
        let words = String(repeating: "word ", count: 400_000)
        #expect(markdown("<div>\(words)</div>").utf8.count == 5 * 400_000 - 1)
    }

    @Test func keepsTheTagsOfTheNote() {
        #expect(markdown("#a and #b", tags: [NoteModel.Tag("A")]) == "#a and \\#b")
    }

    @Test(arguments: [
        "<", "</", "<a", "<a b='", "<!--", "<![CDATA[", "<pre", "&", "</b></i>a", "<é>",
    ])
    func readsDocumentsThatAreCutOff(html: String) {
        #expect(markdown("b" + html).hasPrefix("b"))
    }

    @Test func readsDeepDocuments() {
        let depth = 20_000
        let html =
            String(repeating: "<div><b>", count: depth) + "a"
            + String(repeating: "</b></div>", count: depth)
        #expect(markdown(html).contains("a"))
    }
}
