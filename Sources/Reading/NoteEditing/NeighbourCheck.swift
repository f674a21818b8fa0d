import LocalFiles
import NoteModel

/// Compares the notes of an archive before and after a change, which must leave them as they are.
struct NeighbourCheck {
    /// The absolute path of the archive.
    let file: String
    /// The bytes of the archive before the change and after it.
    let before: [UInt8]
    let after: [UInt8]

    /// Returns true if notes are the same in every respect but their positions in the archive.
    func areSame(_ notes: [Note], before others: [Note]) -> Bool {
        notes.count == others.count
            && zip(notes, others).allSatisfy { note, other in
                isSame(note.unplaced, other.unplaced)
                    && zip(note.contents, other.contents).allSatisfy { haveSameBytes($0, $1) }
            }
    }

    /// Returns true if two notes are equal but for fields that may refer to the changed note.
    private func isSame(_ note: Note, _ other: Note) -> Bool {
        if note == other { return true }
        var (note, other) = (note, other)
        note.otherFields.removeAll { !$0.isPlain }
        other.otherFields.removeAll { !$0.isPlain }
        return note == other
    }

    /// Returns true unless the bytes of two media within the archive are different; those of other
    /// files do not change.
    private func haveSameBytes(_ content: MediaContent, _ other: MediaContent) -> Bool {
        guard let new = content.stored, let old = other.stored, new.file == file, old.file == file,
            new.decodedRange == nil, old.decodedRange == nil,
            new.range.upperBound <= after.count, old.range.upperBound <= before.count
        else { return true }
        return after[new.range].elementsEqual(before[old.range])
    }
}

extension Note {
    fileprivate var contents: [MediaContent] { media.all.map(\.content) }
}

extension JSONValue.Field {
    /// True if the value cannot be or contain a reference to another object.
    fileprivate var isPlain: Bool {
        switch value {
        case .object, .array, .null: false
        default: true
        }
    }
}
