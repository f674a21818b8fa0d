import Foundation

/// Keeps `\#` and `\[` from being taken for signs of tags and notes: the parser gives the same
/// text for a sign and for one that was escaped.
enum EscapedSigns {
    /// U+FDD0, a code point that is no character, put behind each escaped sign.
    private static let mark: [UInt8] = [0xEF, 0xB7, 0x90]
    private static let encodedMark = Array("%EF%B7%90".utf8)

    /// The text with its escaped signs marked; nil for one that has none.
    static func marked(_ text: String) -> String? {
        var text = text
        let mayHaveSigns = text.withUTF8 { bytes in
            bytes.baseAddress.map { memchr($0, 0x5C, bytes.count) != nil } ?? false
        }
        guard mayHaveSigns else { return nil }
        var bytes: [UInt8] = []
        var hasSigns = false
        var isEscaped = false
        for byte in text.utf8 {
            bytes.append(byte)
            if isEscaped, byte == UInt8(ascii: "#") || byte == UInt8(ascii: "[") {
                bytes += mark
                hasSigns = true
            }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return hasSigns ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// The bytes without marks.
    static func unmarked(_ bytes: [UInt8]) -> [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let rest = bytes[index...]
            if rest.starts(with: mark) {
                index += mark.count
            } else if rest.starts(with: encodedMark) {
                index += encodedMark.count
            } else {
                plain.append(bytes[index])
                index += 1
            }
        }
        return plain
    }

    static func unmarked(_ text: String) -> String {
        guard text.utf8.contains(mark[0]) else { return text }
        return String(decoding: unmarked(Array(text.utf8)), as: UTF8.self)
    }
}
