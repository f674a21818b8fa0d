import ArgumentParser
import BuildPipeline
import NoteArchives
import NoteEditing
import NoteModel

struct NewCommand: ParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Write a new note.",
        discussion: """
            The text comes from --text, --file, standard input, or on a terminal from $EDITOR; \
            leaving that without saving writes nothing. Prints the name of the file.
            """)

    @Argument(help: "Title of the note.")
    var title: String

    @OptionGroup var text: TextArguments

    @Option(
        name: .customLong("photo"), help: "A photo to add; may be repeated.", completion: .file())
    var photos: [String] = []

    @Flag(help: "Put the photos into the folder Photos, not into the archive.")
    var beside = false

    @OptionGroup var place: NotesPlace

    @OptionGroup var printing: PrintingOptions

    func validate() throws {
        try require(title.contains { !$0.isWhitespace }, "A note needs a title.")
    }

    func run() throws {
        let added = try photos.map(NotesEditing.photo)
        let options = try place.options()
        try text.use(old: "") { body in
            let now = NotesEditing.now
            let note = ArchivedNote(title: title, body: body, created: now, modified: now)
            let editing = try NotesEditing(options, makingFolder: true)
            let name = try editing.editor.create(
                note, named: Catalog.fileName(of: title), photos: added, beside: beside)
            try Messages.print(name + "\n")
        }
    }
}

struct EditCommand: AsyncParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a note's title or text, or any note in the browser.",
        discussion: """
            With --web the editor opens in the browsers of this machine: notes, cards, drawings \
            and photos are changed there, and published at once. Otherwise the text comes from \
            --text, --file, standard input, or on a terminal from $EDITOR; leaving that without \
            saving changes nothing. The archive keeps its class, its keys and \
            whatever else its app put into it. The note as it was goes to the trash; `notebinder \
            restore` brings it back.
            """)

    @Argument(help: .note)
    var note: String?

    @OptionGroup var place: NotesPlace

    @Flag(help: "Edit in the browser.")
    var web = false

    @Option(
        parsing: .unconditional,
        help: "Port of the editor; 8080 by default, 0 for any that is free.")
    var port: UInt16?

    @Option(
        name: [.short, .long],
        help: "The folder of the notebook that the editor publishes; Notebook by default.",
        completion: .directory)
    var output: String?

    @OptionGroup var editing: EditorArguments

    @Option(help: "A new title.")
    var title: String?

    @OptionGroup var text: TextArguments

    @OptionGroup var printing: PrintingOptions

    func validate() throws {
        try require(title?.allSatisfy(\.isWhitespace) != true, "A note needs a title.")
        let isForWeb = port != nil || output != nil || editing.isGiven
        try require(web || !isForWeb, "--port, --output, --idle and --lan need --web.")
        try require(
            !web || note == nil && title == nil && !text.isGiven,
            "With --web the note is chosen and changed in the browser.")
        try require(web || note != nil, "Name a note, or use --web to edit in the browser.")
        try require(output != "", "--output has an empty name.")
    }

    func run() async throws {
        guard let note else {
            var options = try place.options()
            if let output { options.output = output }
            return try await editing.run(
                options, config: place.shared.config, port: port ?? Self.defaultPort)
        }
        let options = try place.options()
        let isInteractive = title == nil && text.needsEditor
        // An editor may stay open for hours, so the notes are not locked meanwhile; saving
        // detects that the note was changed by another program.
        let editing = try NotesEditing(options, isLocking: !isInteractive)
        let entry = try editing.catalog.named(note)
        var draft = try editing.draft(of: entry)
        if let title, title != draft.note.title || !draft.note.hasOwnTitle {
            try draft.setTitle(title)
            if !text.isGiven { return try finish(draft, entry: entry, editing: editing) }
        } else if title != nil, !text.isGiven {
            return Messages.current.show("Nothing changed.")
        }
        try draft.requireEditableBody()
        let old = draft.note.body
        try text.use(old: old) { body in
            guard body != old || title != nil else {
                return Messages.current.show("Nothing changed.")
            }
            if body != old { try draft.setBody(body) }
            guard isInteractive else { return try finish(draft, entry: entry, editing: editing) }
            try finish(draft, entry: entry, editing: NotesEditing(options))
        }
    }

    private static let defaultPort: UInt16 = 8080

    private func finish(_ draft: NoteDraft, entry: Catalog.Entry, editing: borrowing NotesEditing)
        throws
    {
        var draft = draft
        draft.setModified(NotesEditing.now)
        try editing.editor.save(draft, named: entry.fileName)
        Messages.current.show("Changed \(entry.note.id.text).")
    }
}

struct DeleteCommand: ParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Move a note to the trash of its folder.",
        discussion: "`notebinder restore` brings it back, with its photos.")

    @Argument(help: "The note: its whole title, its address, or its file (notes.archive#2).")
    var note: String

    @OptionGroup var place: NotesPlace

    @OptionGroup var printing: PrintingOptions

    func run() throws {
        let editing = try NotesEditing(place.options())
        let entry = try editing.catalog.named(note, exactly: true)
        let deleted = try editing.editor.delete(entry.note.id, named: entry.fileName)
        Messages.current.show(
            "Moved “\(entry.note.title)” to the trash. Undo: \(place.undo(of: [deleted]))"
        )
    }
}
