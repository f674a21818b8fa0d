import ArgumentParser
import BuildPipeline
import Foundation

struct BuildCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Publish a notes folder as a website, Markdown and JSON.",
        discussion: """
            Only what changed since the last run is read, made and written. Exit status: 0 \
            everything was read; 1 failed, and nothing was published; 2 published, but a file or a \
            photo could not be read; 3 published, but the hook for it failed; 64 wrong usage or an \
            invalid value in the configuration; 75 another run is at work.
            """)

    @OptionGroup var building: BuildArguments

    @Flag(help: "Rebuild everything.")
    var full = false

    @Flag(help: "Print what would be added, changed, renamed and removed, and write nothing.")
    var dryRun = false

    @Flag(
        help:
            "Start a new ledger of addresses if the old one is missing or damaged; former addresses of renamed notes stop working."
    )
    var newLedger = false

    @Flag(help: "Print the duration of each stage.")
    var timings = false

    func run() async throws {
        var options = try building.options()
        options.isFull = full
        options.isDry = dryRun
        options.startsNewLedger = newLedger
        let messages = building.messages
        let outcome: Build.Outcome
        do throws(BuildError) {
            outcome = try await Build.run(options, progress: messages.progress)
        } catch {
            messages.tell(failure: error.message)
            throw ExitCode(error.exitStatus)
        }
        if dryRun {
            try messages.printPlan(of: outcome)
        } else {
            messages.tell(outcome, output: options.output)
        }
        if timings { messages.tell(timings: outcome.timings) }
        if outcome.exitStatus != 0 { throw ExitCode(outcome.exitStatus) }
    }
}

/// What is published, where and how: the arguments of all commands that publish.
struct BuildArguments: ParsableArguments {
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

    @Option(
        parsing: .unconditional,
        help: "Seconds to wait for another run that is at work; 0 by default.")
    var wait: Double?

    @Flag(help: "Publish though many notes are gone at once.")
    var allowRemovals = false

    @Flag(help: "Publish words that excluded notes share with published ones.")
    var acceptSharedWords = false

    @Flag(help: "Tell also of problems that were told before.")
    var repeatProblems = false

    @Option(help: "How messages are written: text or json, a line each; text by default.")
    var logFormat: Messages.Format?

    @Flag(name: [.short, .long], help: "Say only what went wrong.")
    var quiet = false

    var messages: Messages {
        Messages(isQuiet: quiet, format: logFormat ?? .text, repeatsProblems: repeatProblems)
    }

    func validate() throws {
        guard output != "" else { throw ValidationError("--output has an empty name.") }
        guard title?.allSatisfy(\.isWhitespace) != true else {
            throw ValidationError("--title is empty.")
        }
        try requireDuration(wait)
        try requireLanguage(language)
    }

    /// The options of a run, or the end of the program.
    func options() throws -> BuildOptions {
        try orExit { () throws(BuildError) in try configured() }
    }

    /// The same, for whoever goes on where the configuration is wrong.
    func configured() throws(BuildError) -> BuildOptions {
        var options = try reading.manner.configured(
            notes: reading.notes, photoWorker: photoWorker)
        if let output { options.output = output }
        if let formats { options.formats = formats.formats }
        if let title { options.title = title }
        if let tag = language.flatMap(BuildOptions.languageTag) { options.language = tag }
        if let templates { options.templates = templates }
        options.waits = wait ?? 0
        options.allowsRemovals = allowRemovals
        options.acceptsSharedWords = acceptSharedWords
        return options
    }
}

/// - Throws: `ValidationError` for a value of `--wait` that is not a duration.
func requireDuration(_ seconds: Double?) throws {
    guard (0...86_400).contains(seconds ?? 0) else {
        throw ValidationError("--wait takes a number of seconds from 0 to 86400, which is a day.")
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
