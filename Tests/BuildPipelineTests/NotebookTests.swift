import BuildPipeline
import BuildTestSupport
import Foundation
import LocalFiles
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Whole notebooks, from archives to trees.
@Suite(.tags(.acceptance))
struct NotebookTests {
    let build = NotebookBuild()

    @Test(arguments: NotebookBuild.trees)
    func publishesTreesThatMatchTheirSnapshots(tree: String) throws {
        try addEverything(to: build)
        try build.run()
        try expectSnapshot(try build.tree(tree).drawing, named: tree)
    }

    @Test func accountsForEverySourceAndPhoto() throws {
        try addEverything(to: build)
        let report = try build.run()
        #expect(report.addsUp)
        #expect(!report.isComplete)
        #expect(report.sources.found == 7 && report.sources.read == 5)
        #expect(report.sources.skipped.map(\.name) == ["readme.txt"])
        #expect(report.sources.failed.map(\.name) == ["empty.data"])
        // The dictionary holds one photo twice; the archive stores it once.
        #expect(report.photos.referenced == 4 && report.photos.published == 3)
        #expect(report.photos.missing.map(\.name) == ["gone.jpg"])
        let written = try JSONSerialization.jsonObject(
            with: Data(contentsOf: URL(fileURLWithPath: build.output + "/.notebinder/report.json")))
        let sources = (written as? [String: Any])?["sources"] as? [String: Any]
        #expect(sources?["found"] as? Int == 7)
    }

    @Test func publishesNothingIfNothingChanged() throws {
        try addEverything(to: build)
        try build.run()
        func contents() throws -> [String: FolderContents.File] {
            // These files are about runs, not about what is published.
            let own = ["status.json", "build-record", "build-cache"]
            return try FolderContents(build.output).files.filter { file in
                !own.contains { file.key == ".notebinder/" + $0 }
            }
        }
        _ = try build.run()
        let before = try contents()
        #expect(try build.run().isUnchanged)
        #expect(try contents() == before)
    }

    @Test func givesTheSameBytesAtAnyWidth() throws {
        try addEverything(to: build)
        try build.run { $0.width = 1 }
        let other = build.folder.path + "/Other"
        try build.run(output: other) { $0.width = 7 }
        for tree in NotebookBuild.trees {
            #expect(try build.tree(tree).bytes == FolderContents(other + "/" + tree).bytes)
        }
    }

    @Test func removesEveryTraceOfADeletedNote() throws {
        try addEverything(to: build)
        try build.add(
            "secret.data",
            note: ArchivedNote(
                title: "Zanzibar", body: "hidden words",
                photos: .array([.data(PNGPicture.quarters(width: 10, height: 10))])))
        try build.run()
        #expect(try build.tree("site").drawing.contains("Zanzibar"))
        try LocalFiles.remove(build.notes + "/secret.data")
        // No generations are kept. Only the ledger has to remember to which note the address
        // belonged.
        try build.run { $0.keptGenerations = 0 }
        let all = try FolderContents(build.output)
        for (name, file) in all.files where name != ".notebinder/ledger.json" {
            let text = String(decoding: file.bytes, as: UTF8.self)
            #expect(!text.contains("hidden words"), "\(name)")
            // The state contains the ledger, which has the title.
            #expect(!text.contains("Zanzibar") || name == ".notebinder/build-cache", "\(name)")
            #expect(!name.lowercased().contains("zanzibar"), "\(name)")
        }
        // Two pictures with the properties of each, and the upright copy of the rotated photo.
        #expect(all.names.count { $0.hasPrefix(".notebinder/cache/photos/") } == 5)
    }

