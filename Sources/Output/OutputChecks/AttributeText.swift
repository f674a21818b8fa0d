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
            by: { index in
                CharacterReference.read(value[index...]).map {
                    (Array(String($0.scalar).utf8), $0.length)
                }
            },
            body: body)
    }

    /// Calls `body` with an address after decoding its percent-encoding.
    static func withDecoded<Result>(
        _ value: UnsafeBufferPointer<UInt8>, body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        replacing(
            UInt8(ascii: "%"), in: value,
            by: { index in value.hexadecimal(at: index + 1, count: 2).map { ([UInt8($0)], 3) } },
            body: body)
    }

    /// Calls `body` with a value after replacing what begins with a byte.
    ///
    /// - Parameter replacement: Returns the replacement of what begins at a position, which is that
    ///   of `start`, and the length of what it replaces; nil to leave the byte as it is.
    private static func replacing<Result>(
        _ start: UInt8, in value: UnsafeBufferPointer<UInt8>,
        by replacement: (_ index: Int) -> (bytes: [UInt8], length: Int)?,
        body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        guard value.contains(start) else { return body(value) }
        var bytes: [UInt8] = []
        var index = 0
        while index < value.count {
            if value[index] == start, let found = replacement(index) {
                bytes += found.bytes
                index += found.length
            } else {
                bytes.append(value[index])
                index += 1
            }
        }
        return bytes.withUnsafeBufferPointer(body)
    }
}
