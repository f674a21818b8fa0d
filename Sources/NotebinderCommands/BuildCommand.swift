import ArgumentParser
import BuildPipeline
import Foundation

struct BuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Publish a notes folder as a website, Markdown and JSON.",
        discussion: """
            Exit status: 0 everything was read; 1 failed, and nothing was published; 2 published, \
            but a file or a photo could not be read; 64 wrong usage; 75 another run is at work.
            """)

    @Argument(help: "The folder that holds the archived notes, or a single archive.")
    var notes = "MyNotes"

    @Option(name: [.short, .long], help: "The folder to publish into.")
    var output = "Notebook"

    @Option(help: "What to write: html, markdown, json, with commas between them.")
    var formats = FormatList()

    @Option(help: "Title of the notebook.")
    var title = "Notebook"

    @Option(
        help:
            "Language of the notes, for the order of titles and for screen readers, as en or de-AT."
    )
    var language = "en"

    @Option(help: "Where the dates of notes are told, as Europe/Rome.")
    var timeZone = ZoneName()

    @Option(help: "A folder with templates that replace the program's own.")
    var templates: String?

    @Option(help: "The photo worker; by default notebinder-photos beside this program.")
    var photoWorker: String?

    @Flag(help: "Say how long each station took.")
    var timings = false

    @Flag(name: [.short, .long], help: "Say only what went wrong.")
    var quiet = false

    func validate() throws {
        guard !notes.isEmpty else { throw ValidationError("The notes folder has an empty name.") }
        guard !output.isEmpty else { throw ValidationError("--output has an empty name.") }
    }

    func run() throws {
        var options = BuildOptions(
            notes: notes, output: output, photoWorker: photoWorker ?? PhotoWorkerPath.beside)
        options.formats = formats.formats
        options.title = title
        options.language = language
        options.timeZone = timeZone.zone
        options.templates = templates
        let messages = Messages(isQuiet: quiet)
        let outcome: BuildPipeline.Outcome
        do throws(BuildFailure) {
            outcome = try BuildPipeline.run(options, progress: messages.progress)
        } catch {
            messages.tell(failure: error.message)
            throw ExitCode(error.kind == .locked ? 75 : 1)
        }
        messages.tell(outcome, output: output)
        if timings { messages.tell(timings: outcome.timings) }
        if !outcome.report.isComplete { throw ExitCode(2) }
    }
}

/// The trees to write, as `html,json`.
struct FormatList: ExpressibleByArgument {
    var formats = Set(BuildOptions.Format.allCases)

    init() {}

    init?(argument: String) {
        let names = argument.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        let known = names.compactMap { BuildOptions.Format(rawValue: $0.lowercased()) }
        guard !known.isEmpty, known.count == names.count else { return nil }
        formats = Set(known)
    }

    var defaultValueDescription: String { "html,markdown,json" }
}

/// The name of a time zone.
struct ZoneName: ExpressibleByArgument {
    var zone = TimeZone.gmt

    init() {}

    init?(argument: String) {
        guard let zone = TimeZone(identifier: argument) else { return nil }
        self.zone = zone
    }

    var defaultValueDescription: String { "UTC" }
}

/// Where the photo worker is looked for.
enum PhotoWorkerPath {
    /// Beside this program, wherever a link to it may lie.
    static var beside: String {
        let program = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        return program.resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("notebinder-photos").path
    }
}
