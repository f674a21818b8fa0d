import ArgumentParser
import BuildPipeline
import NoteExports
import NoteModel
import Platform

struct BuildCommand: AsyncParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Publish a notes folder as a website, Markdown and JSON.",
        discussion: """
            Only what has changed since the last build is read, rendered and written.

            Examples: notebinder build MyNotes --output Notebook --language de
                      notebinder build --all '/srv/notes/*/notebinder.yml'

            Exit status: 0 success; 1 failure, nothing was published; 2 published, but a file or \
            photo could not be read; 3 published, but a hook or the upload failed; 64 invalid options or \
            configuration; 75 another build of the notebook is running.
            """)

    @OptionGroup var building: BuildArguments

    @Flag(help: "Rebuild everything.")
    var full = false

    @Flag(help: "Print what would be added, changed, renamed and removed, and write nothing.")
    var dryRun = false

    @Flag(
        help:
            "Start a new ledger of addresses if the old one is missing or damaged; former addresses of renamed notes stop working."
    )
    var newLedger = false

    @Flag(help: "Print the duration of each stage.")
    var timings = false

    @Flag(help: "Print the report, or with --dry-run the plan, as JSON.")
    var json = false

    @Option(
        help:
            "Build all notebooks whose configurations match this pattern, and print a line of JSON for each."
    )
    var all: String?

    @Option(
        help:
            "With --all, build only part K of N (K/N); by default as Slurm, Kubernetes or AWS Batch say."
    )
    var shard: Shard?

    var printing: PrintingOptions { building.printing }
    var messages: Messages { building.messages }

    func validate() throws {
        let reading = building.reading
        try require(
            all == nil
                || reading.folder.notes == nil && reading.shared.config == nil
                    && building.output == nil && !json && !timings && !dryRun,
            "--all takes everything from the configurations; leave out the notes, --config, --output, --json, --timings and --dry-run."
        )
        try require(shard == nil || all != nil, "--shard needs --all.")
    }

    func run() async throws {
        if let all { return try await runAll(all) }
        let options = try options(of: building, config: building.reading.shared.config)
        Messages.explainInterrupt()
        let results = try await building.run(options)
        var statuses: [Int32] = []
        for (options, result) in results {
            do {
                let outcome = try result.get()
                try show(outcome, of: options)
                statuses.append(outcome.exitStatus)
            } catch let error as ExitCode {
                // Its message has been printed.
                statuses.append(error.rawValue)
            } catch {
                let edition = options.edition.map { "\($0): " } ?? ""
                messages.show(error: edition + error.message)
                statuses.append(error.exitStatus)
            }
        }
        let status = statuses.worstStatus
        if status != 0 { throw ExitCode(status) }
    }

    /// Returns the options of a build, after bringing the notes up to date from the configured
    /// backup.
    ///
    /// - Throws: ``UserFacingError`` if the configuration is invalid, which is recorded in the status
    ///   of the notebook.
    func options(of building: BuildArguments, config: String?) throws -> BuildOptions {
        var options: BuildOptions
        do {
            options = try building.options()
        } catch {
            if !dryRun {
                var known = BuildOptions(recovering: config)
                if let output = building.output { known.output = output }
                Build.recordFailure(error, known)
            }
            throw error
        }
        (options.isFull, options.isDry, options.startsNewLedger) = (full, dryRun, newLedger)
        if !dryRun { try BackupExtraction.run(before: &options, messages) }
        return options
    }

    private func show(_ outcome: Build.Outcome, of options: BuildOptions) throws {
        if dryRun {
            if let edition = options.edition, !json { try Messages.print("\(edition):\n") }
            try messages.printPlan(of: outcome, asJSON: json)
        } else {
            messages.show(outcome, of: options)
            if json { try Messages.print(json(of: outcome, edition: options.edition)) }
        }
        if timings || messages.isVerbose { messages.show(timings: outcome.timings) }
    }
}

extension [Int32] {
    /// The exit status that says most about several runs: a failure before a problem, and a problem
    /// before success.
    var worstStatus: Int32 {
        let order: [Int32] = [0, 2, 3, 75, 77, 64, 1]
        return self.max {
            (order.firstIndex(of: $0) ?? order.count) < (order.firstIndex(of: $1) ?? order.count)
        } ?? 0
    }
}

extension BuildCommand {
    /// Returns the result of a build as JSON: whether trees were published, the exit status, and
    /// the report, which is null if nothing had changed.
    private func json(of outcome: Build.Outcome, edition: String?) throws -> [UInt8] {
        let name = edition.map { "\"edition\":\"\($0)\"," } ?? ""
        var bytes = Array(
            "{\(name)\"published\":\(outcome.isPublished),\"exitStatus\":\(outcome.exitStatus),\"report\":"
                .utf8)
        bytes += try outcome.report?.json() ?? Array("null".utf8)
        return bytes + Array("}\n".utf8)
    }
}

