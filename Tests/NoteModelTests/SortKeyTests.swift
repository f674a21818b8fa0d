import Foundation
import NoteModel
import TestSupport
import Testing

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

    @Test func putsManyKeysIntoTheOrderOfTwo() {
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

    @Test(arguments: [
        ("Éclair", "fr", "E"), ("école", "fr", "E"), ("Öland", "sv", "Ö"), ("Öl", "de", "O"),
        ("Æble", "da", "Æ"), ("Æsop", "en", "A"), ("3 days", "en", "0–9"), ("../etc", "en", "#"),
        ("🎂 cake", "en", "#"), ("日本", "ja", "漢"), ("ñu", "es", "Ñ"), ("ilk", "tr", "İ"),
        ("Isparta", "tr", "I"), ("ısı", "az", "I"),
        ("رسالة", "ar", "ر"), ("жук", "ru", "Ж"), ("", "en", "#"),
    ])
    func groupsTitlesUnderLetters(title: String, language: String, letter: String) {
        #expect(IndexLetter(title: title, language: language).text == letter)
    }
}
