import Foundation
import Markup
import NoteModel
import TestSupport
import Testing

@testable import SitePages

/// The pages of the days of the year, the calendar of a year, and the newest notes.
@Suite(.tags(.fast))
struct DayPageTests {
    @Test func listsTheNotesOfADayInAllYears() throws {
        let pages = try PreparedSite([
            .made("Old", source: "1", created: .day(2012, month: 2, day: 29)),
            .made("New", source: "2", created: .day(2016, month: 2, day: 29)),
            .made("Other", source: "3", created: .day(2015, month: 3, day: 1)),
        ]).pages()
        let page = try pages.query("on-this-day/02.html")
        #expect(page.all("h2").map(\.text) == ["29 February"])
        #expect(page.first("h2")?.attributes["id"] == "day-29")
        #expect(page.all("a", inside: "day").map(\.text) == ["New", "Old"])
        #expect(page.all("small", inside: "day").map(\.text) == ["2016", "2012"])
        #expect(page.all("a", inside: "letters").count == 12)
        #expect(pages.keys.filter { $0.hasPrefix("on-this-day/") }.count == 12)
        let empty = try pages.query("on-this-day/07.html")
        #expect(empty.all("section", withClass: "day").isEmpty)
    }

    @Test func passesDailyNoteCountsToTheScript() throws {
        let many = (0..<40).map {
            Note.made("N\($0)", source: "\($0)", created: .day(2010 + $0 % 2, month: 12, day: 31))
        }
        let first = Note.made("First", source: "x", created: .day(2010, month: 1, day: 1))
        let index = try PreparedSite(many + [first]).pages().query("index.html")
        let days = try #require(index.first("p", withClass: "today")?.attributes["data-days"])
        #expect(days.count == 12 * 31)
        #expect(days.first == "1" && days.last == "z")
        #expect(days.filter { $0 != "0" }.count == 2)
    }

    @Test func omitsDayPagesForASingleYear() throws {
        let pages = try PreparedSite([
            .made("A", source: "1", created: .day(2012, month: 2, day: 29)),
            .made("B", source: "2", created: .day(2012, month: 3, day: 1)),
        ]).pages()
        #expect(!pages.keys.contains { $0.hasPrefix("on-this-day/") })
        #expect(pages["index.html"]?.contains("class=\"today\"") == false)
    }

    /// Returns a number of the only day of a calendar; nil if it has none.
    private func number(_ name: String, of calendar: TemplateValue) -> Int? {
        func field(_ name: String, of value: TemplateValue) -> TemplateValue? {
            if case .record(let fields) = value {
                fields.first { $0.name == name }?.value
            } else {
                nil
            }
        }
        guard case .list(let days) = field("days", of: calendar) ?? .absent, let day = days.first,
            case .text(let text) = field(name, of: day) ?? .absent
        else { return nil }
        return Int(text)
    }

    /// The weekday of 1 January and the number of days decide the shape of the year.
    @Test(arguments: [2012, 2013, 2016, 2018, 2023, 1900, 2000])
    func putsEachDayIntoTheRowOfItsWeekday(year: Int) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let words = LocalizedStrings.ofLanguage("en")
        for (month, day) in [(1, 1), (2, 28), (3, 1), (7, 17), (12, 31)] {
            let date = Date.day(year, month: month, day: day)
            let value = YearCalendar(
                year: year, counts: [.init(time: CivilTime(date), first: 0, count: 1)],
                words: words
            ) { _ in "#" }.value()
            // Sunday is 1 in Foundation, and in the last row here.
            let weekday = (calendar.component(.weekday, from: date) + 5) % 7
            #expect(number("y", of: value) == 16 + weekday * 13, "\(year)-\(month)-\(day)")
            let ordinal = try #require(calendar.ordinality(of: .day, in: .year, for: date))
            let first =
                (calendar.component(.weekday, from: .day(year, month: 1, day: 1)) + 5) % 7
            let x = (ordinal - 1 + first) / 7 * 13
            #expect(number("x", of: value) == x, "\(year)-\(month)-\(day)")
        }
    }

    @Test func showsTheNewestNotesAboveALongerList() throws {
        let notes = (1...20).map {
            Note.made("N\($0)", source: "\($0)", created: .day(2014, month: 1, day: $0))
        }
        let index = try PreparedSite(notes).pages().query("index.html")
        let recent = index.all("a", inside: "recent").map(\.text)
        #expect(recent == ["N20", "N19", "N18", "N17", "N16", "N15"])
        let few = try #require(try PreparedSite(Array(notes.prefix(5))).pages()["index.html"])
        #expect(!few.contains("class=\"recent"))
    }

    @Test func showsKindAndTagsInRows() throws {
        let tagged = Note.made("Tagged", tags: ["one", "two", "three", "four"])
        let deck = Note.deck("Deck", cards: [Card(question: "Q", answer: "A")])
        let index = try PreparedSite([tagged, deck]).pages().query("index.html")
        #expect(index.all("span", withClass: "row-tags").map(\.text) == ["#one #two #three"])
        #expect(index.all("span", withClass: "kind").map(\.text) == ["Deck"])
    }
}
