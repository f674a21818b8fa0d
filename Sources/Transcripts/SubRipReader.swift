/// Reads a SubRip file as it is found: with or without numbers and empty lines between the cues,
/// and with empty lines within them.
struct SubRipReader {
    /// A cue whose text is being read.
    private struct OpenCue {
        let times: CueTimes
        /// The line of the times, from 1.
        let line: Int
        let textStart: Int
    }

    /// The last line that is not empty, if it follows the last times.
    private struct LastLine {
        let end: Int
        /// The end of the text before it.
        let previousEnd: Int
        let isNumber: Bool
        let followsEmptyLine: Bool
    }

    private var cue: OpenCue?
    private var last: LastLine?
    private var hasEmptyLine = false
    /// True if the first cue of the file has a number; nil before the first cue.
    private var isNumbered: Bool?
    /// The number, from 1, of the first line that is not empty and precedes the first cue; nil if
    /// there is at most one such line.
    private var firstLooseLine: Int?

    /// Adds all cues of a file to a collector.
    static func read(_ source: DecodedText, into collector: inout CueCollector) {
        var reader = SubRipReader()
        var lines = LineReader(source)
        var previousLine: Int?
        while let line = lines.next() {
            let range = lines.trimmed(line)
            if line.hasArrow, let times = reader.times(in: range, of: lines.bytes) {
                reader.finish(beforeTimes: true, looseLine: previousLine, into: &collector)
                reader.begin(times, at: line, into: &collector)
                previousLine = nil
            } else if range.isEmpty {
                reader.hasEmptyLine = true
            } else {
                if reader.isNumbered == nil, reader.firstLooseLine == nil {
                    reader.firstLooseLine = previousLine
                }
                previousLine = line.number
                reader.last = LastLine(
                    end: range.upperBound,
                    previousEnd: reader.last?.end ?? reader.cue?.textStart ?? 0,
                    isNumber: lines.bytes[range].allSatisfy(\.isDigit),
                    followsEmptyLine: reader.hasEmptyLine)
                reader.hasEmptyLine = false
            }
        }
        reader.finish(beforeTimes: false, looseLine: previousLine, into: &collector)
    }

    /// The outcome of reading a line that looks like the times of a cue.
    private enum Times {
        case readable(CueTimes)
        /// Times that are damaged or negative; the text after them is left out.
        case unreadable
    }

    /// Returns the times in a line with an arrow; nil if it is a line of text.
    private func times(in range: Range<Int>, of bytes: [UInt8]) -> Times? {
        if let times = CueTimesParser.subRip(bytes, range: range) { return .readable(times) }
        // Times that are damaged still have no words before the arrow.
        var (hasDigit, hasColon) = (false, false)
        for index in range {
            let byte = bytes[index]
            if byte == UInt8(ascii: ">") { break }
            guard byte.isDigit || byte.isSpace || ":,.;-".utf8.contains(byte) else { return nil }
            hasDigit = hasDigit || byte.isDigit
            hasColon = hasColon || byte == UInt8(ascii: ":")
        }
        return hasDigit && hasColon ? .unreadable : nil
    }

    /// Begins a cue after the line of its times, or leaves it out.
    private mutating func begin(
        _ times: Times, at line: LineReader.Line, into collector: inout CueCollector
    ) {
        cue = nil
        last = nil
        hasEmptyLine = false
        switch times {
        case .unreadable: collector.report(.unreadableTimes, line: line.number)
        case .readable(let times) where !times.areInRange:
            collector.report(.excessiveTime, line: line.number)
        case .readable(let times):
            cue = OpenCue(times: times, line: line.number, textStart: line.range.upperBound)
        }
    }

    /// Ends the text before the times of a cue or before the end of the file.
    ///
    /// - Parameter looseLine: The number of the last line that is not empty, from 1.
    private mutating func finish(
        beforeTimes: Bool, looseLine: Int?, into collector: inout CueCollector
    ) {
        let endsWithNumber = beforeTimes && lastLineIsNumberOfNextCue
        if isNumbered == nil {
            isNumbered = endsWithNumber
            if let line = firstLooseLine ?? (endsWithNumber ? nil : looseLine) {
                collector.report(.untimedText, line: line)
            }
        }
        guard let cue, let last else { return }
        let end = endsWithNumber ? last.previousEnd : last.end
        collector.add(cue.textStart..<end, times: cue.times, line: cue.line)
    }

    /// True if the line before the times of a cue is the number of the cue, and not a number that
    /// is said, such as a year.
    private var lastLineIsNumberOfNextCue: Bool {
        guard let last, last.isNumber else { return false }
        guard let isNumbered else { return true }
        return hasEmptyLine
            ? last.followsEmptyLine && isNumbered : last.followsEmptyLine || isNumbered
    }
}
