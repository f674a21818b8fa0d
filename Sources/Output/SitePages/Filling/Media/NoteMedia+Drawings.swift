import NoteModel
import OutputPlan

/// The ink of a page that is shown as a picture, since browsers would draw it too slowly.
struct LargeDrawing {
    let picture: PictureContext
    /// The position of the picture on the page.
    let frame: Frame
    /// The SVG file; nil in books.
    let download: DownloadContext?
}

extension NoteMedia {
    /// Returns the picture of the ink of a page; nil for a page whose ink is drawn.
    ///
    /// - Parameter position: The position of the page in its note.
    func largeDrawing(ofPage position: Int, in note: Note) -> LargeDrawing? {
        guard let drawing = media[HandwrittenPageID(position, of: note.id)],
            let decoded = drawing.picture.decoded,
            let picture = book == nil
                ? PictureContext(decoded, in: photoFolder)
                : PictureContext(boundOf: decoded, in: photoFolder),
            case .strokes(let strokes)? = note.pages[position].drawing,
            let frame = note.pages[position].paper?.frame ?? InkDrawing(strokes).bounds
        else { return nil }
        return LargeDrawing(
            picture: picture, frame: frame,
            download: book != nil
                ? nil
                : DownloadContext(
                    address: photoFolder + drawing.fileName,
                    fileName: "\(note.title) \(position + 1).svg", label: words[.download]))
    }

    /// Returns the files of the pages of a note that are shown as pictures.
    func drawingFiles(of note: Note) -> [OutputFile] {
        note.pages.indices.compactMap { media[HandwrittenPageID($0, of: note.id)] }
            .flatMap { drawing in
                [
                    OutputFile(
                        OutputPath("photos/" + drawing.fileName), content: .derivative(drawing.svg))
                ]
                    + (drawing.picture.decoded?.derivatives ?? []).map {
                        OutputFile(
                            OutputPath("photos/" + $0.fileName), content: .derivative($0.file))
                    }
            }
    }
}
