import MarkdownText
import Markup
import NoteModel

/// The content of a note, for its page and for books: its text and the files that the text does not
/// show.
extension NoteMedia {
    /// Returns the content of a note: the filled text, and the photos, recordings and attachments
    /// that are listed below it. A drawing on the back is not collapsed if there are no photos.
    ///
    /// - Parameters:
    ///   - isAlone: True if the note has a page of its own; false in a book, whose photos have no
    ///     identifiers.
    ///   - dateAddress: The link to the day of the note in the list by date; nil in books, and for
    ///     a note without a date.
    func content(
        of note: Note, facts: NoteFacts, filled: FilledNote, dates: NoteDates,
        isAlone: Bool = true, dateAddress: String? = nil
    ) -> [TemplateValue.Field] {
        // The photos that have no place in the text, on a page, as a drawing or as the thumbnail.
        let others = filled.photos.union(note.placedPhotos)
        let below = note.photos.indices.filter { !others.contains($0) }
        let hasFront = !below.isEmpty || !filled.photos.isEmpty
        return TemplateValue.content(
            title: note.title, titleLanguage: facts.titleLanguage, language: facts.language,
            created: dates.created(note), edited: dates.edited(note), body: filled.html,
            photos: below.map { position in
                photo(
                    note, position: position,
                    anchor: isAlone ? PageIdentifier.photo(position) : nil,
                    isLazy: isAlone && (position != below.first || !filled.photos.isEmpty),
                    isSmall: below.count > 1)
            }, photoRows: rows(of: below, in: note),
            recordings: note.recordings.indices
                .filter { !filled.recordings.contains($0) }
                .map { recording(note, position: $0) },
            transcripts: transcripts(of: note), attachments: attachments(of: note),
            back: note.drawing.flatMap { drawing in
                back(of: note, drawing, isAlone: isAlone, isBound: book != nil || !hasFront)
            }, dateAddress: dateAddress, folders: note.folders)
    }

    /// Returns the classes of the rows of the photos below a text; nil in books, and for photos
    /// that are missing or too small to fill a row.
    private func rows(of photos: [Int], in note: Note) -> String? {
        guard book == nil, photos.count > 1 else { return nil }
        let sizes = photos.compactMap { media[note.photos[$0]]?.decoded?.derivatives.first?.size }
        guard sizes.count == photos.count,
            !sizes.contains(where: { $0.width < PictureContext.smallWidth })
        else { return nil }
        let ratios = sizes.map(RatioSheet.ratio)
        guard let narrow = PhotoRows.narrow.className(of: ratios),
            let wide = PhotoRows.wide.className(of: ratios)
        else { return nil }
        return narrow + " " + wide
    }

    private func back(
        of note: Note, _ drawing: Drawing, isAlone: Bool, isBound: Bool
    ) -> TemplateValue? {
        switch drawing {
        case .picture(let position):
            return .back(
                photo: photo(
                    note, position: position, alternative: words[.drawing],
                    anchor: isAlone ? PageIdentifier.photo(position) : nil),
                isOpen: !isAlone, isBound: isBound)
        case .strokes(let strokes):
            let drawing = InkDrawing(strokes)
            // Everything drawn may have been erased.
            guard let bounds = drawing.bounds else { return nil }
            return .back(
                box: [bounds.x, bounds.y, bounds.width, bounds.height].map(InkDrawing.text)
                    .joined(separator: " "),
                ink: drawing.elements(prefix: "ink." + note.studyIdentifier), isOpen: !isAlone,
                isBound: isBound)
        }
    }
}
