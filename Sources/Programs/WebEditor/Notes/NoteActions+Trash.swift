import BuildPipeline
import Hashing
import NoteEditing
import NoteModel
import Platform

/// The trash of the notes folder.
extension NoteActions {
    /// The number of the newest entries that are opened to show what is in them.
    private static let maximumOpened = 100
    private static let excerptLength = 160

    /// Returns the entries of the trash, the newest first.
    func trash() throws -> JSONValue {
        let editor = editor(for: try notebook.state())
        let entries = try editor.trash.entries()
            .sorted { ($0.date ?? .distantPast) > ($1.date ?? .distantPast) }
        return .array(
            entries.enumerated().map { number, entry in
                let isOpened = number < Self.maximumOpened
                let note = isOpened ? editor.note(of: entry) : nil
                let text = note?.body ?? (isOpened ? editor.text(of: entry) : "")
                let words = text.split(whereSeparator: \.isWhitespace)
                return .object([
                    (
                        "excerpt",
                        .string(String(words.joined(separator: " ").prefix(Self.excerptLength)))
                    ),
                    ("photos", .integer(note?.listedPhotos.count ?? 0)),
                    ("photo", note?.listedPhotos.first.map { .integer($0) } ?? .null),
                    ("id", .string(Self.identifier(of: entry))), ("title", .string(entry.title)),
                    ("date", .string(entry.date.map { CivilTime($0).rfc3339 })),
                    ("isCard", .bool(entry.isCard)),
                    ("isEarlierVersion", .bool(entry.isEarlierVersion)),
                    ("replacement", .string(entry.replacementTitle)),
                ])
            })
    }

    /// Returns a photo of the note in an entry of the trash.
    func trashedPhoto(_ position: Int, of identifier: String) throws -> Medium {
        let editor = editor(for: try notebook.state())
        let entry = try editor.trash.entries().first { Self.identifier(of: $0) == identifier }
        guard let entry, let note = editor.note(of: entry),
            let photo = editor.photo(position, of: note, in: entry)
        else { throw EditorError.gone("The photo") }
        return photo
    }

    /// Deletes entries of the trash for good, as far as they are there.
    ///
    /// - Throws: ``EditorError/gone(_:)`` if none of them is there any more.
    func purge(_ identifiers: Set<String>) throws {
        try changing { editor in
            let entries = try editor.trash.entries().filter {
                identifiers.contains(Self.identifier(of: $0))
            }
            guard !entries.isEmpty else {
                throw EditorError.gone("The entry of the trash")
            }
            try editor.trash.purge(entries)
        }
    }

    /// Restores an entry and returns the identifier of the note that holds it now; nil for photos
    /// alone.
    func restore(_ identifier: String) throws -> String? {
        let before = Set(try notebook.state().notes.map(\.identifier))
        let (source, title) = try changing(readsAll: true) { editor in
            let entry = try editor.trash.entries().first { Self.identifier(of: $0) == identifier }
            guard let entry else { throw EditorError.gone("The entry of the trash") }
            return (try editor.restore(entry), entry.title)
        }
        guard let source else { return nil }
        let notes = try notebook.state().notes.filter { $0.note.id.source == source }
        let restored =
            notes.first { !before.contains($0.identifier) }
            ?? notes.first { $0.note.title == title } ?? notes.first
        return restored?.identifier
    }

    /// Returns the opaque identifier of an entry.
    static func identifier(of entry: NotesTrash.Entry) -> String {
        // Names are used again.
        let date = entry.date.map { "\(Int(($0.timeIntervalSince1970 * 1000).rounded()))" } ?? ""
        return String(ContentDigest(ofLines: ["trash", entry.name, date]).text.prefix(32))
    }
}
