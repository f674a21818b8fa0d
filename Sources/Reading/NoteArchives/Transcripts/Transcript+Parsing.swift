package import NoteModel

extension Transcript {
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
            self.init(cues: [], text: source.trimmed, problems: collector.problems)
            return
        case .vtt: try collector.readWebVTT(TranscriptLine.all(of: source.bytes))
        case .srt: collector.readSubRip(TranscriptLine.all(of: source.bytes))
        }
        guard !collector.cues.isEmpty else { throw .noCues }
        self.init(cues: collector.sortedCues, problems: collector.problems)
    }

    /// - Parameter cues: The cues in the order of their start, at least one.
    init(cues: [Cue], problems: [Problem] = []) {
        var bytes: [UInt8] = []
        for cue in cues {
            if !bytes.isEmpty { bytes.append(0x0A) }
            for byte in cue.text.utf8 { bytes.append(byte == 0x0A ? 0x20 : byte) }
        }
        self.init(cues: cues, text: String(decoding: bytes, as: UTF8.self), problems: problems)
    }
}

/// The cues and the problems that a reader has found so far in a file. The memory that problems take
/// depends on their kinds, not on their number.
struct CueCollector {
    private(set) var cues: [Transcript.Cue] = []
    private(set) var problems: [Transcript.Problem] = []
    private let source: DecodedText
    private let format: TranscriptFormat

    init(_ source: DecodedText, format: TranscriptFormat) {
        (self.source, self.format) = (source, format)
        if let line = source.firstReplacedLine { report(.replacedBytes, line: line - 1) }
    }

    /// Returns times that can be used; nil for others, which are reported.
    ///
    /// - Parameter line: The position of the line of the times, from 0.
    mutating func accepted(_ times: CueTimes?, line: Int) -> CueTimes? {
        if let times, times.areInRange { return times }
        report(times == nil ? .unreadableTimes : .excessiveTime, line: line)
        return nil
    }

    /// Adds the cues of a text: one, or one for each speaker, or none if nothing but markup is
    /// there.
    ///
    /// - Parameters:
    ///   - head: The line of the times, after which the text begins.
    ///   - end: The index after the text.
    ///   - line: The position of the line of the times, from 0.
    mutating func add(after head: TranscriptLine, to end: Int, _ times: CueTimes, line: Int) {
        let text = CueText(source.bytes[head.text.endIndex..<end], format: format)
        if text.hasUnknownTag { report(.unknownTags, line: line) }
        guard !text.pieces.isEmpty else { return }
        if times.end < times.start { report(.endBeforeStart, line: line) }
        cues += text.pieces.map {
            Transcript.Cue(
                start: times.start, end: max(times.start, times.end), speaker: $0.speaker,
                text: $0.text)
        }
    }

    /// Counts a problem. Lines have to be reported in ascending order for each kind.
    ///
    /// - Parameter line: The position of the line, from 0.
    mutating func report(_ kind: Transcript.Problem.Kind, line: Int) {
        if let index = problems.firstIndex(where: { $0.kind == kind }) {
            problems[index].add(line + 1)
        } else {
            problems.append(Transcript.Problem(kind: kind, count: 1, lines: [line + 1]))
        }
    }

    /// The cues in the order of their start. Equal ones keep the order of the file, which the
    /// sorting of the standard library does not promise.
    var sortedCues: [Transcript.Cue] {
        let order = cues.indices.sorted { (cues[$0].start, $0) < (cues[$1].start, $1) }
        return order.map { cues[$0] }
    }
}
