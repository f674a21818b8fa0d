import Markup

/// The decoding of attribute values and of the addresses in them. Most contain nothing to decode
/// and are passed on without a copy.
enum AttributeText {
    /// Calls `body` with a value after replacing the character references.
    static func withUnescaped<Result>(
        _ value: UnsafeBufferPointer<UInt8>, body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        replacing(
            UInt8(ascii: "&"), in: value,
            by: { text in
                CharacterReference.read(text).map { (Array(String($0.scalar).utf8), $0.length) }
            },
            body: body)
    }

    /// Calls `body` with an address after decoding its percent-encoding.
    static func withDecoded<Result>(
        _ value: UnsafeBufferPointer<UInt8>, body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        replacing(UInt8(ascii: "%"), in: value, by: byte, body: body)
    }

    /// Calls `body` with a value after replacing what begins with a byte.
    ///
    /// - Parameter replacement: Returns the replacement of the start of its argument, which begins
    ///   with `start`, and the length of what it replaces; nil to leave the byte as it is.
    private static func replacing<Result>(
        _ start: UInt8, in value: UnsafeBufferPointer<UInt8>,
        by replacement: (Slice<UnsafeBufferPointer<UInt8>>) -> (bytes: [UInt8], length: Int)?,
        body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        guard value.contains(start) else { return body(value) }
        var bytes: [UInt8] = []
        var index = 0
        while index < value.count {
            if value[index] == start, let found = replacement(value[index...]) {
                bytes += found.bytes
                index += found.length
            } else {
                bytes.append(value[index])
                index += 1
            }
        }
        return bytes.withUnsafeBufferPointer(body)
    }

    private static func byte(
        _ text: Slice<UnsafeBufferPointer<UInt8>>
    ) -> (bytes: [UInt8], length: Int)? {
        let digits = text.dropFirst().prefix(2)
        guard digits.count == 2, digits.allSatisfy(isHexadecimal),
            let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        return ([byte], 3)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }
}
