import ArgumentParser
import BuildPipeline

/// The arguments of commands that export a notes folder as one artifact, such as a bag or a book.
struct ExportArguments: ParsableArguments {
    @OptionGroup var reading: NotesArguments

    @Option(
        name: [.short, .long],
        help: "Where to write it; must not exist yet unless --replace is given.")
    var output: String

    @Flag(help: "Replace an older one.")
    var replace = false

    @Option(help: "Title of the notebook.")
    var title: String?

    @Option(
        help: "Language of the pages' own text and of the order of titles, such as en or de-AT.")
    var language: String?

    @Option(
        help: "A notebook that was built from the notes: the pictures that it has are used again.")
    var notebook: String?

    @Flag(help: "Export words that excluded notes share with published ones.")
    var acceptSharedWords = false

    @Option(help: "The photo worker; by default notebinder-photos beside this program.")
    var photoWorker: String?

    @OptionGroup var waiting: WaitOption

    func validate() throws {
        guard !output.isEmpty else { throw ValidationError("--output has an empty name.") }
        try requireLanguage(language)
    }

    func options() throws -> BuildOptions {
        var options = try reading.options(photoWorker: photoWorker)
        if let notebook { options.output = notebook }
        options.acceptsSharedWords = acceptSharedWords
        if let title { options.title = title }
        if let tag = language.flatMap(BuildOptions.languageTag) { options.language = tag }
        options.waits = waiting.wait ?? 0
        return options
    }
}

/// Validates a language tag; nil is valid.
///
/// - Throws: `ValidationError` if the text is not a language tag.
func requireLanguage(_ tag: String?) throws {
    guard let tag, BuildOptions.languageTag(tag) == nil else { return }
    throw ValidationError("“\(tag)” is not a language; use a short name such as en, de-AT or ja.")
}
