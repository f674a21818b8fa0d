import NoteModel
import OutputPlan
import SitePages
import StoredValues

/// Renders the notes and plans the site: what an earlier run rendered from the same is taken over.
struct SiteStation {
    let options: SiteOptions
    let templates: SiteTemplates
    let assets: [String: [UInt8]]
    let width: Int
    /// Of all that every page is made with.
    let environment: ContentKey
    let memory: RunMemory

    /// - Parameter keys: Of each note with its photos, in the notebook's order.
    func render(
        _ notebook: Notebook, _ map: SiteMap, _ media: PreparedMedia, _ keys: [ContentKey],
        _ report: inout Report
    ) throws -> [RenderedNote] {
        let renderer = NoteRenderer(
            templates: templates, media: media, map: map, options: options)
        let rendered = try Array(notebook.notes.indices).concurrentMap(width: width) { index in
            let note = notebook.notes[index]
            var rendered = try render(note, keys[index], renderer)
            rendered.keys = renderer.keys(of: keys[index], note, at: index, rendered)
            return rendered
        }
        report.diagnostics += rendered.flatMap(\.diagnostics)
        return rendered
    }

    private func render(
        _ note: Note, _ key: ContentKey, _ renderer: NoteRenderer
    ) throws -> RenderedNote {
        var parts = KeyParts("rendering")
        parts.add(environment)
        parts.add(key)
        let key = parts.key
        if var reader = memory.value(key), let facts = try? reader.value(RenderedFacts.self),
            let rendered = renderer.remembered(
                note, facts,
                body: { [memory] in
                    guard var reader = memory.body(key) else { return nil }
                    return try? reader.value(RenderedBody.self)
                })
        {
            return rendered
        }
        let rendered = try renderer.render(note)
        var (facts, body) = (ByteWriter(), ByteWriter())
        facts.write(rendered.facts)
        body.write(try rendered.body())
        memory.keep(key, facts.bytes, body: body.bytes)
        return rendered
    }

    func plan(
        of notebook: Notebook, _ map: SiteMap, _ orders: NoteOrders,
        _ rendered: [RenderedNote], _ media: PreparedMedia, redirects: [(path: String, note: Int)],
        changes: [SiteChange]?
    ) throws -> TreePlan {
        let searchable = SearchableNotes(
            notebook, map: map, rendered: rendered, environment: environment)
        let search = Background { [width, memory] in
            let parts = searchable.parts
            let contents = try parts.concurrentMap(width: width) { part in
                let make = { try searchable.content(of: part) }
                return try searchable.key(of: part).map { try memory.value($0, make) } ?? make()
            }
            return searchable.index(parts, contents)
        }
        return try SitePlanner(options: options, templates: templates, assets: assets).plan(
            notebook, map: map, orders: orders, rendered: rendered, media: media,
            search: search.value, redirects: redirects, changes: changes, environment: environment)
    }
}
