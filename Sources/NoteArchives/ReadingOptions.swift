package import struct Foundation.TimeZone

/// What the owner says of how archives are to be read.
package struct ReadingOptions: Sendable {
    package var vocabulary: ArchiveVocabulary
    /// Of the clock that dates were written by that do not say.
    package var timeZone: TimeZone

    package init(vocabulary: ArchiveVocabulary = .standard, timeZone: TimeZone = .gmt) {
        self.vocabulary = vocabulary
        self.timeZone = timeZone
    }
}
