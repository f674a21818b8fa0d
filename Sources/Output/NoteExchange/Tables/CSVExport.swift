import NoteModel
import OutputPlan

/// Writes one row per note as comma-separated values (RFC 4180) in UTF-8, with the names of the
/// columns in the first row.
package struct CSVExport: Sendable {
    private let notebook: ExportableNotebook

    package init(_ notebook: ExportableNotebook) { self.notebook = notebook }

    private static let columns = [
        "slug", "title", "kind", "created", "modified", "tags", "words", "photos", "recordings",
        "attachments", "cards", "source", "body",
    ]

    /// Calls `write` with the bytes of the file, piece by piece.
    package func write(_ write: ([UInt8]) throws -> Void) throws {
        try write(Self.row(Self.columns))
        for row in notebook.notes {
            let note = row.note
            let words = row.plainText().wordCount
            try write(
                Self.row([
                    row.slug.text, note.title, note.kind.rawValue,
                    note.created.map { CivilTime.exact($0) } ?? note.dateTexts.created ?? "",
                    note.modified.map { CivilTime.exact($0) } ?? note.dateTexts.modified ?? "",
                    note.tags.map(\.name).joined(separator: ","), String(words),
                    String(note.photos.count), String(note.recordings.count),
                    String(note.attachments.count), String(note.deck?.cards.count ?? 0),
                    note.id.text, note.body,
                ]))
        }
    }

    private static func row(_ fields: [String]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (position, field) in fields.enumerated() {
            if position > 0 { bytes.append(UInt8(ascii: ",")) }
            let isPlain = !field.utf8.contains { $0 < 0x20 || $0 == 0x22 || $0 == 0x2C }
            if isPlain, field.first != " ", field.last != " " {
                bytes += field.utf8
            } else {
                bytes.append(0x22)
                for byte in field.utf8 {
                    if byte == 0x22 { bytes.append(0x22) }
                    bytes.append(byte)
                }
                bytes.append(0x22)
            }
        }
        return bytes + [0x0D, 0x0A]
    }
}
