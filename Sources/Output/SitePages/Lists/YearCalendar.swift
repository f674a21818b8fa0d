import Markup
import NoteModel
import Platform

/// The days of a year as squares, a column for each week, coloured by the number of notes written
/// on each day. Days with notes link to the first of them in the list.
struct YearCalendar: Sendable {
    let year: Int
    private let words: LocalizedStrings
    private let days: [Day]
    /// The column of 1 January starts on this row, 0 for Monday.
    private let firstRow: Int

    /// A day with notes.
    private struct Day: Sendable {
        let address: String
        let time: CivilTime
        /// The day of the year, from 0.
        let number: Int
        let count: Int
        /// The address of the smallest size of the day's first photo; nil for a day without one.
        let photo: String?
    }

    /// A day and the number of notes of the day.
    struct Count: Sendable {
        let time: CivilTime
        /// The position in the notebook of the first note that is listed.
        let first: Int
        var count: Int
        /// The position of the first note with photos that is listed; nil for none.
        var firstWithPhotos: Int?
    }

    /// The distance of two squares and their size, in units of the drawing.
    private static let (step, side) = (13, 10)
    /// The height of the names of the months above the squares.
    private static let headerHeight = 16

    /// - Parameters:
    ///   - counts: The days of the year with notes.
    ///   - photo: Returns the address of the photo of a day; nil for none.
    ///   - address: Returns the address of the notes of a day.
    init(
        year: Int, counts: [Count], words: LocalizedStrings,
        photo: (Count) -> String? = { _ in nil }, address: (Count) -> String
    ) {
        (self.year, self.words) = (year, words)
        firstRow = Self.weekday(year: year)
        days = counts.map { day in
            Day(
                address: address(day), time: day.time,
                number: Self.dayOfYear(day.time), count: day.count, photo: photo(day))
        }
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    private static func daysBefore(month: Int, isLeap: Bool) -> Int {
        let days = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334][month - 1]
        return days + (isLeap && month > 2 ? 1 : 0)
    }

    /// Returns the day of the year, from 0.
    static func dayOfYear(_ time: CivilTime) -> Int {
        daysBefore(month: time.month, isLeap: isLeap(time.year)) + time.day - 1
    }

    /// Returns the weekday of 1 January, 0 for Monday, after Gauss.
    private static func weekday(year: Int) -> Int {
        let before = year - 1
        return (before + before / 4 - before / 100 + before / 400) % 7
    }

    private var dayCount: Int { Self.isLeap(year) ? 366 : 365 }

    /// A line for each week, which dashes divide into the squares of the days.
    private var weeks: String {
        var path = ""
        var day = 0
        while day < dayCount {
            let row = (day + firstRow) % 7
            let end = min(day + 7 - row, dayCount)
            let x = (day + firstRow) / 7 * Self.step + Self.side / 2
            let height = (end - day) * Self.step - (Self.step - Self.side)
            path += "M\(x) \(row * Self.step + Self.headerHeight)v\(height)"
            day = end
        }
        return path
    }

    private static func level(_ count: Int) -> Int {
        switch count {
        case ...1: 1
        case 2: 2
        case 3...4: 3
        default: 4
        }
    }

    /// The squares of the days at a level, as one path. Overviews use these in place of an element
    /// for each day.
    private func squares(ofLevel level: Int) -> String {
        days.lazy.filter { Self.level($0.count) == level }.map { day in
            let place = day.number + firstRow
            return "M\(place / 7 * Self.step) "
                + "\(place % 7 * Self.step + Self.headerHeight)h10v10h-10z"
        }.joined()
    }

    /// The months with notes, for narrow screens: each leads to the first of its notes that is
    /// listed.
    private var monthLinks: [TemplateValue] {
        days.runs(by: \.time.month).map { month, days in
            .record([
                ("title", .text(words.shortMonthName(month))), ("address", .text(days[0].address)),
                ("count", .text(words.number(days.reduce(0) { $0 + $1.count }))),
            ])
        }
    }

    /// The number of notes of each day as text, for fingerprints of pages that show the calendar.
    var fingerprintInput: String {
        days.map { "\($0.number):\($0.count) \($0.address) \($0.photo ?? "")" }.joined(
            separator: "\n")
    }

    /// Returns the context of the calendar.
    ///
    /// - Parameter isOverview: True if the days are shown as a picture without links.
    func value(isOverview: Bool = false) -> TemplateValue {
        let width = ((dayCount - 1 + firstRow) / 7 + 1) * Self.step - (Self.step - Self.side)
        let height = Self.headerHeight + 7 * Self.step - (Self.step - Self.side)
        let months = (1...12).map { month in
            let first = Self.daysBefore(month: month, isLeap: Self.isLeap(year))
            return TemplateValue.record([
                ("name", .text(words.shortMonthName(month))),
                ("x", .text(String((first + firstRow) / 7 * Self.step))),
            ])
        }
        let levels = (isOverview ? Array(1...4) : []).map { level in
            TemplateValue.record([
                ("level", .text(String(level))), ("squares", .text(squares(ofLevel: level))),
            ])
        }
        let dayValues = (isOverview ? [] : days).map { day in
            let place = day.number + firstRow
            let label = "\(words.date(day.time)): \(words.count(of: day.count))"
            return TemplateValue.record([
                ("address", .text(day.address)), ("label", .text(label)),
                ("level", .text(String(Self.level(day.count)))), ("photo", .text(day.photo)),
                ("x", .text(String(place / 7 * Self.step))),
                ("y", .text(String(place % 7 * Self.step + Self.headerHeight))),
            ])
        }
        return .record([
            ("year", .text(String(year))), ("label", .text("\(words[.notes]) \(year)")),
            ("box", .text("0 0 \(width) \(height)")), ("weeks", .text(weeks)),
            ("months", .list(months)), ("monthLinks", .list(isOverview ? [] : monthLinks)),
            ("hasMonthLinks", .flag(!isOverview)), ("levels", .list(levels)),
            ("days", .list(dayValues)),
        ])
    }
}
