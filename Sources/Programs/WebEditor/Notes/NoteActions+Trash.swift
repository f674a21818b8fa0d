import Foundation
import Hashing
import NoteEditing
import NoteModel

/// The trash of the notes folder.
extension NoteActions {
    /// Returns the entries of the trash, the newest first.
    func trash() throws -> JSONValue {
        let entries = try editor(for: try notebook.state()).trash.entries()
            .sorted { ($0.date ?? .distantPast) > ($1.date ?? .distantPast) }
        return .array(
            entries.map { entry in
                .object([
                    ("id", .string(Self.identifier(of: entry))), ("title", .string(entry.title)),
                    ("date", .string(entry.date.map { CivilTime($0).rfc3339 })),
                    ("isCard", .bool(entry.isCard)),
                    ("isEarlierVersion", .bool(entry.isEarlierVersion)),
                    ("replacement", .string(entry.replacementTitle)),
                ])
            })
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
        String(ContentDigest(ofLines: ["trash", entry.name]).text.prefix(32))
    }
}
