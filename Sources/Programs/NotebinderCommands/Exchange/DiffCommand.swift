import ArgumentParser
import BuildPipeline
import LocalFiles
import NoteModel

struct DiffCommand: ParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show how the notes of two exports differ.",
        discussion: """
            Compares notebooks, their json folders, and bags (folders or ZIP files). Notes are \
            matched by the identifiers of their app, and by sources, titles, dates and texts.

            Signs: + added, - removed, ~ changed, > renamed; other changes follow the colon.

            Examples:
              notebinder diff Notes-2025 Notes-2026
              notebinder diff Notes-2025 Notes-2026 --html > changes.html

            Exit status: 0 compared, with or without differences; 1 an export cannot be read; 2 a \
            note cannot be read; 64 invalid options.
            """)

    @Argument(help: "The older export.", completion: .file())
    var old: String

    @Argument(help: "The newer export.", completion: .file())
    var new: String

    @Flag(help: "Print the differences as JSON.")
    var json = false

    @Flag(help: "Print a web page that shows the texts side by side.")
    var html = false

    @OptionGroup var printing: PrintingOptions

    func validate() throws {
        try require(!(json && html), "--json and --html exclude each other.")
    }

    func run() throws {
        let (difference, problems) = try BuildPipeline.difference(from: old, to: new)
        if html {
            let page = DifferencePage(
                difference, old: LocalFiles.name(of: old), new: LocalFiles.name(of: new))
            try Messages.print(page.bytes())
        } else if json {
            try Messages.print(value(of: difference).indented)
        } else {
            try Messages.print(lines(of: difference))
        }
        for problem in problems { Messages.current.show(error: problem) }
        if !problems.isEmpty { throw ExitCode(2) }
    }

    private func lines(_ sign: String, notes: [Note]) -> [String] {
        notes.map { "\(sign) \($0.title) (\($0.id.text))" }
    }

    private func lines(of difference: NotebookDifference) -> String {
        func parts(_ change: NotebookDifference.Change) -> String {
            let names = change.parts.map(\.rawValue).joined(separator: ", ")
            return names.isEmpty ? "" : ": " + names
        }
        var lines = lines("+", notes: difference.added) + self.lines("-", notes: difference.removed)
        lines += difference.changed.map { "~ \($0.new.title) (\($0.new.id.text))\(parts($0))" }
        lines += difference.renamed.map {
            "> \($0.old.title) → \($0.new.title) (\($0.new.id.text))\(parts($0))"
        }
        guard !lines.isEmpty else { return "No differences.\n" }
        return lines.map { Messages.printable($0) + "\n" }.joined()
    }

    private func value(of difference: NotebookDifference) -> JSONValue {
        func value(_ note: Note) -> JSONValue {
            .object([("title", .string(note.title)), ("source", .string(note.id.text))])
        }
        func value(_ change: NotebookDifference.Change) -> JSONValue {
            .object([
                ("title", .string(change.new.title)), ("source", .string(change.new.id.text)),
                ("oldTitle", .string(change.old.title)),
                ("oldSource", .string(change.old.id.text)),
                ("parts", .array(change.parts.map { .string($0.rawValue) })),
            ])
        }
        return .object([
            ("added", .array(difference.added.map(value))),
            ("removed", .array(difference.removed.map(value))),
            ("changed", .array(difference.changed.map(value))),
            ("renamed", .array(difference.renamed.map(value))),
        ])
    }
}
