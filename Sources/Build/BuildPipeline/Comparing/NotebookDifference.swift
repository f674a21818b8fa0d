import NoteArchives
package import NoteImports
package import NoteModel
import Platform

/// The differences between two exports of a notebook.
package struct NotebookDifference: Sendable {
    /// The added notes, in the order of the newer export.
    package private(set) var added: [Note] = []
    /// The removed notes, in the order of the older export.
    package private(set) var removed: [Note] = []
    /// The notes with the same title but other differences.
    package private(set) var changed: [Change] = []
    /// The notes with a different title, whatever else has changed.
    package private(set) var renamed: [Change] = []

    /// A note in both exports.
    package struct Change: Sendable {
        package let old: Note
        package let new: Note
        /// The parts that differ, apart from the title, in the order of their cases.
        package let parts: [Part]
    }

    /// A part of a note that may differ.
    package enum Part: String, CaseIterable, Sendable {
        case text, dates, tags, photos, recordings, attachments, cards, drawing, pages, kind, source
        /// The app's identifier, whether the title is the note's own, and the remaining fields of
        /// the archive.
        case other
    }

    package var isEmpty: Bool {
        added.isEmpty && removed.isEmpty && changed.isEmpty && renamed.isEmpty
    }

    package init(from old: [ReadNote], to new: [ReadNote]) {
        let pairs = Self.pairs(old, new: new)
        for index in old.indices where pairs[index] == nil { removed.append(old[index].note) }
        let matched = Set(pairs.values)
        for (index, note) in new.enumerated() where !matched.contains(index) {
            added.append(note.note)
        }
        for (first, second) in pairs.sorted(by: { $0.value < $1.value }) {
            let (before, after) = (old[first], new[second])
            let parts = Part.allCases.filter { !Self.isSame($0, old: before, new: after) }
            let change = Change(old: before.note, new: after.note, parts: parts)
            if !before.note.title.utf8.elementsEqual(after.note.title.utf8) {
                renamed.append(change)
            } else if !parts.isEmpty {
                changed.append(change)
            }
        }
    }

    private static func isSame(_ part: Part, old: ReadNote, new: ReadNote) -> Bool {
        let (before, after) = (old.note, new.note)
        return switch part {
        case .text: before.body.utf8.elementsEqual(after.body.utf8)
        case .dates:
            before.created == after.created && before.modified == after.modified
                && before.dateTexts == after.dateTexts
        case .tags: before.tags.map(\.name) == after.tags.map(\.name)
        case .photos: isSame(.photo, old: old, new: new)
        case .recordings: isSame(.recording, old: old, new: new)
        case .attachments: isSame(.attachment, old: old, new: new)
        case .cards: before.deck == after.deck
        case .drawing: before.drawing == after.drawing && before.thumbnail == after.thumbnail
        case .pages: before.pages == after.pages
        case .kind: before.kind == after.kind
        case .source: before.id == after.id
        case .other:
            before.identifier == after.identifier && before.otherFields == after.otherFields
                && before.hasOwnTitle == after.hasOwnTitle
        }
    }

    /// Returns true if the media of a kind are the same, wherever the exports have their contents.
    private static func isSame(_ kind: Medium.Kind, old: ReadNote, new: ReadNote) -> Bool {
        func media(_ read: ReadNote) -> [[String?]] {
            read.note.media[kind].map { medium in
                let content =
                    switch medium.content {
                    case .stored(let stored): read.digests[stored] ?? "without a sum"
                    case .missing: "missing"
                    case .damaged: "damaged"
                    }
                let orientation = medium.orientation.map { String($0.rawValue) }
                let transcript = medium.transcript.map {
                    String(decoding: $0.file.content, as: UTF8.self)
                }
                return [medium.name, medium.caption, orientation, content, transcript]
            }
        }
        return media(old) == media(new)
    }
}

// MARK: - Which note is which

extension NotebookDifference {
    /// Returns the indices of notes in the newer export, by their indices in the older one.
    ///
    /// Notes are matched by the app's identifier; then by source with title or body; then by title
    /// and date, by body, and by source for files that contain a single note.
    private static func pairs(_ old: [ReadNote], new: [ReadNote]) -> [Int: Int] {
        var pairs: [Int: Int] = [:]
        var taken: Set<Int> = []
        /// Matches the remaining notes whose key is unique in both exports.
        func pair(_ key: (Note) -> [String]?) {
            func unique(_ notes: [ReadNote], isFree: (Int) -> Bool) -> [[String]: Int] {
                var places: [[String]: Int?] = [:]
                for index in notes.indices where isFree(index) {
                    guard let key = key(notes[index].note) else { continue }
                    places[key] = places[key] == nil ? index : .some(nil)
                }
                return places.compactMapValues(\.self)
            }
            let newer = unique(new) { !taken.contains($0) }
            for (key, index) in unique(old, isFree: { pairs[$0] == nil }) {
                guard let other = newer[key] else { continue }
                pairs[index] = other
                taken.insert(other)
            }
        }
        pair { note in note.identifier.map { [$0] } }
        pair { [$0.id.source, String($0.id.index), $0.title, $0.body] }
        pair { [$0.id.source, $0.title, $0.body] }
        pair { [$0.id.source, $0.title] }
        pair { $0.body.isEmpty ? nil : [$0.id.source, $0.body] }
        pair { note in note.created.map { [note.title, "\($0.timeIntervalSince1970)"] } }
        pair { $0.body.isEmpty ? nil : [$0.title, $0.body] }
        pair { $0.body.isEmpty ? nil : [$0.body] }
        pair { note in note.created.map { [note.id.source, "\($0.timeIntervalSince1970)"] } }
        let crowded = Set((old + new).map(\.note).filter { $0.id.index > 0 }.map(\.id.source))
        pair { crowded.contains($0.id.source) ? nil : [$0.id.source] }
        return pairs
    }
}
