import Hashing
import LocalFiles
import NoteArchives
package import NoteModel
import OutputChecks
import OutputPlan
import OutputTree

/// The main command: it reads archives, plans trees and publishes them; without changes of its
/// input it does nothing.
package enum Build {
    /// The result of a build that did not fail: what changed, and what is left to report.
    package struct Outcome: Sendable {
        /// The report, which is also written to `.notebinder/report.json`; nil if nothing had
        /// changed, so that the report of the last run is still valid.
        package let report: Report?
        /// True if everything that was found could be read, in this run or, if nothing had changed,
        /// in the last one.
        package let isComplete: Bool
        /// The number of notes that were read, in this run or in the last one.
        package let notes: Int
        /// The diagnostics of the last report if nothing had changed, and otherwise none.
        package var remaining: [Diagnostic] = []
        /// True if the hook for a publication or the upload failed; the next run repeats it.
        package var hasFailedHook = false
        /// The exit status of the command: 0, 2 if something could not be read, or 3 if the hook or
        /// the upload failed.
        package var exitStatus: Int32 { hasFailedHook ? 3 : isComplete ? 0 : 2 }
        package var changes = RunChanges()
        /// The diagnostics that the last successful run did not report, in the order of the report.
        package var news: [Diagnostic] = []
        /// The changes of each tree that was written or compared; empty if nothing had changed.
        package var trees: [TreeChanges] = []
        /// The durations of the stages in seconds, in their order; empty if nothing had changed.
        package var timings: [(stage: String, seconds: Double)] = []
        /// The numbers of members that each cached step found and computed, by the name of the
        /// step.
        package var cacheCounts: [String: BuildCache.Counts] = [:]

        /// True if any tree has changed or, in a dry run, would have changed.
        package var isPublished: Bool { trees.contains { !$0.isEmpty } }
    }

    /// Reads the notes folder and publishes its trees.
    ///
    /// - Parameter memory: Keeps what later runs of the process need; nil if there are none.
    /// - Throws: ``UserFacingError``. Nothing was published then, and existing trees are unchanged.
    package static func run(
        _ options: BuildOptions, progress: BuildProgress = .none, memory: CacheMemory? = nil
    ) async throws -> Outcome {
        try options.requireOneNotebook()
        let session = try BuildSession(opening: options, progress, memory: memory)
        do {
            var outcome = try await outcome(of: session, attempts: maximumAttempts)
            outcome.news += session.endFormerEditions()
            return outcome
        } catch {
            session.recordFailure(error)
            throw error
        }
    }

    /// The number of times that a build is tried if a program writes to the notes meanwhile.
    static let maximumAttempts = 3

    private static func outcome(
        of session: BuildSession, attempts: Int
    ) async throws -> Outcome {
        let snapshot = FolderSnapshot(session.options, in: session.folder)
        if let unchanged = try session.unchanged(since: snapshot) { return unchanged }
        do {
            return try await run(session, snapshot, mayRepeat: attempts > 1)
        } catch OutputTreeError.changedOriginal where attempts > 1 {
            return try await outcome(of: session, attempts: attempts - 1)
        }
    }

    private static func run(
        _ session: BuildSession, _ snapshot: FolderSnapshot?, mayRepeat: Bool
    ) async throws -> Outcome {
        let planned = try await plan(session, snapshot, mayRepeat: mayRepeat)
        defer { planned.keepMemory() }
        return try await publish(planned)
    }

    /// Reads the notes and plans the trees.
    ///
    /// - Parameters:
    ///   - mayRepeat: True if the run begins again when files change meanwhile.
    ///   - given: The stages that other editions share; nil if there are none.
    static func plan(
        _ session: BuildSession, _ snapshot: FolderSnapshot?, mayRepeat: Bool = false,
        sharing given: SharedStages? = nil
    ) async throws -> PlannedBuild {
        let (options, folder) = (session.options, session.folder)
        let scratch = ScratchFolder(in: options.password == nil ? .temporary : .cache)
        var clock = StageClock()
        async let published = session.publishedTrees(snapshot)
        let cache = session.openCache()
        async let stages =
            given
            ?? session.sharedStages(
                cache, snapshot: snapshot, hashesSources: options.formats.contains(.json),
                scratch: scratch, mayRepeat: mayRepeat)
        let theme = try Theme(options)
        clock.end("look")

        var report = Report()
        (report.diagnostics, report.locations) = (theme.notices, options.locations)
        let ledger = try session.readLedger(cache, into: &report)
        let shared = try await stages
        let input = try await PrepareStage(
            options: options, site: theme.site, cache: cache, ledger: ledger,
            progress: session.progress, last: session.last
        ).run(shared, into: &report, clock: &clock)
        async let changes = RunChanges(input, since: session.last, options: options, theme: theme)
        let record =
            options.listsChanges ? try session.changeRecord(await changes, input: input) : nil

        var (plans, validator) = try await PlanStage(
            options: options, theme: theme, cache: cache,
            filesToRecheck: session.last?.filesToRecheck(
                of: options.formats.map(\.tree), in: folder), corpus: { try await shared.corpus }
        ).run(
            input, as: options.trees, changes: record?.changes(of: input.notebook.notes),
            into: &report)
        plans = try session.sealed(plans, of: input, validator, in: scratch, into: &report)
        // What one edition has freed, the next one needs.
        if given == nil { ProcessMemory.returnFree() }
        clock.end("plan")
        return PlannedBuild(
            session: session, snapshot: snapshot, scratch: scratch, shared: shared, cache: cache,
            ledger: ledger, templates: theme.key, input: input, changes: await changes,
            record: record, plans: plans, validator: validator, published: try await published,
            report: report, clock: clock)
    }

    /// Writes and publishes what was planned.
    static func publish(_ planned: PlannedBuild) async throws -> Outcome {
        // Keeps the lock and the temporary files to the end.
        defer { withExtendedLifetime(planned) {} }
        let (session, input) = (planned.session, planned.input)
        var clock = planned.clock
        clock.resume()
        async let newLedger = session.newLedger(input, cache: planned.cache)
        let publishing = try PublishStage(
            planned.plans, replacing: planned.published, in: session.folder,
            validator: planned.validator, derivatives: input.derivatives, options: session.options)
        let staged = try publishing.stage(session.progress)
        clock.end("write")
        let removed = try session.removeRevealingTrees(excluded: input.excluded.map(\.note))
        let trees = try publishing.run(staged, record: planned.record) {
            [document = await newLedger] in
            if let document { try planned.ledger.replace(by: document) }
        }
        clock.end("publish")
        await session.keepDerivatives(of: input, in: planned.shared)
        return try session.finish(
            trees, removed: removed, input: input, report: planned.report,
            changes: planned.changes, templates: planned.templates, snapshot: planned.snapshot,
            cache: planned.cache, clock: &clock)
    }
}

