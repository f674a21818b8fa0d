import NoteModel

/// Prevents `\#`, `\[` and `\=` from being interpreted as hashtags, wiki links and highlights,
/// since the parser returns an escaped character like any other. Also prevents the parser from
/// finding emphasis, addresses or HTML in a name between double brackets, which would divide it.
enum EscapeSentinel {
    /// U+FDD0, a noncharacter, and U+2056, inserted after each escaped character. The second one is
    /// punctuation like the character, so that emphasis beside it is found as before.
    private static let sentinel: [UInt8] = [0xEF, 0xB7, 0x90, 0xE2, 0x81, 0x96]
    /// U+FDD1, a noncharacter, inserted with a backslash before each character in double brackets
    /// that means something to the parser. In code, where nothing is escaped, the backslash
    /// remains.
    private static let bracketSentinel: [UInt8] = [0xEF, 0xB7, 0x91]
    private static let escapedInBrackets = Set("_~@:<".utf8)
    /// The characters that begin a hashtag, a wiki link or a highlight.
    private static let escapable = Set("#[=".utf8)

    /// Returns the text with sentinels; nil for a text that needs none.
    static func marked(_ text: String) -> String? {
        var text = text
        return text.withUTF8 { bytes in
            let brackets = bytes.place(of: UInt8(ascii: "[")) { bytes.has("[[", at: $0) }
            guard brackets != nil || bytes.place(of: UInt8(ascii: "\\")) != nil else { return nil }
            return marked(bytes)
        }
    }

    private static func marked(_ text: UnsafeBufferPointer<UInt8>) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count + 64)
        var hasSentinels = false
        var bracketsEnd = 0
        var copied = 0
        var index = 0
        func insert(_ sentinel: [UInt8], at place: Int) {
            bytes += text[copied..<place]
            bytes += sentinel
            (copied, hasSentinels) = (place, true)
        }
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "\\"):
                // The next character is escaped, whatever it is.
                index += 1
                if index < text.count, escapable.contains(text[index]) {
                    insert(sentinel, at: index + 1)
                }
            case UInt8(ascii: "[") where index >= bracketsEnd:
                if let end = InlineReference.endOfWikiLink(in: text, at: index),
                    !text[index..<end].contains(0x0A)
                {
                    bracketsEnd = end
                }
            case let byte where index < bracketsEnd && escapedInBrackets.contains(byte):
                insert(bracketSentinel + [UInt8(ascii: "\\")], at: index)
            default: break
            }
            index += 1
        }
        bytes += text[copied...]
        return hasSentinels ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// The sentinels as the parser returns them, in text, in code and percent-encoded in addresses;
    /// the longer ones first.
    private static let returned: [[UInt8]] = {
        let bracket = bracketSentinel
        return [
            bracket + [UInt8(ascii: "\\")], bracket, sentinel, Array("%EF%B7%91%5C".utf8),
            Array("%EF%B7%91".utf8), Array("%EF%B7%90%E2%81%96".utf8),
        ]
    }()

    /// Returns the bytes without sentinels, including percent-encoded ones such as the parser
    /// writes into addresses.
    static func unmarked(_ bytes: [UInt8]) -> [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == sentinel[0] || byte == UInt8(ascii: "%"),
                let found = returned.first(where: { bytes[index...].starts(with: $0) })
            {
                index += found.count
            } else {
                plain.append(byte)
                index += 1
            }
        }
        return plain
    }

    static func unmarked(_ text: String) -> String {
        guard text.utf8.contains(sentinel[0]) else { return text }
        return String(decoding: unmarked(Array(text.utf8)), as: UTF8.self)
    }
}
