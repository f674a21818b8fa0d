import KeyedArchives
import NoteArchives
import NoteModel
import Platform

extension ArchiveEditor {
    /// Creates the objects of a value, with arrays and dictionaries of Foundation.
    mutating func value(of json: JSONValue) -> Value {
        var maker = ObjectMaker()
        return maker.value(of: json, in: &self)
    }

    /// Returns a photo or a recording in a dictionary with its name and caption; without either,
    /// as it is.
    mutating func record(_ medium: Value, name: Value?, caption: String?) -> Value {
        var fields = [(NotebinderKey.photo, medium)]
        if let name { fields.append((NotebinderKey.name, name)) }
        if let caption { fields.append((NotebinderKey.caption, string(caption))) }
        return fields.count == 1 ? medium : dictionary(fields)
    }
}

/// Creates the objects of values in JSON, also those of classes of an app as an
/// ``ArchiveDescription`` describes them.
struct ObjectMaker {
    /// The lists, dictionaries and objects so far, by their numbers; nil for one that is being
    /// made.
    private var made: [Int: ArchiveEditor.Value?] = [:]
    /// The reasons why parts of values were left out, each the end of a sentence.
    private(set) var problems: [String] = []

    mutating func value(of json: JSONValue, in editor: inout ArchiveEditor) -> ArchiveEditor.Value {
        switch json {
        case .null: return .null
        case .bool(let value): return editor.bool(value)
        case .integer(let number): return editor.number(number)
        case .real(let number): return editor.number(number)
        case .string(let text): return editor.string(text)
        case .numbers(let numbers):
            return value(of: .array(numbers.map { .real($0) }), in: &editor)
        case .array(let members):
            let number = begin()
            let values = members.map { value(of: $0, in: &editor) }
            return end(number, with: editor.array(values))
        case .object(let fields):
            return object(fields, in: &editor)
        }
    }

    /// Gives the next object its number.
    private mutating func begin() -> Int {
        let number = made.count + 1
        made[number] = .some(nil)
        return number
    }

    private mutating func end(_ number: Int, with value: ArchiveEditor.Value) -> ArchiveEditor.Value
    {
        made[number] = value
        return value
    }

    private mutating func leaveOut(_ reason: String) -> ArchiveEditor.Value {
        problems.append(reason)
        return .null
    }

    private mutating func object(
        _ fields: [JSONValue.Field], in editor: inout ArchiveEditor
    ) -> ArchiveEditor.Value {
        let values = Dictionary(fields.map { ($0.key, $0.value) }) { first, _ in first }
        if case .integer(let number)? = values["$ref"] {
            return made[number].flatMap(\.self)
                ?? leaveOut(
                    "holds an object that holds itself, which cannot be archived so; that reference was left out."
                )
        }
        if case .integer(let count)? = values["$data"] {
            guard case .string(let text)? = values["base64"], let data = Data(base64Encoded: text),
                data.count == count
            else {
                return leaveOut(
                    "was data of \(count) bytes, which the export does not hold; it was left out.")
            }
            return editor.data(Array(data))
        }
        if values["$cut"] != nil || values["$damaged"] != nil {
            return leaveOut("was not whole when it was exported; it was left out.")
        }
        guard case .string(let name)? = values["$class"] else {
            let number = begin()
            let members = fields.map { ($0.key, value(of: $0.value, in: &editor)) }
            return end(number, with: editor.dictionary(members))
        }
        var number = made.count + 1
        if case .integer(let own)? = values["$id"] { number = own }
        made[number] = .some(nil)
        let written = fields.filter { !$0.key.hasPrefix("$") }
            .map { ($0.key, value(of: $0.value, in: &editor)) }
        return end(number, with: editor.object(name, superclasses: ["NSObject"], fields: written))
    }
}
