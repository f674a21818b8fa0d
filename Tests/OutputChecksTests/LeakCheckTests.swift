import Foundation
import Hashing
import LocalFiles
import NoteModel
import OutputPlan
import TestSupport
import Testing

@testable import OutputChecks

/// The search for words of excluded notes in files.
@Suite(.tags(.acceptance))
struct LeakCheckTests {
    private static let secret =
        "Über the harbour **mas**ter keeps his [spare key](https://k.example/a) under the “third” stone"

    private func check(_ published: [String] = [], accepted: [String] = []) throws -> LeakCheck {
        let photo = Medium.made("boat.jpg", caption: "Grandmother steering our boat")
        return try .made(
            [
                .made("Private matters of the house", body: Self.secret, photos: [photo]),
                .made("Short", body: "two words\n\n- buy a red bicycle\n- 会いたい人の名前は山田です"),
            ], published: published.enumerated().map { .made("Note \($0)", body: $1) },
            accepted: accepted)
    }

    @Test(arguments: [
        // Inline markup within lines and words, line breaks.
        "<p>Über <i>the</i> harbour <strong>mas</strong>ter\nkeeps <a href=\"x\">his spare key</a><br />\nunder the third stone</p>",
        // Quotation marks of all kinds, and none.
        "<p>\"Über the\" 'harbour' &quot;master&quot; keeps «his» &#8220;spare&#x201D; key under</p>",
        // Escapes, accents composed otherwise, capitals.
        "U\u{308}BER&nbsp;THE&#32;HARBOUR M&#97;ster&shy; keeps his spare key",
        // The unchanged text.
        secret,
        // Attributes, comments, scripts, style sheets.
        "<img alt='harbour master keeps his spare key under the third stone'>",
        "<a href=\"notes/private-matters-of-the-house.html\">x</a>",
        "<a href=search.html?q=Private%20matters%20of%20the%20house>x</a>",
        "<p data-note='{&quot;title&quot;:&quot;Private matters of the house&quot;}'>",
        "<!-- harbour master keeps his spare key under the third stone -->",
        "<!-- I can't <b>say</b> but the harbour master keeps his 'spare' key under the third stone -->",
        // Comments and declarations within words and lines.
        "<p>the har<!-- x -->bour master <!-- don't > stop --->keeps his <?x y?>spare <!y>key</p>",
        "<p>the harbour <!-->master <!--->keeps his <!-- a --!>spare key</p>",
        "<script>x = \"the harbour master\\nkeeps \\u0068is spare key under the third\"</script>",
        "<style>p::before { content: \"Private matters of the house\" }</style>",
        // Titles, captions, lines, signs.
        "<title>Private matters of the house</title>",
        "<figcaption>Grandmother steering our boat</figcaption>",
        "<ul><li>x</li><li>Buy a red bicycle</li></ul>",
        "<p>会いたい人の<b>名前</b>は山田です。</p>",
        "<a href='notes/%E4%BC%9A%E3%81%84%E3%81%9F%E3%81%84%E4%BA%BA%E3%81%AE%E5%90%8D%E5%89%8D%E3%81%AF%E5%B1%B1%E7%94%B0%E3%81%A7%E3%81%99.html'>",
    ])
    func findsWordsInAnyMarkup(text: String) throws {
        for path in ["site/index.html", "site/feed.xml", "markdown/a.md"] {
            #expect(try !check().leaks(in: text, at: path).isEmpty, "\(path)")
        }
    }

    @Test(arguments: [
        "{\"body\":\"x\\nthe harbour **mas**ter keeps his \\\"spare\\\" key\\n under the\\tthird stone\"}",
        "{\"body\":\"\\u00dcber the harbour \\u003cb\\u003emaster\\u003c/b\\u003e keeps his spare key\"}",
        "notebinder(\"texts\",[[\"Private matters of the house\",\"notes/x.html\"]])",
        "[\"<p>the harbour <b class=\\\"x\\\">master</b> keeps his spare key under</p>\"]",
        "{\"caption\":\"Grandmother steering our boat\"}",
    ])
    func findsWordsInJSONAndScripts(text: String) throws {
        for path in ["json/notes.ndjson", "json/notebook.json", "site/search/texts-1.js"] {
            #expect(try !check().leaks(in: text, at: path).isEmpty, "\(path)")
        }
    }

    @Test func namesTheNoteAndAllWordsInCommon() throws {
        let text = "<p>He said the harbour master keeps his spare key under it</p>"
        let leak = try #require(try check().leaks(in: text).first)
        #expect(leak.note.title == "Private matters of the house")
        #expect(leak.words == "the harbour master keeps his spare key under")
    }

