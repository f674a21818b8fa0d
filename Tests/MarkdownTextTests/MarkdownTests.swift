import MarkdownText
import TestSupport
import Testing

@Suite(.tags(.acceptance))
struct MarkdownTests {
    private func html(_ text: String) -> String {
        filled(text) { image in
            image.address.hasSuffix(".jpg") && !image.address.contains("://")
                ? "<img \(image.address) \(image.description)>" : nil
        }
    }

    @Test(arguments: [
        (
            "<script>alert(1)</script>",
            "<pre class=\"plain\">&lt;script&gt;alert(1)&lt;/script&gt;\n</pre>\n"
        ),
        ("a <b onclick=x>b</b>", "<p>a &lt;b onclick=x&gt;b&lt;/b&gt;</p>\n"),
        ("`<i>`", "<p><code>&lt;i&gt;</code></p>\n"), ("&lt;b&gt;", "<p>&lt;b&gt;</p>\n"),
        ("```<script>\nx\n```", "<pre><code class=\"language-&lt;script&gt;\">x\n</code></pre>\n"),
        ("[a](/x \"q\\\"r<\")", "<p><a href=\"/x\" title=\"q&quot;r&lt;\">a</a></p>\n"),
    ])
    func showsRawHTMLAsText(text: String, expected: String) {
        #expect(html(text) == expected)
    }

    @Test(arguments: [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "vbscript:x",
        "file:///etc/passwd",
        "&#106;avascript:alert(1)", "java&#10;script:alert(1)", "ftp://example.org/",
        "&#1;javascript:x", "x:y",
    ])
    func doesNotLinkOtherSchemes(address: String) {
        #expect(html("[x](<\(address)>)") == "<p>x</p>\n")
        #expect(!html("<\(address)>").contains("href"))
    }

    @Test(arguments: [
        "https://example.org/a?b=c#d", "http://example.org", "mailto:a@example.org", "tel:+39055",
        "other.html", "../a/b:c", "#part", "?q=a:b",
    ])
    func linksTheWebMailTelephoneAndRelativeAddresses(address: String) {
        #expect(html("[x](\(address))").contains("<a href=\"\(address)\">x</a>"))
    }

    @Test(arguments: [
        ("https://a", true), ("X-a+1.b:", true), ("tel:1", true), ("1:2", false), (":a", false),
        ("no[where:x", false), ("[https://a.example/c](x", false), ("a/b:c", false),
        ("#a:b", false),
        ("-a:b", false), ("é:b", false), ("abc", false), ("", false),
    ])
    func detectsSchemesPerRFC3986(address: String, hasScheme: Bool) {
        #expect(LinkAddress.hasScheme(address.utf8) == hasScheme)
    }

