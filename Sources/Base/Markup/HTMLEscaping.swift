extension [UInt8] {
    /// Appends text, escaping the characters that HTML reserves in text and in attributes: `&`,
    /// `<`, `>` and quotation marks of both kinds. Control characters become U+FFFD.
    package mutating func appendEscaped(_ text: some StringProtocol) {
        var text = String(text)
        text.withUTF8 { appendEscaped($0) }
    }

    /// Appends UTF-8 text, escaping the characters that HTML reserves.
    ///
    /// Characters that HTML cannot represent, such as most control characters, become U+FFFD.
    ///
    /// - Parameter apostrophes: True if apostrophes are escaped too, as is necessary in an
    ///   attribute that is quoted with them.
    package mutating func appendEscaped(
        _ bytes: UnsafeBufferPointer<UInt8>, apostrophes: Bool = true
    ) {
        var start = 0
        for index in 0..<bytes.count where Self.isReserved[Int(bytes[index])] {
            let escape: StaticString
            var length = 1
            switch bytes[index] {
            case UInt8(ascii: "&"): escape = "&amp;"
            case UInt8(ascii: "<"): escape = "&lt;"
            case UInt8(ascii: ">"): escape = "&gt;"
            case UInt8(ascii: "\""): escape = "&quot;"
            case UInt8(ascii: "'") where apostrophes: escape = "&#39;"
            // HTML does not allow control characters, not even as character references.
            case 0..<0x09, 0x0B, 0x0C, 0x0E..<0x20, 0x7F: escape = "\u{FFFD}"
            // cmark decodes the entities of U+FFFE and U+FFFF into one byte each.
            case 0xFE, 0xFF: escape = "\u{FFFD}"
            case 0xEF
            where index + 2 < bytes.count && bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE:
                escape = "\u{FFFD}"
                length = 3
            default: continue
            }
            append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
            escape.withUTF8Buffer { append(contentsOf: $0) }
            start = index + length
        }
        append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
    }

    /// True for bytes that may need to be escaped, indexed by byte. Most texts contain few of them.
    /// In UTF-8, U+FFFE and U+FFFF begin with the byte 0xEF.
    private static let isReserved: [Bool] = (0...255).map { (byte: UInt8) in
        switch byte {
        case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): false
        case 0..<0x20, 0x7F, 0xEF, 0xFE, 0xFF: true
        default: "&<>\"'".utf8.contains(byte)
        }
    }
}
