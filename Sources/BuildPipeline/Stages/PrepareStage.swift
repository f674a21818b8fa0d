import BuildCache
import ContentHashing
import Diagnostics
import MediaModel
import MediaProcessing
import NoteArchives
import NoteModel
import OutputPlan
import ParallelWork
import Permalinks
import SitePages

/// The stages from the notes folder to a notebook that is ready to be planned.
struct PrepareStage: Sendable {
    let options: BuildOptions
    /// The options of the site, with the owner's strings of the interface.
    let site: SiteOptions
    let cache: BuildCache
    let ledger: LedgerFile
    /// The path of the folder whose subfolder `photos` holds the derivatives: a cache, or a
    /// temporary folder.
    let pictures: String
    let progress: BuildProgress
    /// The record of the last build; nil if there is none.
    let last: BuildRecord?

    /// - Throws: ``BuildError`` if the folder contains no notes, none of them can be read, a large
    ///   share of them is gone, or an exclusion rule matches nothing.
    func run(
        _ reader: ReadStage, into report: inout Report, clock: inout StageClock
    ) async throws -> BuildInput {
        let read = try reader.run(into: &report, progress)
        try requireNotes(report)
        try requirePhotos(reader.folder)
        clock.end("read")
        let compiled = try CompileStage(site, cache: cache, width: options.width)
            .run(read.notes, fingerprints: read.fingerprints)
        let all = try AttachStage(folder: reader.folder, width: options.width)
            .run(read.notes, facts: compiled.facts, into: &report)
        var notebook = Notebook(title: options.title, notes: all, unread: read.unread)
        let (excluded, unusedRules) = options.exclusions.apply(to: &notebook, &report)
        if !unusedRules.isEmpty { throw BuildError.unusedRules(unusedRules) }
        try options.requireEarlierRules(of: last, for: notebook.notes)
        report.leftOut = excluded.map(\.id.text)
        report.countStates(of: excluded)
        try select(from: &notebook, into: &report)
        clock.end("compile")

        let positions = PermalinkAssignment.positions(of: all, among: notebook.notes)
        let notes = notebook.notes
        let excludedIDs = Set(excluded.map(\.id))
        let published = positions.indices.filter { positions[$0] != nil }
        let sources = published.map { read.fingerprints[$0] }
        async let orders = orders(of: notes, sources)
        let permalinks = try PermalinkStage(
            ledger: ledger, cache: cache, allowsRemovals: options.allowsRemovals,
            folder: options.notes, unreadable: report.sources.lost
        ).run(all, fingerprints: read.fingerprints, positions: positions)
        for index in notebook.notes.indices {
            notebook.notes[index].identity = permalinks.identities[index]
        }
        let processor = MediaProcessor(
            cache: pictures + "/photos", worker: options.photoWorker, kept: options.keptMetadata,
            copiesPhotos: options.locations.omitting.contains("markdown"))
        let hasher = OriginalHasher(
            processor: processor, cache: cache, start: options.now(),
            outdatedFiles: read.outdatedFiles)
        let documents = try DocumentStage(
            processor: processor, hasher: hasher, width: options.width,
            attachesDocuments: options.attachesDocuments
        ).run(notebook.notes, into: &report, progress: progress)
        notebook.notes = documents.notes
        let media = try MediaStage(processor, hasher: hasher, width: options.width)
            .run(notebook.notes, into: &report, progress: progress)
        guard report.addsUp else { throw BuildError.unbalanced(report) }
        clock.end("media")
        return BuildInput(
            notebook: notebook, media: media, compiled: compiled.selecting(published),
            fingerprints: try fingerprints(of: notebook.notes, sources: sources, media: media),
            texts: sources.map(\.texts), permalinks: permalinks, orders: await orders,
            excluded: excluded,
            compiledExcluded: compiled.selecting(
                all.indices.filter { excludedIDs.contains(all[$0].id) }),
            processor: processor, rendered: documents.pictures, folder: reader.folder,
            sourceDigests: read.digests)
    }

    /// Removes the notes that the selection does not choose.
    ///
    /// - Throws: ``BuildError`` if it chooses none.
    private func select(from notebook: inout Notebook, into report: inout Report) throws {
        guard !options.selection.isAll else { return }
        let count = notebook.notes.count
        notebook.notes.removeAll { !options.selection.selects($0) }
        let sources = Set(notebook.notes.map(\.id.source))
        notebook.unread.removeAll { !sources.contains($0.source) }
        report.unselected = count - notebook.notes.count
        if notebook.notes.isEmpty { throw BuildError.nothingSelected(folder: options.notes) }
    }

    private func orders(of notes: [Note], _ sources: [SourceFingerprints]) -> NoteOrders {
        var parts = Fingerprinter("orders")
        parts.add([site.sort.rawValue, site.language])
        for source in sources { parts.add(source.outline) }
        return cache.value(.init("sort"), name: "", input: parts.fingerprint) {
            NoteOrders(notes, options: site)
        }
    }

    private func fingerprints(
        of notes: [Note], sources: [SourceFingerprints], media: PreparedMedia
    ) throws -> [Fingerprint] {
        try notes.indices.concurrentMap(width: options.width) { index in
            media.key(of: notes[index], alone: sources[index].whole)
        }
    }

    /// Refuses to publish notes without their photos because a folder of photos cannot be listed.
    private func requirePhotos(_ folder: NotesFolder) throws {
        guard let unlisted = folder.leftOut.first(where: \.holdsPhotos), !options.allowsRemovals,
            try ledger.ledger()?.entries.contains(where: \.isPresent) == true
        else { return }
        throw BuildError.unlistedPhotos(
            folder: options.notes + "/" + unlisted.name, reason: unlisted.reason)
    }

    private func requireNotes(_ report: Report) throws {
        guard report.notes == 0 else { return }
        guard report.sources.failed.isEmpty else {
            let first = report.diagnostics.first
            let reason = [first?.summary, first?.suggestion].compactMap(\.self)
                .filter { !$0.isEmpty }.joined(separator: " ")
            throw BuildError.noReadableSource(
                folder: options.notes, count: report.sources.found,
                failed: report.sources.failed.count, reason: reason)
        }
        guard report.sources.read == 0, !options.allowsRemovals else { return }
        guard let earlier = try ledger.ledger() else {
            throw BuildError.noNotes(folder: options.notes)
        }
        // A notebook without notes has none to lose.
        guard earlier.entries.contains(where: \.isPresent) else { return }
        throw BuildError.allNotesGone(folder: options.notes, output: options.output)
    }
}

extension CompileStage {
    fileprivate init(_ site: SiteOptions, cache: BuildCache, width: Int) {
        var parts = Fingerprinter("compiler")
        parts.add(site.compilerSettings)
        self.init(
            compiler: site.noteCompiler, options: parts.fingerprint, cache: cache, width: width)
    }
}
