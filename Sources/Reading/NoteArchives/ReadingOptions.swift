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

    /// Returns the sizes of the pages of a PDF file, in order; nil if it cannot be read.
    package typealias DocumentMeasuring = @Sendable (StoredBytes) -> [PageSize]?

    package init(
        vocabulary: ArchiveVocabulary = .standard, timeZone: ZoneInfo = .utc,
        measuring: DocumentMeasuring? = nil
    ) {
        (self.vocabulary, self.timeZone, self.measuring) = (vocabulary, timeZone, measuring)
    }
}
