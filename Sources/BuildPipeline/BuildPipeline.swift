package import Diagnostics
import Foundation
import LocalFiles
import NoteAddresses
import NoteArchives
import NoteModel
import OutputPlan
import OutputTree
import PhotoDerivatives
import SitePages

/// The main job: archive bytes to model values, to plans, to published trees.
package enum BuildPipeline {
    /// What came of a run.
    package struct Outcome: Sendable {
        /// Also written to `.notebinder/report.json`; nil where nothing had changed, and that of
        /// the last run still stands.
        package let report: Report?
        /// Whether everything that was found could be read.
        package let isComplete: Bool
        /// True if the hook for a publication failed; the next run runs it again.
        package var hasFailedHook = false

        /// The exit status of the command: 0, 2 or 3.
        package var exitStatus: Int32 { hasFailedHook ? 3 : isComplete ? 0 : 2 }
        package let changes: RunChanges
        /// Diagnostics that the owner was not told of before.
        package let news: [Diagnostic]
        /// Of each tree what was changed in it.
        package let trees: [TreeChanges]
        /// How long each station took, in their order.
        package let timings: [(station: String, seconds: Double)]
        /// What the run had in memory, until somebody lets go of it.
        package let remains: RunRemains

        /// Whether any tree is another one than before.
        package var isPublished: Bool { trees.contains { !$0.isEmpty } }
    }

    /// Reads the notes folder and publishes its trees.
    ///
    /// - Throws: ``BuildFailure``; nothing was published then, and the old trees stand.
    package static func run(
        _ options: BuildOptions, progress: BuildProgress = .none
    ) throws(BuildFailure) -> Outcome {
        do {
            return try stations(options, progress)
        } catch {
            throw BuildFailure(error)
        }
    }

    private static func stations(
        _ options: BuildOptions, _ progress: BuildProgress
    ) throws -> Outcome {
        var clock = StationClock()
        let folder: OutputFolder
        do {
            folder = try openOutput(options)
        } catch let error as OutputTreeError {
            // Another run at work is no failure of this one.
            if case .locked = error { throw error }
            _ = runFailedHook(options, report: "")
            throw error
        }
        let last = LastRun(in: folder.records)
        var options = options
        // The cache is removed to have everything made again, also what is published.
        if last != nil, (try? LocalFiles.status(folder.cache)) == .some(nil) {
            options.isFull = true
        }
        do {
            return try stations(options, folder, last, progress, &clock)
        } catch {
            guard !options.isDry else { throw error }
            let failure = BuildFailure(error)
            var status = RunStatus(
                state: .failed, isComplete: false, noteCount: last?.noteCount,
                problemCount: last?.problemCount, published: last?.published,
                message: failure.message)
            // The run has failed already, and says why.
            try? status.write(to: folder.status)
            status.hook = runFailedHook(options, report: folder.report)
            if status.hook != nil { try? status.write(to: folder.status) }
            folder.discardIfUnused()
            throw failure
        }
    }

    /// - Returns: Nil if there is no hook. The failure of the run matters more than that of its hook.
    private static func runFailedHook(
        _ options: BuildOptions, report: String
    ) -> RunHooks.Result? {
        guard let hook = options.hooks.failed, !options.isDry else { return nil }
        return RunHooks.run(hook, report: report, status: .failed)
    }

    private static func stations(
        _ options: BuildOptions, _ folder: OutputFolder, _ last: LastRun?,
        _ progress: BuildProgress, _ clock: inout StationClock
    ) throws -> Outcome {
        let look = try look(options, folder)
        if let last, let look, !options.isFull, last.stillStands(look) {
            if !options.isDry { try last.status(.unchanged).write(to: folder.status) }
            clock.ends("look")
            return Outcome(
                report: nil, isComplete: last.isComplete, changes: RunChanges(), news: [],
                trees: [], timings: clock.timings, remains: RunRemains([]))
        }
        let state = folder.records + "/state.sqlite"
        let opening = Background {
            options.isDry
                ? RunMemory(lookingAt: state) : RunMemory(state, isForgetting: options.isFull)
        }
        let published = Background {
            try Dictionary(
                uniqueKeysWithValues: options.formats.map(\.tree).map {
                    (
                        $0,
                        try PublishedTree(
                            $0, in: folder, known: look?.trees[$0], isDry: options.isDry)
                    )
                })
        }
        // Nothing is looked at any more when the lock goes.
        defer {
            _ = try? opening.value()
            _ = try? published.value()
        }
        clock.ends("look")
        let planner = try PlanStation(options)
        let reader = try ReadStation(
            options, memory: opening.value(), seen: look?.notes ?? SeenFiles())
        let memory = try opening.value()
        let ledger = try folder.readLedger(
            remembering: memory, startsNewLedger: options.startsNewLedger)
        let scratch = ScratchFolder()
        var prepared = try PreparedNotebook(
            reader, options, cache: options.isDry ? try scratch.makeFolder() : folder.cache,
            ledger: ledger, memory: memory, progress, &clock)
        defer { prepared.endSorting() }
        try requireMostNotes(prepared.addresses, options)
        let comparison = Background { [prepared] in
            try prepared.compared(with: last, options, templates: planner.templateKey)
        }
        let newLedger = (options.isDry ? nil : prepared.addresses.newLedger).map { ledger in
            Background { WrittenLedger(ledger, remembering: memory) }
        }
        // Nothing is looked at any more when what was taken out of sources goes.
        defer {
            _ = try? comparison.value()
            _ = try? newLedger?.value()
        }
        let earlier = ChangeRecord(contentsOf: folder.changes)
        let record =
            options.tellsChanges
            ? try earlier.adding(try comparison.value().changes, to: prepared.notebook.notes) : nil
        let (plans, inspection) = try prepared.planned(
            planner, options, suspects: last?.brokenPages ?? [],
            changes: record?.changes(of: prepared.notebook.notes))
        let (states, changes) = try comparison.value()
        clock.ends("plan")

        let trees = try published.value()
        // Should the run fail from here on, the next one can use what is remembered all the same.
        let saving = Background {
            _ = try? newLedger?.value()
            memory.save()
        }
        defer { _ = try? saving.value() }
        let results: [TreeStaging.Result]
        let looks: @Sendable () -> [String: TreeLook]
        do {
            let station = try PublishStation(
                plans, replacing: trees, in: folder, inspection, prepared.derivatives, options)
            let placed = try station.write(progress)
            try inspection.requireNoLeaks()
            clock.ends("write")
            (results, looks) = try station.publish(placed) {
                if let newLedger { try folder.write(try newLedger.value()) }
                try record?.write(to: folder.changes, replacing: earlier)
            }
        } catch {
            if !options.isDry { folder.discardStaging(of: plans.map(\.tree)) }
            throw error
        }
        var report = prepared.report
        for result in results { report.add(result) }
        report.diagnostics += inspection.diagnostics
        let known = last?.diagnostics ?? []
        let outcome = { (report: Report, timings) in
            Outcome(
                report: report, isComplete: report.isComplete, changes: changes,
                news: report.diagnostics.filter { !known.contains($0.key) },
                trees: results.map(TreeChanges.init),
                timings: timings,
                remains: RunRemains([prepared.contents, inspection, plans, trees]))
        }
        guard !options.isDry else { return outcome(report, clock.timings) }
        var outputs = Background { try RunLook.outputs(options, in: folder, known: looks()) }
        defer { _ = try? outputs.value() }
        prepared.tidyUp(folder, options, since: last)
        do {
            try report.write(to: folder.report)
        } catch {
            report.diagnostics.append(
                Diagnostic(
                    .unwrittenReport, origin: .init(source: ""),
                    summary: "The trees are published; the report could not be written: \(error)."))
        }
        // A hook may copy the output folder.
        try saving.value()
        memory.forgetUnused()
        let isPublished = results.contains { !$0.isUnchanged }
        var hookResult: RunHooks.Result?
        if let hook = options.hooks.published, isPublished || last?.owesHook == true {
            let result = RunHooks.run(hook, report: folder.report, status: .published)
            hookResult = result
            // It may have put something into the trees.
            _ = try? outputs.value()
            outputs = Background { try RunLook.outputs(options, in: folder) }
            if let failure = result.failure {
                report.diagnostics.append(
                    Diagnostic(
                        .failedHook, origin: .init(source: ""),
                        summary: "The trees are published; the hook “\(hook)” \(failure).",
                        suggestion: "It is run again by the next run."))
                try? report.write(to: folder.report)
            }
        }
        var next = LastRun(
            report, look, states, options, planner.templateKey)
        next.published = isPublished ? Date() : last?.published
        next.owesHook = hookResult?.failure != nil
        next.brokenPages = inspection.brokenPages
        if next.owesHook { next.inputs = nil }
        // Without it the next run looks closer, and finds the same.
        try? next.write(outputs: try? outputs.value(), in: folder.records)
        do {
            try next.status(isPublished ? .published : .unchanged, hook: hookResult)
                .write(to: folder.status)
        } catch {
            report.diagnostics.append(
                Diagnostic(
                    .unwrittenReport, origin: .init(source: ""),
                    summary: "The trees are published; the status could not be written: \(error)."))
        }
        clock.ends("publish")
        // The lock is held, and what was taken out of sources is there, until here.
        return withExtendedLifetime((folder, prepared, scratch)) {
            var outcome = outcome(report, clock.timings)
            outcome.hasFailedHook = next.owesHook
            return outcome
        }
    }

    private static func openOutput(_ options: BuildOptions) throws -> OutputFolder {
        // No folder is made for notes that cannot be read; one that is there is told of it.
        if !OutputFolder.isOurs(options.output) {
            let folder = try ReadStation(options).folder
            if folder.sources.isEmpty, !folder.leftOut.contains(where: \.mayHoldNotes),
                !options.allowsRemovals
            {
                throw BuildFailure(noNotesIn: options.notes)
            }
        }
        if let notes = NotesPlace(options.notes), notes.file == nil {
            try requireApart(notes: notes.folder, output: options.output)
        }
        return options.isDry
            ? try OutputFolder(lookingAt: options.output)
            : try OutputFolder(options.output, waiting: options.waits)
    }

    /// Nil for notes that cannot be looked at; reading them tells why.
    static func look(_ options: BuildOptions, _ folder: OutputFolder) throws -> RunLook? {
        guard let notes = NotesPlace(options.notes) else { return nil }
        return try? RunLook(options, notes: notes, in: folder)
    }

    /// Of many notes that are gone at once more are on a disk that is not there than were removed.
    private static func requireMostNotes(
        _ addresses: NoteAddressing, _ options: BuildOptions
    ) throws {
        let (gone, before) = (addresses.gone.count, addresses.earlierCount)
        guard !options.allowsRemovals, gone >= 5, gone * 5 > before else { return }
        throw BuildFailure(
            "\(gone) of the \(before) notes of the last publication are gone from \(options.notes); nothing was published. Is a disk missing, or a copy unfinished? If they were removed on purpose, run again with --allow-removals."
        )
    }

    /// The address of each note, of notes that were never published: of those with one title the
    /// oldest has the bare slug.
    static func slugs(of notes: [Note]) -> [Slug] {
        AddressLedger().assigning(
            notes, signatures: notes.map { NoteSignature($0) },
            isPublished: notes.map { _ in true }
        ).slugs
    }
}

