import NoteModel
import Orthography
import OutputPlan
import TestSupport

/// Returns a note with the properties by which a ledger knows it again.
///
/// - Parameter day: The day of January 2020 on which it was created.
func note(
    _ title: String, body: String = "", in source: String = "notes.data", at index: Int = 0,
    day: Int? = nil, identifier: String? = nil
) -> Note {
    Note(
        id: NoteID(source: source, index: index), title: title, body: body,
        created: day.map { .day(2020, month: 1, day: $0) }, identifier: identifier)
}

extension PermalinkLedger {
    /// Assigns addresses to notes, with signatures computed from them.
    ///
    /// - Parameter isPublished: Whether each note is published; nil if all are.
    func assigning(_ notes: [Note], isPublished: [Bool]? = nil) -> Assignment {
        assigning(
            notes.indices.map { index in
                LedgerNote(
                    notes[index], signature: NoteSignature(notes[index]),
                    isPublished: isPublished?[index] ?? true)
            })
    }
}

extension PermalinkLedger.Assignment {
    var slugs: [Slug] { permalinks.map(\.slug) }
    var identities: [String] { permalinks.map(\.identity) }
}
