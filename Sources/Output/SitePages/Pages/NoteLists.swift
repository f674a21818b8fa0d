import Markup
import NoteModel
import Orthography
import OutputPlan

/// Plans the pages that list notes, tags, photos, decks and changes, if the notebook has any.
struct NoteLists: Sendable {
    let indexes: NoteIndexes
    /// The frame of pages at the root.
    let frame: PageFrame
    /// The frame of pages in a folder of the root.
    let inner: PageFrame
    private let templates: PageTemplates
    private let innerTemplates: PageTemplates
    let keys: PageFingerprints
    /// The changes to list, newest first, at least one; nil if there are none, and so no page of
    /// changes.
    let changes: [SiteChange]?

    /// The parts of the lists by order; nil if the lists are not divided.
    private let parts: [NoteOrder: [ListPart]]?

    init(
        indexes: NoteIndexes, frame: PageFrame, inner: PageFrame, templates: SiteTemplates,
        keys: PageFingerprints, changes: [SiteChange]?
    ) {
        (self.indexes, self.frame, self.inner) = (indexes, frame, inner)
        (self.templates, innerTemplates) = (templates.inside(frame), templates.inside(inner))
        (self.keys, self.changes) = (keys, changes)
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
        let navigation = frame.views.map(\.address) + orders.offered.map(\.rawValue)
        var files = orders.offered.flatMap { order in
            indexFiles(by: order, navigation: navigation)
        }
        files += dayFiles()
        if let changes {
            files.append(
                file(
                    TemplateFile.changes, template: TemplateFile.index, rows: changes.map(\.note),
                    others: navigation + changes.fingerprintInputs
                ) { indexes.changes(changes, frame: frame) })
        }
        if frame.views.contains(where: { $0.address == TemplateFile.photos }) {
            files.append(
                file(TemplateFile.photos, content: indexes.notes.indices, others: navigation) {
                    indexes.photos(frame)
                })
        }
        if !decks.isEmpty {
            files.append(
                file(TemplateFile.decks, content: decks, others: navigation) {
                    indexes.decks(frame)
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
            + (order == .folder
                ? orders.folderGroups.flatMap { $0.path + ["\($0.notes.count)"] } : [])
        let pictured = recent.isEmpty ? [] : newestPictured
        let newest = pictured + recent.filter { !pictured.contains($0) }
        let index = file(
            orders.path(of: order),
            template: order == .date ? TemplateFile.byDate : TemplateFile.index,
            rows: newest + rows, others: others
        ) {
            let home = HomePart(
                pictured: indexes.rows(pictured, on: .order(.date)),
                recent: indexes.rows(Array(newest.dropFirst(pictured.count)), on: .order(.date)),
                parts: zip(parts.filter { $0.number == 0 }, counts).map {
                    $0.value(root: "", count: $1)
                }, days: days)
            return switch order {
            case .title: indexes.byTitle(frame, home: home)
            case .order: indexes.byOwnOrder(frame, home: home)
            case .folder: indexes.byFolder(frame, home: home)
            case .date: indexes.byDate(frame, home: home, overview: overview)
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
            file(
                parts[position].path, template: TemplateFile.part, rows: parts[position].notes,
                others: links + [calendar?.fingerprintInput ?? ""]
            ) {
                indexes.page(
                    of: parts, at: position, in: order, frame: inner, calendar: calendar)
            }
        }
    }

    /// Returns the address of the day of each note in the list by date, relative to a folder of the
    /// root; nil for a note without a date, and for all if there is no such list.
    var dateAddresses: @Sendable (Int) -> String? {
        guard orders.offered.contains(.date) else { return { _ in nil } }
        var paths = Array(repeating: orders.path(of: .date), count: indexes.notes.count)
        for part in parts?[.date] ?? [] {
            let path = encodedPath(part.path)
            for note in part.notes { paths[note] = path }
        }
        return { [indexes, paths] index in
            indexes.day(of: index).map { "../" + paths[index] + "#" + $0 }
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
        guard !indexes.media.media.isEmpty else { return [] }
        let found = orders[.date].lazy.filter { index in
            indexes.media.thumbnail(of: indexes.notes[index]) != nil
        }.prefix(6)
        return Array(found.prefix(found.count / 3 * 3))
    }

    /// True if notes were written in several years, so that a day has others.
    private var hasDays: Bool { !orders[.date].isEmpty && indexes.dated.years.count > 1 }

    /// Returns the twelve pages of the days of the year; none if all notes are of one year.
    private func dayFiles() -> [OutputFile] {
        guard hasDays else { return [] }
        return (1...12).map { month in
            let own = indexes.dated.days[(month - 1) * 31..<month * 31]
            return file(
                PageFrame.path(ofMonth: month), template: TemplateFile.days, rows: own.joined(),
                others: []
            ) { indexes.page(ofMonth: month, days: own, frame: inner) }
        }
    }

    /// Returns the list of tags and the page of each tag, in the order of the map; nothing if there
    /// are no tags.
    private func tagFiles(navigation: [String]) -> [OutputFile] {
        let tags = indexes.map.tags
        guard !tags.isEmpty else { return [] }
        let counts = tags.flatMap { [$0.name, $0.slug.text, String($0.notes.count)] }
        let list = file(TemplateFile.tags, others: navigation + counts) {
            frame.tags(indexes.allTags)
        }
        return [list]
            + tags.indices.flatMap { tag in
                let parts = parts(ofTag: tag)
                return parts.map { part in
                    file(
                        part.path, template: TemplateFile.tag, rows: part.notes,
                        others: navigation + [tags[tag].name] + parts.map(\.title)
                    ) { indexes.tag(tag, part: part, of: parts, frame: inner) }
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

    /// Returns a planned page at the root or in a folder of it, with its fingerprint; it is
    /// rendered only if the fingerprint has changed or is unknown.
    ///
    /// - Parameters:
    ///   - template: The name of the template; nil if it equals the path.
    ///   - content: The positions of the notes whose whole content the fingerprint includes.
    ///   - rows: The positions of the notes that the page lists.
    ///   - others: The other inputs of the page, such as the navigation between lists.
    ///   - value: Returns the context of the page, without the constants of the frame.
    private func file(
        _ path: String, template: String? = nil,
        content: some Sequence<Int> = EmptyCollection(),
        rows: some Sequence<Int> = EmptyCollection(), others: [String],
        value: @escaping @Sendable () -> TemplateValue
    ) -> OutputFile {
        let templates = path.contains("/") ? innerTemplates : templates
        return OutputFile(
            OutputPath(path),
            content: .rendered { try templates.render(template ?? path, with: value()) },
            inputs: keys.key(path, content: content, rows: rows, others: others),
            role: path == TemplateFile.index ? .entry : .list)
    }
}
