import ArgumentParser
import BuildPipeline
import NoteModel

struct PrepareCommand: ParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "prepare",
        abstract: "Read, compile and prepare a part of a very large notebook, for a later build.",
        discussion: """
            Several machines prepare one part each, and write files with names of their own into the \
            folder .notebinder/prepared of the notebook. If they do not share it, copy these files \
            into one folder. The next build, with the same version of the program, uses them.

            Example: notebinder prepare MyNotes --shard 2/8

            Exit status: 0 prepared; 1 failure; 64 wrong usage; 75 a build is running.
            """)

    @OptionGroup var building: BuildArguments

    @Option(
        help: "The part K of N (K/N); by default as Slurm, Kubernetes or AWS Batch say, or all.")
    var shard: Shard?

    var printing: PrintingOptions { building.printing }
    var messages: Messages { building.messages }

    func run() throws {
        let options = try building.options()
        let shard = try shard ?? .scheduled()
        let prepared = try BuildPipeline.prepare(
            options, part: shard.part, progress: messages.progress)
        messages.show(
            "Prepared \(Messages.counted(prepared.notes, "note")) and \(Messages.counted(prepared.media, "medium", "media")) as part \(shard.index + 1) of \(shard.count)."
        )
    }
}
