import Foundation
import NoteModel
import Platform
import TestSupport
import Testing

@testable import SitePages

/// The dates of notes as pages show them.
@Suite(.tags(.fast))
struct NoteDatesTests {
    private func dates(_ zone: String = "GMT", language: String = "en") throws -> NoteDates {
        NoteDates(
            SiteOptions(
                language: language, timeZone: try ZoneInfo(zone)))
    }

    private func note(
        created: Date? = nil, modified: Date? = nil, texts: Note.DateTexts = Note.DateTexts()
    ) -> Note {
        Note(
            id: NoteID(source: "a", index: 0), title: "A", body: "", created: created,
            modified: modified, dateTexts: texts)
    }

    /// Compares with Foundation, across changes of daylight saving time.
    @Test(arguments: [
        "GMT", "Europe/Rome", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia",
        "America/Los_Angeles",
    ])
    func writesInstantsAsFoundationDoes(zone: String) throws {
        let dates = try dates(zone)
        let formatter = ISO8601DateFormatter()
        formatter.timeZone = TimeZone(identifier: zone)
        var random = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let seconds = random.number(in: 315_532_800...1_893_456_000)
            let date = Date(timeIntervalSince1970: Double(seconds))
            #expect(dates.created(note(created: date))?.machine == formatter.string(from: date))
        }
    }

    @Test func showsTheDayInTheTimeZone() throws {
        let late = Date.day(2014, month: 12, day: 31).addingTimeInterval(23.5 * 3600)
        #expect(try dates().created(note(created: late))?.text == "31 December 2014")
        #expect(try dates("Asia/Tokyo").created(note(created: late))?.text == "1 January 2015")
        #expect(
            try dates("Asia/Tokyo", language: "ja").created(note(created: late))?.text
                == "2015年1月1日")
    }

    @Test func showsEditsOnOtherDaysOnly() throws {
        let noon = Date.day(2014, month: 7, day: 9).addingTimeInterval(12 * 3600)
        let evening = noon.addingTimeInterval(11 * 3600)
        let same = note(created: noon, modified: evening)
        #expect(try dates().edited(same) == nil)
        // In Rome it is past midnight.
        #expect(try dates("Europe/Rome").edited(same)?.text == "10 July 2014")
        #expect(try dates().edited(note(modified: noon))?.text == "9 July 2014")
        #expect(try dates().edited(note(created: noon)) == nil)
    }

    @Test func fallsBackToTheArchivesDateText() throws {
        let texts = Note.DateTexts(created: "summer '14", modified: "later")
        let shown = try dates()
        let created = try #require(shown.created(note(texts: texts)))
        #expect(created.text == "summer '14" && created.machine == nil)
        #expect(shown.edited(note(texts: texts))?.text == "later")
        let equal = Note.DateTexts(created: "once", modified: "once")
        #expect(shown.edited(note(texts: equal)) == nil)
        let known = note(created: .day(2014, month: 7, day: 9), texts: texts)
        #expect(shown.created(known)?.text == "9 July 2014")
        #expect(shown.created(note()) == nil && shown.edited(note()) == nil)
    }
}
