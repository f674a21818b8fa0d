package import NoteArchives
package import OutputChecks
package import OutputPlan
import OutputTree

/// The stages of an export that is written apart from the published trees, such as a bag or a book.
package struct ExportPreparation {
    private let options: BuildOptions
    private let theme: Theme
    private let folder: OutputFolder?
    private let cache: BuildCache
    private let reader: ReadStage

    /// The planned files of an export. It keeps the notebook locked.
    package struct Result {
        package let input: BuildInput
        package let plans: [TreePlan]
        package let validator: OutputValidator
        fileprivate let folder: OutputFolder?
    }

    /// Reads the templates, lists the files of the notes folder, and locks the notebook, if there
    /// is one, for as long as this value or its result exists.
    ///
    /// - Throws: ``UserFacingError`` and ``TemplateError``.
    package init(_ options: BuildOptions) throws {
        self.options = options
        theme = try Theme(options)
        try options.requirePlaces()
        folder = try OutputFolder.existing(at: options.place, waiting: options.waits)
        cache =
            folder.map { BuildCache(readingAt: $0.cacheFile, program: ProgramVersion.build) }
            ?? BuildCache()
        reader = try ReadStage(
            options, cache: cache, hashesSources: options.formats.contains(.json))
    }

    package var notes: NotesFolder { reader.folder }

    /// Reads and compiles the notes, processes their media, and plans their files.
    ///
    /// - Parameters:
    ///   - formats: The formats to plan; nil for the trees of the options.
    ///   - scratch: The path of a folder for derivatives. It is used if there is no notebook, whose
    ///     cache already holds most of them.
    /// - Throws: ``UserFacingError`` if no notes can be read, a rule matches nothing, a template
    ///   fails, or a picture of an excluded note would be exported.
    package func run(
        as formats: [any OutputFormat]? = nil, scratch: String, into report: inout Report,
        _ progress: BuildProgress
    ) async throws -> Result {
        var clock = StageClock()
        let shared = SharedStages(
            reader, cache: cache, pictures: folder?.cache ?? scratch, width: options.width)
        let input = try await PrepareStage(
            options: options, site: theme.site, cache: cache,
            ledger: folder?.readLedger() ?? LedgerFile(options.ledger), progress: progress,
            last: folder.flatMap { BuildRecord(in: $0.records) }, isExport: true
        ).run(shared, into: &report, clock: &clock)
        let (plans, validator) = try await PlanStage(options: options, theme: theme, cache: cache)
            .run(input, as: formats ?? options.trees, into: &report)
        return Result(input: input, plans: plans, validator: validator, folder: folder)
    }
}
