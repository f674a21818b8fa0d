import Foundation
import TestSupport
import Testing

@testable import OutputChecks

/// The letters of a text, however it is written.
@Suite(.tags(.fast))
struct FoldedTextTests {
    /// Returns the words of each segment.
    private func segments(_ text: String, as syntax: FoldedText.Syntax) -> [[String]] {
        let folded = FoldedText(Array(text.utf8), as: syntax)
        return folded.segments(from: 0).map { segment in
            segment.map { String(decoding: folded.bytes[folded.words[$0]], as: UTF8.self) }
        }.filter { !$0.isEmpty }
    }

    private func words(_ text: String, as syntax: FoldedText.Syntax = .plain) -> [String] {
        segments(text, as: syntax).flatMap(\.self)
    }

    @Test(arguments: [
        ("Über den Fluß", ["uber", "den", "fluss"]), ("U\u{308}ber", ["uber"]),
        ("ÉCOLE école E\u{301}cole", ["ecole", "ecole", "ecole"]),
        ("don't—stop", ["don", "t", "stop"]), ("a1 B2", ["a1", "b2"]),
        ("ΑΘΉΝΑ", ["αθηνα"]), ("МОСКВА", ["москва"]), ("", []), (" \t\n--…!", []),
        ("名前", ["名前", "前"]), ("a名b", ["a", "名", "b"]), ("é\u{200D}x", ["e", "x"]),
        ("😀a😀b", ["a", "b"]),
    ])
    func readsWordsWithoutCaseAndAccents(text: String, expected: [String]) {
        #expect(words(text) == expected)
    }

    @Test func readsAComposedTextAsItsDecomposition() {
        for text in ["Åström naïve Çağrı", "한국어 문장입니다", "がぎぐげご", "Việt Nam ở đây", "ἄνθρωπος"] {
            let decomposed = text.decomposedStringWithCanonicalMapping
            #expect(Array(decomposed.unicodeScalars) != Array(text.unicodeScalars))
            #expect(words(decomposed) == words(text), "\(text)")
        }
    }

    @Test(arguments: [
        ("one <b>t</b>wo", [["one", "two"]]), ("<p>one</p><p>two</p>", [["one"], ["two"]]),
        ("one<br>two", [["onetwo"]]),
        ("x &lt; y &#65;b &#x42; &auml;", [["x", "y", "ab", "b", "a"]]),
        ("a <3 b", [["a", "3", "b"]]), ("AT&T &", [["at", "t"]]),
        ("<i title=\"in side\">out</i>", [["out"], ["in", "side"]]),
        ("one <!-- two --> three", [["one", "three"], ["two"]]),
        ("<a href=\"a%20b%C3%BC\">c</a>", [["c"], ["href"], ["a", "bu"]]),
        ("<script>\"a\\u0062\"</script>c", [["ab"], ["c"]]),
        ("<style>p{}</style>c", [["p"], ["c"]]), ("one<unclosed two", [["one"], ["two"]]),
    ])
    func readsMarkupAsABrowserShowsIt(html: String, expected: [[String]]) {
        #expect(segments(html, as: .markup).filter { $0 != ["title"] } == expected)
    }

    @Test func readsEachStringOfJSONAlone() {
        let json = "{\"a b\":\"c\\nd \\u00fc \\ud83d\\ude00\",\"e\":[\"<b>f</b>g\"]}"
        #expect(segments(json, as: .script) == [["a", "b"], ["c", "d", "u"], ["e"], ["fg"]])
    }

    @Test(arguments: [
        ("a.json", true), ("a.ndjson", true), ("a.js", true), ("a.html", false), ("a.md", false),
        ("a.svg", false), ("json", false), ("a.json.html", false),
    ])
    func choosesTheSyntaxByExtension(path: String, isScript: Bool) {
        var found = false
        if case .script = FoldedText.Syntax(path: path) { found = true }
        #expect(found == isScript)
    }

    /// Strings that Foundation encodes are read back, with a space for each line break.
    @Test func readsTheEscapesOfAnotherEncoder() throws {
        let texts = ["plain", "\"q\" \\ /", "ü€😀𝄞", "tab\tline\nreturn\r", "\u{1}\u{7F}\u{2028}"]
        let encoder = JSONEncoder()
        for text in texts {
            let json = Array(try encoder.encode([text])).dropFirst(2).dropLast(2)
            let expected = text.utf8.map { (0x09...0x0D).contains($0) ? 0x20 : $0 }
            #expect(FoldedText.unescaped(Array(json)[...]) == expected, "\(text)")
        }
    }

    @Test(arguments: ["\\", "\\u", "\\u12", "\\uD800", "\\uD800\\u0041", "\\uDC00", "\\uZZZZ"])
    func survivesInvalidEscapes(escape: String) {
        let text = FoldedText(Array("a \(escape) b\(escape)".utf8), as: .script)
        #expect(text.bytes.first == UInt8(ascii: "a"))
        #expect(String(validating: text.bytes, as: UTF8.self) != nil)
    }

    /// Bytes of any kind give valid UTF-8 in which words begin at letters.
    @Test(arguments: [UInt64(1), 2, 3])
    func readsBytesOfAnyKind(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("<>/!-&#;%\"'\\ua0 <!--<script></script>é名".utf8) + [0xFF, 0xC3, 0]
        for round in 0..<300 {
            let bytes = (0..<40).map { _ in random.pick(alphabet) }
            for syntax in [FoldedText.Syntax.plain, .markup, .script] {
                let folded = FoldedText(bytes, as: syntax)
                let what: Comment = "seed \(seed), round \(round), \(bytes)"
                #expect(String(validating: folded.bytes, as: UTF8.self) != nil, what)
                #expect(folded.words.allSatisfy { !folded.bytes[$0].contains(0) }, what)
                #expect(folded.words.reduce(0) { $0 + $1.count } == folded.bytes.count { $0 != 0 })
                #expect(folded.bytes.isEmpty || folded.bytes.last == 0, what)
            }
        }
    }
}
