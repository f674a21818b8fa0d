import ArgumentParser
import BuildPipeline

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print one note as Markdown.")

    @OptionGroup var chosen: NoteArgument

    func run() throws {
        let catalog = try chosen.catalog()
        let entry = try orExit { () throws(BuildError) in try catalog.entry(chosen.note) }
        try Messages.print(orExit { () throws(BuildError) in try entry.markdown() })
    }
}

/// Names one note of a notes folder.
struct NoteArgument: ParsableArguments {
    @Argument(
        help:
            "The note: its title or the beginning of it, its address, or its file (notes.archive#2)."
    )
    var note: String

    @OptionGroup var place: NotesPlace

    /// All notes of the folder, for finding the one that is meant.
    func catalog() throws -> Catalog {
        let options = try place.options()
        return try orExit { () throws(BuildError) in
            Catalog(try BuildPipeline.read(options).notebook, language: options.language)
        }
    }
}

/// The notes folder of commands whose arguments name notes.
struct NotesPlace: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: "The folder that holds the archived notes, or a single archive; MyNotes by default.")
    var notes: String?

    @OptionGroup var manner: ReadingManner

    func options() throws -> BuildOptions { try manner.options(notes: notes) }
}
