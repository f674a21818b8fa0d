import BuildPipeline
import BuildTestSupport
import Foundation
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Notes that iCloud Drive has not downloaded, in builds.
@Suite(.timeLimit(.minutes(2)))
struct CloudPlaceholderTests {
    @Test func countsAsAFailedSourceUntilItIsDownloaded() throws {
        let build = try NotebookBuild()
        try build.add("1.data", note: ArchivedNote(title: "One", body: "1"))
        #expect(try build.run().addsUp)
        build.settle()
        try build.folder.write("damaged", to: "MyNotes/.2.data.icloud")
        let report = try build.run()
        #expect(report.sources.failed.map(\.name) == ["2.data"])
        #expect(report.addsUp && report.sources.found == 2)
        let summary = report.diagnostics.map(\.summary).joined()
        #expect(
            summary.contains("2.data is in iCloud only, and was not read. Open it on an iPhone"))
        build.settle()
        try FileManager.default.removeItem(atPath: build.notes + "/.2.data.icloud")
        try build.add("2.data", note: ArchivedNote(title: "Two", body: "2"))
        let after = try build.run()
        #expect(after.sources.failed.isEmpty && after.sources.read == 2)
    }
}
