package import struct Foundation.TimeZone

/// The owner's settings for reading archives.
package struct ReadingOptions: Sendable {
    package var vocabulary: ArchiveVocabulary
    /// The time zone of dates that do not state one.
    package var timeZone: TimeZone

    package init(vocabulary: ArchiveVocabulary = .standard, timeZone: TimeZone = .gmt) {
        self.vocabulary = vocabulary
        self.timeZone = timeZone
    }
}
