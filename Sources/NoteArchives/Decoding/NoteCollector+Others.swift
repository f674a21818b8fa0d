import Diagnostics
import KeyedArchives
import NoteModel

/// Values of an archive that are no notes, which are kept as JSON.
extension NoteCollector {
    /// Keeps an object in a list of notes that is not recognised as a note, as JSON, and reports
    /// it.
    mutating func keep(
        _ value: PropertyListValue, visit: Visit, at path: ArchivePath, entry: Int
    ) {
        var description = ArchiveDescription(visit.opened)
        let path = path.appending(.index(entry - 1))
        unread.append(
            UnrecognizedObject(
                source: visit.opened.source.name, place: path.description,
                description: description.value(value)))
        report(
            .unknownClass, visit: visit, at: path,
            summary:
                "\(visit.opened.source.name), entry \(entry): no note but \(visit.archive.kindName(of: value)); it is kept as JSON.",
            suggestion: "If it is a note, notebinder.yml can say so; `notebinder inspect` shows it."
        )
    }

    /// Keeps what an object says besides the notes that it holds, such as whose they are, as JSON.
    mutating func keepFields(
        of record: ArchivedRecord, without keys: Set<String>, visit: Visit, at path: ArchivePath
    ) {
        // The title of a deck.
        let used = keys.union(notes.last?.deck == nil ? [] : record[.title].map(\.key))
        var description = ArchiveDescription(visit.opened)
        let others = record.fields.compactMap { field -> JSONValue.Field? in
            guard !used.contains(field.key), !visit.archive.isEmptyList(field.value) else {
                return nil
            }
            let value = description.value(field.value)
            return value == .null ? nil : .init(field.key, value: value)
        }
        guard !others.isEmpty else { return }
        unread.append(
            UnrecognizedObject(
                source: visit.opened.source.name, place: path.description,
                description: .object(others)))
    }
}
