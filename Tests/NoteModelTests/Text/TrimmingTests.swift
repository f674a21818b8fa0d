import NoteModel
import TestSupport
import Testing

/// Texts without the white space around them, by the Unicode property White_Space.
@Suite(.tags(.fast))
struct TrimmingTests {
    /// The characters with the property White_Space, from Unicode's PropList.txt.
    private static let whiteSpace: [Unicode.Scalar] = [
        "\u{9}", "\u{A}", "\u{B}", "\u{C}", "\u{D}", " ", "\u{85}", "\u{A0}", "\u{1680}",
        "\u{2000}", "\u{2001}", "\u{2002}", "\u{2003}", "\u{2004}", "\u{2005}", "\u{2006}",
        "\u{2007}", "\u{2008}", "\u{2009}", "\u{200A}", "\u{2028}", "\u{2029}", "\u{202F}",
        "\u{205F}", "\u{3000}",
    ]

    @Test(arguments: whiteSpace)
    func removesEveryKindOfWhiteSpace(scalar: Unicode.Scalar) {
        let space = String(scalar)
        #expect((space + "a" + space).trimmed == "a")
        #expect((space + space).trimmed == "")
        #expect(("a" + space + "b").trimmed == "a" + space + "b")
    }

    @Test(arguments: ["\u{200B}", "\u{FEFF}", "\u{2060}", "\u{0}", "\u{7F}", "\u{1F}"])
    func keepsOtherInvisibleCharacters(invisible: String) {
        #expect((invisible + "a" + invisible).trimmed == invisible + "a" + invisible)
    }

    @Test func keepsAnAccentThatFollowsASpace() {
        // The space and the accent are one character of Swift, but two scalars.
        #expect(" \u{301}a ".trimmed.unicodeScalars.map(\.value) == [0x301, 0x61])
    }

    @Test(arguments: [
        ("", ""), ("a", "a"), ("\r\n a b \r\n", "a b"), ("é ", "é"), (" 日本 ", "日本"),
        ("\u{3000}日本\u{3000}", "日本"), (" a\u{A0}", "a"), ("\u{85}a", "a"),
    ])
    func trimsBothEnds(text: String, expected: String) {
        #expect(text.trimmed == expected)
        #expect(text[...].trimmed == expected)
    }

    @Test func trimsSlicesWithinTheirBounds() {
        let text = "outer  inner  outer"
        let slice = text.dropFirst(5).dropLast(5)
        #expect(slice.trimmed == "inner")
    }

    @Test(arguments: [
        ("page#part", "page"), ("page", "page"), ("#part", ""), ("a#b#c", "a"), ("", ""),
        ("é#\u{301}", "é"),
    ])
    func stopsAtTheFirstNumberSign(text: String, expected: String) {
        #expect(text.prefixBeforeSharp.utf8.elementsEqual(expected.utf8))
    }
}
