import NoteModel

extension Picture {
    /// Red, green and blue, 0 to 255 each: the mean of the most frequent of 512 groups of colours;
    /// white if no pixel is opaque.
    var dominantColour: Colour {
        // The number of pixels of each group, and the sums of their red, green and blue.
        var groups = [SIMD4<Int>](repeating: .zero, count: 512)
        for (red, green, blue) in colours() {
            let index = Int(red >> 5) << 6 | Int(green >> 5) << 3 | Int(blue >> 5)
            groups[index] &+= SIMD4(1, Int(red), Int(green), Int(blue))
        }
        guard let largest = groups.max(by: { $0.x < $1.x }), largest.x > 0 else {
            return Colour(red: 255, green: 255, blue: 255)
        }
        return Colour(
            red: UInt8(largest.y / largest.x), green: UInt8(largest.z / largest.x),
            blue: UInt8(largest.w / largest.x))
    }
}
