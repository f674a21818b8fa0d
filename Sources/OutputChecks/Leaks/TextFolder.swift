/// Folds the bytes of one text into segments.
///
/// Scripts, style sheets and comments are texts within the text. Each is folded once and not nested
/// in one of its own kind, so that the time grows with the length of the text only.
struct TextFolder {
    let text: UnsafeBufferPointer<UInt8>
    /// True if tags and character references are read as markup.
    let readsMarkup: Bool
    /// True if scripts and style sheets are read as strings with escapes.
    var readsRawText = true
    /// True if comments are read as such, and not as other declarations.
    var readsComments = true

    typealias Lane = FoldedText.Lane

    /// - Parameters:
    ///   - lane: Receives the text.
    ///   - aside: Receives values of attributes and comments, which do not interrupt the text
    ///     around them.
    func fold(into lane: inout Lane, aside: inout Lane) {
        var index = 0
        while index < text.count {
            if readsMarkup, text[index] == UInt8(ascii: "<"), isTag(at: index) {
                if readsComments, isComment(at: index) {
                    readComment(&index, into: &aside)
                    continue
                }
                readTag(&index, into: &lane, aside: &aside)
            } else {
                readCharacter(&index, end: text.count, into: &lane)
            }
        }
    }

    /// Reads a letter, an escape or anything else that is not a tag.
    private func readCharacter(_ index: inout Int, end: Int, into lane: inout Lane) {
        let byte = text[index]
        switch byte {
        case 0x30...0x39, 0x61...0x7A:
            lane.append(byte)
            index += 1
        case 0x41...0x5A:
            lane.append(byte | 0x20)
            index += 1
        case 0:
            lane.endSegment()
            index += 1
        case UInt8(ascii: "&") where readsMarkup: readReference(&index, end: end, into: &lane)
        case UInt8(ascii: "%"): readPercentEscape(&index, end: end, into: &lane)
        case 0x80...:
            let (scalar, length) = scalar(at: index, end)
            index += length
            append(scalar, to: &lane)
        default:
            lane.endWord()
            index += 1
        }
    }

    /// - Parameter scalar: Nil for invalid UTF-8.
    private func append(_ scalar: UInt32?, to lane: inout Lane) {
        guard let scalar else { return lane.endWord() }
        if scalar < 0x80 {
            switch UInt8(scalar) {
            case 0x30...0x39, 0x61...0x7A: lane.append(UInt8(scalar))
            case 0x41...0x5A: lane.append(UInt8(scalar) | 0x20)
            default: lane.endWord()
            }
        } else if let jamo = LetterFolding.jamo(of: scalar) {
            lane.endWord()
            for part in jamo { lane.append(scalar: part) }
            lane.endWord()
        } else {
            switch LetterFolding.fold(scalar) {
            case .separator: lane.endWord()
            case .accent: break
            case .letter(let letter): lane.append(scalar: letter)
            case .sign(let sign):
                // Vowels and final consonants of a Hangul syllable begin no word.
                if !(0x1160...0x11FF).contains(sign) { lane.endWord() }
                lane.append(scalar: sign)
                if !(0x1100...0x11FF).contains(sign) { lane.endWord() }
            }
        }
    }

    /// Reads a character reference of HTML. Named ones count as punctuation.
    private func readReference(_ index: inout Int, end: Int, into lane: inout Lane) {
        let start = index + 1
        var position = start
        while position < end, position < start + 32, isNameByte(text[position]) { position += 1 }
        guard position < end, position > start, text[position] == UInt8(ascii: ";") else {
            lane.endWord()
            index = start
            return
        }
        index = position + 1
        guard text[start] == UInt8(ascii: "#") else { return lane.endWord() }
        let name = String(decoding: text[(start + 1)..<position], as: UTF8.self)
        let value =
            name.hasPrefix("x") || name.hasPrefix("X")
            ? UInt32(name.dropFirst(), radix: 16) : UInt32(name)
        append(value, to: &lane)
    }

    private func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "#"): true
        default: false
        }
    }

    /// Reads the escapes of an address: those of one character, which may be several.
    private func readPercentEscape(_ index: inout Int, end: Int, into lane: inout Lane) {
        guard let first = percentByte(at: index, end) else {
            lane.endWord()
            index += 1
            return
        }
        index += 3
        var bytes = [first]
        let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        while bytes.count < length, let next = percentByte(at: index, end), next & 0xC0 == 0x80 {
            bytes.append(next)
            index += 3
        }
        let decoded = String(decoding: bytes, as: UTF8.self).unicodeScalars.first
        append(decoded?.value, to: &lane)
    }

    private func percentByte(at index: Int, _ end: Int) -> UInt8? {
        guard index + 2 < end, text[index] == UInt8(ascii: "%"),
            let high = FoldedText.hexadecimalDigit(text[index + 1]),
            let low = FoldedText.hexadecimalDigit(text[index + 2])
        else { return nil }
        return UInt8(high << 4 | low)
    }

    /// The scalar of UTF-8 bytes with their number; nil for invalid UTF-8.
    private func scalar(at index: Int, _ end: Int) -> (UInt32?, Int) {
        let first = UInt32(text[index])
        let length = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard length > 1, index + length <= end else { return (nil, 1) }
        var value = first & (0x7F >> UInt32(length))
        for offset in 1..<length {
            let byte = UInt32(text[index + offset])
            guard byte & 0xC0 == 0x80 else { return (nil, 1) }
            value = value << 6 | byte & 0x3F
        }
        return (value, length)
    }
}

