/// An ICC profile (ICC.1:2022, sections 7 and 9), read for the range of its colours.
struct ColourProfile {
    let bytes: [UInt8]

    /// True if the gamut is considerably larger than sRGB's, as those of Display P3 and Adobe RGB
    /// are, judged by the area of the triangle of its primaries.
    var isWide: Bool {
        guard let red = chromaticity("rXYZ"), let green = chromaticity("gXYZ"),
            let blue = chromaticity("bXYZ")
        else { return false }
        let area =
            abs((green.x - red.x) * (blue.y - red.y) - (blue.x - red.x) * (green.y - red.y)) / 2
        // sRGB's triangle, adapted to the white of profiles, has 0.109; Display P3's 0.144.
        return area > 0.125
    }

    private func chromaticity(_ name: String) -> (x: Double, y: Double)? {
        guard let start = tag(name), start + 20 <= bytes.count else { return nil }
        let values = (0..<3).map { fixedPoint(at: start + 8 + 4 * $0) }
        let sum = values[0] + values[1] + values[2]
        return sum > 0 ? (values[0] / sum, values[1] / sum) : nil
    }

    /// Returns the offset of the data of a tag; nil if there is no such tag.
    private func tag(_ name: String) -> Int? {
        guard bytes.count > 132 else { return nil }
        for index in 0..<min(100, bytes[128..<132].number()) {
            let entry = 132 + 12 * index
            guard entry + 12 <= bytes.count else { return nil }
            if bytes[entry..<entry + 4].elementsEqual(name.utf8) {
                return bytes[entry + 4..<entry + 8].number()
            }
        }
        return nil
    }

    private func fixedPoint(at offset: Int) -> Double {
        Double(Int32(truncatingIfNeeded: bytes[offset..<offset + 4].number())) / 65_536
    }
}
