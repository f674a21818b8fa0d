import NoteModel
import OutputPlan

import struct Foundation.Date

/// The lists of all notes, in their several orders. Rows are made when they are written.
struct NoteIndexes: Sendable {
    let notes: [Note]
    let slugs: [Slug]
    let bodies: [NoteBody]
    let language: String
    let words: InterfaceWords
    let dates: NoteDates
    let media: NoteMedia

    /// Positions of the notes in the order of their titles, then of their dates.
    func titleOrder() -> [Int] {
        let keys = notes.map { SortKey($0.title, language: language) }
        return notes.indices.sorted { left, right in
            if keys[left] != keys[right] { return keys[left] < keys[right] }
            let dates = (notes[left].date, notes[right].date)
            if let first = dates.0, let second = dates.1, first != second { return first < second }
            return notes[left].id < notes[right].id
        }
    }

    /// Whether a note tells when it was written or changed.
    var hasDates: Bool { notes.contains { $0.date != nil } }

    func byTitle(
        _ order: [Int], _ frame: PageFrame, views: [IndexView]
    ) -> IndexPage {
        var groups: [(letter: IndexLetter, notes: [Int])] = []
        for index in order {
            let letter = IndexLetter(title: notes[index].title, language: language)
            if groups.last?.letter == letter {
                groups[groups.count - 1].notes.append(index)
            } else {
                groups.append((letter, [index]))
            }
        }
        return IndexPage(
            frame: frame, count: words.count(of: order.count), views: views,
            groups: groups.enumerated().map { number, group in
                IndexPage.Group(
                    letter: group.letter.text, identifier: "letter-\(number + 1)",
                    rows: rows(group.notes))
            })
    }

    /// The latest first; those without a date in the end, in the order of titles.
    func byDate(_ order: [Int], _ frame: PageFrame, views: [IndexView]) -> DateIndexPage {
        let dated = order.enumerated().filter { notes[$0.element].date != nil }
            .sorted { left, right in
                let dates = (notes[left.element].date, notes[right.element].date)
                if let first = dates.0, let second = dates.1, first != second {
                    return first > second
                }
                return left.offset < right.offset
            }
        var years: [(year: Int, months: [(name: String, notes: [Int])])] = []
        for (_, index) in dated {
            guard let date = notes[index].date else { continue }
            let time = dates.time(date)
            if years.last?.year != time.year { years.append((time.year, [])) }
            let name = words.monthName(time)
            let year = years.count - 1
            if years[year].months.last?.name != name { years[year].months.append((name, [])) }
            years[year].months[years[year].months.count - 1].notes.append(index)
        }
        return DateIndexPage(
            frame: frame, count: words.count(of: order.count), views: views,
            years: years.map { year in
                DateIndexPage.Year(
                    year: String(year.year), identifier: "year-\(year.year)",
                    months: year.months.map { .init(name: $0.name, rows: rows($0.notes)) })
            },
            undated: rows(order.filter { notes[$0].date == nil }))
    }

    private func rows(_ indices: [Int]) -> IndexRows {
        IndexRows(count: indices.count) { row(indices[$0]) }
    }

    private func row(_ index: Int) -> IndexRow {
        let note = notes[index]
        return IndexRow(
            link: NoteLink(title: note.title, slugs[index], from: "notes/"),
            date: dates.created(note) ?? dates.edited(note), excerpt: bodies[index].excerpt,
            thumbnail: media.thumbnail(of: note))
    }
}
