import NoteModel

/// The path of a stroke in SVG's terse form: quadratic curves through the middles between its
/// points, each point steering one. What follows such a curve smoothly (`t`) needs its end alone,
/// so that most points cost two numbers.
struct PathData {
    private(set) var bytes: [UInt8] = []
    private var x = 0
    private var y = 0
    private var command: UInt8 = 0

    /// In tenths of a point: points nearer to one another than this say nothing.
    private static let nearest = 8
    /// In tenths: how far a curve may be off before its steering point is told again.
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
            // A line of no length has round ends: a dot.
            let last = places.count == 2 ? places[1] : first
            add(UInt8(ascii: "l"), [last])
            return
        }
        var steering: Place?
        for index in 1..<(places.count - 1) {
            let wanted = places[index]
            let next = places[index + 1]
            guard !Self.isCorner(places[index - 1], wanted, next) else {
                add(UInt8(ascii: "l"), [wanted])
                steering = nil
                if index == places.count - 2 { add(UInt8(ascii: "l"), [next]) }
                continue
            }
            let isLast = index == places.count - 2
            let end: Place = isLast ? next : ((wanted.x + next.x) / 2, (wanted.y + next.y) / 2)
            // Where `t` would steer to: the last steering point, seen from the other side.
            if let last = steering, case let mirrored = (x: 2 * x - last.x, y: 2 * y - last.y),
                abs(mirrored.x - wanted.x) <= Self.tolerance,
                abs(mirrored.y - wanted.y) <= Self.tolerance
            {
                steering = mirrored
                add(UInt8(ascii: "t"), [end])
            } else {
                steering = wanted
                add(UInt8(ascii: "q"), [wanted, end])
            }
        }
    }

    /// Whether the hand turned back: that is meant, and not to be smoothed.
    private static func isCorner(_ before: Place, _ place: Place, _ after: Place) -> Bool {
        let (inX, inY) = (place.x - before.x, place.y - before.y)
        let (outX, outY) = (after.x - place.x, after.y - place.y)
        return inX * outX + inY * outY < 0
    }

    /// A command with places relative to the present one; the last is where it ends.
    private mutating func add(_ command: UInt8, _ places: [Place]) {
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

    /// `-12.3`, `.5`, `4`.
    static func append(tenths: Int, to bytes: inout [UInt8]) {
        if tenths < 0 { bytes.append(UInt8(ascii: "-")) }
        let (whole, tenth) = (abs(tenths) / 10, abs(tenths) % 10)
        if whole > 0 || tenth == 0 { bytes += String(whole).utf8 }
        if tenth > 0 { bytes += [UInt8(ascii: "."), 0x30 + UInt8(tenth)] }
    }
}
