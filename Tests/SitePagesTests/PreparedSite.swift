import DefaultTemplates
import MarkdownText
import NoteModel
import OutputPlan
import TextTemplates

@testable import SitePages

/// A notebook with everything that its pages are made from.
struct PreparedSite {
    let notebook: Notebook
    let options: SiteOptions
    let map: SiteMap
    let site: SiteNotes
    let orders: NoteOrders
    let media = PreparedMedia()
    let templates: SiteTemplates

    init(
        _ notes: [Note], titled title: String = "Mine & yours",
        options: SiteOptions = SiteOptions()
    ) throws {
        notebook = Notebook(title: title, notes: notes)
        self.options = options
        templates = try SiteTemplates.standard.get()
        map = SiteMap(notebook.notes.withSlugs)
        let compiled = notes.map { note in
            SiteNote(note, text: .init(options.noteCompiler.compile(note)))
        }
        let resolver = ReferenceResolver(map, media: media, options: options, notes: compiled)
        site = SiteNotes(
            compiled.map { $0.leading(to: resolver.targets(of: $0.facts.references, in: $0.note)) },
            map: map)
        orders = NoteOrders(notes, options: options)
    }

    var resolver: ReferenceResolver {
        ReferenceResolver(map, media: media, options: options, notes: site.rows)
    }

    /// A binder for books of the notebook.
    var binder: BookBinder {
        BookBinder(
            notebook, site: site, orders: orders, media: media, options: options,
            templates: templates, assets: DefaultTemplates.assets,
            styles: DefaultTemplates.bookAssets)
    }

    /// Returns the text of every file of the site besides the search.
    func pages(
        redirects: [(path: String, note: Int)] = [], changes: [SiteChange]? = nil
    ) throws -> [String: String] {
        let planner = SitePlanner(
            options: options, templates: templates, assets: DefaultTemplates.assets)
        let planned = try planner.pages(
            notebook, site: site, orders: orders, media: media, searchDirectory: nil,
            redirects: redirects, changes: changes
        ) { $0.map($1) }
        return try planned.files.reduce(into: [:]) { pages, file in
            pages[file.path.text] = String(decoding: try bytes(of: file), as: UTF8.self)
        }
    }
}

/// Returns the bytes of a file that the program makes; nothing for copies and pictures.
func bytes(of file: OutputFile) throws -> [UInt8] {
    switch file.content {
    case .bytes(let bytes): bytes
    case .rendered(let render): try render()
    case .original, .derivative, .written, .checksums: []
    }
}
