import KeyedArchives
import NoteModel
import TestSupport
import Testing

@testable import NoteArchives

/// Strokes in the forms of drawing apps.
@Suite(.tags(.fast))
struct StrokeDecoderTests {
    /// Reads the strokes of an archive with a value as its root.
    private func strokes(
        _ root: MadeValue
    ) throws -> (strokes: [Stroke], decoder: StrokeDecoder) {
        let opened = try OpenedArchive.made(root.archive)
        var decoder = StrokeDecoder(opened, vocabulary: .standard)
        let strokes = try decoder.strokes(of: try opened.requiredRoot())
        return (strokes, decoder)
    }

    private static func stroke(
        _ points: [MadeValue], with fields: [(String, MadeValue)] = []
    ) -> MadeValue {
        .object("Stroke", [("points", .list(points))] + fields)
    }

    /// Reads one stroke with two points and more fields.
    private func stroke(with fields: [(String, MadeValue)]) throws -> Stroke {
        try #require(try strokes([Self.stroke(["{0, 0}", "{10, 5}"], with: fields)]).strokes.first)
    }

    @Test func readsPointsInEveryForm() throws {
        let record = MadeValue.object("P", [("x", 3.0), ("y", 4)])
        let points: MadeValue = [
            .object("NSValue", [("NS.pointval", "{1, 2}")]), record,
            .object("P", [("location", record)]), ["X": .number(5), "y": .realNumber(6.5)],
            "{-1.5, 2e1}", .number(7), .number(8), .number(9),
        ]
        let (strokes, decoder) = try strokes([.object("S", [("path", points)])])
        let expected = [(1, 2), (3, 4), (3, 4), (5, 6.5), (-1.5, 20), (7, 8)]
        #expect(strokes.first?.points == expected.map { Point(x: $0.0, y: $0.1) })
        #expect(decoder.fault == nil)
    }

    @Test(arguments: [
        ("width", 3.0, 3.0), ("lineWidth", 0.01, 0.25), ("stroke_width", 1e9, 1000),
        ("brushSize", -5, 0.25), ("width", .nan, 2), ("width", .infinity, 2), ("other", 9, 2),
    ])
    func limitsTheWidth(key: String, width: Double, expected: Double) throws {
        #expect(try stroke(with: [(key, .inline(.real(width)))]).width == expected)
    }

    @Test(arguments: [
        ("#FF8000", "#ff8000"), ("ff8000", "#ff8000"), ("#ff800080", "#ff800080"),
        ("red", "#000000"), ("#ff80", "#000000"), ("", "#000000"), ("#gggggg", "#000000"),
        ("\"><script>", "#000000"), ("#１２３４５６", "#000000"),
    ])
    func acceptsOnlyHexadecimalColours(text: String, colour: String) throws {
        #expect(try stroke(with: [("strokeColor", .text(text))]).colour == colour)
    }

    @Test func readsTheBrushOfAStroke() throws {
        let colour = MadeValue.object(
            "UIColor", [("UIRed", 1.0), ("UIGreen", 0.0), ("UIBlue", 0.0), ("UIAlpha", 0.5)])
        let brush = MadeValue.object("Brush", [("color", colour), ("width", 7)])
        let read = try stroke(with: [("brush", brush)])
        #expect(read.colour == "#ff000080" && read.width == 7)
    }

    @Test(
        arguments: [
            ([("tool", "Eraser")], true), ([("mode", "erasing")], true), ([("type", "pen")], false),
            ([("isEraser", true)], true), ([("erase", 1)], true), ([("isEraser", false)], false),
            // The flag is more certain than the name of a tool.
            ([("eraser", 0), ("tool", "eraser")], false),
        ] as [([(String, MadeValue)], Bool)])
    func recognizesErasersByToolOrFlag(fields: [(String, MadeValue)], isEraser: Bool) throws {
        #expect(try stroke(with: fields).isEraser == isEraser)
    }

    @Test func dropsInvalidAndOutOfRangePoints() throws {
        let (strokes, decoder) = try strokes([
            Self.stroke([
                "{1, 2}", "{1e9, 0}", "{nan, 0}", "{0}", "{1, 2, 3}", "text", "", "{-100000, 1}",
            ])
        ])
        #expect(strokes.first?.points == [Point(x: 1, y: 2), Point(x: -100_000, y: 1)])
        #expect(decoder.fault == nil)
    }

    @Test func reportsCountsOfUnusualStrokes() throws {
        let (strokes, decoder) = try strokes([
            Self.stroke(["{1, 1}"]), Self.stroke(["{2, 2}"]), Self.stroke([]), "no stroke",
            .object("S", [("width", 1)]),
        ])
        #expect(strokes.count == 2)
        let fault = try #require(decoder.fault)
        #expect(fault.identifier == .damagedObject)
        #expect(
            fault.text == "2 strokes have one point each and are drawn as dots; a stroke has no "
                + "points and was left out; 2 strokes cannot be read and were left out")
    }

    @Test func findsStrokesInNestedObjectsAndArchives() throws {
        let drawing = MadeValue.object(
            "Drawing", [("strokes", [Self.stroke(["{1, 1}", "{2, 2}"])])])
        let (strokes, _) = try strokes(.object("Page", [("strokeData", .data(drawing.archive))]))
        #expect(strokes.map(\.points.count) == [2])
    }

    @Test func refusesValuesThatAreNotDrawings() throws {
        for root: MadeValue in ["text", ["text"], .object("S")] {
            #expect(throws: ArchiveError.self, "\(root)") { try strokes(root) }
        }
        #expect(try strokes([]).strokes.isEmpty)
    }

    @Test(arguments: [
        ("{{1, 2}, {3, 4}}", [1.0, 2, 3, 4]), ("{{-1.5,0},{1e2,.5}}", [-1.5, 0, 100, 0.5]),
        ("{{1, 2}, {0, 4}}", nil), ("{{1, 2}, {3}}", nil), ("", nil), ("{{1,2},{3,4},5}", nil),
        ("{{inf, 2}, {3, 4}}", nil), ("{{2e6, 2}, {3, 4}}", nil),
    ])
    func readsFramesAsFoundationWritesThem(text: String, numbers: [Double]?) {
        let frame = Frame(text)
        #expect(frame.map { [$0.x, $0.y, $0.width, $0.height] } == numbers)
    }
}
