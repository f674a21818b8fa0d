import Foundation
import TestSupport
import Testing

@testable import NoteArchives

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

    private func expectRead(_ formatter: DateFormatter, unit: Int, zone: TimeZone = .gmt) {
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.timeZone = zone
        for seconds in Self.instants {
            let offset = zone.secondsFromGMT()
            let whole = (seconds + offset) / unit * unit - offset
            let text = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
            let read = DateText.date(text, zone: zone)?.timeIntervalSince1970
            #expect(read == Double(whole), "“\(text)”, seed 0xDA7E")
        }
    }

    @Test(
        arguments: ["en_US", "en_US_POSIX"],
        [
            DateFormatter.Style.short, .medium, .long, .full,
        ])
    func readsTheStylesOfEnglish(locale: String, style: DateFormatter.Style) {
        for (timeStyle, unit) in [
            (DateFormatter.Style.none, 86_400), (.short, 60), (.medium, 1), (.long, 1),
        ] {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: locale)
            formatter.dateStyle = style
            formatter.timeStyle = timeStyle
            expectRead(formatter, unit: unit)
        }
    }

    @Test(arguments: ["de_DE", "sv_SE", "ja_JP", "zh_CN", "pl_PL", "ru_RU"])
    func readsTheNumbersOfOtherLanguages(locale: String) {
        for (timeStyle, unit) in [(DateFormatter.Style.none, 86_400), (.short, 60), (.medium, 1)] {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: locale)
            formatter.dateStyle = .short
            formatter.timeStyle = timeStyle
            expectRead(formatter, unit: unit)
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
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = pattern
        expectRead(formatter, unit: unit)
    }

    @Test(arguments: [-43_200, -12_600, 3600, 20_700, 50_400])
    func readsTheOffsetThatATextStates(offset: Int) throws {
        let zone = try #require(TimeZone(secondsFromGMT: offset))
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        for pattern in ["yyyy-MM-dd HH:mm:ss Z", "yyyy-MM-dd'T'HH:mm:ssXXXXX"] {
            formatter.dateFormat = pattern
            expectRead(formatter, unit: 1, zone: zone)
        }
    }

    @Test func readsTheDescriptionOfADate() {
        for seconds in Self.instants {
            let date = Date(timeIntervalSince1970: Double(seconds))
            #expect(DateText.date("\(date)", zone: .gmt) == date)
            #expect(DateText.date(date.ISO8601Format(), zone: .gmt) == date)
        }
    }

    @Test func refusesEveryTextThatIsTooLongAndSurvivesNoise() {
        #expect(DateText.date("2014-07-09" + String(repeating: " ", count: 60), zone: .gmt) == nil)
        let seed: UInt64 = 0x0015E
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "2014", "7", "9", "-", "/", ".", ":", " ", "Jul", "pm", "+", "年", "T", "31", ",",
        ]
        for _ in 0..<3000 {
            let text = (0..<Int.random(in: 1...12, using: &random))
                .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            guard let date = DateText.date(text, zone: .gmt) else { continue }
            let year = Calendar(identifier: .gregorian).component(.year, from: date)
            #expect((1...9999).contains(year), "“\(text)”, seed \(seed)")
        }
    }
}
