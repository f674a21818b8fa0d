import KeyedArchives
import Platform

/// The handwriting of the sample: two pages about waves, as strokes that an app archived.
enum SampleInk {
    private typealias Place = (x: Double, y: Double)

    private struct Line {
        let points: [Place]
        var width = 3.0
        var colour = (red: 0.1, green: 0.15, blue: 0.4)
        var isEraser = false
    }

    private static let red = (red: 0.72, green: 0.18, blue: 0.12)

    /// A page that shows waves: axes, two waves, and a stroke that was partly erased.
    static var waves: [UInt8] {
        archive(
            from: 0.2,
            axes(left: 40, top: 60, width: 280, height: 150)
                + [
                    wave(left: 44, middle: 135, length: 272, height: 52, turns: 2),
                    Line(
                        points: wave(left: 44, middle: 135, length: 272, height: 26, turns: 4)
                            .points, width: 2, colour: red),
                    // A slip of the pen, and the eraser over it.
                    Line(points: [(250, 70), (262, 96), (280, 78), (296, 104)], width: 4),
                    Line(
                        points: [(244, 84), (262, 82), (282, 90), (302, 92)], width: 44,
                        isEraser: true),
                    arrow(from: (112, 236), to: (248, 236)),
                    arrow(from: (248, 236), to: (112, 236)),
                    Line(points: lambda(x: 174, y: 262), width: 3.5),
                    Line(points: circle(x: 78, y: 84, radius: 20), width: 2, colour: red),
                ])
    }

    /// A page that shows the sum of two waves.
    static var sum: [UInt8] {
        archive(
            from: 3.6,
            axes(left: 40, top: 60, width: 280, height: 110)
                + axes(left: 40, top: 230, width: 280, height: 200)
                + [
                    wave(left: 44, middle: 115, length: 272, height: 30, turns: 3),
                    Line(
                        points: stride(from: 0.0, through: 272, by: 2).map { x in
                            let angle = x / 272 * 2 * .pi
                            return (44 + x, 330 - 40 * sin(3 * angle) - 34 * sin(4 * angle))
                        }, colour: red),
                    Line(points: [(170, 206), (180, 206.5), (191, 206)], width: 3.5),
                    Line(points: [(180.5, 195), (180, 206), (180, 217)], width: 3.5),
                ])
    }

    private static func axes(left: Double, top: Double, width: Double, height: Double) -> [Line] {
        [
            arrow(from: (left, top + height), to: (left, top)),
            arrow(from: (left, top + height / 2), to: (left + width, top + height / 2)),
        ]
    }

    private static func wave(
        left: Double, middle: Double, length: Double, height: Double, turns: Double
    ) -> Line {
        Line(
            points: stride(from: 0.0, through: length, by: 4).map { x in
                (left + x, middle - height * sin(x / length * turns * 2 * .pi))
            })
    }

    /// Returns an arrow drawn in one stroke, as by hand.
    private static func arrow(from start: Place, to end: Place) -> Line {
        let length = max(1, hypot(end.x - start.x, end.y - start.y))
        let along = (x: (end.x - start.x) / length, y: (end.y - start.y) / length)
        let back = (x: end.x - 10 * along.x, y: end.y - 10 * along.y)
        let middle = (x: (start.x + end.x) / 2 + 1.5 * along.y, y: (start.y + end.y) / 2 + along.x)
        return Line(
            points: [
                start, middle, end, (back.x + 6 * along.y, back.y - 6 * along.x), end,
                (back.x - 6 * along.y, back.y + 6 * along.x),
            ], width: 2.5)
    }

    private static func lambda(x: Double, y: Double) -> [Place] {
        [
            (x - 8, y - 20), (x - 3, y - 21), (x + 1, y - 12), (x + 6, y), (x + 11, y + 1),
            (x + 6, y), (x + 1, y - 11), (x - 4, y - 4), (x - 9, y + 1),
        ]
    }

    private static func circle(x: Double, y: Double, radius: Double) -> [Place] {
        stride(from: 0.0, through: 6.5, by: 0.25).map {
            (x + radius * cos($0), y + radius * sin($0))
        }
    }

    /// - Parameter start: The time in the recording at which the first line was drawn, in seconds.
    private static func archive(from start: Double, _ lines: [Line]) -> [UInt8] {
        var writer = ArchiveEditor()
        let members = lines.enumerated().map { index, line in
            let colour = writer.object(
                "UIColor", superclasses: ["NSObject"],
                fields: [
                    ("UIColorComponentCount", .integer(4)), ("UIRed", .real(line.colour.red)),
                    ("UIGreen", .real(line.colour.green)), ("UIBlue", .real(line.colour.blue)),
                    ("UIAlpha", .real(1)), ("NSColorSpace", .integer(2)),
                ])
            let points = line.points.map { point in
                let text = writer.string("{\(rounded(point.x)), \(rounded(point.y))}")
                return writer.object(
                    "NSValue", superclasses: ["NSObject"],
                    fields: [("NS.special", .integer(1)), ("NS.pointval", text)])
            }
            let list = writer.array(points)
            return writer.object(
                "Stroke", superclasses: ["NSObject"],
                fields: [
                    ("color", colour), ("width", .real(line.width)),
                    ("points", list), ("isEraser", .bool(line.isEraser)),
                    ("time", .real(rounded(start + 0.3 * Double(index)))),
                ])
        }
        return writer.archive(rootArray: members)
    }

    private static func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}
