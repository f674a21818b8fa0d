/// The path data of a stroke in the short notation of SVG: quadratic curves through the midpoints
/// between its points, which are the control points. A smooth continuation (`t`) needs only its end
/// point, so that most points take two numbers.
struct PathData {
    private var writer = PathWriter()

    /// The minimum distance between points, in tenths of a point; nearer ones are left out.
    private static let nearest = 8
    /// The maximum deviation of a control point, in tenths of a point, for which `t` is used.
    private static let tolerance = 2

    private typealias Place = PathWriter.Place

    var bytes: [UInt8] { writer.bytes }

    init(_ points: [Point]) {
        let places = Self.thinned(points)
        guard let first = places.first else { return }
        writer.reserve(curves: places.count)
        writer.move(to: first)
        guard places.count > 2 else {
            // A line of length zero has round ends: a dot.
            let last = places.count == 2 ? places[1] : first
            writer.add("l", [last])
            return
        }
        for index in 1..<(places.count - 1) {
            let wanted = places[index]
            let next = places[index + 1]
            guard !Self.isCorner(places[index - 1], place: wanted, after: next) else {
                writer.add("l", [wanted])
                if index == places.count - 2 { writer.add("l", [next]) }
                continue
            }
            let isLast = index == places.count - 2
            let end: Place = isLast ? next : ((wanted.x + next.x) / 2, (wanted.y + next.y) / 2)
            writer.addCurve(wanted, to: end, tolerance: Self.tolerance)
        }
    }

    /// True if the direction changes by more than 90 degrees: an intended corner, which is not
    /// smoothed.
    private static func isCorner(_ before: Place, place: Place, after: Place) -> Bool {
        let (inX, inY) = (place.x - before.x, place.y - before.y)
        let (outX, outY) = (after.x - place.x, after.y - place.y)
        return inX * outX + inY * outY < 0
    }

    private static func thinned(_ points: [Point]) -> [Place] {
        var places: [Place] = []
        for (index, point) in points.enumerated() {
            let place = PathWriter.place(point)
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
}
