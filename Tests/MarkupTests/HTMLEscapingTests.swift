import Markup
import TestSupport
import Testing

/// Text within HTML: nothing in it is markup, and every character is one that HTML allows.
@Suite(.tags(.fast))
struct HTMLEscapingTests {
    private func escaped(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        bytes.appendEscaped(text)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func escaped(bytes: [UInt8], apostrophes: Bool = true) -> [UInt8] {
        var output: [UInt8] = []
        bytes.withUnsafeBufferPointer { output.appendEscaped($0, apostrophes: apostrophes) }
        return output
    }

    private func unescaped(_ text: String) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
            .reduce(text) { $0.replacing($1.0, with: $1.1) }
    }

    @Test func escapesWhatHTMLReserves() {
        #expect(
            escaped("<a b=\"c\" d='e'>&amp;</a>")
                == "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;amp;&lt;/a&gt;")
        #expect(escaped(bytes: Array("it's".utf8), apostrophes: false) == Array("it's".utf8))
        #expect(escaped("") == "")
        #expect(escaped("[a&b]".dropFirst().dropLast()) == "a&amp;b")
    }

    @Test func appendsToExistingBytes() {
        var bytes = Array("<p>".utf8)
        bytes.appendEscaped("<")
        #expect(bytes == Array("<p>&lt;".utf8))
    }

    /// The control characters that the HTML standard does not allow in a document.
    @Test(arguments: 0...0x7F as ClosedRange<UInt8>)
    func replacesControlCharacters(byte: UInt8) {
        let isAllowed = byte >= 0x20 && byte != 0x7F || [0x09, 0x0A, 0x0D].contains(byte)
        let text = String(decoding: escaped(bytes: [0x61, byte, 0x62]), as: UTF8.self)
        #expect(text.unicodeScalars.contains("\u{FFFD}") == !isAllowed)
        #expect(text.hasPrefix("a") && text.hasSuffix("b"))
    }

    @Test(arguments: [
        ("\u{FFFE}", "\u{FFFD}"), ("\u{FFFF}", "\u{FFFD}"),
        ("a\u{FFFF}b\u{FFFE}", "a\u{FFFD}b\u{FFFD}"),
        ("\u{FFFD}", "\u{FFFD}"), ("\u{FEFF}x", "\u{FEFF}x"), ("ｱ", "ｱ"), ("\u{F900}", "\u{F900}"),
        ("\u{FFFC}", "\u{FFFC}"), ("\u{10FFFD}", "\u{10FFFD}"), ("e\u{301}", "e\u{301}"),
    ])
    func replacesOnlyNoncharacters(text: String, expected: String) {
        // Compared by bytes, as strings are equal if they are canonically equivalent.
        #expect(Array(escaped(text).utf8) == Array(expected.utf8))
    }

    @Test(
        arguments: [
            [0xEF], [0xEF, 0xBF], [0x61, 0xEF, 0xBF], [0xEF, 0xBF, 0xBD], [0xEF, 0xBB], [0xC3], [],
        ] as [[UInt8]])
    func readsNoBytesPastTheEnd(bytes: [UInt8]) {
        #expect(escaped(bytes: bytes) == bytes)
    }

    @Test func replacesBytesThatAreNotUTF8() {
        // cmark decodes the entities of U+FFFE and U+FFFF into one byte each.
        #expect(escaped(bytes: [0x61, 0xFE, 0xFF]) == Array("a\u{FFFD}\u{FFFD}".utf8))
    }

    @Test(arguments: 0..<30 as Range<UInt64>)
    func roundTripsRandomText(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let signs = Array("ab &<>\"';#39ltgqumpéß日🙂\n\t{}")
        let text = String(
            (0..<100).map { _ in signs[Int.random(in: 0..<signs.count, using: &random)] })
        let html = escaped(text)
        #expect(unescaped(html) == text, "seed \(seed)")
        #expect(!html.contains { "<>\"'".contains($0) }, "seed \(seed)")
        let library = try TemplateLibrary(["page": "{{x}}"])
        let rendered = try library.render("page", value: .record([("x", .text(text))]))
        #expect(String(decoding: rendered, as: UTF8.self) == html, "seed \(seed)")
    }

    /// A template without tags is its own rendering, whatever it contains.
    @Test(arguments: 0..<30 as Range<UInt64>)
    func leavesTheTextOfTemplatesAlone(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let signs = ["{", "}", "}}", "<", "&", "\n", "\r\n", "\t", " ", "a", "é", "🙂", "\u{0}"]
        let text = (0..<80).map { _ in signs[Int.random(in: 0..<signs.count, using: &random)] }
            .joined().replacing("{{", with: "{ ")
        let rendered = try TemplateLibrary(["page": text]).render("page", value: .record([]))
        #expect(rendered == Array(text.utf8), "seed \(seed): \(text.debugDescription)")
    }
}
