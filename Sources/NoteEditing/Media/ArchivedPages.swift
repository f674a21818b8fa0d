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
        .object([
            ("points", .numbers(points.flatMap { [$0.x, $0.y] })), ("width", .real(width)),
            ("color", .string(colour)), ("isEraser", .bool(isEraser)),
        ])
    }
}

extension Page {
    var archived: JSONValue {
        let drawing = drawing.map { [(NotebinderKey.drawing, $0.archived)] } ?? []
        return .object(
            drawing + [
                (NotebinderKey.pictures, .array(pictures.map(\.archived))),
                (NotebinderKey.recordings, .array(recordings.map { .integer($0) })),
            ])
    }
}

extension PlacedPicture {
    fileprivate var archived: JSONValue {
        let frame = frame.map {
            (
                NotebinderKey.frame,
                JSONValue.string("{{\($0.x), \($0.y)}, {\($0.width), \($0.height)}}")
            )
        }
        return .object([(NotebinderKey.photo, .integer(photo))] + (frame.map { [$0] } ?? []))
    }
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
