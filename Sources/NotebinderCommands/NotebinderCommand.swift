package import ArgumentParser
import BuildPipeline
import Dispatch
import LocalFiles

/// The command line of the program. Incorrect usage exits with status 64.
package struct NotebinderCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "notebinder",
        abstract: "Publish the archived notes of iPhone apps as a website, Markdown and JSON.",
        discussion: """
            Try it with sample notes:

              notebinder sample
              notebinder build MyNotes --output Notebook

            Then open Notebook/site/index.html.

            Report bugs where you got the program from, with the output of notebinder doctor. If an \
            archive is read incorrectly, notebinder inspect shows what is in it.
            """,
        version: ProgramVersion.text,
        subcommands: [
            BuildCommand.self, WatchCommand.self, ServeCommand.self, RollbackCommand.self,
            CheckCommand.self, ListCommand.self, ShowCommand.self,
            InspectCommand.self, NewCommand.self, EditCommand.self, DeleteCommand.self,
            RestoreCommand.self, TrashCommand.self, PhotosCommand.self, CardsCommand.self,
            StudyCommand.self,
            BagCommand.self, VerifyCommand.self, BindCommand.self, ExportCommand.self,
            ImportCommand.self,
            DiffCommand.self, FindCommand.self, ExtractCommand.self, SampleCommand.self,
            DoctorCommand.self, CompletionsCommand.self,
        ])

    package init() {}

    /// Runs the command that the program's arguments name, and ends the process with its exit status.
    package static func runAndExit() -> Never {
        // Must precede opening any file, which would otherwise get the descriptor of a closed
        // stream.
        StandardOutput.reserveStreams()
        ProcessMemory.keepsAllButLargeBuffers()
        ScratchFolder.removeAbandoned()
        Task {
            do {
                try requireKnownCommand(CommandLine.arguments.dropFirst())
                let command = try parseAsRoot()
                let printing = (command as? any PrintingCommand)?.printing
                try await Messages.$current.withValue(printing?.messages ?? Messages()) {
                    try await run(command)
                }
                finish(nil)
            } catch {
                finish(error)
            }
        }
        dispatchMain()
    }

    private static func run(_ command: any ParsableCommand) async throws {
        var command = command
        if var concurrent = command as? any AsyncParsableCommand {
            try await concurrent.run()
        } else {
            try command.run()
        }
    }

    /// Throws an error for the name of a command that does not exist, with the one that is most likely
    /// meant. The parser takes such a name for an argument, and `help` ignores it.
    private static func requireKnownCommand(_ arguments: ArraySlice<String>) throws {
        var names = arguments.first == "help" ? arguments.dropFirst() : arguments
        var subcommands = configuration.subcommands
        while let name = names.first, name != "help", !name.hasPrefix("-"), !subcommands.isEmpty {
            let known = subcommands.map {
                $0.configuration.commandName ?? String(describing: $0).lowercased()
            }
            guard let position = known.firstIndex(of: name) else {
                let meant = known.nearest(to: name).map { " Did you mean '\($0)'?" } ?? ""
                throw ValidationError("Unknown command '\(name)'.\(meant)")
            }
            subcommands = subcommands[position].configuration.subcommands
            names = names.dropFirst()
        }
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

    /// Prints the text with which `--help`, `--version` and the like end a command.
    ///
    /// - Returns: The error to exit with: success, the error of printing, or any other error
    ///   unchanged.
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
