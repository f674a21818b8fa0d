import Foundation
import NoteModel
import TestSupport
import Testing

@testable import SitePages

/// The words of the interface: every table is whole, and numbers are written as readers expect.
@Suite(.tags(.fast))
struct LocalizedStringsTests {
    private static let languages = ["ar", "de", "en", "es", "fr", "he", "ja", "zh"]

    private func table(_ language: String) throws -> [String: Any] {
        let path = Places.package + "/Sources/Output/SitePages/Localization/\(language).json"
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// Returns the strings of a changed English table.
    private func words(_ change: (inout [String: Any]) -> Void) throws -> LocalizedStrings {
        var own = try table("en")
        change(&own)
        return try LocalizedStrings.ofTable(Array(JSONSerialization.data(withJSONObject: own)))
    }

    private func placeholders(_ text: String) -> Set<String> {
        Set(text.matches(of: /\{[a-z]+\}|#/).map { String($0.output) })
    }

    @Test(arguments: languages)
    func translatesEveryText(language: String) throws {
        let (english, own) = (try table("en"), try table(language))
        #expect(Set(own.keys).subtracting(["pluralRule"]) == Set(english.keys))
        for (key, value) in english {
            if let text = value as? String {
                let translated = try #require(own[key] as? String, "\(key)")
                #expect(placeholders(translated) == placeholders(text), "\(key): \(translated)")
                // Some languages have a space as their thousands separator.
                #expect(key == "thousands" || !translated.trimmed.isEmpty, "\(key)")
            } else if let forms = value as? [String: String] {
                let translated = try #require(own[key] as? [String: String], "\(key)")
                #expect(Set(translated.keys).isSuperset(of: forms.keys))
                #expect(translated["other"]?.contains("#") == true, "\(key)")
            }
        }
    }

    @Test(arguments: ["ar", "de", "en", "es", "fr", "he"])
    func namesMonthsAsFoundationDoes(language: String) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = Locale(identifier: language)
        let words = LocalizedStrings.ofLanguage(language)
        for month in 1...12 {
            let time = CivilTime(.day(2014, month: month, day: 1))
            #expect(words.monthNames[time.month - 1] == calendar.monthSymbols[month - 1])
        }
    }

    @Test(arguments: languages)
    func groupsDigitsAsFoundationDoes(language: String) {
        let words = LocalizedStrings.ofLanguage(language)
        for number in [0, 7, 999, 12_345, 123_456, 1_234_567, 1_000_000_000] {
            let expected = number.formatted(.number.locale(Locale(identifier: language)))
            #expect(words.number(number) == expected)
        }
    }

    @Test(arguments: [
        ("en", ["0 notes", "1 note", "2 notes", "1,000 notes"]),
        ("fr", ["0 note", "1 note", "2 notes", "1\u{202F}000 notes"]),
        ("de", ["0 Notizen", "1 Notiz", "2 Notizen", "1.000 Notizen"]),
        ("ja", ["0件のノート", "1件のノート", "2件のノート", "1,000件のノート"]),
        ("he", ["0 פתקים", "פתק אחד", "שני פתקים", "1,000 פתקים"]),
        ("ar", ["لا ملاحظات", "ملاحظة واحدة", "ملاحظتان", "1,000 ملاحظة"]),
    ])
    func pluralizesCounts(language: String, expected: [String]) {
        let words = LocalizedStrings.ofLanguage(language)
        #expect([0, 1, 2, 1000].map { words.count(of: $0) } == expected)
    }

    @Test(arguments: [
        (0, "لا وسوم"), (1, "وسم واحد"), (2, "وسمان"), (3, "3 وسوم"), (10, "10 وسوم"),
        (11, "11 وسمًا"), (99, "99 وسمًا"), (100, "100 وسم"), (102, "102 وسم"),
        (103, "103 وسوم"), (1111, "1,111 وسمًا"),
    ])
    func countsInArabic(number: Int, expected: String) {
        #expect(LocalizedStrings.ofLanguage("ar").count(of: number, as: \.tagCount) == expected)
    }

    @Test(arguments: [
        ("polish", ["many", "one", "few", "many", "many", "few", "many"]),
        ("russian", ["many", "one", "few", "many", "one", "few", "many"]),
        ("czech", ["other", "one", "few", "other", "other", "other", "other"]),
        ("usual", ["other", "one", "two", "other", "other", "other", "other"]),
    ])
    func followsThePluralRuleOfATable(rule: String, expected: [String]) throws {
        let names = ["one", "two", "few", "many", "other"]
        let words = try words {
            $0["pluralRule"] = rule
            $0["tagCount"] = Dictionary(uniqueKeysWithValues: names.map { ($0, $0) })
        }
        #expect([0, 1, 2, 5, 21, 22, 112].map { words.count(of: $0, as: \.tagCount) } == expected)
    }

    @Test(arguments: [
        (1871, 12, "1,871 notes, 12 decks"), (3, 0, "3 notes"), (0, 12, "12 decks"),
        (0, 0, "0 notes"), (1, 1, "1 note, 1 deck"),
    ])
    func countsNotesAndDecksSeparately(notes: Int, decks: Int, expected: String) {
        #expect(LocalizedStrings.ofLanguage("en").count(of: notes, decks: decks) == expected)
    }

    @Test(
        arguments: [
            (0.0, "0:00"), (0.4, "0:00"), (59.4, "0:59"), (59.5, "1:00"), (61, "1:01"),
            (600, "10:00"), (3599.4, "59:59"), (3599.6, "1:00:00"), (3725.4, "1:02:05"),
            (360_000, "100:00:00"), (-0.1, nil), (.nan, nil), (.infinity, nil), (1e18, nil),
        ] as [(Double, String?)])
    func writesDurations(seconds: Double, expected: String?) {
        #expect(LocalizedStrings.ofLanguage("en").duration(seconds) == expected)
    }

    @Test(arguments: [
        (0, "1 kB"), (499, "1 kB"), (1499, "1 kB"), (1500, "2 kB"), (820_000, "820 kB"),
        (1_000_000, "1.0 MB"), (1_049_999, "1.0 MB"), (1_050_000, "1.1 MB"),
        (1_950_000, "2.0 MB"), (12_345_678_901, "12,345.7 MB"),
    ])
    func writesSizes(bytes: Int, expected: String) {
        #expect(LocalizedStrings.ofLanguage("en").size(ofBytes: bytes) == expected)
        let german = expected.replacing(",", with: "'").replacing(".", with: ",")
            .replacing("'", with: ".")
        #expect(LocalizedStrings.ofLanguage("de").size(ofBytes: bytes) == german)
    }

    @Test func fillsPlacesInSentences() {
        let words = LocalizedStrings.ofLanguage("en")
        #expect(words.page(2, of: 1500) == "Page 2 of 1,500")
        let card = Card(question: "", answer: "", rightCount: 1234, wrongCount: 0)
        #expect(words.score(of: card) == "1,234 right, 0 wrong")
        #expect(words.notice(of: .all) == nil && words.notice(of: .none) != nil)
    }

    @Test(arguments: [
        ("de-AT", "Notizen"), ("DE_ch", "Notizen"), ("sv", "Notes"), ("", "Notes"), ("-", "Notes"),
        ("deu", "Notes"), ("zh-Hans-CN", "笔记"),
    ])
    func resolvesLanguageTagsWithEnglishFallback(tag: String, notes: String) {
        #expect(LocalizedStrings.ofLanguage(tag)[.notes] == notes)
    }

    private func failure(_ change: (inout [String: Any]) -> Void) throws -> String? {
        do {
            _ = try words(change)
            return nil
        } catch let error as LocalizedStrings.TableError {
            return error.problem
        }
    }

    @Test func reportsProblemsOfACustomTable() throws {
        #expect(try failure { $0["search"] = nil } == nil)
        #expect(try failure { $0["search"] = 7 } == "“search” is not text")
        #expect(try failure { $0["noteCount"] = ["other": "# notes"] } == "“one” is missing")
        #expect(
            try failure { $0["noteCount"] = ["one": 1, "other": ""] }
                == "“noteCount.one” is not text")
        #expect(try failure { $0["months"] = ["January"] } == "“months” must be twelve")
        #expect(try failure { $0["pluralRule"] = "klingon" } == "“pluralRule” is unknown")
        #expect(try failure { $0["unknown"] = "ignored" } == nil)
        for bytes in [[], Array("[1".utf8), [0xFF, 0xFE]] as [[UInt8]] {
            #expect {
                try LocalizedStrings.ofTable(bytes)
            } throws: {
                ($0 as? LocalizedStrings.TableError)?.problem == "it is not JSON"
            }
        }
    }

    @Test(arguments: [
        ("{day} {month} {year}", "9 July 2014"), ("{year}/{month}/{day}", "2014/July/9"),
        ("{month}", "July"), ("", ""), ("no date", "no date"), ("{day}{day}", "99"),
        ("{day", "{day"), ("} {year} {", "} 2014 {"),
    ])
    func writesDatesByAPattern(pattern: String, expected: String) throws {
        let words = try words { $0["date"] = pattern }
        #expect(words.date(CivilTime(.day(2014, month: 7, day: 9))) == expected)
    }
}
