import Hashing
import LocalFiles

/// The attributes by which changes of a file are detected: its size, inode, modification time and
/// status change time.
struct FileStamp: Sendable {
    let status: FileStatus
    private let changed: Int64

    init(status: FileStatus, changed: Int64) {
        (self.status, self.changed) = (status, changed)
    }

    /// Reads the stamp of the file at a path.
    ///
    /// - Throws: ``FileError``, also if nothing is at the path.
    init(_ path: String) throws {
        (status, changed) = try LocalFiles.statusAndChange(of: path)
    }

    /// Returns true if every change after a moment would show in the stamp.
    ///
    /// - Parameter start: The moment, in nanoseconds since 1970.
    func isSettled(before start: Int64) -> Bool {
        FileStatus.isSettled(max(changed, status.modified), before: start)
    }

    func add(to parts: inout Fingerprinter) {
        parts.add(
            status.size, Int(truncatingIfNeeded: status.inode), Int(status.modified), Int(changed))
    }
}
