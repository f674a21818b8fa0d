import NoteModel

/// The number of objects of unknown classes that were recognised as notes or cards by their fields.
struct HeuristicMatches {
    private struct Class: Hashable {
        let name: String
        let kind: ArchiveVocabulary.Kind
    }

    private var counts: [Class: Int] = [:]

    mutating func count(_ record: ArchivedRecord, for kind: ArchiveVocabulary.Kind) {
        guard let name = record.classNames.first else { return }
        counts[Class(name: name, kind: kind), default: 0] += 1
    }

    func diagnostics(of source: NotesFolder.SourceFile) -> [Diagnostic] {
        let inOrder = counts.sorted {
            ($0.key.name, $0.key.kind.rawValue) < ($1.key.name, $1.key.kind.rawValue)
        }
        return inOrder.map { taken, count in
            let kind = taken.kind.rawValue
            let what =
                count == 1
                ? "an object of the class \(taken.name) was taken for a \(kind)"
                : "\(count) objects of the class \(taken.name) were taken for \(kind)s"
            return Diagnostic(
                .takenForNote, origin: .init(source: source.name),
                summary: "\(source.name): \(what), by the fields.",
                suggestion:
                    "To make this permanent, add to notebinder.yml: archives: { classes: { \(taken.name): \(kind) } }."
            )
        }
    }
}
