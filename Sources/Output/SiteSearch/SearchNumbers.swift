/// The number format of the search files: base 32, one character for each digit, the lowest digit
/// first. The sixth bit of a digit is set if another follows.
enum SearchNumbers {
    /// Returns a digit, by its value from 0 to 63.
    static func digit(_ value: Int) -> UInt8 {
        switch value {
        case ..<26: UInt8(ascii: "A") + UInt8(value)
        case ..<52: UInt8(ascii: "a") + UInt8(value - 26)
        case ..<62: UInt8(ascii: "0") + UInt8(value - 52)
        default: value == 62 ? UInt8(ascii: "-") : UInt8(ascii: "_")
        }
    }

    static func append(_ number: Int, to bytes: inout [UInt8]) {
        var rest = number
        while rest >= 32 {
            bytes.append(digit(rest & 31 | 32))
            rest >>= 5
        }
        bytes.append(digit(rest))
    }

    /// Appends a set of documents in the shorter of two formats: the distance of each from the one
    /// before it, or `=` and a digit for each six documents with a bit for each, the lowest first.
    ///
    /// - Parameters:
    ///   - members: The members in ascending order.
    ///   - documents: The number of all documents.
    static func append(
        set members: some Collection<Int>, of documents: Int, to bytes: inout [UInt8]
    ) {
        let (start, sixCount) = (bytes.count, (documents + 5) / 6)
        var last = -1
        for member in members {
            append(member - last - 1, to: &bytes)
            last = member
        }
        guard bytes.count - start > sixCount else { return }
        var sixes = Array(repeating: 0, count: sixCount)
        for member in members {
            let (six, bit) = member.quotientAndRemainder(dividingBy: 6)
            sixes[six] |= 1 << bit
        }
        bytes.removeSubrange(start...)
        bytes.append(UInt8(ascii: "="))
        bytes += sixes.lazy.map(digit)
    }
}
