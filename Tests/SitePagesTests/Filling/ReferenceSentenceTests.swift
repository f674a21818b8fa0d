import TestSupport
import Testing

@testable import SitePages

/// The sentence around a link, which the linked page shows.
@Suite(.tags(.fast))
struct ReferenceSentenceTests {
    /// Returns the sentence around the first bar of a text, which is removed.
    private func sentence(_ text: String) throws -> String? {
        let bytes = Array(text.utf8)
        let place = try #require(bytes.firstIndex(of: UInt8(ascii: "|")))
        return ReferenceSentence.sentence(
            in: bytes.filter { $0 != UInt8(ascii: "|") }[...], around: place)
    }

    @Test(arguments: [
        ("One. See |Two for more! Three.", "See Two for more!"),
        ("Before\n|Alone\nAfter", "Alone"), ("|Start of it. Rest", "Start of it."),
        ("Version 1.5 of |Swift is out. Next", "Version 1.5 of Swift is out."),
        ("Ends with |it", "Ends with it"), ("Où? Là, |ici. Oui", "Là, ici."),
        ("一。二|三。四", "二三。"),
    ])
    func endsAtTheEndsOfSentencesAndLines(text: String, expected: String) throws {
        #expect(try sentence(text) == expected)
    }

    @Test func cutsALongSentenceBetweenWords() throws {
        let words = Array(repeating: "wörter", count: 60).joined(separator: " ")
        let found = try #require(try sentence(words + " |middle " + words))
        #expect(found.hasPrefix("…wörter ") && found.hasSuffix(" wörter…"))
        #expect(found.contains(" middle ") && found.utf8.count < 260)
    }

    @Test func hasNoneForAnEmptyLine() throws {
        #expect(try sentence("a\n|\nb") == nil)
        #expect(ReferenceSentence.sentence(in: [], around: 0) == nil)
        #expect(ReferenceSentence.sentence(in: [0x61], around: 5) == nil)
    }

    @Test func cutsUnspacedTextBetweenCharacters() throws {
        let word = String(repeating: "日", count: 200)
        let found = try #require(try sentence(word + "|x" + word))
        #expect(found.unicodeScalars.allSatisfy { $0 != "\0" } && found.contains("x"))
    }

    @Test func isShownWithTheBacklink() throws {
        let pages = try PreparedSite([
            .made("Target"), .made("Source", body: "First. I like [[Target]] a lot. Last."),
        ]).pages()
        let sentences = try pages.query("notes/target.html").all("p", inside: "backlinks")
        #expect(sentences.map(\.text) == ["I like Target a lot."])
        let previews = try pages.query("notes/source.html").all("div", inside: "previews")
        #expect(previews.compactMap { $0.attributes["data-address"] } == ["target.html"])
    }
}
