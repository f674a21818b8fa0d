package import Hashing
package import NoteModel
import Platform

/// A note of the folder with its opaque identifier.
package struct IdentifiedNote: Sendable {
    package let note: Note
    package let identifier: String
    /// The fingerprint of everything in the note, used to find results of earlier computations.
    package let fingerprint: Fingerprint
}

/// The opaque identifiers of the notes of a folder, for a process that shows them while they change.
/// They reveal nothing about the files.
///
/// A note keeps its identifier when it is changed, and when others of its file are deleted, added
/// or moved. A note that cannot be recognized gets a new one, so that text written for one note is
/// never saved as another.
package struct NoteIdentities: Sendable {
    /// The notes, sorted by their positions in files.
    package let notes: [IdentifiedNote]
    /// The notes that no longer exist, by their former identifiers.
    private let gone: [String: Note]

    /// - Parameters:
    ///   - last: The notes of the folder before, which are recognized; nil for the first reading.
    ///   - own: The identifiers of notes that the process itself is changing, whatever they contain.
    init(of notes: [SourceNote], after last: NoteIdentities?, own: [NoteID: String]) {
        var gone = last?.gone ?? [:]
        var identified: [IdentifiedNote] = []
        identified.reserveCapacity(notes.count)
        var rest = (last?.notes ?? [])[...]
        // Both lists are sorted by file.
        var start = 0
        while start < notes.count {
            let first = notes[start].note.id
            let file = notes[start...].prefix { $0.note.id.source == first.source }
            while let other = rest.first, other.note.id < first,
                other.note.id.source != first.source
            {
                gone[other.identifier] = other.note
                rest.removeFirst()
            }
            let before = rest.prefix { $0.note.id.source == first.source }
            rest = rest[before.endIndex...]
            let isSame = before.elementsEqual(file) {
                $0.note.id == $1.note.id && $0.fingerprint == $1.fingerprints.whole
            }
            let identifiers =
                isSame
                ? before.map(\.identifier)
                : Self.identifiers(of: file.map(\.note), before: before, gone: &gone, own: own)
            for (row, identifier) in zip(file, identifiers) {
                identified.append(
                    IdentifiedNote(
                        note: row.note, identifier: identifier, fingerprint: row.fingerprints.whole)
                )
            }
            start = file.endIndex
        }
        for other in rest { gone[other.identifier] = other.note }
        (self.notes, self.gone) = (identified, gone)
    }

    /// Returns the identifiers of the notes of a changed file.
    ///
    /// - Parameters:
    ///   - before: The notes that the file had before.
    ///   - gone: The notes that no longer exist, which may come back and which may be added.
    private static func identifiers(
        of notes: [Note], before: ArraySlice<IdentifiedNote>, gone: inout [String: Note],
        own: [NoteID: String]
    ) -> [String] {
        // A file without notes was away, or could not be read for a while.
        let known: [(note: Note, identifier: String)] =
            before.isEmpty
            ? gone.filter { $0.value.id.source == notes[0].id.source }
                .sorted { $0.value.id < $1.value.id }.map { ($0.value, $0.key) }
            : before.map { ($0.note, $0.identifier) }
        var matching = Matching(old: known, new: notes)
        let found = matching.found(own: own)
        var taken = Set(found.values)
        for note in before where !taken.contains(note.identifier) {
            gone[note.identifier] = note.note
        }
        return notes.enumerated().map { index, note in
            let identifier =
                found[index]
                ?? new(note, isAlone: notes.count == 1) { wanted in
                    !taken.contains(wanted)
                        && gone[wanted].map { Matching.mayBeSame($0, note) } ?? true
                }
            taken.insert(identifier)
            gone[identifier] = nil
            return identifier
        }
    }

    /// Returns the file that last held a note which is gone; nil for any other.
    package func source(ofGone identifier: String) -> String? { gone[identifier]?.id.source }

    /// Returns the identifier of a note that is not known yet. It is the same after a restart,
    /// because it is derived from the file and, for one of several notes, from the property that is
    /// least likely to change.
    private static func new(_ note: Note, isAlone: Bool, isFree: (String) -> Bool) -> String {
        let mark =
            isAlone
            ? ""
            : note.identifier ?? note.created.map { "\($0.timeIntervalSince1970)" } ?? note.title
        var number = 0
        while true {
            let lines = ["note", note.id.source, String(number), mark]
            let identifier = String(ContentDigest(ofLines: lines).text.prefix(32))
            if isFree(identifier) { return identifier }
            number += 1
        }
    }
}

/// Recognizes the notes of a changed file.
private struct Matching {
    let old: [(note: Note, identifier: String)]
    let new: [Note]
    /// The positions of the old notes that are recognized.
    var taken: Set<Int> = []
    var identifiers: [Int: String] = [:]

    /// Returns the identifiers of the recognized notes by position. It matches unchanged notes
    /// first, then those that still have a distinctive property, such as the title.
    mutating func found(own: [NoteID: String]) -> [Int: String] {
        for (index, note) in new.enumerated() {
            guard let identifier = own[note.id],
                let position = old.firstIndex(where: { $0.identifier == identifier })
            else { continue }
            take(position, for: index)
        }
        pair {
            [$0.title, $0.body, "\(String(describing: $0.modified))"]
        } isSame: {
            $0.unplaced == $1.unplaced
        }
        pair { $0.identifier }
        pair { note in note.created.map { [note.title, "\($0)"] } }
        pair { $0.created }
        pair { $0.hasOwnTitle || $0.deck != nil ? $0.title : nil }
        pair { $0.body.isEmpty ? nil : $0.body }
        return identifiers
    }

    private mutating func take(_ position: Int, for index: Int) {
        taken.insert(position)
        identifiers[index] = old[position].identifier
    }

    /// Pairs the notes that have the same key, in their order.
    private mutating func pair<Key: Hashable>(
        by key: (Note) -> Key?, isSame: (Note, Note) -> Bool = Matching.mayBeSame
    ) {
        var positions: [Key: [Int]] = [:]
        for (position, entry) in old.enumerated() where !taken.contains(position) {
            if let key = key(entry.note) { positions[key, default: []].append(position) }
        }
        guard !positions.isEmpty else { return }
        for (index, note) in new.enumerated() where identifiers[index] == nil {
            guard let key = key(note),
                let position = positions[key]?.first(where: {
                    !taken.contains($0) && isSame(old[$0].note, note)
                })
            else { continue }
            take(position, for: index)
        }
    }

    /// Returns true unless two notes differ in something permanent, such as the creation date.
    static func mayBeSame(_ one: Note, _ other: Note) -> Bool {
        func isSame<Mark: Equatable>(_ mark: Mark?, _ other: Mark?) -> Bool {
            mark == nil || other == nil || mark == other
        }
        return (one.deck == nil) == (other.deck == nil)
            && isSame(one.identifier, other.identifier) && isSame(one.created, other.created)
    }
}
