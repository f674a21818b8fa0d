import InkDrawings
import MarkdownText
import NoteModel
import OutputPlan

/// The content of a note, for its page and for books: its text and the files that the text does not
/// show.
extension NoteMedia {
    /// Returns the content of a note: the filled text, and the photos, recordings and attachments
    /// that are listed below it.
    ///
    /// - Parameter isAlone: True if the note has a page of its own; false in a book, whose photos
    ///   have no identifiers.
    func content(
        of note: Note, facts: NoteFacts, filled: FilledNote, dates: NoteDates,
        isAlone: Bool = true
    ) -> NoteContent {
        NoteContent(
            title: note.title,
            titleLanguage: facts.titleLanguage, language: facts.language,
            created: dates.created(note), edited: dates.edited(note), body: filled.html,
            photos: photosBelow(note, filled: filled, isAlone: isAlone),
            recordings: note.recordings.indices
                .filter { !filled.recordings.contains($0) }
                .map { recording(note, position: $0) },
            transcripts: transcripts(of: note), attachments: attachments(of: note),
            back: note.drawing.flatMap { drawing in
                var back = back(of: note, drawing, isAlone: isAlone)
                back?.isBound = book != nil
                return back
            })
    }

    private func back(of note: Note, _ drawing: Drawing, isAlone: Bool) -> BackContext? {
        switch drawing {
        case .picture(let position):
            var photo = photo(note, position: position, alternative: words.drawing, isLazy: true)
            if isAlone { photo.anchor = PageIdentifier.photo(position) }
            return BackContext(photo: photo, isOpen: !isAlone)
        case .strokes(let strokes):
            let drawing = InkDrawing(strokes)
            // Everything drawn may have been erased.
            guard drawing.bounds != nil else { return nil }
            return .ink(drawing, named: "ink." + note.studyIdentifier, isOpen: !isAlone)
        }
    }

    /// Returns the photos that have no place in the text, on a page, as a drawing or as the
    /// thumbnail, in their order.
    private func photosBelow(_ note: Note, filled: FilledNote, isAlone: Bool) -> [PhotoContext] {
        let others = filled.photos.union(note.placedPhotos)
        let below = note.photos.indices.filter { !others.contains($0) }
        return below.map { position in
            var photo = photo(
                note, position: position, alternative: "",
                isLazy: isAlone && (position != below.first || !filled.photos.isEmpty))
            if isAlone { photo.anchor = PageIdentifier.photo(position) }
            photo.isSmall = below.count > 1
            return photo
        }
    }
}
