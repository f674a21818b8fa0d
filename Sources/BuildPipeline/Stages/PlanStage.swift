import BuildCache
import ContentHashing
import Diagnostics
import MarkdownText
import NoteExchange
import NoteModel
package import OutputChecks
package import OutputPlan
import ParallelWork
package import SitePages
import SiteSearch

/// The stage that plans the requested trees, each completely, before anything is written.
package struct PlanStage: Sendable {
    let options: BuildOptions
    let theme: Theme
    let cache: BuildCache
    /// The paths of files that are checked again even if they are unchanged; nil for all files.
    var filesToRecheck: [String]? = []

    /// - Parameter changes: The changes that the site lists; nil for none.
    /// - Returns: The plans, and the validator of their files.
    package func run(
        _ input: BuildInput, changes: [SiteChange]? = nil, into report: inout Report
    ) async throws -> (plans: [TreePlan], validator: OutputValidator) {
        let environment = environment(excluded: input.excluded.map(\.note))
        let notebook = input.notebook
        var plans: [TreePlan] = []
        var leaks: LeakCheck?
        if options.formats.contains(.html) {
            let (map, notes) = (input.siteMap, input.siteNotes)
            async let search = SearchStage(options: theme.site, cache: cache, width: options.width)
                .run(notes, media: input.media, map: map, environment: environment)
            let site = try siteNotes(notes, of: input, map, into: &report)
            leaks = try leakCheck(input, site: site)
            let planner = SitePlanner(
                options: theme.site, templates: theme.templates, assets: theme.assets)
            // The directory changes with every text; it is awaited only if a template prints it.
            let directory =
                theme.templates.usesSearchDirectory ? try await search.directoryPath : nil
            let pages = try planner.pages(
                notebook, site: site, orders: input.orders, media: input.media,
                searchDirectory: directory, redirects: input.permalinks.redirects,
                changes: changes, environment: environment
            ) { try $0.concurrentMap(width: options.width, $1) }
            plans.append(
                planner.plan(pages, search: try await search, notebook: notebook, site: site))
        } else {
            leaks = try leakCheck(input, site: nil)
        }
        plans += try exports(of: input, environment)
        // Without an address, the site is taken for all that its server has, as in the error page.
        let validator = try OutputValidator(
            plans, rootPath: options.site.address?.path ?? "/",
            checksLinks: options.templates != nil, leaks: leaks,
            titles: leaks == nil ? [:] : input.titles, filesToRecheck: filesToRecheck.map(Set.init))
        return (plans, validator)
    }

    private func exports(of input: BuildInput, _ environment: Fingerprint) throws -> [TreePlan] {
        guard options.formats != [.html] else { return [] }
        // The inputs that all files have in common are part of each fingerprint.
        let notebook = input.exportable { row in
            var parts = Fingerprinter("exported")
            parts.add(row.key)
            parts.add(environment)
            return parts.fingerprint
        }
        var plans: [TreePlan] = []
        if options.formats.contains(.markdown) {
            plans.append(MarkdownExport.plan(notebook, style: options.markdown))
        }
        if options.formats.contains(.json) { plans.append(JSONExport.plan(notebook)) }
        return plans
    }

    /// Resolves the references in the texts of the notes, and reports those without a target.
    ///
    /// - Parameter map: The addresses of the notes in the site.
    package func siteNotes(
        _ notes: [SiteNote], of input: BuildInput, _ map: SiteMap, into report: inout Report
    ) throws -> SiteNotes {
        let media = input.media
        let resolver = ReferenceResolver(map, media: media, options: theme.site, notes: notes)
        let unpublished = Set(input.excluded.map { NameKey($0.note.title) })
        let resolved = try notes.indices.concurrentMap(width: options.width) { index in
            let row = notes[index]
            let targets = resolver.targets(of: row.facts.references, in: row.note)
            let fingerprints = map.fingerprints(
                of: row, at: index, targets: targets,
                thumbnail: ThumbnailIdentity(row.note, media: media))
            return (
                row.leading(to: targets, fingerprints: fingerprints),
                resolver.diagnostics(
                    of: row.note, facts: row.facts, targets: targets, unpublished: unpublished)
            )
        }
        report.diagnostics += resolved.flatMap(\.1)
        return SiteNotes(resolved.map(\.0), map: map)
    }

    /// Returns the check for content of excluded notes; nil if no note is excluded.
    ///
    /// - Parameter site: The published notes as pages show them; nil if no site is planned.
    package func leakCheck(_ input: BuildInput, site: SiteNotes?) throws -> LeakCheck? {
        guard !input.excluded.isEmpty else { return nil }
        var known = LeakCheck.PublicTexts()
        known.ofPages = theme.knownTexts
        if let site {
            let texts = ShownTexts(
                site, media: input.media, templates: theme.templates, options: theme.site)
            known.shown = { try texts.text(of: $0) }
        }
        return try LeakCheck(
            input.excluded.map(\.note), compiler: theme.site.noteCompiler,
            compiled: input.excluded.map {
                CompiledNote($0.facts, body: $0.text.body(of: $0.note))
            },
            published: input.notebook, media: input.media, known: known,
            accepted: options.acceptedWords, acceptsAll: options.acceptsSharedWords,
            width: options.width)
    }

    /// Returns the generator of books, which contain a whole notebook in one file, such as an EPUB.
    package func binder(of input: BuildInput, _ site: SiteNotes) -> BookBinder {
        BookBinder(
            input.notebook, site: site, orders: input.orders,
            media: input.media, options: theme.site, templates: theme.templates,
            assets: theme.assets, styles: theme.bookAssets)
    }

    /// Returns the fingerprint of the inputs that all files have in common: the program, its
    /// options, its templates and the excluded notes.
    private func environment(excluded: [Note]) -> Fingerprint {
        var parts = Fingerprinter("environment")
        parts.add(ProgramVersion.build)
        parts.add(options.outputSettings)
        parts.add(theme.key)
        // Files are checked again if other notes are excluded.
        parts.add(excluded.map { Fingerprint(of: $0).text })
        return parts.fingerprint
    }
}
