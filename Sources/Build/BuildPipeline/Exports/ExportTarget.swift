import LocalFiles
import NoteModel

/// The destination of an export, which is completed in a scratch folder next to it and then moved
/// into place in one step. A destination is locked by one run at a time.
final class ExportTarget {
    /// The absolute path of the export.
    let path: String
    /// The path of a scratch folder, on the same file system and locked by this run. It is deleted
    /// with this object, unless it holds the only copy of an older export.
    let scratch: String
    /// The path for the file that is to be published.
    var made: String { scratch + "/made" }
    private var isReplacing = false
    private let kind: Kind
    private let lock: OpenFile

    /// The kinds of exports that may be replaced.
    enum Kind {
        /// A folder that is a bag made by Notebinder.
        case bag
        case file
    }

    /// The name of the file that marks a scratch folder as Notebinder's own.
    private static let mark = "notebinder-export"
    /// The path of an older export on a file system that cannot exchange folders, for a moment.
    private var replaced: String { scratch + "/replaced" }

    /// - Parameter isReplacing: True if an existing export may be replaced.
    /// - Throws: ``UserFacingError`` if something is at the path that may not be replaced, or
    ///   another run is writing there.
    init(_ output: String, kind: Kind, isReplacing: Bool) throws {
        let path = LocalFiles.absolute(output)
        let parent = LocalFiles.folder(of: path)
        guard let status = try LocalFiles.status(parent) else {
            throw UserError.missingFolder(parent)
        }
        guard status.isFolder else {
            throw UserError("\(parent) is not a folder.", "Name another one.")
        }
        let name = LocalFiles.name(of: path)
        let scratch =
            "\(parent == "/" ? "" : parent)/.\(name.utf8.count > 200 ? "notebinder" : name).new"
        // Files of another run are not touched before its lock is held.
        lock = try Self.locked(scratch, for: output)
        (self.path, self.scratch, self.kind) = (path, scratch, kind)
        try recover()
        self.isReplacing = try mayReplace(isReplacing)
    }

    deinit {
        if !holdsOlderExport { try? LocalFiles.remove(scratch) }
    }

    /// True if the scratch folder holds an older export, and the path of the export has no bag.
    private var holdsOlderExport: Bool {
        ((try? LocalFiles.status(replaced)) ?? nil) != nil
            && !BagWriter.made(path)
    }

    private static func locked(_ scratch: String, for output: String) throws -> OpenFile {
        do {
            // The folder holds pictures of private photos for a while.
            try LocalFiles.makePrivateFolder(scratch)
        } catch {
            guard error.code == FileError.exists else { throw error }
        }
        let inTheWay = UserError(
            "\(scratch) exists and was not written by Notebinder.",
            "Move it away, or choose another output.")
        let isLocked = UserError(
            "Another run is writing \(output).", "Wait until it is done, then run again.",
            exitStatus: 75)
        // A run that ends deletes the folder, at any moment before the lock is held.
        guard let status = try LocalFiles.status(scratch, followingLinks: false) else {
            throw isLocked
        }
        guard status.isFolder else { throw inTheWay }
        let lock: OpenFile
        do { lock = try OpenFile(scratch) } catch {
            throw error.code == FileError.noSuchFile ? isLocked : error
        }
        guard try lock.lockExclusively(),
            try LocalFiles.status(scratch, followingLinks: false)?.inode == lock.status().inode
        else { throw isLocked }
        // Only under the lock, since a run that begins or ends adds or removes the mark.
        if try LocalFiles.status(scratch + "/" + mark) == nil {
            guard try LocalFiles.entries(of: scratch).isEmpty else { throw inTheWay }
            try LocalFiles.create(scratch + "/" + mark, bytes: [])
        }
        return lock
    }

    /// Cleans up after a killed run: moves an older export back to its place, and deletes the rest.
    ///
    /// - Throws: ``UserFacingError`` if that export cannot be restored because something else is at
    ///   its path.
    private func recover() throws {
        try LocalFiles.restoreReplaced(replaced, to: path)
        guard !holdsOlderExport else {
            throw UserError(
                "\(replaced) is the older bag, which an interrupted run could not put back because something else is at \(path).",
                "Move one of the two away.")
        }
        for entry in try LocalFiles.entries(of: scratch) where entry.name != Self.mark {
            try LocalFiles.remove(scratch + "/" + entry.name)
        }
    }

    /// Returns true if an existing export is to be replaced.
    ///
    /// - Throws: ``UserFacingError`` if something is at the path that may not be replaced.
    private func mayReplace(_ isReplacing: Bool) throws -> Bool {
        guard let status = try LocalFiles.status(path, followingLinks: false) else { return false }
        switch kind {
        case .file:
            guard status.isFile else {
                throw UserError("\(path) exists and is not a file.", "Choose another one.")
            }
        case .bag:
            guard status.isFolder else {
                throw UserError("\(path) exists and is not a folder.", "Choose another one.")
            }
            if try LocalFiles.entries(of: path).isEmpty { return false }
            guard BagWriter.made(path) else {
                throw UserError(
                    "\(path) contains files and is not a bag of Notebinder.",
                    "Choose an empty or a new folder with --output.")
            }
            if isReplacing { try requireNoStrangers() }
        }
        guard isReplacing else {
            throw UserError(
                "\(path) exists and was left unchanged.",
                "Choose another one, or replace it with --replace.")
        }
        return true
    }

    /// Refuses to replace a bag that contains files of others.
    private func requireNoStrangers() throws {
        guard let stranger = try BagCheck(path).strangers.first else { return }
        throw UserError(
            "\(path) holds \(stranger), which does not belong to the bag.",
            "Take it out, or name another folder with --output.")
    }

    /// Moves a completed folder or file to the path of the export. An older export is kept until
    /// then.
    func publish(_ made: String) throws {
        guard isReplacing else { return try publishFirst(made) }
        if try LocalFiles.status(made)?.isFile == true {
            return try LocalFiles.rename(made, to: path)
        }
        try requireNoStrangers()
        try LocalFiles.replaceFolder(at: path, with: made, moving: replaced)
    }

    /// Moves a completed export to a path that was free. Anything that appeared there meanwhile is
    /// kept, and is an error.
    private func publishFirst(_ made: String) throws {
        do { try LocalFiles.renameIfFree(made, to: path) } catch {
            guard error.code == FileError.exists || error.isNotEmpty else { throw error }
            throw UserError(
                "\(path) appeared while the export was being written, and was left unchanged.",
                "Run again with another output.")
        }
    }
}
