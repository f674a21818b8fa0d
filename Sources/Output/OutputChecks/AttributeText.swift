/// The decoding of attribute values and of the addresses in them. Most contain nothing to decode
/// and are passed on without a copy.
enum AttributeText {
    /// Calls `body` with a value after replacing the character references: decimal and hexadecimal
    /// ones, and those of the five characters that are special in HTML and XML.
    static func withUnescaped<Result>(
        _ value: UnsafeBufferPointer<UInt8>, body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        replacing(UInt8(ascii: "&"), in: value, by: character, body: body)
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

    private static let names: [String: UInt8] = [
        "amp": 0x26, "apos": 0x27, "quot": 0x22, "lt": 0x3C, "gt": 0x3E,
    ]

    private static func character(
        _ text: Slice<UnsafeBufferPointer<UInt8>>
    ) -> (bytes: [UInt8], length: Int)? {
        // The longest reference is `&#1114111;`.
        guard let end = text.prefix(10).firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let length = end + 1 - text.startIndex
        let name = String(decoding: text[..<end].dropFirst(), as: UTF8.self)
        if let byte = names[name] { return ([byte], length) }
        guard name.hasPrefix("#") else { return nil }
        let isHexadecimal = name.lowercased().hasPrefix("#x")
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        // A sign is valid in a number, but not here.
        guard digits.first?.isHexDigit == true else { return nil }
        let number = UInt32(digits, radix: isHexadecimal ? 16 : 10)
        return number.flatMap(Unicode.Scalar.init).map { (Array(String($0).utf8), length) }
    }
}
