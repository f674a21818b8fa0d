import KeyedArchives
import NoteModel

/// The handwriting of a Notability note: strokes of cubic curves in parallel arrays, shapes, and
/// groups of both, in the order in which they cover each other.
///
/// The arrays are little-endian (formats of the app's versions 4 to 16, as real notes have them).
struct NotabilityInk {
    private(set) var strokes: [Stroke] = []
    /// The numbers of strokes and shapes that cannot be read.
    private(set) var unreadableStrokes = 0
    private(set) var unreadableShapes = 0

    /// The maximum number of points of a note; the largest known one has 92,325.
    private static let maximumPoints = 1_500_000
    /// The maximum depth of groups within groups.
    private static let maximumDepth = 4

    /// - Parameters:
    ///   - hash: The object `SpatialHash`, which holds the arrays.
    ///   - events: The times of recordings at which strokes were begun.
    ///   - depth: The number of groups around the arrays.
    /// - Throws: ``ArchiveError`` for arrays that contradict each other, or that are too large.
    init(
        _ hash: ArchivedInstance, in archive: KeyedArchive, events: NotabilityEvents,
        depth: Int = 0
    ) throws {
        let objects = NotabilityObjects(archive: archive)
        func array(_ key: String) throws -> [UInt8] {
            try objects.bytes(hash[key], maximum: 8 * Self.maximumPoints)
        }
        let points = PackedNumbers(try array("curvespoints"))
        try archive.budget.spend(points.count / 2, on: .points)
        let curves = self.curves(
            Arrays(
                counts: PackedNumbers(try array("curvesnumpoints")), points: points,
                widths: PackedNumbers(try array("curveswidth")),
                factors: PackedNumbers(try array("curvesfractionalwidths")),
                colours: try array("curvescolors"), styles: try array("curvesstyles"),
                moment: events.moments(
                    tokens: PackedNumbers(try array("eventTokens")),
                    identifiers: try array("curveUUIDs"))))
        let shapes = NotabilityShapes(try array("shapes"), budget: archive.budget)
        unreadableShapes += shapes.unreadable
        var others = shapes.strokes.map { ($0.position, [$0.stroke]) }
        for group in objects.members(hash["groupsArrays"]) {
            others.append(try self.group(group, in: objects, events: events, depth: depth + 1))
        }
        strokes = Self.merged(curves, others: others)
    }

    /// The parallel arrays of strokes.
    private struct Arrays {
        let counts: PackedNumbers
        let points: PackedNumbers
        let widths: PackedNumbers
        let factors: PackedNumbers
        let colours: [UInt8]
        /// Older versions of the app have no styles, and one real note has too few.
        let styles: [UInt8]
        let moment: (Int) -> RecordedMoment?
    }

    /// Returns the strokes, with nil for each that cannot be read.
    private mutating func curves(_ arrays: Arrays) -> [Stroke?] {
        let (counts, points) = (arrays.counts, arrays.points)
        var curves: [Stroke?] = []
        var (point, factor) = (0, 0)
        for index in 0..<counts.count {
            let count = Int(counts.integer(index))
            guard count > 0, count % 3 == 1, point + count <= points.count / 2 else {
                // Where the next stroke begins is not known.
                unreadableStrokes += counts.count - index
                break
            }
            let anchors = (count - 1) / 3 + 1
            defer { (point, factor) = (point + count, factor + anchors) }
            let places = (point..<point + count).compactMap {
                Point(finite: points.real(2 * $0), points.real(2 * $0 + 1))
            }
            let width = index < arrays.widths.count ? arrays.widths.real(index) : 1
            let own = (factor..<factor + anchors).map {
                width * ($0 < arrays.factors.count ? arrays.factors.real($0) : 1)
            }
            guard places.count == count, own.allSatisfy({ $0.isFinite && (0...1000).contains($0) }),
                var stroke = Stroke(
                    curves: places, anchorWidths: own,
                    colour: inkColour(Array(arrays.colours.dropFirst(4 * index).prefix(4))),
                    tool: Self.tool(index < arrays.styles.count ? arrays.styles[index] : 0))
            else {
                unreadableStrokes += 1
                curves.append(nil)
                continue
            }
            stroke.moment = arrays.moment(index)
            curves.append(stroke)
        }
        return curves
    }

