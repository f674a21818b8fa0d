import NoteModel
import OutputPlan
import TextTemplates

/// The pages of all notes. What they are made from is held once for all of them, and each is made
/// when its turn to be written comes.
final class NotePages: Sendable {
    private let notebook: Notebook
    private let slugs: [Slug]
    private let bodies: [NoteBody]
    /// Positions of the notes in the order of their titles.
    private let order: [Int]
    private let frame: PageFrame
    private let dates: NoteDates
    private let shown: NoteMedia
    private let templates: SiteTemplates

    init(
        _ notebook: Notebook, slugs: [Slug], bodies: [NoteBody], order: [Int], frame: PageFrame,
        dates: NoteDates, media: NoteMedia, templates: SiteTemplates
    ) {
        self.notebook = notebook
        self.slugs = slugs
        self.bodies = bodies
        self.order = order
        self.frame = frame
        self.dates = dates
        shown = media
        self.templates = templates
    }

    /// The page of each note, and the pictures and recordings that it refers to.
    var files: [OutputFile] {
        var files: [OutputFile] = []
        for position in order.indices {
            let index = order[position]
            files.append(
                OutputFile(
                    OutputPath("notes/\(slugs[index].text).html"),
                    .rendered {
                        try self.templates.library.render(
                            SiteTemplates.Name.note, self.page(at: position).value)
                    }))
            files += shown.files(of: notebook.notes[index])
        }
        return files
    }

    /// - Parameter position: In the order of titles.
    private func page(at position: Int) -> NotePage {
        let note = notebook.notes[order[position]]
        let body = bodies[order[position]]
        return NotePage(
            frame: frame, title: note.title, created: dates.created(note),
            edited: dates.edited(note), excerpt: body.excerpt, body: body.html,
            photos: photosBelow(note, body),
            recordings: note.recordings.indices
                .filter { !body.recordingsInText.contains($0) }
                .map { shown.recording(note, $0) },
            hasPictures: shown.hasPictures(note), previous: neighbour(at: position - 1),
            next: neighbour(at: position + 1))
    }

    private func neighbour(at position: Int) -> NoteLink? {
        guard order.indices.contains(position) else { return nil }
        let index = order[position]
        return NoteLink(title: notebook.notes[index].title, slugs[index], from: "")
    }

    /// The photos that no place in the text names, in their order.
    private func photosBelow(_ note: Note, _ body: NoteBody) -> [PhotoValue] {
        let below = note.photos.indices.filter { !body.photosInText.contains($0) }
        return below.map { position in
            var photo = shown.photo(
                note, position, alternative: "",
                isLazy: position != below.first || !body.photosInText.isEmpty)
            photo.anchor = "photo-\(position + 1)"
            photo.isSmall = below.count > 1
            return photo
        }
    }
}
