/// A transcript of a recording, from a file next to it: what is said, with the times if the file
/// has them.
///
/// Markup is removed when a file is read, so that all texts are plain: what looks like a tag in
/// them was spelled out by the writer, and has to be escaped on a page.
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
    }

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

    /// Parses the content of a file, in time and memory proportional to its size.
    ///
    /// UTF-8 and UTF-16 with a byte order mark are read in all formats. Other files are taken for
    /// Windows-1252, except for WebVTT, which is always UTF-8, and files that begin with the byte
    /// order mark of UTF-8: in them, U+FFFD replaces the bytes that are not valid, which is
    /// reported. It replaces NUL bytes as well.
    ///
    /// - Parameter format: The format, from the file extension; the content is not used to guess
    ///   another one.
    /// - Throws: ``TranscriptError`` if there is nothing to show: the file is empty, is not a text,
    ///   is not in the format, or has no cue that can be read.
    package init(_ bytes: [UInt8], format: TranscriptFormat) throws(TranscriptError) {
        let source = try DecodedText(bytes, format: format)
        var collector = CueCollector(source, format: format)
        switch format {
        case .txt:
            cues = []
            text = source.trimmed
            problems = collector.problems.list
            return
        case .vtt: try WebVTTReader.read(source, into: &collector)
        case .srt: SubRipReader.read(source, into: &collector)
        }
        guard !collector.cues.isEmpty else { throw .noCues }
        cues = collector.sortedCues
        text = Self.text(of: cues)
        problems = collector.problems.list
    }

    private static func text(of cues: [Cue]) -> String {
        var bytes: [UInt8] = []
        for cue in cues {
            if !bytes.isEmpty { bytes.append(0x0A) }
            for byte in cue.text.utf8 { bytes.append(byte == 0x0A ? 0x20 : byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The cues and the problems that a reader has found so far in a file.
struct CueCollector {
    private(set) var cues: [Transcript.Cue] = []
    private(set) var problems = ProblemList()
    private let source: DecodedText
    private let format: TranscriptFormat
    private var isSorted = true

    init(_ source: DecodedText, format: TranscriptFormat) {
        self.source = source
        self.format = format
        if let line = source.firstReplacedLine { problems.add(.replacedBytes, line: line) }
    }

    /// Adds the cues of a text: one, or one for each speaker, or none if nothing but markup is
    /// there.
    ///
    /// - Parameters:
    ///   - range: The text of the cue, from the line after its times.
    ///   - line: The line of the times, from 1.
    mutating func add(_ range: Range<Int>, times: CueTimes, line: Int) {
        let (pieces, hasUnknownTag) = CueTextReader.pieces(
            of: source.bytes, range: range, format: format)
        if hasUnknownTag { problems.add(.unknownTags, line: line) }
        guard !pieces.isEmpty else { return }
        if times.end < times.start { problems.add(.endBeforeStart, line: line) }
        if let last = cues.last, last.start > times.start { isSorted = false }
        for piece in pieces {
            cues.append(
                Transcript.Cue(
                    start: times.start, end: max(times.start, times.end), speaker: piece.speaker,
                    text: piece.text))
        }
    }

    mutating func report(_ kind: Transcript.Problem.Kind, line: Int) {
        problems.add(kind, line: line)
    }

    /// The cues in the order of their start. Equal ones keep the order of the file, which the
    /// sorting of the standard library does not promise.
    var sortedCues: [Transcript.Cue] {
        guard !isSorted else { return cues }
        let order = cues.indices.sorted { (cues[$0].start, $0) < (cues[$1].start, $1) }
        return order.map { cues[$0] }
    }
}
