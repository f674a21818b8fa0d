import MarkdownText
import Markup
import NoteModel
import Orthography

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
    /// The positions of the decks in the notebook, by title; empty if all notes are of other kinds.
    let decks: [Int]
    let dated: DatedNotes

    var notes: LazyMapCollection<[SiteNote], Note> { site.notes }
    var map: SiteMap { site.map }

    init(
        _ site: SiteNotes, orders: NoteOrders, trails: NavigationTrails, tagged: [[Int]],
        language: String, words: LocalizedStrings, dates: NoteDates, media: NoteMedia
    ) {
        (self.site, self.orders, self.trails, self.tagged) = (site, orders, trails, tagged)
        (self.language, self.words, self.dates, self.media) = (language, words, dates, media)
        decks = orders[.title].filter { site.rows[$0].note.deck != nil }
        dated = DatedNotes(orders[.date], of: site.notes, dates: dates)
    }

    /// The number of notes under one heading in the owner's order, which has no letters.
    private static let groupSize = 100

    /// Returns the page of all notes by title, under the letters of the language; if the list is
    /// divided, the page has the newest notes and links to the parts instead.
    func byTitle(_ frame: PageFrame, home: HomePart) -> TemplateValue {
        let groups = home.parts.isEmpty ? orders.letterGroups : []
        return frame.index(
            path: orders.path(of: .title), title: words[.byTitle], count: count,
            groups: groups.enumerated().map { number, group in
                .group(
                    group.letter, identifier: "letter-\(number + 1)",
                    rows: rows(group.notes, on: .order(.title)))
            }, home: home)
    }

    /// The numbers of notes and of decks of the notebook as text.
    private var count: String { count(of: notes.indices) }

    /// Returns the numbers of notes and of decks among some notes, such as `1,871 notes, 12 decks`.
    ///
    /// - Parameter indices: The positions of the notes in the notebook.
    func count(of indices: some Collection<Int>) -> String {
        let decks = indices.count { notes[$0].deck != nil }
        return words.count(of: indices.count - decks, decks: decks)
    }

    /// Returns the page of all notes in the owner's order, in groups of a hundred, or of the parts
    /// of the list if it is divided.
    func byOwnOrder(_ frame: PageFrame, home: HomePart) -> TemplateValue {
        let sequence = home.parts.isEmpty ? orders[.order] : []
        let starts = stride(from: 0, to: sequence.count, by: Self.groupSize)
        return frame.index(
            path: orders.path(of: .order), title: words[.byOrder], count: count,
            groups: starts.map { start in
                let group = sequence[start..<min(start + Self.groupSize, sequence.count)]
                return .group(
                    sequence.count > Self.groupSize ? words.number(start + 1) : nil,
                    identifier: "number-\(start + 1)",
                    rows: rows(Array(group), on: .order(.order)))
            }, home: home)
    }

    /// Returns the page of all notes by folder, or of the parts of the list if it is divided.
    func byFolder(_ frame: PageFrame, home: HomePart) -> TemplateValue {
        let groups = home.parts.isEmpty ? orders.folderGroups : []
        return frame.index(
            path: orders.path(of: .folder), title: words[.byFolder], count: count,
            groups: groups.enumerated().map { number, group in
                .group(
                    name(ofFolder: group.path), identifier: "folder-\(number + 1)",
                    rows: rows(group.notes, on: .order(.folder)))
            }, label: words[.byFolder], home: home)
    }

    /// Returns the name of a folder with those around it.
    func name(ofFolder path: [String]) -> String {
        path.isEmpty ? words[.noFolder] : path.joined(separator: " › ")
    }

    /// Returns the page of all notes by date, the latest first, or of the parts of the list if it
    /// is divided. Notes without a date are listed at the end, by title.
    func byDate(
        _ frame: PageFrame, home: HomePart,
        overview: [(part: ListPart, calendar: YearCalendar)]
    ) -> TemplateValue {
        let isWhole = home.parts.isEmpty
        return frame.byDate(
            path: orders.path(of: .date), count: count,
            years: (isWhole ? dated.years : []).map { year in
                (calendar(of: year, root: "") { _ in "" }, months(year.notes, root: ""))
            },
            undated: rows(isWhole ? dated.undated : [], on: .order(.date)), home: home,
            overview: overview)
    }

    /// All tags by name, in the alphabetical order of the site's language.
    var allTags: [ListedTag] {
        let keys = map.tags.map { SortKey($0.name, language: language) }
        return map.tags.indices.sorted { keys[$0] < keys[$1] }.map { position in
            let tag = map.tags[position]
            return ListedTag(
                name: tag.name, address: encodedPath(tag.path),
                count: words.number(tag.notes.count))
        }
    }

    /// Returns the pages that list the whole notebook.
    func views(hasChanges: Bool) -> [NoteLink] {
        var views = orders.offered.map {
            NoteLink(title: words.name(of: $0), address: orders.path(of: $0))
        }
        for (isThere, title, address) in [
            (!map.tags.isEmpty, words[.tags], TemplateFile.tags),
            (hasPictures, words[.photos], TemplateFile.photos),
            (!decks.isEmpty, words[.decks], TemplateFile.decks),
            (hasChanges, words[.changes], TemplateFile.changes),
        ] where isThere {
            views.append(NoteLink(title: title, address: address))
        }
        return views
    }

    /// Returns a page of the notes with one tag, in the default order of the notebook.
    ///
    /// - Parameters:
    ///   - tag: The position of the tag in `map.tags`.
    ///   - part: The notes of the page and its path, of which a tag with many notes has several.
    ///   - parts: All pages of the tag.
    ///   - frame: The frame of pages in a folder of the root.
    func tag(_ tag: Int, part: ListPart, of parts: [ListPart], frame: PageFrame) -> TemplateValue {
        let links = parts.map { $0.value(root: "../", isCurrent: $0.path == part.path) }
        return frame.tag(
            map.tags[tag].name, path: part.path, count: count(of: tagged[tag]),
            rows: rows(part.notes, on: .tag(tag), root: "../"),
            parts: parts.count > 1 ? links : [])
    }

    /// Returns rows for notes, each made when it is rendered.
    ///
    /// - Parameters:
    ///   - indices: The positions of the notes in the notebook.
    ///   - trail: The list that the links to the notes belong to.
    ///   - root: The path from the page to the root of the site.
    ///   - marksDays: True if the first row of each day gets an identifier.
    func rows(
        _ indices: [Int], on trail: NavigationTrails.Trail, root: String = "",
        marksDays: Bool = false
    ) -> IndexRows {
        var media = media
        media.root = root
        return IndexRows(count: indices.count) { [self, media] place in
            let day = marksDays ? day(of: indices[place]) : nil
            let isFirst = day != nil && (place == 0 || self.day(of: indices[place - 1]) != day)
            return row(
                indices[place], on: trail, root: root, media: media, anchor: isFirst ? day : nil)
        }
    }

    /// Returns the identifier of the first row of a note's day, such as `day-2014-03-09`; nil for a
    /// note without a date.
    func day(of index: Int) -> String? {
        notes[index].date.map { Self.identifier(ofDay: dates.time($0)) }
    }

    /// The maximum number of tags that a row shows.
    private static let maximumTags = 3

    private func row(
        _ index: Int, on trail: NavigationTrails.Trail, root: String, media: NoteMedia,
        anchor: String?
    ) -> TemplateValue {
        let (note, facts) = (notes[index], site.rows[index].facts)
        var link = NoteLink(title: note.title, address: map.address(ofNote: index, from: root))
        link.address += trails.fragment(to: index, on: trail)
        link.language = facts.titleLanguage
        let tags = note.tags.prefix(Self.maximumTags).map { "#" + $0.name }
        return .row(
            link, date: dates.created(note) ?? dates.edited(note),
            excerpt: facts.shownExcerpt(of: note, words), excerptLanguage: facts.excerptLanguage,
            thumbnail: media.thumbnail(of: note), kind: words.name(of: note.kind),
            tags: tags.isEmpty ? nil : tags.joined(separator: " "), anchor: anchor)
    }
}
