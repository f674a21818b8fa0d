import KeyedArchives
import NoteModel
import TestSupport
import Testing

@testable import NoteArchives

/// Strokes in the forms of drawing apps.
@Suite(.tags(.fast))
struct StrokeDecoderTests {
    private typealias Writer = ArchiveEditor

    /// Reads the strokes of an archive whose root a closure makes.
    private func strokes(
        _ make: (inout Writer) -> ArchiveEditor.Value
    ) throws -> (strokes: [Stroke], decoder: StrokeDecoder) {
        var writer = Writer()
        let root = make(&writer)
        let opened = try OpenedArchive.made(writer.archive(top: [("root", root)]))
        var decoder = StrokeDecoder(opened, vocabulary: .standard)
        let strokes = try decoder.strokes(of: try opened.requiredRoot())
        return (strokes, decoder)
    }

    private static func points(_ texts: [String], writer: inout Writer) -> ArchiveEditor.Value {
        writer.array(texts.map { writer.string($0) })
    }

    /// Reads one stroke with two points and more fields.
    private func stroke(
        _ more: (inout Writer) -> [(String, ArchiveEditor.Value)]
    ) throws -> Stroke {
        let (strokes, _) = try strokes { writer in
            let fields =
                [("points", Self.points(["{0, 0}", "{10, 5}"], writer: &writer))] + more(&writer)
            return writer.array([
                writer.object("Stroke", superclasses: ["NSObject"], fields: fields)
            ])
        }
        return try #require(strokes.first)
    }

    @Test func readsPointsInEveryForm() throws {
        let (strokes, decoder) = try strokes { writer in
            let value = writer.object(
                "NSValue", superclasses: ["NSObject"],
                fields: [("NS.pointval", writer.string("{1, 2}"))])
            let record = writer.object(
                "P", superclasses: ["NSObject"], fields: [("x", .real(3)), ("y", .integer(4))])
            let nested = writer.object(
                "P", superclasses: ["NSObject"], fields: [("location", record)])
            let pair = writer.dictionary([
                (writer.string("X"), writer.number(5)), (writer.string("y"), writer.number(6.5)),
            ])
            let numbers = [7, 8, 9].map { writer.number($0) }
            let list = writer.array(
                [value, record, nested, pair, writer.string("{-1.5, 2e1}")] + numbers)
            return writer.array([
                writer.object("S", superclasses: ["NSObject"], fields: [("path", list)])
            ])
        }
        let expected = [(1, 2), (3, 4), (3, 4), (5, 6.5), (-1.5, 20), (7, 8)]
        #expect(strokes.first?.points == expected.map { Point(x: $0.0, y: $0.1) })
        #expect(decoder.fault == nil)
    }

    @Test(arguments: [
        ("width", 3.0, 3.0), ("lineWidth", 0.01, 0.25), ("stroke_width", 1e9, 1000),
        ("brushSize", -5, 0.25), ("width", .nan, 2), ("width", .infinity, 2), ("other", 9, 2),
    ])
    func limitsTheWidth(key: String, width: Double, expected: Double) throws {
        #expect(try stroke { _ in [(key, .real(width))] }.width == expected)
    }

    @Test(arguments: [
        ("#FF8000", "#ff8000"), ("ff8000", "#ff8000"), ("#ff800080", "#ff800080"),
        ("red", "#000000"), ("#ff80", "#000000"), ("", "#000000"), ("#gggggg", "#000000"),
        ("\"><script>", "#000000"), ("#１２３４５６", "#000000"),
    ])
    func readsColoursOfHexadecimalDigitsOnly(text: String, colour: String) throws {
        let read = try stroke { writer in [("strokeColor", writer.string(text))] }
        #expect(read.colour == colour)
    }

