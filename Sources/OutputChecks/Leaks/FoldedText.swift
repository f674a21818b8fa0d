/// The letters and digits of a text, and nothing else: without case, accents, white space,
/// punctuation, markup and escapes.
///
/// A text reads the same in a note, in HTML, in JSON and in an address: emphasis, quotation marks
/// of any form, line breaks and escapes leave no letters. Nothing of a file is skipped: comments,
/// scripts and the values of attributes are texts of their own.
struct FoldedText {
    /// The notation of the texts of a file.
    enum Syntax {
        /// Text without markup.
        case plain
        /// HTML, XML, SVG, Markdown: text with tags and character references.
        case markup
        /// JSON and JavaScript: strings with escapes, which may hold markup.
        case script

        /// The syntax of a file, by the ending of its name.
        init(path: String) {
            let isScript = [".json", ".ndjson", ".js"].contains { path.hasSuffix($0) }
            self = isScript ? .script : .markup
        }
    }

    /// Folded letters in UTF-8. A zero ends each segment: a block of HTML, a string of JSON, a
    /// value of an attribute.
    private(set) var bytes: [UInt8]
    /// Offsets of the first letters of the words in ``bytes``.
    private(set) var wordStarts: [Int]

    init(_ text: [UInt8], as syntax: Syntax) {
        var lane = Lane()
        var aside = Lane()
        if syntax == .script {
            Self.unescaped(text).withUnsafeBufferPointer {
                TextFolder(text: $0, readsMarkup: true).fold(into: &lane, aside: &aside)
            }
        } else {
            text.withUnsafeBufferPointer {
                TextFolder(text: $0, readsMarkup: syntax == .markup)
                    .fold(into: &lane, aside: &aside)
            }
        }
        lane.endSegment()
        aside.endSegment()
        wordStarts = lane.wordStarts + aside.wordStarts.map { $0 + lane.bytes.count }
        bytes = lane.bytes + aside.bytes
    }

    /// Segments on their way into a folded text.
    struct Lane {
        private(set) var bytes: [UInt8] = []
        private(set) var wordStarts: [Int] = []
        private var isInWord = false

        mutating func append(_ byte: UInt8) {
            if !isInWord {
                isInWord = true
                wordStarts.append(bytes.count)
            }
            bytes.append(byte)
        }

        mutating func append(scalar: UInt32) {
            if scalar < 0x80 {
                append(UInt8(scalar))
            } else if let scalar = Unicode.Scalar(scalar) {
                for byte in UTF8.encode(scalar) ?? UTF8.EncodedScalar() { append(byte) }
            }
        }

        /// Appends the segments of another lane as segments of their own.
        mutating func append(_ other: Lane) {
            endSegment()
            wordStarts += other.wordStarts.map { $0 + bytes.count }
            bytes += other.bytes
            endSegment()
        }

        mutating func endWord() { isInWord = false }

        mutating func endSegment() {
            isInWord = false
            if let last = bytes.last, last != 0 { bytes.append(0) }
        }
    }

    /// Reads escapes of JSON and JavaScript; a quotation mark that is not escaped becomes a zero.
    static func unescaped(_ script: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(script.count)
        var index = 0
        while index < script.count {
            let byte = script[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""): text.append(0)
            case UInt8(ascii: "\\") where index < script.count:
                let escaped = script[index]
                index += 1
                switch escaped {
                case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "b"),
                    UInt8(ascii: "f"):
                    text.append(0x20)
                case UInt8(ascii: "u"): appendUnicodeEscape(script, index: &index, to: &text)
                default: text.append(escaped)
                }
            default: text.append(byte)
            }
        }
        return text
    }

    /// Appends the scalar of an escape, or of two that are a surrogate pair.
    private static func appendUnicodeEscape(
        _ script: [UInt8], index: inout Int, to text: inout [UInt8]
    ) {
        guard var value = hexadecimal(script, range: index..<index + 4) else { return }
        index += 4
        if (0xD800..<0xDC00).contains(value), index + 6 <= script.count,
            script[index] == UInt8(ascii: "\\"), script[index + 1] == UInt8(ascii: "u"),
            let low = hexadecimal(script, range: index + 2..<index + 6),
            (0xDC00..<0xE000).contains(low)
        {
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
            index += 6
        }
        guard let scalar = Unicode.Scalar(value), let bytes = UTF8.encode(scalar) else { return }
        // A zero would end the string.
        text += value == 0 ? [0x20] : Array(bytes)
    }

    private static func hexadecimal(_ text: [UInt8], range: Range<Int>) -> UInt32? {
        guard range.upperBound <= text.count else { return nil }
        return range.reduce(0) { value, index in
            guard let value, let digit = hexadecimalDigit(text[index]) else { return nil }
            return value << 4 | digit
        }
    }

    /// The value of a digit of either case; nil for other bytes.
    static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46: UInt32(byte - 0x37)
        case 0x61...0x66: UInt32(byte - 0x57)
        default: nil
        }
    }
}