extension TextFolder {
    fileprivate func isTag(at index: Int) -> Bool {
        guard index + 1 < text.count else { return false }
        switch text[index + 1] {
        case 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?"):
            return true
        default: return false
        }
    }

    fileprivate func isComment(at index: Int) -> Bool {
        index + 3 < text.count && text[index + 1] == UInt8(ascii: "!")
            && text[index + 2] == UInt8(ascii: "-") && text[index + 3] == UInt8(ascii: "-")
    }

    /// Reads a comment. It ends with the first `>` after `--` or `--!`, as in browsers, or with the
    /// string that contains it.
    fileprivate func readComment(_ index: inout Int, into aside: inout Lane) {
        let start = index + 2
        var end = start + 2
        while end < text.count, text[end] != 0, !isCommentEnd(at: end) { end += 1 }
        index = end < text.count && text[end] != 0 ? end + 1 : end
        let comment = TextFolder(
            text: UnsafeBufferPointer(rebasing: text[start..<end]), readsMarkup: true,
            readsRawText: readsRawText, readsComments: false)
        var lane = Lane()
        var values = Lane()
        comment.fold(into: &lane, aside: &values)
        aside.append(lane)
        aside.append(values)
    }

    private func isCommentEnd(at index: Int) -> Bool {
        guard text[index] == UInt8(ascii: ">") else { return false }
        let dash = text[index - 1] == UInt8(ascii: "!") ? index - 2 : index - 1
        return text[dash] == UInt8(ascii: "-") && text[dash - 1] == UInt8(ascii: "-")
    }

    /// Reads a tag or declaration. Tags of inline elements and declarations interrupt no text,
    /// others end a segment.
    fileprivate func readTag(_ index: inout Int, into lane: inout Lane, aside: inout Lane) {
        let isEnd = text[index + 1] == UInt8(ascii: "/")
        var position = index + (isEnd ? 2 : 1)
        var name: UInt64 = 0
        while position < text.count, isNameByte(text[position]) {
            name = name << 8 | UInt64(text[position] | 0x20)
            position += 1
        }
        if name != 0, !Self.inlineElements.contains(name) { lane.endSegment() }
        let isOpen = readAttributes(&position, into: &aside)
        index = position
        if readsRawText, isOpen, !isEnd, Self.rawElements.contains(name) {
            readRawText(&index, into: &lane, aside: &aside)
        }
    }

    /// Reads what follows a tag's name; quotation marks end a segment.
    ///
    /// - Returns: True if the tag is closed and is not an empty element of XML.
    private func readAttributes(_ position: inout Int, into aside: inout Lane) -> Bool {
        var quote: UInt8 = 0
        aside.endSegment()
        defer { aside.endSegment() }
        while position < text.count, text[position] != 0 {
            let byte = text[position]
            if quote == 0, byte == UInt8(ascii: ">") {
                position += 1
                return text[position - 2] != UInt8(ascii: "/")
            }
            if quote == 0, byte == UInt8(ascii: "<") { return false }
            if quote == 0 ? byte == 0x22 || byte == 0x27 : byte == quote {
                quote = quote == 0 ? byte : 0
                aside.endSegment()
                position += 1
            } else {
                readCharacter(&position, end: text.count, into: &aside)
            }
        }
        return false
    }

    /// Reads the contents of a script or style sheet.
    private func readRawText(_ index: inout Int, into lane: inout Lane, aside: inout Lane) {
        var end = index
        while end + 1 < text.count,
            text[end] != UInt8(ascii: "<") || text[end + 1] != UInt8(ascii: "/")
        {
            end += 1
        }
        if end + 1 >= text.count { end = text.count }
        let script = FoldedText.unescaped(Array(text[index..<end]))
        script.withUnsafeBufferPointer {
            TextFolder(
                text: $0, readsMarkup: true, readsRawText: false, readsComments: readsComments
            ).fold(into: &lane, aside: &aside)
        }
        lane.endSegment()
        index = end
    }

    /// Names of elements within a line of text, as numbers of their bytes.
    private static let inlineElements: Set<UInt64> = Set(
        [
            "a", "abbr", "b", "bdi", "bdo", "br", "cite", "code", "del", "dfn", "em", "i", "img",
            "input", "ins", "kbd", "mark", "q", "s", "samp", "small", "span", "strong", "sub",
            "sup",
            "time", "u", "var", "wbr",
        ].map(number))
    private static let rawElements: Set<UInt64> = Set(["script", "style"].map(number))

    private static func number(_ name: String) -> UInt64 {
        name.utf8.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
