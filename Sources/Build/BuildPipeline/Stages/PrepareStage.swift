import Hashing
import LocalFiles
import MarkdownText
import MediaProcessing
import NoteArchives
import NoteEditing
import NoteModel
import OutputPlan
import SitePages

/// The stages from the notes folder to a notebook that is ready to be planned.
struct PrepareStage: Sendable {
    let options: BuildOptions
    /// The options of the site, with the owner's strings of the interface.
    let site: SiteOptions
    let cache: BuildCache
    let ledger: LedgerFile
    let progress: BuildProgress
    /// The record of the last build; nil if there is none.
    let last: BuildRecord?
    /// True for an export apart from the published trees.
    var isExport = false

    /// - Parameter shared: What editions share. One is prepared after the other, so that each finds
    ///   the photos that another has needed.
    /// - Throws: ``UserFacingError`` if the folder contains no notes, none of them can be read, a
    ///   large share of them is gone, or an exclusion rule matches nothing.
    func run(
        _ shared: isolated SharedStages, into report: inout Report, clock: inout StageClock
    ) async throws -> BuildInput {
        let folder = shared.reader.folder
        let read = try shared.notes(for: site, progress: progress, clock: &clock)
        report.add(read.report)
        try requireNotes(report, trash: NotesTrash(of: folder))
        try requirePhotos(folder)
        var (all, unread) = (read.rows, read.unread)
        let excluded = try exclude(from: &all, unread: &unread, into: &report)
        hideFiles(of: excluded, from: &all, in: folder)
        try select(from: &all, unread: &unread, into: &report)
        clock.end("compile")

        let published = all.notes(thatAre: .published)
        let own = ownOrder(of: all, in: folder)
        async let orders = orders(of: published, own: own)
        let permalinks = try PermalinkStage(
            ledger: ledger, cache: cache, allowsRemovals: options.allowsRemovals,
            folder: options.notes, trash: NotesTrash(of: folder),
            unreadable: report.sources.lost, isExport: isExport
        ).run(all)
        // Made beside the next stages, which do not keep all threads busy.
        async let map = await SiteMap(
            indexing: zip(published, permalinks.published).map { ($0.note, $1.slug) })
        var notes = published
        try notes.concurrentUpdate(width: options.width) { index, row in
            let permalink = permalinks.published[index]
            (row.permalink, row.note.identity) = (permalink, permalink.identity)
        }
        let processor = MediaProcessor(
            cache: shared.pictures + "/photos", worker: options.photoWorker,
            kept: options.keptMetadata,
            copiesPhotos: options.locations.omitting.contains("markdown"),
            converter: options.converter)
        let hasher = OriginalHasher(
            processor: processor, cache: shared.cache, start: options.now(),
            outdatedFiles: read.outdatedFiles, listed: shared.reader.listedStamp)
        let rendered = try DocumentStage(
            hasher: hasher, width: options.width, attachesDocuments: options.attachesDocuments
        ).run(&notes, into: &report, progress: progress)
        let media = try MediaStage(hasher: hasher, width: options.width)
            .run(notes.bare, into: &report, progress: progress)
        try notes.concurrentUpdate(width: options.width) { _, row in
            row.key = media.key(of: row.note, alone: row.fingerprints.whole)
        }
        guard report.addsUp else { throw UserError.unbalanced(report) }
        clock.end("media")
        return BuildInput(
            title: options.title, notes: notes, excluded: excluded, unread: unread, media: media,
            permalinks: permalinks, map: await map, orders: await orders, processor: processor,
            rendered: rendered, folder: folder, sourceDigests: read.digests)
    }

    /// Marks and returns the notes that a rule excludes.
    ///
    /// - Throws: ``UserFacingError`` if a rule matches nothing, or if one of the last build is
    ///   gone.
    private func exclude(
        from all: inout [BuildNote], unread: inout [UnrecognizedObject], into report: inout Report
    ) throws -> [BuildNote] {
        let unusedRules = options.rules.apply(
            to: all.bare, in: options.timeZone, unread: &unread, &report
        ) { all[$0].fate = .excluded }
        if !unusedRules.isEmpty { throw UserError.unusedRules(unusedRules) }
        try options.requireEarlierRules(
            of: last, for: all.notes(thatAre: .published).map(\.note))
        let excluded = all.notes(thatAre: .excluded)
        report.leftOut = excluded.map(\.note.id.text)
        report.countStates(of: excluded.map(\.note))
        return excluded
    }

