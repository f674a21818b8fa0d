import ArgumentParser
import BuildPipeline
import NoteModel

struct RollbackCommand: ParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback",
        abstract: "Restore the previous publication, or an earlier one.",
        discussion: """
            A restored publication replaces the present one and all later ones, which are deleted. \
            The next build publishes new trees only if the notes, the templates or the \
            configuration change, or with --full; it uploads the restored site and runs the hook. \
            “keep” in the configuration sets the number of earlier publications that are kept, 3 by \
            default.
            """)

    @OptionGroup var notebook: NotebookArguments

    @Option(help: "The trees of the notebook, if `build` is run with --formats; all are restored.")
    var formats: FormatList?

    @Flag(help: "List the earlier publications that are kept.")
    var list = false

    @Option(help: "The number of the publication to restore, from --list.")
    var to: Int?

    @OptionGroup var waiting: WaitOption

    @Flag(help: "Print the names of the restored trees as JSON.")
    var json = false

    @OptionGroup var printing: PrintingOptions

    func run() throws {
        var options = try notebook.options()
        if let formats { options.formats = formats.formats }
        options.waits = waiting.wait ?? 0
        if list { return try printList(options) }
        let trees = try BuildPipeline.rollBack(options, to: to)
        guard !trees.isEmpty else {
            throw UserError(
                "\(options.output) has no earlier publication; nothing was changed.")
        }
        if json {
            return try Messages.print(
                JSONValue.object([("restored", .array(trees.map { .string($0) }))]).indented)
        }
        Messages.current.show(
            "Restored \(trees.joined(separator: ", ")) as \(to.map { "publication \($0)" } ?? "before the last publication")."
        )
    }

    /// Prints one row per earlier publication: its number, its time and the trees that the next one
    /// changed.
    private func printList(_ options: BuildOptions) throws {
        let kept = try BuildPipeline.keptPublications(options)
        let rows = kept.map { publication in
            [
                String(publication.number), CivilTime(publication.published).rfc3339,
                publication.trees.joined(separator: ", "),
            ]
        }
        if json {
            let members = kept.map { publication in
                JSONValue.object([
                    ("number", .integer(publication.number)),
                    ("published", .string(CivilTime(publication.published).rfc3339)),
                    ("trees", .array(publication.trees.map { .string($0) })),
                ])
            }
            return try Messages.print(JSONValue.array(members).indented)
        }
        if rows.isEmpty {
            return Messages.current.show("\(options.output) has no earlier publications.")
        }
        try Messages.print(
            TextTable([("Number", .right), ("Published", .left), ("Trees", .left)], rows: rows))
    }

    func validate() throws {
        try require(!list || to == nil, "--list and --to exclude each other.")
    }
}
