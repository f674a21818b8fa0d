import NoteModel
import TestSupport
import Testing

/// Laws of the order that keys give, and its levels.
@Suite(.tags(.fast))
struct SortKeyOrderTests {
    @Test func comparesAccentsBeforeCaseAndBothLast() {
        #expect(SortKey("resume") < SortKey("résumé"))
        #expect(SortKey("résumé") < SortKey("resumes"))
        #expect(SortKey("a") < SortKey("A"))
        #expect(SortKey("A") < SortKey("á"))
        #expect(SortKey("Ab") < SortKey("aC"))
    }

    @Test func takesBothSpellingsOfAnAccentForOne() {
        #expect(SortKey("caf\u{E9}") == SortKey("cafe\u{301}"))
        #expect(SortKey("Å", language: "sv") == SortKey("A\u{30A}", language: "sv"))
    }

    @Test(arguments: [
        ("2", "10"), ("002", "3"), ("a2b", "a10a"), ("1.9", "1.10"), ("99", "100"),
        ("chapter 9", "chapter 10 and more"), ("٢", "10"), ("v1", "va"), ("0", "1"),
    ])
    func sortsNumbersByTheirValue(lower: String, higher: String) {
        #expect(SortKey(lower) < SortKey(higher))
        #expect(!(SortKey(higher) < SortKey(lower)))
    }

    @Test func sortsPunctuationThenSymbolsThenDigitsThenLettersThenOtherScripts() {
        let order = ["!", "€ 5", "5", "a", "Ж", "日"]
        for (lower, higher) in zip(order, order.dropFirst()) {
            #expect(SortKey(lower) < SortKey(higher), "\(lower) and \(higher)")
        }
    }

    @Test func putsTheBeginningOfATitleFirst() {
        for text in ["", "a", "note", "note 1", "日", "é", "!"] {
            for more in ["a", " ", "1", "日"] {
                #expect(SortKey(text) < SortKey(text + more), "\(text) + \(more)")
            }
        }
    }

    @Test func ignoresTheCaseOfLanguageTagsAndTheirRegions() {
        for language in ["sv", "SV", "sv-SE", "sv_FI"] {
            #expect(SortKey("z", language: language) < SortKey("ö", language: language))
        }
        for language in ["", "xx", "de-AT", "und"] {
            #expect(SortKey("ö", language: language) < SortKey("p", language: language))
        }
    }

    @Test func isATotalOrder() {
        let seed: UInt64 = 0x50F7
        var random = SeededGenerator(seed: seed)
        let letters: [Character] = ["a", "A", "b", "é", "1", "0", " ", "-", "ß", "日", "€", "ñ"]
        let keys = (0..<60).map { _ in
            SortKey(
                String(
                    (0..<Int.random(in: 0...4, using: &random)).map { _ in
                        letters.randomElement(using: &random) ?? "a"
                    }), language: "es")
        }
        for first in keys {
            #expect(!(first < first))
            for second in keys {
                let isOne = [first < second, second < first, first == second].count { $0 }
                #expect(isOne == 1, "seed \(seed)")
                for third in keys where first < second && second < third {
                    #expect(first < third, "seed \(seed)")
                }
            }
        }
    }
}