/// A build that has everything planned and nothing written.
struct PlannedBuild: Sendable {
    let session: BuildSession
    let snapshot: FolderSnapshot?
    let scratch: ScratchFolder
    let shared: SharedStages
    let cache: BuildCache
    let ledger: LedgerFile
    /// The fingerprint of the templates.
    let templates: Fingerprint
    let input: BuildInput
    let changes: RunChanges
    /// The record of all changes, for a site that lists them; nil for any other.
    let record: ChangeRecord?
    let plans: [TreePlan]
    let validator: OutputValidator
    /// The published trees by name.
    let published: [String: PublishedTree]
    let report: Report
    let clock: StageClock

    /// Keeps what takes long to free until the process ends. Unlike folders, locks and workers, it has
    /// nothing to do when it is released.
    func keepMemory() {
        ProcessMemory.keep(
            input.notes, input.folder.sources, input.map, input.permalinks, plans, published)
    }
}

/// A clock that measures consecutive stages, from its creation to the end of the last one.
struct StageClock: Sendable {
    private(set) var timings: [(stage: String, seconds: Double)] = []
    private var last = ContinuousClock.now

    /// Begins the next stage now: the last one ended earlier.
    mutating func resume() { last = .now }

    mutating func end(_ stage: String) {
        let now = ContinuousClock.now
        let spent = (now - last).components
        timings.append((stage, Double(spent.seconds) + Double(spent.attoseconds) / 1e18))
        last = now
    }
}
