/// The quality of a JPEG, estimated from its quantisation table.
enum JPEGQuality {
    /// The table of ITU-T T.81, Annex K, in zigzag order as in files.
    private static let standard = [
        16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35,
        37, 29, 40, 58, 51, 61, 60, 57, 51, 56, 55, 64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80,
        109, 81, 87, 95, 98, 103, 104, 103, 62, 77, 113, 121, 112, 100, 120, 92, 101, 103, 99,
    ]

    /// Returns the quality, 1 to 100, on the scale of libjpeg; nil if the head contains no such
    /// table.
    static func estimate(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var offset = 2
        while offset + 4 <= bytes.count, bytes[offset] == 0xFF, bytes[offset + 1] != 0xDA {
            let end = offset + 2 + Int(bytes[offset + 2]) << 8 + Int(bytes[offset + 3])
            // Table 0, with 8-bit values, is used for brightness.
            if bytes[offset + 1] == 0xDB, offset + 69 <= bytes.count, bytes[offset + 4] == 0 {
                let sum = (0..<64).reduce(0) { $0 + Int(bytes[offset + 5 + $1]) }
                let scale = Double(sum) / Double(standard.reduce(0, +)) * 100
                let quality = scale <= 100 ? 100 - scale / 2 : 5000 / scale
                return max(1, min(100, Int(quality.rounded())))
            }
            offset = end
        }
        return nil
    }
}
