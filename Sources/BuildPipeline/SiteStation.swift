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
        let rendered = try map.parts(least: Self.smallestPart, most: Self.largestPart)
            .concurrentMap(width: width, grain: 1) { part in
                try render(notebook.notes[part], part.map { keys[$0] }, map, renderer)
            }.flatMap(\.self)
        report.diagnostics += rendered.flatMap(\.diagnostics)
        return rendered
    }

    /// Notes are remembered by parts, as sources are.
    private static let (smallestPart, largestPart) = (32, 128)

    /// - Parameter keys: Of each note with its photos.
    private func render(
        _ notes: ArraySlice<Note>, _ keys: [ContentKey], _ map: SiteMap,
        _ renderer: NoteRenderer
    ) throws -> [RenderedNote] {
        var parts = KeyParts("renderings")
        parts.add(environment)
        for key in keys { parts.add(key) }
        let key = parts.key
        var known = memory.value(key)
        var isNew = known == nil
        let rendered = try zip(notes, keys).enumerated().map { place, entry -> RenderedNote in
            let (note, noteKey) = entry
            let index = notes.startIndex + place
            if var reader = known {
                known = nil
                do throws(UnreadableValue) {
                    let remembered = try renderer.remembered(
                        note, noteKey, at: index, from: &reader
                    ) { [memory] in
                        guard var reader = memory.piece(key, place) else { return nil }
                        return try? reader.value(RenderedBody.self)
                    }
                    known = reader
                    if let remembered { return remembered }
                } catch {}  // What stands behind it cannot be read either, and is rendered anew.
            }
            isNew = true
            let rendered = try renderer.render(note)
            return RenderedNote(
                rendered, keys: renderer.keys(of: noteKey, note, at: index, rendered))
        }
        if isNew, memory.isWritten {
            var value = ByteWriter(capacity: rendered.count * 512)
            for (place, note) in rendered.enumerated() {
                note.write(to: &value, at: notes.startIndex + place, map)
            }
            let bodies = try rendered.map { rendered in
                let body = try rendered.body()
                // And what tells whether it was damaged.
                var writer = ByteWriter(capacity: body.html.count + body.text.count + 32)
                writer.write(body)
                return writer.bytes
            }
            memory.keep(key, value.bytes, pieces: bodies)
        }
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
            search: search.value, redirects: redirects, changes: changes, environment: environment
        ) { try $0.concurrentMap(width: width, $1) }
    }
}
