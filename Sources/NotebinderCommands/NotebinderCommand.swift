package import ArgumentParser
import BuildPipeline
import Dispatch
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

    /// Runs the command that the program's arguments name, and ends the process with its exit status.
    package static func runAndExit() -> Never {
        // Before anything opens a file that would take the place of a closed stream.
        StandardOutput.reserveStreams()
        ProcessMemory.keepsAllButLargeBuffers()
        Task {
            do {
                var command = try parseAsRoot()
                if var concurrent = command as? any AsyncParsableCommand {
                    try await concurrent.run()
                } else {
                    try command.run()
                }
                finish(nil)
            } catch {
                finish(error)
            }
        }
        dispatchMain()
    }

    private static func finish(_ error: (any Error)?) -> Never {
        do {
            if let error { throw error }
            try StandardOutput.close()
            exit(withError: nil)
        } catch {
            exit(withError: printed(error))
        }
    }

    /// Prints what `--help`, `--version` and the like end a command with, so that a failure to do so is one.
    private static func printed(_ error: any Error) -> any Error {
        guard exitCode(for: error).isSuccess, case let text = fullMessage(for: error), !text.isEmpty
        else { return error }
        do {
            try Messages.print(text + "\n")
            try StandardOutput.close()
            return ExitCode.success
        } catch {
            return error
        }
    }
}
