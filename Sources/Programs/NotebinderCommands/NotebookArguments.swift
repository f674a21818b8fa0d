import ArgumentParser
import BuildPipeline

/// The arguments of commands that use a notebook which has already been built.
struct NotebookArguments: ParsableArguments {
    @OptionGroup var folder: NotesFolderArguments

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

    func options() throws -> BuildOptions {
        var options = try BuildOptions(notes: folder.notes, config: config)
        if let edition { options = try options.edition(named: edition) }
        if let output { options.output = output } else { try options.requireOneNotebook() }
        return options
    }
}
