import NoteModel

/// The start and the end of a cue in milliseconds, as written: the end may come first.
struct CueTimes {
    let start: Int
    let end: Int

    /// True if both times are at most 1,000 hours; neither can be negative.
    var areInRange: Bool { max(start, end) <= Transcript.maximumTime }

    /// Parses a line: two times with an arrow between them, and settings that are ignored; nil for a
    /// line that does not begin so.
    ///
    /// Times of WebVTT are read by the rules of its specification for parsers, which need no spaces
    /// around the arrow and before the settings; those of SubRip as players read them.
    init?(_ line: ArraySlice<UInt8>, format: TranscriptFormat) {
        var rest = line
        guard let start = Self.time(&rest, of: format) else { return nil }
        rest = rest.drop(while: \.isSpace)
        guard rest.starts(with: "-->".utf8) else { return nil }
        rest = rest.dropFirst(3)
        guard let end = Self.time(&rest, of: format),
            format == .vtt || rest.first?.isSpace ?? true
        else { return nil }
        (self.start, self.end) = (start, end)
    }

    /// Reads a time: hours, which can be missing, minutes, seconds and milliseconds.
    ///
    /// In SubRip minutes and seconds above 59 are carried over, milliseconds can be missing, and
    /// `,5` is five of them: players read numbers, not fractions.
    private static func time(_ rest: inout ArraySlice<UInt8>, of format: TranscriptFormat) -> Int? {
        rest = rest.drop(while: \.isSpace)
        var parts = [digits(&rest)]
        while parts.count < 3, skip(":", in: &rest) { parts.append(digits(&rest)) }
        guard parts.count > 1, !parts[0].isEmpty else { return nil }
        let seconds = parts.reduce(0) { $0 * 60 + number($1) } * 1000
        guard format == .vtt else {
            guard parts.dropFirst().allSatisfy({ (1...2).contains($0.count) }) else { return nil }
            guard skip(",", in: &rest) || skip(".", in: &rest) else { return seconds }
            // More digits than three are microseconds, of which the first three are kept.
            return seconds + number(digits(&rest).prefix(3))
        }
        let hasHours = parts.count == 3
        let bounded = hasHours ? parts.dropFirst() : parts[...]
        guard bounded.allSatisfy({ $0.count == 2 && number($0) < 60 }), skip(".", in: &rest) else {
            return nil
        }
        let milliseconds = digits(&rest)
        return milliseconds.count == 3 ? seconds + number(milliseconds) : nil
    }

    private static func skip(_ mark: Unicode.Scalar, in rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.first == UInt8(ascii: mark) else { return false }
        rest.removeFirst()
        return true
    }

    /// Reads digits, of which there may be none.
    private static func digits(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let digits = rest.prefix(while: \.isDigit)
        rest = rest[digits.endIndex...]
        return digits
    }

    /// Returns the number that digits form, which stays at a billion if it is larger.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int {
        digits.reduce(0) { min($0 * 10 + Int($1 - 0x30), 1_000_000_000) }
    }
}
