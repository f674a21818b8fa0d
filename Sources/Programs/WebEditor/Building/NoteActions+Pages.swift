import BuildPipeline
import NoteModel
import Platform
import SiteServer

/// The way from notes to their published pages, and back.
extension NoteActions {
    /// Returns a reply that leads to the published page of a note.
    func page(of identifier: String) throws -> ServedReply {
        guard let note = try notebook.state()[identifier]?.note,
            let path = PublishedPages(options).path(of: note)
        else {
            return .text(
                404,
                text: "This note is not on the site: it is excluded, or has not been published yet."
            )
        }
        return ServedReply(
            status: 303, headers: [("Location", "/" + path.percentEncodedPath)], body: .bytes([]))
    }

    /// Returns the identifier and the kind of the note with a page, by the path of the page.
    func noteOfPage(at path: String) throws -> JSONValue {
        let state = try notebook.state()
        let pages = PublishedPages(options)
        guard let note = pages.note(at: path, among: state.notes.map(\.note)),
            let found = state[note.id]
        else { throw EditorError.gone("The note of this page") }
        return .object([
            ("id", .string(found.identifier)), ("kind", .string(found.note.kind.rawValue)),
        ])
    }
}
