import DefaultTemplates
import NoteExports
import NoteModel
import OutputPlan
import SitePages
import StoredValues
import TextTemplates

/// Plans the trees that are wanted: the whole of each, before the first byte of any is written.
struct PlanStation {
    private let options: BuildOptions
    private let site: SiteOptions
    private let templates: SiteTemplates
    /// The texts of pages themselves that are public: those of this program, and the author's name.
    /// Templates of the owner are not among them, since they may print what is excluded.
    let knownTexts: [[UInt8]]
    private let assets: [String: [UInt8]]
    /// The style sheets of books by their names.
    private let bookStyles: [String: [UInt8]]
    /// Of all templates, assets and words.
    let templateKey: ContentKey

    /// Takes the embedded templates and assets, and in their places those of the owner's folder.
    ///
    /// - Throws: ``BuildFailure`` for a folder that is missing or a file that cannot be used;
    ///   ``TemplateError``.
    init(_ options: BuildOptions) throws {
        let folder = try TemplateFolder(options.templates, language: options.site.language)
        self.options = options
        var site = options.site
        site.ownWords = folder.words
        self.site = site
        assets = folder.assets
        bookStyles = folder.bookStyles
        templates = try SiteTemplates(folder.templates)
        try folder.requireUse(of: templates.includedNames)
        let texts =
            Array(DefaultTemplates.templates.values) + SiteTemplates.words(of: options.site)
            + [site.author ?? ""]
        knownTexts = texts.map { Array($0.utf8) } + Array(DefaultTemplates.assets.values)
        var parts = KeyParts("templates")
        for (name, text) in folder.templates.sorted(by: { $0.key < $1.key }) {
            parts.add([name, text])
        }
        for (name, bytes) in folder.assets.sorted(by: { $0.key < $1.key }) {
            parts.add(name)
            parts.add(bytes)
        }
        parts.add(folder.wordsFile)
        templateKey = parts.key
    }

    /// - Parameters:
    ///   - leftOut: Notes that appear nowhere.
    ///   - changes: What the site tells of changes; nil for nothing.
    /// - Returns: The plans, and the texts of the notes as pages show them; none where no note is
    ///   excluded or no site is planned.
    func plans(
        of prepared: PreparedNotebook, leftOut: [Note], changes: [SiteChange]?,
        _ report: inout Report
    ) throws -> (plans: [TreePlan], rendered: [RenderedBody]) {
        let (notebook, media) = (prepared.notebook, prepared.media)
        let slugs = prepared.addresses.slugs
        let keys = prepared.keys
        let environment = environment(notebook, leftOut: leftOut)
        var plans: [TreePlan] = []
        var shown: [RenderedBody] = []
        if options.formats.contains(.html) {
            let site = SiteStation(
                options: site, templates: templates, assets: assets, width: options.width,
                environment: environment, memory: prepared.memory)
            let map = SiteMap(notebook, slugs: slugs)
            let rendered = try site.render(notebook, map, media, keys, &report)
            if !leftOut.isEmpty { shown = try rendered.map { try $0.body() } }
            plans.append(
                try site.plan(
                    of: notebook, map, try prepared.orders(site.options), rendered, media,
                    redirects: prepared.addresses.redirects,
                    changes: changes))
        }
        // What every file is made with goes into each key.
        let exported: [ContentKey] =
            options.formats == [.html]
            ? []
            : try keys.concurrentMap(width: options.width) { key -> ContentKey in
                var parts = KeyParts("exported")
                parts.add(key)
                parts.add(environment)
                return parts.key
            }
        if options.formats.contains(.markdown) {
            plans.append(
                MarkdownExport.plan(notebook, slugs: slugs, media: media, keys: exported))
        }
        if options.formats.contains(.json) {
            plans.append(JSONExport.plan(notebook, slugs: slugs, media: media, keys: exported))
        }
        return (plans, shown)
    }

    /// What makes one file of a notebook.
    func binder(of prepared: PreparedNotebook) throws -> BookBinder {
        BookBinder(
            prepared.notebook, slugs: prepared.addresses.slugs,
            orders: try prepared.orders(site), media: prepared.media, options: site,
            templates: templates, assets: assets, styles: bookStyles)
    }

    /// Names everything that goes into every file: the program, what it is told, its templates.
    private func environment(_ notebook: Notebook, leftOut: [Note]) -> ContentKey {
        var parts = KeyParts("environment")
        parts.add(ProgramVersion.build)
        parts.add(options.toldOfOutput)
        parts.add(templateKey)
        // What was looked through for words of other notes is looked through again.
        parts.add(leftOut.map { ContentKey(of: $0).text })
        return parts.key
    }
}
