import NoteExports
import OutputPlan

/// A SQLite database with full-text search.
package struct DatabaseFormat: OutputFormat {
    package init() {}

    package func plan(_ notebook: PlannedNotebook) -> PlannedFiles {
        let export = DatabaseExport(
            notebook.exportable, program: "Notebinder \(ProgramVersion.text)")
        return PlannedFiles([
            OutputFile(
                OutputPath("notes.db"),
                content: .written { writer in
                    try export.write(to: writer.path) { texts in
                        for text in texts { try writer.check(Array(text.utf8)) }
                    }
                })
        ])
    }
}
