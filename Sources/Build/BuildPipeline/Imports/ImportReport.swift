import LocalFiles
package import NoteEditing
import NoteImports
import NoteModel

/// The result of an import, with an account of everything that was found.
package struct ImportReport: Sendable {
    /// The notes and files that were written into the notes folder.
    package let outcome: NotesImporter.Outcome
    /// Sentences about everything that could not be read, was not imported or was changed.
    package let problems: [String]
    /// Sentences about notes that were imported but are not published as they are.
    package let remarks: [String]
    /// Files of a Markdown folder, or notes of a JSON tree.
    package let counts: Counts
    /// Hidden files and folders that were skipped as configuration.
    package let hidden: [String]

    /// Numbers of files or notes: `found` = `imported` + `unchanged` + `notImported`.
    package struct Counts: Hashable, Sendable {
        /// The kind of thing that is counted.
        package let noun: String
        package internal(set) var found = 0
        package internal(set) var imported = 0
        /// The number that the notes folder already contained.
        package internal(set) var unchanged = 0
        package internal(set) var notImported = 0

        package var addsUp: Bool { found == imported + unchanged + notImported }
    }

    init(_ export: ReadExport, outcome: NotesImporter.Outcome) {
        self.outcome = outcome
        hidden = export.hidden
        var problems = export.problems + outcome.problems
        counts =
            export.files.isEmpty
            ? Self.countsOfNotes(export, outcome: outcome)
            : Self.countsOfFiles(export, outcome: outcome, problems: &problems)
        self.problems = problems
        remarks = Self.remarks(on: export)
    }

    private static func remarks(on export: ReadExport) -> [String] {
        let commented = export.notes.count { $0.commentCount > 0 }
        var remarks: [String] = []
        if commented > 0 {
            let (notes, verb) = commented == 1 ? ("1 note", "has") : ("\(commented) notes", "have")
            remarks.append(
                "\(notes) \(verb) comments between %%. They became <!-- comments -->, which the site and books omit; the trees markdown and json contain them."
            )
        }
        for state in Note.State.allCases where state != .published {
            let count = export.notes.count { $0.note.state == state }
            guard count > 0 else { continue }
            let (notes, verb) = count == 1 ? ("1 note", "is") : ("\(count) notes", "are")
            remarks.append(
                "\(notes) \(verb) not published: \(state.description). To publish \(count == 1 ? "it" : "them"), write “\(state.settingName): publish” in notebinder.yml."
            )
        }
        return remarks
    }

    private static func countsOfNotes(
        _ export: ReadExport, outcome: NotesImporter.Outcome
    ) -> Counts {
        var counts = Counts(noun: "note")
        counts.found = max(export.noteCount, export.notes.count)
        for note in export.notes {
            switch outcome.isWritten[note.note.id] {
            case true?: counts.imported += 1
            case false?: counts.unchanged += 1
            case nil: counts.notImported += 1
            }
        }
        counts.notImported += counts.found - export.notes.count
        return counts
    }

    /// Counts the files of a Markdown folder. A file counts as imported if any note that refers to
    /// it was written.
    private static func countsOfFiles(
        _ export: ReadExport, outcome: NotesImporter.Outcome, problems: inout [String]
    ) -> Counts {
        // True if the file was written; nil for the file of a note that was not imported.
        var states: [String: Bool?] = [:]
        for note in export.notes {
            let state = outcome.isWritten[note.note.id]
            for file in files(of: note) {
                let isBetter = states[file] == nil || states[file] == .some(nil) || state == true
                if isBetter { states[file] = .some(state) }
            }
        }
        var counts = Counts(noun: "file")
        counts.found = export.files.count
        for file in export.files {
            var reason: String?
            switch file.path.map({ states[$0] }) {
            case .some(.some(true?)): counts.imported += 1
            case .some(.some(false?)): counts.unchanged += 1
            case .some(.some(nil)): reason = "the note that refers to it was not"
            // The reason why a note could not be read is reported already.
            case .some(nil) where export.explained.contains(file.name): counts.notImported += 1
            case .some(nil): reason = "no note refers to it"
            case nil: reason = "it is a device, or a link to a folder or out of the export"
            }
            guard let reason else { continue }
            counts.notImported += 1
            if !MarkdownFolder.isMarkdown(file.name) {
                problems.append("\(file.name) was not imported: \(reason).")
            }
        }
        return counts
    }

    private static func files(of note: ReadNote) -> [String] {
        [note.file].compactMap(\.self) + note.note.media.all.compactMap(\.stored?.file)
            + note.transcriptFiles
    }
}
