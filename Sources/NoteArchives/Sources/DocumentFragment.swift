import Diagnostics
import NoteModel

import struct Foundation.Date

/// What an object beside a note adds to it: the photos of a document package, the outer object of
/// a note within another.
package struct DocumentFragment: Hashable, Sendable {
    let title: String?
    let created: Date?
    let modified: Date?
    let photos: [Photo]
    let recordings: [Recording]
    /// A picture is one of the part's photos.
    let drawing: Drawing?
    /// What of it could not be read; it matters only where the part is used.
    var diagnostics: [Diagnostic] = []

    var isEmpty: Bool {
        title == nil && photos.isEmpty && recordings.isEmpty && drawing == nil
    }
}

extension Note {
    /// The note with what it lacks taken from a part, and the part's photos behind its own.
    func adding(_ part: DocumentFragment) -> Note {
        let added = part.photos.filter { !photos.contains($0) }
        var note = Note(
            id: id, title: hasOwnTitle ? title : part.title, body: body,
            created: created ?? part.created, modified: modified ?? part.modified,
            dateTexts: dateTexts, photos: photos + added,
            recordings: recordings + part.recordings.filter { !recordings.contains($0) },
            identifier: identifier, otherFields: otherFields)
        note.kind = kind
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
