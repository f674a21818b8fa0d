import NoteModel

/// The path data of a stroke in the short notation of SVG: quadratic curves through the midpoints
/// between its points, each of which is a control point. A curve that continues the one before
/// smoothly (`t`) needs only its end point, so that most points take two numbers.
struct PathData {
    private(set) var bytes: [UInt8] = []
    private var x = 0
    private var y = 0
    private var command: UInt8 = 0

    /// The minimum distance between points, in tenths of a point; nearer ones are left out.
    private static let nearest = 8
    /// The maximum deviation of a control point, in tenths of a point, for which `t` is used.
    private static let tolerance = 2

    private typealias Place = (x: Int, y: Int)

    init(_ points: [Point]) {
        let places = Self.thinned(points)
        guard let first = places.first else { return }
        bytes.reserveCapacity(places.count * 8)
        bytes.append(UInt8(ascii: "M"))
        Self.append(tenths: first.x, to: &bytes)
        if first.y >= 0 { bytes.append(0x20) }
        Self.append(tenths: first.y, to: &bytes)
        (x, y) = first
        guard places.count > 2 else {
            // A line of length zero has round ends: a dot.
            let last = places.count == 2 ? places[1] : first
            add(UInt8(ascii: "l"), places: [last])
            return
        }
        var steering: Place?
        for index in 1..<(places.count - 1) {
            let wanted = places[index]
            let next = places[index + 1]
            guard !Self.isCorner(places[index - 1], place: wanted, after: next) else {
                add(UInt8(ascii: "l"), places: [wanted])
                steering = nil
                if index == places.count - 2 { add(UInt8(ascii: "l"), places: [next]) }
                continue
            }
            let isLast = index == places.count - 2
            let end: Place = isLast ? next : ((wanted.x + next.x) / 2, (wanted.y + next.y) / 2)
            // The control point that `t` implies: the last one, reflected in the current point.
            if let last = steering, case let mirrored = (x: 2 * x - last.x, y: 2 * y - last.y),
                abs(mirrored.x - wanted.x) <= Self.tolerance,
                abs(mirrored.y - wanted.y) <= Self.tolerance
            {
                steering = mirrored
                add(UInt8(ascii: "t"), places: [end])
            } else {
                steering = wanted
                add(UInt8(ascii: "q"), places: [wanted, end])
            }
        }
    }

    /// True if the direction changes by more than 90 degrees, which is intended and not to be
    /// smoothed.
    private static func isCorner(_ before: Place, place: Place, after: Place) -> Bool {
        let (inX, inY) = (place.x - before.x, place.y - before.y)
        let (outX, outY) = (after.x - place.x, after.y - place.y)
        return inX * outX + inY * outY < 0
    }

    /// Appends a command with coordinates relative to the current point, which moves to the last
    /// one.
    private mutating func add(_ command: UInt8, places: [Place]) {
        var needsSpace = command == self.command
        if !needsSpace { bytes.append(command) }
        self.command = command
        for place in places {
            for number in [place.x - x, place.y - y] {
                if needsSpace, number >= 0 { bytes.append(0x20) }
                Self.append(tenths: number, to: &bytes)
                needsSpace = true
            }
        }
        if let last = places.last { (x, y) = last }
    }

    private static func thinned(_ points: [Point]) -> [Place] {
        var places: [Place] = []
        for (index, point) in points.enumerated() {
            let place = (x: Int((point.x * 10).rounded()), y: Int((point.y * 10).rounded()))
            guard let last = places.last else {
                places.append(place)
                continue
            }
            let isFar = max(abs(place.x - last.x), abs(place.y - last.y)) >= nearest
            if isFar {
                places.append(place)
            } else if index == points.count - 1, places.count > 1 {
                places[places.count - 1] = place
            }
        }
        return places
    }

    /// Appends a number of tenths in short form, such as `-12.3`, `.5` or `4`.
    static func append(tenths: Int, to bytes: inout [UInt8]) {
        if tenths < 0 { bytes.append(UInt8(ascii: "-")) }
        let (whole, tenth) = (abs(tenths) / 10, abs(tenths) % 10)
        if whole > 0 || tenth == 0 { bytes += String(whole).utf8 }
        if tenth > 0 { bytes += [UInt8(ascii: "."), 0x30 + UInt8(tenth)] }
    }
}
