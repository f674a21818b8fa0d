import Platform

/// The path data of a stroke of cubic Bézier curves: the curves themselves if the width hardly
/// changes, otherwise the outline of the ink.
struct CurveData {
    /// True if the path is to be filled; false if it is to be stroked with the width of the stroke.
    let isOutline: Bool
    let bytes: [UInt8]

    /// The maximum share of the width by which widths differ that count as one.
    private static let sameWidth = 0.06
    /// The maximum deviation of a control point, in tenths of a point, for which `s` is used.
    private static let tolerance = 1

    /// Returns nil for a stroke without anchor widths.
    init?(_ stroke: Stroke) {
        guard let least = stroke.anchorWidths.min() else { return nil }
        isOutline = least < stroke.width * (1 - Self.sameWidth)
        bytes = isOutline ? InkOutline(stroke).pathData : Self.curves(stroke.points)
    }

    private static func curves(_ points: [Point]) -> [UInt8] {
        var writer = PathWriter()
        let places = points.map(PathWriter.place)
        writer.move(to: places[0])
        // A line of no length has round ends: a dot.
        guard places.count > 1 else {
            writer.add("l", [places[0]])
            return writer.bytes
        }
        writer.reserve(curves: places.count)
        for start in stride(from: 1, to: places.count - 2, by: 3) {
            writer.addCurve(
                places[start], second: places[start + 1], to: places[start + 2],
                tolerance: tolerance)
        }
        return writer.bytes
    }
}

/// The outline of a stroke whose width changes: a closed line along its left side and back along
/// its right side.
private struct InkOutline {
    /// A place on the middle line, with the direction as a unit vector and half of the width.
    private struct Sample {
        var middle: Point
        var direction: Point
        var reach: Double
    }

    private var samples: [Sample] = []

    /// The distance between samples before any is left out, and the greatest distance, in points.
    private static let (finestStep, longestStep) = (0.8, 4.0)
    /// The maximum deviation of the outline, in points: a line through the midpoints of steps is
    /// off by an eighth of their length times the turn between them.
    private static let tolerance = 0.08
    /// The most samples of one curve, however long it is.
    private static let maximumSamples = 64.0

    init(_ stroke: Stroke) {
        let (points, widths) = (stroke.points, stroke.anchorWidths)
        for curve in 0..<widths.count - 1 {
            add(
                Array(points[3 * curve...3 * curve + 3]), from: widths[curve], to: widths[curve + 1]
            )
        }
        if samples.isEmpty, let point = points.first {
            samples.append(
                Sample(middle: point, direction: Point(x: 1, y: 0), reach: stroke.width / 2))
        }
    }

    private mutating func add(_ curve: [Point], from first: Double, to last: Double) {
        let length =
            curve[0].distance(to: curve[1]) + curve[1].distance(to: curve[2])
            + curve[2].distance(to: curve[3])
        let count = min(Self.maximumSamples, max(2, (length / Self.finestStep).rounded(.up)))
        for number in stride(from: samples.isEmpty ? 0 : 1, through: count, by: 1) {
            let share = number / count
            guard let direction = direction(of: curve, at: share) else { continue }
            add(
                Sample(
                    middle: point(of: curve, at: share), direction: direction,
                    reach: (first + (last - first) * share) / 2))
        }
    }

    /// Appends a sample; it replaces the last one if the outline is the same without it.
    private mutating func add(_ sample: Sample) {
        if samples.count > 1 {
            let (before, last) = (samples[samples.count - 2], samples[samples.count - 1])
            let distance = before.middle.distance(to: sample.middle)
            let (one, other) = (before.direction, sample.direction)
            let turn = acos(min(max(one.x * other.x + one.y * other.y, -1), 1))
            // The width that the last sample would have between the other two.
            let share = before.middle.distance(to: last.middle) / max(distance, 0.001)
            let between = before.reach + (sample.reach - before.reach) * min(share, 1)
            if distance < Self.longestStep, distance * turn / 8 < Self.tolerance, turn < 0.5,
                abs(between - last.reach) < Self.tolerance
            {
                samples.removeLast()
            }
        }
        samples.append(sample)
    }

    private func point(of curve: [Point], at share: Double) -> Point {
        let rest = 1 - share
        let weights = [
            rest * rest * rest, 3 * rest * rest * share, 3 * rest * share * share,
            share * share * share,
        ]
        return Point(
            x: zip(curve, weights).reduce(0) { $0 + $1.0.x * $1.1 },
            y: zip(curve, weights).reduce(0) { $0 + $1.0.y * $1.1 })
    }

    /// Returns the direction of a curve as a unit vector; nil for a curve of no length.
    private func direction(of curve: [Point], at share: Double) -> Point? {
        let near = 0.01
        let (from, to) = (max(0, share - near), min(1, share + near))
        let (start, end) = (point(of: curve, at: from), point(of: curve, at: to))
        let length = start.distance(to: end)
        guard length > 1e-9 else { return nil }
        return Point(x: (end.x - start.x) / length, y: (end.y - start.y) / length)
    }

    /// The closed path around the ink.
    var pathData: [UInt8] {
        var around: [Point] = []
        func side(_ sample: Sample, _ sign: Double) -> Point {
            Point(
                x: sample.middle.x - sign * sample.direction.y * sample.reach,
                y: sample.middle.y + sign * sample.direction.x * sample.reach)
        }
        func end(_ sample: Sample, _ sign: Double) -> [Point] {
            // Three points around a half circle.
            [0.7, 0, -0.7].map { turn in
                let along = sign * (turn == 0 ? 1 : 0.7)
                let across = sign * turn
                return Point(
                    x: sample.middle.x + sample.reach
                        * (sample.direction.x * along - sample.direction.y * across),
                    y: sample.middle.y + sample.reach
                        * (sample.direction.y * along + sample.direction.x * across))
            }
        }
        guard let first = samples.first, let last = samples.last else { return [] }
        around += samples.map { side($0, 1) }
        around += end(last, 1)
        around += samples.reversed().map { side($0, -1) }
        around += end(first, -1)
        return Self.smooth(around)
    }

    /// Returns a closed path of quadratic curves through the midpoints between points, which are
    /// the control points.
    private static func smooth(_ points: [Point]) -> [UInt8] {
        var places: [PathWriter.Place] = []
        for place in points.map(PathWriter.place)
        where places.last.map({ $0 != place }) ?? true {
            places.append(place)
        }
        var writer = PathWriter()
        writer.reserve(curves: places.count)
        func middle(_ index: Int) -> PathWriter.Place {
            let (one, other) = (places[index], places[(index + 1) % places.count])
            return ((one.x + other.x) / 2, (one.y + other.y) / 2)
        }
        writer.move(to: middle(0))
        for index in 1...places.count {
            let next = index % places.count
            writer.addCurve(places[next], to: middle(next), tolerance: 1)
        }
        writer.close()
        return writer.bytes
    }
}
