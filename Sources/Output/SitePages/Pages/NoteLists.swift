import Markup
import NoteModel
import Orthography
import OutputPlan

/// Plans the pages that list notes, tags, photos, decks and changes, if the notebook has any.
struct NoteLists: Sendable {
    let indexes: NoteIndexes
    let sheet: ContactSheet
    /// The frame of pages at the root.
    let frame: PageFrame
    /// The frame of pages in a folder of the root.
    let inner: PageFrame
    /// The pages that list the whole notebook.
    let views: [IndexView]
    let templates: SiteTemplates
    let keys: PageFingerprints
    /// The changes to list, newest first, at least one; nil if there are none, and so no page of
    /// changes.
    let changes: [SiteChange]?

    /// The parts of the lists by order; nil if the lists are not divided.
    private let parts: [NoteOrder: [ListPart]]?

    init(
        indexes: NoteIndexes, sheet: ContactSheet, frame: PageFrame, inner: PageFrame,
        views: [IndexView], templates: SiteTemplates, keys: PageFingerprints, changes: [SiteChange]?
    ) {
        self.indexes = indexes
        self.sheet = sheet
        self.frame = frame
        self.inner = inner
        self.views = views
        self.templates = templates
        self.keys = keys
        self.changes = changes
        // A template of the owner that knows no parts shows the whole list.
        let isDivided = indexes.notes.count > ListPart.maximumCount && templates.dividesLists
        parts =
            isDivided
            ? Dictionary(
                uniqueKeysWithValues: indexes.orders.offered.map { ($0, indexes.parts(of: $0)) })
            : nil
    }

    private var orders: NoteOrders { indexes.orders }

    func files() -> [OutputFile] {
        let decks = indexes.decks
        let navigation = views.map(\.address) + orders.offered.map(\.rawValue)
        var files = orders.offered.flatMap { order in
            indexFiles(by: order, navigation: navigation)
        }
        files += dayFiles()
        if let changes {
            files.append(
                file(
                    SiteTemplates.Name.changes, rows: changes.map(\.note),
                    others: navigation + changes.fingerprintInputs
                ) {
                    try page(
                        SiteTemplates.Name.index,
                        value: indexes.changes(changes, frame: frame, views: views).value)
                })
        }
        if views.contains(where: { $0.address == SiteTemplates.Name.photos }) {
            files.append(
                file(SiteTemplates.Name.photos, content: sheet.notes.indices, others: navigation) {
                    try page(
                        SiteTemplates.Name.photos, value: sheet.page(frame, views: views).value)
                })
        }
        if !decks.isEmpty {
            files.append(
                file(SiteTemplates.Name.decks, content: decks, others: navigation) {
                    try page(
                        SiteTemplates.Name.decks, value: indexes.decks(frame, views: views).value)
                })
        }
        return files + tagFiles(navigation: navigation)
    }

    /// Returns the page of the notes in one order and, if the list is divided, those of its parts.
    private func indexFiles(by order: NoteOrder, navigation: [String]) -> [OutputFile] {
        let parts = parts?[order] ?? []
        let recent = recentNotes(on: order)
        let groups = Dictionary(grouping: parts, by: \.group)
        let counts = parts.filter { $0.number == 0 }.map { part in
            indexes.words.number((groups[part.group] ?? []).reduce(0) { $0 + $1.notes.count })
        }
        let days =
            order == orders.defaultOrder && hasDays
            ? HomePart.signs(indexes.dated.days.map(\.count)) : nil
        let rows = parts.isEmpty ? orders[order] : []
        let overview = order == .date ? indexes.overview(of: parts) : []
        let others =
            navigation + parts.map(\.path) + counts + [days ?? ""]
            + overview.map(\.calendar.fingerprintInput)
        let pictured = recent.isEmpty ? [] : newestPictured
        let newest = pictured + recent.filter { !pictured.contains($0) }
        let index = file(orders.path(of: order), rows: newest + rows, others: others) {
            let home = HomePart(
                pictured: indexes.rows(pictured, on: .order(.date)),
                recent: indexes.rows(Array(newest.dropFirst(pictured.count)), on: .order(.date)),
                parts: zip(parts.filter { $0.number == 0 }, counts).map {
                    $0.value(root: "", count: $1)
                }, days: days)
            return switch order {
            case .title:
                try page(
                    SiteTemplates.Name.index,
                    value: indexes.byTitle(frame, views: views, home: home).value)
            case .order:
                try page(
                    SiteTemplates.Name.index,
                    value: indexes.byOwnOrder(frame, views: views, home: home).value)
            case .date:
                try page(
                    SiteTemplates.Name.byDate,
                    value: indexes.byDate(
                        frame, views: views, home: home, overview: overview
                    ).value)
            }
        }
        return [index] + partFiles(of: order, parts)
    }

    /// Returns the pages of the parts of a list.
    private func partFiles(of order: NoteOrder, _ parts: [ListPart]) -> [OutputFile] {
        let links = [orders.path(of: order)] + parts.map(\.title)
        let calendars =
            order == .date
            ? indexes.calendars(of: parts) : Array(repeating: nil, count: parts.count)
        return zip(parts.indices, calendars).map { position, calendar in
            return file(
                parts[position].path, rows: parts[position].notes,
                others: links + [calendar?.fingerprintInput ?? ""]
            ) {
                let page = indexes.page(
                    of: parts, at: position, in: order, frame: inner, calendar: calendar)
                return try templates.library.render(
                    SiteTemplates.Name.part, value: page.value, with: inner.constants)
            }
        }
    }

