import ArgumentParser
import BuildPipeline

struct CheckCommand: ParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Read every note and photo, and report problems.",
        discussion: """
            Publishes nothing. Exit status: 0 everything can be read; 1 the notes folder cannot; \
            2 something in it cannot, and is named.
            """)

    @OptionGroup var reading: NotesArguments

    @Flag(help: "Print the report as JSON, as builds write it to report.json.")
    var json = false

    @Option(help: .photoWorker, completion: .file())
    var photoWorker: String?

    @OptionGroup var printing: PrintingOptions

    func run() throws {
        let options = try reading.options(photoWorker: photoWorker)
        let messages = Messages.current
        let report = try BuildPipeline.check(options, progress: messages.progress)
        let lines = messages.lines(of: report)
        if json {
            try Messages.print(report.json())
        } else {
            try Messages.print(lines.joined(separator: "\n") + "\n")
        }
        if !report.isComplete { throw ExitCode(2) }
    }
}
