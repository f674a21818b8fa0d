import ArgumentParser
import BuildPipeline
import NoteModel

struct RollbackCommand: ParsableCommand, PrintingCommand {
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

    @OptionGroup var waiting: WaitOption

    @Flag(help: "Print the names of the restored trees as JSON.")
    var json = false

    @OptionGroup var printing: PrintingOptions

    func run() throws {
        var options = try notebook.options()
        if let formats { options.formats = formats.formats }
        options.waits = waiting.wait ?? 0
        let trees = try orExit { [options] () throws(BuildError) in
            try BuildPipeline.rollBack(options)
        }
        guard !trees.isEmpty else {
            Messages.current.show(error: "\(options.output) keeps no older trees.")
            throw ExitCode(1)
        }
        if json {
            return try Messages.print(
                JSONValue.object([("restored", .array(trees.map { .string($0) }))]).indented)
        }
        Messages.current.show(
            "Restored \(trees.joined(separator: ", ")) as before the last publication.")
    }
}
