import Markup

/// The text of a file as UTF-8 without a byte order mark. Lines end with LF only, and U+FFFD takes
/// the place of NUL and of bytes that are not valid.
struct DecodedText {
    let bytes: [UInt8]
    /// The first line with bytes that were not valid, from 1; nil if all are, or if the encoding
    /// gives a meaning to every byte.
    let firstReplacedLine: Int?

    init(_ source: [UInt8], format: TranscriptFormat) throws(TranscriptError) {
        let decoded: (bytes: [UInt8], firstReplacedLine: Int?)
        if source.starts(with: [0xFF, 0xFE]) || source.starts(with: [0xFE, 0xFF]) {
            // UTF-32 begins alike, and its other bytes would be read as NULs.
            guard !source.starts(with: [0xFF, 0xFE, 0, 0]) else { throw .notText }
            decoded = Self.decodeUTF16(source)
        } else if String(validating: source, as: UTF8.self) != nil {
            decoded = (source, nil)
        } else if format == .vtt || source.starts(with: Self.mark) {
            decoded = Self.repair(source)
        } else {
            guard !source.contains(where: Self.isBinary) else { throw .notText }
            decoded = (Windows1252.utf8(of: source), nil)
        }
        let start = decoded.bytes.starts(with: Self.mark) ? Self.mark.count : 0
        guard decoded.bytes[start...].contains(where: { $0 > 0x20 && $0 != 0x7F }) else {
            throw .empty
        }
        bytes = Self.normalize(decoded.bytes, from: start)
        firstReplacedLine = decoded.firstReplacedLine
    }

    /// The text without empty lines at its beginning and without spaces and line breaks at its end.
    /// The indentation of the first line is kept.
    var trimmed: String {
        var (start, end) = (0, bytes.count)
        while end > 0, bytes[end - 1].isSpace || bytes[end - 1] == 0x0A { end -= 1 }
        var index = 0
        while index < end, bytes[index].isSpace || bytes[index] == 0x0A {
            index += 1
            if bytes[index - 1] == 0x0A { start = index }
        }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// Returns true for control characters that occur in no text: all but the white space and
    /// 0x1A, with which programs for DOS ended a file.
    private static func isBinary(_ byte: UInt8) -> Bool {
        byte < 0x20 && !(0x09...0x0D).contains(byte) && byte != 0x1A
    }

    private static func repair(_ source: [UInt8]) -> (bytes: [UInt8], firstReplacedLine: Int?) {
        let bytes = Array(String(decoding: source, as: UTF8.self).utf8)
        // Up to the first invalid byte, nothing differs.
        let index = source.indices.first { $0 >= bytes.count || bytes[$0] != source[$0] }
        return (bytes, lineNumber(of: source[..<(index ?? 0)]))
    }

    /// Returns the number of the line, from 1, in which the bytes after a beginning of a file are.
    private static func lineNumber(of beginning: ArraySlice<UInt8>) -> Int {
        var number = 1
        var previous: UInt8 = 0
        for byte in beginning {
            if byte == 0x0D || byte == 0x0A && previous != 0x0D { number += 1 }
            previous = byte
        }
        return number
    }

    /// Decodes bytes that begin with a byte order mark, which is kept.
    private static func decodeUTF16(
        _ source: [UInt8]
    ) -> (bytes: [UInt8], firstReplacedLine: Int?) {
        let low = source[0] == 0xFF ? 0 : 1
        var units = stride(from: 0, to: source.count - 1, by: 2).map {
            UInt16(source[$0 + low]) | UInt16(source[$0 + 1 - low]) << 8
        }
        // Half a character is none.
        if !source.count.isMultiple(of: 2) { units.append(0xD800) }
        func isHalf(_ index: Int, from half: UInt16) -> Bool {
            units.indices.contains(index) && units[index] & 0xFC00 == half
        }
        let first = units.indices.first {
            isHalf($0, from: 0xD800) && !isHalf($0 + 1, from: 0xDC00)
                || isHalf($0, from: 0xDC00) && !isHalf($0 - 1, from: 0xD800)
        }
        func utf8(_ units: some Collection<UInt16>) -> [UInt8] {
            Array(String(decoding: units, as: UTF16.self).utf8)
        }
        return (utf8(units), first.map { lineNumber(of: utf8(units[..<$0])[...]) })
    }

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    /// Removes the beginning, such as a byte order mark, and replaces NULs and the other line
    /// breaks.
    private static func normalize(_ source: [UInt8], from start: Int) -> [UInt8] {
        guard start > 0 || source.contains(where: { $0 == 0x0D || $0 == 0 }) else { return source }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count)
        var previous: UInt8 = 0
        for byte in source[start...] {
            switch byte {
            case 0: bytes.append(contentsOf: replacement)
            case 0x0D: bytes.append(0x0A)
            case 0x0A where previous == 0x0D: break
            default: bytes.append(byte)
            }
            previous = byte
        }
        return bytes
    }
}

extension UInt8 {
    /// True for the white space of ASCII that does not end a line: space, tab and form feed.
    var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0C }

    var isDigit: Bool { (0x30...0x39).contains(self) }

    var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}
