import Platform

/// A failed call to the operating system.
package struct FileError: Error, Hashable, Sendable {
    /// The attempted action as a verb phrase that completes "cannot …": `open`, `write to`.
    package let action: String
    package let path: String
    /// The value of `errno`.
    package let code: Int32

    package init(action: String, path: String, code: Int32) {
        (self.action, self.path, self.code) = (action, path, code)
    }

    /// Requires that a call to the operating system has succeeded.
    ///
    /// - Throws: The error of the call, whose code is in `errno`.
    static func check(
        _ hasSucceeded: Bool, action: String, path: String
    ) throws(FileError) {
        guard hasSucceeded else { throw FileError(action: action, path: path, code: errno) }
    }

    /// True if another file is in the way, or the file system does not allow the name.
    package var isOfName: Bool {
        [EEXIST, ENOTDIR, EISDIR, ENAMETOOLONG, EILSEQ, EINVAL].contains(code)
    }
    package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
    /// True if a folder to be replaced or removed is not empty.
    package var isNotEmpty: Bool { code == ENOTEMPTY }
    package var isDenied: Bool { code == EACCES || code == EPERM }
    /// True if a file could not be created or changed.
    package var isOfWriting: Bool { ["create", "write to"].contains(action) }
    /// True if the file system is read-only.
    package var isReadOnly: Bool { code == EROFS }
    package var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }
    /// The message of the operating system, such as "Permission denied".
    package var reason: String {
        code == Self.hollow
            ? "Not copied whole (almost nothing of it is on the disk)"
            : String(cString: strerror(code))
    }
}

extension FileError: CustomStringConvertible {
    package var description: String { "cannot \(action) \(path): \(reason)" }
}

extension FileError {
    /// The code for a file that does not exist.
    package static let noSuchFile = ENOENT
    package static let busy = EBUSY
    package static let diskFull = ENOSPC
    package static let tooLarge = EFBIG
    /// The code for a file that is shorter than expected.
    package static let cutOff = EIO
    package static let exists = EEXIST
    package static let notAllowed = EPERM
    /// The code for a large file to which almost nothing was ever written. It is not a value of
    /// `errno`.
    package static let hollow: Int32 = -1
}
