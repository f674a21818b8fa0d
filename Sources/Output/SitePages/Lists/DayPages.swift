import MarkdownText
import Markup
import NoteModel

/// The notes that were written on one day of a month in all years: the number of the day, 1 to 31,
/// its heading, and the links to the notes, relative to the page, each with its year.
typealias DayNotes = (number: Int, title: String, notes: [(link: NoteLink, year: String)])

extension PageFrame {
    /// Returns the path of the page of a month within the site, such as `on-this-day/03.html`.
    static func path(ofMonth month: Int) -> String {
        "on-this-day/\(month < 10 ? "0" : "")\(month).html"
    }

    /// Returns the page of one month, 1 to 12, in all years: the notes that were written on each of
    /// its days, the latest first. The script of the page marks today.
    ///
    /// - Parameter days: The days of the month with notes.
    func days(ofMonth month: Int, days: [DayNotes]) -> TemplateValue {
        let months = (1...12).map { number in
            TemplateValue.record([
                ("title", .text(words.monthNames[number - 1])),
                ("address", .text("../" + Self.path(ofMonth: number))),
                ("isCurrent", .flag(number == month)),
            ])
        }
        let values = days.map { day in
            let notes = day.notes.map { link, year in
                TemplateValue.record([
                    ("title", .text(link.title)), ("address", .text(link.address)),
                    ("titleLanguage", .text(link.language)), ("year", .text(year)),
                ])
            }
            return TemplateValue.record([
                ("title", .text(day.title)), ("identifier", .text("day-\(day.number)")),
                ("notes", .list(notes)),
            ])
        }
        return value(
            path: Self.path(ofMonth: month),
            [
                ("title", .text(words.monthNames[month - 1])), ("months", .list(months)),
                ("days", .list(values)), ("isEmpty", .flag(days.isEmpty)),
                ("hasPictures", .flag(false)),
            ])
    }
}

extension NoteIndexes {
    /// Returns the page of a month in all years.
    ///
    /// - Parameters:
    ///   - days: The notes of the days of the month; see ``DatedNotes/days``.
    ///   - frame: The frame of pages in a folder of the root.
    func page(ofMonth month: Int, days: ArraySlice<[Int]>, frame: PageFrame) -> TemplateValue {
        frame.days(
            ofMonth: month,
            days: days.enumerated().compactMap { place, indices -> DayNotes? in
                guard let first = indices.first, let date = notes[first].date else { return nil }
                let links = indices.map { index in
                    var link = NoteLink(
                        title: notes[index].title,
                        address: map.address(ofNote: index, from: "../"))
                    link.language = site.rows[index].facts.titleLanguage
                    let year = notes[index].date.map { String(dates.time($0).year) } ?? ""
                    return (link: link, year: year)
                }
                return (place + 1, words.day(dates.time(date)), links)
            })
    }
}
