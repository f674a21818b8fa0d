import Foundation
import NoteModel
import TestSupport
import Testing

/// Instants as text in RFC 3339 format, and back.
@Suite(.tags(.fast))
struct InstantTextTests {
    @Test(arguments: [
        (0.0, "1970-01-01T00:00:00Z"), (0.5, "1970-01-01T00:00:00.5Z"),
        (-0.25, "1969-12-31T23:59:59.75Z"), (1.000001, "1970-01-01T00:00:01.000001Z"),
        (0.9999999, "1970-01-01T00:00:01Z"), (1_404_914_700.25, "2014-07-09T14:05:00.25Z"),
        (200_000_000_000.25, "8307-10-01T19:33:20.25Z"),
        (-20_000_000_000.5, "1336-03-23T12:26:39.5Z"),
    ])
    func writesFractionsToTheMicrosecond(seconds: Double, text: String) {
        #expect(CivilTime.exact(Date(timeIntervalSince1970: seconds)) == text)
    }

    /// The examples of RFC 3339, section 5.8, that are in UTC.
    @Test(arguments: [
        ("1985-04-12T23:20:50.52Z", 482_196_050.52), ("1990-12-31T23:59:60Z", 662_688_000.0),
        ("2014-07-09T14:05:00Z", 1_404_914_700), ("0001-01-01T00:00:00Z", -62_135_596_800),
        ("9999-12-31T23:59:59.999999Z", 253_402_300_799.999999),
        ("2000-02-29T00:00:00.123456789Z", 951_782_400.123456),
    ])
    func readsInstants(text: String, seconds: Double) {
        #expect(CivilTime.instant(text)?.timeIntervalSince1970 == seconds)
    }

    @Test(arguments: [
        "", "Z", "2014-07-09", "2014-07-09T14:05:00", "2014-07-09T14:05:00z",
        "2014-07-09t14:05:00Z", "2014-07-09 14:05:00Z", "2014-07-09T14:05:00+00:00",
        "2014-07-09T14:05:00.Z", "2014-07-09T14:05:00,5Z", "2014-07-09T14:05:00.1234567890Z",
        "2014-07-09T24:00:00Z", "2014-07-09T14:60:00Z", "2014-07-09T14:05:61Z",
        "2014-00-09T14:05:00Z", "2014-13-09T14:05:00Z", "2014-07-00T14:05:00Z",
        "2014-06-31T14:05:00Z", "2015-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
        "0000-01-01T00:00:00Z", "+014-07-09T14:05:00Z", "2014-7-09T14:05:00Z ",
        "２014-07-09T14:05:00Z", "2014-07-09T14:05:00.1.2Z", "-001-07-09T14:05:00Z",
    ])
    func refusesInvalidInstants(text: String) {
        #expect(CivilTime.instant(text) == nil)
    }

    @Test func readsBackWhatItWrites() {
        let seed: UInt64 = 0x3339
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            // The years 1700 to 2250, in which a double holds microseconds.
            let second = Int.random(in: -8_520_336_000..<8_835_955_200, using: &random)
            let fraction = Double(Int.random(in: 0...63, using: &random)) / 64
            let date = Date(timeIntervalSince1970: Double(second) + fraction)
            let text = CivilTime.exact(date)
            let read = CivilTime.instant(text)
            #expect(read == date, "\(text), seed \(seed)")
        }
    }

    @Test func agreesWithFoundationAboutTheTimeOfDay() {
        let formatter = ISO8601DateFormatter()
        let seed: UInt64 = 0x8601
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            // From 1600 on: before, Foundation counts in the Julian calendar.
            let second = Int.random(in: -11_676_096_000..<253_402_300_799, using: &random)
            let date = Date(timeIntervalSince1970: Double(second))
            #expect(CivilTime(date).rfc3339 == formatter.string(from: date), "seed \(seed)")
        }
    }

    @Test(arguments: [3600, -3600, 20_700, 50_400, -43_200, 60])
    func appliesTheTimeZoneOffset(offset: Int) {
        let date = Date(timeIntervalSince1970: 1_404_914_700)
        let there = CivilTime(date, offset: offset)
        let shifted = CivilTime(date.addingTimeInterval(Double(offset)))
        #expect(there.dateText == shifted.dateText)
        #expect(there.hour == shifted.hour && there.minute == shifted.minute)
        #expect(there.rfc3339.hasPrefix(String(shifted.rfc3339.dropLast())))
        #expect(there.rfc3339.suffix(6).first == (offset < 0 ? "-" : "+"))
    }

    @Test func padsYearsToFourDigits() {
        #expect(CivilTime(Date(timeIntervalSince1970: -30_610_224_000)).dateText == "1000-01-01")
        #expect(CivilTime(Date(timeIntervalSince1970: -62_135_596_800)).dateText == "0001-01-01")
    }
}
