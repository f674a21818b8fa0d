import NoteModel

/// A line of a transcript without its line break.
struct TranscriptLine {
    let text: ArraySlice<UInt8>
    /// True if the line contains `-->`, which separates the times of a cue.
    let hasArrow: Bool

    /// Returns the lines of a decoded text, of which each ends with LF.
    static func all(of bytes: [UInt8]) -> [TranscriptLine] {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        // The last line ends with the file.
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { TranscriptLine(text: $0, hasArrow: hasArrow($0)) }
    }

    private static func hasArrow(_ line: ArraySlice<UInt8>) -> Bool {
        var dashes = 0
        for byte in line {
            if byte == UInt8(ascii: ">"), dashes >= 2 { return true }
            dashes = byte == UInt8(ascii: "-") ? dashes + 1 : 0
        }
        return false
    }

    /// The text without the spaces around it.
    var trimmed: ArraySlice<UInt8> {
        var text = text.drop(while: \.isSpace)
        while text.last?.isSpace == true { text.removeLast() }
        return text
    }

    /// Returns true if the line is a word, and a space or tab separates it from what follows.
    func begins(with word: String) -> Bool {
        let next = text.dropFirst(word.utf8.count).first
        return text.starts(with: word.utf8) && (next == nil || next == 0x20 || next == 0x09)
    }
}

// MARK: - WebVTT

extension CueCollector {
    /// Reads the blocks of a WebVTT file by the “WebVTT parser algorithm” of the W3C's specification,
    /// section 6.1, as browsers do.
    ///
    /// - Throws: ``TranscriptError/notWebVTT`` if the first line is not the signature.
    mutating func readWebVTT(_ lines: [TranscriptLine]) throws(TranscriptError) {
        guard lines.first?.begins(with: "WEBVTT") == true else { throw .notWebVTT }
        // The lines directly after the first one are a header.
        var next = lines[1...].firstIndex { $0.text.isEmpty || $0.hasArrow } ?? lines.count
        while next < lines.count {
            let first = next
            next += 1
            guard !lines[first].text.isEmpty else { continue }
            // A block ends before an empty line, and before an arrow that cannot belong to it.
            var times = lines[first].hasArrow ? first : nil
            while next < lines.count, !lines[next].text.isEmpty {
                if lines[next].hasArrow {
                    guard next == first + 1, times == nil else { break }
                    times = next
                }
                next += 1
            }
            if let times {
                let found = CueTimes(lines[times].text, format: .vtt)
                if let found = accepted(found, line: times) {
                    add(after: lines[times], to: lines[next - 1].text.endIndex, found, line: times)
                }
            } else if !lines[first].isSilent {
                report(.untimedText, line: first)
            }
        }
    }
}

extension TranscriptLine {
    /// True for the first line of a block without times that was never meant to be shown.
    fileprivate var isSilent: Bool {
        begins(with: "NOTE") || trimmed.elementsEqual("STYLE".utf8)
            || trimmed.elementsEqual("REGION".utf8)
    }
}

// MARK: - SubRip

extension CueCollector {
    /// Reads a SubRip file as it is found: with or without numbers and empty lines between the cues,
    /// and with empty lines within them.
    mutating func readSubRip(_ lines: [TranscriptLine]) {
        var cue: (times: CueTimes, line: Int)?
        // True if the first cue of the file has a number; nil before the first cue.
        var isNumbered: Bool?
        // The lines since the last times that are not empty.
        var texts: [Int] = []
        for position in 0...lines.count {
            let isEnd = position == lines.count
            guard isEnd || lines[position].isTimes else {
                if !lines[position].trimmed.isEmpty { texts.append(position) }
                continue
            }
            let endsWithNumber =
                !isEnd && Self.endsWithNumber(texts, of: lines, before: position, isNumbered)
            if isNumbered == nil {
                isNumbered = endsWithNumber
                if texts.count > (endsWithNumber ? 1 : 0) { report(.untimedText, line: texts[0]) }
            }
            if let cue, let last = texts.dropLast(endsWithNumber ? 1 : 0).last {
                add(
                    after: lines[cue.line], to: lines[last].trimmed.endIndex, cue.times,
                    line: cue.line)
            }
            guard !isEnd else { return }
            texts = []
            let times = CueTimes(lines[position].trimmed, format: .srt)
            cue = accepted(times, line: position).map { ($0, position) }
        }
    }

    /// Returns true if the line before the times of a cue is the number of the cue, and not a number
    /// that is said, such as a year.
    private static func endsWithNumber(
        _ texts: [Int], of lines: [TranscriptLine], before times: Int, _ isNumbered: Bool?
    ) -> Bool {
        guard let last = texts.last, lines[last].trimmed.allSatisfy(\.isDigit) else { return false }
        guard let isNumbered else { return true }
        let followsEmptyLine = last > 0 && lines[last - 1].trimmed.isEmpty
        return last + 1 < times ? followsEmptyLine && isNumbered : followsEmptyLine || isNumbered
    }
}

extension TranscriptLine {
    /// True for a line with the times of a cue of SubRip, which may be damaged.
    fileprivate var isTimes: Bool {
        guard hasArrow else { return false }
        if CueTimes(trimmed, format: .srt) != nil { return true }
        // Times that are damaged still have no words before the arrow.
        let start = trimmed.prefix { $0 != UInt8(ascii: ">") }
        return start.allSatisfy { $0.isDigit || $0.isSpace || ":,.;-".utf8.contains($0) }
            && start.contains(where: \.isDigit) && start.contains(UInt8(ascii: ":"))
    }
}
