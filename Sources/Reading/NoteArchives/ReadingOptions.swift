package import LocalFiles
package import NoteModel
package import Platform

/// The owner's settings for reading archives.
package struct ReadingOptions: Sendable {
    package var vocabulary: ArchiveVocabulary
    /// The time zone of dates that do not state one.
    package var timeZone: ZoneInfo
    /// Measures the pages of documents that were written on, by which handwriting is divided into
    /// pages; nil to assume the usual size.
    package var measuring: DocumentMeasuring?
    /// The settings for notes of Apple Notes.
    package var appleNotes: AppleNotes

    /// The owner's settings for reading a store of Apple Notes.
    package struct AppleNotes: Hashable, Sendable {
        /// True if the folders of notes become tags as well.
        package var tagsFolders = false
        /// True to read the notes in *Recently Deleted*, which are otherwise counted only.
        package var readsTrash = false
        /// The passwords to try on locked notes, which are otherwise named only.
        package var passwords: [String] = []

        package init() {}
    }

    /// Returns the sizes of the pages of a PDF file, in order; nil if it cannot be read.
    package typealias DocumentMeasuring = @Sendable (StoredBytes) -> [PageSize]?

    package init(
        vocabulary: ArchiveVocabulary = .standard, timeZone: ZoneInfo = .utc,
        appleNotes: AppleNotes = AppleNotes(), measuring: DocumentMeasuring? = nil
    ) {
        (self.vocabulary, self.timeZone, self.measuring) = (vocabulary, timeZone, measuring)
        self.appleNotes = appleNotes
    }
}
