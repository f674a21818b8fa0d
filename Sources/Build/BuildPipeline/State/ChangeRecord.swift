import LocalFiles
import NoteModel
import Platform
import SitePages

/// The dates at which notes were added or changed last, for the page and the feed of changes. A
/// date is that of the run that detected the change; later runs keep it.
struct ChangeRecord: Equatable, Sendable {
    private var entries: [String: Entry]

    private struct Entry: Codable, Equatable {
        let date: String
        let isNew: Bool
    }

    /// The maximum number of entries that are kept, those with the latest dates; others are
    /// forgotten.
    private static let maximumCount = 200

    /// Reads the record of earlier runs, a JSON object by identifiers of notes; empty if the file
    /// is missing or damaged.
    init(contentsOf path: String) {
        let bytes = try? LocalFiles.read(path)
        entries =
            bytes.flatMap { try? JSONDecoder().decode([String: Entry].self, from: Data($0)) } ?? [:]
    }

    /// Returns the record with the changes of a run. Notes that are no longer published are
    /// removed.
    ///
    /// - Throws: ``UserFacingError`` if `SOURCE_DATE_EPOCH` is invalid.
    func adding(_ changes: RunChanges, to notes: [Note]) throws -> ChangeRecord {
        var record = self
        let now = CivilTime(try SourceDate.current() ?? Date()).rfc3339
        for identity in changes.changedIdentities {
            record.entries[identity] = Entry(date: now, isNew: false)
        }
        for identity in changes.added.map(\.identity) {
            record.entries[identity] = Entry(date: now, isNew: true)
        }
        let published = Set(notes.compactMap(\.identity))
        record.entries = record.entries.filter { published.contains($0.key) }
        let latest = record.entries.sorted {
            ($0.value.date, $0.key) > ($1.value.date, $1.key)
        }.prefix(Self.maximumCount)
        record.entries = Dictionary(uniqueKeysWithValues: latest.map { ($0.key, $0.value) })
        return record
    }

    /// Returns the recorded changes of notes in the order of the notes, as the site lists them.
    ///
    /// - Parameter notes: The published notes, to whose positions the changes refer.
    func changes(of notes: [Note]) -> [SiteChange] {
        notes.enumerated().compactMap { index, note in
            guard let entry = note.identity.flatMap({ entries[$0] }),
                let date = CivilTime.instant(entry.date)
            else { return nil }
            return SiteChange(note: index, date: date, isNew: entry.isNew)
        }
    }

    /// Writes the record durably as JSON with sorted keys, unless the file has the same one.
    func write(to path: String) throws {
        guard self != ChangeRecord(contentsOf: path) else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try LocalFiles.replaceDurably(path, bytes: Array(try encoder.encode(entries)) + [0x0A])
    }
}
