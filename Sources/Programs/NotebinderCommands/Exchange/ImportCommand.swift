import ArgumentParser
import BuildPipeline
import LocalFiles
import NoteArchives
import NoteEditing
import NoteModel
import Platform

struct ImportCommand: ParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Archive the notes of an export or of another program.",
        discussion: """
            Reads the folder json of a notebook (all that the notes had), its folder markdown, a \
            bag, Markdown files with front matter, as Obsidian and Hugo keep them, ENEX files of \
            Evernote, text bundles of Bear or Ulysses, and RAW exports of Joplin. It writes \
            archives of the class NoteObj into the notes folder, and pictures, recordings and \
            attachments that notes refer to into its folder Photos. Nothing that is there is \
            overwritten. Hidden files and folders are skipped.

            Example: notebinder import "My notes.enex" --notes MyNotes

            Exit status: 0 everything was imported; 1 failed; 2 imported, but what is named could \
            not be; 64 wrong usage; 75 another program is changing the notes.
            """)

    @Argument(
        help: "The export: a folder, one of its files, or a ZIP file of it.", completion: .file())
    var export: String

    @OptionGroup var place: NotesPlace

    @Flag(help: "Use the file's date for Markdown files without one.")
    var fileDates = false

    @Flag(help: "Print the report as JSON.")
    var json = false

    @OptionGroup var printing: PrintingOptions

    private static func json(of report: ImportReport) -> JSONValue {
        .object([
            ("notes", .integer(report.outcome.notes)),
            ("archives", .integer(report.outcome.archives)),
            ("files", .integer(report.outcome.photos)),
            ("found", .integer(report.counts.found)),
            ("imported", .integer(report.counts.imported)),
            ("unchanged", .integer(report.counts.unchanged)),
            ("notImported", .integer(report.counts.notImported)),
            ("hidden", .array(report.hidden.map { .string($0) })),
            ("remarks", .array(report.remarks.map { .string($0) })),
            ("problems", .array(report.problems.map { .string($0) })),
        ])
    }

    func run() throws {
        let options = try place.options()
        let messages = Messages.current
        if let source = LocalFiles.resolved(export),
            source == LocalFiles.resolved(options.notes)
        {
            throw UserError(
                "\(export) is both the export and the notes folder.",
                "Name another folder with --notes.")
        }
        // The lock is taken before anything is read, so that concurrent imports do not
        // interleave.
        let isNew = try NotesEditing.makeFolder(options.notes)
        defer { if isNew { rmdir(options.notes) } }
        let lock = try NotesLock(options.notes, waiting: options.waits)
        let report = try BuildPipeline.importNotes(
            from: export, into: options, usesFileDates: fileDates,
            progress: messages.progress)
        withExtendedLifetime(lock) {}
        if json {
            try Messages.print(Self.json(of: report).indented)
        } else {
            for problem in report.problems { messages.show(error: problem) }
            messages.show(Self.summary(report.outcome, folder: options.notes))
            messages.show(Self.account(report.counts))
            for remark in report.remarks { messages.show(remark) }
            if !report.hidden.isEmpty {
                messages.show(
                    "Skipped as configuration, because hidden: \(Messages.listed(report.hidden)).")
            }
        }
        if !report.problems.isEmpty { throw ExitCode(2) }
    }

    private static func summary(_ outcome: NotesImporter.Outcome, folder: String) -> String {
        var line =
            "\(Messages.counted(outcome.notes, "note")) in \(Messages.counted(outcome.archives, "archive"))"
        if outcome.photos > 0 {
            line +=
                " and \(Messages.counted(outcome.photos, "photo, recording or attachment", "photos, recordings and attachments"))"
        }
        line += " went into \(folder)"
        if outcome.unchanged > 0 {
            let verb = outcome.unchanged == 1 ? "was" : "were"
            line += "; \(Messages.counted(outcome.unchanged, "archive")) \(verb) there already"
        }
        return line + "."
    }

    private static func account(_ counts: ImportReport.Counts) -> String {
        "\(Messages.counted(counts.found, counts.noun)) found: \(counts.imported) imported, \(counts.unchanged) unchanged, \(counts.notImported) not imported."
    }
}
