/// Character references of HTML: the names that WebVTT lists, those of quotation marks, and numbers
/// in decimal or hexadecimal.
enum CharacterReference {
    private static let names: [(name: [UInt8], scalar: Unicode.Scalar)] = [
        ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", "\u{A0}"), ("&lrm;", "\u{200E}"),
        ("&rlm;", "\u{200F}"), ("&quot;", "\""), ("&apos;", "'"),
    ].map { (Array($0.utf8), $1) }

    /// Reads the reference with which a text begins; nil if there is none, or if it has another name.
    ///
    /// The semicolon after a number can be missing, and numbers that are not characters give U+FFFD,
    /// as in HTML.
    ///
    /// - Returns: The character, and the index after the reference.
    static func read(_ text: ArraySlice<UInt8>) -> (scalar: Unicode.Scalar, next: Int)? {
        guard text.starts(with: "&#".utf8) else {
            return names.first { text.starts(with: $0.name) }
                .map { ($0.scalar, text.startIndex + $0.name.count) }
        }
        var rest = text.dropFirst(2)
        let isHexadecimal = rest.first.map { $0 | 0x20 } == UInt8(ascii: "x")
        if isHexadecimal { rest.removeFirst() }
        let digits = rest.prefix {
            $0.isDigit || isHexadecimal && (0x61...0x66).contains($0 | 0x20)
        }
        guard !digits.isEmpty else { return nil }
        let value = digits.reduce(UInt32(0)) { number, digit in
            let value = digit.isDigit ? digit - 0x30 : (digit | 0x20) - 0x61 + 10
            return min(number * (isHexadecimal ? 16 : 10) + UInt32(value), 0x110000)
        }
        let end = rest[digits.endIndex...].first == UInt8(ascii: ";") ? 1 : 0
        let scalar = value == 0 ? nil : Unicode.Scalar(Windows1252.codePoint(of: value))
        return (scalar ?? "\u{FFFD}", digits.endIndex + end)
    }
}