extension BuildPipeline {
    /// Output among the notes would be read as notes, and notes among the output be served.
    static func requireApart(notes: NotesFolder, output: String) throws {
        // A single archive may lie anywhere, also beside the notebook.
        guard !notes.isSingleFile else { return }
        try requireApart(notes: notes.path, output: output)
    }

    private static func requireApart(notes: String, output: String) throws {
        var existing = LocalFiles.absolute(output)
        var missing = ""
        while LocalFiles.resolved(existing) == nil, existing != "/" {
            let parent = LocalFiles.folder(of: existing)
            let last = existing.utf8.dropFirst(parent == "/" ? 0 : parent.utf8.count)
            missing = String(decoding: last, as: UTF8.self) + missing
            existing = parent
        }
        let output = (LocalFiles.resolved(existing) ?? existing) + missing
        guard output != notes, !LocalFiles.isBelow(output, notes),
            !LocalFiles.isBelow(notes, output)
        else {
            throw BuildFailure(
                "The output folder \(output) and the notes folder \(notes) lie in one another. Name another folder with --output."
            )
        }
    }
}

extension PreparedNotebook {
    /// What the notes are, written for the next run to tell what changed, and what changed since the
    /// last.
    fileprivate func compared(
        with last: LastRun?, _ options: BuildOptions, templates: ContentKey
    ) throws -> (states: [UInt8], changes: RunChanges) {
        let states = notebook.notes.indices.map {
            LastRun.NoteState(notebook.notes[$0], digests[$0], keys[$0])
        }
        let written = LastRun.WrittenNotes(notebook.notes, states)
        let changes = RunChanges(
            self, states, written, since: last, told: options.toldOfOutput, templates: templates)
        return (written.bytes, changes)
    }
}

