import KeyedArchives
import NoteModel

/// The handwriting of a Notability note: strokes of cubic curves in parallel arrays, and shapes, in
/// the order in which they cover each other.
///
/// The arrays are little-endian (formats of the app's versions 4 to 11, as real notes have them).
struct NotabilityInk {
    private(set) var strokes: [Stroke] = []
    /// The numbers of strokes and shapes that cannot be read.
    private(set) var unreadableStrokes = 0
    private(set) var unreadableShapes = 0

    /// The maximum number of points of a note; the largest known one has 92,325.
    private static let maximumPoints = 1_500_000

    /// - Parameter hash: The object `SpatialHash`, which holds the arrays.
    /// - Throws: ``ArchiveError`` for arrays that contradict each other.
    init(_ hash: ArchivedInstance, in archive: KeyedArchive) throws(ArchiveError) {
        func array(_ key: String) throws(ArchiveError) -> [UInt8] {
            guard let value = hash[key], let reference = try archive.data(value) else { return [] }
            guard reference.count <= 8 * Self.maximumPoints else { throw ArchiveError(.tooMuch) }
            return archive.contents(of: reference) ?? []
        }
        let counts = Numbers(try array("curvesnumpoints"))
        let points = Numbers(try array("curvespoints"))
        let widths = Numbers(try array("curveswidth"))
        let factors = Numbers(try array("curvesfractionalwidths"))
        let colours = try array("curvescolors")
        let styles = try array("curvesstyles")
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
            let width = index < widths.count ? widths.real(index) : 1
            let own = (factor..<factor + anchors).map {
                width * ($0 < factors.count ? factors.real($0) : 1)
            }
            guard places.count == count, own.allSatisfy({ $0.isFinite && (0...1000).contains($0) }),
                let stroke = Stroke(
                    curves: places, anchorWidths: own,
                    colour: inkColour(Array(colours.dropFirst(4 * index).prefix(4))),
                    tool: Self.tool(index < styles.count ? styles[index] : 0))
            else {
                unreadableStrokes += 1
                curves.append(nil)
                continue
            }
            curves.append(stroke)
        }
        let shapes = NotabilityShapes(try array("shapes"))
        unreadableShapes = shapes.unreadable
        strokes = Self.merged(curves, shapes: shapes.strokes)
    }

    /// Inserts shapes into the list of strokes at their positions.
    private static func merged(
        _ curves: [Stroke?], shapes: [(position: Int, stroke: Stroke)]
    ) -> [Stroke] {
        var byPosition = Dictionary(grouping: shapes, by: \.position)
        var rest = curves[...]
        var merged: [Stroke] = []
        for position in 0..<curves.count + shapes.count {
            if let own = byPosition.removeValue(forKey: position) {
                merged += own.map(\.stroke)
            } else if let curve = rest.popFirst(), let curve {
                merged.append(curve)
            }
        }
        merged += rest.compactMap(\.self)
        return merged + byPosition.sorted { $0.key < $1.key }.flatMap { $0.value.map(\.stroke) }
    }

    private static func tool(_ style: UInt8) -> Stroke.Tool {
        switch style {
        case 4: .highlighter
        case 5: .pencil
        default: .pen
        }
    }
}

/// Numbers of four bytes each, little-endian.
private struct Numbers {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var count: Int { bytes.count / 4 }

    func integer(_ index: Int) -> Int32 { Int32(bitPattern: bits(index)) }

    func real(_ index: Int) -> Double { Double(Float(bitPattern: bits(index))) }

    private func bits(_ index: Int) -> UInt32 {
        bytes.withUnsafeBytes {
            UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
        }
    }
}

/// Returns the colour of red, green, blue and opacity as a stroke names it; black for fewer levels.
func inkColour(_ levels: [UInt8]) -> String {
    guard levels.count == 4 else { return "#000000" }
    let digits = levels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return "#" + (levels[3] == 255 ? digits.dropLast() : digits[...]).joined()
}