/// The arguments of all commands that publish: the notes, the output folder and how to publish.
struct BuildArguments: ParsableArguments {
    @OptionGroup var reading: NotesArguments

    @Option(
        name: [.short, .long], help: "The folder to publish into; Notebook by default.",
        completion: .directory)
    var output: String?

    @Option(help: "Trees to publish: html, markdown, json, separated by commas; all by default.")
    var formats: FormatList?

    @Option(help: "Program for which Markdown is written; plain by default.")
    var markdown: MarkdownStyle.Profile?

    @Flag(help: "Write each note as a Markdown folder with its files, as page bundles.")
    var bundles = false

    @Option(
        help:
            "Photos of the Markdown tree; without-location by default for hugo, jekyll and obsidian."
    )
    var markdownPhotos: MarkdownStyle.Photos?

    @Option(help: "Title of the notebook.")
    var title: String?

    @Option(
        help:
            "Language of the pages' own text and of the order of titles, such as en or de-AT."
    )
    var language: String?

    @Option(help: "A folder with templates that replace the program's own.", completion: .directory)
    var templates: String?

    @Option(help: .photoWorker, completion: .file())
    var photoWorker: String?

    @OptionGroup var waiting: WaitOption

    @Flag(help: "Publish although many notes have disappeared or cannot be read.")
    var allowRemovals = false

    @Flag(
        help:
            "Publish notes that the last publication excluded by rules which the configuration does not have any more."
    )
    var allowPublished = false

    @Flag(help: "Allow words that occur in both excluded and published notes.")
    var acceptSharedWords = false

    @Flag(help: "Print problems that earlier builds reported as well.")
    var repeatProblems = false

    @Option(help: "Format of messages; json is one object per line. By default text.")
    var logFormat: Messages.Format?

    @OptionGroup var printing: PrintingOptions

    var messages: Messages {
        printing.messages(in: logFormat ?? .text, repeatsProblems: repeatProblems)
    }

    func validate() throws {
        try require(output != "", "--output has an empty name.")
        try require(title?.allSatisfy(\.isWhitespace) != true, "--title is empty.")
        if bundles, let markdown, !MarkdownStyle.mayBundle(markdown) {
            throw ValidationError("--markdown \(markdown.rawValue) has no bundles.")
        }
        try requireLanguage(language)
    }

    /// Returns the build options, with the editions of the configuration, if it has any.
    ///
    /// - Throws: ``UserFacingError`` if the configuration is invalid.
    func options() throws -> BuildOptions {
        var options = try reading.options(photoWorker: photoWorker)
        try options.requireBackup()
        if let output { options.output = output }
        return applied(to: options)
    }

    /// Returns the options of all notebooks that a build publishes: of each edition, or of the only
    /// notebook.
    ///
    /// - Throws: ``UserFacingError`` if the password of an edition cannot be used.
    func notebooks(_ options: BuildOptions) throws -> [BuildOptions] {
        try options.allEditions.map(applied)
    }

    /// Publishes the notebook, or all editions.
    ///
    /// - Returns: The options and the result of each.
    /// - Throws: The failure of the only notebook, or of all editions together.
    func run(
        _ options: BuildOptions
    ) async throws -> [(options: BuildOptions, result: Build.EditionResult)] {
        let progress = messages.progress
        guard !options.editions.isEmpty else {
            return [(options, .success(try await Build.run(options, progress: progress)))]
        }
        let editions = try notebooks(options)
        return Array(
            zip(editions, try await Build.run(editions, sharing: options, progress: progress)))
    }

    /// Returns options with those of the command line, which apply to all editions.
    private func applied(to options: BuildOptions) -> BuildOptions {
        var options = options
        if let formats, !options.isEncrypted { options.formats = formats.formats }
        if markdown != nil || bundles || markdownPhotos != nil {
            options.markdown = MarkdownStyle(
                markdown ?? options.markdown.profile,
                isBundled: bundles || markdown == nil && options.markdown.isBundled,
                photos: markdownPhotos ?? options.markdown.chosenPhotos)
        }
        if let title { options.title = title }
        if let tag = language.flatMap(BuildOptions.languageTag) { options.language = tag }
        if let templates { options.templates = templates }
        options.waits = waiting.wait ?? 0
        options.allowsRemovals = allowRemovals
        options.allowsPublished = allowPublished
        options.acceptsSharedWords = acceptSharedWords
        return options
    }
}

/// The trees to write, parsed from a list such as `html,json`.
struct FormatList: ExpressibleByArgument {
    let formats: Set<BuildOptions.Format>

    init?(argument: String) {
        let names = argument.split(separator: ",").map { $0.trimmed }
        let known = names.compactMap { BuildOptions.Format(rawValue: $0.lowercased()) }
        guard !known.isEmpty, known.count == names.count else { return nil }
        formats = Set(known)
    }
}

extension MarkdownStyle.Profile: ExpressibleByArgument {}
extension MarkdownStyle.Photos: ExpressibleByArgument {}
