/// The result of an extraction. Every file that was looked at is counted once.
package struct ExtractionReport: Codable, Equatable, Sendable {
    /// The folder with the notes.
    package let folder: String
    package let app: String
    /// The files of the app that were to be copied, including those that cannot be.
    package var files = 0
    package var copied = 0
    package var unchanged = 0
    /// The unchanged files that were deleted from the folder, and so are not copied again.
    package var deleted = 0
    package var failed: [Failure] = []
    /// The files of earlier extractions that were removed, since they are no longer in the backup.
    package var removed = 0
    /// False if the backup was under way or broken off when it was copied.
    package var isFinished = true

    /// A file that could not be copied.
    package struct Failure: Codable, Equatable, Sendable {
        /// The path in the container of the app, or the identifier if the path is unusable.
        package let name: String
        /// The reason, as the end of a sentence after the name.
        package let reason: String
    }

    /// True if every file is accounted for.
    package var addsUp: Bool { files == copied + unchanged + failed.count }
}
