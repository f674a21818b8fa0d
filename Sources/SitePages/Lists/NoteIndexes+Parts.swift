import MarkdownText
import NoteModel
import OutputPlan

extension NoteIndexes {
    /// Returns the parts of the list in an order, for a notebook whose lists are divided.
    func parts(of order: NoteOrder) -> [ListPart] {
        let groups: [(title: String?, notes: [Int])] =
            switch order {
            case .title: letterGroups.map { ($0.letter.text, $0.notes) }
            case .date:
                years.map { (String($0.year), $0.notes) }
                    + (undated.isEmpty ? [] : [(words.undated, undated)])
            case .order: [(nil, orders[.order])]
            }
        return ListPart.parts(
            of: groups, folder: "by-\(order.rawValue)", slugs: map.slugs, number: words.number)
    }

    /// Returns the page of a part.
    ///
    /// - Parameters:
    ///   - position: The position of the part among `parts`.
    ///   - order: The order of the list.
    ///   - frame: The frame of pages in a folder of the root.
    func page(
        of parts: [ListPart], at position: Int, in order: NoteOrder, frame: PageFrame
    ) -> PartPage {
        let part = parts[position]
        let first = part.notes.first.flatMap { notes[$0].date }
        let year = order == .date ? first.map { dates.time($0).year } : nil
        return PartPage(
            frame: frame, parts: parts, position: position,
            list: NoteLink(title: words.name(of: order), address: "../" + orders.path(of: order)),
            count: words.count(of: part.notes.count),
            groups: order == .date && year != nil
                ? monthGroups(part.notes, root: "../")
                : [group(of: part.notes, in: order)],
            calendar: year.map { calendar(of: $0, in: parts, at: position) })
    }

    private func group(of notes: [Int], in order: NoteOrder) -> IndexPage.Group {
        IndexPage.Group(
            heading: nil, identifier: "", rows: rows(notes, on: .order(order), root: "../"))
    }

    /// Returns the notes of a year, or of a part of it, by month.
    ///
    /// - Parameter root: The path from the page to the root of the site.
    func monthGroups(_ indices: [Int], root: String) -> [IndexPage.Group] {
        var months: [(month: Int, name: String, notes: [Int])] = []
        for index in indices {
            guard let date = notes[index].date else { continue }
            let time = dates.time(date)
            if months.last?.month != time.month {
                months.append((time.month, words.monthName(time), []))
            }
            months[months.count - 1].notes.append(index)
        }
        return months.map {
            IndexPage.Group(
                heading: $0.name, identifier: "month-\($0.month)",
                rows: rows($0.notes, on: .order(.date), root: root, marksDays: true))
        }
    }

    /// Returns the first page of each year of a divided list by date, with the calendar of the year.
    func overview(of parts: [ListPart]) -> [(part: ListPart, calendar: YearCalendar)] {
        guard !parts.isEmpty else { return [] }
        let firsts = parts.filter { $0.number == 0 }
        return zip(firsts, years).map { part, year in
            (part, calendar(of: year.year, notes: year.notes) { _ in "" })
        }
    }

    /// Returns the calendar of a whole year, of which the list may have several parts.
    private func calendar(
        of year: Int, in parts: [ListPart], at position: Int
    ) -> YearCalendar {
        func isOfYear(_ part: ListPart) -> Bool {
            part.notes.first.flatMap { notes[$0].date }.map { dates.time($0).year } == year
        }
        let own = parts.indices.filter { isOfYear(parts[$0]) }
        var pages: [Int: String] = [:]
        for other in own where other != position {
            for note in parts[other].notes { pages[note] = "../" + encodedPath(parts[other].path) }
        }
        return calendar(of: year, notes: own.flatMap { parts[$0].notes }) { pages[$0] ?? "" }
    }

    /// The notes by the year of their date, the latest year first.
    var years: [(year: Int, notes: [Int])] {
        var years: [(year: Int, notes: [Int])] = []
        for index in orders[.date] {
            guard let date = notes[index].date else { continue }
            let year = dates.time(date).year
            if years.last?.year != year { years.append((year, [])) }
            years[years.count - 1].notes.append(index)
        }
        return years
    }

    /// The notes without a date, by title.
    var undated: [Int] { orders[.date].filter { notes[$0].date == nil } }
}
