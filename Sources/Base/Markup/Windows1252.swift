/// The encoding of old text files, by the table of the WHATWG's Encoding Standard. All bytes have a
/// meaning in it, also the five that Microsoft leaves undefined.
package enum Windows1252 {
    /// The code points of the bytes 0x80 to 0x9F. All other bytes are code points as in Latin-1.
    private static let high: [UInt16] = [
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
        0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
    ]

    /// Returns the code point of a byte, or of a number in a character reference, for which HTML
    /// uses the table as well.
    package static func codePoint(of number: UInt32) -> UInt32 {
        (0x80...0x9F).contains(number) ? UInt32(high[Int(number) - 0x80]) : number
    }

    package static func utf8(of source: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count + source.count / 8)
        for byte in source {
            if byte < 0x80 {
                bytes.append(byte)
            } else if let scalar = Unicode.Scalar(codePoint(of: UInt32(byte))) {
                bytes.append(contentsOf: scalar.utf8)
            }
        }
        return bytes
    }
}
