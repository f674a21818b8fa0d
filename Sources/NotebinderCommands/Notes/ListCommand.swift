import ArgumentParser
import BuildPipeline
import Diagnostics
import Foundation
import NoteModel
import NotebookExports

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the notes: title, dates, photos, source.",
        discussion: """
            On a terminal in columns; elsewhere a line a note with tabs between title, date of \
            writing, date of change, number of photos and source.
            """)

    @OptionGroup var reading: ReadingArguments

    @Option(help: "Order: title, created, modified, or order for the owner's own.")
    var sort = Catalog.Order.title

    @Option(help: "Only notes that hold this text, in any case and with any accents.")
    var search: String?

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let options = try reading.options()
        let (notebook, report) = try orExit { () throws(BuildError) in
            try BuildPipeline.read(options)
        }
        let catalog = Catalog(notebook, language: options.language)
        let entries = catalog.entries(sortedBy: sort, search: search)
        if entries.isEmpty, !json {
            Messages().show(
                search.map { "No note contains “\($0)”." }
                    ?? "There are no notes in \(options.notes).")
        }
        if json {
            try Messages.print(JSONValue.array(entries.map(\.json)).indented)
        } else {
            let rows = entries.map { $0.row(in: options.timeZone).map(Messages.printable) }
            try Messages.print(isatty(STDOUT_FILENO) != 0 ? Self.columns(rows) : Self.lines(rows))
        }
        try Self.show(report)
    }

    /// Prints the errors that left notes out of a list.
    ///
    /// - Throws: `ExitCode` 2 if there are any.
    static func show(_ report: Report) throws {
        let errors = report.diagnostics.filter { $0.severity == .error }
        guard !errors.isEmpty else { return }
        for diagnostic in errors { Messages().show(error: diagnostic.summary) }
        throw ExitCode(2)
    }

    private static func lines(_ rows: [[String]]) -> String {
        rows.map { $0.joined(separator: "\t") + "\n" }.joined()
    }

    private static func columns(_ rows: [[String]]) -> String {
        let table = [["Title", "Written", "Edited", "Photos", "Source"]] + rows
        let widths = (0..<5).map { column in
            min(48, table.map { $0[column].count }.max() ?? 0)
        }
        return table.map { row in
            let cells = zip(row, widths).enumerated().map { column, cell in
                let isLong = cell.0.count > cell.1
                let text = isLong ? String(cell.0.prefix(cell.1 - 1)) + "…" : cell.0
                let space = String(repeating: " ", count: cell.1 - text.count)
                return column == 3 ? space + text : text + (column == 4 ? "" : space)
            }
            return cells.joined(separator: "  ") + "\n"
        }.joined()
    }
}

extension Catalog.Order: ExpressibleByArgument {}
