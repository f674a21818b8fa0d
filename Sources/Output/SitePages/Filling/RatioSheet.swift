import NoteModel

/// The style sheet with the aspect ratios of photos, from which rows of photos are justified.
///
/// The content security policy of pages forbids inline styles, so a ratio is composed of two
/// classes, its tenths and its thousandths. This makes rows exact to a thousandth with 158 rules.
enum RatioSheet {
    /// The ratios of width and height that have a class, in thousandths; others get the nearest.
    private static let range = 100...6_099

    /// Returns the classes of an aspect ratio, such as `r-13 s-33` for 4:3, and `r-15` for 3:2.
    static func className(of size: PixelSize) -> String {
        let ratio = thousandths(of: size)
        let rest = ratio % 100
        return rest == 0 ? "r-\(ratio / 100)" : "r-\(ratio / 100) s-\(rest)"
    }

    /// Returns the ratio to which the classes are rounded.
    static func ratio(of size: PixelSize) -> Double { Double(thousandths(of: size)) / 1000 }

    /// Returns the class for the sum of several photos' ratios, such as `x-12`. It gives browsers
    /// an estimate of the height of the rows before layout. The sum is rounded up to the next step,
    /// at most half as large again.
    static func extentName(of sizes: some Sequence<PixelSize>) -> String {
        let sum = sizes.reduce(0) { $0 + thousandths(of: $1) }
        return "x-\(extents.first { $0 * 1000 >= sum } ?? extents[extents.endIndex - 1])"
    }

    /// The width divided by the height, in thousandths.
    private static func thousandths(of size: PixelSize) -> Int {
        let height = max(1, size.height)
        let ratio = (size.width * 1000 + height / 2) / height
        return min(max(ratio, range.lowerBound), range.upperBound)
    }

    /// The steps of the sums: powers of two, and the means of neighbouring ones.
    private static let extents = (0..<14).flatMap { [1 << $0, 3 << $0] }.sorted()

    static let bytes: [UInt8] = {
        var text = ""
        for tenths in range.lowerBound / 100...range.upperBound / 100 {
            text += ".r-\(tenths){--tenths:\(tenths / 10).\(tenths % 10)}\n"
        }
        for rest in 1..<100 {
            text += ".s-\(rest){--rest:.0\(rest < 10 ? "0" : "")\(rest)}\n"
        }
        for extent in extents {
            text += ".x-\(extent){--extent:\(extent)}\n"
        }
        return Array(text.utf8)
    }()
}
