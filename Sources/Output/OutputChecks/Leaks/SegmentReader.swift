import Markup

/// Reads the texts of a file in segments: a block of HTML, a string of JSON, a value of an attribute.
///
/// Scripts, style sheets and comments are texts within the text. Each is read once and not nested in
/// one of its own kind, so that the time grows with the length of the text only.
struct SegmentReader {
    let input: UnsafeBufferPointer<UInt8>
    /// True if tags and character references are read as markup.
    let readsMarkup: Bool
    /// True if scripts and style sheets are read as strings with escapes.
    var readsRawText = true
    /// True if comments are read as such, and not as other declarations.
    var readsComments = true

    /// Segments in UTF-8 without tags and escapes, each with a zero at its end.
    struct Segments {
        private(set) var bytes: [UInt8] = []

        /// - Parameter count: The number of bytes that are likely to be added.
        init(capacity count: Int = 0) { bytes.reserveCapacity(count) }

        mutating func append(_ byte: UInt8) { bytes.append(byte) }

        mutating func append(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text))
        }

        mutating func append(_ scalar: UInt32) {
            // A zero would end the segment.
            let scalar = scalar == 0 ? " " : Unicode.Scalar(scalar) ?? " "
            for byte in UTF8.encode(scalar) ?? UTF8.EncodedScalar() { bytes.append(byte) }
        }

        mutating func append(_ other: Segments) {
            end()
            bytes += other.bytes
            end()
        }

        mutating func end() { if let last = bytes.last, last != 0 { bytes.append(0) } }
    }

    /// - Parameters:
    ///   - text: Receives the text.
    ///   - aside: Receives values of attributes and comments, which do not interrupt the text
    ///     around them.
    func read(into text: inout Segments, aside: inout Segments) {
        var index = 0
        while true {
            readPlain(&index, into: &text)
            guard index < input.count else { return }
            if !readsMarkup || input[index] != UInt8(ascii: "<") || !isTag(at: index) {
                readCharacter(&index, into: &text)
            } else if readsComments, isComment(at: index) {
                readComment(&index, into: &aside)
            } else {
                readTag(&index, into: &text, aside: &aside)
            }
        }
    }

    /// Returns true for a byte that may be more than itself, in text or in the value of an attribute: a
    /// zero, or one of `<>&%"'`.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 64 && 0x5000_00E4_0000_0001 >> UInt64(byte) & 1 == 1
    }

    /// Reads the bytes up to the next one that may be more than itself: nearly all of a text.
    private func readPlain(_ index: inout Int, into segments: inout Segments) {
        let start = index
        while index < input.count, !Self.isSpecial(input[index]) { index += 1 }
        segments.append(input[start..<index])
    }

    /// Reads a letter, an escape or anything else that is not a tag.
    private func readCharacter(_ index: inout Int, into segments: inout Segments) {
        let byte = input[index]
        switch byte {
        case 0: segments.end()
        case UInt8(ascii: "&") where readsMarkup: readReference(&index, into: &segments)
        case UInt8(ascii: "%"):
            guard let digits = input.hexadecimal(at: index + 1, count: 2) else { fallthrough }
            // An address encodes the bytes of a character one by one.
            segments.append(UInt8(digits) == 0 ? 0x20 : UInt8(digits))
            index += 2
        default: segments.append(byte)
        }
        index += 1
    }

    /// Reads a character reference of HTML up to its last byte. One with a name that is not known
    /// counts as punctuation.
    private func readReference(_ index: inout Int, into segments: inout Segments) {
        if let (scalar, length) = CharacterReference.read(input[index...]) {
            segments.append(scalar.value)
            index += length - 1
            return
        }
        let name = input[(index + 1)...].prefix(32).prefix { isNameByte($0) }
        let isEnded = !name.isEmpty && input[name.endIndex...].first == UInt8(ascii: ";")
        if isEnded { index = name.endIndex }
        segments.append(0x20 as UInt8)
    }

    private func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "#"): true
        default: false
        }
    }
}

extension SegmentReader {
    private func isTag(at index: Int) -> Bool {
        guard index + 1 < input.count else { return false }
        switch input[index + 1] {
        case 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?"):
            return true
        default: return false
        }
    }

    private func isComment(at index: Int) -> Bool {
        input[(index + 1)...].starts(with: "!--".utf8)
    }