    /// Takes the files of excluded notes from others that mean them only because no folder around them
    /// has a file of that name.
    private func hideFiles(
        of excluded: [BuildNote], from all: inout [BuildNote], in folder: NotesFolder
    ) {
        let hidden = Set(excluded.lazy.flatMap(\.note.media.all).compactMap(\.stored))
        guard !hidden.isEmpty else { return }
        for index in all.indices where all[index].fate == .published && all[index].note.hasMedia {
            let source = all[index].note.id.source
            func isHidden(_ medium: Medium) -> Bool {
                guard let stored = medium.stored, hidden.contains(stored) else { return false }
                return !folder.isAround(stored.file, source: source)
            }
            guard all[index].note.media.all.contains(where: isHidden) else { continue }
            all[index].note.media.forEach { if isHidden($0) { $0.content = .missing } }
        }
    }

    /// Marks the notes that the selection does not choose.
    ///
    /// - Throws: ``UserFacingError`` if it chooses none.
    private func select(
        from all: inout [BuildNote], unread: inout [UnrecognizedObject], into report: inout Report
    ) throws {
        guard !options.selection.isAll else { return }
        var sources: Set<String> = []
        for index in all.indices where all[index].fate == .published {
            guard options.selection.selects(all[index].note) else {
                all[index].fate = .unselected
                report.unselected += 1
                continue
            }
            sources.insert(all[index].note.id.source)
        }
        unread.removeAll { !sources.contains($0.source) }
        if sources.isEmpty {
            throw UserError(
                "No note in \(options.notes) meets the criteria.",
                "`notebinder list` shows titles, dates and tags.")
        }
    }

    /// Returns the positions of the published notes in the order that the owner has given all notes;
    /// nil if they have given none.
    private func ownOrder(of all: [BuildNote], in folder: NotesFolder) -> [Int]? {
        let order = NotesOrder(of: folder)
        guard order.isOwn else { return nil }
        var places = [Int?](repeating: nil, count: all.count)
        for (place, index) in all.indices.filter({ all[$0].fate == .published }).enumerated() {
            places[index] = place
        }
        return order.positions(of: all.map(\.note.id)).compactMap { places[$0] }
    }

    private func orders(of notes: [BuildNote], own: [Int]?) -> NoteOrders {
        var parts = Fingerprinter("orders", [site.sort.rawValue, site.language])
        parts.add(site.listsFolders)
        for note in notes.bare {
            parts.add(note.title, note.date, note.id, note.folders, note.account)
        }
        parts.add(own ?? [])
        return cache.value("sort", name: "", input: parts.fingerprint) {
            NoteOrders(notes.map(\.note), own: own, options: site)
        }
    }

    /// Refuses to publish notes without their photos because a folder of photos cannot be listed.
    private func requirePhotos(_ folder: NotesFolder) throws {
        guard let unlisted = folder.leftOut.first(where: \.holdsPhotos), !options.allowsRemovals,
            try ledger.ledger()?.entries.contains(where: \.isPresent) == true
        else { return }
        throw UserError(
            "\(options.notes + "/" + unlisted.name) is \(unlisted.reason), so nothing was published: the notes would lose their photos.",
            "Check that you may read it. To publish without them, run `notebinder build --allow-removals`."
        )
    }

    private func requireNotes(_ report: Report, trash: NotesTrash) throws {
        guard report.notes == 0 else { return }
        guard report.sources.failed.isEmpty else {
            let first = report.diagnostics.first
            let reason = [first?.summary, first?.suggestion].compactMap(\.self)
                .filter { !$0.isEmpty }.joined(separator: " ")
            guard report.sources.found > 1 else { throw UserError(reason) }
            throw UserError(
                "No notes among the \(report.sources.found) files of \(options.notes); \(report.sources.failed.count) could not be read.",
                "The first: \(reason)")
        }
        guard report.sources.read == 0, !options.allowsRemovals else { return }
        guard let earlier = try ledger.ledger() else { throw NoNotesError(folder: options.notes) }
        // A notebook without notes has none to lose.
        guard !trash.withoutDeleted(earlier.entries.filter(\.isPresent)).isEmpty else { return }
        throw UserError(
            "\(options.notes) holds no notes, and those published in \(options.output) would be removed.",
            "Is it the right folder, or is a disk missing? If all notes were removed on purpose, run `notebinder build --allow-removals`."
        )
    }
}
