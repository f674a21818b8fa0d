package import Hashing

extension Page: Described {
    package static var blank: Page { Page(drawing: nil) }

    package static let fields: [Field<Page>] = [
        Field(\.drawing, "drawing", archived: "notebinder.drawing", .inTree),
        Field(\.pictures, "pictures", missing: []), Field(\.recordings, "recordings", missing: []),
        Field(\.recognizedText, "recognizedText", .ifSet), Field(\.paper, "paper", .ifSet),
        Field(\.textBoxes, "textBoxes", missing: [], .ifSet), Field(cached: \.background),
    ]
}

extension PlacedPicture: Described {
    package static var blank: PlacedPicture { PlacedPicture(photo: 0, frame: nil) }

    package static let fields: [Field<PlacedPicture>] = [
        Field(\.photo, "photo", archived: "notebinder.photo"), Field(\.frame, "frame", .inTree),
        Field(\.rotation, "rotation", missing: 0, .ifSet), Field(\.crop, "crop", .ifSet),
        Field(\.isPaper, "isPaper", missing: false, .ifSet),
    ]

    package var completed: PlacedPicture? {
        PlacedPicture(
            photo: photo, frame: frame, rotation: rotation.isFinite ? rotation : 0, crop: crop,
            isPaper: isPaper)
    }
}

extension Paper: Described {
    package static var blank: Paper { Paper(.unit) }

    package static let fields: [Field<Paper>] = [
        Field(\.frame, "frame"), Field(\.colour, "colour", archived: "color", .inTree),
    ]
}

extension TextBox: Described {
    package static var blank: TextBox { TextBox("", frame: .unit) }

    package static let fields: [Field<TextBox>] = [
        Field(\.text, "text"), Field(\.frame, "frame"),
        Field(\.fontSize, "fontSize", missing: defaultFontSize),
        Field(\.rotation, "rotation", missing: 0, .ifSet),
        Field(\.colour, "colour", archived: "color", .ifSet),
    ]

    package var completed: TextBox? {
        TextBox(text, frame: frame, rotation: rotation, fontSize: fontSize, colour: colour)
    }
}

extension Stroke: Described {
    package static var blank: Stroke { Stroke(points: [], width: 0, colour: "") }

    package static let fields: [Field<Stroke>] = [
        Field(\.coordinates, "points"), Field(\.width, "width"),
        Field(\.colour, "colour", archived: "color"),
        Field(\.isEraser, "eraser", archived: "isEraser", missing: false),
        Field(\.anchorWidths, "anchorWidths", missing: [], .ifSet),
        Field(\.tool, "tool", missing: .pen, .ifSet), Field(flattened: \.moment),
    ]

    /// The coordinates of the points, x and y in turn.
    private var coordinates: [Double] {
        get { points.flatMap { [$0.x, $0.y] } }
        set {
            points = stride(from: 0, to: newValue.count - 1, by: 2).map {
                Point(x: newValue[$0], y: newValue[$0 + 1])
            }
        }
    }

    package var completed: Stroke? {
        guard !points.isEmpty, width > 0 else { return nil }
        var made =
            Stroke(curves: points, anchorWidths: anchorWidths, colour: colour, tool: tool)
            ?? Stroke(points: points, width: width, colour: colour, isEraser: isEraser, tool: tool)
        made.moment = moment
        return made
    }
}

extension Stroke.Tool: FieldValue {}

extension RecordedMoment: Described {
    package static let fields: [Field<RecordedMoment>] = [
        Field(\.recording, "recording"), Field(\.seconds, "seconds"),
    ]

    package var completed: RecordedMoment? {
        RecordedMoment(recording: recording, seconds: seconds)
    }
}

extension DocumentPage: BinaryCodable {
    package func write(to writer: inout ByteWriter) { writer.write(name, document, number, frame) }

    package init(from reader: inout ByteReader) throws {
        let (name, document): (String, MediaContent) = (try reader.value(), try reader.value())
        self.init(try reader.value(), of: document, named: name, frame: try reader.value())
    }
}

extension Card: Described {
    package static var blank: Card { Card(question: "", answer: "") }

    package static let fields: [Field<Card>] = [
        Field(\.question, "question", missing: ""), Field(\.answer, "answer", missing: ""),
        Field(\.rightCount, "rightCount", missing: 0),
        Field(\.wrongCount, "wrongCount", missing: 0), Field(\.identifier, "identifier"),
        Field(\.otherFields, "other", missing: []),
    ]

    package var completed: Card? {
        Card(
            question: question, answer: answer, rightCount: rightCount, wrongCount: wrongCount,
            identifier: identifier, otherFields: otherFields)
    }
}

extension ReplacedNote: Described {
    package static var blank: ReplacedNote { ReplacedNote(identifier: "", version: "") }

    package static let fields: [Field<ReplacedNote>] = [
        Field(\.identifier, "identifier"), Field(\.version, "version"),
    ]
}
