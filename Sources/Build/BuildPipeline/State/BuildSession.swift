import LocalFiles
import NoteArchives
import NoteModel
import OutputChecks
import OutputPlan
import OutputTree
import Platform

/// A run on an output folder: its lock, its records, its options. The folder stays locked as long
/// as the session exists.
struct BuildSession: Sendable {
    let options: BuildOptions
    let folder: OutputFolder
    /// The record of the last build; nil if none has succeeded, or the record is lost.
    let last: BuildRecord?
    let progress: BuildProgress
    let start = Date()
    /// The decoded entries of the cache, from earlier runs of the process.
    private let memory: CacheMemory?

    /// Locks the output folder and reads its records. In a dry run the folder is only inspected.
    ///
    /// - Parameter hasNotes: True if it is known that there are notes.
    /// - Throws: ``UserFacingError``; ``OutputTreeError`` if another run holds the lock, or the
    ///   folder cannot be used for output.
    init(
        opening options: BuildOptions, _ progress: BuildProgress, memory: CacheMemory? = nil,
        hasNotes: Bool = false
    ) throws {
        var options = options
        do {
            folder = try Self.open(options, hasNotes: hasNotes)
        } catch OutputTreeError.locked(let path, let holder) {
            // Another run at work is not a failure of this one.
            throw OutputTreeError.locked(path: path, holder: holder)
        } catch {
            Self.runHook(options, after: error, lock: nil)
            throw error
        }
        if let file = options.passwordFile {
            do { options.password = try PasswordFile.bookPassword(in: file) } catch {
                BuildSession(options, folder).recordFailure(error)
                throw error
            }
        }
        last = BuildRecord(in: folder.records)
        // Users delete the cache to request a full build.
        if last != nil, (try? LocalFiles.status(folder.cache)) == .some(nil) {
            options.isFull = true
        }
        (self.options, self.progress, self.memory) = (options, progress, memory)
    }

    private static func open(_ options: BuildOptions, hasNotes: Bool) throws -> OutputFolder {
        try options.requirePlaces()
        try options.requireOwnLedger()
        // No folder is created if the notes cannot be read; in an existing one the failure is
        // recorded.
        if try !hasNotes && !options.place.present.isOurs {
            let folder = try ReadStage(options).folder
            if folder.sources.isEmpty, !folder.leftOut.contains(where: \.mayHoldNotes),
                !options.allowsRemovals
            {
                throw NoNotesError(folder: options.notes)
            }
        }
        // A single archive may be anywhere, even next to the notebook.
        if let notes = NotesInput(options.notes), notes.file == nil {
            try BuildPipeline.requireApart(notes: notes.folder, output: options.output)
        }
        return options.isDry
            ? try OutputFolder(lookingAt: options.place)
            : try OutputFolder(options.place, waiting: options.waits)
    }

    /// Opens the build cache, in a dry run only for reading; in a full build without its earlier
    /// entries.
    func openCache() -> BuildCache {
        // The threads that do most of the work exist by now, unless editions add others.
        if options.edition == nil, options.editions.isEmpty { ProcessMemory.endHeapPadding() }
        guard !options.isDry else {
            return BuildCache(readingAt: folder.cacheFile, program: ProgramVersion.build)
        }
        // The cache of earlier versions, in which texts of deleted notes must not remain.
        for ending in ["", "-journal"] {
            try? LocalFiles.remove(folder.records + "/state.sqlite" + ending)
        }
        PreparedParts(folder).merge()
        return BuildCache(
            folder.cacheFile, program: ProgramVersion.build, startsEmpty: options.isFull,
            memory: memory)
    }

    /// Returns the stages that the editions of a run share.
    ///
    /// - Parameters:
    ///   - snapshot: The snapshot of the run; nil if there is none.
    ///   - hashesSources: True if the output names the digests of the sources.
    ///   - scratch: A folder for pictures that a dry run makes.
    ///   - mayRepeat: True if the run begins again when files change meanwhile.
    ///   - editions: The options of the editions; empty if there is one notebook.
    /// - Throws: ``UserFacingError`` if the notes folder cannot be read.
    func sharedStages(
        _ cache: BuildCache, snapshot: FolderSnapshot?, hashesSources: Bool,
        scratch: ScratchFolder, mayRepeat: Bool, editions: [BuildOptions] = []
    ) throws -> SharedStages {
        let reader = try ReadStage(
            options, cache: cache, stamps: (snapshot?.notes ?? FileStampIndex()).lookup,
            hashesSources: options.hashesSources || hashesSources, mayRepeat: mayRepeat)
        return SharedStages(
            reader, cache: cache, pictures: options.isDry ? try scratch.path() : folder.cache,
            width: options.width, rules: editions.map { ($0.rules, $0.timeZone) })
    }

    /// Keeps the derivatives of an edition. If there is no other, all others are removed.
    func keepDerivatives(of input: BuildInput, in shared: SharedStages) async {
        await shared.keepDerivatives(of: input)
        if !shared.isOfEditions { await removeOtherDerivatives(shared) }
    }

    /// Removes the derivatives that no edition of the run needs.
    func removeOtherDerivatives(_ shared: SharedStages) async {
        guard !options.isDry else { return }
        await shared.removeOtherDerivatives(writtenBefore: start)
    }

