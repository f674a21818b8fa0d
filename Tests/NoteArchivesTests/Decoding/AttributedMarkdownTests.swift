import TestSupport
import Testing

@testable import KeyedArchives
@testable import NoteArchives

/// Rich text as Markdown.
@Suite(.tags(.fast))
struct AttributedMarkdownTests {
    private typealias Field = PropertyListValue.Field

    private let archive: KeyedArchive
    /// The attributes of each style, by its name.
    private let styles: [String: [Field]]

    init() throws {
        let fonts = ["Helvetica", "Helvetica-Bold", "Times-Italic", "Futura-HeavyOblique"].map {
            MadeValue.object("UIFont", [("UIFontName", .text($0))])
        }
        let others: [MadeValue] = [
            .object("NSFont", [("NSName", "Arial-BlackMT")]), .url("https://example.org/<a>"),
        ]
        archive = try KeyedArchive(ArchiveBytes(MadeValue.list(fonts + others).archive))
        let root = try #require(archive.root)
        let found = try #require(try archive.array(root))
        func font(_ index: Int) -> Field { Field("NSFont", found[index]) }
        styles = [
            "": [], "plain": [font(0)], "bold": [font(1)], "italic": [font(2)], "both": [font(3)],
            "mac": [font(4)], "struck": [Field("NSStrikethrough", .integer(1))],
            "unstruck": [Field("NSStrikethrough", .integer(0))],
            "link": [Field("NSLink", .string("https://example.org/a b"))],
            "url": [Field("NSLink", found[5])], "empty link": [Field("NSLink", .string(""))],
            "all": [font(3), Field("NSStrikethrough", .integer(2)), Field("NSLink", .string("x"))],
            "odd": [Field("NSFont", .string("Bold")), Field("NSKern", .real(1))],
            "picture": [Field("NSAttachment", .integer(7))],
            "picture of YYText": [Field("YYTextAttachment", .integer(8))],
        ]
    }

    /// Addresses become links as they are.
    @Test func escapesNoAddresses() {
        let address = "http://a.example/b_c_d*e"
        #expect(
            markdown([("see ", "plain"), (address + " x_y", "bold")])
                == "see **\(address) x\\_y**")
        #expect(markdown([("(www.a.example/b_c)", "italic")]) == "*(www.a.example/b_c)*")
    }

    private func markdown(_ runs: [(String, String)]) -> String {
        AttributedMarkdown(archive: archive).text(
            of: runs.map { KeyedArchive.TextRun(text: $0.0, attributes: styles[$0.1] ?? []) }
        ) { value in value.map { "![](\($0))" } ?? "(lost)" }
    }

    @Test(arguments: [
        ("", "words", "words"), ("plain", "words", "words"), ("bold", "words", "**words**"),
        ("italic", "words", "*words*"), ("both", "words", "***words***"),
        ("mac", "words", "**words**"), ("struck", "words", "~~words~~"),
        ("unstruck", "words", "words"), ("link", "words", "[words](<https://example.org/a b>)"),
        ("url", "words", "[words](<https://example.org/%3Ca%3E>)"),
        ("empty link", "words", "words"),
        ("all", "words", "[~~***words***~~](<x>)"), ("odd", "words", "words"),
    ])
    func marksEachStyle(style: String, text: String, expected: String) {
        #expect(markdown([(text, style)]) == expected)
    }

    @Test(arguments: [
        ("  words  ", "  **words**  "), ("one\ntwo", "**one**\n**two**"), ("\n\n", "\n\n"),
        (" ", " "), ("", ""), ("a\n\n b \n", "**a**\n\n **b** \n"), ("é日😀", "**é日😀**"),
        ("a\u{2028}b", "**a**\n**b**"),
    ])
    func keepsMarkersOffSpacesAndLineBreaks(text: String, expected: String) {
        #expect(markdown([(text, "bold")]) == expected)
    }

    @Test func escapesMarkersInStyledTextOnly() {
        #expect(markdown([("*a_b*", "")]) == "*a_b*")
        #expect(
            markdown([("*a_b* [c] `d` <e> ~f\\", "bold")])
                == "**\\*a\\_b\\* \\[c\\] \\`d\\` \\<e> \\~f\\\\**")
    }

    /// Paragraphs of rich text begin with a tab, which Markdown takes for code.
    @Test(arguments: [
        ("\tToday\n\n\tTomorrow", "Today **was**\n\nTomorrow"),
        ("x\n\n    Today", "x\n\nToday **was**"), ("   Today", "   Today **was**"),
        ("- a\n    - b\n\t- c", "- a\n    - b\n\t- c **was**"), ("\t- a", "- a **was**"),
    ])
    func indentsNoParagraphOfRichText(text: String, expected: String) {
        let end = text.firstRange(of: "Today")?.upperBound ?? text.endIndex
        #expect(
            markdown([
                (String(text[..<end]) + " ", ""), ("was", "bold"), (String(text[end...]), ""),
            ]) == expected)
        // Without styles it may be Markdown with code.
        #expect(markdown([(text, "")]) == text)
    }

    @Test func joinsRunsThatLookTheSame() {
        #expect(markdown([("bo", "bold"), ("ld", "mac")]) == "**bold**")
        #expect(markdown([("a", ""), ("b", "plain"), ("c", "odd")]) == "abc")
        #expect(markdown([("a", "bold"), (" ", ""), ("b", "bold")]) == "**a** **b**")
        #expect(markdown([]) == "")
    }

    @Test func replacesEveryAttachmentInItsOrder() {
        #expect(markdown([("a\u{FFFC}b", "picture")]) == "a![](integer(7))b")
        #expect(markdown([("a\u{FFFC}b", "picture of YYText")]) == "a![](integer(8))b")
        #expect(markdown([("\u{FFFC}\u{FFFC}", "bold")]) == "(lost)(lost)")
        #expect(
            markdown([("\u{FFFC}", "picture"), ("\u{FFFC}", "picture")])
                == "![](integer(7))![](integer(7))")
    }
}
