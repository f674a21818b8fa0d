import Hashing
import LocalFiles
import NoteModel
import OutputChecks
import OutputPlan
import SitePages

/// The stage that plans all outputs, each completely, before anything is written.
struct PlanStage: Sendable {
    let options: BuildOptions
    let theme: Theme
    let cache: BuildCache
    /// The paths of files that are checked again even if they are unchanged; nil for all files.
    var filesToRecheck: [String]? = []
    /// Returns the words of all notes that an edition excludes; nil for those of this one.
    var corpus: @Sendable () async throws -> LeakCorpus? = { nil }

    /// - Parameter changes: The changes that the site lists; nil for none.
    /// - Returns: The plans of the formats, in their order, and the validator of their files.
    func run(
        _ input: BuildInput, as formats: [any OutputFormat], changes: [SiteChange]? = nil,
        into report: inout Report
    ) async throws -> (plans: [TreePlan], validator: OutputValidator) {
        let notebook = try PlannedNotebook(
            input, stage: self, changes: changes, hasPages: formats.contains(where: \.hasPages))
        async let leaks = leakCheck(notebook)
        async let retained: Void = retainLines(notebook)
        // All at the same time, since planning the site does not keep all threads busy.
        let planned = try await withThrowingTaskGroup { tasks in
            for (place, format) in formats.enumerated() {
                tasks.addTask { (place, try await format.plan(notebook)) }
            }
            return try await tasks.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }
        }.map(\.1)
        report.diagnostics += planned.flatMap(\.diagnostics)
        let plans = planned.map(\.plan)
        precondition(plans.map(\.tree) == formats.map { $0.tree ?? "" }, "plans of other trees")
        try await retained
        // Without an address, the site is taken for all that its server has, as in the error page.
        let validator = OutputValidator(
            plans, rootPath: options.site.address?.path ?? "/",
            checksLinks: options.templates != nil, leaks: try await leaks,
            titles: input.excluded.isEmpty ? [:] : input.titles,
            filesToRecheck: filesToRecheck.map(Set.init))
        try validator.check(plans)
        return (plans, validator)
    }

    /// Keeps the lines of JSON for the editor, which builds the site alone after each change, and the
    /// other trees later.
    private func retainLines(_ notebook: PlannedNotebook) throws {
        guard options.hashesSources, !options.formats.contains(.json) else { return }
        try JSONLines(notebook).retain()
    }

    /// Returns the check for content of excluded notes; nil if no note is excluded.
    private func leakCheck(_ notebook: PlannedNotebook) async throws -> LeakCheck? {
        let (input, site) = (notebook.input, notebook.site)
        guard !input.excluded.isEmpty else { return nil }
        let shown = ShownTexts(
            site, media: input.media, templates: theme.templates, options: theme.site)
        // Read while the words of the excluded notes are.
        let knownTexts = theme.knownTexts
        let corpus =
            try await corpus()
            ?? LeakCorpus(input.excluded.map(\.note), width: options.width) {
                input.excluded[$0].compiled
            }
        return try LeakCheck(
            Set(input.excluded.map(\.note.id)), of: corpus, published: input.notebook,
            media: input.media, pages: knownTexts, accepted: options.acceptedWords,
            acceptsAll: options.acceptsSharedWords, width: options.width,
            text: { index in
                guard !site.rows.isEmpty else { return .compiled(input.notes[index].compiled) }
                let (html, words) = try shown.text(of: index)
                return .shown(html: html, words: words)
            }, search: { try publicWords($0, notebook) })
    }

    /// Returns what a search finds in the published notes, taking unchanged ones from the cache.
    private func publicWords(
        _ search: LeakCheck.PublicSearch, _ notebook: PlannedNotebook
    ) throws -> [[UInt64]] {
        let (notes, rows, key) = (notebook.input.notes, notebook.site.rows, search.key)
        @Sendable func input(_ index: Int) -> Fingerprint? {
            let note = notes[index]
            let shown = rows.isEmpty ? note.key : rows[index].fingerprints?.content
            return shown.map {
                Fingerprinter("public", key, notebook.environment, note.note.id.source, $0)
                    .fingerprint
            }
        }
        return try notebook.input.map.chunks(minimum: 32, maximum: 128).concurrentMap(
            width: options.width, grain: 1
        ) { range in
            let inputs = range.compactMap(input)
            // Without fingerprints, nothing is known of an earlier run.
            guard inputs.count == range.count else { return try range.map(search.found) }
            let name = notes[range.lowerBound].note.id.text
            return try cache.chunk("public", name: name, inputs: inputs) { position, _ in
                BuildCache.Computed(value: try search.found(inNoteAt: range.lowerBound + position))
            }.map(\.value)
        }.flatMap(\.self)
    }
}
