import Hashing
import NoteModel
import TestSupport
import Testing

/// The types that are described once: each field is written and read by the cache, in the JSON tree and
/// in archives.
@Suite(.tags(.fast))
struct DescriptionTests {
    private static let stroke: Stroke = {
        var stroke = Stroke(
            points: [Point(x: 1, y: -2.5)], width: 3, colour: "#123456", isEraser: true)
        stroke.moment = RecordedMoment(recording: 1, seconds: 2.5)
        return stroke
    }()
    private static let curves = Stroke(
        curves: [0, 1, 2, 3].map { Point(x: $0, y: 2 * $0) }, anchorWidths: [0.5, 2],
        colour: "#01020304", tool: .highlighter)
    private static let frame = Frame(x: 1, y: 2.25, width: 3, height: 4)

    private static let pages: [Page] = {
        guard let frame, let curves else { return [] }
        return [
            Page(
                drawing: .strokes([stroke, curves]),
                pictures: [
                    PlacedPicture(photo: 3, frame: frame, rotation: 45, crop: frame, isPaper: true),
                    PlacedPicture(photo: 0, frame: nil),
                ], recordings: [1, 0],
                placedRecordings: [
                    PlacedRecording(recording: 1, place: Point(x: 12.5, y: -3))
                ], paper: Paper(frame, colour: "#abcdef"),
                recognizedText: "hand",
                textBoxes: [
                    TextBox("a\nb", frame: frame, rotation: 7, fontSize: 20, colour: "#fff000"),
                    TextBox("", frame: frame),
                ]), Page(drawing: .picture(4)), Page(drawing: nil),
        ]
    }()

    /// A new property has to be described, and to be set here.
    private func requireAllFields<Value: Described>(
        _ values: [Value], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var (value, counter) = (Value.blank, FieldCounter())
        try? value.describe(&counter)
        let blank = Mirror(reflecting: Value.blank).children
        #expect(blank.count == counter.count, sourceLocation: sourceLocation)
        for (index, child) in blank.enumerated() {
            let isSet = values.contains { value in
                let children = Array(Mirror(reflecting: value).children)
                return "\(children[index].value)" != "\(child.value)"
            }
            #expect(isSet, "\(child.label ?? "") of \(Value.self)", sourceLocation: sourceLocation)
        }
        for value in values {
            var writer = ByteWriter()
            value.write(to: &writer)
            var reader = ByteReader(writer.bytes)
            #expect((try? Value(from: &reader)) == value, sourceLocation: sourceLocation)
            #expect(reader.isAtEnd, sourceLocation: sourceLocation)
        }
    }

    private func requireJSON<Value: Described>(
        _ values: [Value], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for value in values {
            for form in [JSONForm.tree, .archive] {
                let read = Value.read(value.json(in: form), in: form)
                #expect(read == value, "\(form)", sourceLocation: sourceLocation)
            }
        }
    }

    @Test func roundTripsEveryFieldOfAPage() throws {
        let frame = try #require(Self.frame)
        let pages = Self.pages
        requireJSON(pages)
        var written = pages
        written[0].background = DocumentPage(2, of: .missing, named: "a.pdf", frame: frame)
        requireAllFields(written)
        requireAllFields(pages.flatMap(\.pictures))
        requireAllFields(pages.flatMap(\.placedRecordings))
        requireAllFields(pages.compactMap(\.paper))
        requireAllFields(pages.flatMap(\.textBoxes))
        requireAllFields([Self.stroke, try #require(Self.curves)])
        requireAllFields([try #require(Self.stroke.moment)])
    }

    @Test func roundTripsEveryFieldOfACard() {
        let cards = [
            Card(
                question: "Q", answer: "A\nB", rightCount: 2, wrongCount: 3, identifier: "7",
                otherFields: [.init("box", value: .array([.integer(1), .null]))]),
            Card(question: "", answer: ""),
        ]
        requireAllFields(cards)
        requireJSON(cards)
    }

    @Test func roundTripsEveryFieldOfAReplacedNote() {
        requireAllFields([ReplacedNote(identifier: "a", version: "b", isHidden: true)])
        requireJSON([ReplacedNote(identifier: "a", version: "b", isHidden: true)])
    }

    /// The order of keys is that of earlier versions: an import compares archives byte for byte, and
    /// digests of pages are archived.
    @Test func keepsTheOrderOfTheKeysOfAPageInArchives() throws {
        guard case .object(let fields) = try #require(Self.pages.first).json(in: .archive) else {
            Issue.record("the page is no object")
            return
        }
        #expect(
            fields.map(\.key) == [
                "notebinder.drawing", "pictures", "recordings", "placedRecordings",
                "recognizedText", "paper",
                "textBoxes",
            ])
    }

    /// A value of another kind counts as missing, and a member of a list is left out.
    @Test func skipsInvalidJSONValues() {
        let page = JSONValue.object([
            ("drawing", .integer(3)), ("recordings", .array([.integer(1), .integer(-1), .null])),
            ("textBoxes", .string("none")),
            (
                "pictures",
                .array([.object([("photo", .integer(2)), ("frame", .numbers([1, 2, 3]))]), .null])
            ), ("paper", .object([("colour", .string("#000000"))])), ("new", .bool(true)),
        ])
        #expect(
            Page.read(page, in: .tree)
                == Page(
                    drawing: nil, pictures: [PlacedPicture(photo: 2, frame: nil)], recordings: [1]))
        #expect(Page.read(.array([]), in: .tree) == nil)
        #expect(PlacedPicture.read(.object([("frame", .null)]), in: .tree) == nil)
    }
}

private struct FieldCounter: FieldVisitor {
    private(set) var count = 0

    mutating func visit<Value: FieldValue>(_: inout Value, as _: FieldTraits<Value>) { count += 1 }

    mutating func visit<Value: BinaryCodable>(cached _: inout Value) { count += 1 }

    mutating func visit<Value: Described>(flattened _: inout Value?) { count += 1 }
}
