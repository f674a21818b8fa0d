import Foundation
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

    private static func title(seed: UInt64) -> String {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func next() -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state >> 33)
        }
        return (0..<next() % 60).map { _ in pieces[next() % pieces.count] }.joined()
    }

    @Test func keepsItsPromisesForAnyTitle() {
        for seed in 1...2_000 as ClosedRange<UInt64> {
            let text = Slug(title: Self.title(seed: seed)).text
            #expect((1...112).contains(text.utf8.count), "seed \(seed): \(text)")
            #expect(!text.hasPrefix("-") && !text.hasSuffix("-"), "seed \(seed): \(text)")
            #expect(!text.contains("--"), "seed \(seed): \(text)")
            #expect(text == text.lowercased(), "seed \(seed): \(text)")
            #expect(
                text.utf8.elementsEqual(text.precomposedStringWithCanonicalMapping.utf8),
                "seed \(seed): \(text)")
            #expect(!text.unicodeScalars.contains { "/\\.:?#%\"<>|* ".unicodeScalars.contains($0) })
            #expect(OutputPath("notes/\(text).html").folder == "notes/")
        }
    }

    @Test func isItsOwnSlugAndKnownAgain() {
        for seed in 1...2_000 as ClosedRange<UInt64> {
            let slug = Slug(title: Self.title(seed: seed))
            #expect(Slug(title: slug.text) == slug, "seed \(seed): \(slug.text)")
            #expect(Slug(known: slug.text) == slug, "seed \(seed): \(slug.text)")
        }
    }

    /// Composed and decomposed letters look the same, so they have the same address.
    @Test func isTheSameForEveryNormalFormOfATitle() {
        for seed in 1...500 as ClosedRange<UInt64> {
            let title = Self.title(seed: seed)
            let slug = Slug(title: title).text.utf8
            for form in [
                title.precomposedStringWithCanonicalMapping,
                title.decomposedStringWithCanonicalMapping,
            ] {
                #expect(Slug(title: form).text.utf8.elementsEqual(slug), "seed \(seed)")
            }
        }
    }

    /// Titles of ASCII take a shorter way; each character must mean the same there.
    @Test(arguments: 0...127 as ClosedRange<UInt8>)
    func treatsACharacterOfASCIIAlikeBesideOthers(code: UInt8) {
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
    @Test func doesNotEndInAHyphenWhereItIsCut() {
        let title = "x a" + String(repeating: "\u{301}", count: 80)
        #expect(Slug(title: title).text == "x")
    }

    @Test(arguments: ["", "!!!", "☕️", "\u{301}", "---", "'"])
    func usesTheFallbackWhereNoLetterIs(title: String) {
        #expect(Slug(title: title).text == "note")
        #expect(Slug(title: title, fallback: "deck").text == "deck")
    }

    @Test(arguments: [
        "", "a b", "a/b", "../x", "a.html", "a\0", "a?b", "a#b", "a%20b", "<a>", "a\"", "\u{200B}",
        "a\n", "☕️", String(repeating: "x", count: 121), String(repeating: "é", count: 61),
    ])
    func isNotKnownFromOtherCharacters(text: String) {
        #expect(Slug(known: text) == nil)
    }

    @Test(arguments: [
        "a", "a-2", "café", "日本", "กำ", "हिन्दी", "½", "ⅳ", String(repeating: "x", count: 120),
    ])
    func isKnownFromItsOwnText(text: String) {
        #expect(Slug(known: text)?.text == text)
    }
}
