package import ArgumentParser
import BuildPipeline
import LocalFiles

/// The program's arguments. `64` is the exit status of wrong usage.
package struct NotebinderCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "notebinder",
        abstract: "Turns notes that an iPhone app archived into a notebook that lasts.",
        discussion: """
            Reads a folder of archived notes (MyNotes) and publishes a website, with Markdown and \
            JSON beside it. To try it without notes of your own:

              notebinder sample
              notebinder build
            """,
        version: ProgramVersion.text,
        subcommands: [
            BuildCommand.self, WatchCommand.self, ServeCommand.self, RollbackCommand.self,
            CheckCommand.self, ListCommand.self, ShowCommand.self,
            InspectCommand.self, NewCommand.self, EditCommand.self, DeleteCommand.self,
            RestoreCommand.self, PhotosCommand.self, CardsCommand.self, StudyCommand.self,
            BagCommand.self, VerifyCommand.self, BindCommand.self, ImportCommand.self,
            DiffCommand.self,
            SampleCommand.self,
        ])

    package init() {}

    /// Does what the program's arguments say, and ends the process with the exit status.
    package static func runAndExit() {
        ProcessMemory.keepsAllButLargeBuffers()
        main()
    }
}
