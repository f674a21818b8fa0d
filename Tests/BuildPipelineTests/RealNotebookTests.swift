import BuildPipeline
import Foundation
import TestSupport
import Testing

/// Notebooks of real notes and camera files, where they are at hand.
@Suite(.enabled(if: Places.hasShared("notebooks"), "needs the folder of real notebooks"))
struct RealNotebookTests {
    let build: Build

    init() throws {
        build = try Build()
    }

    @Test func readsEveryShortNote() throws {
        let report = try build.run(notes: Places.shared + "/notebooks/til/MyNotes")
        #expect(report.isComplete)
        #expect(report.notes == 1871 && report.sources.found == 1871)
        #expect(report.diagnostics.isEmpty)
        #expect(try build.tree("site").names.count { $0.hasPrefix("notes/") } == 1871)
        #expect(try build.tree("markdown").names.count == 1871)
        let lines = try #require(try build.tree("json").files["notes.ndjson"]).bytes
        #expect(lines.count { $0 == 0x0A } == 1871)
        try expectValidJSON(1871)
    }

    @Test func readsCameraFilesAndNamesJustWhatIsDamaged() throws {
        let report = try build.run(notes: Places.shared + "/notebooks/camera/MyNotes")
        #expect(report.addsUp)
        #expect(report.notes == 15)
        #expect(report.sources.failed.map(\.name) == ["B4.data", "B5.data"])
        #expect(report.photos.missing.map(\.name) == ["gone.jpg"])
        #expect(report.photos.unreadable.map(\.name) == ["torn.jpg"])
        #expect(report.photos.published == 17)
        #expect(report.diagnostics.count == 4)
        #expect(try build.tree("markdown").names.count { $0.hasSuffix(".md") } == 15)
        try expectValidJSON(15)
        // No picture of the site says where it was taken, or with which camera.
        for (name, file) in try build.tree("site").files where name.hasPrefix("photos/") {
            for secret in ["Exif", "GPS", "NIKON", "Apple", "http://ns.adobe.com", "ICC_PROFILE"] {
                #expect(Data(file.bytes).range(of: Data(secret.utf8)) == nil, "\(name): \(secret)")
            }
        }
        // The torn photo itself is kept.
        let torn = try build.tree("markdown").files["photos/kept-in-photos-5.jpg"]
        #expect(torn?.bytes.count == 900)
    }

    private func expectValidJSON(_ count: Int) throws {
        guard let python = Places.python else { return }
        let run = try FinishedProgram(
            python,
            [Places.package + "/Tests/TestSupport/validate-json-tree.py", build.output + "/json"])
        #expect(run.output == "\(count) notes are valid\n", "\(run.errors)")
    }
}
