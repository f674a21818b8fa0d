import Foundation
import TestSupport
import Testing

@testable import Orthography

/// The terms of a text, as the search finds them.
@Suite(.tags(.fast))
struct TermCutterTests {
    @Test(arguments: [
        ("", []), (" .,!", []), ("One, two.", ["one", "two"]), ("don't", ["don", "t"]),
        ("2014-07-09", ["2014", "07", "09"]), ("C++ a_b", ["c", "c++", "a", "b"]),
        ("C#", ["c", "c#"]), ("c+d c#d +c", ["c", "d", "c", "d", "c"]),
        ("Crème BRÛLÉE", ["creme", "brulee"]), ("e\u{301}te\u{301}", ["ete"]),
        ("Straße", ["strasse"]), ("Ærøskøbing Łódź", ["aeroskobing", "lodz"]),
        ("İstanbul ılık", ["istanbul", "ilik"]), ("ΣΊΣΥΦΟΣ", ["σισυφοσ"]), ("Ёлка", ["елка"]),
        ("naïve—really", ["naive", "really"]), ("soft\u{AD}hyphen", ["softhyphen"]),
        ("ﬁne", ["fine"]), ("Ⅷ ① ½", ["viii", "1", "1", "2"]), ("Ａ１", ["a1"]),
        ("שָׁלוֹם", ["שלום"]), ("مُحَمَّد", ["محمد"]), ("हिन्दी", ["हिन्दी"]), ("สวัสดี", ["สวัสดี"]),
        ("þorn ðe đak ħ", ["thorn", "de", "dak", "h"]), ("œuvre", ["oeuvre"]), ("a🙂b", ["a", "b"]),
    ])
    func cutsWordsInLowerCaseWithoutAccents(text: String, expected: [String]) {
        #expect(terms(text) == expected)
    }

    @Test(arguments: [
        ("日本語", ["日本", "本語", "語"]), ("語", ["語"]), ("東京tower2", ["東京", "京", "tower2"]),
        ("カタカナ", ["カタ", "タカ", "カナ", "ナ"]), ("日本。語", ["日本", "本", "語"]),
        ("日 本", ["日", "本"]), ("한국어", ["한국", "국어", "어"]), ("a日", ["a", "日"]),
        ("𠀀𠀁", ["𠀀𠀁", "𠀁"]), ("ｶﾀ", ["カタ", "タ"]), ("時々", ["時々", "々"]),
        ("ガ", ["ガ"]), ("か\u{3099}", ["が"]),
    ])
    func splitsUnspacedScriptsIntoBigrams(text: String, expected: [String]) {
        #expect(terms(text) == expected)
    }

    @Test func truncatesLongWords() {
        for letter in ["a", "é", "д", "क", "𐐨"] {
            let word = String(repeating: letter, count: 60)
            #expect(terms(word) == terms(String(repeating: letter, count: 48)))
            #expect(terms(word).first?.unicodeScalars.count == 48)
        }
        // One letter may fold to two, of which the last may be cut off.
        let sharp = String(repeating: "a", count: 47) + "ß"
        #expect(terms(sharp) == [String(repeating: "a", count: 47) + "s"])
        #expect(terms(sharp + "日") == [String(repeating: "a", count: 47) + "s", "日"])
    }

