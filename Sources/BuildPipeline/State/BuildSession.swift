import BuildCache
import Diagnostics
import Foundation
import LocalFiles
import NoteArchives
import OutputTree

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
    /// - Throws: ``BuildError``; ``OutputTreeError`` if another run holds the lock, or the folder
    ///   cannot be used for output.
    init(
        opening options: BuildOptions, _ progress: BuildProgress, memory: CacheMemory? = nil
    ) throws {
        var options = options
        do {
            folder = try Self.open(options)
        } catch let error as OutputTreeError {
            // Another run at work is not a failure of this one.
            if case .locked = error { throw error }
            _ = RunHooks.runAfterFailure(options, report: "")
            throw error
        }
        last = BuildRecord(in: folder.records)
        // Users delete the cache to request a full build.
        if last != nil, (try? LocalFiles.status(folder.cache)) == .some(nil) {
            options.isFull = true
        }
        self.options = options
        self.progress = progress
        self.memory = memory
    }

    private static func open(_ options: BuildOptions) throws -> OutputFolder {
        // No folder is created if the notes cannot be read; in an existing one the failure is
        // recorded.
        if !OutputFolder.isOurs(options.output) {
            let folder = try ReadStage(options).folder
            if folder.sources.isEmpty, !folder.leftOut.contains(where: \.mayHoldNotes),
                !options.allowsRemovals
            {
                throw BuildError.noNotes(folder: options.notes)
            }
        }
        if let notes = NotesPlace(options.notes), notes.file == nil {
            try BuildPipeline.requireApart(notes: notes.folder, output: options.output)
        }
        return options.isDry
            ? try OutputFolder(lookingAt: options.output)
            : try OutputFolder(options.output, waiting: options.waits)
    }

    /// Opens the build cache, in a dry run only for reading; in a full build without its earlier
    /// entries.
    func openCache() -> BuildCache {
        let path = folder.records + "/state.sqlite"
        return options.isDry
            ? BuildCache(readingAt: path, program: ProgramVersion.build)
            : BuildCache(
                path, program: ProgramVersion.build, startsEmpty: options.isFull, memory: memory)
    }

    /// Returns the published trees by name, one for each requested format, with what others have
    /// changed in them.
    ///
    /// - Parameter snapshot: The snapshot of this run, whose trees need not be examined again; nil
    ///   if there is none.
    func publishedTrees(_ snapshot: FolderSnapshot?) throws -> [String: PublishedTree] {
        try Dictionary(
            uniqueKeysWithValues: options.formats.map(\.tree).map { tree in
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
    func recordFailure(_ failure: BuildError) {
        guard !options.isDry else { return }
        var status = RunStatus(
            state: .failed, isComplete: false, noteCount: last?.noteCount,
            problemCount: last?.problemCount, published: last?.published,
            message: failure.message)
        // The run has already failed, with a message of its own.
        try? status.write(to: folder.status)
        status.hook = RunHooks.runAfterFailure(options, report: folder.report)
        if status.hook != nil { try? status.write(to: folder.status) }
        folder.discardIfUnused()
    }
}

extension RunHooks {
    /// Runs the hook for failed runs.
    ///
    /// - Returns: The result; nil if there is no hook, and in a dry run. The failure of the run
    ///   matters more than that of its hook.
    fileprivate static func runAfterFailure(_ options: BuildOptions, report: String) -> Result? {
        guard let hook = options.hooks.failed, !options.isDry else { return nil }
        return run(hook, report: report, status: .failed)
    }
}

extension NotesPlace {
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
    init?(_ options: BuildOptions, in folder: OutputFolder) {
        guard let notes = NotesPlace(options.notes),
            let snapshot = try? FolderSnapshot(options, notes: notes, in: folder)
        else { return nil }
        self = snapshot
    }
}
