import BuildPipeline
import BuildTestSupport
import Foundation
import NoteModel
import TestSupport
import Testing

/// Notebooks of real notes and camera files, if they are available.
@Suite(
    .tags(.acceptance),
    .enabled(if: Places.hasShared("notebooks"), "needs the folder of real notebooks"))
struct RealNotebookTests {
    let build = NotebookBuild()

    @Test func readsEveryShortNote() throws {
        let report = try build.run(notes: Places.shared + "/notebooks/til/MyNotes")
        #expect(report.isComplete)
        #expect(report.notes == 1871 && report.sources.found == 1871)
        // The collection links five things that it does not contain.
        #expect(report.diagnostics.map(\.identifier) == Array(repeating: .deadLink, count: 5))
        #expect(try build.tree("site").names.count { $0.hasPrefix("notes/") } == 1871)
        #expect(try build.tree("markdown").names.count == 1871)
        #expect(try build.text("json/notes.ndjson").utf8.count { $0 == 0x0A } == 1871)
        try build.expectValidJSON(1871)
    }

    @Test func readsCameraFilesAndReportsOnlyDamage() throws {
        let report = try build.run(notes: Places.shared + "/notebooks/camera/MyNotes")
        #expect(report.addsUp)
        #expect(report.notes == 15)
        #expect(report.sources.failed.map(\.name) == ["B4.data", "B5.data"])
        #expect(report.photos.missing.map(\.name) == ["gone.jpg"])
        #expect(report.photos.unreadable.map(\.name) == ["torn.jpg"])
        #expect(report.photos.published == 17)
        #expect(report.diagnostics.count == 4)
        #expect(try build.tree("markdown").names.count { $0.hasSuffix(".md") } == 15)
        try build.expectValidJSON(15)
        // No picture of the site reveals where it was taken, or with which camera.
        for (name, file) in try build.tree("site").files where name.hasPrefix("photos/") {
            for secret in ["Exif", "GPS", "NIKON", "Apple", "http://ns.adobe.com", "Photoshop"] {
                #expect(Data(file.bytes).range(of: Data(secret.utf8)) == nil, "\(name): \(secret)")
            }
        }
        #expect(report.photos.carryingPosition == 7)
        // The truncated photo itself is exported.
        let torn = try build.tree("markdown").files["photos/kept-in-photos/torn.jpg"]
        #expect(torn?.bytes.count == 900)
    }

    /// The originals and the site's pictures side by side, both decoded by Pillow.
    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func showsEveryPhotoUprightAndWithoutMetadata() throws {
        struct Comparison: Decodable {
            let file: String
            let isUpright: Bool
            let difference: Double
            let width: Int
            let size: Bool
            let exif: Int
            let signs: [String]
            let metadata: [String]
            let profile: Int
        }
        _ = try build.run(notes: Places.shared + "/notebooks/camera/MyNotes")
        let run = try FinishedProgram(
            try #require(Places.python),
            arguments: [Places.package + "/Tests/TestSupport/compare-photos.py", build.output])
        let compared = try run.output.split(separator: "\n").map {
            try JSONDecoder().decode(Comparison.self, from: Data($0.utf8))
        }
        // One of the 17 photos is used in two notes.
        #expect(compared.count >= 17, "\(run.errors)")
        for photo in compared {
            // A picture of 40 pixels is compared pixel by pixel, others by their averages.
            #expect(photo.isUpright, "\(photo)")
            #expect(photo.difference < (photo.width < 100 ? 8 : 2.5), "\(photo)")
            #expect(photo.size, "\(photo)")
            #expect(photo.exif == 0 && photo.signs == [] && photo.metadata == [], "\(photo)")
            // The phone's photo is in Display P3, the others are in sRGB.
            #expect((photo.profile > 0) == photo.file.hasSuffix("heic"), "\(photo)")
        }
    }

    @Test func readsCardsNapkinsAndLecturesFromOneFolder() throws {
        for name in ["cards", "napkin", "lectures"] {
            let folder = Places.shared + "/notebooks/\(name)/MyNotes"
            for (file, content) in try FolderContents(folder).files {
                try build.folder.write(content.bytes, to: "MyNotes/" + file)
            }
        }
        let before = try FolderContents(build.notes)
        let report = try build.run()
        #expect(report.addsUp && report.notes == 10)
        #expect((report.kinds.deck, report.kinds.cards, report.kinds.lecture) == (3, 7, 3))
        #expect(report.sources.failed.isEmpty)
        #expect(report.photos.missing.map(\.name) == ["lost.jpg"])
        #expect(report.recordings.unreadable.map(\.name) == ["demo.mov"])
        let expected: [Diagnostic.Identifier] = [.oddStroke, .missingPhoto, .unreadableRecording]
        #expect(Set(report.diagnostics.map(\.identifier)) == Set(expected))
        #expect(report.diagnostics.count == 3)
        try build.expectValidJSON(10)
        #expect(try FolderContents(build.notes) == before)
        let decks = try build.tree("site").names.filter { $0.hasPrefix("decks/") }
        #expect(decks == ["decks/capitals.html", "decks/empty.html", "decks/swift.html"])
    }
}
