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
            acceptsAll: options.acceptsSharedWords, width: options.width
        ) { index in
            guard !site.rows.isEmpty else { return .compiled(input.notes[index].compiled) }
            let (html, words) = try shown.text(of: index)
            return .shown(html: html, words: words)
        }
    }
}
