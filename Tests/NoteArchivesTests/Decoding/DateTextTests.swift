import Foundation
import Platform
import TestSupport
import Testing

@testable import NoteArchives

@Suite(.tags(.fast))
struct DateTextTests {
    /// Dates with the seconds since 1970 that `date -u -d` gives for each.
    @Test(arguments: [
        ("2014-07-09T14:05:00Z", 1_404_914_700), ("2014-07-09 14:05:00 +0000", 1_404_914_700),
        ("2014-07-09T16:05:00+02:00", 1_404_914_700), ("2014-07-09T14:05:00.123Z", 1_404_914_700),
        ("20140709", 1_404_864_000), ("2014-07-09", 1_404_864_000), ("2014/7/9", 1_404_864_000),
        ("7/9/14", 1_404_864_000), ("07/09/2014", 1_404_864_000), ("13/7/2014", 1_405_209_600),
        ("9.7.2014", 1_404_864_000), ("09.07.14, 14:05", 1_404_914_700),
        ("Jul 9, 2014", 1_404_864_000), ("July 9th, 2014", 1_404_864_000),
        ("Jul 9, 2014, 2:05 PM", 1_404_914_700), ("Jul 9, 2014 at 2:05:00 p.m.", 1_404_914_700),
        ("Wednesday, July 9, 2014", 1_404_864_000), ("9 July 2014 14:05", 1_404_914_700),
        ("Wed, 09 Jul 2014 14:05:00 GMT", 1_404_914_700), ("7/9/14, 2:05\u{202F}PM", 1_404_914_700),
        ("9-Jul-2014", 1_404_864_000), ("2014年7月9日", 1_404_864_000),
        ("2014年7月9日 14:05", 1_404_914_700), ("7/9/14 12:05 AM", 1_404_864_300),
        ("1999-12-31", 946_598_400), ("12/31/99", 946_598_400), ("2016-02-29", 1_456_704_000),
    ])
    func readsCommonDateFormats(text: String, seconds: Int) {
        #expect(DateText.date(text, zone: .utc)?.timeIntervalSince1970 == Double(seconds))
    }

    @Test(arguments: [
        "", "no date", "yesterday", "2015-02-29", "2014-13-01", "32.1.2014", "2014", "14:05",
        "Jul 2014", "9 July", "2014-07-09 and more", "7/9", "99999999999999999999", "0000-01-01",
        "2014-07-09T25:00:00Z", "Version 1.2.3", "call 555-1234", "----", "12 of 24 boxes, 2014",
    ])
    func rejectsOtherText(text: String) {
        #expect(DateText.date(text, zone: .utc) == nil)
    }

    @Test func appliesTheTimeZone() throws {
        let rome = try ZoneInfo("Europe/Rome")
        let summer = DateText.date("2014-07-09 16:05", zone: rome)
        #expect(summer?.timeIntervalSince1970 == 1_404_914_700)
        let winter = DateText.date("2014-12-01 00:00", zone: rome)
        #expect(winter?.timeIntervalSince1970 == 1_417_388_400)
        // A date with a zone of its own is not shifted.
        #expect(DateText.date("2014-07-09T14:05:00Z", zone: rome) == summer)
    }
}

/// Dates that Foundation's formatters wrote, which is what apps archived.
@Suite(.tags(.fast))
struct DateStyleTests {
    /// Instants from 1970 to 2069, which two digits of a year can tell apart.
    private static let instants: [Int] = {
        var random = SeededGenerator(seed: 0xDA7E)
        return (0..<25).map { _ in Int.random(in: 0..<3_155_760_000, using: &random) } + [
            951_782_400, 1_404_914_700, 0, 86_399, 1_330_516_800,
        ]
    }()

