private import CFileSystem
import Platform

/// An open file, which is closed at the end of its lifetime.
///
/// ```swift
/// let file = try OpenFile(path)
/// let start = try LocalFiles.read(file, count: min(file.status().size, 1024))
/// let copy = try OpenFile(other, access: .create)
/// try copy.writeAll(start)
/// ```
package struct OpenFile: ~Copyable {
    /// The number by which the operating system knows the file, for a process that inherits it.
    package let descriptor: Int32
    package let path: String

    /// The mode in which a file is opened.
    package enum Access: Sendable {
        case read
        /// Opens a file for reading unless its name is that of a symbolic link (`ELOOP`).
        case readWithoutFollowing
        /// Creates a new file, readable by all; an existing one is an error (`EEXIST`).
        case create
        /// Creates a new file that only its owner may read and write.
        case createPrivate
        /// Opens a file to lock or to change it. If it is missing, it is created for its owner only.
        case update
        /// Opens a file to write it anew. If it is missing, it is created, readable by all.
        case rewrite
        /// Appends to an existing file.
        case append
    }

    /// Opens or creates a file.
    ///
    /// - Throws: ``FileError`` if the file cannot be opened or created; with ``FileError/hollow``
    ///   if a large file that exists has almost no data on the disk.
    package init(_ path: String, access: Access = .read) throws(FileError) {
        let flags: Int32 =
            switch access {
            case .read: O_RDONLY | O_CLOEXEC
            case .readWithoutFollowing: O_RDONLY | O_NOFOLLOW | O_CLOEXEC
            case .create, .createPrivate: O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
            case .update, .rewrite: O_RDWR | O_CREAT | O_CLOEXEC
            case .append: O_WRONLY | O_APPEND | O_CLOEXEC
            }
        // Without `O_NONBLOCK`, a named pipe among the notes would block the run until something is
        // written to it.
        let mode: mode_t = [.create, .rewrite].contains(access) ? 0o644 : 0o600
        descriptor = open(path, flags | O_NONBLOCK, mode)
        self.path = path
        guard descriptor >= 0 else {
            throw FileError(
                action: flags & O_CREAT == 0 ? "open" : "create", path: path, code: errno)
        }
        guard ![.read, .readWithoutFollowing, .update].contains(access) || !isHollow else {
            throw FileError(action: "read", path: path, code: FileError.hollow)
        }
    }

    /// Takes over an open file, such as a pipe.
    ///
    /// - Parameter name: The name for messages.
    package init(adopting descriptor: Int32, named name: String) {
        (self.descriptor, path) = (descriptor, name)
    }

    /// True if almost nothing was ever written to a large file: it takes no room on the disk, but
    /// may take any time to read. Interrupted copies leave such files, and attackers make them.
    private var isHollow: Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > Self.maximumSizeOfHole else {
            return false
        }
        let blocks = Int(status.st_blocks)
        // Some file systems count no blocks at all, or pack what is in them.
        return Int(status.st_size) / Self.maximumRatioOfHole > max(blocks, 1) * Self.blockSize
            && (blocks > 0 || cfilesystem_has_no_data(descriptor) != 0)
    }

    /// The size in bytes up to which a file may be a hole, and the maximum ratio of its size to the
    /// bytes written, which compressed content does not reach.
    private static let (maximumSizeOfHole, maximumRatioOfHole) = (64 << 20, 64)
    /// The unit of `st_blocks`, in bytes.
    private static let blockSize = 512

    deinit {
        close(descriptor)
    }

    /// Returns the type, size and modification time of the file.
    ///
    /// - Throws: ``FileError`` if the file cannot be examined.
    package func status() throws(FileError) -> FileStatus {
        var status = stat()
        try FileError.check(fstat(descriptor, &status) == 0, action: "examine", path: path)
        return FileStatus(status)
    }

    /// Reads bytes from `offset` into `buffer`.
    ///
    /// - Returns: The number of bytes read; less than the size of `buffer` only at the end of the
    ///   file.
    /// - Throws: ``FileError`` if the file cannot be read.
    package func read(
        at offset: Int, into buffer: UnsafeMutableRawBufferPointer
    ) throws(FileError) -> Int {
        var filled = 0
        while filled < buffer.count, let base = buffer.baseAddress {
            let count = pread(
                descriptor, base + filled, buffer.count - filled, off_t(offset + filled))
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(action: "read", path: path, code: errno)
            }
            filled += count
        }
        return filled
    }

    /// Writes all of `bytes` after what was written before.
    ///
    /// - Throws: ``FileError`` if the file cannot be written.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        let code = LocalFiles.write(bytes, to: descriptor)
        guard code == 0 else { throw FileError(action: "write to", path: path, code: code) }
    }

    /// Writes all of `bytes` at an offset, over what is there.
    ///
    /// - Throws: ``FileError`` if the file cannot be written.
    package func write(_ bytes: [UInt8], at position: Int) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, off_t(position + written))
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(action: "write to", path: path, code: errno)
            }
            written += count
        }
    }

    /// Shortens the file.
    ///
    /// - Throws: ``FileError`` if the file cannot be changed.
    package func truncate(to size: Int) throws(FileError) {
        try FileError.check(
            ftruncate(descriptor, off_t(size)) == 0, action: "write to", path: path)
    }

    /// Locks the file exclusively until it is closed (`flock`).
    ///
    /// - Parameter seconds: The time to wait for another process to release its lock.
    /// - Returns: False if another process still holds a lock.
    /// - Throws: ``FileError`` if the file cannot be locked for another reason.
    package func lockExclusively(waiting seconds: Double = 0) throws(FileError) -> Bool {
        try lock(LOCK_EX, waiting: seconds)
    }

    /// Ends a lock, even if processes that this one has started have the file open as well.
    package func unlock() { flock(descriptor, LOCK_UN) }

    /// Locks the file together with other readers until it is closed (`flock`).
    ///
    /// - Returns: False if another process holds an exclusive lock.
    /// - Throws: ``FileError`` if the file cannot be locked for another reason.
    package func lockShared() throws(FileError) -> Bool { try lock(LOCK_SH, waiting: 0) }

    private func lock(_ kind: Int32, waiting seconds: Double) throws(FileError) -> Bool {
        // A process that another thread has just started holds all locks of this one until it has
        // executed its program.
        let end = ContinuousClock.now + .seconds(max(seconds, 0.2))
        while true {
            if flock(descriptor, kind | LOCK_NB) == 0 { return true }
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw FileError(action: "lock", path: path, code: errno)
            }
            guard ContinuousClock.now < end else { return false }
            usleep(10_000)
        }
    }

    /// Writes all bytes.
    ///
    /// - Parameter synchronizing: True to wait until they are on disk.
    /// - Throws: ``FileError`` if the file cannot be written.
    package func writeAll(_ bytes: [UInt8], synchronizing: Bool = true) throws(FileError) {
        try bytes.withUnsafeBufferPointer { buffer throws(FileError) in
            try write(UnsafeRawBufferPointer(buffer))
        }
        if synchronizing { try synchronize() }
    }

    /// Waits until the content of the file, or the names in the folder, are on disk.
    ///
    /// - Throws: ``FileError`` if writing to the disk fails.
    package func synchronize() throws(FileError) {
        try FileError.check(fsync(descriptor) == 0, action: "write to", path: path)
    }

    /// Waits until everything in the file's file system is on disk.
    ///
    /// - Throws: ``FileError`` if writing to the disk fails.
    package func synchronizeFileSystem() throws(FileError) {
        let code = cfilesystem_synchronize(descriptor)
        guard code == 0 else { throw FileError(action: "write to", path: path, code: code) }
    }

    /// Makes this file a copy of `other` that shares its storage.
    ///
    /// - Returns: False if the file system does not support it.
    package func clone(of other: borrowing OpenFile) -> Bool {
        cfilesystem_clone(other.descriptor, descriptor) == 0
    }
}

