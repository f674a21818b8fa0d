/// An error whose message is meant for the person who runs the program, not for its developers.
package protocol UserFacingError: Error {
    /// One or more complete sentences that name the file, say what is wrong with it and what to do.
    var message: String { get }
}