    /// Reads a comment. It ends with the first `>` after `--` or `--!`, as in browsers, or with the
    /// string that contains it.
    private func readComment(_ index: inout Int, into aside: inout Segments) {
        let start = index + 2
        var end = start + 2
        while end < input.count, input[end] != 0, !isCommentEnd(at: end) { end += 1 }
        index = end < input.count && input[end] != 0 ? end + 1 : end
        let comment = SegmentReader(
            input: UnsafeBufferPointer(rebasing: input[start..<end]), readsMarkup: true,
            readsRawText: readsRawText, readsComments: false)
        var (text, values) = (Segments(), Segments())
        comment.read(into: &text, aside: &values)
        aside.append(text)
        aside.append(values)
    }

    private func isCommentEnd(at index: Int) -> Bool {
        guard input[index] == UInt8(ascii: ">") else { return false }
        let dash = input[index - 1] == UInt8(ascii: "!") ? index - 2 : index - 1
        return input[dash] == UInt8(ascii: "-") && input[dash - 1] == UInt8(ascii: "-")
    }

    /// Reads a tag or declaration. Tags of inline elements and declarations interrupt no text,
    /// others end a segment.
    private func readTag(_ index: inout Int, into text: inout Segments, aside: inout Segments) {
        let isEnd = input[index + 1] == UInt8(ascii: "/")
        let name = input[(index + (isEnd ? 2 : 1))...].prefix { isNameByte($0) }
        let element = Self.elements[Self.key(name)]
        if !name.isEmpty, element != .inline { text.end() }
        index = name.endIndex
        guard readAttributes(&index, into: &aside), readsRawText, !isEnd, element == .raw
        else { return }
        readRawText(&index, into: &text, aside: &aside)
    }

    private enum Element {
        /// One within a line of text.
        case inline
        /// One that holds no markup.
        case raw
    }

    /// The elements that end no segment, and those without markup, by the keys of their names.
    private static let elements: [UInt64: Element] = {
        let inline =
            "a abbr b bdi bdo br cite code del dfn em i img input ins kbd mark q s samp small span strong sub sup time u var wbr"
        let named = inline.split(separator: " ").map { (key($0.utf8), Element.inline) }
        return Dictionary(
            uniqueKeysWithValues: named + ["script", "style"].map { (key($0.utf8), .raw) })
    }()

    /// Returns the bytes of a name of up to eight letters and digits as a number, regardless of case;
    /// 0 for a longer name.
    private static func key(_ name: some Collection<UInt8>) -> UInt64 {
        name.count > 8 ? 0 : name.reduce(0) { $0 << 8 | UInt64($1 | 0x20) }
    }

    /// Reads what follows a tag's name; quotation marks end a segment.
    ///
    /// - Returns: True if the tag is closed and is not an empty element of XML.
    private func readAttributes(_ index: inout Int, into aside: inout Segments) -> Bool {
        var quote: UInt8 = 0
        aside.end()
        defer { aside.end() }
        while true {
            readPlain(&index, into: &aside)
            guard index < input.count, input[index] != 0 else { return false }
            let byte = input[index]
            if quote == 0, byte == UInt8(ascii: ">") {
                index += 1
                return input[index - 2] != UInt8(ascii: "/")
            }
            if quote == 0, byte == UInt8(ascii: "<") { return false }
            if quote == 0 ? byte == 0x22 || byte == 0x27 : byte == quote {
                quote = quote == 0 ? byte : 0
                aside.end()
                index += 1
            } else {
                readCharacter(&index, into: &aside)
            }
        }
    }

    /// Reads the contents of a script or style sheet.
    private func readRawText(
        _ index: inout Int, into text: inout Segments, aside: inout Segments
    ) {
        let rest = input[index...]
        let end =
            rest.indices.dropLast().first {
                rest[$0] == UInt8(ascii: "<") && rest[$0 + 1] == UInt8(ascii: "/")
            } ?? rest.endIndex
        FoldedText.unescaped(Array(rest[..<end])[...]).withUnsafeBufferPointer {
            SegmentReader(
                input: $0, readsMarkup: true, readsRawText: false, readsComments: readsComments
            ).read(into: &text, aside: &aside)
        }
        text.end()
        index = end
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the number of hexadecimal digits at an index; nil if other bytes are there.
    func hexadecimal(at index: Int, count: Int) -> UInt32? {
        guard index + count <= self.count else { return nil }
        return self[index..<index + count].reduce(0) { value, byte in
            guard let value, let digit = CharacterReference.digit(byte, radix: 16) else {
                return nil
            }
            return value << 4 | digit
        }
    }
}
