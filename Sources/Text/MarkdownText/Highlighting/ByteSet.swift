/// A set of bytes, which is tested without reading memory.
struct ByteSet: Sendable {
    private var (first, second, third, fourth): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    init(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { insert(byte) }
    }

    /// Creates the set of the bytes of a text.
    init(_ text: String) { self.init(text.utf8) }

    mutating func insert(_ byte: UInt8) {
        let bit: UInt64 = 1 << UInt64(byte & 63)
        switch byte >> 6 {
        case 0: first |= bit
        case 1: second |= bit
        case 2: third |= bit
        default: fourth |= bit
        }
    }

    /// The bytes of the set, in ascending order.
    var members: [UInt8] { (0...255 as ClosedRange<UInt8>).filter(contains) }

    func contains(_ byte: UInt8) -> Bool {
        let bits =
            byte < 128 ? (byte < 64 ? first : second) : (byte < 192 ? third : fourth)
        return bits >> UInt64(byte & 63) & 1 != 0
    }
}

extension UInt8 {
    static var newline: UInt8 { 0x0A }

    var isDigit: Bool { (0x30...0x39).contains(self) }
    var isUppercase: Bool { (0x41...0x5A).contains(self) }
    var isLowercase: Bool { (0x61...0x7A).contains(self) }
    var isLetter: Bool { (self | 0x20).isLowercase }
    var isAlphanumeric: Bool { isLetter || isDigit }
    var isHexDigit: Bool { isDigit || (0x61...0x66).contains(self | 0x20) }
    /// True for white space of ASCII.
    var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
    /// True for a space, a tab, and a carriage return, but not for the end of a line.
    var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }

    /// The byte, with an ASCII letter in lower case.
    var lowercased: UInt8 { isUppercase ? self | 0x20 : self }

    /// Returns true if the byte is in a short ASCII text.
    func isOne(of text: StaticString) -> Bool {
        for index in 0..<text.utf8CodeUnitCount where text.utf8Start[index] == self {
            return true
        }
        return false
    }
}
