import NoteModel
package import Platform

/// The date that reproducible builds use for their output: the environment variable
/// `SOURCE_DATE_EPOCH` (reproducible-builds.org), in seconds since 1970.
package enum SourceDate {
    /// The date, in the years 1970 to 9999; nil if the variable is not set.
    ///
    /// - Throws: ``UserFacingError`` for a value that is not such a date.
    package static func current() throws -> Date? {
        guard let text = environmentVariable("SOURCE_DATE_EPOCH") else { return nil }
        guard let seconds = Int(text), (0..<253_402_300_800).contains(seconds) else {
            throw UserError(
                "SOURCE_DATE_EPOCH is “\(text)”; it must be a number of seconds since 1970.",
                exitStatus: 64)
        }
        return Date(timeIntervalSince1970: Double(seconds))
    }
}
