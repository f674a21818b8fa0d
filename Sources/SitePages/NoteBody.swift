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
    package let diagnostics: [Diagnostic]
}

/// Renders the texts of notes.
package struct NoteBodyRenderer: Sendable {
    private let markdown: MarkdownRenderer
    private let templates: SiteTemplates
    private let photos: PreparedPhotos
    private let words = InterfaceWords.english

    package init(templates: SiteTemplates, photos: PreparedPhotos) {
        self.templates = templates
        self.photos = photos
        markdown = MarkdownRenderer()
    }

    /// Renders the text of one note. Pure; may be called for many notes at once.
    ///
    /// - Throws: ``TemplateError``.
    package func body(of note: Note) throws(TemplateError) -> NoteBody {
        let placed = PlacedPhotos()
        var failure: TemplateError?
        let rendered = markdown.render(note.body) { image in
            guard let index = note.photoIndex(forAddress: image.address) else { return nil }
            let isFirst = placed.positions.isEmpty
            placed.positions.insert(index)
            var photo = photoValue(
                note.photos[index], root: "../", alternative: image.description, isLazy: !isFirst)
            photo.isLinked = image.isLinked
            do throws(TemplateError) {
                // Inside a paragraph: the line end of the template would be a space.
                var markup = try templates.library.render(
                    SiteTemplates.Name.photo, photo.inText.value)
                while markup.last == 0x0A { markup.removeLast() }
                return markup
            } catch {
                failure = failure ?? error
                return nil
            }
        }
        if let failure { throw failure }
        return NoteBody(
            html: rendered.html, excerpt: rendered.excerpt, photosInText: placed.positions,
            diagnostics: rendered.plainTextReason.map { [diagnostic($0, note)] } ?? [])
    }

    /// The photos that no place in the text names, in their order.
    func photosBelow(_ note: Note, _ body: NoteBody, root: String) -> [PhotoValue] {
        note.photos.enumerated().filter { !body.photosInText.contains($0.offset) }
            .map { position, photo in
                photoValue(
                    photo, root: root, alternative: photo.caption ?? "",
                    isLazy: position > 0 || !body.photosInText.isEmpty)
            }
    }

    /// The thumbnail of the first photo that has one.
    func thumbnail(of note: Note, root: String) -> PictureValue? {
        for photo in note.photos {
            guard let derivative = photos[photo]?.decoded?.derivative(SitePictures.thumbnail)
            else { continue }
            return picture(derivative, root: root)
        }
        return nil
    }

    private func photoValue(
        _ photo: Photo, root: String, alternative: String, isLazy: Bool
    ) -> PhotoValue {
        let prepared = photos[photo]
        let display = prepared?.decoded?.derivative(SitePictures.display)
        return PhotoValue(
            picture: display.map { picture($0, root: root) }, caption: photo.caption,
            alternative: alternative, notice: notice(photo, prepared), isLazy: isLazy)
    }

    private func notice(_ photo: Photo, _ prepared: PreparedPhoto?) -> String {
        let name = photo.name ?? photo.caption
        guard photo.content != .missing else {
            return [words.missingPhoto, name].compactMap { $0 }.joined(separator: ": ")
        }
        let facts = [name, prepared?.kind?.name].compactMap { $0 }.joined(separator: ", ")
        return facts.isEmpty ? words.unreadablePhoto : "\(words.unreadablePhoto): \(facts)"
    }

    private func picture(_ derivative: Derivative, root: String) -> PictureValue {
        PictureValue(
            address: "\(root)photos/\(derivative.fileName)", width: derivative.size.width,
            height: derivative.size.height)
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

/// The photos that a text has named so far; one rendering's own.
private final class PlacedPhotos {
    var positions: Set<Int> = []
}

extension PhotoValue {
    /// The photo where its text already says what it shows.
    fileprivate var inText: PhotoValue {
        PhotoValue(
            picture: picture, caption: nil,
            alternative: alternative.isEmpty ? caption ?? "" : alternative, notice: notice,
            isLinked: isLinked, isLazy: isLazy)
    }
}
