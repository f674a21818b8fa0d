package import Diagnostics
import MarkdownText
package import NoteModel
package import OutputPlan
package import TextTemplates

/// The text of a note as HTML, with the photos that it names in their places.
package struct NoteBody: Sendable {
    let html: [UInt8]
    let excerpt: String
    /// Positions of the photos that stand in the text; the others follow below.
    let photosInText: Set<Int>
    /// The same of recordings.
    let recordingsInText: Set<Int>
    package let diagnostics: [Diagnostic]
}

/// Renders the texts of notes.
package struct NoteBodyRenderer: Sendable {
    private let markdown = MarkdownRenderer()
    private let templates: SiteTemplates
    private let media: NoteMedia

    /// - Parameter language: Tag of the interface's language.
    package init(templates: SiteTemplates, media: PreparedMedia, language: String) {
        self.templates = templates
        self.media = NoteMedia(
            media: media, words: InterfaceWords(language: language), root: "../")
    }

    /// Renders the text of one note. Pure; may be called for many notes at once.
    ///
    /// - Throws: ``TemplateError``.
    package func body(of note: Note) throws(TemplateError) -> NoteBody {
        let placed = PlacedMedia()
        var failure: TemplateError?
        func inText(_ template: String, _ value: TemplateValue) -> [UInt8]? {
            do throws(TemplateError) {
                // Inside a paragraph: the line end of the template would be a space.
                var markup = try templates.library.render(template, value)
                while markup.last == 0x0A { markup.removeLast() }
                return markup
            } catch {
                failure = failure ?? error
                return nil
            }
        }
        let rendered = markdown.render(note.body, link: { media.address(of: $0, in: note) }) {
            image in
            if let index = note.photoIndex(forAddress: image.address) {
                var photo = media.photo(
                    note, index, alternative: image.description, isLazy: !placed.photos.isEmpty)
                photo.isLinked = image.isLinked
                // A drawing cannot be downloaded from within a link, and stands below as well.
                let isBelow = image.isLinked && photo.download != nil
                // Of a photo that stands in the text twice, the first has the address.
                if !isBelow, placed.photos.insert(index).inserted {
                    photo.anchor = "photo-\(index + 1)"
                }
                return inText(SiteTemplates.Name.photo, photo.value)
            }
            guard let index = note.recordingIndex(forAddress: image.address), !image.isLinked
            else { return nil }
            placed.recordings.insert(index)
            return inText(
                SiteTemplates.Name.recording,
                media.recording(note, index, description: image.description).value)
        }
        if let failure { throw failure }
        return NoteBody(
            html: rendered.html, excerpt: rendered.excerpt, photosInText: placed.photos,
            recordingsInText: placed.recordings,
            diagnostics: rendered.plainTextReason.map { [diagnostic($0, note)] } ?? [])
    }

    private func diagnostic(_ reason: CostlyMarkdown, _ note: Note) -> Diagnostic {
        let what =
            switch reason {
            case .memory: "more memory than a note may use"
            case .time: "longer than a note may"
            }
        return Diagnostic(
            .costlyMarkdown, origin: .init(source: note.id.source),
            summary: "“\(note.title)” would take \(what) to render; it is shown as plain text.",
            suggestion: "Look for very large tables or long runs of brackets in it.")
    }
}

/// What a text has named so far; one rendering's own.
private final class PlacedMedia {
    var photos: Set<Int> = []
    var recordings: Set<Int> = []
}
