package import Hashing

extension Page: Described {
    package static var blank: Page { Page(drawing: nil) }

    package mutating func describe(_ fields: inout some FieldVisitor) throws {
        try fields.visit(&drawing, "drawing", archived: "notebinder.drawing", .inTree)
        try fields.visit(&pictures, "pictures", missing: [])
        try fields.visit(&recordings, "recordings", missing: [])
        try fields.visit(&placedRecordings, "placedRecordings", missing: [], .ifSet)
        try fields.visit(&recognizedText, "recognizedText", .ifSet)
        try fields.visit(&paper, "paper", .ifSet)
        try fields.visit(&textBoxes, "textBoxes", missing: [], .ifSet)
        try fields.visit(cached: &background)
    }
}

extension PlacedPicture: Described {
    package static var blank: PlacedPicture { PlacedPicture(photo: 0, frame: nil) }

    package mutating func describe(_ fields: inout some FieldVisitor) throws {
        try fields.visit(&photo, "photo", archived: "notebinder.photo")
        try fields.visit(&frame, "frame", .inTree)
        try fields.visit(&rotation, "rotation", missing: 0, .ifSet)
        try fields.visit(&crop, "crop", .ifSet)
        try fields.visit(&isPaper, "isPaper", missing: false, .ifSet)
    }

    package var completed: PlacedPicture? {
        PlacedPicture(
            photo: photo, frame: frame, rotation: rotation.isFinite ? rotation : 0, crop: crop,
            isPaper: isPaper)
    }
}

extension PlacedRecording: Described {
    package static var blank: PlacedRecording {
        PlacedRecording(recording: 0, place: Point(x: 0, y: 0))
    }

    package mutating func describe(_ fields: inout some FieldVisitor) throws {
        try fields.visit(&recording, "recording")
        try fields.visit(&place, "place")
    }

    package var completed: PlacedRecording? {
        let isOnPage = [place.x, place.y].allSatisfy { abs($0) <= Point.farthest }
        return isOnPage ? self : nil
    }
}

extension Paper: Described {
    package static var blank: Paper { Paper(.unit) }

    package mutating func describe(_ fields: inout some FieldVisitor) throws {
        try fields.visit(&frame, "frame")
        try fields.visit(&colour, "colour", archived: "color", .inTree)
    }
}

extension TextBox: Described {
    package static var blank: TextBox { TextBox("", frame: .unit) }

    package mutating func describe(_ fields: inout some FieldVisitor) throws {
        try fields.visit(&text, "text")
        try fields.visit(&frame, "frame")
        try fields.visit(&fontSize, "fontSize", missing: Self.defaultFontSize)
        try fields.visit(&rotation, "rotation", missing: 0, .ifSet)
        try fields.visit(&colour, "colour", archived: "color", .ifSet)
    }

    package var completed: TextBox? {
        TextBox(text, frame: frame, rotation: rotation, fontSize: fontSize, colour: colour)
    }
}

extension Stroke: Described {
    package static var blank: Stroke { Stroke(points: [], width: 0, colour: "") }

    package mutating func describe(_ fields: inout some FieldVisitor) throws {
        try fields.visit(&points, "points")
        try fields.visit(&width, "width")
        try fields.visit(&colour, "colour", archived: "color")
        try fields.visit(&isEraser, "eraser", archived: "isEraser", missing: false)
        try fields.visit(&anchorWidths, "anchorWidths", missing: [], .ifSet)
        try fields.visit(&tool, "tool", missing: .pen, .ifSet)
        try fields.visit(flattened: &moment)
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

/// A list of points is that of their coordinates, x and y in turn.
extension Point: FieldValue {
    package func write(to writer: inout ByteWriter) { writer.write(x, y) }

    package init(from reader: inout ByteReader) throws {
        self.init(x: try reader.value(), y: try reader.value())
    }

    package func json(in form: JSONForm) -> JSONValue { .numbers([x, y]) }

    package static func read(_ json: JSONValue, in form: JSONForm) -> Point? {
        readList(json, in: form)?.first
    }

    package static func json(of list: [Point], in form: JSONForm) -> JSONValue {
        .numbers(list.flatMap { [$0.x, $0.y] })
    }

    package static func readList(_ json: JSONValue, in form: JSONForm) -> [Point]? {
        [Double].read(json, in: form).map { numbers in
            stride(from: 0, to: numbers.count - 1, by: 2).map {
                Point(x: numbers[$0], y: numbers[$0 + 1])
            }
        }
    }
}

extension Stroke.Tool: FieldValue {}

extension RecordedMoment: Described {
    package mutating func describe(_ fields: inout some FieldVisitor) throws {
        try fields.visit(&recording, "recording")
        try fields.visit(&seconds, "seconds")
    }

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

    package mutating func describe(_ fields: inout some FieldVisitor) throws {
        try fields.visit(&question, "question", missing: "")
        try fields.visit(&answer, "answer", missing: "")
        try fields.visit(&rightCount, "rightCount", missing: 0)
        try fields.visit(&wrongCount, "wrongCount", missing: 0)
        try fields.visit(&identifier, "identifier")
        try fields.visit(&otherFields, "other", missing: [])
    }

    package var completed: Card? {
        Card(
            question: question, answer: answer, rightCount: rightCount, wrongCount: wrongCount,
            identifier: identifier, otherFields: otherFields)
    }
}

extension ReplacedNote: Described {
    package static var blank: ReplacedNote { ReplacedNote(identifier: "", version: "") }

    package mutating func describe(_ fields: inout some FieldVisitor) throws {
        try fields.visit(&identifier, "identifier")
        try fields.visit(&version, "version")
        try fields.visit(&isHidden, "isHidden", missing: false, .ifSet)
    }
}