    @Test func readsTheBrushOfAStroke() throws {
        let read = try stroke { writer in
            let colour = writer.object(
                "UIColor", superclasses: ["NSObject"],
                fields: [
                    ("UIRed", .real(1)), ("UIGreen", .real(0)), ("UIBlue", .real(0)),
                    ("UIAlpha", .real(0.5)),
                ])
            let brush = writer.object(
                "Brush", superclasses: ["NSObject"],
                fields: [("color", colour), ("width", .integer(7))])
            return [("brush", brush)]
        }
        #expect(read.colour == "#ff000080" && read.width == 7)
    }

    @Test(arguments: [("tool", "Eraser", true), ("mode", "erasing", true), ("type", "pen", false)])
    func knowsAnEraserByItsTool(key: String, tool: String, isEraser: Bool) throws {
        let read = try stroke { writer in [(key, writer.string(tool))] }
        #expect(read.isEraser == isEraser)
    }

    @Test func knowsAnEraserByItsFlag() throws {
        #expect(try stroke { _ in [("isEraser", .bool(true))] }.isEraser)
        #expect(try stroke { _ in [("erase", .integer(1))] }.isEraser)
        #expect(try !stroke { _ in [("isEraser", .bool(false))] }.isEraser)
        // The flag is more certain than the name of a tool.
        let both = try stroke { writer in
            [("eraser", .integer(0)), ("tool", writer.string("eraser"))]
        }
        #expect(!both.isEraser)
    }

    @Test func dropsPointsThatAreOutsideOfAnyPage() throws {
        let (strokes, decoder) = try strokes { writer in
            let list = Self.points(
                ["{1, 2}", "{1e9, 0}", "{nan, 0}", "{0}", "{1, 2, 3}", "text", "", "{-100000, 1}"],
                writer: &writer)
            return writer.array([
                writer.object("S", superclasses: ["NSObject"], fields: [("points", list)])
            ])
        }
        #expect(strokes.first?.points == [Point(x: 1, y: 2), Point(x: -100_000, y: 1)])
        #expect(decoder.fault == nil)
    }

    @Test func countsStrokesThatAreOdd() throws {
        let (strokes, decoder) = try strokes { writer in
            func stroke(_ points: [String]) -> ArchiveEditor.Value {
                writer.object(
                    "S", superclasses: ["NSObject"],
                    fields: [("points", Self.points(points, writer: &writer))])
            }
            return writer.array([
                stroke(["{1, 1}"]), stroke(["{2, 2}"]), stroke([]), writer.string("no stroke"),
                writer.object("S", superclasses: ["NSObject"], fields: [("width", .integer(1))]),
            ])
        }
        #expect(strokes.count == 2)
        let fault = try #require(decoder.fault)
        #expect(fault.identifier == .damagedObject)
        #expect(
            fault.text == "2 strokes have one point each and are drawn as dots; a stroke has no "
                + "points and was left out; 2 strokes cannot be read and were left out")
    }

    @Test func findsAListWithinObjectsAndArchives() throws {
        var inner = Writer()
        let list = inner.array([
            inner.object(
                "S", superclasses: ["NSObject"],
                fields: [("points", Self.points(["{1, 1}", "{2, 2}"], writer: &inner))])
        ])
        let bytes = inner.archive(
            root: "Drawing", superclasses: ["NSObject"], fields: [("strokes", list)])
        let (strokes, _) = try strokes { writer in
            writer.object(
                "Page", superclasses: ["NSObject"],
                fields: [("strokeData", writer.data(bytes))])
        }
        #expect(strokes.map(\.points.count) == [2])
    }

    @Test func refusesWhatIsNoDrawing() throws {
        #expect(throws: ArchiveError.self) { try strokes { $0.string("text") } }
        #expect(throws: ArchiveError.self) { try strokes { $0.array([$0.string("text")]) } }
        #expect(throws: ArchiveError.self) {
            try strokes { $0.object("S", superclasses: ["NSObject"], fields: []) }
        }
        #expect(try strokes { $0.array([]) }.strokes.isEmpty)
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
