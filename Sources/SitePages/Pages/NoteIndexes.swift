import MarkdownText
import NoteModel
import OutputPlan

/// Makes the contexts of the lists of notes. Rows are made when a page is rendered, one at a time,
/// so that a long list is never in memory as a whole.
final class NoteIndexes: Sendable {
    let site: SiteNotes
    let orders: NoteOrders
    let trails: NavigationTrails
    let tagged: [[Int]]
    let language: String
    let words: LocalizedStrings
    let dates: NoteDates
    let media: NoteMedia

    var notes: [Note] { site.notes }
    var map: SiteMap { site.map }

    init(
        _ site: SiteNotes, orders: NoteOrders, trails: NavigationTrails, tagged: [[Int]],
        language: String,
        words: LocalizedStrings, dates: NoteDates,
        media: NoteMedia
    ) {
        self.site = site
        self.orders = orders
        self.trails = trails
        self.tagged = tagged
        self.language = language
        self.words = words
        self.dates = dates
        self.media = media
    }

    /// The number of notes under one heading in the owner's order, which has no letters.
    private static let groupSize = 100

    /// Returns the page of all notes by title, under the letters of the language.
    func byTitle(_ frame: PageFrame, views: [IndexView]) -> IndexPage {
        var groups: [(letter: IndexLetter, notes: [Int])] = []
        // Titles that begin with the same ASCII letter have the same heading.
        var last: (first: Character?, letter: IndexLetter)?
        for index in orders[.title] {
            let first = notes[index].title.first
            let letter =
                first?.isASCII == true && first?.isLetter == true && last?.first == first
                ? last?.letter ?? .symbols
                : IndexLetter(title: notes[index].title, language: language)
            last = (first, letter)
            if groups.last?.letter == letter {
                groups[groups.count - 1].notes.append(index)
            } else {
                groups.append((letter, [index]))
            }
        }
        return IndexPage(
            frame: frame, path: orders.path(of: .title), title: words.byTitle,
            count: words.count(of: notes.count), views: views,
            groups: groups.enumerated().map { number, group in
                IndexPage.Group(
                    heading: group.letter.text, identifier: "letter-\(number + 1)",
                    rows: rows(group.notes, on: .order(.title)))
            })
    }

    /// Returns the page of all notes in the owner's order, in groups of a hundred.
    func byOwnOrder(_ frame: PageFrame, views: [IndexView]) -> IndexPage {
        let sequence = orders[.order]
        let starts = stride(from: 0, to: sequence.count, by: Self.groupSize)
        return IndexPage(
            frame: frame, path: orders.path(of: .order), title: words.byOrder,
            count: words.count(of: notes.count), views: views,
            groups: starts.map { start in
                let group = sequence[start..<min(start + Self.groupSize, sequence.count)]
                return IndexPage.Group(
                    heading: sequence.count > Self.groupSize ? words.number(start + 1) : nil,
                    identifier: "number-\(start + 1)",
                    rows: rows(Array(group), on: .order(.order)))
            })
    }

    /// Returns the page of all notes by date, the latest first. Notes without a date are listed at
    /// the end, by title.
    func byDate(_ frame: PageFrame, views: [IndexView]) -> DateIndexPage {
        var years: [(year: Int, months: [(month: Int, name: String, notes: [Int])])] = []
        var undated: [Int] = []
        for index in orders[.date] {
            guard let date = notes[index].date else {
                undated.append(index)
                continue
            }
            let time = dates.time(date)
            if years.last?.year != time.year { years.append((time.year, [])) }
            let year = years.count - 1
            if years[year].months.last?.month != time.month {
                years[year].months.append((time.month, words.monthName(time), []))
            }
            years[year].months[years[year].months.count - 1].notes.append(index)
        }
        return DateIndexPage(
            frame: frame, path: orders.path(of: .date), count: words.count(of: notes.count),
            views: views,
            years: years.map { year in
                DateIndexPage.Year(
                    year: String(year.year), identifier: "year-\(year.year)",
                    months: year.months.map {
                        .init(name: $0.name, rows: rows($0.notes, on: .order(.date)))
                    })
            },
            undated: rows(undated, on: .order(.date)))
    }

    /// Returns the page of all tags, by name in the alphabetical order of the site's language, each
    /// with its number of notes.
    func tags(_ frame: PageFrame, views: [IndexView]) -> TagsPage {
        let keys = map.tags.map { SortKey($0.name, language: language) }
        return TagsPage(
            frame: frame, count: words.count(ofTags: map.tags.count), views: views,
            tags: map.tags.indices.sorted { keys[$0] < keys[$1] }.map { tag in
                TagsPage.Item(
                    link: NoteLink(
                        title: map.tags[tag].name, address: encodedPath(map.tags[tag].path)),
                    count: words.number(map.tags[tag].notes.count))
            })
    }

    /// Returns the page of the notes with one tag, in the default order of the notebook.
    ///
    /// - Parameters:
    ///   - tag: The position of the tag in `map.tags`.
    ///   - frame: The frame of pages in a folder of the root.
    func tag(_ tag: Int, frame: PageFrame) -> TagPage {
        TagPage(
            frame: frame, path: map.tags[tag].path, tag: map.tags[tag].name,
            count: words.count(of: map.tags[tag].notes.count),
            rows: rows(tagged[tag], on: .tag(tag), root: "../"))
    }

    func rows(_ indices: [Int], on trail: NavigationTrails.Trail, root: String = "") -> IndexRows {
        var media = media
        media.root = root
        return IndexRows(count: indices.count) { [self, media] in
            row(indices[$0], on: trail, root: root, media: media)
        }
    }

    private func row(
        _ index: Int, on trail: NavigationTrails.Trail, root: String, media: NoteMedia
    ) -> IndexRow {
        let (note, facts) = (notes[index], site.facts[index])
        var link = NoteLink(title: note.title, address: map.address(ofNote: index, from: root))
        link.address += trails.fragment(to: index, on: trail)
        link.language = facts.titleLanguage
        return IndexRow(
            link: link, date: dates.created(note) ?? dates.edited(note),
            excerpt: facts.shownExcerpt(of: note, words),
            excerptLanguage: facts.excerptLanguage,
            thumbnail: media.thumbnail(of: note))
    }
}
