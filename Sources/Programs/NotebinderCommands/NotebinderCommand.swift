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
            BuildCommand.self, WatchCommand.self, ServeCommand.self, PublishCommand.self,
            StatusCommand.self, PrepareCommand.self,
            RollbackCommand.self,
            CheckCommand.self, ListCommand.self, ShowCommand.self,
            InspectCommand.self, NewCommand.self, EditCommand.self, DeleteCommand.self,
            RestoreCommand.self, TrashCommand.self, PhotosCommand.self, CardsCommand.self,
            StudyCommand.self,
            BagCommand.self, VerifyCommand.self, BindCommand.self, ExportCommand.self,
            ImportCommand.self,
            DiffCommand.self, FindCommand.self, ExtractCommand.self, SampleCommand.self,
            InitCommand.self, TemplatesCommand.self, DoctorCommand.self, CompletionsCommand.self,
        ])

    package init() {}

    /// Runs the command that the program's arguments name, and ends the process with its exit
    /// status.
    package static func runAndExit() -> Never {
        // Must precede opening any file, which would otherwise get the descriptor of a closed
        // stream.
        StandardOutput.reserveStreams()
        ProcessMemory.keepsAllButLargeBuffers()
        let command: any ParsableCommand
        do {
            let arguments = try separated(Array(CommandLine.arguments.dropFirst()))
            try requireKnownCommand(arguments[...])
            command = try parseAsRoot(arguments)
        } catch {
            finish(error)
        }
        ScratchFolder.removeAbandoned()
        Task {
            do {
                let messages = (command as? any PrintingCommand)?.messages ?? Messages()
                try await Messages.$current.withValue(messages) {
                    // Other commands may build again and again.
                    try await ProcessMemory.$isFreedByExit.withValue(command is BuildCommand) {
                        try await run(command)
                    }
                }
                finish(nil)
            } catch {
                finish(error)
            }
        }
        dispatchMain()
    }

    /// - Throws: `ExitCode` with the status of an error, whose message has been printed by then.
    private static func run(_ command: any ParsableCommand) async throws {
        var command = command
        do {
            if var concurrent = command as? any AsyncParsableCommand {
                try await concurrent.run()
            } else {
                try command.run()
            }
        } catch {
            throw Messages.current.exit(after: error)
        }
    }

    /// Returns arguments with the values of short options, as in `-oNotebook`, on their own.
    ///
    /// - Throws: `ValidationError` for a name that begins with a hyphen: among its letters may be
    ///   `h`, and the parser would print the help and end with success.
    static func separated(_ arguments: [String]) throws -> [String] {
        var separated: [String] = []
        for (index, argument) in arguments.enumerated() {
            if argument == "--" { return separated + arguments[index...] }
            let letters = argument.dropFirst()
            // A negative number is a value.
            let isBundle =
                argument.hasPrefix("-") && letters.count > 1 && letters.first?.isLetter == true
                && !letters.allSatisfy { "qvh".contains($0) }
            if isBundle, let first = letters.first, first == "o" || first == "n" {
                separated += ["-\(first)", String(letters.dropFirst())]
            } else if isBundle, separated.last?.hasPrefix("--") != true {
                throw ValidationError(
                    "Unknown option '\(argument)'. If it is a name, write -- before it.")
            } else {
                separated.append(argument)
            }
        }
        return separated
    }

    /// Refuses the name of an unknown command, and suggests the one most likely meant. The parser
    /// would take it for an argument, and `help` would ignore it.
    private static func requireKnownCommand(_ arguments: ArraySlice<String>) throws {
        var names = arguments.first == "help" ? arguments.dropFirst() : arguments
        var subcommands = configuration.subcommands
        // The arguments of a default command may be any names.
        var takesAnything = false
        while let name = names.first, name != "help", !name.hasPrefix("-"), !subcommands.isEmpty {
            // Every command states its name; otherwise the parser would derive it at every start,
            // which is slow.
            let known = subcommands.map { $0.configuration.commandName ?? "" }
            guard let position = known.firstIndex(of: name) else {
                guard !takesAnything else { return }
                // A command has few subcommands, so all of them can be named.
                let others = known.dropLast().joined(separator: ", ")
                let all = known.count > 10 ? "" : " There are \(others) and \(known.last ?? "")."
                let meant = known.nearest(to: name).map { " Did you mean '\($0)'?" } ?? all
                throw ValidationError("Unknown command '\(name)'.\(meant)")
            }
            let command = subcommands[position].configuration
            subcommands = command.subcommands
            takesAnything = command.defaultSubcommand != nil
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
