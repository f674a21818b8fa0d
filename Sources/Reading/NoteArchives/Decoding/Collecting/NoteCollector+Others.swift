import KeyedArchives
import NoteModel

/// Values of an archive that are not notes: unrecognised objects in a list of notes, which are kept
/// as JSON, and the other fields of an object that holds notes.
extension NoteCollector {
    /// Keeps an unrecognised object in a list of notes as JSON, and reports it.
    mutating func keep(_ value: PropertyListValue, visit: Visit, at path: ArchivePath, entry: Int) {
        var description = ArchiveDescription(visit.opened)
        let path = path.appending(.index(entry - 1))
        unread.append(
            UnrecognizedObject(
                source: source.name, place: path.description,
                description: description.value(value)))
        report(
            .unknownClass, place: path.description,
            summary:
                "\(source.name), entry \(entry): no note but \(visit.archive.kindName(of: value)); only the JSON tree has it.",
            suggestion: "If it is a note, notebinder.yml can say so; `notebinder inspect` shows it."
        )
    }

    /// Keeps the name of an object for the notes found in it, but not for a deck or a note that has
    /// taken it as its title.
    mutating func keep(folder name: String?, ofNotesFrom first: Int) {
        guard let name, !name.isBlank else { return }
        for index in first..<archived.count where archived[index].note.title != name {
            archived[index].folders.append(name)
        }
    }

    /// Reports the other fields of an object that holds notes, such as the name of their owner.
    /// They are not kept, since they may be private.
    ///
    /// Numbers and switches are settings, and are not reported. Nor are the values of a plain
    /// property list, unless the object is under a key for notes.
    mutating func reportFields(
        of record: ArchivedRecord, without used: Set<String>, visit: Visit, at path: ArchivePath
    ) {
        let archive = visit.archive
        var isNotes = false
        if case .key(let key)? = path.steps.last {
            isNotes = reading.vocabulary.meanings(of: key).contains { $0.role == .notes }
        }
        guard !archive.isPlain || archive.isJSON || isNotes else { return }
        // The title of a deck, or the name of a folder.
        let used = used.union(record[.title].map(\.key))
        let others = record.fields.filter { field in
            guard !used.contains(field.key), !archive.isEmptyList(field.value),
                (try? archive.object(field.value)) != .null,
                (try? archive.number(field.value)).flatMap(\.self) == nil
            else { return false }
            return (try? archive.string(field.value)).flatMap(\.self)?.isBlank != true
        }
        guard !others.isEmpty else { return }
        report(
            .unreadAttachment, place: path.description,
            summary:
                "\(source.name): what holds the notes has values that do not fit into a note: \(others.map(\.key).joined(separator: ", ")). `notebinder inspect` shows them."
        )
    }
}

extension CollectedNote {
    /// Keeps the path of the folder that holds the note, if there is one, as one of its other
    /// fields: `folder`, with underscores if the app has a field of that name.
    mutating func keepFolder() {
        guard !folders.isEmpty else { return }
        var key = Note.folderKey
        while note.otherFields.contains(where: { $0.key == key }) { key += "_" }
        let path = folders.reversed().joined(separator: "/")
        note.otherFields.append(.init(key, value: .string(path)))
    }
}