    @Test func sharesOriginalsBetweenExports() throws {
        try addEverything(to: build)
        try build.run()
        let picture = PNGPicture.quarters(width: 40, height: 30)
        let photos = try build.tree("json").files.filter { $0.key.hasPrefix("photos/") }
        let names = [
            "photos/a-walk-1.png": "photos/a-walk/beach.png",
            "photos/a-walk-2.png": "photos/a-walk/photo-2.png",
            "photos/éclairs-more-1.png": "photos/éclairs-more/photo-1.png",
            "photos/éclairs-more-2.png": "photos/éclairs-more/photo-2.png",
        ]
        #expect(photos.keys.sorted() == names.keys.sorted())
        for (name, file) in photos {
            #expect(file.bytes == picture)
            // Only the archive rotates that photo, so the Markdown tree has a rotated copy.
            let isShared = name != "photos/a-walk-2.png"
            let other = try build.tree("markdown").files[try #require(names[name])]
            #expect((other?.status.inode == file.status.inode) == isShared)
            #expect((other?.bytes == picture) == isShared)
        }
    }

    @Test func restoresAModifiedOriginal() throws {
        try addEverything(to: build)
        try build.run()
        let path = build.output + "/markdown/photos/a-walk/beach.png"
        try FileWriting.overwrite(path, bytes: LocalFiles.read(path) + "EDIT".utf8)
        try build.run()
        let picture = PNGPicture.quarters(width: 40, height: 30)
        for tree in ["markdown", "json"] {
            for (name, file) in try build.tree(tree).files where name.hasPrefix("photos/") {
                let isTurned = tree == "markdown" && name == "photos/a-walk/photo-2.png"
                #expect((file.bytes == picture) == !isTurned, "\(tree)/\(name)")
            }
        }
    }

    @Test func findsPhotosReferencedOnlyInTheText() throws {
        try build.folder.write(
            PNGPicture.quarters(width: 4, height: 4), to: "MyNotes/Photos/a b.png")
        try build.add(
            "1", title: "T", body: "![](a%20b.png) ![](none.png) ![](7) ![](https://x.org/y.png)")
        let report = try build.run()
        #expect(report.photos.published == 1)
        #expect(report.photos.missing.map(\.name) == ["none.png"])
    }

    @Test func publishesAnEmptyNotebook() throws {
        try build.folder.write(notes: [], to: "MyNotes/none")
        let report = try build.run()
        #expect(report.isComplete && report.notes == 0)
        #expect(try build.tree("site").drawing.contains("No notes yet"))
    }

    @Test func showsCostlyMarkdownAsPlainText() throws {
        let bomb =
            String(repeating: "|a", count: 5000) + "|\n" + String(repeating: "|-", count: 5000)
            + "|\n" + String(repeating: "x\n", count: 2000)
        try build.add("1", title: "Bomb", body: bomb)
        let report = try build.run()
        #expect(report.isComplete)
        #expect(report.diagnostics.map(\.identifier) == [.costlyMarkdown])
        #expect(try build.tree("site").drawing.contains("<pre class=\"plain\">|a|a"))
    }

    @Test func usesLocalizedStringsOfTheOwner() throws {
        try addEverything(to: build)
        let english = try String(
            contentsOfFile: Places.package + "/Sources/Output/SitePages/Localization/en.json",
            encoding: .utf8)
        // The second table is one of an earlier version, and lacks a string.
        for (old, new, label) in [
            ("\"By title\"", "\"Efter titel\"", "Efter titel"),
            ("\"byTitle\"", "\"by\"", "By title"),
        ] {
            try build.folder.write(english.replacing(old, with: new), to: "t/words-sv.json")
            try build.run {
                $0.templates = build.folder.path + "/t"
                $0.language = "sv"
            }
            #expect(try build.tree("site").drawing.contains("aria-current=\"page\">\(label)<"))
        }
    }

    @Test func givesMarkdownFilesTheTimesOfTheirNotes() throws {
        let day = Date(timeIntervalSince1970: 1_404_900_300)
        try build.add(
            "1.data",
            note: .init(title: "A", body: "x", created: day.addingTimeInterval(-99), modified: day))
        try build.run()
        let file = try #require(try build.tree("markdown").files["a.md"])
        #expect(file.status.modified == 1_404_900_300_000_000_000)
    }
}
