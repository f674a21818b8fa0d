import Hashing
import LocalFiles
import MediaProcessing
import NoteModel
import OutputChecks
import OutputTree
import Platform
import SitePages
import SiteUploads

extension BuildSession {
    /// True if a run has nothing to write.
    func isUnchanged(since snapshot: FolderSnapshot?) -> Bool {
        guard let last, let snapshot else { return false }
        return !options.isFull && last.isCurrent(snapshot)
    }

    /// Returns the outcome of a run that has nothing to write; nil if something may have changed.
    ///
    /// - Throws: ``FileError`` if the status cannot be written.
    func unchanged(since snapshot: FolderSnapshot?) throws -> Build.Outcome? {
        guard let last, isUnchanged(since: snapshot) else { return nil }
        let diagnostics = Report.diagnostics(ofReportAt: folder.report)
        if last.owesHook, !options.isDry {
            // Nothing is written after a rollback, but others have to learn of it.
            var report = Report()
            report.diagnostics = diagnostics.filter {
                ![.failedUpload, .failedHook].contains($0.identifier)
            }
            let known = report.diagnostics.count
            let next = delivered(
                last, .unchanged, runsHook: true, outputs: last.outputs, &report)
            return Build.Outcome(
                report: nil, isComplete: last.isComplete, notes: last.noteCount,
                remaining: Array(report.diagnostics[..<known]), hasFailedHook: next.owesHook,
                news: Array(report.diagnostics[known...]))
        }
        if !options.isDry {
            try RunStatus(
                state: .unchanged, record: last, diagnostics: diagnostics, start: start
            )
            .write(to: folder.status)
        }
        return Build.Outcome(
            report: nil, isComplete: last.isComplete, notes: last.noteCount,
            remaining: diagnostics)
    }

    /// Returns the record of changes, updated with those of this run.
    func changeRecord(_ changes: RunChanges, input: BuildInput) throws -> ChangeRecord {
        let isKnown = try LocalFiles.status(folder.noteChanges) != nil
        // Until there was a list of changed files, the record had its name.
        return try ChangeRecord(contentsOf: isKnown ? folder.noteChanges : folder.changes)
            .adding(changes, to: input.notebook.notes)
    }

    /// Returns the ledger of earlier publications, and reports that there is none if the site has an
    /// address, at which it may have been published before.
    ///
    /// - Throws: ``UserFacingError`` for a file that is missing or cannot be read.
    func readLedger(_ cache: BuildCache, into report: inout Report) throws -> LedgerFile {
        let ledger = try folder.readLedger(cache, startsNewLedger: options.startsNewLedger)
        if let address = options.site.address, ledger.isMissing {
            report.diagnostics.add(
                .newLedger, source: "",
                summary: "There is no ledger of earlier addresses, so all notes get new addresses.",
                suggestion:
                    "If \(address.text) was published from elsewhere before, copy the ledger of that notebook to \(folder.ledger) and build again; otherwise the former addresses of renamed notes no longer work."
            )
        }
        return ledger
    }

    /// Returns the bytes of the new ledger; nil if it is unchanged, and in a dry run.
    func newLedger(_ input: BuildInput, cache: BuildCache) async -> [UInt8]? {
        let ledger = options.isDry ? nil : input.permalinks.newLedger
        return ledger.map { LedgerFile.document(of: $0, cache) }
    }

    /// Removes published trees that this run does not build but that may contain notes it excludes.
    /// Files that Notebinder did not write are kept. Nothing is removed in a dry run.
    ///
    /// - Throws: ``OutputTreeError`` or ``FileError`` if a tree cannot be removed; nothing must be
    ///   published then, since the tree would still show the notes.
    func removeRevealingTrees(excluded: [Note]) throws -> [TreeStaging.Result] {
        let isRevealed = last?.publishedAny(of: excluded) ?? !excluded.isEmpty
        guard isRevealed || options.isEncrypted, !options.isDry else { return [] }
        let built = Set(options.formats.map(\.tree))
        return try folder.publishedTrees().filter { !built.contains($0) }
            .map { try folder.removeTree($0) }
    }

