import ArgumentParser
import BuildPipeline
import NoteModel
import Platform

struct ListCommand: ParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the notes: title, dates, photos, source.",
        discussion: """
            A table on a terminal; elsewhere a line for each note with tabs between title, dates \
            of creation and modification, number of photos and source, and the state if some of \
            the notes are drafts, archived, hidden, conflicting versions or in a trash.

            With --published a column says which notes a build publishes, and why not the others.

            Example: notebinder list MyNotes --sort created --tag travel --since 2024
            """)

    @OptionGroup var reading: NotesArguments

    @OptionGroup var selecting: SelectionArguments

    @Option(help: "Order of the notes; “order” is the owner's own.")
    var sort = Catalog.Order.title

    @Option(help: "Only notes that hold this text, in any case and with any accents.")
    var search: String?

    @Flag(help: "Say which notes a build publishes, and why not the others.")
    var published = false

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var printing: PrintingOptions

    func run() throws {
        let options = try reading.options()
        if published { try options.requireOneNotebook() }
        var (notebook, report) = try BuildPipeline.read(options)
        if published {
            var (tried, counted) = (notebook, report)
            report.diagnostics +=
                options.rules.apply(to: &tried, in: options.timeZone, &counted).diagnostics
        }
        let catalog = Catalog(notebook, language: options.language)
        let selection = selecting.selection(in: options.timeZone)
        let entries = catalog.entries(sortedBy: sort, search: search)
            .filter { selection.selects($0.note) }
        if entries.isEmpty, !json {
            let isAny = catalog.entries.isEmpty
            Messages.current.show(
                search.map { "No note contains “\($0)”." }
                    ?? "\(isAny ? "There are no notes" : "No note meets the criteria") in \(options.notes)."
            )
        }
        let reasons =
            published
            ? options.rules.reasons(against: entries.map(\.note), in: options.timeZone)
            : entries.map { _ in nil }
        if published {
            // A build would refuse to publish what an earlier one excluded.
            try options.requireEarlierRules(
                for: zip(entries, reasons).filter { $1 == nil }.map(\.0.note))
        }
        if json {
            let rows = zip(entries, reasons).map { entry, reason in
                published ? entry.json(unpublishedBecause: reason) : entry.json
            }
            try Messages.print(JSONValue.array(rows).indented)
        } else {
            var rows = entries.map { $0.row(in: options.timeZone) }
            var columns: [(header: String, alignment: TextTable.Alignment)] = [
                ("Title", .left), ("Written", .left), ("Edited", .left), ("Photos", .right),
                ("Source", .left),
            ]
            if published {
                columns.append(("Published", .left))
                for (index, reason) in reasons.enumerated() { rows[index].append(reason ?? "yes") }
            } else if entries.contains(where: { $0.note.state != .published }) {
                columns.append(("State", .left))
                for (index, entry) in entries.enumerated() {
                    rows[index].append(entry.note.state.rawValue)
                }
            }
            try Messages.print(TextTable(columns, rows: rows))
        }
        try Self.show(report)
    }

    /// Prints the errors that left notes out of a list, and with --verbose all other problems.
    ///
    /// - Throws: `ExitCode` 2 if there are any.
    static func show(_ report: Report) throws {
        let messages = Messages.current
        for diagnostic in report.diagnostics {
            if diagnostic.severity == .error {
                messages.show(error: diagnostic.summary)
            } else if messages.isVerbose {
                messages.show(warning: diagnostic.summary)
            }
        }
        if report.diagnostics.contains(where: { $0.severity == .error }) { throw ExitCode(2) }
    }
}

extension Catalog.Order: ExpressibleByArgument {}
