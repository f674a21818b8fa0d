private import CFileSystem
package import Foundation

/// The calls to the file system that the targets share. Paths are of this machine; a failed
/// call throws a ``FileError`` that names the path.
package enum LocalFiles {
    /// The status of what is at `path`, following symbolic links unless told otherwise; nil
    /// where nothing is.
    package static func status(
        _ path: String, followingLinks: Bool = true
    ) throws(FileError) -> FileStatus? {
        var status = stat()
        let result = followingLinks ? stat(path, &status) : lstat(path, &status)
        if result == 0 { return FileStatus(status) }
        let error = FileError(action: "examine", path: path, code: errno)
        guard error.isMissing else { throw error }
        return nil
    }

    /// The status of a file, and when anything of it was changed last, its content, its names or
    /// who may read it, in nanoseconds since 1970.
    package static func statusAndChange(
        of path: String
    ) throws(FileError) -> (FileStatus, changed: Int64) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw FileError(action: "examine", path: path, code: errno)
        }
        return (FileStatus(status), FileStatus.lastChange(status))
    }

    /// All bytes of a file.
    package static func read(_ path: String) throws(FileError) -> [UInt8] {
        let file = try OpenFile(path)
        let status = try file.status()
        guard !status.isFolder else {
            throw FileError(action: "read", path: path, code: EISDIR)
        }
        return try read(file, count: status.size)
    }

    /// The first `count` bytes of a file, or fewer where it is shorter.
    package static func read(
        _ file: borrowing OpenFile, count: Int, at offset: Int = 0
    ) throws(FileError) -> [UInt8] {
        var failure: FileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(FileError) {
                filled = try file.read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Writes a new file; one that exists is an error.
    ///
    /// - Returns: How the file looks once it is written.
    @discardableResult
    package static func create(_ path: String, _ bytes: [UInt8]) throws(FileError) -> FileStatus {
        let file = try OpenFile(path, .create)
        try file.writeAll(bytes, synchronizing: false)
        return try file.status()
    }

    /// Writes a file beside `path`, then puts it there in one step.
    package static func replace(_ path: String, _ bytes: [UInt8]) throws(FileError) {
        let beside = path + ".new"
        try remove(beside)
        try create(beside, bytes)
        try rename(beside, to: path)
    }

    /// Where this process may write what is to take the place of a file.
    package static func hiddenPath(beside path: String) -> String {
        let name = name(of: path)
        return "\(folder(of: path))/.\(name.utf8.count > 200 ? "note" : name).\(getpid()).new"
    }

    /// Writes a file beside `path` under a hidden name, and puts it there in one step when it is
    /// on the disk; who may read a file that is replaced stays the same.
    ///
    /// - Parameters:
    ///   - isNew: Whether a file that is there already is an error (`EEXIST`).
    ///   - isSynchronizing: Not where whoever writes many files waits once for them all.
    package static func replaceDurably(
        _ path: String, _ bytes: [UInt8], isNew: Bool = false, isSynchronizing: Bool = true
    ) throws(FileError) {
        let beside = hiddenPath(beside: path)
        do throws(FileError) {
            try remove(beside)
            // The bytes come when nobody may read them who might not read the file before.
            let file = try OpenFile(beside, .create)
            if let status = try status(path), chmod(beside, status.permissions) != 0 {
                throw FileError(action: "set the permissions of", path: beside, code: errno)
            }
            try file.writeAll(bytes, synchronizing: isSynchronizing)
            if isNew {
                // A link fails where the name is taken; a renaming would not.
                if link(beside, path) == 0 {
                    try remove(beside)
                } else if errno == EEXIST {
                    throw FileError(action: "create", path: path, code: EEXIST)
                } else {
                    // A file system without links.
                    try rename(beside, to: path)
                }
            } else {
                try rename(beside, to: path)
            }
        } catch {
            try? remove(beside)
            throw error
        }
        if isSynchronizing { try OpenFile(folder(of: path)).synchronize() }
    }

    /// Makes a folder that only its owner may look into; one that is there is an error.
    package static func makePrivateFolder(_ path: String) throws(FileError) {
        guard mkdir(path, 0o700) == 0 else {
            throw FileError(action: "create the folder", path: path, code: errno)
        }
    }

    /// Makes a new folder for temporary files that nobody else may enter.
    ///
    /// - Returns: Its path; whoever asked for it removes it.
    package static func makeTemporaryFolder() throws(FileError) -> String {
        let parent = FileManager.default.temporaryDirectory.path
        var template = Array((parent + "/notebinder-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw FileError(action: "create a folder in", path: parent, code: errno)
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Makes a folder, and those above it that are missing.
    package static func makeFolder(_ path: String) throws(FileError) {
        if mkdir(path, 0o755) == 0 { return }
        switch errno {
        case EEXIST:
            guard let status = try status(path) else {
                throw FileError(action: "follow the link", path: path, code: ENOENT)
            }
            guard status.isFolder else {
                throw FileError(action: "use as a folder the file", path: path, code: ENOTDIR)
            }
        case ENOTDIR:
            let parent = folder(of: path)
            guard parent != path else {
                throw FileError(action: "create the folder", path: path, code: ENOTDIR)
            }
            // Names what is in the way.
            try makeFolder(parent)
            throw FileError(action: "create the folder", path: path, code: ENOTDIR)
        case ENOENT:
            let parent = folder(of: path)
            guard parent != path, !parent.isEmpty else {
                throw FileError(action: "create the folder", path: path, code: ENOENT)
            }
            try makeFolder(parent)
            if mkdir(path, 0o755) != 0, errno != EEXIST {
                throw FileError(action: "create the folder", path: path, code: errno)
            }
        default:
            throw FileError(action: "create the folder", path: path, code: errno)
        }
    }

    /// Has a file written; its folder is made when the first file needs it.
    package static func makingFolder(
        of path: String, _ write: (String) throws(FileError) -> Void
    ) throws(FileError) {
        do throws(FileError) {
            try write(path)
        } catch {
            guard error.isMissing else { throw error }
            try makeFolder(folder(of: path))
            try write(path)
        }
    }

    /// Gives what is at `path` another name, replacing a file there.
    package static func rename(_ path: String, to other: String) throws(FileError) {
        guard Foundation.rename(path, other) == 0 else {
            throw FileError(action: "rename to", path: other, code: errno)
        }
    }

    /// Gives a file another name; where that is taken already, the file is removed instead.
    package static func renameUnlessThere(_ path: String, to other: String) throws(FileError) {
        if Foundation.link(path, other) != 0, errno != EEXIST {
            return try rename(path, to: other)
        }
        try remove(path)
    }

    /// Gives a file or a folder another name; one that is there already is an error (`EEXIST`,
    /// `ENOTEMPTY`), but for an empty folder.
    package static func renameIfFree(_ path: String, to other: String) throws(FileError) {
        guard try status(path)?.isFile == true else { return try rename(path, to: other) }
        guard Foundation.link(path, other) == 0 else {
            let error = FileError(action: "create", path: other, code: errno)
            // A file system without links.
            guard error.isDenied || error.code == ENOTSUP else { throw error }
            guard try status(other, followingLinks: false) == nil else {
                throw FileError(action: "create", path: other, code: EEXIST)
            }
            return try rename(path, to: other)
        }
        try remove(path)
    }

    /// Swaps what is at two paths in one step. False where the file system cannot.
    package static func exchange(_ path: String, _ other: String) throws(FileError) -> Bool {
        switch cfilesystem_exchange(path, other) {
        case 0: return true
        case EINVAL, ENOSYS, ENOTSUP: return false
        case let code: throw FileError(action: "replace", path: other, code: code)
        }
    }

    /// Removes a file or a folder with all that is in it; nothing there is no error.
    package static func remove(_ path: String) throws(FileError) {
        if unlink(path) == 0 || errno == ENOENT { return }
        guard errno == EISDIR || errno == EPERM else {
            throw FileError(action: "remove", path: path, code: errno)
        }
        for entry in try entries(of: path) {
            try remove(path + "/" + entry.name)
        }
        guard rmdir(path) == 0 || errno == ENOENT else {
            throw FileError(action: "remove", path: path, code: errno)
        }
    }

    /// Removes a folder without anything in it. False for any other.
    package static func removeIfEmpty(_ path: String) -> Bool { rmdir(path) == 0 }

    /// Copies a file, sharing its storage where the file system can.
    ///
    /// - Parameter body: Receives the content of the copy in pieces; each byte is read once.
    package static func copy(
        _ path: String, to other: String,
        reading body: (UnsafeRawBufferPointer) throws(FileError) -> Void
    ) throws(FileError) {
        let from = try OpenFile(path)
        let to = try OpenFile(other, .create)
        if to.clone(of: from) {
            let copy = try OpenFile(other)
            return try forEachChunk(of: copy, in: 0..<(try copy.status().size), body)
        }
        try forEachChunk(of: from, in: 0..<(try from.status().size)) { chunk throws(FileError) in
            try to.write(chunk)
            try body(chunk)
        }
    }

    /// Copies a file, sharing its storage where the file system can.
    package static func copy(_ path: String, to other: String) throws(FileError) {
        let from = try OpenFile(path)
        let to = try OpenFile(other, .create)
        if to.clone(of: from) { return }
        try forEachChunk(of: from, in: 0..<(try from.status().size)) { chunk throws(FileError) in
            try to.write(chunk)
        }
    }

    /// Gives a file a second name, or a copy where the file system has no links or no more.
    ///
    /// - Returns: Whether it is the same file.
    @discardableResult
    package static func linkOrCopy(_ path: String, to other: String) throws(FileError) -> Bool {
        if Foundation.link(path, other) == 0 { return true }
        switch errno {
        case EPERM, ENOTSUP, EMLINK, EXDEV:
            try copy(path, to: other)
            return false
        case let code: throw FileError(action: "link", path: other, code: code)
        }
    }

    /// Gives a file a second name: with storage that the two share until one is written, where the
    /// file system can; else by a link, or a copy.
    package static func cloneOrLink(_ path: String, to other: String) throws(FileError) {
        do {
            let from = try OpenFile(path)
            let to = try OpenFile(other, .create)
            if to.clone(of: from) { return }
        }
        try remove(other)
        try linkOrCopy(path, to: other)
    }

    /// Sets when a file was changed last.
    package static func setModified(_ path: String, _ date: Date) throws(FileError) {
        let seconds = date.timeIntervalSince1970
        let whole = seconds.rounded(.down)
        let time = timespec(
            tv_sec: Int(whole), tv_nsec: min(999_999_999, Int((seconds - whole) * 1e9)))
        guard utimensat(AT_FDCWD, path, [time, time], 0) == 0 else {
            throw FileError(action: "set the time of", path: path, code: errno)
        }
    }

    /// The path with symbolic links and `..` resolved; nil where nothing is there.
    package static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The path that a symbolic link holds.
    package static func linkTarget(_ path: String) throws(FileError) -> String {
        do {
            return try FileManager.default.destinationOfSymbolicLink(atPath: path)
        } catch {
            throw FileError(action: "read the link", path: path, code: EINVAL)
        }
    }

    /// The path made absolute, without asking whether it exists.
    package static func absolute(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.path
    }

    /// Whether `path` lies below a folder; both without `..` and links.
    package static func isBelow(_ path: String, _ folder: String) -> Bool {
        path.utf8.starts(with: folder == "/" ? "/".utf8 : (folder + "/").utf8)
    }

    /// The folder that holds `path`.
    package static func folder(of path: String) -> String {
        // Bytes and not characters: a name may begin with a sign that joins the slash before it.
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The last part of a path.
    package static func name(of path: String) -> String {
        let last = path.utf8.split(separator: UInt8(ascii: "/")).last
        return last.map { String(Substring($0)) } ?? path
    }

    /// Hands all bytes of a file to `body`, in pieces of at most 256 kB.
    package static func forEachChunk(
        ofFileAt path: String, _ body: (UnsafeRawBufferPointer) throws(FileError) -> Void
    ) throws(FileError) {
        let file = try OpenFile(path)
        try forEachChunk(of: file, in: 0..<(try file.status().size), body)
    }

    /// Hands the bytes of a range to `body`, in pieces of at most 256 kB. A range that goes
    /// past the end of the file is an error (`EIO`): the file was changed meanwhile.
    package static func forEachChunk(
        of file: borrowing OpenFile, in range: Range<Int>,
        _ body: (UnsafeRawBufferPointer) throws(FileError) -> Void
    ) throws(FileError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: min(range.count, 256 * 1024), alignment: 16)
        defer { buffer.deallocate() }
        var offset = range.lowerBound
        while offset < range.upperBound {
            let wanted = min(buffer.count, range.upperBound - offset)
            let count = try file.read(
                at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
            guard count == wanted else {
                throw FileError(action: "read", path: file.path, code: EIO)
            }
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += count
        }
    }
}
