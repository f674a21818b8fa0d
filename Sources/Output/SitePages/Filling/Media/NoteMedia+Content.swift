import MarkdownText
import NoteModel

/// The content of a note, for its page and for books: its text and the files that the text does not
/// show.
extension NoteMedia {
    /// Returns the content of a note: the filled text, and the photos, recordings and attachments
    /// that are listed below it. A drawing on the back is not collapsed if there are no photos.
    ///
    /// - Parameter isAlone: True if the note has a page of its own; false in a book, whose photos
    ///   have no identifiers.
    func content(
        of note: Note, facts: NoteFacts, filled: FilledNote, dates: NoteDates,
        isAlone: Bool = true
    ) -> NoteContent {
        let below = photosBelow(note, filled: filled, isAlone: isAlone)
        let hasFront = !below.isEmpty || !filled.photos.isEmpty
        return NoteContent(
            title: note.title,
            titleLanguage: facts.titleLanguage, language: facts.language,
            created: dates.created(note), edited: dates.edited(note), body: filled.html,
            photos: below, photoRows: rows(of: below),
            recordings: note.recordings.indices
                .filter { !filled.recordings.contains($0) }
                .map { recording(note, position: $0) },
            transcripts: transcripts(of: note), attachments: attachments(of: note),
            back: note.drawing.flatMap { drawing in
                var back = back(of: note, drawing, isAlone: isAlone)
                back?.isBound = book != nil || !hasFront
                return back
            })
    }

    /// Returns the classes of the rows of the photos below a text; nil in books, and for photos
    /// that are missing or too small to fill a row.
    private func rows(of photos: [PhotoContext]) -> String? {
        let sizes = photos.compactMap(\.picture).map {
            PixelSize(width: $0.width, height: $0.height)
        }
        guard book == nil, sizes.count == photos.count,
            !sizes.contains(where: { $0.width < PictureContext.smallWidth })
        else { return nil }
        let ratios = sizes.map(RatioSheet.ratio)
        guard let narrow = PhotoRows.narrow.className(of: ratios),
            let wide = PhotoRows.wide.className(of: ratios)
        else { return nil }
        return narrow + " " + wide
    }

    private func back(of note: Note, _ drawing: Drawing, isAlone: Bool) -> BackContext? {
        switch drawing {
        case .picture(let position):
            var photo = photo(note, position: position, alternative: words[.drawing], isLazy: true)
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
