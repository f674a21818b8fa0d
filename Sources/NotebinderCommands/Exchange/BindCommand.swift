import ArgumentParser
import BuildPipeline
import NotebookExports

struct BindCommand: AsyncParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "bind",
        abstract: "Bind the notebook as one file: a web page that contains everything, or an EPUB.",
        discussion: """
            A book contains the recordings that its readers can play: in a web page those that \
            browsers play, in an EPUB MP3, M4A and films.

            Example: notebinder bind MyNotes --output notes.epub

            Exit status: 0 success; 1 failure, an older book is unchanged; 2 made, but a file or \
            photo could not be read; 64 invalid options; 75 a build of the notebook is running.
            """)

    @OptionGroup var export: ExportArguments

    @Flag(help: "Print the report as JSON.")
    var json = false

    @Option(help: "html (one file with its pictures) or epub; by default as the file's ending.")
    var `as`: BookOptions.Form?

    @OptionGroup var printing: PrintingOptions

    func validate() throws {
        guard !(json && export.isStandardOutput) else {
            throw ValidationError(
                "Standard output is either the book or the report; leave out --json.")
        }
        guard form != nil else {
            throw ValidationError(
                "Use --as html or --as epub, or a file name with one of these extensions.")
        }
    }

    private var form: BookOptions.Form? {
        `as`
            ?? BookOptions.Form.allCases.first {
                export.output.lowercased().hasSuffix("." + $0.rawValue)
            }
    }

    func run() async throws {
        guard let form else { return }
        let options = try export.options()
        let messages = Messages.current
        let report = try await export.writing(form.rawValue) { path in
            var book = BookOptions(output: path, form: form)
            book.isReplacing = export.replace
            return try await orExit { [book] () async throws(BuildError) in
                try await BuildPipeline.bind(options, book: book, progress: messages.progress)
            }
        }
        if json {
            try Messages.print(report.json())
            if !report.isComplete { throw ExitCode(2) }
            return
        }
        for line in messages.lines(of: report) { messages.show(line) }
        if !export.isStandardOutput { messages.show("Open \(export.output)") }
        if !report.isComplete { throw ExitCode(2) }
    }
}

extension BookOptions.Form: ExpressibleByArgument {}
