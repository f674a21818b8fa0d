import LocalFiles

/// An error whose message is meant for the person who runs the program, not for its developers.
package protocol UserFacingError: Error {
    /// One or more complete sentences that name the file, say what is wrong with it and what to do.
    var message: String { get }
    /// The exit status of a command that fails in this way: 1 unless the error says otherwise, 64
    /// (`EX_USAGE`) for an invalid value, or 75 (`EX_TEMPFAIL`) if a later attempt may succeed.
    var exitStatus: Int32 { get }
}

extension UserFacingError {
    package var exitStatus: Int32 { 1 }
}

extension Error {
    /// The sentences that a person reads about any error.
    package var message: String {
        (self as? any UserFacingError)?.message ?? "Something unexpected went wrong: \(self)."
    }

    /// The exit status of a command that fails with any error.
    package var exitStatus: Int32 { (self as? any UserFacingError)?.exitStatus ?? 1 }
}

/// An error for people, thrown where it happens.
///
/// For example: `UserError("notes.data is empty.", "Copy it again from the device.")`
package struct UserError: UserFacingError, Hashable {
    package let message: String
    package let exitStatus: Int32

    /// - Parameters:
    ///   - problem: What is wrong with which file, in complete sentences.
    ///   - advice: What to do about it, in complete sentences; nil if the problem says it.
    ///   - exitStatus: The exit status of a command that fails in this way.
    package init(_ problem: String, _ advice: String? = nil, exitStatus: Int32 = 1) {
        message = [problem, advice].compactMap(\.self).joined(separator: " ")
        self.exitStatus = exitStatus
    }

    /// Returns the error for something that cannot be read.
    ///
    /// - Parameters:
    ///   - name: A path, or a noun phrase such as “The photo a.jpg”.
    ///   - reason: The reason, without a period.
    package static func unreadable(_ name: String, _ reason: String) -> UserError {
        UserError("\(name) cannot be read: \(reason).")
    }

    /// Returns the result of reading a file.
    ///
    /// - Parameter name: A path, or a noun phrase such as “The photo a.jpg”.
    /// - Throws: The error of ``unreadable(_:_:)`` for a ``FileError``.
    package static func reading<Value>(
        _ name: String, _ read: () throws -> Value
    ) throws -> Value {
        do { return try read() } catch let error as FileError {
            throw unreadable(name, error.reason)
        }
    }

    /// Returns the error for a note, deck or file that no longer exists.
    package static func gone(_ name: String) -> UserError {
        UserError("\(name) no longer exists.")
    }
}
