import BuildCache
import NoteArchives
import NoteModel
import OutputTree
import SitePages

/// The stages of an export that is written apart from the published trees: a bag or a book.
package struct ExportPreparation {
    private let options: BuildOptions
    private let theme: Theme
    private let folder: OutputFolder?
    private let cache: BuildCache
    private let reader: ReadStage

    /// The notes and the planner of an export. It keeps the notebook locked.
    package struct Result {
        package let input: BuildInput
        package let planner: PlanStage
        private let folder: OutputFolder?

        fileprivate init(_ input: BuildInput, planner: PlanStage, folder: OutputFolder?) {
            self.input = input
            self.planner = planner
            self.folder = folder
        }
    }

    /// Reads the templates, lists the files of the notes folder, and locks the notebook, if there is
    /// one, for as long as this value or its result exists.
    ///
    /// - Parameter output: The path of the export, which must not be in the notes folder.
    /// - Throws: ``BuildError`` and ``TemplateError``.
    package init(_ options: BuildOptions, output: String) throws {
        self.options = options
        theme = try Theme(options)
        folder = try OutputFolder.existing(at: options.output, waiting: options.waits)
        cache =
            folder.map { BuildCache(readingAt: $0.cacheFile, program: ProgramVersion.build) }
            ?? BuildCache()
        reader = try ReadStage(
            options, cache: cache, hashesSources: options.formats.contains(.json))
        try BuildPipeline.requireApart(notes: reader.folder, output: output)
    }

    /// Reads and compiles the notes, and processes their media.
    ///
    /// - Parameter scratch: The path of a folder for derivatives. It is used if there is no
    ///   notebook, whose cache already holds most of them.
    package func run(
        scratch: String, into report: inout Report, _ progress: BuildProgress
    ) async throws -> Result {
        var clock = StageClock()
        let input = try await PrepareStage(
            options: options, site: theme.site, cache: cache,
            ledger: folder?.readLedger() ?? LedgerFile(),
            pictures: folder?.cache ?? scratch, progress: progress,
            last: folder.flatMap { BuildRecord(in: $0.records) }
        ).run(reader, into: &report, clock: &clock)
        let planner = PlanStage(options: options, theme: theme, cache: cache)
        return Result(input, planner: planner, folder: folder)
    }
}
