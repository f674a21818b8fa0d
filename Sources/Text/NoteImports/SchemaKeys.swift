import KeyedArchives
import NoteModel

/// Counts the keys of a JSON tree that are not in its schema: a later version or another program
/// wrote them. An import does not carry them over.
struct SchemaKeys {
    /// The numbers of unknown keys, by their paths from the note, such as `pages.shape`.
    private(set) var unknown: [String: Int] = [:]

    /// The schema of exports, which names each key.
    private static let schema = try? JSONDocument.value(of: Array(NotebookSchema.text.utf8))

    /// Counts the unknown keys of a document beside its notes.
    mutating func count(beside notes: String, in document: PropertyListValue) {
        guard case .dictionary(let fields) = document else { return }
        count(.dictionary(fields.filter { $0.key != notes }), Self.schema, path: "")
    }

    /// Counts the unknown keys of a note.
    mutating func count(in note: PropertyListValue) {
        count(note, Self.definition("note"), path: "")
    }

    private mutating func count(
        _ value: PropertyListValue, _ schema: PropertyListValue?, path: String
    ) {
        guard let schema else { return }
        if let name = schema["$ref"]?.text?.split(separator: "/").last {
            return count(value, Self.definition(String(name)), path: path)
        }
        if case .array(let choices)? = schema["oneOf"] {
            return count(value, choices.first, path: path)
        }
        switch value {
        case .array(let members):
            for member in members { count(member, schema["items"], path: path) }
        case .dictionary(let fields):
            guard case .dictionary(let properties)? = schema["properties"] else { return }
            for field in fields {
                let path = path.isEmpty ? field.key : "\(path).\(field.key)"
                if let property = properties.first(where: { $0.key == field.key }) {
                    count(field.value, property.value, path: path)
                } else {
                    unknown[String(path.prefix(100)), default: 0] += 1
                }
            }
        default: return
        }
    }

    private static func definition(_ name: String) -> PropertyListValue? { schema?["$defs"]?[name] }
}
