import ContentHashing
package import LocalFiles
import OutputPlan
import Synchronization

/// The folder that holds the published trees, and this program's own records in `.notebinder`.
package final class OutputFolder: Sendable {
    /// Absolute.
    package let path: String
    /// Nil for a folder that is only looked at.
    private let lock: HeldLock?
    /// True if this run is the first one in the folder.
    private let isFirstRun: Bool
    /// True if this run created the folder.
    private let isCreated: Bool
    /// Originals in the store whose content this run has compared with their digests.
    let verifiedOriginals = Mutex<Set<ContentDigest>>([])

    /// Takes a folder that an earlier run made; nil for any other.
    ///
    /// - Throws: ``OutputTreeError`` where another run holds it.
    package static func existing(
        at path: String, waiting seconds: Double = 0
    ) throws(OutputTreeError) -> OutputFolder? {
        isOurs(path) ? try OutputFolder(path, waiting: seconds) : nil
    }

    /// Whether an earlier run made the folder.
    package static func isOurs(_ path: String) -> Bool {
        let mark = "\(path)/\(recordsName)/format"
        return ((try? LocalFiles.status(mark)) ?? nil) != nil
    }

    private static let recordsName = ".notebinder"
    private static let markText = "notebinder 1\n"

    package var records: String { path + "/" + Self.recordsName }
    package var cache: String { records + "/cache" }
    package var report: String { records + "/report.json" }
    /// How the last run ended.
    package var status: String { records + "/status.json" }

    /// Takes a folder for this run: one that an earlier run made, an empty one, or a new one.
    ///
    /// - Parameter seconds: How long another run is waited for.
    /// - Throws: ``OutputTreeError`` for a folder that is somebody else's, and where another run
    ///   holds it.
    package init(_ path: String, waiting seconds: Double = 0) throws(OutputTreeError) {
        self.path = LocalFiles.absolute(path)
        let records = self.path + "/" + Self.recordsName
        let mark = records + "/format"
        try Self.requireNoDanglingLink(self.path)
        let isMarked = try Self.requireOursOrNobodys(self.path)
        isCreated = try OutputTreeError.wrapping { () throws(FileError) in
            try LocalFiles.status(path) == nil
        }
        let held = try OutputTreeError.wrapping { () throws(FileError) -> HeldLock? in
            try LocalFiles.makeFolder(records)
            let file = try OpenFile(records + "/lock", .lock)
            guard try file.lockExclusively(waiting: seconds),
                // A run that failed may have discarded the folder meanwhile.
                try LocalFiles.status(records + "/lock")?.inode == file.status().inode
            else { return nil }
            return HeldLock(file)
        }
        isFirstRun = !isMarked
        guard let held else { throw .locked(path: self.path) }
        lock = held
        if !isMarked {
            try OutputTreeError.wrapping { () throws(FileError) in
                try LocalFiles.replace(mark, Array(Self.markText.utf8))
            }
        }
    }

    /// Takes a folder to look at it alone: nothing is written, and nobody is kept out.
    ///
    /// - Throws: ``OutputTreeError`` for a folder that is somebody else's.
    package init(lookingAt path: String) throws(OutputTreeError) {
        self.path = LocalFiles.absolute(path)
        lock = nil
        (isFirstRun, isCreated) = (false, false)
        _ = try Self.requireOursOrNobodys(self.path)
    }

    /// Takes a folder that an earlier run made for reading: nothing is created or written, and no run
    /// changes it meanwhile.
    ///
    /// A folder without a lock file, or with one that may not be opened, is not locked.
    ///
    /// - Throws: ``OutputTreeError`` for any other folder, and where another run holds it.
    package init(reading path: String) throws(OutputTreeError) {
        self.path = LocalFiles.absolute(path)
        (isFirstRun, isCreated) = (false, false)
        guard Self.isOurs(self.path) else { throw .notOurs(path: self.path) }
        lock = try Self.sharedLock(of: self.path)
    }

    private static func sharedLock(of folder: String) throws(OutputTreeError) -> HeldLock? {
        do throws(FileError) {
            let file = try OpenFile("\(folder)/\(recordsName)/lock")
            if try file.lockShared() { return HeldLock(file) }
        } catch {
            guard error.isMissing || error.isDenied else { throw .file(error) }
            return nil
        }
        throw .locked(path: folder)
    }

    private static func requireNoDanglingLink(_ path: String) throws(OutputTreeError) {
        let target = try OutputTreeError.wrapping { () throws(FileError) -> String? in
            guard try LocalFiles.status(path) == nil,
                try LocalFiles.status(path, followingLinks: false) != nil
            else { return nil }
            return try LocalFiles.linkTarget(path)
        }
        if let target { throw .danglingLink(path: path, target: target) }
    }

    /// Removes the records of a first run that published nothing, and the folder if that run made it.
    package func discardIfUnused() {
        let trees = (try? LocalFiles.entries(of: path)) ?? []
        guard isFirstRun, trees.map(\.name) == [Self.recordsName],
            (try? LocalFiles.status(ledger)) == .some(nil)
        else { return }
        // What cannot be removed is used by the next run.
        try? LocalFiles.remove(records)
        if isCreated { _ = LocalFiles.removeIfEmpty(path) }
    }

    /// A first run may have been ended before it could leave its mark.
    private static let beginnings: Set<String> = ["lock", "format.new"]

    /// - Returns: Whether it is ours.
    private static func requireOursOrNobodys(_ path: String) throws(OutputTreeError) -> Bool {
        if isOurs(path) { return true }
        let status = try OutputTreeError.wrapping { () throws(FileError) in
            try LocalFiles.status(path)
        }
        guard let status else { return false }
        guard status.isFolder else { throw .notAFolder(path: path) }
        let isFree = try OutputTreeError.wrapping { () throws(FileError) -> Bool in
            let names = try LocalFiles.entries(of: path).map(\.name)
            guard names == [recordsName] else { return names.isEmpty }
            return try LocalFiles.entries(of: path + "/" + recordsName)
                .allSatisfy { beginnings.contains($0.name) }
        }
        guard isFree else { throw .notOurs(path: path) }
        return false
    }

    /// Makes ready what a run that was ended may have left half done: finishes a swap, or takes
    /// its beginnings away. The published trees are whole before and after.
    package func recover(tree: String) throws(FileError) {
        let next = manifestPath(tree) + ".next"
        if let manifest = try? Manifest(contentsOf: next) {
            let live = try LocalFiles.status(treePath(tree), followingLinks: false)
            let staged = try LocalFiles.status(stagingPath(tree), followingLinks: false)
            if live?.inode == manifest.folderInode {
                for old in [stagingPath(tree), retiredPath(tree)] {
                    try rescueLateFiles(of: tree, from: old)
                    try retire(tree, from: old)
                }
                try LocalFiles.rename(next, to: manifestPath(tree))
            } else if live == nil, staged?.inode == manifest.folderInode {
                try LocalFiles.rename(stagingPath(tree), to: treePath(tree))
                try LocalFiles.rename(next, to: manifestPath(tree))
            }
        }
        let isGone = try LocalFiles.status(treePath(tree), followingLinks: false) == nil
        let retired = try LocalFiles.status(retiredPath(tree), followingLinks: false)
        if isGone, retired != nil {
            try LocalFiles.rename(retiredPath(tree), to: treePath(tree))
        }
        try LocalFiles.remove(next)
        try LocalFiles.remove(stagingPath(tree))
        try LocalFiles.remove(freshPath(tree))
        try LocalFiles.remove(retiredPath(tree))
    }

    /// Takes away what a failed run has staged, and nothing that was published before.
    package func discardStaging(of trees: [String]) {
        for tree in trees { try? recover(tree: tree) }
        _ = LocalFiles.removeIfEmpty(records + "/staging")
    }

    /// What somebody put into a tree after it was listed goes into the one in its place.
    ///
    /// - Parameter known: Paths of files that are there already.
    func rescueLateFiles(
        of tree: String, from old: String, known: Set<String>? = nil
    ) throws(FileError) {
        guard try LocalFiles.status(old) != nil,
            let manifest = try? Manifest(contentsOf: manifestPath(tree))
        else { return }
        let written = manifest.places
        let known = known ?? Set(manifest.foreign)
        var late: [String] = []
        _ = try ListedTree(old).look { entry in
            guard !entry.status.isFolder else { return }
            let path = String(decoding: entry.path, as: UTF8.self)
            if written[path] == nil, !known.contains(path) { late.append(path) }
        }
        for path in late {
            let target = treePath(tree) + "/" + path
            guard try LocalFiles.status(target, followingLinks: false) == nil else { continue }
            try LocalFiles.makeFolder(LocalFiles.folder(of: target))
            try LocalFiles.linkOrCopy(old + "/" + path, to: target)
        }
    }

    /// Waits until everything that was written here is on the disk.
    package func synchronize() throws(FileError) {
        try OpenFile(records).synchronizeFileSystem()
    }

    /// Which address belongs to which note; may be put under version control.
    package var ledger: String { records + "/ledger.json" }

    /// When which note changed.
    package var changes: String { records + "/changes.json" }

    /// The record of what a tree holds.
    package func manifest(_ tree: String) -> String { manifestPath(tree) }

    package func treePath(_ tree: String) -> String { path + "/" + tree }
    func stagingPath(_ tree: String) -> String { records + "/staging/" + tree }
    func freshPath(_ tree: String) -> String { records + "/staging/" + tree + ".fresh" }
    func retiredPath(_ tree: String) -> String { records + "/staging/" + tree + ".retired" }
    func manifestPath(_ tree: String) -> String { records + "/manifests/" + tree }
    var store: String { records + "/originals" }
}

/// The kernel's lock, held as long as the value lives.
private final class HeldLock: Sendable {
    private let file: OpenFile

    init(_ file: consuming OpenFile) {
        self.file = file
    }
}
