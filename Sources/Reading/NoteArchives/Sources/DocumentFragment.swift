import NoteModel
import Platform

/// A part of a note that is archived in another object: the photos of a document package, or the
/// object that encloses a note.
package struct DocumentFragment: Hashable, Sendable {
    let title: String?
    let created: Date?
    let modified: Date?
    let media: MediaByKind<[Medium]>
    /// The drawing; the position of a picture is an index into the photos.
    let drawing: Drawing?
    /// The problems found while reading the fragment, which matter only if it is used.
    var diagnostics: [Diagnostic] = []

    var isEmpty: Bool {
        title == nil && media.isEmpty && drawing == nil
    }
}

extension Note {
    /// Returns the note with its missing fields taken from a fragment, and with the fragment's
    /// photos and recordings appended.
    func adding(_ part: DocumentFragment) -> Note {
        var note = hasOwnTitle ? self : with(title: part.title, body: body)
        note.created = created ?? part.created
        note.modified = modified ?? part.modified
        for medium in part.media.all where !media[medium.kind].contains(medium) {
            note.media.append(medium)
        }
        switch part.drawing {
        case .picture(let position) where drawing == nil:
            note.drawing = note.photos.firstIndex(of: part.media.photos[position]).map {
                .picture($0)
            }
        case .strokes(let strokes) where drawing == nil: note.drawing = .strokes(strokes)
        default: break
        }
        return note
    }
}