    /// Returns the plan of the only page of an encrypted edition; the plans of any other notebook as
    /// they are.
    ///
    /// - Throws: ``UserError`` if the page cannot be encrypted, ``FileError``, and the errors of its
    ///   content.
    func sealed(
        _ plans: [TreePlan], of input: BuildInput, _ validator: OutputValidator,
        in scratch: ScratchFolder, into report: inout Report
    ) throws -> [TreePlan] {
        guard let password = options.password else { return plans }
        let stage = SealStage(
            sink: ExportSink(
                validator.validator(of: ""), derivatives: input.derivatives,
                scratch: try scratch.path()),
            folder: folder, scratch: try scratch.path())
        return try plans.map { try stage.run($0.files, password: password, into: &report) }
    }

    /// Returns the published trees by name, one for each requested format, with what others have
    /// changed in them.
    ///
    /// - Parameter snapshot: The snapshot of this run, whose trees need not be examined again; nil
    ///   if there is none.
    func publishedTrees(_ snapshot: FolderSnapshot?) throws -> [String: PublishedTree] {
        try Dictionary(
            uniqueKeysWithValues: options.formats.map(\.tree).sorted().map { tree in
                let known = snapshot?.trees[tree]
                return (
                    tree,
                    try PublishedTree(
                        tree, in: folder, known: known, isDry: options.isDry, start: options.now())
                )
            })
    }

    /// Records in the status file that a run has failed, and runs the hook for that. Does nothing
    /// in a dry run.
    func recordFailure(_ failure: any Error) {
        guard !options.isDry else { return }
        let diagnostics = Self.diagnostics(of: failure, options)
        var status = RunStatus(
            state: .failed, record: last, diagnostics: diagnostics,
            failure: (failure.message, failure.exitStatus), start: start)
        // The run has already failed, with a message of its own.
        try? status.write(to: folder.status)
        status.hook = Self.runHook(options, after: failure, lock: folder.lockDescriptor)
        if status.hook != nil { try? status.write(to: folder.status) }
        folder.discardIfUnused()
    }

    fileprivate init(_ options: BuildOptions, _ folder: OutputFolder) {
        (self.options, self.folder, progress, memory) = (options, folder, .none, nil)
        last = BuildRecord(in: folder.records)
    }

    private static func diagnostics(
        of failure: any Error, _ options: BuildOptions
    ) -> [Diagnostic] {
        [Diagnostic(.failedRun, origin: .init(source: ""), summary: failure.message)]
            + options.notices
    }

    /// Runs the hook for failed runs, with a report of the failure that exists as long as the hook
    /// runs.
    ///
    /// - Returns: The result; nil if there is no hook, and in a dry run. The failure of the run
    ///   matters more than that of its hook.
    @discardableResult
    fileprivate static func runHook(
        _ options: BuildOptions, after failure: any Error, lock: Int32?
    ) -> RunHooks.Result? {
        guard let hook = options.hooks.failed, !options.isDry else { return nil }
        var report = Report()
        report.diagnostics = diagnostics(of: failure, options)
        let scratch = ScratchFolder()
        var path = ""
        if let folder = try? scratch.makeFolder(), let json = try? report.json(),
            (try? LocalFiles.create(folder + "/report.json", bytes: json)) != nil
        {
            path = folder + "/report.json"
        }
        return withExtendedLifetime(scratch) {
            options.hooks.run(hook, report: path, status: .failed, keeping: lock)
        }
    }
}

extension Build {
    /// Records a failure that occurred before a build could begin, such as an invalid
    /// configuration, in the status of the notebook that would have been built, and runs the hook
    /// for that.
    ///
    /// - Parameter options: The options as far as they are known; see
    ///   ``BuildOptions/init(recovering:)``.
    package static func recordFailure(_ failure: any Error, _ options: BuildOptions) {
        guard !options.isDry else { return }
        guard let folder = try? OutputFolder.existing(at: options.place, waiting: options.waits)
        else {
            BuildSession.runHook(options, after: failure, lock: nil)
            return
        }
        BuildSession(options, folder).recordFailure(failure)
    }
}

extension NotesInput {
    /// Finds the notes folder or the single archive at a path; nil if nothing is there.
    init?(_ path: String) {
        guard let resolved = LocalFiles.resolved(path),
            let status = try? LocalFiles.status(resolved)
        else { return nil }
        self.init(
            folder: status.isFolder ? resolved : LocalFiles.folder(of: resolved),
            file: status.isFolder ? nil : resolved)
    }
}

extension FolderSnapshot {
    /// Takes a snapshot; nil if the notes cannot be listed, in which case reading them reports the
    /// reason.
    ///
    /// - Parameter other: The snapshot of another edition of the notes.
    init?(_ options: BuildOptions, in folder: OutputFolder, sharing other: FolderSnapshot? = nil) {
        guard let notes = NotesInput(options.notes),
            let snapshot = try? FolderSnapshot(options, notes: notes, in: folder, sharing: other)
        else { return nil }
        self = snapshot
    }
}

extension OutputFolder {
    /// The path of the file of the build cache.
    var cacheFile: String { records + "/build-cache" }
}
