import BuildCache
import ContentHashing
import Diagnostics
import LocalFiles
import MarkdownText
import NoteArchives
import NoteEditing
import NoteModel
import ParallelWork

/// The stage that reads the notes from the sources of a folder, accounting for every source in the
/// report.
struct ReadStage {
    let folder: NotesFolder
    private let reading: ReadingOptions
    private let width: Int
    private let hashesSources: Bool
    private let reader: CachedSourceReader

    /// - Parameters:
    ///   - stamps: The stamps that the files of the folder had when the run began.
    ///   - hashesSources: True for a run whose output names the digests of the sources.
    /// - Throws: ``BuildError`` if the folder is missing or unreadable.
    init(
        _ options: BuildOptions, cache: BuildCache = BuildCache(),
        stamps: FileStampIndex = FileStampIndex(), hashesSources: Bool = false
    ) throws {
        self.hashesSources = hashesSources
        do throws(FileError) {
            folder = try NotesFolder(options.notes)
        } catch {
            throw BuildError.unreadableNotes(
                folder: options.notes, reason: error.reason, isMissing: error.isMissing)
        }
        reading = options.reading
        width = options.width
        reader = CachedSourceReader(
            cache, folder: folder, reading: options.reading, hashesSources: hashesSources,
            stamps: stamps, start: options.now())
    }

    /// Returns the notes in the order of their identifiers, as their archives hold them.
    func run(into report: inout Report, _ progress: BuildProgress) throws -> SourceNotes {
        let counter = progress.counter("Reading", of: folder.sources.count)
        let found = try reader.read(folder.sources, width: width, counter: counter) {
            source, folder in
            SourceReader(folder: folder, reading: reading, hashesSources: hashesSources)
                .read(source)
        }
        let sources = found.contains(where: \.isOfSeveral) ? try joined(found) : found
        var read = SourceNotes()
        read.notes.reserveCapacity(sources.count)
        for source in sources { account(source, in: &report, read: &read) }
        accountForLeftOut(in: &report)
        read.sort()
        read.remove(ReplacedNotes.positions(in: read.notes))
        report.notes = read.notes.count
        for note in read.notes { report.kinds.count(note) }
        return read
    }

    private func account(
        _ source: ReadSource, in report: inout Report, read: inout SourceNotes
    ) {
        let outcome = source.outcome
        if !source.isPlain {
            report.diagnostics += outcome.diagnostics
            read.unread += outcome.unread
        }
        switch outcome.result {
        case .read(let notes):
            report.sources.read += 1
            read.notes += notes
            read.digests[outcome.source.name] = outcome.digest
            read.fingerprints += source.fingerprints
        case .skipped(let reason):
            report.sources.skipped.append(.init(name: outcome.source.name, reason: reason))
        case .failed:
            let reason = outcome.diagnostics.first?.summary ?? "It could not be read."
            report.sources.failed.append(.init(name: outcome.source.name, reason: reason))
        }
    }

    private func accountForLeftOut(in report: inout Report) {
        for left in folder.leftOut {
            let named = Report.Named(name: left.name, reason: left.reason)
            guard left.mayHoldNotes else {
                report.sources.skipped.append(named)
                continue
            }
            report.sources.failed.append(named)
            report.diagnostics.append(
                Diagnostic(
                    .unreadableSource, origin: .init(source: left.name),
                    summary: "\(left.name) is \(left.reason), and was not read."
                        + (left.advice.map { " " + $0 } ?? "")))
        }
        report.sources.found = folder.sources.count + folder.leftOut.count
    }

    /// Joins sources that are one document, and interprets those that depend on other sources in
    /// their folder.
    private func joined(_ found: [ReadSource]) throws -> [ReadSource] {
        var read = found.map(\.outcome)
        // In a folder with a part of a document, the photos of the note come before those that its
        // text names.
        let withParts = DocumentPackages.foldersWithParts(read)
        if !withParts.isEmpty {
            let reader = SourceReader(
                folder: folder, reading: reading, hashesSources: hashesSources)
            read = try read.concurrentMap(width: width) { outcome in
                withParts.contains(LocalFiles.folder(of: outcome.source.name))
                    ? reader.read(outcome.source) : outcome
            }
        }
        return EmptyDecks.found(in: DocumentPackages.joined(read), of: folder).map(ReadSource.init)
    }
}

/// The notes of a notes folder as their archives hold them, before their texts are interpreted.
struct SourceNotes: Sendable {
    var notes: [Note] = []
    /// The fingerprints of the notes, by which later stages find cached results; parallel to
    /// ``notes``.
    var fingerprints: [SourceFingerprints] = []
    /// The digests of the sources by their names.
    var digests: [String: ContentDigest] = [:]
    var unread: [UnrecognizedObject] = []

    fileprivate mutating func sort() {
        guard !notes.indices.dropFirst().allSatisfy({ notes[$0 - 1].id < notes[$0].id }) else {
            return
        }
        let order = notes.indices.sorted { notes[$0].id < notes[$1].id }
        notes = order.map { notes[$0] }
        fingerprints = order.map { fingerprints[$0] }
    }

    fileprivate mutating func remove(_ positions: Set<Int>) {
        guard !positions.isEmpty else { return }
        let left = notes.indices.filter { !positions.contains($0) }
        notes = left.map { notes[$0] }
        fingerprints = left.map { fingerprints[$0] }
    }
}
