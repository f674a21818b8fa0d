/// A transcript of a recording, from a file next to it: what is said, with the times if the file
/// has them.
///
/// Markup is removed when a file is read, so that all texts are plain. Anything that still looks
/// like a tag was written as text, and has to be escaped on a page.
package struct Transcript: Hashable, Sendable {
    /// A line of a transcript that is spoken from one moment to another. Cues can overlap, and two
    /// of them can have equal times.
    package struct Cue: Hashable, Sendable {
        /// The beginning in milliseconds from the start of the recording, from 0 to 3,600,000,000
        /// (1,000 hours).
        package let start: Int
        /// The end in milliseconds from the start of the recording, up to 3,600,000,000 and never
        /// less than `start`. Players do not show a cue whose end equals its start.
        package let end: Int
        /// The name of the speaker, from a voice tag of WebVTT (`<v Name>`); nil if the file does
        /// not say who speaks. It is never empty and has single spaces between its words.
        package let speaker: String?
        /// The plain text, whose lines are joined by `"\n"`. It is not empty, has no empty lines,
        /// and no line begins or ends with a space or tab.
        package let text: String

        package init(start: Int, end: Int, speaker: String?, text: String) {
            (self.start, self.end, self.speaker, self.text) = (start, end, speaker, text)
        }
    }

    /// The latest time of a cue in milliseconds: 1,000 hours.
    package static let maximumTime = 1_000 * 3_600_000

    /// The cues in the order of their start, and those with an equal start in the order of the
    /// file; empty for a text without times, and only for that.
    package let cues: [Cue]
    /// The text of a file without times, or the texts of all cues, each on one line and without the
    /// names of speakers. It uses `"\n"` as its only line break, and neither begins nor ends with
    /// one.
    package let text: String
    /// The parts of the file that were left out or changed, with one entry for each kind that
    /// occurs; empty if the whole file is shown.
    package let problems: [Problem]

    package init(cues: [Cue], text: String, problems: [Problem]) {
        (self.cues, self.text, self.problems) = (cues, text, problems)
    }
}
