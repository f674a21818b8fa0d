import BuildCache
import Diagnostics
import MarkdownText
import NoteExports
import NoteModel
import OutputPlan
import SitePages
import StoredValues

/// Plans the requested trees: the whole of each, before the first byte of any is written.
struct PlanStage: Sendable {
    let options: BuildOptions
    let theme: Theme
    let cache: BuildCache
    /// Paths of pages that had dead links.
    var pagesToRecheck: [String] = []

    /// - Parameter changes: The changes that the site lists; nil for none.
    /// - Returns: The plans, and the checks of their files.
    func run(
        _ input: BuildInput, changes: [SiteChange]? = nil, into report: inout Report
    ) async throws -> (plans: [TreePlan], inspection: Inspection) {
        let environment = environment(excluded: input.excluded)
        let (notebook, slugs) = (input.notebook, input.permalinks.slugs)
        var plans: [TreePlan] = []
        var leaks: LeakCheck?
        if options.formats.contains(.html) {
            let site = try siteNotes(of: input, into: &report)
            leaks = try leakCheck(input, site)
            plans.append(try await sitePlan(input, site, changes, environment))
        } else {
            leaks = try leakCheck(input, nil)
        }
        // What every file is made with goes into each fingerprint.
        let exported: [ContentKey] =
            options.formats == [.html]
            ? []
            : try input.fingerprints.concurrentMap(width: options.width) { fingerprint in
                var parts = KeyParts("exported")
                parts.add(fingerprint)
                parts.add(environment)
                return parts.key
            }
        if options.formats.contains(.markdown) {
            plans.append(
                MarkdownExport.plan(notebook, slugs: slugs, media: input.media, keys: exported))
        }
        if options.formats.contains(.json) {
            plans.append(
                JSONExport.plan(notebook, slugs: slugs, media: input.media, keys: exported))
        }
        let inspection = try Inspection(
            plans, address: options.site.address, leaks: leaks,
            titles: leaks == nil ? [:] : input.titles, suspects: Set(pagesToRecheck))
        return (plans, inspection)
    }

    /// Resolves the references of the notes, and reports those that lead nowhere.
    func siteNotes(of input: BuildInput, into report: inout Report) throws -> SiteNotes {
        let (notes, media, facts) = (input.notebook.notes, input.media, input.compiled.facts)
        let map = SiteMap(input.notebook, slugs: input.permalinks.slugs)
        let resolver = ReferenceResolver(map, media, theme.site)
        let resolved = try notes.indices.concurrentMap(width: options.width) { index in
            let targets = resolver.targets(of: facts[index].references, in: notes[index])
            return (
                targets,
                map.fingerprints(
                    of: input.fingerprints[index], notes[index], at: index, facts[index], targets,
                    thumbnail: ThumbnailIdentity(notes[index], media)),
                resolver.diagnostics(of: notes[index], facts[index], targets)
            )
        }
        report.diagnostics += resolved.flatMap(\.2)
        return SiteNotes(
            notes, map, facts: facts, targets: resolved.map(\.0),
            fingerprints: resolved.map(\.1)
        ) { [compiled = input.compiled] in compiled.body($0, of: notes[$0]) }
    }

    private func sitePlan(
        _ input: BuildInput, _ site: SiteNotes, _ changes: [SiteChange]?,
        _ environment: ContentKey
    ) async throws -> TreePlan {
        let search = try SearchStage(options: theme.site, cache: cache, width: options.width)
            .run(site, environment: environment)
        return try SitePlanner(
            options: theme.site, templates: theme.templates, assets: theme.assets
        ).plan(
            input.notebook, site, orders: input.orders, media: input.media,
            search: { search }, redirects: input.permalinks.redirects, changes: changes,
            environment: environment
        ) { try $0.concurrentMap(width: options.width, $1) }
    }

    /// Returns the check for content of excluded notes; nil if no note is excluded.
    ///
    /// - Parameter site: The published notes as pages show them; nil if no site is planned.
    func leakCheck(_ input: BuildInput, _ site: SiteNotes?) throws -> LeakCheck? {
        guard !input.excluded.isEmpty else { return nil }
        var known = LeakCheck.PublicTexts()
        known.ofPages = theme.knownTexts
        if let site {
            let texts = ShownTexts(site, input.media, theme.templates, theme.site)
            known.shown = { try texts.text(of: $0) }
        }
        return try LeakCheck(
            input.excluded,
            compiled: input.excluded.indices.map {
                input.compiledExcluded.note($0, input.excluded[$0])
            }, published: input.notebook, media: input.media, known: known,
            accepted: options.acceptedWords, acceptsAll: options.acceptsSharedWords,
            width: options.width)
    }

    /// Returns what makes one file of a notebook.
    func binder(of input: BuildInput, _ site: SiteNotes) -> BookBinder {
        BookBinder(
            input.notebook, site, orders: input.orders,
            media: input.media, options: theme.site, templates: theme.templates,
            assets: theme.assets, styles: theme.bookStyles)
    }

    /// The fingerprint of everything that goes into every file: the program, its options, its templates.
    private func environment(excluded: [Note]) -> ContentKey {
        var parts = KeyParts("environment")
        parts.add(ProgramVersion.build)
        parts.add(options.outputSettings)
        parts.add(theme.key)
        // Files are searched again for the words of other excluded notes.
        parts.add(excluded.map { ContentKey(of: $0).text })
        return parts.key
    }
}
