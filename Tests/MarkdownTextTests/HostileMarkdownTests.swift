import Foundation
import TestSupport
import Testing

@testable import MarkdownText

/// Text that nobody meant: whatever it is, the page around it stays whole and safe.
@Suite(.tags(.fast))
struct HostileMarkdownTests {
    private static let fragments = [
        "[", "](", ")", "]", "`", "``", "```\n", "~~~\n", "<", ">", "*", "**", "_", "# ", "## ",
        "|", "|-|\n", "\n", "\n\n", "- ", "- [x] ", "> ", "![", "![[", "[[", "]]", "#tag", "\\",
        "javascript:x", "data:text/html,x", "\"", "'", "&", "&lt;", "&#0;", "&#x110000;",
        " onload=x ", "<script>", "</script>", "-->", "<!--", "<![CDATA[", "<a href='x'>", "[^1]",
        "\n[^1]: ", "http://a.example/", "www.b.example", "<https://c.example>", "mailto:d@e.org",
        "~~", "~", "😀", "é", "\u{202E}", "\u{0}", "\u{7}",
        String(decoding: [0xEF, 0xB7, 0x90], as: UTF8.self), "\u{FFFF}",
        "\u{2028}", "1. ", "999999999. ", "\t", "    ", "a.png", "(x \"t\")", "\n===\n", "\n---\n",
        "[r]: javascript:y\n", "[r]", "word", "#", "!", "{{x}}",
    ]
    private static let elements: Set<String> = [
        "p", "br", "a", "em", "strong", "del", "code", "pre", "h2", "h3", "h4", "h5", "h6", "ul",
        "ol", "li", "blockquote", "hr", "table", "thead", "tbody", "tr", "th", "td", "div", "sup",
        "section", "input", "img",
    ]
    private static let attributes: Set<String> = [
        "href", "title", "class", "dir", "id", "start", "tabindex", "aria-label", "aria-hidden",
        "rel",
        "type", "checked", "disabled", "data-footnote-ref", "data-footnote-backref", "alt",
        "data-language",
    ]

    private func text(_ seed: UInt64) -> String {
        var random = SeededGenerator(seed: seed)
        return (0..<random.number(in: 1...60)).map { _ in random.pick(Self.fragments) }.joined()
    }

    private func page(_ text: String) -> String {
        filled(text, page: .test, prefix: "p.") { image in
            image.address.hasSuffix(".png") ? "<img alt=\"\(escaped(image.description))\">" : nil
        } address: {
            $0.kind == .missingHeading ? nil : $0.kind == .link ? $0.name : "to/\($0.name)"
        }
    }

    @Test(arguments: 0..<600 as Range<UInt64>)
    func rendersSafeWellFormedPages(seed: UInt64) {
        let text = text(seed)
        let html = page(text)
        let query = HTMLQuery(html)
        let note: Comment = "seed \(seed): \(text.debugDescription)"
        #expect(query.complaints.isEmpty, note)
        let others = query.elements.map(\.name).filter { !Self.elements.contains($0) }
        #expect(others.isEmpty, note)
        let attributes = query.elements.flatMap(\.attributes.keys)
        #expect(attributes.allSatisfy(Self.attributes.contains), note)
        #expect(!html.utf8.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A }, note)
        for link in query.links { #expect(isSafe(link), note) }
        for link in query.all("a") {
            let outer = sequence(first: link) { $0.parent.map { query.elements[$0] } }.dropFirst()
            #expect(!outer.contains { $0.name == "a" }, note)
        }
        let identifiers = query.elements.compactMap { $0.attributes["id"] }
        #expect(Set(identifiers).count == identifiers.count, note)
    }

    /// True if a browser would open the address without running it.
    private func isSafe(_ address: String) -> Bool {
        let plain = address.lowercased().filter { $0.isASCII && !$0.isWhitespace }
        return !["javascript:", "data:", "vbscript:", "file:"].contains(where: plain.hasPrefix)
    }

    @Test(arguments: 20_000..<20_100 as Range<UInt64>)
    func rendersTheSameParagraphsWithoutLinks(seed: UInt64) {
        let text = text(seed)
        let (linked, unlinked) = (HTMLQuery(page(text)), HTMLQuery(filled(text, page: .test)))
        let note: Comment = "seed \(seed): \(text.debugDescription)"
        #expect(unlinked.all("img").isEmpty, note)
        #expect(linked.all("p").count == unlinked.all("p").count, note)
    }

    /// The second text must not see anything of the first, whose parse was given up.
    @Test func keepsNoStateBetweenTexts() {
        let text = "[r] #a\n\n[r]: https://example.org"
        let expected = page(text)
        for seed in 30_000..<30_040 as Range<UInt64> {
            _ = page(self.text(seed) + "\n\n[r]: https://other.example")
            #expect(page(text) == expected, "seed \(seed)")
        }
    }
}
