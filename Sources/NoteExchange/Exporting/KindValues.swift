import NoteModel
import OutputPlan

/// Cards, drawings and pages in the JSON tree.
enum KindValues {
    static func value(of deck: Deck) -> JSONValue {
        .array(
            zip(deck.cards, deck.identifiers).map { card, identifier in
                .object([
                    ("id", .string(identifier)), ("question", .string(card.question)),
                    ("answer", .string(card.answer)), ("rightCount", .integer(card.rightCount)),
                    ("wrongCount", .integer(card.wrongCount)),
                    ("identifier", .string(card.identifier)), ("other", .object(card.otherFields)),
                ])
            })
    }

    /// Returns the value of a drawing.
    ///
    /// - Parameter file: The path of the picture, or of the strokes as SVG.
    static func value(of drawing: Drawing?, _ file: OutputPath?) -> JSONValue {
        guard let drawing else { return .null }
        var photo: JSONValue = .null
        var strokes: [JSONValue] = []
        switch drawing {
        case .picture(let position): photo = .integer(position)
        case .strokes(let made): strokes = made.map { value(of: $0) }
        }
        return .object([
            ("file", .string(file?.text)), ("photo", photo), ("strokes", .array(strokes)),
        ])
    }

    static func value(of page: Page, _ file: OutputPath?) -> JSONValue {
        .object(
            [
                ("drawing", value(of: page.drawing, file)),
                (
                    "pictures",
                    .array(
                        page.pictures.map { picture in
                            .object(
                                [
                                    ("photo", .integer(picture.photo)),
                                    ("frame", picture.frame.map { value(of: $0) } ?? .null),
                                ]
                                    + (picture.rotation == 0
                                        ? [] : [("rotation", .real(picture.rotation))])
                                    + (picture.crop.map { [("crop", value(of: $0))] } ?? [])
                                    + (picture.isPaper ? [("isPaper", .bool(true))] : []))
                        })
                ),
                ("recordings", .array(page.recordings.map { .integer($0) })),
            ] + (page.paper.map { [("paper", value(of: $0))] } ?? [])
                + (page.recognizedText.map { [("recognizedText", .string($0))] } ?? [])
                + (page.textBoxes.isEmpty
                    ? [] : [("textBoxes", .array(page.textBoxes.map { value(of: $0) }))]))
    }

    private static func value(of paper: Paper) -> JSONValue {
        .object([("frame", value(of: paper.frame)), ("colour", .string(paper.colour))])
    }

    private static func value(of box: TextBox) -> JSONValue {
        .object(
            [
                ("text", .string(box.text)), ("frame", value(of: box.frame)),
                ("fontSize", .real(box.fontSize)),
            ] + (box.rotation == 0 ? [] : [("rotation", .real(box.rotation))])
                + (box.colour.map { [("colour", .string($0))] } ?? []))
    }

    private static func value(of frame: Frame) -> JSONValue {
        .numbers([frame.x, frame.y, frame.width, frame.height])
    }

    private static func value(of stroke: Stroke) -> JSONValue {
        var fields: [(String, JSONValue)] = [
            ("points", .numbers(stroke.points.flatMap { [$0.x, $0.y] })),
            ("width", .real(stroke.width)), ("colour", .string(stroke.colour)),
            ("eraser", .bool(stroke.isEraser)),
        ]
        if !stroke.anchorWidths.isEmpty {
            fields.append(("anchorWidths", .numbers(stroke.anchorWidths)))
        }
        if stroke.tool != .pen { fields.append(("tool", .string(stroke.tool.rawValue))) }
        if let moment = stroke.moment {
            fields.append(("recording", .integer(moment.recording)))
            fields.append(("seconds", .real(moment.seconds)))
        }
        return .object(fields)
    }
}
