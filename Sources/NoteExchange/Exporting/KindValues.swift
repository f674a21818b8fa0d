import NoteModel
import OutputPlan

/// Cards, drawings and pages in the JSON tree, which has more about them than their own fields.
enum KindValues {
    static func value(of deck: Deck) -> JSONValue {
        .array(
            zip(deck.cards, deck.identifiers).map { card, identifier in
                .object([.init("id", value: .string(identifier))] + fields(of: card))
            })
    }

    /// Returns the value of a drawing.
    ///
    /// - Parameter file: The path of the picture, or of the strokes as SVG.
    static func value(of drawing: Drawing?, _ file: OutputPath?) -> JSONValue {
        guard let drawing else { return .null }
        return .object([.init("file", value: .string(file?.text))] + fields(of: drawing))
    }

    static func value(of page: Page, _ file: OutputPath?) -> JSONValue {
        var fields = fields(of: page).map { field in
            field.key == "drawing"
                ? .init(field.key, value: value(of: page.drawing, file)) : field
        }
        // In archives, whose keys keep their order, the paper comes after the recognized text.
        if page.paper != nil,
            let text = fields.firstIndex(where: { $0.key == "recognizedText" })
        {
            fields.swapAt(text, text + 1)
        }
        return .object(fields)
    }

    private static func fields(of value: some FieldValue) -> [JSONValue.Field] {
        guard case .object(let fields) = value.json(in: .tree) else { return [] }
        return fields
    }
}
