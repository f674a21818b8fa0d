import FileFormats
import Foundation
import LocalFiles
import NoteImports
import NoteModel
import Platform
import TestSupport
import Testing

@testable import BuildPipeline

/// The forms of exports that are read.
@Suite(.tags(.fast))
struct ExportSourceTests {
    private let folder = TemporaryFolder()

    private static let note =
        "{\"kind\":\"note\",\"title\":\"T\",\"body\":\"B\",\"source\":{\"path\":\"a.data\"}}"
    private static let document = "{\"formatVersion\":1,\"title\":\"N\",\"notes\":[\(note)]}"

    private func read(_ name: String) throws -> ReadExport {
        try ExportSource(folder.path + "/" + name).read(zone: .utc, width: 1)
    }

    private func titles(_ name: String) throws -> [String] {
        try read(name).notes.map(\.note.title)
    }

    private func zip(_ members: [(String, String)], to name: String = "b.zip") throws {
        try LocalFiles.makeFolder(LocalFiles.folder(of: folder.path + "/" + name))
        var zip = try ZipWriter(folder.path + "/" + name)
        for (path, text) in members { try zip.add(path, bytes: Array(text.utf8)) }
        try zip.finish()
    }

    @Test(arguments: ["x/notebook.json", "x/json/notebook.json", "x/data/json/notebook.json"])
    func findsTheTreeOfNotebooksAndBags(place: String) throws {
        try folder.write(Self.document, to: place)
        try folder.write("# Not this", to: "x/readme.md")
        #expect(try titles("x") == ["T"])
        #expect(try ExportSource(folder.path + "/x").isJSON)
    }

    @Test func readsSingleFiles() throws {
        try folder.write(Self.document, to: "n.json")
        try folder.write(Self.note + "\n" + Self.note, to: "n.ndjson")
        try folder.write("Text", to: "Name.MD")
        #expect(try titles("n.json") == ["T"])
        #expect(try titles("n.ndjson") == ["T", "T"])
        #expect(try titles("Name.MD") == ["Name"])
        #expect(try !ExportSource(folder.path + "/Name.MD").isJSON)
    }

    @Test func treatsAnyOtherFolderAsMarkdown() throws {
        try folder.write("---\ntitle: A\n---\n", to: "x/a.md")
        try folder.write("x", to: "x/sub/b.markdown")
        #expect(try Set(titles("x")) == ["A", "b"])
    }

    @Test(arguments: [
        ([("b/bagit.txt", "x"), ("b/data/json/notebook.json", document)], ["T"]),
        ([("vault/a.md", "---\ntitle: A\n---\n"), ("vault/b/c.md", "d")], ["A", "c"]),
    ])
    func readsBagsAndVaultsInZipFiles(members: [(String, String)], titles: [String]) throws {
        try zip(members)
        #expect(try self.titles("b.zip").sorted() == titles)
    }