extension NotesPlace {
    /// Nil for nothing.
    fileprivate init?(_ path: String) {
        guard let resolved = LocalFiles.resolved(path),
            let status = try? LocalFiles.status(resolved)
        else { return nil }
        self.init(
            folder: status.isFolder ? resolved : LocalFiles.folder(of: resolved),
            file: status.isFolder ? nil : resolved)
    }
}

extension Report {
    fileprivate mutating func add(_ result: TreeStaging.Result) {
        trees.append(
            Tree(
                name: result.tree, files: result.files,
                written: result.added.count + result.changed.count,
                removed: result.removed.count, foreign: result.foreign))
        for path in result.repaired {
            diagnostics.append(
                Diagnostic(
                    .damagedFile, origin: .init(source: result.tree + "/" + path),
                    summary:
                        "\(result.tree)/\(path) differed from what was published and was regenerated."
                ))
        }
        for path in result.foreign {
            diagnostics.append(
                Diagnostic(
                    .foreignFile, origin: .init(source: result.tree + "/" + path),
                    summary: "\(result.tree)/\(path) was not written by Notebinder, and was kept."))
        }
    }
}

/// Measures the stations one after the other.
struct StationClock {
    private(set) var timings: [(station: String, seconds: Double)] = []
    private var last = ContinuousClock.now

    mutating func ends(_ station: String) {
        let now = ContinuousClock.now
        let spent = (now - last).components
        timings.append((station, Double(spent.seconds) + Double(spent.attoseconds) / 1e18))
        last = now
    }
}
