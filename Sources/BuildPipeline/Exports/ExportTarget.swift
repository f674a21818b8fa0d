import BagFiles
import LocalFiles

/// Where an export shall lie that is made whole beside its place, and put there in one step: a bag
/// or a book. Held by one run at a time.
final class ExportTarget {
    /// Absolute.
    let path: String
    /// A folder of this run's own, on the same file system; gone with this value.
    let scratch: String
    private var isReplacing = false
    private let kind: Kind
    private let lock: OpenFile

    /// What may be replaced.
    enum Kind {
        /// A folder that is a bag of this program.
        case bag
        case file
    }

    /// Tells a folder for scratch from one of the same name that somebody made.
    private static let mark = "notebinder-export"
    private static let retired = "replaced"

    /// - Parameter isReplacing: Whether an older export may give way.
    /// - Throws: ``BuildError`` where something is there that may not, or another run is at work.
    init(_ output: String, _ kind: Kind, isReplacing: Bool) throws {
        let path = LocalFiles.absolute(output)
        let parent = LocalFiles.folder(of: path)
        guard let status = try LocalFiles.status(parent) else {
            throw BuildError("The folder \(parent) is not there. Make it, or name another one.")
        }
        guard status.isFolder else {
            throw BuildError("\(parent) is not a folder. Name another one.")
        }
        let name = LocalFiles.name(of: path)
        let scratch =
            "\(parent == "/" ? "" : parent)/.\(name.utf8.count > 200 ? "notebinder" : name).new"
        // Nothing of another run's is touched before its lock is held.
        lock = try Self.locked(scratch, for: output)
        self.path = path
        self.scratch = scratch
        self.kind = kind
        try recover()
        self.isReplacing = try mayReplace(isReplacing)
    }

    deinit {
        if !holdsOlderExport { try? LocalFiles.remove(scratch) }
    }

    /// Whether an older export lies aside that is nowhere else.
    private var holdsOlderExport: Bool {
        ((try? LocalFiles.status(scratch + "/" + Self.retired)) ?? nil) != nil
            && !BagWriter.made(path)
    }

    private static func locked(_ scratch: String, for output: String) throws -> OpenFile {
        if let status = try LocalFiles.status(scratch, followingLinks: false) {
            let isOurs = try status.isFolder && LocalFiles.status(scratch + "/" + mark) != nil
            let isEmpty = try status.isFolder && LocalFiles.entries(of: scratch).isEmpty
            guard isOurs || isEmpty else {
                throw BuildError(
                    "\(scratch) stands where this run would work, and is not its own. Move it away, or name another output."
                )
            }
        } else {
            // It holds pictures of private photos for a while.
            do throws(FileError) {
                try LocalFiles.makePrivateFolder(scratch)
            } catch {
                guard error.code == FileError.exists else { throw error }
            }
        }
        let lock = try OpenFile(scratch)
        // A run that ends takes the folder away, which may have been opened just before.
        guard try lock.lockExclusively(),
            try LocalFiles.status(scratch, followingLinks: false)?.inode == lock.status().inode
        else {
            throw BuildError(
                "Another run is writing \(output). Wait until it is done, then run again.",
                kind: .locked)
        }
        if try LocalFiles.status(scratch + "/" + mark) == nil {
            try LocalFiles.create(scratch + "/" + mark, [])
        }
        return lock
    }

    /// Takes away what a run left that was killed; an older export that it had set aside comes
    /// back.
    private func recover() throws {
        let old = scratch + "/" + Self.retired
        if try LocalFiles.status(old) != nil,
            try LocalFiles.status(path, followingLinks: false) == nil
        {
            try LocalFiles.rename(old, to: path)
        }
        guard !holdsOlderExport else {
            throw BuildError(
                "\(old) is the older bag, which a run that ended could not put back, since \(path) is something else. Move one of the two away."
            )
        }
        for entry in try LocalFiles.entries(of: scratch) where entry.name != Self.mark {
            try LocalFiles.remove(scratch + "/" + entry.name)
        }
    }

    /// Whether something is to be replaced.
    private func mayReplace(_ isReplacing: Bool) throws -> Bool {
        guard let status = try LocalFiles.status(path, followingLinks: false) else { return false }
        switch kind {
        case .file:
            guard status.isFile else {
                throw BuildError("\(path) is there, and is no file. Name another one.")
            }
        case .bag:
            guard status.isFolder else {
                throw BuildError("\(path) is there, and is no folder. Name another one.")
            }
            if try LocalFiles.entries(of: path).isEmpty { return false }
            guard BagWriter.made(path) else {
                throw BuildError(
                    "\(path) holds files, and is no bag of Notebinder. Name an empty or a new folder with --output."
                )
            }
            if isReplacing { try requireNoStrangers() }
        }
        guard isReplacing else {
            throw BuildError(
                "\(path) is there already, and was left as it is. Name another one, or put this one into its place with --replace."
            )
        }
        return true
    }

    /// What somebody put into a bag is not ours to take away.
    private func requireNoStrangers() throws {
        guard let stranger = try BagCheck(path).strangers.first else { return }
        throw BuildError(
            "\(path) holds \(stranger), which is not of the bag. Take it out, or name another folder with --output."
        )
    }

    /// Puts a folder or a file that was made into its place; an older one goes only then.
    func publish(_ made: String) throws {
        guard isReplacing else { return try publishFirst(made) }
        if try LocalFiles.status(made)?.isFile == true {
            return try LocalFiles.rename(made, to: path)
        }
        try requireNoStrangers()
        if try LocalFiles.exchange(made, path) { return }
        // Without an exchange there is a moment without a bag; recovery ends it.
        let old = scratch + "/" + Self.retired
        try LocalFiles.rename(path, to: old)
        do throws(FileError) {
            try LocalFiles.rename(made, to: path)
        } catch {
            try LocalFiles.rename(old, to: path)
            throw error
        }
    }

    /// What came to the place while the export was made stays.
    private func publishFirst(_ made: String) throws {
        do throws(FileError) {
            try LocalFiles.renameIfFree(made, to: path)
        } catch {
            guard error.code == FileError.exists || error.isNotEmpty else { throw error }
            throw BuildError(
                "\(path) came to be while the export was made, and was left as it is. Run again, and name another output."
            )
        }
    }
}
