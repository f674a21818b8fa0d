import ArgumentParser
import BuildPipeline
import LocalFiles
import NoteEditing
import NoteModel
import PhoneBackups

struct ShowCommand: ParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print one note as Markdown.")

    @OptionGroup var chosen: NoteArgument

    @Flag(help: "Print JSON: what `notebinder list --json` prints of the note, and its text.")
    var json = false

    @OptionGroup var printing: PrintingOptions

    func run() throws {
        let catalog = try chosen.place.catalog()
        let entry = try catalog.named(chosen.note)
        let markdown = try entry.markdown()
        guard json else { return try Messages.print(markdown) }
        let text = String(decoding: markdown, as: UTF8.self)
        guard case .object(let fields) = entry.json else { return }
        try Messages.print(
            JSONValue.object(
                fields.map { ($0.key, $0.value) } + [("markdown", .string(text))]
            ).indented)
    }
}

/// The argument that names a note, and the notes folder to find it in.
struct NoteArgument: ParsableArguments {
    @Argument(help: .note)
    var note: String

    @OptionGroup var place: NotesPlace
}

/// The notes folder of commands whose arguments name notes.
struct NotesPlace: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: "The folder that holds the archived notes, or a single archive; MyNotes by default.",
        completion: .file())
    var notes: String?

    @OptionGroup var shared: NotesOptions

    @OptionGroup var waiting: WaitOption

    /// Returns the commands that bring entries of the trash back, to be typed into a shell.
    func undo(of entries: [NotesTrash.Entry]) -> String {
        let place = notes.map { " --notes " + LocalFiles.shellQuoted(path: $0) } ?? ""
        guard entries.count <= 3 else { return "notebinder restore\(place) lists them." }
        return entries.reversed().map {
            "notebinder restore \(LocalFiles.shellQuoted($0.name))\(place)"
        }
        .joined(separator: " && ")
    }

    /// Reads the notes folder and returns the catalog of its notes.
    func catalog() throws -> Catalog {
        let options = try options()
        return Catalog(try BuildPipeline.read(options).notebook, language: options.language)
    }

    func options() throws -> BuildOptions {
        var options = try shared.options(notes: notes)
        let location = try NotesLocation(options.notes)
        guard !location.isCopy else { throw BackupError.unchangeable(path: options.notes) }
        options.notes = location.folder
        options.waits = waiting.wait ?? 0
        return options
    }
}
