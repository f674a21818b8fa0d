import DefaultTemplates
import MarkdownText
import NoteModel
import OutputPlan
import SitePages
import SiteSearch

extension SiteTemplates {
    /// The built-in templates, parsed once for all tests.
    static let standard = Result { try SiteTemplates(DefaultTemplates.templates) }
}

/// Returns the text of every page that is planned for some notes; empty for other files.
func renderedSite(
    _ notes: [Note], options: SiteOptions = SiteOptions(), templates: SiteTemplates,
    media: PreparedMedia = PreparedMedia()
) throws -> [String: String] {
    let identities = StableIDs.names(of: notes)
    let named = zip(notes, identities).map { note, identity in
        var note = note
        note.identity = identity
        return note
    }
    let notebook = Notebook(title: "Mine & yours", notes: named)
    let map = SiteMap(notebook.notes.withSlugs)
    let compiled = named.map { note in
        SiteNote(note, text: .init(options.noteCompiler.compile(note)))
    }
    let resolver = ReferenceResolver(map, media: media, options: options, notes: compiled)
    let site = SiteNotes(
        compiled.map { $0.leading(to: resolver.targets(of: $0.facts.references, in: $0.note)) },
        map: map)
    let searchable = SearchableNotes(site, media: media, options: options)
    let search = searchable.index(
        searchable.parts, contents: try searchable.parts.map(searchable.content))
    let planner = SitePlanner(
        options: options, templates: templates, assets: DefaultTemplates.assets)
    let planned = try planner.pages(
        notebook, site: site, orders: NoteOrders(named, options: options), media: media,
        searchDirectory: search.directoryPath
    ) { $0.map($1) }
    let plan = planner.plan(planned, search: search, notebook: notebook, site: site)
    var pages: [String: String] = [:]
    for file in plan.files {
        if case .rendered(let render) = file.content {
            pages[file.path.text] = String(decoding: try render(), as: UTF8.self)
        } else {
            pages[file.path.text] = ""
        }
    }
    return pages
}

extension [Note] {
    /// The notes with the slugs that a first publication gives them.
    var withSlugs: [(note: Note, slug: Slug)] {
        zip(self, Slug.distinct(for: map(\.title))).map { ($0, $1) }
    }
}
