extension String {
    /// Decodes big-endian UTF-16. An unpaired surrogate becomes U+FFFD; an odd last byte is
    /// ignored.
    ///
    /// A string with any character outside of ASCII is stored in this form, so this decodes most
    /// texts in languages other than English.
    init(decodingBigEndianUTF16 bytes: UnsafeRawBufferPointer) {
        let count = bytes.count / 2
        // Strings stay in memory, so no more capacity is reserved than they need.
        var capacity = count
        for index in 0..<count {
            let unit = UInt32(bytes[2 * index]) << 8 | UInt32(bytes[2 * index + 1])
            capacity += (unit >= 0x80 ? 1 : 0) + (unit >= 0x800 ? 1 : 0)
        }
        self = String(unsafeUninitializedCapacity: capacity) { output in
            var written = 0
            func append(_ byte: UInt32) {
                output[written] = UInt8(truncatingIfNeeded: byte)
                written += 1
            }
            var index = 0
            while index < count {
                var scalar = UInt32(bytes[2 * index]) << 8 | UInt32(bytes[2 * index + 1])
                index += 1
                if scalar & 0xF800 == 0xD800 {
                    let low =
                        index < count
                        ? UInt32(bytes[2 * index]) << 8 | UInt32(bytes[2 * index + 1]) : 0
                    if scalar < 0xDC00, low & 0xFC00 == 0xDC00 {
                        scalar = 0x10000 + (scalar & 0x3FF) << 10 + (low & 0x3FF)
                        index += 1
                    } else {
                        scalar = 0xFFFD
                    }
                }
                switch scalar {
                case ..<0x80: append(scalar)
                case ..<0x800:
                    append(0xC0 | scalar >> 6)
                    append(0x80 | scalar & 0x3F)
                case ..<0x10000:
                    append(0xE0 | scalar >> 12)
                    append(0x80 | scalar >> 6 & 0x3F)
                    append(0x80 | scalar & 0x3F)
                default:
                    append(0xF0 | scalar >> 18)
                    append(0x80 | scalar >> 12 & 0x3F)
                    append(0x80 | scalar >> 6 & 0x3F)
                    append(0x80 | scalar & 0x3F)
                }
            }
            return written
        }
    }
}
