import ArgumentParser
import BuildPipeline
import NoteArchives
import NoteEditing
import NoteModel
import Platform

struct RestoreCommand: ParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore something from the trash; without a name, list the trash.",
        discussion: """
            A note, a card or a photo that was deleted returns to its place. An earlier version takes \
            the place of the present one, which goes to the trash in turn: restoring twice is back where \
            it began. The name of a deck brings back all cards that were deleted from it.
            """)

    @Argument(
        help: "The name in the trash, the title of a note, the question of a card, or a deck.")
    var name: String?

    @Flag(help: "List the trash as JSON.")
    var json = false

    @OptionGroup var place: NotesPlace

    @OptionGroup var printing: PrintingOptions

    func run() throws {
        let editing = try NotesEditing(place.options())
        let entries = try editing.editor.trash.entries()
        guard let name else {
            return try TrashList.print(entries, of: editing.editor, asJSON: json)
        }
        let found = try Self.entries(named: name, among: entries, editing.catalog)
        for entry in found { try Self.restore(entry, with: editing.editor) }
    }

    /// Returns the entries that a name refers to.
    ///
    /// Deleted notes and cards take precedence over earlier versions of a note that still exists.
    /// The newest of several versions is returned. The name of a deck refers to all cards that
    /// were deleted from it.
    ///
    /// - Throws: ``UserError`` if the name is unknown or ambiguous.
    private static func entries(
        named name: String, among entries: [NotesTrash.Entry], _ catalog: Catalog
    ) throws -> [NotesTrash.Entry] {
        let titled = entries.filter { $0.title == name }
        let deleted = titled.filter { !$0.isEarlierVersion }
        // An earlier version of a deleted note may have its name in the trash.
        if let entry = entries.first(where: { $0.name == name }),
            !entry.isEarlierVersion || deleted.isEmpty
        {
            return [entry]
        }
        if deleted.count == 1 { return deleted }
        // The current title of a note and the name of its file also refer to its earlier versions.
        let versions = entries.filter {
            $0.isEarlierVersion && [$0.title, $0.replacementTitle, $0.sourceName].contains(name)
        }
        if deleted.isEmpty,
            let newest = versions.max(by: { ($0.date ?? .distantPast) < ($1.date ?? .distantPast) })
        {
            return [newest]
        }
        guard deleted.isEmpty else {
            throw UserError(
                "“\(name)” may be \(Messages.listed(deleted.map(\.name))).", "Name one of these.")
        }
        // The deck itself may be gone; its name is then that of its file.
        let source = (try? catalog.deck(name))?.note.id.source
        let cards = entries.filter { entry in
            guard entry.isCard, !entry.isEarlierVersion, let file = entry.sourceName else {
                return false
            }
            return source.map { $0 == file } ?? (NoteID(source: file, index: 0).fileStem == name)
        }
        if !cards.isEmpty { return cards }
        throw UserError(
            "There is no “\(name)” in the trash.", "`notebinder restore` lists its contents.")
    }

    private static func restore(_ entry: NotesTrash.Entry, with editor: NotesEditor) throws {
        let what =
            entry.isEarlierVersion ? "the earlier version of “\(entry.title)”" : "“\(entry.title)”"
        if let file = try editor.restore(entry) {
            Messages.current.show("Restored \(what) to \(file).")
        } else {
            Messages.current.show(
                "Restored the photos of “\(entry.title)” to the folder Photos; `notebinder photos add` adds them to a note."
            )
        }
    }
}