    @Test func rendersTheExtensions() {
        #expect(
            html("~~a~~ www.example.org")
                == "<p><del>a</del> <a href=\"http://www.example.org\">www.example.org</a></p>\n")
        #expect(
            html("- [x] a\n- [ ] b").contains(
                "<li><input type=\"checkbox\" checked=\"\" disabled=\"\" /> a</li>"))
        #expect(
            html("|a|b|\n|:-:|-:|\n|1|2|").contains(
                "<td align=\"center\">1</td>\n<td align=\"right\">2</td>"))
        let notes = html("a[^x] b[^x] c[^y]\n\n[^x]: one\n[^y]: two")
        #expect(notes.contains("<a href=\"#fn-1\" id=\"fnref-1-2\" data-footnote-ref>1</a>"))
        #expect(notes.contains("<li id=\"fn-2\">\n<p>two <a href=\"#fnref-2\""))
        #expect(notes.contains("href=\"#fnref-1-2\" class=\"footnote-backref\""))
    }

    // GFM 5.3: the box is at the beginning of the item's text, wherever that is in the line.
    @Test(arguments: [
        ("> - [x] a", "[x] a"), ("> q\n> 1. [X]\ta\n>    - [ ] b", "[x] a\n[ ] b"),
        ("- - [ ] a", "[ ] a"), ("- b\n  > * [ ] a", "[ ] a"), ("-\n  [ ] a", "[ ] a"),
        ("> - [ ]", "[ ] "), ("> - [ ]\n>   a", "[ ] a"), ("> - [x] *a*", "[x] <em>a</em>"),
        ("> - [ ] \n>\n>   a", "[ ] "),
        ("> - \\[ ] a", ""), ("> - [x](y)", ""), ("> - [x]a", ""), ("> - [] a", ""),
        ("> - [ ]*a*", ""), ("> [ ] a", ""), ("> - # [ ] a", ""), ("> - `[ ] a`", ""),
    ])
    func findsTasksInQuotesAndNestedItems(text: String, tasks: String) {
        let shown = html(text)
        let boxes = shown.split(separator: "<input type=\"checkbox\" ").dropFirst()
        let found = boxes.map { box in
            let isChecked = box.hasPrefix("checked")
            let words = box.split(
                separator: " /> ", maxSplits: 1, omittingEmptySubsequences: false)[1]
            return (isChecked ? "[x] " : "[ ] ")
                + words.prefix { $0 != "\n" }.replacing("</li>", with: "")
                .replacing("<p>", with: "").replacing("</p>", with: "")
        }
        #expect(found.joined(separator: "\n") == tasks, "\(shown)")
    }

    @Test func shiftsHeadingsBelowTheTitle() {
        #expect(html("# a\n\n###### b") == "<h2>a</h2>\n<h6>b</h6>\n")
    }

    @Test func rendersLocalImagesAndLinksRemoteOnes() {
        #expect(html("![A *b*](x.jpg)") == "<p><img x.jpg A b></p>\n")
        #expect(
            html("![far](https://example.org/x.png)")
                == "<p><a href=\"https://example.org/x.png\">far</a></p>\n")
        #expect(html("![](data:image/png;base64,xx)") == "<p>data:image/png;base64,xx</p>\n")
        #expect(html("![](7)") == "<p>7</p>\n")
        let images = facts("![](1) `![](2)` ![x](a%20b.jpg)").references.filter {
            $0.kind == .image
        }
        #expect(images.map(\.name) == ["1", "a%20b.jpg"])
    }

    @Test(arguments: [
        ("[a](memo.m4a)", ["memo.m4a"]), ("[a](<a b.jpeg>) `[b](c.mp3)`", ["a b.jpeg"]),
        ("[a](https://example.org/a.mp3)", []), ("[a](b.html#c) and [d](e)", []), ("(a.mp3)", []),
        ("[a](sub/dir.x/b.mov \"t\") [c](d.mp4)", ["sub/dir.x/b.mov", "d.mp4"]),
    ])
    func findsLinksToFiles(text: String, expected: [String]) {
        let links = facts(text, page: .test).references.filter { $0.kind == .link }.map(\.name)
        #expect(links.filter { $0.contains(".m") || $0.contains(".j") } == expected)
    }

    @Test func resolvesLinksThroughTheDestination() {
        let html = filled(
            "[a](memo.m4a) [b](other \"T\") [c](gone) [d](https://example.org)", page: .test,
            address: { ["memo.m4a": "../x&y.m4a", "other": "other.html"][$0.name] })
        #expect(
            html == """
                <p><a href="../x&amp;y.m4a">a</a> <a href="other.html" title="T">b</a> c \
                <a href="https://example.org">d</a></p>

                """)
    }

    @Test func collectsTheFirstWords() {
        let short = facts("# Head\n\nSome *text* &amp; `code`\nmore\n\n|a|\n|-|\n|b|")
        #expect(short.excerpt == "Head · Some text & code · more · a · b")
        let long = facts(String(repeating: "word ", count: 100)).excerpt
        #expect(long.hasSuffix("word…") && long.count <= 201)
        #expect(facts(String(repeating: "漢", count: 500)).excerpt.count == 200)
    }

    @Test func survivesDeepNesting() {
        let deep = String(repeating: "> ", count: 5000) + "x"
        #expect(html(deep).contains("<p>x</p>"))
        #expect(html(String(repeating: "+ ", count: 2000) + "x").contains("<li>"))
    }

    @Test(arguments: [
        costlyTable, String(repeating: "![[]()", count: 100_000),
        // These keep the parser busy without taking any memory.
        "http://a" + String(repeating: ")", count: 500_000),
        String(repeating: "- ", count: 4000) + "x" + String(repeating: "\n", count: 200_000),
        String(repeating: "a ~b", count: 100_000) + String(repeating: "c~~ ", count: 100_000),
    ])
    func showsTextOverTheRenderBudgetVerbatim(text: String) {
        #expect(facts(text).unrenderedReason != nil)
        #expect(filled(text).hasPrefix("<pre class=\"plain\">" + text.prefix(1)))
        // The parser works again afterwards, on the same memory.
        #expect(html("**a** ~b~") == "<p><strong>a</strong> <del>b</del></p>\n")
    }

    /// cmark-gfm with extensions is not thread-safe on its own: parsing a text with a tilde changes
    /// a table that all parsers read.
    @Test func rendersTheSameOnManyThreads() async {
        let texts = (0..<400).map {
            "\($0 % 2 == 0 ? "~~\($0)~~" : "*\($0)*") www.example\($0).org and ftp://a.b/\($0)\n\n|a|\n|-|\n|*\($0)*|\n\n- [x] \($0)"
        }
        let expected = texts.map(html)
        let found = await withTaskGroup(of: (Int, String).self) { group in
            for (index, text) in texts.enumerated() { group.addTask { (index, html(text)) } }
            return await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
        }
        for (index, text) in expected.enumerated() { #expect(found[index] == text) }
    }
}