    /// Returns the strokes of a group with their position: a property list of archives and shapes
    /// in coordinates of its own.
    private mutating func group(
        _ value: PropertyListValue, in objects: NotabilityObjects, events: NotabilityEvents,
        depth: Int
    ) throws -> (Int, [Stroke]) {
        let bytes = try objects.bytes(value, maximum: 8 * Self.maximumPoints)
        guard depth <= Self.maximumDepth,
            let list = try unlessDamaged({
                try KeyedArchive(ArchiveBytes(bytes), budget: objects.archive.budget)
            }),
            let root = list.root, let group = root["inkGroup"],
            case .array(let members)? = group["inkGroupObjects"],
            let transform = GroupTransform(group["transform"])
        else {
            unreadableShapes += 1
            return (.max, [])
        }
        var found: [Stroke] = []
        for member in members {
            guard case .data(let reference)? = member["object"] else {
                let shape = NotabilityShapes(member["object"], in: list)
                unreadableShapes += shape.unreadable
                found += shape.strokes.map(\.stroke)
                continue
            }
            guard let bytes = list.contents(of: reference),
                let nested = try unlessDamaged({
                    try KeyedArchive(ArchiveBytes(bytes), budget: list.budget)
                }), let root = nested.root,
                case .instance(let hash)? = try? nested.object(root)
            else {
                unreadableStrokes += 1
                continue
            }
            let ink = try NotabilityInk(hash, in: nested, events: events, depth: depth)
            unreadableStrokes += ink.unreadableStrokes
            unreadableShapes += ink.unreadableShapes
            found += ink.strokes
        }
        let position = root["index"]?.double.flatMap { Int(exactly: $0) } ?? .max
        let moved = found.compactMap { transform.applied(to: $0) }
        unreadableStrokes += found.count - moved.count
        return (position, moved)
    }

    /// Inserts other strokes into the list of curves at their positions.
    private static func merged(
        _ curves: [Stroke?], others: [(position: Int, strokes: [Stroke])]
    ) -> [Stroke] {
        var byPosition = Dictionary(grouping: others, by: \.position)
        var rest = curves[...]
        var merged: [Stroke] = []
        for position in 0..<curves.count + others.count {
            if let own = byPosition.removeValue(forKey: position) {
                merged += own.flatMap(\.strokes)
            } else if let curve = rest.popFirst(), let curve {
                merged.append(curve)
            }
        }
        merged += rest.compactMap(\.self)
        return merged
            + byPosition.sorted { $0.key < $1.key }.flatMap { $0.value.flatMap(\.strokes) }
    }

    private static func tool(_ style: UInt8) -> Stroke.Tool {
        switch style {
        case 4: .highlighter
        case 5: .pencil
        default: .pen
        }
    }
}

/// The affine transform of a group of strokes (`CGAffineTransform`): a, b, c, d, tx and ty.
private struct GroupTransform {
    private let numbers: [Double]

    init?(_ value: PropertyListValue?) {
        guard case .array(let members)? = value else { return nil }
        numbers = members.compactMap(\.double)
        guard numbers.count == 6, numbers.allSatisfy({ $0.isFinite && abs($0) <= Point.farthest })
        else { return nil }
    }

    /// Returns a transformed stroke; nil if it is beyond any page or has no width then.
    func applied(to stroke: Stroke) -> Stroke? {
        let points = stroke.points.compactMap {
            Point(
                finite: numbers[0] * $0.x + numbers[2] * $0.y + numbers[4],
                numbers[1] * $0.x + numbers[3] * $0.y + numbers[5])
        }
        let scale = (numbers[0] * numbers[0] + numbers[1] * numbers[1]).squareRoot()
        guard points.count == stroke.points.count, stroke.width * scale <= 1000 else { return nil }
        var changed = Stroke(
            curves: points, anchorWidths: stroke.anchorWidths.map { $0 * scale },
            colour: stroke.colour, tool: stroke.tool)
        changed?.moment = stroke.moment
        return changed
    }
}

/// Returns the colour of red, green, blue and opacity as a stroke names it; black for fewer levels.
func inkColour(_ levels: [UInt8]) -> String {
    guard levels.count == 4 else { return "#000000" }
    let digits = levels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return "#" + (levels[3] == 255 ? digits.dropLast() : digits[...]).joined()
}