    /// Removes what no tree needs any longer, writes the records of the run and runs its hook.
    func finish(
        _ published: PublishStage.Published, removed: [TreeStaging.Result], input: BuildInput,
        report: Report, changes: RunChanges, templates: Fingerprint, snapshot: FolderSnapshot?,
        cache: BuildCache, clock: inout StageClock
    ) throws -> Build.Outcome {
        var report = report
        for result in published.results + removed { report.add(result) }
        for tree in removed.map(\.tree) {
            report.diagnostics.add(
                .removedTree, source: tree,
                summary:
                    "\(folder.treePath(tree)) was removed: it is not built any more, and might contain notes that are excluded now.",
                suggestion: "To publish it without them, add its format to --formats.")
        }
        report.diagnostics += published.validator.diagnostics
        if !options.isDry { remember(in: &report) }
        var next = BuildRecord(
            report, snapshot: snapshot, notes: changes.states, options: options,
            templates: templates)
        if !options.isDry {
            input.tidyUp(folder, options: options, since: last)
            cache.deleteUnused()
            write(&report)
            let outputs = try? FolderSnapshot.outputs(
                options, in: folder, known: published.snapshots())
            next = try recorded(next, published: published, report: &report, outputs: outputs)
        }
        clock.end("finish")
        let known = last?.diagnostics ?? []
        return Build.Outcome(
            report: report, isComplete: report.isComplete, notes: report.notes,
            hasFailedHook: next.owesHook,
            changes: changes,
            news: report.diagnostics.filter { !known.contains($0.key) },
            trees: (published.results + removed).map(TreeChanges.init), timings: clock.timings,
            cacheCounts: cache.counts)
    }

    /// Remembers the rules of the publication for runs without its configuration.
    private func remember(in report: inout Report) {
        guard let error = options.rememberRules(), !options.rules.isEmpty else { return }
        report.diagnostics.add(
            .unrememberedRules, source: "",
            summary: "Which notes are private cannot be remembered: \(error).",
            suggestion:
                "Always name this configuration, or set XDG_STATE_HOME to a folder that you may write: without both, a build for another folder would publish them."
        )
    }

    private func write(_ report: inout Report) {
        do {
            try report.write(to: folder.report)
        } catch {
            report.diagnostics.add(
                .unwrittenReport,
                summary: "The trees are published; the report could not be written: \(error).")
        }
    }

    /// Writes the build record and the status, after running the hook.
    ///
    /// - Parameter outputs: The fingerprint of the outputs before the hook; nil if it is not known.
    private func recorded(
        _ record: BuildRecord, published: PublishStage.Published, report: inout Report,
        outputs: Fingerprint?
    ) throws -> BuildRecord {
        var next = record
        let isPublished = published.results.contains { !$0.isUnchanged }
        next.published = isPublished ? Date() : last?.published
        next.addChecks(
            of: published.results.map(\.tree), in: folder,
            files: published.validator.filesToRecheck, since: last)
        let state = isPublished ? RunStatus.State.published : .unchanged
        let delivered = delivered(
            next, state, runsHook: isPublished || last?.owesHook == true, outputs: outputs,
            &report)
        if delivered.owesHook { try? report.write(to: folder.report) }
        return delivered
    }

