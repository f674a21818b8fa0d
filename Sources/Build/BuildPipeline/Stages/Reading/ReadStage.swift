import Hashing
import LocalFiles
package import NoteArchives
import NoteEditing
package import NoteModel

/// The stage that reads the notes from the sources of a folder, accounting for every source in the
/// report.
struct ReadStage {
    let folder: NotesFolder
    private let width: Int
    private let reader: CachedSourceReader
    private let mayRepeat: Bool

    /// - Parameters:
    ///   - stamps: The stamps that the files of the folder had when the run began.
    ///   - hashesSources: True for a run whose output names the digests of the sources.
    ///   - mayRepeat: True if the run begins again when files change meanwhile.
    /// - Throws: ``UserFacingError`` if the folder is missing or unreadable.
    init(
        _ options: BuildOptions, cache: BuildCache = BuildCache(),
        stamps: FileStampIndex.Lookup = FileStampIndex().lookup, hashesSources: Bool = false,
        mayRepeat: Bool = false
    ) throws {
        do { folder = try NotesFolder(options.notes) } catch let error as FileError {
            throw UserError(
                "The notes folder \(options.notes) cannot be read: \(error.reason).",
                error.isMissing
                    ? "Name the folder that holds the archives; `notebinder sample` makes one to try."
                    : "Check that you may read it.")
        }
        (width, self.mayRepeat) = (options.width, mayRepeat)
        reader = CachedSourceReader(
            cache, folder: folder, reading: options.reading, hashesSources: hashesSources,
            stamps: stamps, start: options.now())
    }

    /// Returns the stamp that a file of the folder had when the run began; nil if it is not known, and
    /// in the last attempt of a run, which takes the files as they are.
    var listedStamp: @Sendable (_ file: String) -> FileStamp? {
        guard mayRepeat else { return { _ in nil } }
        return { [folder, reader] in
            LocalFiles.path($0, below: folder.path).flatMap(reader.stamps.stamp)
        }
    }

    /// Returns the notes of a part of the sources, without accounting for them.
    func notes(in part: WorkPart, _ progress: BuildProgress) throws -> [SourceNote] {
        let counter = progress.counter("Reading", of: folder.sources.count)
        var read = SourceNotes()
        for source in try reader.read(folder.sources, width: width, counter: counter, part: part)
            .joined()
        {
            read.add(source)
        }
        read.sort()
        return read.notes
    }

    /// Returns the notes in the order of their identifiers, as their archives hold them.
    func run(into report: inout Report, _ progress: BuildProgress) throws -> SourceNotes {
        let hidden = hiddenSources
        let listed = folder.sources + hidden
        var chunks = try chunks(
            of: listed, counter: progress.counter("Reading", of: listed.count))
        let keptSources = hidden.isEmpty ? [] : chunks.flatMap(\.sources).suffix(hidden.count)
        // The sources are released here as well, which takes as long as accounting for them.
        try chunks.concurrentUpdate(width: width, grain: 1) { [folder] _, chunk in
            chunk.account(reported: folder.sources.count)
            chunk.sources = []
        }
        var read = SourceNotes()
        read.notes.reserveCapacity(listed.count)
        for chunk in chunks {
            read.add(chunk.read)
            report.sources.add(chunk.report.sources)
            report.diagnostics += chunk.report.diagnostics
        }
        accountForLeftOut(in: &report, sources: keptSources)
        report.sources.found = listed.count + folder.leftOut.count
        read.sort()
        if read.replacesOthers {
            let replaced = ReplacedNotes.positions(in: read.notes.map(\.note))
            read.replaced = replaced.sorted().map { [notes = read.notes] in notes[$0] }
            read.notes = read.notes.indices.filter { !replaced.contains($0) }
                .map { [notes = read.notes] in notes[$0] }
        }
        report.notes = read.notes.count
        for row in read.notes { report.kinds.count(row.note) }
        return read
    }

    /// Reads sources, and joins those that are one document.
    private func chunks(
        of listed: [NotesFolder.SourceFile], counter: BuildProgress.Counter
    ) throws -> [SourceChunk] {
        var found = try reader.read(listed, width: width, counter: counter)
        if found.joined().contains(where: \.isOfSeveral) {
            found = [joined(found.flatMap(\.self))]
        }
        var first = 0
        return found.map { sources in
            defer { first += sources.count }
            return SourceChunk(sources: sources, first: first)
        }
    }

    /// The sources of earlier runs in folders that cannot be listed now, or of which only a
    /// placeholder is left.
    private var hiddenSources: [NotesFolder.SourceFile] {
        let left = folder.leftOut.filter(\.mayHoldNotes)
        guard !left.isEmpty else { return [] }
        return reader.last.all.values.map(\.outcome.source).filter { source in
            left.contains { $0.contains(source.name) }
        }.sorted { $0.name < $1.name }
    }

