/// Character references of HTML: numbers in decimal or hexadecimal, and a few names. `MarkdownText`
/// knows all names.
package enum CharacterReference {
    private static let names: [(name: [UInt8], scalar: Unicode.Scalar)] = [
        ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", "\u{A0}"), ("&lrm;", "\u{200E}"),
        ("&rlm;", "\u{200F}"), ("&quot;", "\""), ("&apos;", "'"),
    ].map { (Array($0.utf8), $1) }

    /// Reads the reference with which a text begins; nil if there is none, or if it has another name.
    ///
    /// The semicolon after a number can be missing, and numbers that are not characters give U+FFFD,
    /// as in HTML.
    ///
    /// - Returns: The character, and the number of bytes of the reference.
    package static func read(
        _ text: some Collection<UInt8>
    ) -> (scalar: Unicode.Scalar, length: Int)? {
        text.withContiguousStorageIfAvailable(read) ?? Array(text).withUnsafeBufferPointer(read)
    }

    /// Returns a text with the characters that its references stand for; what ``read(_:)`` does not
    /// know remains.
    package static func replaced(in text: some Collection<UInt8>) -> [UInt8] {
        var (found, rest): ([UInt8], ArraySlice<UInt8>) = ([], Array(text)[...])
        while let place = rest.firstIndex(of: UInt8(ascii: "&")) {
            found += rest[..<place]
            let reference = read(rest[place...])
            found.append(contentsOf: (reference?.scalar ?? "&").utf8)
            rest = rest[place...].dropFirst(reference?.length ?? 1)
        }
        return found + rest
    }

    /// Other targets cannot specialise what is generic, which takes ten times as long.
    private static func read(
        _ text: UnsafeBufferPointer<UInt8>
    ) -> (scalar: Unicode.Scalar, length: Int)? {
        guard text.starts(with: "&#".utf8) else {
            return names.first { text.starts(with: $0.name) }.map { ($0.scalar, $0.name.count) }
        }
        var rest = text.dropFirst(2)
        let isHexadecimal = rest.first.map { $0 | 0x20 } == UInt8(ascii: "x")
        if isHexadecimal { rest = rest.dropFirst() }
        let radix: UInt32 = isHexadecimal ? 16 : 10
        let digits = rest.lazy.map { digit($0, radix: radix) }.prefix { $0 != nil }
        let count = digits.count
        guard count > 0 else { return nil }
        let value = digits.reduce(UInt32(0)) { min($0 * radix + ($1 ?? 0), 0x110000) }
        let end = rest.dropFirst(count).first == UInt8(ascii: ";") ? 1 : 0
        let scalar = value == 0 ? nil : Unicode.Scalar(Windows1252.codePoint(of: value))
        return (scalar ?? "\u{FFFD}", (isHexadecimal ? 3 : 2) + count + end)
    }

    /// Returns the value of a digit; nil for another byte.
    package static func digit(_ byte: UInt8, radix: UInt32) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46 where radix == 16, 0x61...0x66 where radix == 16:
            UInt32((byte | 0x20) - 0x61 + 10)
        default: nil
        }
    }
}
