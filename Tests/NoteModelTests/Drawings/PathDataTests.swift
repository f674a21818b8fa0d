import Foundation
import TestSupport
import Testing

@testable import NoteModel

/// Path data, read back by a small parser of SVG 1.1, section 8.3.
@Suite(.tags(.fast))
struct PathDataTests {
    private func data(_ points: [Point]) -> String {
        String(decoding: PathData(points).bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (0, "0"), (5, ".5"), (-5, "-.5"), (10, "1"), (-123, "-12.3"), (100, "10"),
        (1_000_005, "100000.5"), (-1, "-.1"), (-10, "-1"),
    ])
    func writesTenthsInTheShortestForm(tenths: Int, text: String) {
        var bytes: [UInt8] = []
        PathWriter.append(tenths: tenths, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
        #expect(Double(text) == Double(tenths) / 10)
    }

    @Test func isEmptyWithoutPoints() {
        #expect(data([]) == "")
        #expect(data([Point(x: -1, y: -2)]) == "M-1-2l0 0")
    }

    @Test func passesNearEveryPointOfARandomLine() throws {
        let seed: UInt64 = 0x1A7
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            var place = Point(x: 300, y: 300)
            let points = (0..<Int.random(in: 2...60, using: &random)).map { _ in
                place = Point(
                    x: place.x + Double.random(in: -25...25, using: &random),
                    y: place.y + Double.random(in: -25...25, using: &random))
                return place
            }
            let curve = try #require(DrawnPath(data(points)))
            // The curve begins and ends where the pen did, to a twentieth of a point.
            for (end, drawn) in [
                (points.first, curve.places.first), (points.last, curve.places.last),
            ] {
                let (end, drawn) = (try #require(end), try #require(drawn))
                #expect(abs(end.x - drawn.x) <= 0.051 && abs(end.y - drawn.y) <= 0.051, "\(seed)")
            }
            // A corner is passed exactly; a smooth bend is cut by at most a part of its sides.
            for point in points {
                let distance = curve.places.map { hypot($0.x - point.x, $0.y - point.y) }.min()
                #expect((distance ?? .infinity) < 13, "seed \(seed)")
            }
        }
    }

    @Test func keepsToAStraightLine() throws {
        let points = (0...50).map { Point(x: Double($0) * 3, y: 40) }
        let curve = try #require(DrawnPath(data(points)))
        #expect(curve.places.allSatisfy { abs($0.y - 40) < 0.001 })
        #expect(zip(curve.places, curve.places.dropFirst()).allSatisfy { $0.x <= $1.x })
    }

    @Test func writesTheSameShapeForMovedPoints() {
        let points = (0..<40).map { (step: Int) -> Point in
            Point(x: Double(step * 7 % 31), y: Double(step * 13 % 29))
        }
        let moved = points.map { Point(x: $0.x + 100, y: $0.y + 200) }
        // All but the first place is relative.
        func shape(_ points: [Point]) -> Substring {
            data(points).drop { $0 != "q" && $0 != "l" }
        }
        #expect(shape(points) == shape(moved))
    }

    @Test func holdsTheFarthestPoints() throws {
        let far = Point.farthest
        let corners = [
            Point(x: -far, y: -far), Point(x: far, y: far), Point(x: -far, y: far),
            Point(x: far, y: -far),
        ]
        let curve = try #require(DrawnPath(data(corners)))
        #expect(curve.places.allSatisfy { max(abs($0.x), abs($0.y)) < far + 0.001 })
        #expect(abs((curve.places.last?.x ?? 0) - far) < 0.001)
    }
}

/// The places that a path passes, with ten of them on each curve.
private struct DrawnPath {
    private(set) var places: [(x: Double, y: Double)] = []
    private var control: (x: Double, y: Double)?

    /// Reads path data with the commands M, l, q and t; nil for any other text.
    init?(_ text: String) {
        var command: Character = " "
        var numbers: [Double] = []
        for part in Self.parts(text) {
            if let letter = part.first, letter.isLetter {
                guard numbers.isEmpty else { return nil }
                command = letter
                continue
            }
            guard let number = Double(part) else { return nil }
            numbers.append(number)
            guard numbers.count == (command == "q" ? 4 : 2) else { continue }
            guard draw(command, numbers: numbers) else { return nil }
            numbers = []
        }
        guard numbers.isEmpty, !places.isEmpty else { return nil }
    }

    private static func parts(_ text: String) -> [String] {
        var parts: [String] = []
        for character in text {
            let begins =
                character.isLetter || character == "-" || character == " "
                || parts.last?.last?.isLetter == true
                || character == "." && parts.last?.contains(".") == true
            if begins { parts.append("") }
            if character != " " { parts[parts.count - 1].append(character) }
        }
        return parts.filter { !$0.isEmpty }
    }

    private mutating func draw(_ command: Character, numbers: [Double]) -> Bool {
        guard let start = places.last else {
            places = [(numbers[0], numbers[1])]
            return command == "M"
        }
        let end = (x: start.x + numbers[numbers.count - 2], y: start.y + numbers[numbers.count - 1])
        var middle = (x: (start.x + end.x) / 2, y: (start.y + end.y) / 2)
        switch command {
        case "l": control = nil
        case "q":
            middle = (start.x + numbers[0], start.y + numbers[1])
            control = middle
        case "t":
            guard let last = control else { return false }
            middle = (2 * start.x - last.x, 2 * start.y - last.y)
            control = middle
        default: return false
        }
        for step in 1...10 {
            let t = Double(step) / 10
            let (a, b, c) = ((1 - t) * (1 - t), 2 * t * (1 - t), t * t)
            places.append(
                (
                    x: a * start.x + b * middle.x + c * end.x,
                    y: a * start.y + b * middle.y + c * end.y
                ))
        }
        return true
    }
}
