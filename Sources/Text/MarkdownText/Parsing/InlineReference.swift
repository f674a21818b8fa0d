import NoteModel

/// References that Markdown itself does not know, within a run of text: `#tag`, `[[Title]]` and
/// `![[picture.png]]`.
///
/// A hashtag has at least one letter and is not a colour such as `#fff`.
enum InlineReference {
    /// Returns the reference of double brackets, its name separated from its words at the first
    /// bar.
    ///
    /// - Parameter bytes: The bytes between the brackets, with comments and the sentinels of
    ///   ``EscapeSentinel``.
    private static func reference(
        _ kind: Reference.Kind, in bytes: Slice<UnsafeBufferPointer<UInt8>>
    ) -> Reference {
        let content = EscapeSentinel.unmarked(
            HTMLComments.removed(from: String(decoding: bytes, as: UTF8.self)))
        guard let bar = content.utf8.firstIndex(of: UInt8(ascii: "|")) else {
            return Reference(kind, name: content)
        }
        return Reference(
            kind, name: String(content[..<bar]),
            words: String(content[content.utf8.index(after: bar)...])
        )
    }

    /// Returns the first reference at or after an index of a run of text, and its range; nil if
    /// there is none.
    static func first(
        in text: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> (range: Range<Int>, reference: Reference)? {
        var index = start
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "#"):
                if let end = endOfTag(in: text, at: index) {
                    let name = text[(index + 1)..<end]
                    return (
                        index..<end, Reference(.tag, name: String(decoding: name, as: UTF8.self))
                    )
                }
            case UInt8(ascii: "!"):
                if index + 1 < text.count, text[index + 1] == UInt8(ascii: "["),
                    let end = endOfWikiLink(in: text, at: index + 1)
                {
                    return (index..<end, reference(.embed, in: text[(index + 3)..<(end - 2)]))
                }
            case UInt8(ascii: "["):
                if let end = endOfWikiLink(in: text, at: index) {
                    return (index..<end, reference(.wikiLink, in: text[(index + 2)..<(end - 2)]))
                }
            default: break
            }
            index += 1
        }
        return nil
    }

    /// Returns the hashtags of a text that is not Markdown, in order and without number signs. A
    /// number sign within double brackets begins none.
    static func tags(in text: UnsafeBufferPointer<UInt8>) -> [String] {
        var tags: [String] = []
        var index = 0
        while let found = first(in: text, from: index) {
            if found.reference.kind == .tag { tags.append(found.reference.name) }
            index = found.range.upperBound
        }
        return tags
    }

    private static func mayBeginTag(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard text[index] == UInt8(ascii: "#"), index + 1 < text.count else { return false }
        let next = text[index + 1]
        return next >= 0x80 || next.isAlphanumeric
    }

    private static func beginsWord(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard index > 0 else { return true }
        let previous = text[index - 1]
        // The first word of a highlight, which two equals signs begin.
        if previous == UInt8(ascii: "="), index > 1, text[index - 2] == previous { return true }
        return previous <= 0x20 || previous >= 0x80 || beginners[Int(previous)]
    }

    /// The punctuation that a hashtag may follow. After other characters, as in `C#` and
    /// `page/#part`, `#` begins no hashtag.
    private static let beginners = (0...255).map { (byte: UInt8) in
        "([{\"',;:|!*>".utf8.contains(byte)
    }
    private static let maximumTagLength = 100
    private static let maximumTitleLength = 500
}

extension InlineReference {
    private static func endOfTag(in text: UnsafeBufferPointer<UInt8>, at sign: Int) -> Int? {
        guard mayBeginTag(in: text, at: sign), beginsWord(text, at: sign) else { return nil }
        if sign > 0, text[sign - 1] >= 0x80, lastScalar(of: text[..<sign]).isPartOfWord {
            return nil
        }
        var end = sign + 1
        var hasLetter = false
        // The end of the last character with which a hashtag may end.
        var lastEnd = end
        while end < text.count, end - sign <= maximumTagLength {
            let byte = text[end]
            if byte < 0x80 {
                if byte.isLetter {
                    hasLetter = true
                } else if !byte.isDigit {
                    guard "_-/".utf8.contains(byte) else { break }
                    end += 1
                    continue
                }
                end += 1
            } else {
                guard let (scalar, length) = scalar(of: text, at: end),
                    scalar.isPartOfWord || scalar.isEmoji
                else { break }
                if scalar.properties.isAlphabetic || scalar.isEmoji { hasLetter = true }
                end += length
            }
            lastEnd = end
        }
        let isWhole = end - sign <= maximumTagLength
        return hasLetter && isWhole && !isColour(text[(sign + 1)..<lastEnd]) ? lastEnd : nil
    }

    /// True if the name is a colour, like `#fff` and `#1f2a3b`: 3, 4, 6 or 8 hexadecimal digits
    /// that include a decimal one or are all the same.
    private static func isColour(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard [3, 4, 6, 8].contains(name.count), name.allSatisfy(\.isHexDigit) else { return false }
        return name.contains(where: \.isDigit) || name.allSatisfy { $0 == name.first }
    }

    static func endOfWikiLink(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
        // `[[ -f name ]]` is a test in a shell script.
        guard start + 4 < text.count, text[start + 1] == UInt8(ascii: "["), text[start + 2] > 0x20
        else { return nil }
        var index = start + 2
        let last = min(text.count - 1, index + maximumTitleLength)
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

    private static func scalar(
        of text: UnsafeBufferPointer<UInt8>, at index: Int
    ) -> (Unicode.Scalar, length: Int)? {
        let length = text[index] >= 0xF0 ? 4 : text[index] >= 0xE0 ? 3 : 2
        guard index + length <= text.count else { return nil }
        let bytes = text[index..<(index + length)]
        return String(decoding: bytes, as: UTF8.self).unicodeScalars.first.map { ($0, length) }
    }

    private static func lastScalar(of text: Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar {
        var start = text.endIndex - 1
        while start > text.startIndex, text[start] & 0xC0 == 0x80 { start -= 1 }
        return String(decoding: text[start...], as: UTF8.self).unicodeScalars.first ?? " "
    }
}

extension Unicode.Scalar {
    /// True for an emoji, or a part of one; digits and signs such as © are none.
    fileprivate var isEmoji: Bool {
        properties.isEmoji && value > 0x2190
            && [.otherSymbol, .modifierSymbol].contains(properties.generalCategory)
    }

    /// True for a letter, a combining mark, a digit or one of the joiners U+200C and U+200D, which
    /// occur within words of Persian and of Indian languages.
    var isPartOfWord: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber:
            true
        default: self == "\u{200C}" || self == "\u{200D}"
        }
    }
}