    /// Texts of published notes, and the pages, exports or search files made from each.
    @Test(arguments: [
        (
            "The harbour \"master\" keeps his *spare* key under the third stone",
            "<p>The harbour &quot;master&quot; keeps his <em>spare</em> key under the third stone</p>"
        ),
        (
            "the [harbour](https://h.example) master keeps his spare key under",
            "<p>the <a href=\"https://h.example\">harbour</a> master keeps his spare key under</p>"
        ),
        (
            "x\n\nPrivate matters — of the\nhouse",
            "<p>x</p><p>Private matters — of the<br>house</p>"
        ),
        ("Buy a red bicycle!", "<ul><li>Buy a red bicycle!</li></ul>"),
    ])
    func ignoresWordsOfPublishedNotes(body: String, page: String) throws {
        #expect(try !check().leaks(in: page).isEmpty)
        #expect(try check([body]).leaks(in: page) == [])
        let json = String(decoding: try JSONEncoder().encode([body]), as: UTF8.self)
        #expect(try check([body]).leaks(in: json, at: "json/a.json") == [])
        #expect(try check([body]).leaks(in: body, at: "markdown/a.md") == [])
    }

    @Test func doesNotMatchAcrossTextBoundaries() throws {
        // The end of one record and the beginning of the next do not form a text.
        let json = "[\"private matters\",\"of the house\"]"
        #expect(try check().leaks(in: json, at: "json/x.json") == [])
        let page = "<li>private matters</li><li>of the house</li>"
        #expect(try check().leaks(in: page) == [])
        #expect(try check().leaks(in: "two words, short") == [])
    }

    @Test func ignoresWordsOfUnrecognizedObjects() throws {
        let description = JSONValue.object([
            .init("x", value: .string("Private <b>matters</b> of the house"))
        ])
        let check = try LeakCheck.made(
            [.made("Private matters of the house", body: "x")],
            unread: [UnrecognizedObject(source: "o.json", place: "root", description: description)])
        let text = "{\"x\":\"Private <b>matters</b> of the house\"}"
        #expect(check.leaks(in: text, at: "json/notebook.json") == [])
    }

    @Test func acceptsWordsAsTheyWereReported() throws {
        let page = "<p>the harbour master keeps his spare key under the third stone</p>"
        let words = try #require(try check().leaks(in: page).first).words
        let accepted = try check(accepted: [words]).leaks(in: page)
        #expect(accepted.map(\.isAccepted) == [true])
        let more = page + "<p>Private matters of the house</p>"
        let both = try check(accepted: [words]).leaks(in: more)
        #expect(Set(both.map(\.isAccepted)) == [true, false])
    }

    /// The words of a link, the description of an image and their titles are recognised apart from
    /// the paragraph that they are in.
    @Test(arguments: [
        "Grandma asleep under the walnut tree", "Her last warm summer",
        "What the surgeon wrote", "Letter of the tenth", "the bakery in Elm Street",
    ])
    func findsImageDescriptionsAndLinkTexts(words: String) throws {
        let body =
            """
            Look: ![Grandma asleep under the walnut tree](a.jpg "Her last warm summer") and \
            [What the *surgeon* wrote](https://k.example "Letter of the tenth") at \
            [![the bakery in Elm Street](b.jpg)](https://m.example) today
            """
        let found = try LeakCheck.made([.made("A", body: body)]).leaks(in: "<p>\(words)</p>")
        #expect(found.map(\.words) == [words.lowercased()])
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["<script>", "<style>", "<!--", "<script><!--"])
    func handlesManyUnclosedTags(tag: String) throws {
        let body = String(repeating: tag, count: 200_000)
        let text = "<p>\(Self.secret)</p>\(body)<p>\(Self.secret)</p>"
        #expect(try !check([body]).leaks(in: text).isEmpty)
    }

    @Test(.timeLimit(.minutes(1)))
    func comparesManyLinesThatBeginAlike() throws {
        func lines(_ numbers: Range<Int>) -> String {
            numbers.map { "- https://www.example.com/page-\($0) is number \($0 * 7) of all\n" }
                .joined()
        }
        let check = try LeakCheck.made(
            [.made("A", body: lines(0..<20_000))],
            published: [.made("B", body: lines(10_000..<30_000))])
        #expect(check.leaks(in: lines(10_000..<30_000), at: "markdown/b.md") == [])
        let items = lines(9_999..<30_000).split(separator: "\n").map { "<li>\($0)</li>" }
        let found = check.leaks(in: items.joined(), at: "site/c.html")
        #expect(found.map(\.words) == ["https www example com page 9999 is number 69993 of all"])
    }

    /// A phrase that begins within another one and ends after it.
    @Test func reportsOverlappingPhrasesSeparately() throws {
        let check = try LeakCheck.made(
            [
                .made("A", body: "one two three four five six seven eight nine"),
                .made("B", body: "six seven eight nine ten eleven twelve thirteen"),
            ], accepted: ["one two three four five six seven eight nine"])
        let text = "<p>one two three four five six seven eight nine ten eleven twelve thirteen</p>"
        let found = check.leaks(in: text)
        #expect(found.map(\.isAccepted) == [true, false])
        #expect(found.last?.words == "six seven eight nine ten eleven twelve thirteen")
    }

    @Test func refusesPicturesOfUnpublishedNotes() throws {
        for content in [
            OutputContent.derivative(DerivedFile(key: Fingerprint(ofLines: ["1"]), bytes: [2])),
            .original(StoredBytes(file: "/x", range: 0..<1), ContentDigest(of: [1])),
        ] {
            #expect(throws: UserError.self) { try check().check(content, at: "site/photos/a.jpg") }
        }
    }
}
