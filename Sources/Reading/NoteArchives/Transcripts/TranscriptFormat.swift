/// The formats of transcripts. Raw values are their file extensions in lower case, without the dot.
package enum TranscriptFormat: String, Sendable, CaseIterable {
    /// WebVTT, the format of captions in browsers (W3C, “WebVTT: The Web Video Text Tracks
    /// Format”).
    case vtt
    /// SubRip, which has no specification: numbered cues with a comma before the milliseconds.
    case srt
    /// A text without times, shown as it is.
    case txt
}

/// The reason why a file is not a transcript, so that nothing of it can be shown. Raw values are
/// the ends of sentences about the file, in lower case and without a period.
package enum TranscriptError: String, Error {
    /// The file contains nothing but spaces, line breaks and control characters, such as a copy
    /// that was interrupted.
    case empty = "is empty"
    /// The bytes are neither UTF-8 nor UTF-16 with a byte order mark, and contain control
    /// characters that no text in an older encoding has.
    case notText = "is not a text"
    /// The first line of a WebVTT file is not `WEBVTT`, alone or followed by a comment; browsers
    /// refuse such a file as well.
    case notWebVTT = "does not begin with the line “WEBVTT”"
    /// The file has no cue with a text and with times that can be read, or whose times are all
    /// above 1,000 hours.
    case noCues = "has no text with a time that can be read"
}