    /// Returns the address of the day of each note in the list by date, relative to a folder of the
    /// root; nil for a note without a date, and for all if there is no such list.
    var dateAddresses: @Sendable (Int) -> String? {
        guard orders.offered.contains(.date) else { return { _ in nil } }
        var paths: [Int: String] = [:]
        for part in parts?[.date] ?? [] {
            for note in part.notes { paths[note] = encodedPath(part.path) }
        }
        let whole = orders.path(of: .date)
        return { [indexes, paths] index in
            indexes.notes[index].date.map { date in
                let day = NoteIndexes.identifier(ofDay: indexes.dates.time(date))
                return "../\(paths[index] ?? whole)#\(day)"
            }
        }
    }

    /// The number of the newest notes above the list of a small notebook, and the least number of
    /// notes in the notebook for that.
    private static let (fewRecent, fewNotes) = (6, 20)

    /// Returns the positions of the newest notes, which the first page shows above its list unless
    /// that begins with them or is short.
    private func recentNotes(on order: NoteOrder) -> [Int] {
        guard order == orders.defaultOrder else { return [] }
        let dated = orders[.date].isEmpty ? orders.defaultSequence : orders[.date]
        if parts != nil { return Array(dated.prefix(ListPart.recentCount)) }
        let isUseful =
            order != .date && !orders[.date].isEmpty && indexes.notes.count >= Self.fewNotes
        return isUseful ? Array(dated.prefix(Self.fewRecent)) : []
    }

    /// The positions of the newest notes with pictures: three or six, which fill a row at every
    /// width, or none.
    private var newestPictured: [Int] {
        let found = orders[.date].lazy.filter { indexes.hasThumbnail($0) }.prefix(6)
        return Array(found.prefix(found.count / 3 * 3))
    }

    /// True if notes were written in several years, so that a day has others.
    private var hasDays: Bool { !orders[.date].isEmpty && indexes.dated.years.count > 1 }

    /// Returns the twelve pages of the days of the year; none if all notes are of one year.
    private func dayFiles() -> [OutputFile] {
        guard hasDays else { return [] }
        return (1...12).map { month in
            let own = indexes.dated.days[(month - 1) * 31..<month * 31]
            return file(DayPage.path(ofMonth: month), rows: own.joined(), others: []) {
                try templates.library.render(
                    SiteTemplates.Name.days,
                    value: indexes.page(ofMonth: month, days: own, frame: inner).value,
                    with: inner.constants)
            }
        }
    }

    /// Returns the list of tags and the page of each tag, in the order of the map; nothing if there
    /// are no tags.
    private func tagFiles(navigation: [String]) -> [OutputFile] {
        let tags = indexes.map.tags
        guard !tags.isEmpty else { return [] }
        let counts = tags.flatMap { [$0.name, $0.slug.text, String($0.notes.count)] }
        let list = file(SiteTemplates.Name.tags, others: navigation + counts) {
            try page(SiteTemplates.Name.tags, value: indexes.tags(frame, views: views).value)
        }
        return [list]
            + tags.indices.flatMap { tag in
                let parts = parts(ofTag: tag)
                return parts.map { part in
                    file(
                        part.path, rows: part.notes,
                        others: navigation + [tags[tag].name] + parts.map(\.title)
                    ) {
                        try templates.library.render(
                            SiteTemplates.Name.tag,
                            value: indexes.tag(tag, part: part, of: parts, frame: inner).value,
                            with: inner.constants)
                    }
                }
            }
    }

    /// Returns the pages of a tag: one unless it has more notes than a page shows.
    private func parts(ofTag tag: Int) -> [ListPart] {
        let (entry, notes) = (indexes.map.tags[tag], indexes.tagged[tag])
        guard parts != nil, notes.count > ListPart.maximumCount else {
            return [ListPart(title: entry.name, path: entry.path, notes: notes)]
        }
        let parts = ListPart.parts(
            of: [(nil, notes)], folder: "tags", map: indexes.map,
            number: indexes.words.number)
        return parts.enumerated().map { place, part in
            // No slug has two hyphens in a row, so that no other tag has the path.
            let path = place == 0 ? entry.path : "tags/\(entry.slug.text)--\(place + 1).html"
            return ListPart(title: part.title, path: path, notes: part.notes)
        }
    }

    /// Renders a page at the root.
    ///
    /// - Parameters:
    ///   - template: The name of the template, such as `index.html`.
    ///   - value: The context of the page, without the constants of the frame.
    private func page(_ template: String, value: TemplateValue) throws(TemplateError) -> [UInt8] {
        try templates.library.render(template, value: value, with: frame.constants)
    }

    /// Returns a planned file with its fingerprint; the page is rendered only if the fingerprint
    /// has changed or is unknown.
    ///
    /// - Parameters:
    ///   - content: The positions of the notes whose whole content the fingerprint includes.
    ///   - rows: The positions of the notes that the page lists.
    ///   - others: The other inputs of the page, such as the navigation between lists.
    private func file(
        _ path: String, content: some Sequence<Int> = EmptyCollection(),
        rows: some Sequence<Int> = EmptyCollection(), others: [String],
        page: @escaping @Sendable () throws -> [UInt8]
    ) -> OutputFile {
        OutputFile(
            OutputPath(path), content: .rendered(page),
            inputs: keys.key(path, content: content, rows: rows, others: others))
    }
}