/// The type, size and modification time of a file.
package struct FileStatus: Hashable, Sendable {
    package let isFile: Bool
    package let isFolder: Bool
    package let size: Int
    package let inode: UInt64
    /// The modification time, in nanoseconds since 1970.
    package let modified: Int64
    let permissions: mode_t

    init(_ status: stat) {
        let kind = status.st_mode & S_IFMT
        isFile = kind == S_IFREG
        isFolder = kind == S_IFDIR
        size = Int(status.st_size)
        inode = UInt64(status.st_ino)
        permissions = status.st_mode & 0o7777
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        modified = Self.nanoseconds(time)
    }

    /// The current time in nanoseconds since 1970, comparable to the times of files.
    package static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1e9) }

    /// The granularity of file times, in nanoseconds. A file that was changed just before it was
    /// examined may change once more without a new time stamp.
    private static let timestampGranularity: Int64 = 2_000_000_000

    /// True if every later change would show in the time stamp.
    ///
    /// - Parameters:
    ///   - changed: The last change that was seen, in nanoseconds since 1970.
    ///   - start: When examining the file began, in nanoseconds since 1970.
    package static func isSettled(_ changed: Int64, before start: Int64) -> Bool {
        changed < start - timestampGranularity
    }

    /// Returns nanoseconds since 1970, which wrap around after the year 2262.
    static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
