import DefaultTemplates
import MarkdownText
import NoteModel
import Orthography
import OutputPlan
import SiteSearch
import TestSupport
import Testing

@testable import SitePages

extension SiteTemplates {
    /// The built-in templates, parsed once for all tests.
    static let standard = Result { try SiteTemplates(DefaultTemplates.templates) }
}

extension SiteOptions {
    static func made(
        language: String = "en", sort: NoteOrder = .title, address: String? = nil,
        author: String? = nil
    ) -> SiteOptions {
        var options = SiteOptions(language: language)
        options.sort = sort
        options.address = address.flatMap(SiteAddress.init)
        options.author = author
        return options
    }
}

extension Note {
    /// Returns a deck for a test.
    static func deck(_ title: String, cards: [Card] = []) -> Note {
        Note(deck: Deck(cards), id: NoteID(source: title + ".data", index: 0), title: title)
    }
}

extension [Note] {
    /// The notes with the slugs that a first publication gives them.
    var withSlugs: [(note: Note, slug: Slug)] {
        zip(self, Slug.distinct(for: map(\.title))).map { ($0, $1) }
    }
}

/// A notebook with everything that its pages are made from.
struct PreparedSite {
    let notebook: Notebook
    let options: SiteOptions
    let map: SiteMap
    let site: SiteNotes
    let orders: NoteOrders
    let media: PreparedMedia
    let templates: SiteTemplates

    init(
        _ notes: [Note], titled title: String = "Mine & yours",
        options: SiteOptions = SiteOptions(), media: PreparedMedia = PreparedMedia()
    ) throws {
        notebook = Notebook(title: title, notes: notes)
        self.options = options
        self.media = media
        templates = try SiteTemplates.standard.get()
        map = SiteMap(notebook.notes.withSlugs)
        let compiled = notes.map { note in
            SiteNote(note, text: .init(options.noteCompiler.compile(note)))
        }
        let resolver = ReferenceResolver(map, media: media, options: options) {
            compiled[$0].facts.headings
        }
        site = SiteNotes(
            compiled.map { $0.leading(to: resolver.targets(of: $0.facts.references, in: $0.note)) },
            map: map)
        orders = NoteOrders(notes, options: options)
    }

    var resolver: ReferenceResolver {
        ReferenceResolver(map, media: media, options: options) { [site] in
            site.rows[$0].facts.headings
        }
    }

    /// A binder for books of the notebook.
    var binder: BookBinder {
        BookBinder(
            notebook, site: site, orders: orders, media: media, options: options,
            templates: templates, assets: DefaultTemplates.assets,
            styles: DefaultTemplates.bookAssets)
    }

    private var planner: SitePlanner {
        SitePlanner(options: options, templates: templates, assets: DefaultTemplates.assets)
    }

    /// Returns the text of every file of the site besides the search.
    func pages(
        redirects: [(path: String, note: Int)] = [], changes: [SiteChange]? = nil
    ) throws -> [String: String] {
        let planned = try planner.pages(
            notebook, site: site, orders: orders, media: media, searchDirectory: nil,
            redirects: redirects, changes: changes
        ) { $0.map($1) }
        return try texts(of: planned.files)
    }

    /// Returns the text of every file of the site.
    func pagesWithSearch() throws -> [String: String] {
        let searchable = SearchableNotes(site, media: media, options: options)
        let chunks = try searchable.parts.map { part in
            let (chunk, content) = try searchable.chunk(part)
            return (
                chunk,
                SearchContent {
                    Array(content[$0])
                } make: {
                    (chunk, content)
                }
            )
        }
        let merge = searchable.merge(searchable.parts, chunks: chunks)
        let search = try searchable.index(
            merge.texts, lines: merge.shards.map(merge.lines(ofShard:)),
            biwords: merge.groups.map(merge.biwords(ofGroup:)))
        let planned = try planner.pages(
            notebook, site: site, orders: orders, media: media,
            searchDirectory: search.directoryPath
        ) { $0.map($1) }
        let plan = planner.plan(planned, search: search, notebook: notebook, site: site)
        return try texts(of: plan.files)
    }

    private func texts(of files: [OutputFile]) throws -> [String: String] {
        try files.reduce(into: [:]) { pages, file in
            pages[file.path.text] = String(decoding: try bytes(of: file), as: UTF8.self)
        }
    }
}

/// Returns the bytes of a file that the program makes; nothing for copies and pictures.
func bytes(of file: OutputFile) throws -> [UInt8] {
    switch file.content {
    case .bytes(let bytes): bytes
    case .rendered(let render): try render()
    case .pieces(let pieces): try pieces.flatMap { try $0() }
    case .original, .derivative, .written, .checksums: []
    }
}

/// Returns the text of every file of the site of some notes, to which it gives their identities.
func renderedSite(
    _ notes: [Note], options: SiteOptions = SiteOptions(), media: PreparedMedia = PreparedMedia()
) throws -> [String: String] {
    let named = zip(notes, StableIDs.names(of: notes)).map { note, identity in
        var note = note
        note.identity = identity
        return note
    }
    return try PreparedSite(named, options: options, media: media).pagesWithSearch()
}

extension [String: String] {
    /// Returns a page for questions about its elements.
    func query(_ path: String) throws -> HTMLQuery {
        HTMLQuery(try #require(self[path], "\(path)"))
    }

    /// Returns a file that has to be well-formed XML.
    func xml(_ path: String) throws -> XMLQuery {
        let text = try #require(self[path], "\(path)")
        return try #require(XMLQuery(text), "\(path)")
    }
}

extension HTMLQuery {
    /// The links of a list to its notes.
    var rows: [Element] { all("a", withClass: "row-link") }
}
