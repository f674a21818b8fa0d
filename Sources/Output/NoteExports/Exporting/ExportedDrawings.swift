import NoteModel
import OutputPlan

/// The drawings of a note in an export: pictures are among its photos, strokes are SVG files.
struct ExportedDrawings: Sendable {
    /// The path of the drawing on the back, relative to the tree; nil if there is none.
    let back: OutputPath?
    /// The path of the drawing of each page; nil for a page without one.
    let pages: [OutputPath?]
    /// The SVG files of strokes to add to the tree.
    let files: [OutputFile]

    /// The label of the text that an app has recognized in handwriting.
    static let recognizedLabel = "Handwriting, as read by the app"
}

extension ExportedDrawings {
    init(_ note: Note, media: ExportedMedia) {
        var namer = media.namer
        var files: [OutputFile] = []
        func path(_ drawing: Drawing?, of page: Page? = nil, name: String) -> OutputPath? {
            switch drawing {
            case .picture(let photo): return media.photos[photo].path
            case .strokes(let strokes):
                let path = namer.drawing(name)
                let description = page?.recognizedText.map { "\(Self.recognizedLabel): \($0)" }
                files.append(
                    OutputFile(
                        path,
                        content: .rendered {
                            InkDrawing(strokes, paper: page?.paper)
                                .document(description: description)
                        }))
                return path
            case nil: return nil
            }
        }
        let back = path(note.drawing, name: "back")
        let pages = note.pages.enumerated().map { path($1.drawing, of: $1, name: String($0 + 1)) }
        self.init(back: back, pages: pages, files: files)
    }
}
