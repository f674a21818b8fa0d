import Hashing
import LocalFiles
import OutputPlan
import Synchronization

/// The folder that holds the published trees, with Notebinder's records of it.
package final class OutputFolder: Sendable {
    private let place: NotebookPlace
    /// The lock; nil for a folder that was opened without one.
    private let lock: HeldLock?
    /// True if this run is the first one in the folder.
    private let isFirstRun: Bool
    /// True if this run created the folder.
    private let isCreated: Bool
    /// True if this run may write to the folder.
    private let isWritten: Bool
    /// Originals in the store whose content this run has compared with their digests.
    let verifiedOriginals = Mutex<Set<ContentDigest>>([])

    /// Opens and locks the output folder of an earlier run; nil for any other folder.
    ///
    /// - Parameter seconds: The number of seconds to wait for another run.
    /// - Throws: ``OutputTreeError/locked(path:holder:)`` if another run holds the lock, and
    ///   ``OutputTreeError/stateElsewhere(path:)``.
    package static func existing(
        at place: NotebookPlace, waiting seconds: Double = 0
    ) throws -> OutputFolder? {
        let place = place.present
        try place.requireKnownState()
        return try place.isOurs
            ? OutputFolder(place, waiting: seconds, isBuild: false) : nil
    }

    /// The absolute path of the folder.
    package var path: String { place.output }
    /// The absolute path of the permalink ledger.
    package var ledger: String { place.ledger }
    package var records: String { place.records }
    /// The path of the permalink ledger of a notebook whose configuration names no other.
    package var defaultLedger: String { records + "/ledger.json" }
    package var cache: String { records + "/cache" }
    package var report: String { records + "/report.json" }
    /// The path of the status of the last run.
    package var status: String { records + "/status.json" }

    /// Opens and locks a folder for this run: the output folder of an earlier run, an empty folder,
    /// or a new one.
    ///
    /// - Parameters:
    ///   - seconds: The number of seconds to wait for another run.
    ///   - isBuild: True for a run that puts records where they are to be.
    /// - Throws: ``OutputTreeError`` if the folder holds other files, or another run holds the
    ///   lock.
    package init(
        _ place: NotebookPlace, waiting seconds: Double = 0, isBuild: Bool = true
    ) throws {
        self.place = place
        try Self.requireNoDanglingLink(place.output)
        let isMarked = try place.requireOursOrNobodys()
        isCreated = try LocalFiles.status(place.output) == nil
        (isFirstRun, isWritten) = (!isMarked, true)
        if isBuild, place.present != place {
            // Without the lock, another run might be writing what is moved.
            let folder = try OutputFolder(place.present, waiting: seconds)
            try place.moveRecords()
            withExtendedLifetime(folder) {}
        }
        let hasRecords = try LocalFiles.status(place.records) != nil
        // The records contain texts and originals of excluded notes.
        try LocalFiles.makeProtectedFolder(place.records)
        let lockPath = place.records + "/lock"
        let file = try OpenFile(lockPath, access: .update)
        guard try file.lockExclusively(waiting: seconds),
            // A run that failed may have discarded the folder meanwhile.
            try LocalFiles.status(lockPath)?.inode == file.status().inode
        else { throw OutputTreeError.locked(path: place.output, holder: LockHolder(of: lockPath)) }
        lock = HeldLock(file)
        guard isBuild else { return }
        do {
            // What replaced trees that are gone must not be restored beside others.
            if try place.takeOwnership() { try pruneGenerations(keeping: 0) }
            try place.markBeside()
            if !isMarked { try LocalFiles.replace(place.markPath, bytes: NotebookPlace.mark) }
        } catch {
            if isFirstRun { place.discardBeginnings() }
            if !hasRecords { _ = LocalFiles.removeIfEmpty(place.records) }
            if isCreated { _ = LocalFiles.removeIfEmpty(place.output) }
            throw error
        }
    }

    /// The locked file, for a process that keeps the lock until it ends; nil without a lock.
    package var lockDescriptor: Int32? { lock?.file.descriptor }

    deinit {
        // The files that this run has written are made as private as the folder.
        guard isWritten, (try? LocalFiles.status(records))??.isFolder == true else { return }
        try? LocalFiles.makeProtectedFolder(records)
    }

    /// Opens a folder for inspection: nothing is written, and the folder is not locked.
    ///
    /// - Throws: ``OutputTreeError`` if the folder holds files that Notebinder did not write.
    package init(lookingAt place: NotebookPlace) throws {
        self.place = place.present
        lock = nil
        (isFirstRun, isCreated, isWritten) = (false, false, false)
        _ = try place.requireOursOrNobodys()
    }

    /// Opens the output folder of an earlier run for reading: nothing is written, and no run can
    /// change the folder meanwhile.
    ///
    /// A folder without a lock file, or with one that may not be opened, is read without a lock.
    ///
    /// - Throws: ``OutputTreeError`` for any other folder, and if another run holds the lock.
    package init(reading place: NotebookPlace) throws {
        self.place = place.present
        (isFirstRun, isCreated, isWritten) = (false, false, false)
        try self.place.requireKnownState()
        guard try place.isOurs else { throw OutputTreeError.notOurs(path: place.output) }
        try place.requireFormat()
        lock = try Self.sharedLock(of: place)
    }

    private static func sharedLock(of place: NotebookPlace) throws -> HeldLock? {
        do {
            let file = try OpenFile(place.records + "/lock")
            if try file.lockShared() { return HeldLock(file) }
        } catch {
            guard error.isMissing || error.isDenied else { throw error }
            return nil
        }
        throw OutputTreeError.locked(
            path: place.output, holder: LockHolder(of: place.records + "/lock"))
    }

    private static func requireNoDanglingLink(_ path: String) throws {
        guard try LocalFiles.status(path) == nil,
            try LocalFiles.status(path, followingLinks: false) != nil
        else { return }
        throw OutputTreeError.danglingLink(path: path, target: try LocalFiles.linkTarget(path))
    }

    /// Removes the records of a first run that published nothing, and the folder if that run
    /// created it.
    package func discardIfUnused() {
        let trees = (try? LocalFiles.entries(of: path)) ?? []
        guard isFirstRun, trees.map(\.name) == [NotebookPlace.recordsName],
            (try? LocalFiles.status(defaultLedger)) == .some(nil)
        else { return }
        // What cannot be removed is used by the next run.
        try? LocalFiles.remove(records)
        try? LocalFiles.remove(place.beside)
        if isCreated { _ = LocalFiles.removeIfEmpty(path) }
    }

    /// Repairs a tree after a run that was killed: completes a swap that has begun, or removes what
    /// was staged for it. The published tree is complete before and after.
    ///
    /// - Throws: ``FileError`` if a tree cannot be examined, moved or removed.
    package func recover(tree: String) throws {
        let next = manifestPath(tree) + ".next"
        if let manifest = try? Manifest(contentsOf: next) {
            let live = try LocalFiles.status(treePath(tree), followingLinks: false)
            let staged = try LocalFiles.status(stagingPath(tree), followingLinks: false)
            let replaced = try LocalFiles.status(replacedPath(tree), followingLinks: false)
            if live?.inode == manifest.folderInode {
                for old in [stagingPath(tree), replacedPath(tree)] {
                    try rescueLateFiles(of: tree, from: old)
                    try archive(tree, from: old)
                }
                try LocalFiles.rename(next, to: manifestPath(tree))
            } else if live == nil, replaced != nil, staged?.inode == manifest.folderInode {
                try LocalFiles.rename(stagingPath(tree), to: treePath(tree))
                try LocalFiles.rename(next, to: manifestPath(tree))
            }
        }
        try LocalFiles.restoreReplaced(replacedPath(tree), to: treePath(tree))
        try LocalFiles.remove(next)
        try LocalFiles.remove(stagingPath(tree))
        try LocalFiles.remove(freshPath(tree))
        try LocalFiles.remove(replacedPath(tree))
    }

    /// Removes what a failed run has staged. Published trees are not changed.
    package func discardStaging(of trees: [String]) {
        for tree in trees { try? recover(tree: tree) }
        _ = LocalFiles.removeIfEmpty(records + "/staging")
    }

    /// Rescues files that were added to an old tree after it was listed: links or copies them into
    /// the tree that replaced it, unless that has files at their paths.
    ///
    /// - Parameter known: The paths of foreign files that have been carried over; nil for those
    ///   that the manifest lists.
    func rescueLateFiles(of tree: String, from old: String, known: [String]? = nil) throws {
        guard try LocalFiles.status(old) != nil,
            let manifest = try? Manifest(contentsOf: manifestPath(tree))
        else { return }
        let listed = try ListedTree(old)
        guard !manifest.lists(exactly: listed, besides: known ?? manifest.foreign) else { return }
        let written = manifest.places
        let known = Set((known ?? manifest.foreign).map(TreePath.init))
        var late: [String] = []
        _ = listed.forEach { entry in
            guard !entry.status.isFolder else { return }
            let path = TreePath(String(decoding: entry.path, as: UTF8.self))
            if written[path] == nil, !known.contains(path) { late.append(path.text) }
        }
        for path in late {
            let target = treePath(tree) + "/" + path
            guard try LocalFiles.status(target, followingLinks: false) == nil else { continue }
            try LocalFiles.makeFolder(LocalFiles.folder(of: target))
            try LocalFiles.linkOrCopy(old + "/" + path, to: target)
        }
    }

    /// Removes a published tree in one step, except for files that Notebinder did not write, which
    /// stay under their paths.
    ///
    /// - Returns: The changes, in which every file of the tree is removed.
    /// - Throws: ``OutputTreeError`` for a damaged manifest, and for a foreign file that cannot be
    ///   kept; ``FileError``.
    package func removeTree(_ tree: String) throws -> TreeStaging.Result {
        let staging = try TreeStaging(
            TreePlan(tree: tree, files: []), replacing: PublishedTree(tree, in: self), in: self
        ) { _ in preconditionFailure("an empty tree has no derivatives") }
        let result = try staging.complete([])
        try recordChanges(of: [(staging, result)])
        try staging.publish(result, generation: try newGeneration())
        if LocalFiles.removeIfEmpty(treePath(tree)) { try LocalFiles.remove(manifestPath(tree)) }
        return result
    }

    /// Waits until everything that was written to the folder's file system is on the disk.
    ///
    /// - Throws: ``FileError`` if the disk reports an error.
    package func synchronize() throws {
        try OpenFile(records).synchronizeFileSystem()
    }

    /// The path of the list of files that a publication has changed.
    package var changes: String { records + "/changes.json" }
    /// The path of the record of changed notes.
    package var noteChanges: String { records + "/note-changes.json" }

    package func treePath(_ tree: String) -> String { path + "/" + tree }
    func stagingPath(_ tree: String) -> String { records + "/staging/" + tree }
    func freshPath(_ tree: String) -> String { records + "/staging/" + tree + ".fresh" }
    func replacedPath(_ tree: String) -> String { records + "/staging/" + tree + ".retired" }
    package func manifestPath(_ tree: String) -> String { records + "/manifests/" + tree }
    var store: String { records + "/originals" }
    /// The path of the folder for files that a tree had from another publication than its own.
    func setAsidePath(_ tree: String) -> String { records + "/set-aside/" + tree }
}

/// A file lock that is held for the lifetime of the object.
private final class HeldLock: Sendable {
    let file: OpenFile

    init(_ file: consuming OpenFile) {
        self.file = file
    }

    // A hook may have started a program that goes on, and that has the open file as well.
    deinit { file.unlock() }
}
