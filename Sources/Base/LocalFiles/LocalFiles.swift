private import CFileSystem
package import Platform

/// File system calls that the targets share. Paths are those of the operating system; a failed call
/// throws a ``FileError`` that contains the path.
package enum LocalFiles {
    /// Returns the status of what is at `path`; nil if there is nothing.
    ///
    /// - Parameter followingLinks: False to get the status of a symbolic link itself.
    /// - Throws: ``FileError`` if it cannot be examined.
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

    /// Returns the content of a file.
    ///
    /// - Parameter maximum: The size in bytes that the file may have.
    /// - Throws: ``FileError`` if it cannot be read, or is larger (`EFBIG`).
    package static func read(
        _ path: String, atMost maximum: Int = .max
    ) throws(FileError) -> [UInt8] {
        let file = try OpenFile(path)
        let status = try file.status()
        guard status.size <= maximum else {
            throw FileError(action: "read", path: path, code: FileError.tooLarge)
        }
        guard !status.isFolder else { throw FileError(action: "read", path: path, code: EISDIR) }
        return try read(file, count: status.size)
    }

    /// The maximum size of a file with settings or texts that a person has written, in bytes.
    package static let maximumTextSize = 16 << 20

    /// Returns `count` bytes of a file, starting at `offset`; fewer if the file ends before.
    ///
    /// - Throws: ``FileError`` if the file cannot be read.
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

    /// Writes a new file.
    ///
    /// - Returns: The status of the written file.
    /// - Throws: ``FileError`` if the file exists (`EEXIST`) or cannot be written.
    @discardableResult
    package static func create(_ path: String, bytes: [UInt8]) throws(FileError) -> FileStatus {
        let file = try OpenFile(path, access: .create)
        try file.writeAll(bytes, synchronizing: false)
        return try file.status()
    }

    /// Writes a file under a temporary name in the same folder, then renames it to `path`
    /// atomically.
    ///
    /// - Throws: ``FileError`` if the file cannot be written or renamed.
    package static func replace(_ path: String, bytes: [UInt8]) throws(FileError) {
        let beside = path + ".new"
        try remove(beside)
        do throws(FileError) {
            try create(beside, bytes: bytes)
            try rename(beside, to: path)
        } catch {
            try? remove(beside)
            throw error
        }
    }

    /// Writes a file under a hidden name in the same folder, and renames it to `path` atomically
    /// once it is on disk. The permissions of a replaced file are kept.
    ///
    /// - Parameters:
    ///   - isNew: True if an existing file is an error (`EEXIST`).
    ///   - isSynchronizing: False for a caller that writes many files and synchronizes them all at
    ///     once.
    /// - Throws: ``FileError`` if the file cannot be written or renamed.
    package static func replaceDurably(
        _ path: String, bytes: [UInt8], isNew: Bool = false, isPrivate: Bool = false,
        isSynchronizing: Bool = true
    ) throws(FileError) {
        let beside = hiddenPath(beside: path)
        do throws(FileError) {
            try remove(beside)
            // Sets the permissions before writing the bytes, so that only those who could read the
            // old file can read the new one.
            let file = try OpenFile(beside, access: isPrivate ? .createPrivate : .create)
            if let status = try status(path), chmod(beside, status.permissions) != 0 {
                throw FileError(action: "set the permissions of", path: beside, code: errno)
            }
            try file.writeAll(bytes, synchronizing: isSynchronizing)
            if isNew {
                // A link fails if the name is taken; renaming would replace the file.
                if link(beside, path) == 0 {
                    try remove(beside)
                } else if errno == EEXIST {
                    throw FileError(action: "create", path: path, code: EEXIST)
                } else {
                    // The file system does not support links.
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

    /// Creates a folder that only its owner may access.
    ///
    /// - Throws: ``FileError`` if the folder exists (`EEXIST`) or cannot be created.
    package static func makePrivateFolder(_ path: String) throws(FileError) {
        try FileError.check(mkdir(path, 0o700) == 0, action: "create the folder", path: path)
    }

    /// Creates a folder and its missing parents, which only their owner may access; those that
    /// exist are left as they are.
    ///
    /// - Throws: ``FileError`` if a folder cannot be created.
    package static func makePrivateFolders(_ path: String) throws(FileError) {
        if try status(path)?.isFolder == true { return }
        let parent = folder(of: path)
        if parent != path, !parent.isEmpty { try makePrivateFolders(parent) }
        do throws(FileError) { try makePrivateFolder(path) } catch {
            // Another thread or process may have created it meanwhile.
            guard error.code == EEXIST, try status(path)?.isFolder == true else { throw error }
        }
    }

    /// Creates a new folder for temporary files, which only its owner may access.
    ///
    /// - Returns: The path of the folder, which the caller has to remove.
    /// - Throws: ``FileError`` if the folder cannot be created.
    package static func makeTemporaryFolder() throws(FileError) -> String {
        let parent = temporaryFolder
        var template = Array((parent + "/notebinder-XXXXXX").utf8CString)
        try FileError.check(
            mkdtemp(&template) != nil, action: "create a folder in", path: parent)
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Creates a folder and its missing parents; an existing folder is not an error.
    ///
    /// - Throws: ``FileError`` if a folder cannot be created, or a file is in its place
    ///   (`ENOTDIR`).
    package static func makeFolder(_ path: String) throws(FileError) {
        if mkdir(path, 0o755) == 0 { return }
        let failure = FileError(action: "create the folder", path: path, code: errno)
        let parent = folder(of: path)
        switch failure.code {
        case EEXIST:
            guard let status = try status(path) else {
                throw FileError(action: "follow the link", path: path, code: ENOENT)
            }
            guard status.isFolder else {
                throw FileError(action: "use as a folder the file", path: path, code: ENOTDIR)
            }
        case ENOTDIR where parent != path:
            // Throws an error that contains the path of the file in the way.
            try makeFolder(parent)
            throw failure
        case ENOENT where parent != path && !parent.isEmpty:
            try makeFolder(parent)
            try FileError.check(
                mkdir(path, 0o755) == 0 || errno == EEXIST, action: failure.action, path: path)
        default: throw failure
        }
    }

    /// Returns the result of `write`, which writes a file; if the folder of the file is missing,
    /// creates it and calls `write` again.
    ///
    /// - Throws: The error of `write`, or ``FileError`` if the folder cannot be created.
    @discardableResult
    package static func makingFolder<Result: ~Copyable>(
        of path: String, _ write: (String) throws -> Result
    ) throws -> Result {
        do {
            return try write(path)
        } catch let error as FileError where error.isMissing {
            try makeFolder(folder(of: path))
            return try write(path)
        }
    }

    /// Copies a file to a new path, sharing its storage if the file system supports it.
    ///
    /// - Parameter body: Receives the content of the copy in pieces; each byte is read once.
    /// - Throws: ``FileError`` if the file cannot be read or the copy cannot be written, or the
    ///   error of `body`.
    package static func copy(
        _ path: String, to other: String,
        reading body: (UnsafeRawBufferPointer) throws(FileError) -> Void
    ) throws(FileError) {
        let from = try OpenFile(path)
        let to = try OpenFile(other, access: .create)
        if to.clone(of: from) {
            let copy = try OpenFile(other)
            return try forEachChunk(of: copy, in: 0..<(try copy.status().size), body)
        }
        try forEachChunk(of: from, in: 0..<(try from.status().size)) { chunk throws(FileError) in
            try to.write(chunk)
            try body(chunk)
        }
    }

    /// Copies a file to a new path, sharing its storage if the file system supports it.
    ///
    /// - Throws: ``FileError`` if the file cannot be read or the copy cannot be written.
    package static func copy(_ path: String, to other: String) throws(FileError) {
        let from = try OpenFile(path)
        let to = try OpenFile(other, access: .create)
        if to.clone(of: from) { return }
        try forEachChunk(of: from, in: 0..<(try from.status().size)) { chunk throws(FileError) in
            try to.write(chunk)
        }
    }

    /// Creates a hard link to a file, or copies it if the file system does not allow a link.
    ///
    /// - Returns: True for a link, false for a copy.
    /// - Throws: ``FileError`` if the link or the copy cannot be created.
    @discardableResult
    package static func linkOrCopy(_ path: String, to other: String) throws(FileError) -> Bool {
        if Platform.link(path, other) == 0 { return true }
        switch errno {
        case EPERM, ENOTSUP, EMLINK, EXDEV:
            try copy(path, to: other)
            return false
        case let code: throw FileError(action: "link", path: other, code: code)
        }
    }

    /// Copies a file with storage that both share until one is written; if the file system does not
    /// support that, creates a hard link or a full copy.
    ///
    /// - Throws: ``FileError`` if the file cannot be read, or `other` cannot be created.
    package static func cloneOrLink(_ path: String, to other: String) throws(FileError) {
        do {
            let from = try OpenFile(path)
            let to = try OpenFile(other, access: .create)
            if to.clone(of: from) { return }
        }
        try remove(other)
        try linkOrCopy(path, to: other)
    }

    /// Sets the modification time of a file.
    ///
    /// - Throws: ``FileError`` if the time cannot be set.
    package static func setModified(_ path: String, date: Date) throws(FileError) {
        let seconds = date.timeIntervalSince1970
        let whole = seconds.rounded(.down)
        let time = timespec(
            tv_sec: Int(whole), tv_nsec: min(999_999_999, Int((seconds - whole) * 1e9)))
        try FileError.check(
            utimensat(AT_FDCWD, path, [time, time], 0) == 0, action: "set the time of", path: path)
    }

    /// Returns the path with symbolic links and `..` resolved; nil if it does not exist.
    package static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Returns the target of a symbolic link, as stored in it.
    ///
    /// - Throws: ``FileError`` if the path is not a symbolic link (`EINVAL`).
    package static func linkTarget(_ path: String) throws(FileError) -> String {
        do {
            return try FileManager.default.destinationOfSymbolicLink(atPath: path)
        } catch {
            throw FileError(action: "read the link", path: path, code: EINVAL)
        }
    }

    /// Returns the absolute path, whether it exists or not.
    package static func absolute(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.path
    }

    /// True if `path` is below a folder; both must be free of `..` and symbolic links.
    package static func isBelow(_ path: String, _ folder: String) -> Bool {
        path.utf8.starts(with: folder == "/" ? "/".utf8 : (folder + "/").utf8)
    }

    /// Returns a path relative to a folder that contains it; nil for any other.
    package static func path(_ path: String, below folder: String) -> String? {
        isBelow(path, folder)
            ? String(decoding: path.utf8.dropFirst(folder.utf8.count + 1), as: UTF8.self) : nil
    }

    /// Returns the path of the folder that contains `path`; `.` for a mere name.
    package static func folder(of path: String) -> String {
        // Compares bytes, not characters: a name may begin with a character that combines with the
        // slash before it.
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the last component of a path.
    package static func name(of path: String) -> String {
        let last = path.utf8.split(separator: UInt8(ascii: "/")).last
        return last.map { String(Substring($0)) } ?? path
    }

    /// Passes the content of a file to `body`, in pieces of at most 256 KiB.
    ///
    /// - Throws: ``FileError`` if the file cannot be read, or the error of `body`.
    package static func forEachChunk(
        ofFileAt path: String, _ body: (UnsafeRawBufferPointer) throws(FileError) -> Void
    ) throws(FileError) {
        let file = try OpenFile(path)
        try forEachChunk(of: file, in: 0..<(try file.status().size), body)
    }

    /// Passes a range of a file to `body`, in pieces of at most 256 KiB.
    ///
    /// - Throws: ``FileError`` if the file cannot be read or ends within the range (`EIO`), or the
    ///   error of `body`.
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
