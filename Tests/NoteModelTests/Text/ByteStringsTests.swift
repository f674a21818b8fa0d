import LocalFiles
import NoteModel
import Orthography
import TestSupport
import Testing

/// Orders of texts by their bytes, compared with the slow way to find them.
@Suite(.tags(.fast))
struct ByteStringsTests {
    private func order(_ texts: [String]) -> [Int] {
        var strings = ByteStrings(count: texts.count)
        for text in texts { strings.append(text) }
        return strings.order { $0 < $1 }
    }

    private func precedes(_ left: String, than right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    @Test func sortsPrefixesFirst() {
        #expect(order(["abc", "ab", "", "a"]) == [2, 3, 1, 0])
    }

    @Test func comparesBytesAndNotCharacters() {
        // Swift takes both spellings of the accent for equal, and sorts them side by side.
        #expect(order(["\u{E9}", "f", "e\u{301}"]) == [2, 1, 0])
        #expect(order(["a\0b", "a", "a\0a"]) == [1, 2, 0])
        #expect(order(["😀", "\u{FFFD}"]) == [1, 0])
    }

    @Test func consultsTheTiebreakerForEqualTextsOnly() {
        var strings = ByteStrings(count: 4)
        for text in ["b", "a", "b", "b"] { strings.append(text) }
        #expect(strings.order { $0 > $1 } == [1, 3, 2, 0])
    }

    @Test func ordersEmptyListsAndEmptyTexts() {
        #expect(order([]).isEmpty)
        #expect(order(["", "", ""]) == [0, 1, 2])
    }

    @Test func agreesWithASlowSort() {
        let seed: UInt64 = 0xB17E
        var random = SeededGenerator(seed: seed)
        let letters: [Character] = ["a", "b", "é", "e\u{301}", "\0", "日", "😀", " "]
        let texts = (0..<500).map { _ in
            String((0..<random.number(in: 0...5)).map { _ in random.pick(letters) })
        }
        let expected = texts.indices.sorted { left, right in
            precedes(texts[left], than: texts[right])
                || !precedes(texts[right], than: texts[left]) && left < right
        }
        #expect(order(texts) == expected, "seed \(seed)")
        for (left, right) in zip(texts, texts.dropFirst()) {
            let sign = left.order(beside: right).signum()
            let slow = precedes(left, than: right) ? -1 : precedes(right, than: left) ? 1 : 0
            #expect(sign == slow, "\(left) beside \(right), seed \(seed)")
        }
    }

    @Test func findsAnElementByItsName() {
        let names = ["", "B", "a", "a\0", "ab", "e\u{301}", "\u{E9}", "日本", "😀"]
        for (index, name) in names.enumerated() {
            #expect(names.place(of: name) { $0 } == index)
        }
        for missing in ["A", "aa", "b", "\u{1F}", "😁", "e"] {
            #expect(names.place(of: missing) { $0 } == nil)
        }
        #expect([String]().place(of: "a") { $0 } == nil)
    }
}

@Suite(.tags(.fast))
struct ByteSearchTests {
    private func place(of byte: UInt8, in bytes: [UInt8], from start: Int = 0) -> Int? {
        bytes.withUnsafeBufferPointer { $0.place(of: byte, from: start) }
    }

    private func has(_ bytes: StaticString, in text: String, at place: Int) -> Bool {
        Array(text.utf8).withUnsafeBufferPointer { $0.has(bytes, at: place) }
    }

    @Test func findsAByteFromAnOffset() {
        let bytes: [UInt8] = [7, 0, 255, 7, 9]
        #expect(place(of: 7, in: bytes) == 0)
        #expect(place(of: 7, in: bytes, from: 1) == 3)
        #expect(place(of: 0, in: bytes) == 1)
        #expect(place(of: 255, in: bytes) == 2)
        #expect(place(of: 9, in: bytes, from: 4) == 4)
    }

    @Test func findsNothingBeyondTheEnd() {
        #expect(place(of: 1, in: []) == nil)
        #expect(place(of: 1, in: [1], from: 1) == nil)
        #expect(place(of: 1, in: [1], from: 99) == nil)
        #expect(place(of: 2, in: [1, 1, 1]) == nil)
    }

    @Test(arguments: [(0, true), (1, false), (3, true), (4, false), (5, false), (-1, false)])
    func comparesBytesWithinBounds(place: Int, isThere: Bool) {
        #expect(has("ab", in: "abcab", at: place) == isThere)
    }

    @Test func matchesEmptyTextWithinBounds() {
        #expect(has("", in: "ab", at: 2))
        #expect(!has("", in: "ab", at: 3))
        #expect(!has("abc", in: "", at: 0))
    }
}

@Suite(.tags(.fast))
struct ExactTextTests {
    @Test func distinguishesCanonicallyEquivalentTexts() {
        let composed = "caf\u{E9}"
        let decomposed = "cafe\u{301}"
        #expect(composed == decomposed)
        #expect(ExactText(composed) != ExactText(decomposed))
        #expect(Set([composed, decomposed].map(ExactText.init)).count == 2)
        #expect(ExactText(decomposed) < ExactText(composed))
        #expect(ExactText(composed) == ExactText("caf" + "\u{E9}"))
    }

    @Test func hashesEqualTextsAlike() {
        let parts = ExactText(["a", "b", "é"].joined())
        #expect(parts.hashValue == ExactText("abé").hashValue)
        #expect(!(parts < ExactText("abé")) && !(ExactText("abé") < parts))
    }
}
