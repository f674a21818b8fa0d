import Orthography
import TestSupport
import Testing

/// Headings of an alphabetical index in other writing systems, and where titles begin oddly.
@Suite(.tags(.fast))
struct IndexLetterTests {
    @Test(arguments: [
        ("ひらがな", "は"), ("カタカナ", "か"), ("ｶﾅ", "か"), ("がく", "か"), ("ヴィラ", "あ"),
        ("ぱん", "は"), ("ン", "わ"), ("っ", "た"), ("中文", "漢"), ("𠀀", "漢"),
        ("가나다", "ㄱ"), ("하늘", "ㅎ"), ("힣", "ㅎ"), ("사과", "ㅅ"), ("Ελλάδα", "Ε"), ("שלום", "ש"),
        ("ёлка", "Е"),
    ])
    func listsOtherScriptsUnderAFewHeadings(title: String, letter: String) {
        #expect(IndexLetter(title: title).text == letter)
    }

    @Test(arguments: [
        ("Éclair", "fr", "E"), ("école", "fr", "E"), ("Öland", "sv", "Ö"), ("Öl", "de", "O"),
        ("Æble", "da", "Æ"), ("Æsop", "en", "A"), ("3 days", "en", "0–9"), ("../etc", "en", "#"),
        ("🎂 cake", "en", "#"), ("日本", "ja", "漢"), ("ñu", "es", "Ñ"), ("ilk", "tr", "İ"),
        ("Isparta", "tr", "I"), ("ısı", "az", "I"), ("رسالة", "ar", "ر"), ("жук", "ru", "Ж"),
        ("ß", "en", "S"), ("łódź", "en", "L"), ("łódź", "pl", "Ł"), ("čaj", "cs", "Č"),
        ("čaj", "de", "C"), ("þorn", "is", "Þ"), ("Ïle", "fr", "I"), ("Áno", "sk", "A"),
        ("øl", "nb", "Ø"), ("øl", "nb-NO", "Ø"), ("øl", "NB_no", "Ø"),
        ("e\u{301}t\u{E9}", "fr", "E"),
        // Chinese titles are listed under their pinyin.
        ("北京", "zh", "B"), ("阿姨", "zh-CN", "A"), ("重要", "zh", "Z"), ("女", "zh_Hans", "N"),
        ("北京", "zh-TW", "漢"), ("北京", "zh-Hant", "漢"), ("北京", "ja", "漢"), ("北京", "en", "漢"),
        ("𠀀", "zh", "漢"), ("八月", "zh", "B"), ("一日", "ja", "漢"), ("Apple", "zh", "A"),
    ])
    func followsTheAlphabetOfTheLanguage(title: String, language: String, letter: String) {
        #expect(IndexLetter(title: title, language: language).text == letter)
    }

    @Test(arguments: ["", " ", "-", "“quoted”", "(a)", "😀", "#tag", "\u{301}a"])
    func listsTitlesWithoutALetterUnderSymbols(title: String) {
        #expect(IndexLetter(title: title) == .symbols)
    }

    @Test(arguments: ["0", "9 lives", "٣ notes", "½ litre", "²", "Ⅳ"])
    func listsNumbersTogether(title: String) {
        #expect(IndexLetter(title: title) == .numbers)
    }

    @Test(arguments: [("\u{FEFF}Note", "N"), ("\u{200F}שלום", "ש"), ("\u{200F}\u{200E}9", "0–9")])
    func ignoresInvisibleMarks(title: String, letter: String) {
        #expect(IndexLetter(title: title).text == letter)
        #expect(
            SortKey(title)
                == SortKey(
                    String(title.unicodeScalars.filter { $0.properties.generalCategory != .format })
                ))
    }

    @Test func listsASCIILettersUnderThemselves() {
        for letter in "abcdefghijklmnopqrstuvwxyz" {
            for language in ["en", "de", "sv", "es"] {
                let heading = IndexLetter(title: "\(letter)x", language: language).text
                #expect(heading == letter.uppercased(), "\(language)")
            }
        }
    }
}
