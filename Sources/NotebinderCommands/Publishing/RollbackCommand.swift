import ArgumentParser
import BuildPipeline

struct RollbackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback",
        abstract: "Restore the previous publication.",
        discussion: """
            The next build publishes new trees only if the notes, the templates or the \
            configuration change, or with --full. “keep” in the configuration sets the number of \
            earlier publications that are kept, 3 by default.
            """)

    @OptionGroup var notebook: NotebookArguments

    @Option(help: "The trees to restore, if `build` is run with --formats.")
    var formats: FormatList?

    @Option(
        parsing: .unconditional,
        help: "Seconds to wait for another build of the notebook; 0 by default.")
    var wait: Double?

    func validate() throws { try requireDuration(wait) }

    func run() throws {
        var options = try notebook.options()
        if let formats { options.formats = formats.formats }
        options.waits = wait ?? 0
        let trees = try orExit { [options] () throws(BuildError) in
            try BuildPipeline.rollBack(options)
        }
        guard !trees.isEmpty else {
            notebook.messages.show(error: "\(options.output) keeps no older trees.")
            throw ExitCode(1)
        }
        notebook.messages.show(
            "Restored \(trees.joined(separator: ", ")) as before the last publication.")
    }
}
