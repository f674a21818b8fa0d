import Foundation

/// Prevents `\#` and `\[` from being interpreted as hashtags and wiki links: the parser returns the
/// same text for a character and for an escaped one.
enum EscapeSentinel {
    /// U+FDD0, a noncharacter, inserted after each escaped character.
    private static let sentinel: [UInt8] = [0xEF, 0xB7, 0x90]
    private static let encodedSentinel = Array("%EF%B7%90".utf8)

    /// Returns the text with a sentinel after each escaped `#` and `[`; nil for a text without any.
    static func marked(_ text: String) -> String? {
        var text = text
        let mayHaveEscapes = text.withUTF8 { bytes in
            bytes.baseAddress.map { memchr($0, 0x5C, bytes.count) != nil } ?? false
        }
        guard mayHaveEscapes else { return nil }
        var bytes: [UInt8] = []
        var hasSentinels = false
        var isEscaped = false
        for byte in text.utf8 {
            bytes.append(byte)
            if isEscaped, byte == UInt8(ascii: "#") || byte == UInt8(ascii: "[") {
                bytes += sentinel
                hasSentinels = true
            }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return hasSentinels ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// Returns the bytes without sentinels, including percent-encoded ones such as the parser
    /// writes into addresses.
    static func unmarked(_ bytes: [UInt8]) -> [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let rest = bytes[index...]
            if rest.starts(with: sentinel) {
                index += sentinel.count
            } else if rest.starts(with: encodedSentinel) {
                index += encodedSentinel.count
            } else {
                plain.append(bytes[index])
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
