/// A reference of a text to other notes and files: `#tag`, `[[Title]]` and `![[picture.png]]`, which
/// Markdown itself does not know.
enum TextMark: Equatable {
    /// Without the sign.
    case tag(String)
    /// What stands between the brackets.
    case note(String)
    /// A file, or a note, that is to be shown in its place: what stands between the brackets.
    case embed(String)

    /// What `[[…]]` names, and the words that are shown for it.
    static func parts(ofNote name: String) -> (name: String, words: String?) {
        guard let bar = name.firstIndex(of: "|") else { return (name, nil) }
        return (String(name[..<bar]), String(name[name.index(after: bar)...]))
    }

    /// Finds the first mark at or behind an index of a run of text.
    static func first(
        in text: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> (range: Range<Int>, mark: TextMark)? {
        var index = start
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "#"):
                if let end = endOfTag(in: text, at: index) {
                    let name = text[(index + 1)..<end]
                    return (index..<end, .tag(String(decoding: name, as: UTF8.self)))
                }
            case UInt8(ascii: "!"):
                if index + 1 < text.count, text[index + 1] == UInt8(ascii: "["),
                    let end = endOfNoteLink(in: text, at: index + 1)
                {
                    let name = text[(index + 3)..<(end - 2)]
                    return (index..<end, .embed(String(decoding: name, as: UTF8.self)))
                }
            case UInt8(ascii: "["):
                if let end = endOfNoteLink(in: text, at: index) {
                    let name = text[(index + 2)..<(end - 2)]
                    return (index..<end, .note(String(decoding: name, as: UTF8.self)))
                }
            default: break
            }
            index += 1
        }
        return nil
    }

    /// The tags of a text that is no Markdown.
    static func tags(in text: UnsafeBufferPointer<UInt8>) -> [String] {
        var tags: [String] = []
        var index = 0
        while let found = first(in: text, from: index) {
            if case .tag(let name) = found.mark { tags.append(name) }
            index = found.range.upperBound
        }
        return tags
    }

    /// Whether a tag may begin at an index of Markdown, of which nothing is known yet.
    static func mayBeginTag(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard text[index] == UInt8(ascii: "#"), index + 1 < text.count else { return false }
        let next = text[index + 1]
        return next >= 0x80 || isLetter(next) || isDigit(next)
    }

    private static func beginsWord(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard index > 0 else { return true }
        let previous = text[index - 1]
        return previous <= 0x20 || previous >= 0x80 || beginners.contains(previous)
    }

    /// Punctuation that a tag may follow. Behind other signs, as in `C#` and `page/#part`, it is
    /// none.
    private static let beginners = Set("([{\"',;:|!*>".utf8)
    private static let longestTag = 100
    private static let longestTitle = 500
}

extension TextMark {
    private static func endOfTag(
        in text: UnsafeBufferPointer<UInt8>, at sign: Int
    ) -> Int? {
        guard mayBeginTag(in: text, at: sign), beginsWord(text, at: sign) else { return nil }
        if sign > 0, text[sign - 1] >= 0x80, lastScalar(of: text[..<sign]).isPartOfWord {
            return nil
        }
        var end = sign + 1
        var hasLetter = false
        // Of what was passed, all that may end a tag.
        var lastEnd = end
        while end < text.count, end - sign <= longestTag {
            let byte = text[end]
            if byte < 0x80 {
                if isLetter(byte) {
                    hasLetter = true
                } else if !isDigit(byte) {
                    guard "_-/".utf8.contains(byte) else { break }
                    end += 1
                    continue
                }
                end += 1
            } else {
                guard let (scalar, length) = scalar(of: text, at: end), scalar.isPartOfWord else {
                    break
                }
                if scalar.properties.isAlphabetic { hasLetter = true }
                end += length
            }
            lastEnd = end
        }
        let isWhole = end - sign <= longestTag
        return hasLetter && isWhole && !isColour(text[(sign + 1)..<lastEnd]) ? lastEnd : nil
    }

    /// Whether the name is that of a colour, as `#fff` and `#1f2a3b` are: hexadecimal digits with
    /// a number among them, or one digit again and again.
    private static func isColour(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard [3, 4, 6, 8].contains(name.count),
            name.allSatisfy({ isDigit($0) || (0x61...0x66).contains($0 | 0x20) })
        else { return false }
        return name.contains(where: isDigit) || name.allSatisfy { $0 == name.first }
    }

    private static func endOfNoteLink(
        in text: UnsafeBufferPointer<UInt8>, at start: Int
    ) -> Int? {
        // `[[ -f name ]]` asks a shell for a file.
        guard start + 4 < text.count, text[start + 1] == UInt8(ascii: "["), text[start + 2] > 0x20
        else { return nil }
        var index = start + 2
        let last = min(text.count - 1, index + longestTitle)
        while index < last {
            switch text[index] {
            case UInt8(ascii: "]"):
                let isEnd = text[index + 1] == UInt8(ascii: "]") && index > start + 2
                return isEnd ? index + 2 : nil
            case UInt8(ascii: "["): return nil
            default: index += 1
            }
        }
        return nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func scalar(
        of text: UnsafeBufferPointer<UInt8>, at index: Int
    ) -> (Unicode.Scalar, length: Int)? {
        let length = text[index] >= 0xF0 ? 4 : text[index] >= 0xE0 ? 3 : 2
        guard index + length <= text.count else { return nil }
        let bytes = text[index..<(index + length)]
        return String(decoding: bytes, as: UTF8.self).unicodeScalars.first.map { ($0, length) }
    }

    private static func lastScalar(
        of text: Slice<UnsafeBufferPointer<UInt8>>
    ) -> Unicode.Scalar {
        var start = text.endIndex - 1
        while start > text.startIndex, text[start] & 0xC0 == 0x80 { start -= 1 }
        return String(decoding: text[start...], as: UTF8.self).unicodeScalars.first ?? " "
    }
}

extension Unicode.Scalar {
    /// Whether it is a letter, a mark that belongs to one, or a digit.
    var isPartOfWord: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber:
            true
        default: self == "\u{200C}" || self == "\u{200D}"
        }
    }
}

extension StringProtocol {
    /// The text without white space around it.
    var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
