/// Character references of HTML: the names that WebVTT lists, those of quotation marks, and numbers
/// in decimal or hexadecimal.
enum CharacterReference {
    private static let names: [(name: [UInt8], scalar: Unicode.Scalar)] = [
        ("amp;", "&"), ("lt;", "<"), ("gt;", ">"), ("nbsp;", "\u{A0}"), ("lrm;", "\u{200E}"),
        ("rlm;", "\u{200F}"), ("quot;", "\""), ("apos;", "'"),
    ].map { (Array($0.utf8), $1) }

    /// Reads the reference with which a range begins; nil if there is none, or if it has another
    /// name.
    ///
    /// - Returns: The character, and the index after the reference.
    static func read(
        _ bytes: [UInt8], range: Range<Int>
    ) -> (scalar: Unicode.Scalar, next: Int)? {
        let start = range.lowerBound + 1
        guard start < range.upperBound, bytes[range.lowerBound] == UInt8(ascii: "&") else {
            return nil
        }
        if bytes[start] == UInt8(ascii: "#") {
            return number(bytes, range: start + 1..<range.upperBound)
        }
        let rest = bytes[start..<range.upperBound]
        return names.first { rest.starts(with: $0.name) }
            .map { ($0.scalar, start + $0.name.count) }
    }

    /// Reads the digits of a reference. As in HTML, the semicolon can be missing, and numbers that
    /// are not characters give U+FFFD.
    private static func number(
        _ bytes: [UInt8], range: Range<Int>
    ) -> (scalar: Unicode.Scalar, next: Int)? {
        var index = range.lowerBound
        let isHexadecimal = index < range.upperBound && bytes[index] | 0x20 == UInt8(ascii: "x")
        if isHexadecimal { index += 1 }
        let start = index
        var value: UInt32 = 0
        while index < range.upperBound,
            let digit = digit(bytes[index], isHexadecimal: isHexadecimal)
        {
            value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x110000)
            index += 1
        }
        guard index > start else { return nil }
        if index < range.upperBound, bytes[index] == UInt8(ascii: ";") { index += 1 }
        let scalar = value == 0 ? nil : Unicode.Scalar(Windows1252.codePoint(of: value))
        return (scalar ?? "\u{FFFD}", index)
    }

    private static func digit(_ byte: UInt8, isHexadecimal: Bool) -> UInt32? {
        if byte.isDigit { return UInt32(byte - 0x30) }
        guard isHexadecimal, (0x61...0x66).contains(byte | 0x20) else { return nil }
        return UInt32(byte | 0x20) - 0x61 + 10
    }
}