    private func formatter(
        _ locale: String, date: DateFormatter.Style = .none, time: DateFormatter.Style = .none
    ) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: locale)
        (formatter.dateStyle, formatter.timeStyle) = (date, time)
        return formatter
    }

    private func expectRead(_ formatter: DateFormatter, unit: Int, offset: Int = 0) {
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.timeZone = TimeZone(secondsFromGMT: offset)
        for seconds in Self.instants {
            let whole = (seconds + offset) / unit * unit - offset
            let text = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
            let read = DateText.date(text, zone: .utc)?.timeIntervalSince1970
            #expect(read == Double(whole), "“\(text)”, seed 0xDA7E")
        }
    }

    @Test(
        arguments: ["en_US", "en_US_POSIX"], [DateFormatter.Style.short, .medium, .long, .full])
    func readsEnglishDateStyles(locale: String, style: DateFormatter.Style) {
        for (timeStyle, unit) in [
            (DateFormatter.Style.none, 86_400), (.short, 60), (.medium, 1), (.long, 1),
        ] {
            expectRead(formatter(locale, date: style, time: timeStyle), unit: unit)
        }
    }

    @Test(arguments: ["de_DE", "sv_SE", "ja_JP", "zh_CN", "pl_PL", "ru_RU"])
    func readsNumericDatesOfOtherLanguages(locale: String) {
        for (timeStyle, unit) in [(DateFormatter.Style.none, 86_400), (.short, 60), (.medium, 1)] {
            expectRead(formatter(locale, date: .short, time: timeStyle), unit: unit)
        }
    }

    @Test(arguments: [
        ("yyyy-MM-dd HH:mm:ss Z", 1), ("yyyy-MM-dd'T'HH:mm:ssXXXXX", 1), ("yyyyMMdd", 86_400),
        ("EEE, dd MMM yyyy HH:mm:ss Z", 1), ("MMMM d, yyyy 'at' h:mm a", 60),
        ("dd-MMM-yyyy", 86_400), ("yyyy/MM/dd HH:mm", 60), ("EEEE, d MMMM yyyy", 86_400),
        ("yyyy.MM.dd", 86_400), ("d. MMMM yyyy, HH:mm", 60), ("yyyy-MM-dd HH.mm.ss", 1),
        ("MM/dd/yyyy hh:mm:ss a", 1), ("yyyy年M月d日 H时m分", 60),
    ])
    func readsPatternsThatAppsUse(pattern: String, unit: Int) {
        let formatter = formatter("en_US_POSIX")
        formatter.dateFormat = pattern
        expectRead(formatter, unit: unit)
    }

    @Test(arguments: [-43_200, -12_600, 3600, 20_700, 50_400])
    func readsExplicitOffsets(offset: Int) {
        let formatter = formatter("en_US_POSIX")
        for pattern in ["yyyy-MM-dd HH:mm:ss Z", "yyyy-MM-dd'T'HH:mm:ssXXXXX"] {
            formatter.dateFormat = pattern
            expectRead(formatter, unit: 1, offset: offset)
        }
    }

    @Test func readsTheDescriptionOfADate() {
        for seconds in Self.instants {
            let date = Date(timeIntervalSince1970: Double(seconds))
            #expect(DateText.date("\(date)", zone: .utc) == date)
            #expect(DateText.date(date.ISO8601Format(), zone: .utc) == date)
        }
    }

    @Test func refusesLongTextsAndSurvivesNoise() {
        #expect(DateText.date("2014-07-09" + String(repeating: " ", count: 60), zone: .utc) == nil)
        let seed: UInt64 = 0x0015E
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "2014", "7", "9", "-", "/", ".", ":", " ", "Jul", "pm", "+", "年", "T", "31", ",",
        ]
        for _ in 0..<3000 {
            let text = (0..<Int.random(in: 1...12, using: &random))
                .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            guard let date = DateText.date(text, zone: .utc) else { continue }
            let year = Calendar(identifier: .gregorian).component(.year, from: date)
            #expect((1...9999).contains(year), "“\(text)”, seed \(seed)")
        }
    }
}

/// Dates of new notes in an app that archives them as text.
@Suite(.tags(.fast))
struct DateTextWritingTests {
    /// The patterns are those that Foundation's formatter is set to.
    @Test(arguments: [
        "yyyy-MM-dd", "MMM d, yyyy", "MMMM d, yyyy 'at' h:mm a", "EEEE, MMMM d, yyyy, h:mm a",
        "M/d/yy", "dd.MM.yyyy HH:mm", "d MMM yyyy HH:mm:ss", "yyyy/MM/dd HH:mm:ss Z",
    ])
    func writesDatesInTheFormatOfAnother(pattern: String) throws {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "America/New_York")
        formatter.dateFormat = pattern
        let zone = try ZoneInfo("America/New_York")
        let old = formatter.string(from: Date(timeIntervalSince1970: 1_405_000_000))
        for second in stride(from: 1_400_000_040.0, to: 1_440_000_000, by: 777_777) {
            let date = Date(timeIntervalSince1970: second)
            #expect(DateText.text(date, like: old, zone: zone) == formatter.string(from: date))
        }
    }

    @Test func writesAnUnknownFormatInTheMediumStyle() {
        let date = Date(timeIntervalSince1970: 1_405_000_000)
        #expect(DateText.text(date, like: "yesterday", zone: .utc) == "Jul 10, 2014")
    }
}
