import TestSupport
import Testing

@testable import MarkdownText

/// The languages that writing systems reveal.
@Suite(.tags(.fast))
struct TextLanguageTests {
    private func tag(_ text: String, page: String = "en") -> String? {
        TextLanguage.tag(of: text, onPageIn: page)
    }

    @Test(arguments: [
        ("Καλημέρα κόσμε", "el"), ("Բարեւ աշխարհ", "hy"), ("שלום עולם", "he"),
        ("สวัสดีชาวโลก", "th"), ("გამარჯობა", "ka"), ("வணக்கம்", "ta"), ("నమస్కారం", "te"),
        ("សួស្តី", "km"), ("ສະບາຍດີ", "lo"), ("안녕하세요", "ko"), ("こんにちは", "ja"),
        ("カタカナ", "ja"), ("ｶﾀｶﾅ", "ja"), ("你好世界", "zh"), ("𠀀𠀁", "zh"),
        ("مرحبا بالعالم", "ar"), ("چطوری؟ خوبم، گپ بزنیم", "fa"), ("ٹھیک ہے", "ur"),
    ])
    func detectsLanguagesByTheirLetters(text: String, language: String) {
        #expect(tag(text) == language)
        #expect(tag(text, page: language) == nil)
        #expect(tag(text, page: language.uppercased() + "-XX") == nil)
    }

    @Test(arguments: [
        "", "   ", "Hello", "Grüße aus Köln", "Привет, мир", "नमस्ते", "123 – 456", "🙂🎉",
        "„Zitat“ → ∞", "aβ", "Ωhm?", "Привет, мир א", "नमस्ते あ",
    ])
    func detectsNoLanguageInAmbiguousLetters(text: String) {
        #expect(tag(text) == nil)
    }

    @Test func followsTheMajorityOfLetters() {
        #expect(tag("Hello שלום") == nil)
        #expect(tag("Hi שלום") == "he")
        #expect(tag("Grüß שלום Gott") == nil)
        // A Chinese character carries about as much as two letters.
        #expect(tag("abc 你好") == "zh")
        #expect(tag("abcd 你好") == nil)
        #expect(tag("abc 안녕") == "ko")
        #expect(tag("שלום καλημέρα") == "el")
    }

    @Test func distinguishesJapaneseFromChineseByKana() {
        #expect(tag("東京に行く") == "ja")
        #expect(tag(String(repeating: "漢", count: 9) + "の") == "ja")
        // Chinese has kana in names at most.
        #expect(tag(String(repeating: "漢", count: 10) + "の") == "zh")
        // A Japanese page may well have titles without kana.
        #expect(tag("東京", page: "ja") == nil)
        #expect(tag("東京", page: "ja-JP") == nil)
        #expect(tag("東京") == "zh")
    }

    @Test func assumesThePageLanguageForArabicScript() {
        #expect(tag("مرحبا", page: "fa") == nil)
        #expect(tag("مرحبا", page: "ur-PK") == nil)
        #expect(tag("مرحبا", page: "he") == "ar")
        // One letter that Urdu alone has decides, even beside Persian ones.
        #expect(tag("پاکستان ٹ") == "ur")
    }

    @Test func readsTheBeginningOfALongText() {
        let latin = String(repeating: "a", count: 2000)
        #expect(tag(latin + String(repeating: "ש", count: 9000)) == nil)
        #expect(tag(String(repeating: "ש", count: 2000) + latin + latin) == "he")
    }

    /// The quick look at bytes must not miss a letter that the slow one counts: a Devanagari
    /// stop, which is no letter, forces the slow one.
    @Test func missesNoLetterOnTheFastPath() {
        for value in stride(from: UInt32(1), to: 0x3_2000, by: 3) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = String(scalar)
            let (quick, slow) = (tag(text, page: "xx"), tag("\u{964}" + text, page: "xx"))
            if quick != slow { Issue.record("U+\(String(value, radix: 16)): \(text)") }
        }
    }

    @Test(arguments: [
        ("ar", true), ("fa-IR", true), ("HE", true), ("ur_PK", true), ("en", false),
        ("yi", true), ("ckb", true), ("az-Arab", true), ("ar-Latn", false), ("pa-Arab-PK", true),
        ("de-AT", false), ("arn", false), ("", false),
    ])
    func detectsRightToLeftLanguages(language: String, isRightToLeft: Bool) {
        #expect(TextLanguage.isRightToLeft(language) == isRightToLeft)
    }

    private static let sentences = [
        "da":
            "Jeg ved ikke, hvad der er blevet af ham, men det er nu en god dag, og han fik meget af det med til mig.",
        "de":
            "Wir haben das Haus nicht gesehen, aber es ist mit dem Garten und der Garage ein Traum für die Kinder.",
        "en":
            "We have not seen the house, but it was on the hill with a garden, and they are happy that it is.",
        "es":
            "No lo sé, pero la casa es más grande que el jardín, y los niños se van con una pelota por las calles.",
        "fr":
            "Nous ne savons pas, mais la maison est plus grande que le jardin et les enfants sont dans une rue.",
        "it":
            "Non lo so, ma la casa è più grande del giardino e gli amici si sono persi per una strada con il cane.",
        "nl":
            "Ik weet het niet, maar het huis is groot en de tuin van de buren is ook niet klein voor een stad.",
        "pl":
            "Nie wiem, ale to jest dom, który się podoba, już od lat na wsi, do tego tylko dla nas jak za dawnych lat, tak.",
        "pt":
            "Não sei, mas a casa é mais grande do que o jardim, e as crianças são como um sol para os pais em uma rua.",
        "sv":
            "Jag vet inte om det är så, men vi har ett hus som är till för barn och en trädgård på landet med katter.",
        "fi":
            "Minä en tiedä, mutta se on talo joka on iso, ja hän on myös niin iloinen kun olen siellä, että ei se haittaa.",
    ]

    @Test(arguments: sentences)
    func detectsLatinScriptLanguagesByCommonWords(language: String, text: String) {
        for page in ["en", "de", "ar", "hu", "nb"] {
            let expected = page == language || page == "nb" && language == "da" ? nil : language
            #expect(TextLanguage.latinTag(of: text, onPageIn: page) == expected, "\(page)")
        }
        #expect(TextLanguage.latinTag(of: text, onPageIn: language + "-XX") == nil)
    }

    @Test(arguments: [
        "", "Milk, eggs, bread", "Das ist gut.", "The end", "1 2 3",
        "a a a a a a a a a a a a a a",
        "Az ember nem tudja, hogy ez a ház nagy, de a kert is szép volt.",
    ])
    func detectsNoLanguageWithoutEnoughEvidence(text: String) {
        #expect(TextLanguage.latinTag(of: text, onPageIn: "sv") == nil)
    }

    @Test(arguments: [("de-AT", "de"), ("zh_Hans_CN", "zh"), ("EN", "en"), ("", ""), ("-x", "")])
    func takesThePrimaryPartOfATag(tag: String, primary: String) {
        #expect(TextLanguage.primary(tag) == primary)
    }
}
