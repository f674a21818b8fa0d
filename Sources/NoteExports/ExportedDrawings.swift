import InkDrawings
import NoteModel
import OutputPlan

/// The drawings of a note as the exports hold them: pictures among its photos, strokes as SVG.
struct ExportedDrawings: Sendable {
    /// Address of the drawing on the back; nil for none.
    let back: OutputPath?
    /// The same of each page.
    let pages: [OutputPath?]
    /// The files that the tree holds for strokes.
    let files: [OutputFile]

    static let none = ExportedDrawings(back: nil, pages: [], files: [])

    private init(back: OutputPath?, pages: [OutputPath?], files: [OutputFile]) {
        self.back = back
        self.pages = pages
        self.files = files
    }

    init(_ note: Note, slug: Slug, _ media: ExportedMedia) {
        var files: [OutputFile] = []
        func path(_ drawing: Drawing?, _ name: String) -> OutputPath? {
            switch drawing {
            case .picture(let photo): return media.photos[photo].path
            case .strokes(let strokes):
                let path = OutputPath("drawings/\(slug.text)-\(name).svg")
                files.append(OutputFile(path, .rendered { InkDrawing(strokes).document() }))
                return path
            case nil: return nil
            }
        }
        back = path(note.drawing, "back")
        pages = note.pages.enumerated().map { path($1.drawing, String($0 + 1)) }
        self.files = files
    }
}
