import ArgumentParser
import NoteEditing
import NoteModel
import Platform

struct TrashCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trash",
        abstract: "List the trash of a notes folder, or delete old entries for good.",
        subcommands: [List.self, Purge.self])

    struct List: ParsableCommand, PrintingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract:
                "List the trash: name, kind, title, date, file and the beginning of the text.",
            discussion: "The newest entries come first. `notebinder restore NAME` brings one back.")

        @Flag(help: "Print JSON.")
        var json = false

        @OptionGroup var place: NotesPlace

        @OptionGroup var printing: PrintingOptions

        func run() throws {
            let editing = try NotesEditing(place.options())
            try TrashList.print(
                try editing.editor.trash.entries(), of: editing.editor, asJSON: json)
        }
    }

    struct Purge: ParsableCommand, PrintingCommand {
        static let configuration = CommandConfiguration(
            commandName: "purge",
            abstract: "Delete entries of the trash for good.",
            discussion: """
                Entries without a date, which early versions of this program made, are kept.

                Example: notebinder trash purge --older-than 90d
                """)

        @Option(
            parsing: .unconditional,
            help:
                "Delete entries older than this: a number of hours (h), days (d), weeks (w) or years (y)."
        )
        var olderThan: TimeSpan

        @Flag(help: "List what would be deleted, and delete nothing.")
        var dryRun = false

        @OptionGroup var place: NotesPlace

        @OptionGroup var printing: PrintingOptions

        func run() throws {
            let editing = try NotesEditing(place.options())
            let limit = Date().addingTimeInterval(-olderThan.seconds)
            let old = try editing.editor.trash.entries().filter { entry in
                entry.date.map { $0 < limit } ?? false
            }
            guard !old.isEmpty else {
                return Messages.current.show("No entry is older than \(olderThan.text).")
            }
            let many = Messages.counted(old.count, "entry", "entries")
            if dryRun {
                try TrashList.print(old, of: editing.editor, asJSON: false)
                return Messages.current.show("Would delete \(many) of the trash for good.")
            }
            try editing.editor.trash.purge(old)
            Messages.current.show("Deleted \(many) of the trash for good.")
        }
    }
}

/// The list of the trash.
enum TrashList {
    /// The number of characters of a text that the list shows.
    private static let maximumBeginning = 40

    /// Prints one row per entry, the newest first: name, kind, title, date, file and the beginning
    /// of the text, by which the versions of one note can be told apart.
    static func print(
        _ entries: [NotesTrash.Entry], of editor: NotesEditor, asJSON json: Bool
    ) throws {
        if entries.isEmpty, !json { Messages.current.show("The trash is empty.") }
        let sorted = entries.sorted {
            let dates = ($0.date ?? .distantPast, $1.date ?? .distantPast)
            return dates.0 != dates.1 ? dates.0 > dates.1 : $0.name < $1.name
        }
        let rows = sorted.map { entry in
            let date = entry.date.map { CivilTime($0).rfc3339 } ?? ""
            let text = editor.text(of: entry).split(whereSeparator: \.isWhitespace)
                .joined(separator: " ")
            return [
                entry.name, kind(of: entry), entry.title, date, entry.sourceName ?? "",
                text.count > maximumBeginning ? text.prefix(maximumBeginning) + "…" : text,
            ]
        }
        let columns = ["Name", "Kind", "Title", "Date", "File", "Text"]
        if json {
            let members = rows.map { row in
                JSONValue.object(
                    zip(columns, row).map { ($0.lowercased(), .string($1.isEmpty ? nil : $1)) })
            }
            return try Messages.print(JSONValue.array(members).indented)
        }
        try Messages.print(TextTable(columns.map { ($0, .left) }, rows: rows))
    }

    private static func kind(of entry: NotesTrash.Entry) -> String {
        let kind = entry.isCard ? "card" : entry.hasNote ? "note" : "photos"
        return entry.isEarlierVersion ? "earlier \(kind)" : kind
    }
}
