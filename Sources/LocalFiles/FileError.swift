import Foundation

/// A call to the operating system that failed.
package struct FileError: Error, Hashable, Sendable {
    /// What was tried, as a verb phrase: `open`, `write to`.
    package let action: String
    package let path: String
    /// The value of `errno`.
    package let code: Int32

    package init(action: String, path: String, code: Int32) {
        self.action = action
        self.path = path
        self.code = code
    }

    package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
    /// Whether a folder is there already that holds something.
    package var isNotEmpty: Bool { code == ENOTEMPTY }
    package var isDenied: Bool { code == EACCES || code == EPERM }
    /// Whether the file system is read-only.
    package var isReadOnly: Bool { code == EROFS }
    package var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }
    /// The operating system's words for the reason.
    package var reason: String { String(cString: strerror(code)) }
}

extension FileError: CustomStringConvertible {
    package var description: String { "cannot \(action) \(path): \(reason)" }
}

extension FileError {
    /// The code of a file that is not there.
    package static let noSuchFile = ENOENT
    package static let busy = EBUSY
    /// The code of a file that ends before what was to be read of it.
    package static let cutOff = EIO
    package static let exists = EEXIST
    package static let notAllowed = EPERM
}
