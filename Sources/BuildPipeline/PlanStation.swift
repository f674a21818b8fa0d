import DefaultTemplates
import LocalFiles
import NoteExports
import NoteModel
import OutputPlan
import SitePages
import TextTemplates

/// Plans the trees that are wanted: the whole of each, before the first byte of any is written.
struct PlanStation {
    private let options: BuildOptions
    private let site: SiteOptions
    private let templates: SiteTemplates
    /// What pages say by themselves.
    let knownTexts: [[UInt8]]
    private let assets: [String: [UInt8]]
    /// The style sheets of books by their names.
    private let bookStyles: [String: [UInt8]]

    /// Takes the embedded templates and assets, and in their places those of the owner's folder.
    ///
    /// - Throws: ``BuildFailure`` for a folder that is not there; ``TemplateError``.
    init(_ options: BuildOptions) throws {
        var site = options.site
        var sources = DefaultTemplates.templates
        var assets = DefaultTemplates.assets
        var bookStyles = DefaultTemplates.bookStyles
        if let own = options.templates {
            let folder = LocalFiles.absolute(own)
            guard try LocalFiles.status(folder)?.isFolder == true else {
                throw BuildFailure(
                    "The templates folder \(own) is not there. Check --templates, or “templates” in the configuration."
                )
            }
            // Beside those that replace one, partials of the owner's own may stand.
            for entry in try LocalFiles.entries(of: folder) where entry.kind == .file {
                if entry.name == "words-\(site.language).json" {
                    site.ownWords = try Self.words(folder + "/" + entry.name)
                    continue
                }
                if bookStyles[entry.name] != nil {
                    bookStyles[entry.name] = try LocalFiles.read(folder + "/" + entry.name)
                    continue
                }
                let isAsset = assets[entry.name] != nil
                guard isAsset || entry.name.hasSuffix(".html") else { continue }
                let bytes = try LocalFiles.read(folder + "/" + entry.name)
                if isAsset {
                    assets[entry.name] = bytes
                } else {
                    sources[entry.name] = String(decoding: bytes, as: UTF8.self)
                }
            }
        }
        self.options = options
        self.site = site
        self.assets = assets
        self.bookStyles = bookStyles
        templates = try SiteTemplates(sources)
        let texts =
            Array(sources.values) + SiteTemplates.words(of: site)
            + [site.author ?? ""]
        knownTexts = texts.map { Array($0.utf8) }
    }

    private static func words(_ path: String) throws -> InterfaceWords {
        let bytes = try LocalFiles.read(path)
        do throws(InterfaceWords.TableFault) {
            return try InterfaceWords(table: bytes)
        } catch {
            throw BuildFailure(
                "\(path) is no table of words: \(error.problem). The program's own tables show what it holds."
            )
        }
    }

    /// - Parameter identifiers: Of all notes that were read; nil for a site without a feed.
    /// - Returns: The plans, and the words of the notes as pages show them.
    func plans(
        of notebook: Notebook, _ media: PreparedMedia, _ identifiers: FeedIdentifiers?,
        _ report: inout Report
    ) throws -> (plans: [TreePlan], shown: [[UInt8]]) {
        let slugs = BuildPipeline.slugs(of: notebook.notes)
        var plans: [TreePlan] = []
        var shown: [[UInt8]] = []
        if options.formats.contains(.html) {
            let map = SiteMap(notebook, slugs: slugs)
            let rendered = try render(notebook, map, media, &report)
            shown = rendered.map(\.text)
            plans.append(try site(of: notebook, map, rendered, media, identifiers))
        }
        if options.formats.contains(.markdown) {
            plans.append(MarkdownExport.plan(notebook, slugs: slugs, media: media))
        }
        if options.formats.contains(.json) {
            plans.append(JSONExport.plan(notebook, slugs: slugs, media: media))
        }
        return (plans, shown)
    }

    /// What makes one file of a notebook.
    func binder(of notebook: Notebook, _ media: PreparedMedia) -> BookBinder {
        BookBinder(
            notebook, slugs: BuildPipeline.slugs(of: notebook.notes), media: media, options: site,
            templates: templates, assets: assets, styles: bookStyles)
    }

    private func render(
        _ notebook: Notebook, _ map: SiteMap, _ media: PreparedMedia, _ report: inout Report
    ) throws -> [RenderedNote] {
        let renderer = NoteRenderer(
            templates: templates, media: media, map: map, options: site)
        let rendered = try notebook.notes.concurrentMap(width: options.width) { note in
            try renderer.render(note)
        }
        report.diagnostics += rendered.flatMap(\.diagnostics)
        return rendered
    }

    private func site(
        of notebook: Notebook, _ map: SiteMap, _ rendered: [RenderedNote],
        _ media: PreparedMedia, _ identifiers: FeedIdentifiers?
    ) throws -> TreePlan {
        let searchable = SearchableNotes(
            notebook, map: map, rendered: rendered)
        let parts = Array(0..<options.width)
        let tables = try parts.concurrentMap(width: options.width) { part in
            searchable.table(ofPart: part, of: parts.count)
        }
        let texts = try Array(0..<searchable.textParts).concurrentMap(width: options.width) {
            searchable.texts(ofPart: $0)
        }
        return SitePlanner(options: site, templates: templates, assets: assets).plan(
            notebook, map: map, rendered: rendered, media: media,
            search: searchable.index(tables, texts),
            identifiers: identifiers)
    }
}