    @Test func writesNothingOutsideItsScratchFolder() throws {
        try zip([
            ("b/data/json/notebook.json", Self.document),
            ("b/data/json/../../../../evil", "evil"), ("b/data/json/x/../../../evil", "evil"),
        ])
        do { #expect(try titles("b.zip") == ["T"]) } catch is UserError {}
        #expect(try LocalFiles.status(folder.path + "/evil") == nil)
        #expect(try LocalFiles.entries(of: folder.path).map(\.name) == ["b.zip"])
    }

    @Test func refusesAnythingElse() throws {
        try folder.write("x", to: "a.txt")
        try folder.write("x", to: "torn.zip")
        try zip([("b/data/other.json", "x")])
        try LocalFiles.makeFolder(folder.path + "/empty")
        let cases = [
            ("absent", "does not exist"), ("a.txt", "is not an export"), ("torn.zip", "torn.zip "),
            ("b.zip", "b.zip holds neither notebook.json nor"),
        ]
        for (name, words) in cases {
            let error = #expect(throws: (any Error).self) { try titles(name) }
            let message = (error as? any UserFacingError)?.message ?? ""
            #expect(message.contains(words), "\(message)")
        }
        #expect(throws: (any Error).self) { try titles("empty") }
    }

    @Test func readsTextBundles() throws {
        let bundle = "x/Lemon tart.textbundle"
        try folder.write("# Tart\n![](assets/a.png)", to: bundle + "/text.markdown")
        try folder.write(
            #"{"version":2,"net.shinyfrog.bear":{"creationDate":"2021-05-01T10:00:00Z","modificationDate":"2021-06-01T10:00:00Z"}}"#,
            to: bundle + "/info.json")
        try folder.write(PNGPicture.quarters(width: 4, height: 4), to: bundle + "/assets/a.png")
        for name in ["x", bundle] {
            let export = try read(name)
            let note = try #require(export.notes.first?.note)
            #expect(export.files.count == 2)
            #expect(note.title == "Lemon tart")
            #expect(note.id.source == "Lemon tart.data")
            #expect(note.photos.map(\.name) == ["a.png"])
            #expect(note.created == CivilTime.instant("2021-05-01T10:00:00Z"))
            #expect(note.modified == CivilTime.instant("2021-06-01T10:00:00Z"))
        }
    }

    /// A backup of Bear is a ZIP file of text bundles, whatever its name.
    @Test(arguments: ["notes.bear2bk", "notes.zip", "notes"])
    func readsBackupsOfBear(name: String) throws {
        func bundle(_ title: String, text: String, state: String) -> [(String, String)] {
            let root = "Bear Notes.bear2bk/\(title).textbundle/"
            let info = "{\"net.shinyfrog.bear\": {\(state)}, \"version\": 2}"
            return [(root + "text.md", text), (root + "info.json", info)]
        }
        try zip(
            bundle("Kept", text: "# Kept\n#two words# and #one", state: #""trashed": 0"#)
                + bundle("Thrown", text: "# Thrown", state: #""trashed": 1"#)
                + bundle("Put away", text: "# Put away", state: #""archived": 1"#)
                + bundle("Locked", text: "", state: #""encrypted": 1"#)
                + [("Bear Notes.bear2bk/tags.json", "[]")], to: name)
        let export = try read(name)
        let notes = export.notes.map(\.note).sorted { $0.title < $1.title }
        #expect(notes.map(\.title) == ["Kept", "Put away"])
        #expect(notes.map(\.state) == [.published, .archived])
        #expect(notes.first?.tags.map(\.name) == ["two words"])
        #expect(
            export.problems.sorted() == [
                "“Locked” is encrypted; decrypt it in its program and export it again.",
                "“Thrown” is in the trash of its program; it was not imported.",
            ])
    }

    @Test(arguments: ["Content.textbundle/", ""])
    func readsTextPacks(root: String) throws {
        try zip(
            [("\(root)text.md", "a"), ("\(root)info.json", #"{"version":2}"#)],
            to: "y/Haiku.textpack")
        #expect(try titles("y/Haiku.textpack") == ["Haiku"])
        #expect(try titles("y") == ["Haiku"])
        try folder.write("b", to: "y/Sonnet.md")
        // One that cannot be read does not affect the others.
        try folder.write("x", to: "y/Torn.textpack")
        #expect(try titles("y").sorted() == ["Haiku", "Sonnet"])
    }

    @Test func skipsMembersThatLeaveTheZIPFile() throws {
        try zip([("../a.md", "a"), ("b/c.md", "d"), ("__MACOSX/b/._c.md", "x")])
        #expect(try titles("b.zip") == ["c"])
        let export = try read("b.zip")
        #expect(
            export.problems == [
                "../a.md in b.zip was not imported: it is a link, or leads out of the folder."
            ])
    }

    @Test func putsNotesOfSeveralFilesInFolders() throws {
        for name in ["Work", "Home"] {
            try folder.write(
                "<en-export><note><title>\(name)</title><content></content></note></en-export>",
                to: "z/\(name).enex")
        }
        try folder.write("", to: "z/sub/Empty.enex")
        try folder.write("x", to: "z/other.txt")
        try folder.write("# A", to: "z/A.md")
        let export = try read("z")
        #expect(
            export.notes.map(\.note.id.source) == ["A.data", "Home/Home.data", "Work/Work.data"])
        #expect(export.files.count == 5)
        #expect(
            export.problems == [
                "Empty.enex is not an ENEX file, or is damaged; it was not imported."
            ])
    }
}
