import LocalFiles
import NoteExports
import OutputPlan
import SitePages
import SiteSearch

extension BuildOptions {
    /// The formats of the trees, in the order in which they are planned.
    var trees: [any OutputFormat] {
        if let password { return [PageBookFormat(password: password)] }
        return Format.allCases.filter(formats.contains).map { format in
            switch format {
            case .html: SiteFormat()
            case .markdown: MarkdownFormat(style: markdown)
            case .json: JSONFormat()
            }
        }
    }

    /// The trees that omit the locations of photos, and those that contain them.
    var locations: Report.Locations {
        Report.Locations(trees.map { ($0.tree ?? Format.html.tree, $0.photos) })
    }
}

/// The website.
private struct SiteFormat: OutputFormat {
    var form: OutputForm { .tree(BuildOptions.Format.html.tree) }
    var hasPages: Bool { true }
    var photos: OutputPhotos? { .withoutLocation }

    func plan(_ notebook: PlannedNotebook) async throws -> PlannedFiles {
        let (input, theme, site) = (notebook.input, notebook.theme, notebook.site)
        let width = notebook.options.width
        async let search = SearchStage(options: theme.site, cache: notebook.cache, width: width)
            .run(site, media: input.media, environment: notebook.environment)
        let planner = SitePlanner(
            options: theme.site, templates: theme.templates, assets: theme.assets)
        // The directory changes with every text; it is awaited only if a template prints it.
        let directory = theme.templates.usesSearchDirectory ? try await search.directoryPath : nil
        let pages = try planner.pages(
            input.notebook, site: site, orders: input.orders, media: input.media,
            searchDirectory: directory, redirects: input.permalinks.redirects,
            changes: notebook.changes, environment: notebook.environment
        ) { try $0.concurrentMap(width: width, $1) }
        let plan = planner.plan(
            pages, search: try await search, notebook: input.notebook, site: site)
        return PlannedFiles(plan, diagnostics: notebook.deadReferences)
    }
}

/// The tree of Markdown files.
private struct MarkdownFormat: OutputFormat {
    let style: MarkdownStyle
    var form: OutputForm { .tree(BuildOptions.Format.markdown.tree) }
    var photos: OutputPhotos? {
        style.photos == .withoutLocation ? .withoutLocation : .original
    }

    func plan(_ notebook: PlannedNotebook) throws -> PlannedFiles {
        PlannedFiles(MarkdownExport.plan(notebook.exportable, style: style))
    }
}

/// The tree with the notebook as JSON.
private struct JSONFormat: OutputFormat {
    var form: OutputForm { .tree(BuildOptions.Format.json.tree) }
    var photos: OutputPhotos? { .original }

    func plan(_ notebook: PlannedNotebook) throws -> PlannedFiles {
        let lines = JSONLines(notebook)
        return PlannedFiles(JSONExport.plan(lines.exportable, lines: try lines.pieces()))
    }
}
