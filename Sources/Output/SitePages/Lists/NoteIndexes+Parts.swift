import Markup
import NoteModel
import Orthography

extension NoteIndexes {
    /// Returns the parts of the list in an order, for a notebook whose lists are divided.
    func parts(of order: NoteOrder) -> [ListPart] {
        let groups: [(title: String?, notes: [Int])] =
            switch order {
            case .title: orders.letterGroups.map { ($0.letter, $0.notes) }
            case .date:
                dated.years.map { (String($0.year), $0.notes) }
                    + (dated.undated.isEmpty ? [] : [(words[.undated], dated.undated)])
            case .order: [(nil, orders[.order])]
            case .folder: orders.folderGroups.map { (name(ofFolder: $0.path), $0.notes) }
            }
        return ListPart.parts(
            of: groups, folder: "by-\(order.rawValue)", map: map, number: words.number)
    }

    /// Returns the page of a part.
    ///
    /// - Parameters:
    ///   - position: The position of the part among `parts`.
    ///   - order: The order of the list.
    ///   - frame: The frame of pages in a folder of the root.
    ///   - calendar: The calendar of the year of the part; nil for a part that is not of a year.
    func page(
        of parts: [ListPart], at position: Int, in order: NoteOrder, frame: PageFrame,
        calendar: YearCalendar?
    ) -> TemplateValue {
        let notes = parts[position].notes
        return frame.part(
            parts, at: position,
            list: NoteLink(title: words.name(of: order), address: "../" + orders.path(of: order)),
            count: words.count(of: notes.count),
            groups: calendar == nil
                ? [.group(nil, identifier: "", rows: rows(notes, on: .order(order), root: "../"))]
                : months(notes, root: "../").map {
                    .group($0.name, identifier: "month-\($0.month)", rows: $0.rows)
                },
            calendar: calendar)
    }

    /// Returns the notes of a year, or of a part of it, by month.
    ///
    /// - Parameter root: The path from the page to the root of the site.
    func months(_ indices: [Int], root: String) -> [MonthRows] {
        let dated = indices.compactMap { index in
            notes[index].date.map { (note: index, month: dates.time($0).month) }
        }
        return dated.runs(by: \.month).map { month, dated in
            let rows = rows(dated.map(\.note), on: .order(.date), root: root, marksDays: true)
            return (month, words.monthNames[month - 1], rows)
        }
    }

    /// Returns the first page of each year of a divided list by date, with the calendar of the
    /// year.
    func overview(of parts: [ListPart]) -> [(part: ListPart, calendar: YearCalendar)] {
        guard !parts.isEmpty else { return [] }
        let firsts = parts.filter { $0.number == 0 }
        return zip(firsts, dated.years).map { part, year in
            (part, calendar(of: year, root: "") { _ in "" })
        }
    }

    /// Returns the calendar of the year of each part; nil for the notes without a date. A calendar
    /// covers the whole year, of which the list may have several parts.
    ///
    /// - Parameter parts: The parts of the list by date.
    func calendars(of parts: [ListPart]) -> [YearCalendar?] {
        // A year may have as many parts as notes permit, so no part looks at all notes of the year.
        var partOfNote = Array(repeating: 0, count: notes.count)
        for (position, part) in parts.enumerated() {
            for note in part.notes { partOfNote[note] = position }
        }
        let addresses = parts.map { "../" + encodedPath($0.path) }
        return parts.enumerated().map { position, part in
            guard dated.years.indices.contains(part.group) else { return nil }
            return calendar(of: dated.years[part.group], root: "../") { note in
                partOfNote[note] == position ? "" : addresses[partOfNote[note]]
            }
        }
    }

    /// Returns the identifier of the first row of a day, such as `day-2014-03-09`.
    static func identifier(ofDay time: CivilTime) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        return "day-\(time.year)-\(two(time.month))-\(two(time.day))"
    }

    /// Returns the calendar of a year.
    ///
    /// - Parameters:
    ///   - root: The path from the page of the calendar to the root of the site.
    ///   - page: Returns the address of the page that lists a note, relative to the
    ///     calendar's; it is empty if that is the same page.
    func calendar(
        of year: DatedNotes.Year, root: String, page: (_ note: Int) -> String
    ) -> YearCalendar {
        YearCalendar(
            year: year.year, counts: year.days, words: words,
            photo: { day in
                day.firstWithPhotos.flatMap { media.thumbnail(of: notes[$0]) }
                    .map { root + $0.address }
            }
        ) { day in
            page(day.first) + "#" + Self.identifier(ofDay: day.time)
        }
    }
}
