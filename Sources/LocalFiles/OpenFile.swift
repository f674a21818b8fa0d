private import CFileSystem
import Foundation

/// An open file; closed when the value goes out of use.
package struct OpenFile: ~Copyable {
    private let descriptor: Int32
    package let path: String

    /// How a file is opened.
    package enum Access: Sendable {
        case read
        /// Makes a new file for reading by all; an existing one is an error.
        case create
        /// Opens a file to hold a lock on, and makes it where it is missing.
        case lock
        /// Writes behind what a file holds.
        case append
    }

    package init(_ path: String, _ access: Access = .read) throws(FileError) {
        let flags: Int32 =
            switch access {
            case .read: O_RDONLY | O_CLOEXEC
            case .create: O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
            case .lock: O_RDWR | O_CREAT | O_CLOEXEC
            case .append: O_WRONLY | O_APPEND | O_CLOEXEC
            }
        // A named pipe among the notes may not hold the run until somebody writes to it.
        descriptor = open(path, flags | O_NONBLOCK, 0o644)
        self.path = path
        guard descriptor >= 0 else {
            throw FileError(
                action: access == .read || access == .append ? "open" : "create", path: path,
                code: errno)
        }
    }

    deinit {
        close(descriptor)
    }

    /// Size, kind and times of the file.
    package func status() throws(FileError) -> FileStatus {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw FileError(action: "examine", path: path, code: errno)
        }
        return FileStatus(status)
    }

    /// Fills `buffer` from the bytes at `offset`, and returns how many there were; fewer than
    /// asked for only at the end of the file.
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

    /// Writes all of `bytes` behind what was written before.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        var written = 0
        while written < bytes.count, let base = bytes.baseAddress {
            let count = Foundation.write(descriptor, base + written, bytes.count - written)
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(action: "write to", path: path, code: errno)
            }
            written += count
        }
    }

    /// Writes bytes over those at a position.
    package func write(_ bytes: [UInt8], at position: Int) throws(FileError) {
        guard pwrite(descriptor, bytes, bytes.count, off_t(position)) == bytes.count else {
            throw FileError(action: "write to", path: path, code: errno)
        }
    }

    /// Takes the kernel's lock on the file, for as long as it is open. False where another
    /// process holds it.
    ///
    /// - Parameter seconds: How long that one is waited for.
    package func lockExclusively(waiting seconds: Double = 0) throws(FileError) -> Bool {
        try lock(LOCK_EX, waiting: seconds)
    }

    /// Takes the kernel's lock on the file together with other readers, for as long as it is open.
    ///
    /// - Returns: False where another process holds it exclusively.
    package func lockShared() throws(FileError) -> Bool { try lock(LOCK_SH, waiting: 0) }

    private func lock(_ kind: Int32, waiting seconds: Double) throws(FileError) -> Bool {
        // A process that another thread has just started holds what this one held before, until
        // it has become the program that it is to run.
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

    /// Writes all bytes, and unless told otherwise waits until they are on the disk.
    package func writeAll(
        _ bytes: [UInt8], synchronizing: Bool = true
    ) throws(FileError) {
        var failure: FileError?
        bytes.withUnsafeBytes { buffer in
            do throws(FileError) { try write(buffer) } catch { failure = error }
        }
        if let failure { throw failure }
        if synchronizing { try synchronize() }
    }

    /// Waits until the content, or a folder's names, are on the disk.
    package func synchronize() throws(FileError) {
        guard fsync(descriptor) == 0 else {
            throw FileError(action: "write to", path: path, code: errno)
        }
    }

    /// Waits until everything on the file's file system is on the disk.
    package func synchronizeFileSystem() throws(FileError) {
        let code = cfilesystem_synchronize(descriptor)
        guard code == 0 else { throw FileError(action: "write to", path: path, code: code) }
    }

    /// Shares the storage of `other` where the file system can. False where it cannot.
    package func clone(of other: borrowing OpenFile) -> Bool {
        cfilesystem_clone(other.descriptor, descriptor) == 0
    }
}

/// What a file is, as the file system tells.
package struct FileStatus: Hashable, Sendable {
    package let isFile: Bool
    package let isFolder: Bool
    package let size: Int
    package let inode: UInt64
    /// When the content was last changed, in nanoseconds since 1970.
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

    /// When anything of a file was changed last, in nanoseconds since 1970.
    static func lastChange(_ status: stat) -> Int64 {
        #if canImport(Darwin)
            nanoseconds(status.st_ctimespec)
        #else
            nanoseconds(status.st_ctim)
        #endif
    }

    /// In nanoseconds since 1970, as the times of files.
    package static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1e9) }

    /// Clocks of file systems are coarse: what was changed just before it was looked at may be
    /// changed once more without showing it.
    private static let timestampGranularity: Int64 = 2_000_000_000

    /// Whether every change after a look would show.
    ///
    /// - Parameters:
    ///   - changed: The last change that was seen, in nanoseconds since 1970.
    ///   - start: When it was begun to look.
    package static func isSettled(_ changed: Int64, before start: Int64) -> Bool {
        changed < start - timestampGranularity
    }

    /// Wraps after the year 2262, and is only ever compared for being the same.
    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
