import Foundation
import LocalFiles
import SampleNotes
import TestSupport
import Testing

/// Exports into one file, read by programs of others.
@Suite(
    .tags(.acceptance),
    .enabled(if: Places.interop("python3") != nil, "needs the programs of make interop"))
struct FileExportTests {
    private let folder = TemporaryFolder()

    init() throws {
        _ = try SampleNotes.write(to: folder.path + "/MyNotes", photoWorker: Places.photoWorker)
    }

    private func output(_ program: String, _ arguments: String...) throws -> String {
        let run = try FinishedProgram(program, arguments: arguments, in: folder.path)
        // A file of the sample is damaged on purpose.
        #expect(run.status == 0 || run.status == 2, "\(arguments): \(run.errors)")
        return run.output
    }

    @Test func enex2notionReadsAllNotes() throws {
        _ = try output(Places.notebinder, "export", "enex", "--output", "notes.enex")
        let script = Places.package + "/Tests/InteropTests/read-enex.py"
        let read = try output(try #require(Places.interop("python3")), script, "notes.enex")
        let numbers = read.split(separator: " ").compactMap {
            Int($0.trimmingPrefix("\n").filter(\.isNumber))
        }
        // Every photo that can be read but a thumbnail, two recordings and two drawn pages.
        #expect(numbers.first == 24 && numbers.last == 18, "\(read)")
    }

    @Test func rocValidatorFindsNothingInABag() throws {
        _ = try output(
            Places.notebinder, "bag", "--output", "Bag", "--organization", "The family",
            "--contact-name", "Mia", "--contact-email", "mia@example.org")
        let script = Places.package + "/Tests/InteropTests/check-crate.py"
        let found = try output(try #require(Places.interop("python3")), script, "Bag/data")
        #expect(found == "valid\n")
    }

    @Test func sqliteUtilsFindsANote() throws {
        _ = try output(Places.notebinder, "export", "sqlite", "--output", "notes.db")
        let found = try output(
            try #require(Places.interop("sqlite-utils")), "search", "notes.db", "notes", "tart",
            "--column", "title")
        #expect(found.contains("Lemon tart"))
    }

    @Test func datasetteServesTheSearch() throws {
        _ = try output(Places.notebinder, "export", "sqlite", "--output", "notes.db")
        let found = try output(
            try #require(Places.interop("datasette")), "notes.db", "--get",
            "/notes/notes.json?_search=tart&_shape=array")
        #expect(found.contains("Lemon tart") && !found.contains("Sunrise"))
    }
}
