/// Reads the blocks of a WebVTT file by the “WebVTT parser algorithm” of the W3C's specification,
/// section 6.1, as browsers do.
struct WebVTTReader {
    private var lines: LineReader

    /// Adds all cues of a file to a collector.
    ///
    /// - Throws: ``TranscriptError/notWebVTT`` if the first line is not the signature.
    static func read(
        _ source: DecodedText, into collector: inout CueCollector
    ) throws(TranscriptError) {
        var reader = WebVTTReader(lines: LineReader(source))
        guard let first = reader.lines.next(), reader.isSignature(first.range) else {
            throw .notWebVTT
        }
        reader.skipHeader()
        while let line = reader.lines.next() {
            guard !line.range.isEmpty else { continue }
            reader.readBlock(line, into: &collector)
        }
    }

    /// Returns true if a line is `WEBVTT`, and a space or tab separates it from what follows.
    private func isSignature(_ line: Range<Int>) -> Bool {
        begins(line, with: "WEBVTT")
    }

    private func begins(_ line: Range<Int>, with word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard line.count >= count else { return false }
        let end = line.lowerBound + count
        return word.withUTF8Buffer { lines.bytes[line.lowerBound..<end].elementsEqual($0) }
            && (line.count == count || lines.bytes[end] == 0x20 || lines.bytes[end] == 0x09)
    }

    /// Skips the lines directly after the first one, up to an empty line or the times of a cue.
    private mutating func skipHeader() {
        while let line = lines.next(), !line.range.isEmpty {
            if line.hasArrow {
                lines.goBack(to: line)
                return
            }
        }
    }

    /// Reads a block up to an empty line, or to an arrow that cannot belong to it (“collect a
    /// WebVTT block”).
    ///
    /// - Parameter first: The first line of the block, which is not empty: the times of a cue, its
    ///   identifier, or the beginning of a comment, of a style or of a region.
    private mutating func readBlock(_ first: LineReader.Line, into collector: inout CueCollector) {
        var times: LineReader.Line? = first.hasArrow ? first : nil
        var end = first.range.upperBound
        var count = 1
        while let line = lines.next(), !line.range.isEmpty {
            count += 1
            if line.hasArrow {
                guard count == 2, times == nil else {
                    lines.goBack(to: line)
                    break
                }
                times = line
            }
            end = line.range.upperBound
        }
        guard let times else {
            if !isSilent(first) { collector.report(.untimedText, line: first.number) }
            return
        }
        guard let parsed = CueTimesParser.webVTT(lines.bytes, range: times.range) else {
            collector.report(.unreadableTimes, line: times.number)
            return
        }
        guard parsed.areInRange else {
            collector.report(.excessiveTime, line: times.number)
            return
        }
        collector.add(times.range.upperBound..<end, times: parsed, line: times.number)
    }

    /// Returns true if a block without times was never meant to be shown.
    private func isSilent(_ first: LineReader.Line) -> Bool {
        if begins(first.range, with: "NOTE") { return true }
        let word = lines.bytes[lines.trimmed(first)]
        return word.elementsEqual("STYLE".utf8) || word.elementsEqual("REGION".utf8)
    }
}
