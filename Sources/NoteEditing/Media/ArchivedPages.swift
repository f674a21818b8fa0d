import KeyedArchives
import NoteArchives
import NoteModel

/// The form in which drawings and pages are archived under the keys of ``NotebinderKey``: lists,
/// dictionaries, numbers and texts.
extension Drawing {
    var archived: JSONValue {
        switch self {
        case .picture(let position): .integer(position)
        case .strokes(let strokes): .array(strokes.map(\.archived))
        }
    }
}

extension Stroke {
    fileprivate var archived: JSONValue {
        var fields: [(String, JSONValue)] = [
            ("points", .numbers(points.flatMap { [$0.x, $0.y] })), ("width", .real(width)),
            ("color", .string(colour)), ("isEraser", .bool(isEraser)),
        ]
        if !anchorWidths.isEmpty { fields.append(("anchorWidths", .numbers(anchorWidths))) }
        if tool != .pen { fields.append(("tool", .string(tool.rawValue))) }
        if let moment {
            fields.append(("recording", .integer(moment.recording)))
            fields.append(("seconds", .real(moment.seconds)))
        }
        return .object(fields)
    }
}

extension Page {
    var archived: JSONValue {
        var fields = drawing.map { [(NotebinderKey.drawing, $0.archived)] } ?? []
        fields.append((NotebinderKey.pictures, .array(pictures.map(\.archived))))
        fields.append((NotebinderKey.recordings, .array(recordings.map { .integer($0) })))
        if let recognizedText {
            fields.append((NotebinderKey.recognizedText, .string(recognizedText)))
        }
        if let paper { fields.append((NotebinderKey.paper, paper.archived)) }
        if !textBoxes.isEmpty {
            fields.append((NotebinderKey.textBoxes, .array(textBoxes.map(\.archived))))
        }
        return .object(fields)
    }
}

extension Paper {
    fileprivate var archived: JSONValue {
        .object(
            [(NotebinderKey.frame, frame.archived)]
                + (colour.map { [(NotebinderKey.color, .string($0))] } ?? []))
    }
}

extension PlacedPicture {
    fileprivate var archived: JSONValue {
        .object(
            [(NotebinderKey.photo, .integer(photo))]
                + (frame.map { [(NotebinderKey.frame, $0.archived)] } ?? [])
                + (rotation == 0 ? [] : [(NotebinderKey.rotation, .real(rotation))])
                + (crop.map { [(NotebinderKey.crop, $0.archived)] } ?? [])
                + (isPaper ? [(NotebinderKey.isPaper, .bool(true))] : []))
    }
}

extension TextBox {
    fileprivate var archived: JSONValue {
        .object(
            [
                (NotebinderKey.text, .string(text)), (NotebinderKey.frame, frame.archived),
                (NotebinderKey.fontSize, .real(fontSize)),
            ] + (rotation == 0 ? [] : [(NotebinderKey.rotation, .real(rotation))])
                + (colour.map { [(NotebinderKey.color, .string($0))] } ?? []))
    }
}

extension Frame {
    fileprivate var archived: JSONValue { .string("{{\(x), \(y)}, {\(width), \(height)}}") }
}

extension ReplacedNote {
    var archived: JSONValue {
        .object([
            (NotebinderKey.identifier, .string(identifier)),
            (NotebinderKey.version, .string(version)),
        ])
    }
}

extension ArchiveEditor {
    /// Creates the objects of a value, with arrays and dictionaries of Foundation.
    mutating func value(of json: JSONValue) -> Value {
        switch json {
        case .null: return .null
        case .bool(let value): return bool(value)
        case .integer(let number): return self.number(number)
        case .real(let number): return self.number(number)
        case .string(let text): return string(text)
        case .numbers(let numbers):
            var members: [Value] = []
            members.reserveCapacity(numbers.count)
            for number in numbers { members.append(self.number(number)) }
            return array(members)
        case .array(let values):
            var members: [Value] = []
            for value in values { members.append(self.value(of: value)) }
            return array(members)
        case .object(let fields):
            var members: [(String, Value)] = []
            for field in fields { members.append((field.key, value(of: field.value))) }
            return dictionary(members)
        }
    }
}
