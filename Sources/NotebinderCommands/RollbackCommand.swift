import ArgumentParser
import BuildPipeline

struct RollbackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback",
        abstract: "Bring back the trees as they were before the last publication.",
        discussion: """
            They stay so until the notes, the templates or the configuration change, or `notebinder \
            build --full` is run. How many publications are kept says “keep” in the configuration; \
            3 by default.
            """)

    @OptionGroup var building: BuildArguments

    func run() throws {
        let options = try building.options()
        let trees = try orExit { () throws(BuildFailure) in try BuildPipeline.rollBack(options) }
        guard !trees.isEmpty else {
            building.messages.tell(failure: "\(options.output) keeps no older trees.")
            throw ExitCode(1)
        }
        building.messages.tell(
            "Put back \(trees.joined(separator: ", ")) as before the last publication.")
    }
}
