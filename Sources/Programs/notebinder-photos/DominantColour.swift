import NoteModel

extension Picture {
    /// Red, green and blue, 0 to 255 each: the mean of the most frequent of 512 groups of colours;
    /// white if no pixel is opaque.
    var dominantColour: Colour {
        struct Bin {
            var count = 0
            var red = 0
            var green = 0
            var blue = 0
        }
        var bins = [Bin](repeating: Bin(), count: 512)
        for (red, green, blue) in colours() {
            let index = Int(red >> 5) << 6 | Int(green >> 5) << 3 | Int(blue >> 5)
            bins[index].count += 1
            bins[index].red += Int(red)
            bins[index].green += Int(green)
            bins[index].blue += Int(blue)
        }
        guard let largest = bins.max(by: { $0.count < $1.count }), largest.count > 0 else {
            return Colour(red: 255, green: 255, blue: 255)
        }
        return Colour(
            red: UInt8(largest.red / largest.count), green: UInt8(largest.green / largest.count),
            blue: UInt8(largest.blue / largest.count))
    }
}
