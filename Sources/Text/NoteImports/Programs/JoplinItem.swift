import LocalFiles
import NoteModel
import Platform

/// An item of Joplin's RAW export: a title, a text, and a block of properties at the end of the
/// file, of which the last is the type (`BaseItem.serialize` in Joplin's library).
struct JoplinItem {
    enum Kind: String {
        case note = "1"
        case folder = "2"
        case resource = "4"
        case tag = "5"
        /// The assignment of a tag to a note.
        case noteTag = "6"
    }

    /// Nil for items that are not part of notes, such as settings and revisions.
    let kind: Kind?
    let title: String
    let body: String
    let properties: [String: String]

    /// The numbers of Joplin's types of items (`ModelType` in its library): those of notes, and
    /// others such as settings, master keys and revisions.
    private static let technicalTypes = Set((1...16).map(String.init))

    /// True for an item of a type that is not known.
    var isUnknown: Bool { !Self.technicalTypes.contains(properties["type_"] ?? "") }

    var id: String { properties["id"] ?? "" }

    /// Parses the text of an item; nil if it does not end with properties.
    init?(_ text: String) {
        let text = text.replacing("\r\n", with: "\n")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let end = lines.lastIndex { !$0.allSatisfy(\.isWhitespace) } ?? 0
        let start = lines[...end].lastIndex { $0.allSatisfy(\.isWhitespace) }.map { $0 + 1 } ?? 0
        var properties: [String: String] = [:]
        for line in lines[start...end] {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = String(line[line.index(after: colon)...]).trimmed
            properties[String(line[..<colon]).trimmed] =
                value.replacing("\\n", with: "\n").replacing("\\r", with: "\r")
        }
        guard let type = properties["type_"] else { return nil }
        kind = Kind(rawValue: type)
        self.properties = properties
        // An empty line follows the title, and another one precedes the properties.
        title = start > 0 ? String(lines[0]).trimmed : ""
        body = start > 3 ? lines[2..<(start - 1)].joined(separator: "\n") : ""
    }

    /// Returns the first of the instants that have a value; nil if none has.
    func date(_ keys: String...) -> Date? {
        keys.lazy.compactMap { properties[$0].flatMap { CivilTime.instant($0) } }.first
    }

    /// The names of the properties with a value that are not known, in order.
    var unknownProperties: [String] {
        let known = kind == .note ? Self.propertiesOfNotes : Self.propertiesOfOthers
        return properties.keys.filter { key in
            isSet(key) && !Self.knownProperties.contains(key) && !known.contains(key)
                && !key.hasPrefix("encryption_")
        }
        .sorted()
    }

    /// The properties that became part of notes, or by which Joplin synchronizes all of its items.
    private static let knownProperties: Set = [
        "id", "parent_id", "created_time", "updated_time", "user_created_time",
        "user_updated_time", "deleted_time", "type_", "is_shared", "share_id", "master_key_id",
        "user_data",
    ]
    private static let propertiesOfNotes: Set = [
        "is_conflict", "conflict_original_id", "markup_language", "source", "source_application",
        "application_data", "order",
    ]
    /// The properties of notebooks, files and tags.
    private static let propertiesOfOthers: Set = [
        "blob_updated_time", "icon", "mime", "filename", "file_extension", "size", "note_id",
        "tag_id", "selected_note_id", "ocr_text", "ocr_details", "ocr_status", "ocr_error",
        "ocr_driver_id",
    ]

    /// True if a property has a value other than zero.
    func isSet(_ key: String) -> Bool {
        guard let value = properties[key], !value.isEmpty else { return false }
        return Double(value) != 0
    }

    /// The length of an identifier in hexadecimal digits.
    static let identifierLength = 32

    /// True for a file named like an item, by its identifier.
    static func isName(_ name: String) -> Bool {
        name.hasSuffix(".md") && isIdentifier(name.dropLast(3))
    }

    static func isIdentifier(_ text: some StringProtocol) -> Bool {
        text.utf8.count == identifierLength
            && text.utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
            }
    }
}
