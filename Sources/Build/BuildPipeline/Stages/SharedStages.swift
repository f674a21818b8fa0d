import Hashing
import LocalFiles
import MarkdownText
import MediaProcessing
import NoteModel
import OutputChecks
import Platform
import SitePages

/// The stages that all editions of a run have in common: the notes are read once, and compiled once
/// for each set of compiler settings.
actor SharedStages {
    nonisolated let reader: ReadStage
    /// The cache of what depends on nothing but the notes.
    nonisolated let cache: BuildCache
    /// The path of the folder whose subfolder `photos` holds the derivatives: a cache, or a
    /// temporary folder.
    nonisolated let pictures: String
    /// The rules of the editions, by which each note is published or not; empty if there is one
    /// notebook.
    private let rules: [(PublicationRules, zone: ZoneInfo)]
    nonisolated var isOfEditions: Bool { !rules.isEmpty }
    private var words: LeakCorpus?
    private let width: Int
    private var needed: [BuildInput.Derivatives] = []
    private var read: (notes: SourceNotes, report: Report)?
    private var compiled: (settings: Fingerprint, notes: CompiledNotes)?

    init(
        _ reader: ReadStage, cache: BuildCache, pictures: String, width: Int,
        rules: [(PublicationRules, zone: ZoneInfo)] = []
    ) {
        (self.reader, self.cache, self.pictures, self.width) = (reader, cache, pictures, width)
        self.rules = rules
    }

    /// The words of all notes that an edition excludes; nil if there is one notebook. The notes have
    /// been compiled.
    var corpus: LeakCorpus? {
        get throws {
            guard isOfEditions, let rows = compiled?.notes.rows else { return nil }
            if let words { return words }
            let reasons = rules.map { $0.reasons(against: rows.bare, in: $1) }
            let excluded = rows.indices.filter { index in
                reasons.contains { $0[index] != nil }
            }.map { rows[$0] }
            let corpus = try LeakCorpus(excluded.map(\.note), width: width) {
                excluded[$0].compiled
            }
            words = corpus
            return corpus
        }
    }

    /// Keeps what takes long to free until the process ends, but nothing that has to be removed, such as
    /// the files that the reader has unpacked.
    func keepMemory() { ProcessMemory.keep(words, read?.notes.notes, compiled?.notes.rows) }

    /// Keeps the derivatives of an edition.
    func keepDerivatives(of input: BuildInput) { needed.append(input.neededDerivatives) }

    /// Removes the derivatives that no edition has kept. What cannot be removed is left to a later
    /// run.
    ///
    /// - Parameter date: The start of the run; what was written since then is kept, too.
    func removeOtherDerivatives(writtenBefore date: Date) {
        try? needed.first?.processor.prune(
            keeping: needed.flatMap(\.media), rendered: needed.flatMap(\.rendered),
            writtenBefore: date)
    }

    /// Returns the notes, read and compiled, with what their texts name.
    ///
    /// - Parameter site: The options of the site, which include those of the compiler.
    func notes(
        for site: SiteOptions, progress: BuildProgress, clock: inout StageClock
    ) throws -> CompiledNotes {
        let settings = site.compilerKey
        if let compiled, compiled.settings == settings { return compiled.notes }
        var notes = try compiledNotes(
            CompileStage(
                compiler: site.noteCompiler, options: settings, cache: cache, width: width),
            progress: progress, clock: &clock)
        try AttachStage(folder: reader.folder, width: width)
            .run(&notes.rows, into: &notes.report)
        if isOfEditions, compiled == nil { compiled = (settings, notes) }
        return notes
    }

    /// Reads and compiles the notes. As they were read, they are gone when it returns, so that the rows
    /// can be changed in place.
    private func compiledNotes(
        _ stage: CompileStage, progress: BuildProgress, clock: inout StageClock
    ) throws -> CompiledNotes {
        let (source, report) = try source(progress)
        clock.end("read")
        var notes = CompiledNotes(source, report: report)
        notes.rows = try stage.run(source.notes)
        return notes
    }

    private func source(_ progress: BuildProgress) throws -> (notes: SourceNotes, report: Report) {
        if let read { return read }
        var report = Report()
        let notes = try reader.run(into: &report, progress)
        if isOfEditions { read = (notes, report) }
        return (notes, report)
    }
}

/// The notes of a folder, compiled, before any is chosen for publication.
struct CompiledNotes: Sendable {
    fileprivate(set) var rows: [BuildNote] = []
    /// The archived objects that are not notes.
    let unread: [UnrecognizedObject]
    /// The digests of the sources by their names.
    let digests: [String: ContentDigest]
    /// The paths of the sources that can no longer be read as they were.
    let outdatedFiles: Set<String>
    /// The report on reading.
    fileprivate(set) var report: Report

    fileprivate init(_ source: SourceNotes, report: Report) {
        (unread, digests, outdatedFiles) = (source.unread, source.digests, source.outdatedFiles)
        self.report = report
    }
}

extension BuildInput {
    /// The derivatives that a later run needs.
    struct Derivatives: Sendable {
        let processor: MediaProcessor
        let media: [PreparedMedium]
        let rendered: [DerivedFile]
    }

    fileprivate var neededDerivatives: Derivatives {
        Derivatives(
            processor: processor, media: media.all,
            rendered: rendered + media.allLargeDrawings.flatMap(\.files))
    }
}

extension SiteOptions {
    /// The fingerprint of the compiler's options, which is a part of the input of every note.
    var compilerKey: Fingerprint { Fingerprinter("compiler", compilerSettings).fingerprint }
}
