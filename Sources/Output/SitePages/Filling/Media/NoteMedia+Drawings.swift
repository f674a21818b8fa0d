import Markup
import NoteModel
import OutputPlan

extension NoteMedia {
    /// Returns the ink of a page that is shown as a picture, since browsers would draw it too
    /// slowly: the picture, its position on the page, and the SVG file, which books do not offer.
    /// It is nil for a page whose ink is drawn.
    ///
    /// - Parameter position: The position of the page in its note.
    func largeDrawing(
        ofPage position: Int, in note: Note
    ) -> (picture: PictureContext, frame: Frame, download: TemplateValue?)? {
        guard let drawing = media[HandwrittenPageID(position, of: note.id)],
            let picture = picture(drawing.picture.decoded),
            case .strokes(let strokes)? = note.pages[position].drawing,
            let frame = note.pages[position].paper?.frame ?? InkDrawing(strokes).bounds
        else { return nil }
        let download = TemplateValue.download(
            photoFolder + drawing.fileName, fileName: "\(note.title) \(position + 1).svg",
            label: words[.download])
        return (picture, frame, book == nil ? download : nil)
    }

    /// Returns the files of the pages of a note that are shown as pictures.
    func drawingFiles(of note: Note) -> [OutputFile] {
        note.pages.indices.compactMap { media[HandwrittenPageID($0, of: note.id)] }
            .flatMap { drawing in
                [
                    OutputFile(
                        OutputPath("photos/" + drawing.fileName), content: .derivative(drawing.svg))
                ] + (drawing.picture.decoded?.derivatives ?? []).map(\.published)
            }
    }
}
