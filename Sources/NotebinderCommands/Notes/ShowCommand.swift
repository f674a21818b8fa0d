import ArgumentParser
import BuildPipeline
import NotebookExports

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

/// The argument that names a note, and the notes folder to find it in.
struct NoteArgument: ParsableArguments {
    @Argument(
        help:
            "The note: its title or the beginning of it, its address, or its file (notes.archive#2)."
    )
    var note: String

    @OptionGroup var place: NotesPlace

    /// Reads the notes folder and returns the catalog in which to find the note.
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
