import Diagnostics
import NoteModel

import struct Foundation.Date

/// A part of a note that is archived in another object: the photos of a document package, or the
/// object that encloses a note.
package struct DocumentFragment: Hashable, Sendable {
    let title: String?
    let created: Date?
    let modified: Date?
    let photos: [Photo]
    let recordings: [Recording]
    /// The drawing; the position of a picture is an index into `photos`.
    let drawing: Drawing?
    /// The problems found while reading the fragment, which matter only if it is used.
    var diagnostics: [Diagnostic] = []

    var isEmpty: Bool {
        title == nil && photos.isEmpty && recordings.isEmpty && drawing == nil
    }
}

extension Note {
    /// Returns the note with its missing fields taken from a fragment, and with the fragment's
    /// photos and recordings appended.
    func adding(_ part: DocumentFragment) -> Note {
        let added = part.photos.filter { !photos.contains($0) }
        var note = Note(
            id: id, title: hasOwnTitle ? title : part.title, body: body,
            created: created ?? part.created, modified: modified ?? part.modified,
            dateTexts: dateTexts, photos: photos + added,
            recordings: recordings + part.recordings.filter { !recordings.contains($0) },
            identifier: identifier, otherFields: otherFields)
        note.kind = kind
        note.state = state
        note.tags = tags
        note.attachments = attachments
        note.pages = pages
        note.deck = deck
        note.replaced = replaced
        note.thumbnail = thumbnail
        note.drawing = drawing
        switch part.drawing {
        case .picture(let position) where drawing == nil:
            note.drawing = note.photos.firstIndex(of: part.photos[position]).map { .picture($0) }
        case .strokes(let strokes) where drawing == nil: note.drawing = .strokes(strokes)
        default: break
        }
        return note
    }
}
