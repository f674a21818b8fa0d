/// The CRC-32 checksum of ISO 3309, as ZIP files use it.
struct CRC32 {
    private var sum: UInt32 = 0xFFFF_FFFF

    var value: UInt32 { ~sum }

    /// The effect of each byte on the checksum, at each of eight distances from the end of a step:
    /// a step of eight bytes takes a quarter of the time of eight single ones.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for number in 0..<256 {
            tables[number] = (0..<8).reduce(UInt32(number)) { sum, _ in
                sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1
            }
        }
        for index in 256..<8 * 256 {
            let nearer = tables[index - 256]
            tables[index] = tables[Int(nearer & 0xFF)] ^ (nearer >> 8)
        }
        return tables
    }()

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        var sum = sum
        Self.tables.withUnsafeBufferPointer { tables in
            func part(_ distance: Int, byte: UInt32) -> UInt32 {
                tables[256 * distance + Int(byte & 0xFF)]
            }
            var index = 0
            while index + 8 <= bytes.count {
                let low =
                    UInt32(
                        littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self))
                    ^ sum
                let high = UInt32(
                    littleEndian: bytes.loadUnaligned(fromByteOffset: index + 4, as: UInt32.self))
                sum =
                    part(7, byte: low) ^ part(6, byte: low >> 8) ^ part(5, byte: low >> 16)
                    ^ part(4, byte: low >> 24)
                    ^ part(3, byte: high) ^ part(2, byte: high >> 8) ^ part(1, byte: high >> 16)
                    ^ part(0, byte: high >> 24)
                index += 8
            }
            while index < bytes.count {
                sum = part(0, byte: sum ^ UInt32(bytes[index])) ^ (sum >> 8)
                index += 1
            }
        }
        self.sum = sum
    }
}
