import Foundation
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
    func readsTheCommonShapes(text: String, seconds: Int) {
        #expect(DateText.date(text, zone: .gmt)?.timeIntervalSince1970 == Double(seconds))
    }

    @Test(arguments: [
        "", "no date", "yesterday", "2015-02-29", "2014-13-01", "32.1.2014", "2014", "14:05",
        "Jul 2014", "9 July", "2014-07-09 and more", "7/9", "99999999999999999999", "0000-01-01",
        "2014-07-09T25:00:00Z", "Version 1.2.3", "call 555-1234", "----", "12 of 24 boxes, 2014",
    ])
    func takesNothingElseForADate(text: String) {
        #expect(DateText.date(text, zone: .gmt) == nil)
    }

    @Test func countsFromTheClockOfTheZone() throws {
        let rome = try #require(TimeZone(identifier: "Europe/Rome"))
        let summer = DateText.date("2014-07-09 16:05", zone: rome)
        #expect(summer?.timeIntervalSince1970 == 1_404_914_700)
        let winter = DateText.date("2014-12-01 00:00", zone: rome)
        #expect(winter?.timeIntervalSince1970 == 1_417_388_400)
        // A date with a zone of its own is not shifted.
        #expect(DateText.date("2014-07-09T14:05:00Z", zone: rome) == summer)
    }
}
