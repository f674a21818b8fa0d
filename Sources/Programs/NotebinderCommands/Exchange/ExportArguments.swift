import ArgumentParser
import BuildPipeline
import LocalFiles

/// The arguments of commands that export a notes folder as one artifact, such as a bag or a book.
struct ExportArguments: ParsableArguments {
    @OptionGroup var reading: NotesArguments

    @OptionGroup var selecting: SelectionArguments

    @Option(
        name: [.short, .long],
        help:
            "Where to write it; must not exist yet unless --replace is given. A hyphen is standard output, if it is one file.",
        completion: .file())
    var output: String

    @Flag(help: "Replace an existing output.")
    var replace = false

    @Option(help: "Title of the notebook.")
    var notebookTitle: String?

    @Option(
        help: "Language of the pages' own text and of the order of titles, such as en or de-AT.")
    var language: String?

    @Option(
        help: "A notebook that was built from the notes: the pictures that it has are used again.",
        completion: .directory)
    var notebook: String?

    @Flag(
        help:
            "Export notes that the last publication excluded by rules which the configuration does not have any more."
    )
    var allowPublished = false

    @Flag(help: "Export words that excluded notes share with published ones.")
    var acceptSharedWords = false

    @Option(help: .photoWorker, completion: .file())
    var photoWorker: String?

    @OptionGroup var waiting: WaitOption

    /// True if the result goes to standard output.
    var isStandardOutput: Bool { output == "-" }

    func validate() throws {
        try require(!output.isEmpty, "--output has an empty name.")
        try requireLanguage(language)
    }

    /// Calls `body` with the path of the file to write. For standard output that is a temporary
    /// file, which is copied afterwards.
    ///
    /// - Parameter ending: The extension of the temporary file.
    func writing<Result>(
        _ ending: String, _ body: (String) async throws -> Result
    ) async throws -> Result {
        Messages.explainInterrupt()
        guard isStandardOutput else { return try await body(output) }
        let scratch = ScratchFolder()
        defer { withExtendedLifetime(scratch) {} }
        let folder = try scratch.path()
        let path = "\(folder)/notes.\(ending)"
        let result = try await body(path)
        try StandardOutput.write(fileAt: path)
        return result
    }

    /// Writes a notebook in a format.
    ///
    /// - Parameter ending: The extension of the temporary file for standard output.
    func write(
        _ format: some OutputFormat, _ options: BuildOptions, ending: String
    ) async throws -> Report {
        let progress = Messages.current.progress
        return try await writing(ending) { path in
            try await BuildPipeline.export(
                options, as: format, to: path, isReplacing: replace, progress: progress)
        }
    }

    /// Prints the report of an export as JSON; otherwise prints what was read, followed by `facts`.
    ///
    /// - Throws: `ExitCode` 2 if something could not be read.
    func show(_ report: Report, asJSON: Bool = false, facts: [String] = []) throws {
        let messages = Messages.current
        if asJSON {
            try Messages.print(report.json())
        } else {
            for line in messages.lines(of: report) + facts { messages.show(line) }
        }
        if !report.isComplete { throw ExitCode(2) }
    }

    func options() throws -> BuildOptions {
        var options = try reading.options(photoWorker: photoWorker)
        try options.requireOneNotebook()
        if let notebook { options.output = notebook }
        options.acceptsSharedWords = acceptSharedWords
        options.allowsPublished = allowPublished
        if let notebookTitle { options.title = notebookTitle }
        if let tag = language.flatMap(BuildOptions.languageTag) { options.language = tag }
        options.waits = waiting.wait ?? 0
        options.selection = selecting.selection(in: options.timeZone)
        return options
    }
}

/// Validates a language tag; nil is valid.
///
/// - Throws: `ValidationError` if the text is not a language tag.
func requireLanguage(_ tag: String?) throws {
    guard let tag, BuildOptions.languageTag(tag) == nil else { return }
    throw ValidationError("“\(tag)” is not a language; use a short name such as en, de-AT or ja.")
}
