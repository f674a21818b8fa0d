import Foundation
import LocalFiles
import NoteModel
import SitePages

/// When each note was added or changed last, for the page and the feed of changes. Times are those
/// of the runs that found it out: they are read once, and part of what later runs go by.
struct ChangeRecord: Equatable, Sendable {
    private var entries: [String: Entry]

    private struct Entry: Codable, Equatable {
        let date: String
        let isNew: Bool
    }

    /// As many as a page and a feed tell of.
    private static let most = 200

    /// A file that is lost or damaged begins anew.
    init(contentsOf path: String) {
        let bytes = try? LocalFiles.read(path)
        entries =
            bytes.flatMap { try? JSONDecoder().decode([String: Entry].self, from: Data($0)) } ?? [:]
    }

    /// The record with what a run changes; notes that are published no more leave it.
    func adding(_ changes: RunChanges, to notes: [Note]) throws(BuildError) -> ChangeRecord {
        var record = self
        let now = CivilTime(try SourceDate.current() ?? Date()).rfc3339
        for identity in changes.changedIdentities {
            record.entries[identity] = Entry(date: now, isNew: false)
        }
        for identity in changes.addedIdentities {
            record.entries[identity] = Entry(date: now, isNew: true)
        }
        let published = Set(notes.compactMap(\.identity))
        record.entries = record.entries.filter { published.contains($0.key) }
        let latest = record.entries.sorted {
            ($0.value.date, $0.key) > ($1.value.date, $1.key)
        }.prefix(Self.most)
        record.entries = Dictionary(uniqueKeysWithValues: latest.map { ($0.key, $0.value) })
        return record
    }

    /// What the site tells of it.
    func changes(of notes: [Note]) -> [SiteChange] {
        notes.enumerated().compactMap { index, note in
            guard let entry = note.identity.flatMap({ entries[$0] }),
                let date = CivilTime.instant(entry.date)
            else { return nil }
            return SiteChange(note: index, date: date, isNew: entry.isNew)
        }
    }

    /// A record and what becomes of it.
    struct Update: Sendable {
        let old: ChangeRecord
        let new: ChangeRecord

        /// Writes the new record, unless it equals the old one.
        func write(to path: String) throws {
            guard new != old else { return }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try LocalFiles.replaceDurably(path, Array(try encoder.encode(new.entries)) + [0x0A])
        }
    }
}
