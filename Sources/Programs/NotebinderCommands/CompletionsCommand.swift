import ArgumentParser

struct CompletionsCommand: ParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Print a script that completes commands and options in a shell.",
        discussion: """
            Examples:

              source <(notebinder completions bash)
              notebinder completions zsh > "${fpath[1]}/_notebinder"
              notebinder completions fish > ~/.config/fish/completions/notebinder.fish
            """)

    /// The shells that have completion scripts, by the names that the parser has for them.
    enum Shell: String, CaseIterable, ExpressibleByArgument {
        case bash, zsh, fish
    }

    @Argument(help: "The shell: bash, zsh or fish.")
    var shell: Shell

    @OptionGroup var printing: PrintingOptions

    func run() throws {
        guard let kind = CompletionShell(rawValue: shell.rawValue) else {
            throw ValidationError("There is no completion script for \(shell.rawValue).")
        }
        try Messages.print(NotebinderCommand.completionScript(for: kind) + "\n")
    }
}