    /// Uploads the site and runs the hook for a publication, and writes the build record and the
    /// status.
    ///
    /// - Parameter runsHook: True if the site has changed since the hook was run.
    /// - Returns: The record, which owes the hook if either fails: the next run repeats both.
    private func delivered(
        _ record: BuildRecord, _ state: RunStatus.State, runsHook: Bool, outputs: Fingerprint?,
        _ report: inout Report
    ) -> BuildRecord {
        var next = record
        let hook = runsHook ? options.hooks.published : nil
        guard hook != nil || options.destination != nil else {
            next.owesHook = false
            folder.markChangesPublished()
            write(next, outputs: outputs, state, &report)
            return next
        }
        // If the run is ended while the hook runs, the next one runs it again.
        next.owesHook = true
        var owing = next
        owing.inputs = nil
        write(owing, outputs: outputs, state, &report)
        // The hook may tell others that the site is there.
        let isUploaded = upload(&report)
        let result = isUploaded ? hook.map { run($0, &report) } : nil
        next.owesHook = result?.failure != nil || !isUploaded
        if next.owesHook {
            next.inputs = nil
            next.problemCount = report.diagnostics.count
        } else {
            folder.markChangesPublished()
        }
        // The hook may have put files into the trees.
        write(
            next, outputs: try? FolderSnapshot.outputs(options, in: folder), state, &report,
            hook: result)
        return next
    }

    /// Uploads the site, if the configuration has a destination.
    ///
    /// - Returns: False if that failed.
    private func upload(_ report: inout Report) -> Bool {
        guard let destination = options.destination else { return true }
        do {
            _ = try SiteUpload(
                of: folder, to: destination,
                progress: { [progress] in progress.update("Uploading", done: $0, of: $1) }
            ).run()
            return true
        } catch {
            report.diagnostics.add(
                .failedUpload, summary: "The site was not uploaded: \(error.message)")
            return false
        }
    }

    private func write(
        _ record: BuildRecord, outputs: Fingerprint?, _ state: RunStatus.State,
        _ report: inout Report, hook: RunHooks.Result? = nil
    ) {
        // Without a record the next run reads everything, with the same result.
        try? record.write(outputs: outputs, in: folder.records)
        do {
            try RunStatus(
                state: state, record: record, diagnostics: report.diagnostics, start: start,
                hook: hook
            ).write(to: folder.status)
        } catch {
            report.diagnostics.add(
                .unwrittenReport,
                summary: "The trees are published; the status could not be written: \(error).")
        }
    }

    private func run(_ hook: String, _ report: inout Report) -> RunHooks.Result {
        let result = options.hooks.run(
            hook, report: folder.report, changes: folder.changes, status: .published,
            keeping: folder.lockDescriptor)
        if let failure = result.failure {
            report.diagnostics.add(
                .failedHook,
                summary: "The trees are published; the hook “\(hook)” \(failure).",
                suggestion: "The next run repeats it.")
        }
        return result
    }
}

extension BuildInput {
    /// Removes the originals and generations that are no longer needed. What cannot be removed is
    /// left to a later run; the trees are already published.
    ///
    /// - Parameter last: The record of the last build; nil if there is none.
    fileprivate func tidyUp(
        _ folder: OutputFolder, options: BuildOptions, since last: BuildRecord?
    ) {
        let media = self.media.all
        // The absence of this folder requests a full build.
        try? LocalFiles.makeFolder(folder.cache)
        try? folder.pruneOriginals(keeping: Set(media.map(\.original.digest)))
        // Older trees may contain notes that have been excluded since.
        let isOtherwise =
            last.map {
                $0.exclusions != options.rules.settings
                    || options.isEncrypted && !$0.settings.contains(BuildOptions.encrypted)
                    || $0.publishedAny(of: excluded.map(\.note))
            } ?? false
        try? folder.pruneGenerations(keeping: isOtherwise ? 0 : options.keptGenerations)
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
            diagnostics.add(
                .damagedFile, source: result.tree + "/" + path,
                summary:
                    "\(result.tree)/\(path) differed from what was published and was regenerated.")
        }
        for path in result.remains {
            diagnostics.add(
                .foreignFile, source: result.tree + "/" + path,
                summary:
                    "\(result.tree)/\(path) was of another publication than the records of the notebook, as from a backup, and is no longer published.",
                suggestion: "It was moved to \(result.remainsFolder)/\(path).")
        }
        for path in result.foreign {
            diagnostics.add(
                .foreignFile, source: result.tree + "/" + path,
                summary: "\(result.tree)/\(path) was not written by Notebinder, and was kept.")
        }
    }
}
