import ArgumentParser
import BuildPipeline

struct BindCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bind",
        abstract: "Bind the notebook as one file: a web page that contains everything, or an EPUB.",
        discussion: """
            Recordings are in the book where those who read it can play them: in a web page what \
            browsers play, in an EPUB MP3, M4A and films.

            Exit status: 0 everything was read; 1 failed, and an older book stands; 2 made, but a \
            file or a photo could not be read; 64 wrong usage; 75 another run is at work.
            """)

    @OptionGroup var export: ExportArguments

    @Option(help: "html (one file with its pictures) or epub; by default as the file's ending.")
    var `as`: BookOptions.Form?

    func validate() throws {
        guard form != nil else {
            throw ValidationError(
                "Say --as html or --as epub, or let the file end in one of the two.")
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
        var book = BookOptions(output: export.output, form: form)
        book.isReplacing = export.replace
        let messages = Messages()
        let report = try await orExit { () async throws(BuildError) in
            try await BuildPipeline.bind(options, book, progress: messages.progress)
        }
        for line in messages.lines(of: report) { messages.tell(line) }
        messages.tell("Open \(export.output)")
        if !report.isComplete { throw ExitCode(2) }
    }
}

extension BookOptions.Form: ExpressibleByArgument {}
