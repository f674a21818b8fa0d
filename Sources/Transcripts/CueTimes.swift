/// The start and the end of a cue in milliseconds, as written: the end may come first.
struct CueTimes {
    let start: Int
    let end: Int

    /// The greatest time that is accepted, 1,000 hours.
    static let limit = 1_000 * 3_600_000

    /// True if both times are at most 1,000 hours; neither can be negative.
    var areInRange: Bool { start <= CueTimes.limit && end <= CueTimes.limit }
}

/// Parses a line with the times of a cue: two times with an arrow between them, and settings that
/// are ignored.
struct CueTimesParser {
    private let bytes: [UInt8]
    private let end: Int
    private var position: Int

    private init(_ bytes: [UInt8], range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    /// Parses times by the rules of the specification of WebVTT for parsers, which need no spaces
    /// around the arrow and before the settings; nil if they are not valid.
    static func webVTT(_ bytes: [UInt8], range: Range<Int>) -> CueTimes? {
        var parser = CueTimesParser(bytes, range: range)
        guard let start = parser.webVTTTime(), parser.skipArrow(), let end = parser.webVTTTime()
        else { return nil }
        return CueTimes(start: start, end: end)
    }

    /// Parses times as players read SubRip; nil if the line does not begin with two times.
    static func subRip(_ bytes: [UInt8], range: Range<Int>) -> CueTimes? {
        var parser = CueTimesParser(bytes, range: range)
        guard let start = parser.subRipTime(), parser.skipArrow(), let end = parser.subRipTime(),
            parser.position == parser.end || bytes[parser.position].isSpace
        else { return nil }
        return CueTimes(start: start, end: end)
    }

    private mutating func skipSpaces() {
        while position < end, bytes[position].isSpace { position += 1 }
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard position < end, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipArrow() -> Bool {
        skipSpaces()
        guard position + 3 <= end, bytes[position..<position + 3].elementsEqual("-->".utf8) else {
            return false
        }
        position += 3
        return true
    }

    /// Reads digits as a number, which stays at a billion if it is larger. There may be none.
    private mutating func number() -> (value: Int, digits: Int) {
        let start = position
        var value = 0
        while position < end, bytes[position].isDigit {
            value = min(value * 10 + Int(bytes[position] - 0x30), 1_000_000_000)
            position += 1
        }
        return (value, position - start)
    }

    /// Reads `hh:mm:ss.mmm` or `mm:ss.mmm` (“collect a WebVTT timestamp”).
    private mutating func webVTTTime() -> Int? {
        skipSpaces()
        let first = number()
        guard first.digits > 0, skip(UInt8(ascii: ":")) else { return nil }
        let second = number()
        guard second.digits == 2 else { return nil }
        var (hours, minutes, seconds) = (0, first.value, second.value)
        if skip(UInt8(ascii: ":")) {
            let third = number()
            guard third.digits == 2 else { return nil }
            (hours, minutes, seconds) = (first.value, second.value, third.value)
        } else if first.digits != 2 {
            return nil
        }
        guard minutes < 60, seconds < 60, skip(UInt8(ascii: ".")) else { return nil }
        let milliseconds = number()
        guard milliseconds.digits == 3 else { return nil }
        return (hours * 3600 + minutes * 60 + seconds) * 1000 + milliseconds.value
    }

    /// Reads hours, minutes and seconds, of which the hours can be missing, and milliseconds after
    /// a comma or a dot, if there are any. Minutes and seconds above 59 are carried over, and `,5`
    /// is five milliseconds: players read numbers, not fractions.
    private mutating func subRipTime() -> Int? {
        skipSpaces()
        let first = number()
        guard first.digits > 0, skip(UInt8(ascii: ":")) else { return nil }
        let second = number()
        guard (1...2).contains(second.digits) else { return nil }
        var seconds = first.value * 60 + second.value
        if skip(UInt8(ascii: ":")) {
            let third = number()
            guard (1...2).contains(third.digits) else { return nil }
            seconds = seconds * 60 + third.value
        }
        guard skip(UInt8(ascii: ",")) || skip(UInt8(ascii: ".")) else { return seconds * 1000 }
        let start = position
        // More digits than three are microseconds, of which the first three are kept.
        var milliseconds = number()
        if milliseconds.digits > 3 {
            let next = position
            var prefix = CueTimesParser(bytes, range: start..<start + 3)
            milliseconds = prefix.number()
            position = next
        }
        return seconds * 1000 + milliseconds.value
    }
}
