import Orthography

/// The words of a text, and nothing else, as the search cuts them: without case, accents, white space,
/// punctuation, markup and escapes.
///
/// A text reads the same in a note, in HTML, in JSON and in an address: emphasis, quotation marks
/// of any form, line breaks and escapes leave no words. Nothing of a file is skipped: comments,
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

    /// The words in UTF-8. A zero ends each segment: a block of HTML, a string of JSON, a value of an
    /// attribute.
    var bytes: [UInt8] { terms.bytes }
    /// The words as ranges of ``bytes``. Those of one segment adjoin.
    var words: [Range<Int>] { terms.ranges }
    private var terms = TermList()
    /// The lines of texts without markup, as ranges of ``words``.
    private(set) var lines: [Range<Int>] = []

    /// Creates a text without words.
    init() {}

    init(_ text: [UInt8], as syntax: Syntax) { self.init(text[...], as: syntax) }

    init(_ text: ArraySlice<UInt8>, as syntax: Syntax) {
        var segments = SegmentReader.Segments(capacity: text.count)
        var aside = SegmentReader.Segments()
        let input = syntax == .script ? Self.unescaped(text)[...] : text
        input.withUnsafeBufferPointer {
            SegmentReader(input: $0, readsMarkup: syntax != .plain)
                .read(into: &segments, aside: &aside)
        }
        segments.append(aside)
        terms.reserveCapacity(segments.bytes.count)
        let cutter = TermCutter()
        // Percent-encoded bytes may be those of no text.
        var valid = String(decoding: segments.bytes, as: UTF8.self)
        valid.withUTF8 { segments in
            guard syntax == .plain else {
                cutter.cut(segments, into: &terms)
                return terms.endSegment()
            }
            for segment in segments.split(separator: 0) {
                for line in segment.split(separator: 0x0A) {
                    let first = words.count
                    cutter.cut(UnsafeBufferPointer(rebasing: line), into: &terms)
                    lines.append(first..<words.count)
                }
                terms.endSegment()
            }
        }
    }

    /// Appends the segments of another text.
    mutating func append(_ other: FoldedText) {
        lines += other.lines.map { $0.lowerBound + words.count..<$0.upperBound + words.count }
        terms.append(other.terms)
    }

    /// Returns the words of each segment, by their positions in ``words``.
    ///
    /// - Parameter first: The position of the first word of the first segment.
    func segments(from first: Int) -> [Range<Int>] {
        let starts = (first..<words.count).filter {
            $0 == first || words[$0].lowerBound != words[$0 - 1].upperBound
        }
        return zip(starts, starts.dropFirst() + [words.count]).map { $0..<$1 }
    }

    /// Returns the bytes of a number of words of a segment, or of more until they have a number of
    /// bytes; nil if too few follow.
    func run(from word: Int, words count: Int, bytes length: Int) -> Range<Int>? {
        let start = words[word].lowerBound
        var (end, last) = (start, word)
        while last < words.count, words[last].lowerBound == end {
            end = words[last].upperBound
            last += 1
            if last - word >= count, end - start >= length { return start..<end }
        }
        return nil
    }

    /// Reads escapes of JSON and JavaScript; a quotation mark that is not escaped becomes a zero.
    static func unescaped(_ script: ArraySlice<UInt8>) -> [UInt8] {
        script.withUnsafeBufferPointer { script in
            var text = SegmentReader.Segments(capacity: script.count)
            var index = 0
            while index < script.count {
                let start = index
                while index < script.count, script[index] != UInt8(ascii: "\\"),
                    script[index] != UInt8(ascii: "\"")
                { index += 1 }
                text.append(script[start..<index])
                guard index < script.count else { break }
                let byte = script[index]
                index += 1
                guard byte == UInt8(ascii: "\\"), index < script.count else {
                    text.append(byte == UInt8(ascii: "\"") ? 0 : byte)
                    continue
                }
                let escaped = script[index]
                index += 1
                switch escaped {
                case UInt8(ascii: "u"): appendUnicodeEscape(script, index: &index, to: &text)
                case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "b"),
                    UInt8(ascii: "f"):
                    text.append(0x20 as UInt8)
                default: text.append(escaped)
                }
            }
            return text.bytes
        }
    }

    /// Appends the scalar of an escape, or of two that are a surrogate pair.
    private static func appendUnicodeEscape(
        _ script: UnsafeBufferPointer<UInt8>, index: inout Int,
        to text: inout SegmentReader.Segments
    ) {
        guard var value = script.hexadecimal(at: index, count: 4) else { return }
        index += 4
        if (0xD800..<0xDC00).contains(value), script[index...].starts(with: "\\u".utf8),
            let low = script.hexadecimal(at: index + 2, count: 4), (0xDC00..<0xE000).contains(low)
        {
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
            index += 6
        }
        if Unicode.Scalar(value) != nil { text.append(value) }
    }
}

/// Texts that are public whatever notes are excluded, with their words, for any number of checks.
package struct PublicTexts: Sendable {
    let folded: [FoldedText]

    /// - Parameter texts: The texts, in any notation.
    package init(_ texts: [[UInt8]]) {
        folded = texts.flatMap { text in
            [.plain, .markup, .script].map { FoldedText(text, as: $0) }
        }
    }
}
