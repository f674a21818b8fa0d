/// A small PNG made without any library, so that tests know its bytes and pixels.
package enum PNGPicture {
    /// Returns a picture with an alpha channel, whose pixels a closure gives by their coordinates.
    package static func bytes(
        width: Int, height: Int, pixel: (_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8)
    ) -> [UInt8] {
        var rows: [UInt8] = []
        for y in 0..<height {
            rows.append(0)
            for x in 0..<width {
                let (red, green, blue) = pixel(x, y)
                rows += [red, green, blue, 255]
            }
        }
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        bytes += chunk("IHDR", content: bigEndian(width) + bigEndian(height) + [8, 6, 0, 0, 0])
        bytes += chunk("IDAT", content: stored(rows))
        bytes += chunk("IEND", content: [])
        return bytes
    }

    /// Returns a picture whose quarters are red, green (upper), blue and white (lower).
    package static func quarters(width: Int, height: Int) -> [UInt8] {
        bytes(width: width, height: height) { x, y in
            switch (x < width / 2, y < height / 2) {
            case (true, true): (255, 0, 0)
            case (false, true): (0, 255, 0)
            case (true, false): (0, 0, 255)
            case (false, false): (255, 255, 255)
            }
        }
    }

    /// A picture whose valid header announces 65,535 by 65,535 pixels, with hardly any data.
    package static let bomb: [UInt8] = {
        let side = bigEndian(65_535)
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", content: side + side + [8, 2, 0, 0, 0])
            + chunk("IDAT", content: stored([UInt8](repeating: 0, count: 200)))
            + chunk("IEND", content: [])
    }()

    private static func chunk(_ name: String, content: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + content
        return bigEndian(content.count) + named + bigEndian(Int(checksum(named)))
    }

    /// Returns a zlib stream without compression.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            stream += [rest.isEmpty ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8)]
            stream += [UInt8(~count & 0xFF), UInt8(~count >> 8)]
            stream += block
        } while !rest.isEmpty
        var low: UInt32 = 1
        var high: UInt32 = 0
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return stream + bigEndian(Int(high << 16 | low))
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var value: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
        return ~value
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
