/// A ZIP file (PKWARE's APPNOTE 6.3.3), its members stored as they are: the same members give the
/// same bytes, with no date in them.
struct ZipFile {
    private var bytes: [UInt8] = []
    private var directory: [UInt8] = []
    private var count: UInt16 = 0

    /// Nothing of this form is larger.
    struct TooLarge: Error, CustomStringConvertible {
        let description = "A ZIP file of more than 4 GB or 65,535 members cannot be written."
    }

    /// - Parameter name: In ASCII.
    /// - Throws: ``TooLarge``.
    mutating func add(_ name: String, _ content: [UInt8]) throws(TooLarge) {
        guard bytes.count + directory.count + content.count < 0xFFFF_0000, count < 0xFFFE else {
            throw TooLarge()
        }
        let start = UInt32(bytes.count)
        var head: [UInt8] = []
        // Version 1.0, no flags, stored, midnight of 1 January 1980.
        Self.append([10, 0, 0, 0, 0x21], to: &head)
        Self.append(CRC32.of(content), to: &head)
        Self.append(UInt32(content.count), to: &head)
        Self.append(UInt32(content.count), to: &head)
        Self.append([UInt16(name.utf8.count), 0], to: &head)
        bytes += [0x50, 0x4B, 0x03, 0x04]
        bytes += head
        bytes += name.utf8
        bytes += content
        directory += [0x50, 0x4B, 0x01, 0x02, 10, 0]
        directory += head
        Self.append([0, 0, 0], to: &directory)
        Self.append(UInt32(0), to: &directory)
        Self.append(start, to: &directory)
        directory += name.utf8
        count += 1
    }

    /// The whole file.
    func finished() -> [UInt8] {
        var end: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
        Self.append([0, 0, count, count], to: &end)
        Self.append(UInt32(directory.count), to: &end)
        Self.append(UInt32(bytes.count), to: &end)
        Self.append([0], to: &end)
        return bytes + directory + end
    }

    private static func append(_ numbers: [UInt16], to bytes: inout [UInt8]) {
        for number in numbers { bytes += [UInt8(number & 0xFF), UInt8(number >> 8)] }
    }

    private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
        append([UInt16(number & 0xFFFF), UInt16(number >> 16)], to: &bytes)
    }
}

/// The check sum of ISO 3309, as ZIP files have it.
private enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { sum, _ in
            sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1
        }
    }

    static func of(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes { sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
        return ~sum
    }
}
