import KeyedArchives
import NoteModel

/// The shapes of a Notability note, into which the app turns rough drawings: a property list of
/// lines, ellipses, polygons, and what an eraser has left of them.
struct NotabilityShapes {
    /// The shapes as strokes, with their positions among strokes and shapes.
    private(set) var strokes: [(position: Int, stroke: Stroke)] = []
    private(set) var unreadable = 0

    /// The maximum number of shapes of a note.
    private static let maximumCount = 100_000

    /// - Parameters:
    ///   - bytes: The property list; empty for none.
    ///   - budget: The budget of the note.
    init(_ bytes: [UInt8], budget: Budget) {
        guard !bytes.isEmpty else { return }
        guard let archive = try? KeyedArchive(ArchiveBytes(bytes), budget: budget),
            let list = archive.root, case .dictionary = list
        else {
            unreadable = 1
            return
        }
        guard case .array(let shapes)? = list["shapes"], shapes.count <= Self.maximumCount else {
            return
        }
        let (kinds, positions) = (Self.members(list["kinds"]), Self.members(list["indices"]))
        for (index, shape) in shapes.enumerated() {
            let kind = index < kinds.count ? kinds[index].text : nil
            var position = Int.max
            if index < positions.count, case .integer(let number) = positions[index] {
                position = Int(clamping: number)
            }
            add(shape, kind: kind, at: position, in: archive)
        }
    }

    /// Reads a single shape, of a group.
    init(_ shape: PropertyListValue?, in archive: KeyedArchive) {
        guard let shape else {
            unreadable = 1
            return
        }
        add(shape, kind: nil, at: .max, in: archive)
    }

    private mutating func add(
        _ shape: PropertyListValue, kind: String?, at position: Int, in archive: KeyedArchive
    ) {
        let found = Self.paths(of: shape, kind: kind ?? Self.kind(of: shape), in: archive)
            .compactMap { Self.stroke($0, of: shape) }
        if found.isEmpty { unreadable += 1 }
        strokes += found.map { (position, $0) }
    }

    /// Returns the kind of a shape by the fields that only shapes of the kind have.
    private static func kind(of shape: PropertyListValue) -> String {
        if shape["outlinePath"] != nil { return "partialshape" }
        if shape["startPt"] != nil { return "line" }
        return shape["rotatedRect"] != nil && shape["points"] == nil ? "ellipse" : "polygon"
    }

    private static func stroke(_ points: [Point], of shape: PropertyListValue) -> Stroke? {
        let appearance = shape["appearance"]
        let width = appearance?["strokeWidth"]?.double ?? 1
        guard width.isFinite, width > 0, width <= 1000, points.count % 3 == 1 else { return nil }
        let levels = numbers(appearance?["strokeColor"]?["rgba"]).map { level in
            level.isFinite ? UInt8((min(max(level, 0), 1) * 255).rounded()) : 0
        }
        return Stroke(
            curves: points,
            anchorWidths: Array(repeating: width, count: (points.count - 1) / 3 + 1),
            colour: inkColour(levels),
            tool: appearance?["style"]?.double == 4 ? .highlighter : .pen)
    }

    /// Returns the lines of a shape as cubic curves.
    private static func paths(
        of shape: PropertyListValue, kind: String, in archive: KeyedArchive
    ) -> [[Point]] {
        switch kind {
        case "line":
            guard let start = point(shape["startPt"]), let end = point(shape["endPt"]) else {
                return []
            }
            return [lines([start, end])]
        case "ellipse", "circle":
            let corners = points(shape["rotatedRect"]?["corners"])
            return corners.count == 4 ? [ellipse(corners)] : []
        case "partialshape":
            guard case .data(let reference)? = shape["outlinePath"],
                let bytes = archive.contents(of: reference)
            else { return [] }
            let paths = path(bytes)
            guard paths.isEmpty else { return paths }
            // What is left of the shape is a dot.
            let rect = points(shape["rect"])
            guard bytes.count == 8, rect.count == 2 else { return [] }
            return [[Point(x: rect[0].x + rect[1].x / 2, y: rect[0].y + rect[1].y / 2)]]
        default:
            let corners = points(shape["points"])
            guard corners.count > 1 else { return [] }
            let isClosed = shape["isClosed"] != .bool(false)
            return [lines(isClosed ? corners + [corners[0]] : corners)]
        }
    }

