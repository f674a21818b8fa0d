import LocalFiles
import NoteImports
import NoteModel
import TestSupport
import Testing

@testable import BuildPipeline
@testable import NoteEditing

/// The account of an import: everything that was found is imported, unchanged or not imported.
@Suite(.tags(.fast))
struct ImportReportTests {
    private func outcome(_ isWritten: [String: Bool]) -> NotesImporter.Outcome {
        var outcome = NotesImporter.Outcome()
        for (source, state) in isWritten {
            outcome.isWritten[NoteID(source: source, index: 0)] = state
        }
        outcome.problems = ["from the importer"]
        return outcome
    }

    private func note(_ source: String, file: String? = nil, photos: [String] = []) -> ReadNote {
        let photos = photos.map {
            Medium(.photo, content: .stored(StoredBytes(file: $0, range: 0..<1)))
        }
        return ReadNote(.made(source, source: source, photos: photos), file: file)
    }

    @Test func countsTheNotesOfAJSONTree() {
        var export = ReadExport()
        export.notes = ["a", "b", "c"].map { note($0) }
        export.noteCount = 5
        export.problems = ["from the export"]
        let report = ImportReport(export, outcome: outcome(["a": true, "b": false]))
        #expect(report.counts.noun == "note" && report.counts.found == 5)
        #expect(report.counts.imported == 1 && report.counts.unchanged == 1)
        #expect(report.counts.notImported == 3 && report.counts.addsUp)
        #expect(report.problems == ["from the export", "from the importer"])
    }

    @Test func countsTheFilesOfAMarkdownFolder() {
        var export = ReadExport()
        export.notes = [
            note("a", file: "/f/a.md", photos: ["/f/p.jpg", "/f/shared.jpg"]),
            note("b", file: "/f/b.md", photos: ["/f/shared.jpg"]),
            note("c", file: "/f/c.md", photos: ["/f/q.jpg", "/f/shared.jpg"]),
        ]
        export.files = ["a.md", "b.md", "c.md", "p.jpg", "shared.jpg", "q.jpg", "stray.pdf"].map {
            FoundFile(name: $0, path: "/f/" + $0)
        }
        export.files += [
            FoundFile(name: "link", path: nil), FoundFile(name: "broken.md", path: nil),
        ]
        export.hidden = [".obsidian"]
        let report = ImportReport(export, outcome: outcome(["a": false, "b": true]))
        #expect(report.counts.noun == "file" && report.counts.found == 9)
        // A file that several notes share counts by the best of them.
        #expect(report.counts.imported == 2 && report.counts.unchanged == 2)
        #expect(report.counts.notImported == 5 && report.counts.addsUp)
        #expect(report.hidden == [".obsidian"])
        #expect(
            report.problems.dropFirst() == [
                "q.jpg was not imported: the note that refers to it was not.",
                "stray.pdf was not imported: no note refers to it.",
                "link was not imported: it is a device, or a link to a folder or out of the export.",
            ])
    }

    @Test func addsUpForAnEmptyExport() {
        let report = ImportReport(ReadExport(), outcome: .init())
        #expect(report.counts.addsUp && report.counts.found == 0 && report.problems.isEmpty)
    }

    @Test func neverCountsFewerNotesThanWereRead() {
        var export = ReadExport()
        export.notes = ["a", "b"].map { note($0) }
        let report = ImportReport(export, outcome: outcome(["a": true, "b": true]))
        #expect(report.counts.found == 2 && report.counts.imported == 2)
    }
}