    /// Compares the quick way, with a table, with the slow one, as `lookup.js` has it too.
    @Test func foldsEveryCharacterLikeTheQuery() {
        for value in UInt32(1)..<0x1_0000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "x\(scalar)x"
            let (found, expected) = (terms(text), reference(text))
            if found != expected {
                Issue.record("U+\(String(value, radix: 16)): \(found) is not \(expected)")
            }
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func cutsTextLikeTheQuery(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let signs: [String] = [
            "a", "Z", "9", " ", "\n", ".", "'", "é", "E\u{301}", "ß", "ﬀ", "д", "Й", "Σ", "ς", "ו",
            "ّ", "日", "語", "カ", "ﾊﾞ", "、", "한", "ㄱ", "हि", "ก", "²", "Ⅳ", "🙂", "𠀀", "\u{AD}",
            "—", "…", "　", "ー", "々", "ª", "ŉ", "ǆ", "ﷺ", "ꟸ",
        ]
        for _ in 0..<30 {
            let text = (0..<Int.random(in: 1...25, using: &random)).map { _ in random.pick(signs) }
                .joined()
            #expect(terms(text) == reference(text), "seed \(seed): \(text.debugDescription)")
        }
    }

    /// A long text is cut in blocks, whose bounds may be anywhere in it.
    @Test(arguments: 0..<8 as Range<UInt64>)
    func cutsALongTextLikeItsWords(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let words = [
            "word", "C++", "c#", "C+", "Fluß", "naïve", "日本語", "xИx", "a\u{301}", "—", "7",
            String(repeating: "long", count: 20), String(repeating: "Endless", count: 4000) + "#",
            String(repeating: "endlos", count: 6000) + "ß", String(repeating: "日", count: 9000),
        ]
        let chosen = (0..<12000).map { _ in
            // Words that are longer than a block are rare.
            Int.random(in: 0..<3000, using: &random) == 0
                ? random.pick(words) : words[random.number(in: 0...11)]
        }
        for length in [chosen.count, 100, 40] {
            let part = chosen.suffix(length)
            #expect(terms(part.joined(separator: " ")) == part.flatMap(terms), "seed \(seed)")
        }
    }

    @Test func endsASegmentAtEachZero() {
        var list = TermList()
        for text in ["one two\0\0three", "four\0", "\0five C++\0+", ""] {
            Array(text.utf8).withUnsafeBufferPointer { TermCutter().cut($0, into: &list) }
        }
        list.endSegment()
        #expect(String(decoding: list.bytes, as: UTF8.self) == "onetwo\0threefour\0fivecc++\0")
        let terms = list.ranges.map { String(decoding: list.bytes[$0], as: UTF8.self) }
        #expect(terms == ["one", "two", "three", "four", "five", "c", "c++"])
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func survivesRandomBytes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                UInt8.random(
                    in: Bool.random(using: &random) ? 0x80...0xFF : 0x20...0x7F, using: &random)
            }
            var list = TermList()
            bytes.withUnsafeBufferPointer { TermCutter().cut($0, into: &list) }
            #expect(list.ranges.allSatisfy { $0.count <= 4 * 48 }, "seed \(seed)")
        }
    }

    /// The function `wanted` of `lookup.js`, for whole texts: folds first, then cuts.
    private func reference(_ text: String) -> [String] {
        var terms: [String] = []
        var word: [Unicode.Scalar] = []
        var signs: [Unicode.Scalar] = []
        func string(_ scalars: [Unicode.Scalar]) -> String {
            String(String.UnicodeScalarView(scalars))
        }
        func end() {
            if !word.isEmpty { terms.append(string(Array(word.prefix(48)))) }
            for index in signs.indices {
                terms.append(string(Array(signs[index..<min(index + 2, signs.count)])))
            }
            (word, signs) = ([], [])
        }
        for scalar in folded(text).unicodeScalars {
            if Self.sign.contains(scalar) {
                if !word.isEmpty { end() }
                signs.append(scalar)
            } else if Self.part.contains(scalar) {
                if !signs.isEmpty { end() }
                word.append(scalar)
            } else {
                end()
            }
        }
        end()
        return terms
    }

    private func folded(_ text: String) -> String {
        var folded = ""
        for scalar in text.lowercased().decomposedStringWithCompatibilityMapping.unicodeScalars
        where !Self.accents.contains(scalar) {
            folded += Self.expansions[scalar] ?? String(scalar)
        }
        return folded.lowercased().precomposedStringWithCanonicalMapping
    }

    private static let expansions: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l",
        "ħ": "h", "ı": "i", "ς": "σ",
    ]
    private static let accents = set([
        0x300...0x36F, 0x591...0x5BD, 0x5BF...0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x640...0x640,
        0x64B...0x65F, 0x670...0x670, 0xAD...0xAD,
    ])
    private static let sign = set([
        0x3005...0x3007, 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF,
        0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0x2_0000...0x3_FFFF,
    ])
    /// The categories L, M, Nd, Nl and No of Unicode.
    private static let part = SignSet { scalar in
        let category = scalar.properties.generalCategory
        return [
            .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
            .otherNumber,
        ].contains(category)
    }

    private static func set(_ ranges: [ClosedRange<UInt32>]) -> SignSet {
        SignSet { scalar in ranges.contains { $0.contains(scalar.value) } }
    }

    private struct SignSet: Sendable {
        let contains: @Sendable (Unicode.Scalar) -> Bool
    }
}
