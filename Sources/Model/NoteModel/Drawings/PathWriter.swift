/// Writes the commands of path data (SVG 1.1, section 8.3) in their short notation, with relative
/// coordinates in tenths of a point.
struct PathWriter {
    private(set) var bytes: [UInt8] = []
    /// The current point, in tenths of a point.
    private(set) var place: Place = (0, 0)
    private var command: UInt8 = 0

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

    /// Returns a place reflected in the current point: the control point that `s` and `t` imply.
    func mirrored(_ other: Place) -> Place { (2 * place.x - other.x, 2 * place.y - other.y) }

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
