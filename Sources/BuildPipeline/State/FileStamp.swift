import ContentHashing
import LocalFiles

/// What tells one state of a file from another: its size, its inode, and the times of the last changes
/// of its content and of anything else of it.
struct FileStamp: Sendable {
    let status: FileStatus
    private let changed: Int64

    init(status: FileStatus, changed: Int64) {
        (self.status, self.changed) = (status, changed)
    }

    /// - Throws: ``FileError``, also if nothing is at the path.
    init(_ path: String) throws(FileError) {
        (status, changed) = try LocalFiles.statusAndChange(of: path)
    }

    /// Returns whether a change after a moment would show.
    func isSettled(before start: Int64) -> Bool {
        FileStatus.isSettled(max(changed, status.modified), before: start)
    }

    func add(to parts: inout Fingerprinter) {
        parts.add(status.size)
        parts.add(Int(truncatingIfNeeded: status.inode))
        parts.add(Int(status.modified))
        parts.add(Int(changed))
    }
}
