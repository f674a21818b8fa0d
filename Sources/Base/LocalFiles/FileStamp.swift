import Platform

/// The attributes by which changes of a file or folder are detected: its status, which includes
/// size, inode and modification time, and its change time.
package struct FileStamp: Hashable, Sendable {
    package let status: FileStatus
    /// The change time (`ctime`) in nanoseconds since 1970: the last change of content, names or
    /// permissions.
    package let changed: Int64

    init(_ status: stat) {
        self.status = FileStatus(status)
        #if canImport(Darwin)
            changed = FileStatus.nanoseconds(status.st_ctimespec)
        #else
            changed = FileStatus.nanoseconds(status.st_ctim)
        #endif
    }

    /// Reads the stamp of what is at a path, following symbolic links.
    ///
    /// - Throws: ``FileError`` if nothing is there, or it cannot be examined.
    package init(_ path: String) throws(FileError) {
        var status = stat()
        try FileError.check(stat(path, &status) == 0, action: "examine", path: path)
        self.init(status)
    }

    /// Returns true if every change after a moment would show in the stamp.
    ///
    /// - Parameter start: The moment, in nanoseconds since 1970.
    package func isSettled(before start: Int64) -> Bool {
        FileStatus.isSettled(max(changed, status.modified), before: start)
    }
}
