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
