/// Writes the commands of path data (SVG 1.1, section 8.3) in their short notation, with relative
/// coordinates in tenths of a point.
struct PathWriter {
    private(set) var bytes: [UInt8] = []
    /// The current point, in tenths of a point.
    private(set) var place: Place = (0, 0)
    private var command: UInt8 = 0
    /// The control point of the last curve; nil after another command.
    private var steering: Place?

    /// A position in tenths of a point.
    typealias Place = (x: Int, y: Int)

    mutating func reserve(curves: Int) { bytes.reserveCapacity(bytes.count + curves * 8) }

    mutating func move(to place: Place) {
        bytes.append(UInt8(ascii: "M"))
        Self.append(tenths: place.x, to: &bytes)
        if place.y >= 0 { bytes.append(0x20) }
        Self.append(tenths: place.y, to: &bytes)
        self.place = place
        command = 0
    }

    /// Returns a point rounded to tenths.
    static func place(_ point: Point) -> Place {
        (Int((point.x * 10).rounded()), Int((point.y * 10).rounded()))
    }

    /// Returns the control point that `s` and `t` imply, the last one reflected in the current
    /// point, if it is near another; nil if it is not.
    private func mirrored(near control: Place, tolerance: Int) -> Place? {
        guard let steering else { return nil }
        let mirrored = (x: 2 * place.x - steering.x, y: 2 * place.y - steering.y)
        let isNear =
            abs(mirrored.x - control.x) <= tolerance && abs(mirrored.y - control.y) <= tolerance
        return isNear ? mirrored : nil
    }

    /// Appends a quadratic curve: a smooth continuation if its control point is within a tolerance
    /// of the implied one, in tenths of a point.
    mutating func addCurve(_ control: Place, to end: Place, tolerance: Int) {
        let mirrored = mirrored(near: control, tolerance: tolerance)
        if mirrored == nil { add("q", [control, end]) } else { add("t", [end]) }
        steering = mirrored ?? control
    }

    /// Appends a cubic curve in the same way.
    mutating func addCurve(_ first: Place, second: Place, to end: Place, tolerance: Int) {
        let isSmooth = mirrored(near: first, tolerance: tolerance) != nil
        if isSmooth { add("s", [second, end]) } else { add("c", [first, second, end]) }
        steering = second
    }

    /// Appends a command with coordinates relative to the current point, which moves to the last
    /// one.
    mutating func add(_ command: Unicode.Scalar, _ places: [Place]) {
        let command = UInt8(ascii: command)
        var needsSpace = command == self.command
        if !needsSpace { bytes.append(command) }
        self.command = command
        for other in places {
            for number in [other.x - place.x, other.y - place.y] {
                if needsSpace, number >= 0 { bytes.append(0x20) }
                Self.append(tenths: number, to: &bytes)
                needsSpace = true
            }
        }
        if let last = places.last { place = last }
        steering = nil
    }

    /// Appends the command that connects the last point with the first one.
    mutating func close() { bytes.append(UInt8(ascii: "z")) }

    /// Appends a number of tenths in short form, such as `-12.3`, `.5` or `4`.
    static func append(tenths: Int, to bytes: inout [UInt8]) {
        if tenths < 0 { bytes.append(UInt8(ascii: "-")) }
        let (whole, tenth) = (abs(tenths) / 10, abs(tenths) % 10)
        if whole > 0 || tenth == 0 { bytes += String(whole).utf8 }
        if tenth > 0 { bytes += [UInt8(ascii: "."), 0x30 + UInt8(tenth)] }
    }
}