    /// - Parameter sources: The sources of earlier runs in the files and folders that are left out.
    private func accountForLeftOut(in report: inout Report, sources: [ReadSource]) {
        for left in folder.leftOut {
            let named = Report.Named(name: left.name, reason: left.reason)
            guard left.mayHoldNotes else {
                report.sources.skipped.append(named)
                continue
            }
            let kept = sources.filter { left.contains($0.outcome.source.name) }
                .compactMap(\.last).reduce(0) { $0 + $1.outcome.notes.count }
            let parts = [
                "\(left.name) is \(left.reason), and was not read.",
                kept > 0 ? ReadSource.notice(ofKept: kept) : nil, left.advice,
            ]
            report.sources.failed.append(named)
            report.diagnostics.add(
                .unreadableSource, source: left.name,
                summary: parts.compactMap(\.self).joined(separator: " "))
        }
    }

    /// Joins sources that are one document, and interprets those that depend on other sources in
    /// their folder.
    private func joined(_ found: [ReadSource]) -> [ReadSource] {
        let outcomes = EmptyDecks.found(
            in: DocumentPackages.joined(found.map(\.outcome)), of: folder)
        return zip(found, outcomes).map { source, outcome in
            // Most notes stay as they are, and keep their fingerprints.
            !source.isOfSeveral && outcome.notes == source.outcome.notes
                ? source : ReadSource(outcome, last: source.last)
        }
    }
}

/// A run of sources, and what they add to the notes and to the report.
private struct SourceChunk: Sendable {
    var sources: [ReadSource]
    /// The position of the first one among all sources.
    let first: Int
    private(set) var read = SourceNotes()
    private(set) var report = Report()

    /// - Parameter count: The number of sources that are reported: the report of its folder covers
    ///   one after these.
    mutating func account(reported count: Int) {
        for (place, source) in sources.enumerated() {
            account(source, isReported: first + place < count)
        }
    }

    private mutating func account(_ source: ReadSource, isReported: Bool) {
        // Nearly all sources, whose outcomes need not be copied.
        if source.isPlain, source.last == nil {
            report.sources.read += 1
            return read.add(source)
        }
        let (outcome, name) = (source.outcome, source.outcome.source.name)
        if isReported, !source.isPlain { report.diagnostics += source.diagnostics }
        read.add(source.last ?? source)
        switch outcome.result {
        case .read where source.last == nil: report.sources.read += 1
        case .skipped(let reason):
            report.sources.skipped.append(.init(name: name, reason: reason))
        case .read, .failed:
            let reason = outcome.diagnostics.first?.summary ?? "It could not be read."
            report.sources.failed.append(.init(name: name, reason: reason))
        }
        guard let last = source.last else { return }
        report.sources.kept.append(name)
        read.outdatedFiles.insert(last.outcome.source.path)
    }
}

/// A note as its archive holds it, before its texts are interpreted.
package struct SourceNote: Sendable {
    package let note: Note
    /// The fingerprints by which later stages find cached results.
    package let fingerprints: SourceFingerprints
}

/// The notes of a notes folder, and what is known about its sources.
package struct SourceNotes: Sendable {
    package fileprivate(set) var notes: [SourceNote] = []
    /// The notes that others replace, which are not among ``notes``.
    package fileprivate(set) var replaced: [SourceNote] = []
    /// The outcomes of reading databases, by the names of the sources.
    package fileprivate(set) var databases: [String: SourceOutcome] = [:]
    /// The digests of the sources by their names.
    var digests: [String: ContentDigest] = [:]
    var unread: [UnrecognizedObject] = []
    /// The paths of the sources that can no longer be read as they were: what an earlier run found
    /// at a place in them may be something else now.
    var outdatedFiles: Set<String> = []

    /// True if the notes are in the order of their identifiers.
    private var isSorted = true
    /// True if any of the notes replaces or hides another.
    fileprivate var replacesOthers = false

    fileprivate mutating func add(_ source: ReadSource) {
        if source.outcome.isOfDatabase { databases[source.outcome.source.name] = source.outcome }
        if !source.isPlain { unread += source.outcome.unread }
        guard case .read = source.outcome.result else { return }
        for note in source.notes {
            if let last = notes.last, last.note.id >= note.note.id { isSorted = false }
            if note.note.replaced != nil { replacesOthers = true }
            notes.append(note)
        }
        if let digest = source.outcome.digest { digests[source.outcome.source.name] = digest }
    }

    fileprivate mutating func add(_ next: SourceNotes) {
        if let last = notes.last, let first = next.notes.first, last.note.id >= first.note.id {
            isSorted = false
        }
        isSorted = isSorted && next.isSorted
        replacesOthers = replacesOthers || next.replacesOthers
        notes += next.notes
        unread += next.unread
        databases.merge(next.databases) { $1 }
        digests.merge(next.digests) { $1 }
        outdatedFiles.formUnion(next.outdatedFiles)
    }

    fileprivate mutating func sort() {
        if !isSorted { notes.sort { $0.note.id < $1.note.id } }
    }
}
