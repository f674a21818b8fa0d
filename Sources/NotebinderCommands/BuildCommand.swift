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

    @OptionGroup var reading: ReadingArguments

    @Option(name: [.short, .long], help: "The folder to publish into; Notebook by default.")
    var output: String?

    @Option(help: "What to write: html, markdown, json, with commas between them; all by default.")
    var formats: FormatList?

    @Option(help: "Title of the notebook.")
    var title: String?

    @Option(
        help:
            "Language of the site: its own words and the order of titles, as en or de-AT."
    )
    var language: String?

    @Option(help: "A folder with templates that replace the program's own.")
    var templates: String?

    @Option(help: "The photo worker; by default notebinder-photos beside this program.")
    var photoWorker: String?

    @Flag(help: "Say how long each station took.")
    var timings = false

    @Flag(name: [.short, .long], help: "Say only what went wrong.")
    var quiet = false

    func validate() throws {
        guard output != "" else { throw ValidationError("--output has an empty name.") }
        try requireLanguage(language)
    }

    func run() throws {
        var options = try reading.options(photoWorker: photoWorker)
        if let output { options.output = output }
        if let formats { options.formats = formats.formats }
        if let title { options.title = title }
        if let tag = language.flatMap(BuildOptions.languageTag) { options.language = tag }
        if let templates { options.templates = templates }
        let messages = Messages(isQuiet: quiet)
        let outcome: BuildPipeline.Outcome
        do throws(BuildFailure) {
            outcome = try BuildPipeline.run(options, progress: messages.progress)
        } catch {
            messages.tell(failure: error.message)
            throw ExitCode(error.kind == .locked ? 75 : 1)
        }
        messages.tell(outcome, output: options.output)
        if timings { messages.tell(timings: outcome.timings) }
        if !outcome.report.isComplete { throw ExitCode(2) }
    }
}

/// The trees to write, as `html,json`.
struct FormatList: ExpressibleByArgument {
    let formats: Set<BuildOptions.Format>

    init?(argument: String) {
        let names = argument.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        let known = names.compactMap { BuildOptions.Format(rawValue: $0.lowercased()) }
        guard !known.isEmpty, known.count == names.count else { return nil }
        formats = Set(known)
    }
}
