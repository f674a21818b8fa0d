import Foundation
import Orthography
import TestSupport
import Testing

/// The order that keys give, its levels and its laws.
@Suite(.tags(.fast))
struct SortKeyTests {
    @Test(arguments: [
        ("en", ["Äpfel", "apple", "banana", "Éclair", "zebra"]),
        ("en", ["note 2", "note 9", "Note 10", "note 010x", "note 11"]),
        (
            "en",
            ["…and so", "\"quoted\"", "2 lemons", "10 lemons", "a"].sorted { a, b in
                SortKey(a) < SortKey(b)
            }
        ),
        ("sv", ["Adam", "Zebra", "Åsa", "Ärlig", "Öland"]),
        ("de", ["Adam", "Ärger", "Öl", "Olaf", "Zug"]),
        ("da", ["Zebra", "Æble", "Øl", "Ål"]),
        ("es", ["nube", "nuez", "ñu", "oso"]),
        ("tr", ["cam", "çam", "dam", "ılık", "Isparta", "İdil", "ilk", "iz"]),
        ("fr", ["cote", "coté", "cotè", "cotê", "cotë"]),
        ("en", ["résumé", "resumes"]),
        ("ja", ["あき", "アキ", "いぬ", "ウマ", "えき", "オト"]),
        ("ja", ["はは", "ハハ", "はば", "ばは", "ぱぱ", "ひ"]),
        ("en", ["かい", "かっき", "かつき", "カード", "がーど", "カアド2"].sorted { SortKey($0) < SortKey($1) }),
        ("ja", ["ｶﾞｷ", "カク"].sorted { SortKey($0) < SortKey($1) }),
        ("zh", ["Apple", "Azure", "阿姨", "安", "Bear", "八月", "北京", "北里", "备忘", "重要", "做"]),
        ("zh-Hant", ["Apple", "一", "丁", "北", "阿"]), ("zh", ["第一章", "第二章", "第三章", "第十章"]),
        ("en", ["cote", "coté", "côte", "côté"]),
    ])
    func sortsAsReadersOfTheLanguageExpect(language: String, order: [String]) {
        let sorted = order.shuffled().sorted {
            SortKey($0, language: language) < SortKey($1, language: language)
        }
        #expect(sorted == order)
    }

    @Test func ordersListsConsistentlyWithComparison() {
        let texts = ["b", "a", "", "é", "e", "a", "note 10", "note 9", "日本", "ab", "a b"]
        let keys = texts.map { SortKey($0) }
        let order = keys.order { $0 > $1 }
        #expect(order.sorted() == Array(texts.indices))
        for (first, second) in zip(order, order.dropFirst()) {
            #expect(keys[first] <= keys[second])
            if keys[first] == keys[second] { #expect(first > second) }
        }
    }

    /// Foundation compares by the locale data of Unicode; it is far too slow to sort with.
    @Test(arguments: ["en", "de", "sv", "es", "fr", "pl"])
    func agreesWithFoundation(language: String) {
        let words = [
            "Zoë", "zone", "Aa", "ab", "Äb", "ac", "Éa", "eb", "Ñandú", "Nz", "oa", "Öb", "oc",
            "ß", "sr", "st", "ł", "lz", "m", "ża", "za", "9 a", "10 a",
        ]
        let locale = Locale(identifier: language)
        for first in words {
            for second in words where first != second {
                let expected = first.compare(
                    second, options: [.numeric, .caseInsensitive], locale: locale)
                let isBefore =
                    SortKey(first, language: language) < SortKey(second, language: language)
                #expect(
                    isBefore == (expected == .orderedAscending),
                    "\(first) and \(second) in \(language)")
            }
        }
    }

    @Test func comparesAccentsBeforeCaseAndBothLast() {
        #expect(SortKey("resume") < SortKey("résumé"))
        #expect(SortKey("résumé") < SortKey("resumes"))
        #expect(SortKey("a") < SortKey("A"))
        #expect(SortKey("A") < SortKey("á"))
        #expect(SortKey("Ab") < SortKey("aC"))
    }

    @Test func treatsComposedAndDecomposedAccentsAlike() {
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

    @Test func sortsPrefixesFirst() {
        for text in ["", "a", "note", "note 1", "日", "é", "!"] {
            for more in ["a", " ", "1", "日"] {
                #expect(SortKey(text) < SortKey(text + more), "\(text) + \(more)")
            }
        }
    }

    @Test func ignoresCaseAndRegionOfLanguageTags() {
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
            let text = (0..<random.number(in: 0...4)).map { _ in random.pick(letters) }
            return SortKey(String(text), language: "es")
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
