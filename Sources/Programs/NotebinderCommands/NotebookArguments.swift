import ArgumentParser
import BuildPipeline

/// The arguments of commands that use a notebook which has already been built.
struct NotebookArguments: ParsableArguments {
    @OptionGroup var folder: NotesFolderArguments

    @OptionGroup var choice: NotebookChoice

    func options() throws -> BuildOptions { try choice.options(notes: folder.notes) }
}

/// The arguments that say which notebook a command is about.
struct NotebookChoice: ParsableArguments {
    @Option(help: .configuration, completion: .file())
    var config: String?

    @Option(help: .edition)
    var edition: String?

    @Option(
        name: [.short, .long], help: "The folder of the notebook; Notebook by default.",
        completion: .directory)
    var output: String?

    func validate() throws {
        try require(output != "", "--output has an empty name.")
    }

    /// Returns the options of the notebook.
    ///
    /// - Parameter notes: The notes folder; nil for that of the configuration.
    /// - Throws: ``UserFacingError`` if the configuration is invalid, or has several editions and
    ///   none is named.
    func options(notes: String? = nil) throws -> BuildOptions {
        var options = try BuildOptions(notes: notes, config: config)
        if let edition { options = try options.edition(named: edition) }
        if let output { options.output = output } else { try options.requireOneNotebook() }
        return options
    }
}
