import Foundation
import Orthography
import OutputPlan
import TestSupport
import Testing

/// The promises that a slug keeps whatever the title is.
@Suite(.tags(.fast))
struct SlugShapeTests {
    private static let pieces = [
        "a", "B", "7", " ", "-", "--", "_", "/", ".", "..", "'", "’", "é", "e\u{301}", "\u{301}",
        "ß", "İ", "ǅ", "Σ", "日", "かな", "กำ", "نص", "שלום", "हिन्दी", "½", "Ⅳ", "²", "☕️", "👨‍👩‍👧",
        "\u{200D}", "\u{FE0F}", "\u{0}", "\n", "\u{2028}", "\u{AD}", "ﬁ", "Ａ", "°",
        "e\u{323}\u{302}",
    ]

    /// Returns random titles.
    private static func titles(_ count: Int) -> [String] {
        var random = SeededGenerator(seed: 0x5106)
        return (0..<count).map { _ in
            (0..<random.number(in: 0...59)).map { _ in random.pick(pieces) }.joined()
        }
    }

    @Test(arguments: [
        ("A Walk in Arezzo", "a-walk-in-arezzo"), ("../../etc/passwd", "etc-passwd"),
        ("日本語のノート ☕️", "日本語のノート"), ("Mia’s birthday 🎂", "mias-birthday"), ("don't", "dont"),
        ("Cafe\u{301}", "café"), ("  spaces\tand\nlines ", "spaces-and-lines"),
        ("a/b\\c:d*e?f\"g<h>i|j", "a-b-c-d-e-f-g-h-i-j"), ("CON", "con"), ("ΑΒΓ", "αβγ"),
        ("x\0y", "x-y"), ("-\u{FF9E}x", "x"), ("\u{E33}", "note"), ("กำ", "กำ"),
    ])
    func keepsLettersAndDigits(title: String, slug: String) {
        #expect(Slug(title: title).text.unicodeScalars.elementsEqual(slug.unicodeScalars))
    }

    @Test func satisfiesItsInvariantsForAnyTitle() {
        let long = ["a", "é", "日", "👨‍👩‍👧", "word "].map { String(repeating: $0, count: 500) }
        for title in Self.titles(2_000) + long {
            let text = Slug(title: title).text
            #expect((1...112).contains(text.utf8.count), "\(title)")
            #expect(!text.hasPrefix("-") && !text.hasSuffix("-"), "\(title)")
            #expect(!text.contains("--"), "\(title)")
            #expect(text == text.lowercased(), "\(title)")
            #expect(
                text.utf8.elementsEqual(text.precomposedStringWithCanonicalMapping.utf8),
                "\(title)")
            #expect(!text.unicodeScalars.contains { "/\\.:?#%\"<>|* ".unicodeScalars.contains($0) })
            #expect(OutputPath("notes/\(text).html").folder == "notes/")
        }
    }

    @Test func isIdempotentAndRoundTrips() {
        for title in Self.titles(2_000) {
            let slug = Slug(title: title)
            #expect(Slug(title: slug.text) == slug)
            #expect(Slug(known: slug.text) == slug)
        }
    }

    /// Composed and decomposed letters look the same, so they have the same address.
    @Test func ignoresUnicodeNormalization() {
        for title in Self.titles(500) {
            let slug = Slug(title: title).text.utf8
            for form in [
                title.precomposedStringWithCanonicalMapping,
                title.decomposedStringWithCanonicalMapping,
            ] {
                #expect(Slug(title: form).text.utf8.elementsEqual(slug), "\(title)")
            }
        }
    }

    /// Titles of ASCII take a shorter way; each character must mean the same there.
    @Test(arguments: 0...127 as ClosedRange<UInt8>)
    func treatsASCIIAlikeOnBothCodePaths(code: UInt8) {
        let character = Character(Unicode.Scalar(code))
        for title in [
            "a\(character)b", "\(character)b", "a\(character)", "a\(character)\(character)b",
        ] {
            let plain = Slug(title: title + " x").text
            #expect(Slug(title: title + " é").text == plain.dropLast() + "é", "code \(code)")
        }
    }

    @Test func cutsALongTitleBetweenWords() {
        let words = Array(repeating: "abcdefghi", count: 30).joined(separator: " ")
        let slug = Slug(title: words).text
        #expect(slug == Array(repeating: "abcdefghi", count: 11).joined(separator: "-"))
        // A word that alone is too long is cut between two characters.
        #expect(Slug(title: String(repeating: "x", count: 300)).text.utf8.count == 112)
        #expect(Slug(title: String(repeating: "日", count: 300)).text.utf8.count == 111)
        // A hyphen near the beginning would leave too little.
        let uneven = Slug(title: "a " + String(repeating: "x", count: 300)).text
        #expect(uneven.hasPrefix("a-xxx") && uneven.utf8.count == 112)
    }

    @Test func leavesRoomForANumber() throws {
        let slug = Slug(title: String(repeating: "x", count: 300))
        let numbered = slug.numbered(9_999_999)
        #expect(numbered.text.utf8.count == Slug.longest)
        #expect(Slug(known: numbered.text) == numbered)
        #expect(Slug(known: numbered.text + "0") == nil)
    }

    /// The second character alone is longer than a slug.
    @Test func leavesNoTrailingHyphenWhenTruncated() {
        let title = "x a" + String(repeating: "\u{301}", count: 80)
        #expect(Slug(title: title).text == "x")
    }

    @Test(arguments: ["", "!!!", "☕️", "\u{301}", "---", "'"])
    func usesTheFallbackWithoutLetters(title: String) {
        #expect(Slug(title: title).text == "note")
        #expect(Slug(title: title, fallback: "deck").text == "deck")
    }

    @Test(arguments: [
        "", "a b", "a/b", "../x", "a.html", "a\0", "a?b", "a#b", "a%20b", "<a>", "a\"", "\u{200B}",
        "a\n", "☕️", String(repeating: "x", count: 121), String(repeating: "é", count: 61),
    ])
    func rejectsInvalidSlugs(text: String) {
        #expect(Slug(known: text) == nil)
    }

    /// The cache may be damaged, and what it holds must not become a path or markup.
    @Test(arguments: [
        "", "a b", "a/b", "..", "../x", "a.html", "a\0", "a?b", "a#b", "a%20b", "<a>", "a\"", "a\n",
        "A", "é/../x", String(repeating: "x", count: 121), String(repeating: "é", count: 61),
    ])
    func rejectsKeptSlugsThatCouldLeaveTheirPlace(text: String) {
        #expect(Slug(kept: text) == nil)
    }

    @Test(arguments: [
        "a", "a-2", "café", "日本", "กำ", "हिन्दी", "½", "ⅳ", String(repeating: "x", count: 120),
    ])
    func acceptsValidSlugs(text: String) {
        #expect(Slug(known: text)?.text == text)
        #expect(Slug(kept: text)?.text == text)
    }
}
