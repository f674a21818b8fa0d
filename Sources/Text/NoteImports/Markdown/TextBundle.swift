import KeyedArchives
import LocalFiles
import NoteModel
import Platform

/// A folder with a text, its files and a description (textbundle.org/spec), as Bear and other
/// programs write them.
struct TextBundle: Sendable {
    /// The path of the bundle without its extension, which names the note.
    let name: String
    /// The path of the description.
    let detailsPath: String

    private static let ending = ".textbundle"

    /// Returns the bundles among the files of a folder, by the paths of their texts.
    ///
    /// - Parameter root: The path of the folder, which may be a bundle itself.
    static func all(in files: [String], root: String) -> [String: TextBundle] {
        var bundles: [String: TextBundle] = [:]
        for path in files {
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            guard let name = parts.last, name.hasPrefix("text."), !name.hasSuffix(".html") else {
                continue
            }
            let folder = parts.dropLast().joined(separator: "/")
            let bundle = folder.isEmpty ? LocalFiles.name(of: root) : folder
            guard bundle.lowercased().hasSuffix(ending) else { continue }
            bundles[path] = TextBundle(
                name: String(bundle.dropLast(ending.count)),
                detailsPath: folder.isEmpty ? "info.json" : folder + "/info.json")
        }
        return bundles
    }

    /// The parts of a bundle's description that a note can hold.
    struct Details {
        var created: Date?
        var modified: Date?
        var isTrashed = false
        var isArchived = false
        /// True if the text is encrypted, and the file of the text is empty.
        var isEncrypted = false
        /// True if the description is damaged, so that it may say that the note is private.
        var isDamaged = false
        /// True if Bear wrote the bundle.
        var isOfBear = false
        /// The other fields that the description has of the note.
        var otherFields: [JSONValue.Field] = []
    }

    /// Returns the contents of a description. The format has neither dates nor states: Bear adds
    /// them to its own part, and FSNotes adds seconds since 1970.
    static func details(in details: StoredBytes) -> Details {
        guard details.count < 1 << 20, let bytes = try? LocalFiles.read(details.file),
            let value = try? JSONDocument.value(of: bytes), case .dictionary(let fields) = value
        else { return Details(isDamaged: true) }
        let parts = [value] + fields.map(\.value)
        func date(_ keys: String...) -> Date? {
            for case let value? in parts.flatMap({ part in keys.map { part[$0] } }) {
                switch value {
                case .string(let text): if let date = CivilTime.instant(text) { return date }
                case .integer(let seconds): return Date(timeIntervalSince1970: Double(seconds))
                default: continue
                }
            }
            return nil
        }
        func isSet(_ keys: String...) -> Bool {
            parts.contains { part in
                keys.contains { key in
                    switch part[key] {
                    case .bool(let value)?: value
                    case .integer(let number)?: number != 0
                    case .string(let text)?: ["true", "yes", "1"].contains(text.lowercased())
                    default: false
                    }
                }
            }
        }
        return Details(
            created: date("creationDate", "created"),
            modified: date("modificationDate", "modified"), isTrashed: isSet("trashed", "deleted"),
            isArchived: isSet("archived"), isEncrypted: isSet("encrypted"),
            isOfBear: fields.contains { $0.key == "net.shinyfrog.bear" },
            otherFields: otherFields(fields))
    }

    /// The keys that became part of the note, or describe the bundle.
    private static let knownKeys: Set = [
        "version", "type", "transient", "creatorIdentifier",
        "flavor", "bear-note-version", "uniqueIdentifier", "creationDate", "created",
        "modificationDate", "modified", "trashed", "trashedDate", "deleted", "archived",
        "archivedDate", "encrypted",
    ]

    private static let dateKeys: Set = ["creationDate", "created", "modificationDate", "modified"]

    /// Returns the fields with other keys, of the description and of the parts that programs add.
    private static func otherFields(_ fields: [PropertyListValue.Field]) -> [JSONValue.Field] {
        var others: [JSONValue.Field] = []
        for field in fields {
            if case .dictionary(let inner) = field.value {
                // Two programs may use one key.
                others += otherFields(inner).map { other in
                    let isTaken = others.contains { $0.key == other.key }
                    return isTaken ? .init("\(field.key).\(other.key)", value: other.value) : other
                }
                continue
            }
            let isSaid =
                switch field.value {
                case .bool(let value): value
                case .integer(let number): number != 0
                case .string(let text): !text.isEmpty
                case .array(let members): !members.isEmpty
                default: true
                }
            var isKnown = knownKeys.contains(field.key)
            if dateKeys.contains(field.key), case .string(let text) = field.value {
                isKnown = CivilTime.instant(text) != nil
            }
            if isSaid, !isKnown { others.append(.init(field.key, value: JSONValue(field.value))) }
        }
        return others
    }
}
