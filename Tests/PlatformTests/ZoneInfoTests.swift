import Foundation
import Platform
import TestSupport
import Testing

@Suite(.tags(.fast))
struct ZoneInfoTests {
    /// Zones with changes of every kind: in the southern hemisphere, of half an hour, on other days
    /// than Sunday, around midnight, of whole days, with negative daylight saving time.
    static let zones = [
        "Europe/Rome", "Europe/London", "Europe/Dublin", "Europe/Moscow", "America/New_York",
        "America/Sao_Paulo", "America/St_Johns", "America/Nuuk", "America/Santiago",
        "Asia/Tokyo", "Asia/Kathmandu", "Asia/Gaza", "Asia/Tehran", "Africa/Casablanca",
        "Africa/Cairo", "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Kiritimati",
        "Antarctica/Troll", "Etc/GMT-14",
    ]

    /// `zdump` lists the last second before each change, and the first after it.
    @Test(arguments: zones) func agreesWithTheSystem(name: String) throws {
        let process = Process()
        let output = Pipe()
        let program = ["/usr/bin/zdump", "/usr/sbin/zdump"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
        process.executableURL = URL(fileURLWithPath: try #require(program))
        process.arguments = ["-v", "-c", "1900,2100", name]
        process.standardOutput = output
        try process.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let parser = DateFormatter()
        parser.locale = Locale(identifier: "en_US_POSIX")
        parser.timeZone = .gmt
        parser.dateFormat = "EEE MMM d HH:mm:ss yyyy"
        let zone = try ZoneInfo(name)
        var count = 0
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard let end = words.firstIndex(of: "UT"), end >= 5,
                let offset = words.last.flatMap({ $0.split(separator: "=").last }).flatMap({
                    Int($0)
                }),
                let date = parser.date(from: words[(end - 5)..<end].joined(separator: " ")),
                date.timeIntervalSince1970 > -2_208_988_800
            else { continue }
            count += 1
            #expect(zone.offset(at: date) == offset, "\(line)")
        }
        #expect(count > 0 || name.hasPrefix("Etc/"))
    }

    @Test(arguments: zones) func agreesWithFoundation(name: String) throws {
        let zone = try ZoneInfo(name)
        let other = try #require(TimeZone(identifier: name))
        for second in stride(from: -2_000_000_000.0, to: 4_000_000_000, by: 3_333_333) {
            let date = Date(timeIntervalSince1970: second)
            #expect(zone.offset(at: date) == other.secondsFromGMT(for: date), "\(date)")
        }
    }

    @Test func findsTheInstantsOfLocalTimes() throws {
        let rome = try ZoneInfo("Europe/Rome")
        // 2015-03-29: clocks go from 02:00 to 03:00. 2015-10-25: from 03:00 to 02:00.
        let (spring, autumn) = (1_427_587_200, 1_445_731_200)
        #expect(rome.instant(local: spring + 5400) == spring + 1800)
        #expect(rome.instant(local: spring + 9000) == spring + 5400)
        #expect(rome.instant(local: spring + 10_800) == spring + 3600)
        #expect(rome.instant(local: autumn + 9000) == autumn + 1800)
        #expect(rome.instant(local: autumn + 10_800) == autumn + 7200)
        // Midnight of 2015-10-18 did not exist in São Paulo, whose day began at one.
        let day = 1_445_126_400
        #expect(try ZoneInfo("America/Sao_Paulo").instant(local: day) == day + 10_800)
    }

    @Test(arguments: [
        "", "Europe", "Europe/Atlantis", "../../etc/passwd", "/etc/localtime", "Europe//Rome",
        "Europe/../Europe/Rome", "zone.tab", "tzdata.zi", "rome\0",
    ])
    func refusesOtherNames(name: String) {
        #expect(throws: ZoneInfo.Problem.unknown) { try ZoneInfo(name) }
    }

    @Test func knowsUTCWithoutADatabase() throws {
        #expect(try ZoneInfo("UTC").offset(at: Date()) == 0)
        #expect(ZoneInfo.utc.instant(local: 12_345) == 12_345)
    }
}