    private static func lines(_ corners: [Point]) -> [Point] {
        guard let first = corners.first else { return [] }
        return zip(corners, corners.dropFirst()).reduce(into: [first]) { points, ends in
            points += [between(ends.0, ends.1, 1 / 3), between(ends.0, ends.1, 2 / 3), ends.1]
        }
    }

    private static func between(_ one: Point, _ other: Point, _ share: Double) -> Point {
        Point(x: one.x + (other.x - one.x) * share, y: one.y + (other.y - one.y) * share)
    }

    /// Returns the ellipse in a parallelogram: four curves that touch the middles of its sides.
    private static func ellipse(_ corners: [Point]) -> [Point] {
        // The usual approximation of a quarter of a circle, within 0.03 %.
        let share = 0.5523
        let middles = (0..<4).map { between(corners[$0], corners[($0 + 1) % 4], 0.5) }
        return (0..<4).reduce(into: [middles[0]]) { points, side in
            let corner = corners[(side + 1) % 4]
            let end = middles[(side + 1) % 4]
            points += [
                between(middles[side], corner, share), between(end, corner, share), end,
            ]
        }
    }

    /// Returns the lines of a path of Core Graphics as the app stores it: four bytes of magic, the
    /// number of elements, their kinds in a byte each, and the coordinates in 64-bit numbers.
    private static func path(_ bytes: [UInt8]) -> [[Point]] {
        guard bytes.count >= 8, bytes.starts(with: [0x25, 0xB3, 0xE5, 0x48]) else { return [] }
        let count = Int(bytes.littleEndian(at: 4) as UInt32)
        guard count <= bytes.count - 8 else { return [] }
        var offset = 8 + count
        func next() -> Point? {
            defer { offset += 16 }
            guard offset + 16 <= bytes.count else { return nil }
            return Point(
                finite: Double(bitPattern: bytes.littleEndian(at: offset)),
                Double(bitPattern: bytes.littleEndian(at: offset + 8)))
        }
        var paths: [[Point]] = []
        for kind in bytes[8..<8 + count] {
            // The numbers of CGPathElementType.
            let wanted = [1, 1, 2, 3, 0]
            guard Int(kind) < wanted.count else { return [] }
            let points = (0..<wanted[Int(kind)]).compactMap { _ in next() }
            guard points.count == wanted[Int(kind)] else { return [] }
            if kind == 0 {
                paths.append(points)
                continue
            }
            guard let start = paths.last?.last, let first = paths.last?.first else { return [] }
            switch kind {
            case 1: paths[paths.count - 1] += lines([start, points[0]]).dropFirst()
            case 2:
                paths[paths.count - 1] += [
                    between(start, points[0], 2 / 3), between(points[1], points[0], 2 / 3),
                    points[1],
                ]
            case 3: paths[paths.count - 1] += points
            default: paths[paths.count - 1] += lines([start, first]).dropFirst()
            }
        }
        return paths
    }

    private static func members(_ value: PropertyListValue?) -> [PropertyListValue] {
        if case .array(let members)? = value { members } else { [] }
    }

    private static func numbers(_ value: PropertyListValue?) -> [Double] {
        members(value).compactMap(\.double)
    }

    private static func point(_ value: PropertyListValue?) -> Point? {
        let numbers = numbers(value)
        return numbers.count == 2 ? Point(finite: numbers[0], numbers[1]) : nil
    }

    private static func points(_ value: PropertyListValue?) -> [Point] {
        members(value).compactMap { point($0) }
    }
}
