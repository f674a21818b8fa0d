import TestSupport
import Testing

@testable import MarkdownText

/// The references of a text: what is asked for, not yet resolved.
@Suite(.tags(.fast))
struct ReferenceTests {
    /// Widths as Obsidian writes them, behind a bar.
    @Test(
        arguments: [
            ("![words|100](a.png)", "words", 100), ("![words|100x80](a.png)", "words", 100),
            ("![a|b|7](a.png)", "a|b", 7), ("![|9999](a.png)", "", 9999),
            ("![words| 100 ](a.png)", "words", 100), ("![[a.png|100]]", "", 100),
            ("![[a.png|words|50]]", "words", 50), ("![[a.png|50x60]]", "", 50),
            // Other text is the description.
            ("![100](a.png)", "100", nil), ("![words|0](a.png)", "words|0", nil),
            ("![w|0x80](a.png)", "w|0x80", nil), ("![w|12345](a.png)", "w|12345", nil),
            ("![w|100x](a.png)", "w|100x", nil), ("![w|x100](a.png)", "w|x100", nil),
            ("![w|1x2x3](a.png)", "w|1x2x3", nil), ("![w|-10](a.png)", "w|-10", nil),
            ("![w|１００](a.png)", "w|１００", nil), ("![w|](a.png)", "w|", nil),
            ("![[a.png|words]]", "words", nil), ("![[a.png|0]]", "0", nil), ("![[a.png]]", "", nil),
        ] as [(String, String, Int?)])
    func readsAWidthAfterAPipe(text: String, description: String, width: Int?) throws {
        let image = try #require(facts(text).references.first?.image)
        #expect(image.width == width)
        #expect(image.description == description)
        #expect(image.address == "a.png")
    }

    @Test func treatsEmbedsWithoutAnExtensionAsNotes() {
        #expect(facts("![[Other note]]").references.first?.image == nil)
        #expect(facts("![[ picture.png]]").references.isEmpty)
        #expect(facts("[[picture.png]]").references.first?.image == nil)
    }

    @Test(arguments: [
        ("[[Title]]", "Title"), ("[[Title#Part]]", "Title"), ("[[Title #Part|words]]", "Title"),
        ("[[Title |words]]", "Title"), ("![[a.png#x]]", "a.png"), ("[[#Part]]", nil),
        ("[words](Title)", nil), ("#Title", nil),
    ])
    func extractsTheNameInDoubleBrackets(text: String, name: String?) throws {
        let reference = try #require(facts(text).references.first)
        #expect(reference.bracketedName == name)
    }

    @Test(arguments: [
        "[[Title]]", "[[Title#Part|words]]", "![[a.png|100]]", "#tag/part", "[[a|b|c]]",
    ])
    func repeatsAReferenceAsItWasTyped(text: String) {
        #expect(facts(text).references.map(\.typed) == [text])
    }

    @Test func ignoresOverlongDoubleBrackets() {
        let name = String(repeating: "word ", count: 80) + "end"
        #expect(facts("[[\(name)]]").references.map(\.name) == [name])
        let prose = String(repeating: "word ", count: 120) + "end"
        #expect(facts("[[\(prose)]]").references.isEmpty)
        #expect(filled("[[\(prose)]]") == "<p>[[\(prose)]]</p>\n")
    }

    /// Shell scripts test with double brackets, and programs index arrays with them.
    @Test(arguments: ["if [[ -f x ]]; then", "a[[1]b]", "[[a\nb]]", "[[]]", "[[a]", "[[a[b]]"])
    func findsNoWikiLinksInSourceCode(text: String) {
        #expect(!facts(text).references.contains { $0.kind == .wikiLink })
    }

    @Test(arguments: [
        ("Soup", []), ("Soup #dinner", ["dinner"]), ("*#a* <b #c> `#d`", ["a", "c"]),
        ("#1 #fff C#", []), ("#Ünï #日本", ["Ünï", "日本"]), ("", []), ("#", []),
    ])
    func findsTagsInPlainTextTitles(title: String, tags: [String]) {
        #expect(TextFacts.tags(ofLine: title) == tags)
    }

    @Test func listsReferencesInTheOrderOfTheText() {
        let text = "#a [[B]] ![c](d.png) [e](f) ![[g.png]] [h](#none)\n\n- #i\n"
        let references = facts(text, page: .test).references
        #expect(
            references.map(\.kind) == [
                .tag, .wikiLink, .image, .link, .embed, .missingHeading, .tag,
            ])
        #expect(references.map(\.name) == ["a", "B", "d.png", "f", "g.png", "#none", "i"])
    }

    @Test func collectsTheTagsOfDescriptionsThatAreNotShown() {
        let references = facts("![a #b *#c*](d.png)").references
        #expect(references.map(\.kind) == [.tag, .tag, .image])
        #expect(references.map(\.name) == ["b", "c", "d.png"])
        #expect(references.last?.words == "a #b #c")
    }
}
