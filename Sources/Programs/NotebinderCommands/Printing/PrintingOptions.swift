import ArgumentParser

/// The options of all commands for what they print.
struct PrintingOptions: ParsableArguments {
    @Flag(name: [.short, .long], help: "Print errors only.")
    var quiet = false

    @Flag(
        name: [.short, .long],
        help: "Print every problem and, for builds, the duration of each stage.")
    var verbose = false

    @Option(help: "Color in messages and tables.")
    var color = TerminalStyle.Color.auto

    func validate() throws {
        try require(!(quiet && verbose), "--quiet and --verbose exclude each other.")
    }

    var messages: Messages { messages(in: .text) }

    /// Returns the messages in a format.
    ///
    /// - Parameter repeatsProblems: True to print problems again that earlier builds reported.
    func messages(in format: Messages.Format, repeatsProblems: Bool = false) -> Messages {
        Messages(
            isQuiet: quiet, isVerbose: verbose, format: format, repeatsProblems: repeatsProblems,
            color: color)
    }
}

/// A command with options for what it prints.
protocol PrintingCommand: ParsableCommand {
    var printing: PrintingOptions { get }
    /// The messages that are current while the command runs.
    var messages: Messages { get }
}

extension PrintingCommand {
    var messages: Messages { printing.messages }
}

/// The option of commands that wait for another program to finish.
struct WaitOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: "Seconds to wait for another program that is writing; 0 by default.")
    var wait: Double?

    func validate() throws {
        try require(
            (0...86_400).contains(wait ?? 0),
            "--wait takes a number of seconds from 0 to 86400, which is a day.")
    }
}
