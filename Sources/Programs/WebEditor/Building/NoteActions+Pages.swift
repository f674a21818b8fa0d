import BuildPipeline
import NoteModel
import SiteServer

/// The way from notes to their published pages, and back.
extension NoteActions {
    /// Returns a reply that leads to the published page of a note.
    func page(of identifier: String) throws -> ServedReply {
        guard let id = try notebook.state()[identifier]?.note.id,
            let path = PublishedPages(of: options.output).path(of: id)
        else {
            return .text(404, text: "This note is not on the site: it is excluded, or new.")
        }
        return ServedReply(status: 303, headers: [("Location", "/" + path)], body: .bytes([]))
    }

    /// Returns the identifier and the kind of the note with a page, by the path of the page.
    func noteOfPage(at path: String) throws -> JSONValue {
        let state = try notebook.state()
        guard let place = PublishedPages(of: options.output).note(at: path),
            let found = state[NoteID(source: place.source, index: place.index)]
        else { throw EditorError.gone("The note of this page") }
        return .object([
            ("id", .string(found.identifier)), ("kind", .string(found.note.kind.rawValue)),
        ])
    }
}
