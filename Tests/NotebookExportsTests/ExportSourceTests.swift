import BuildPipeline
import Foundation
import LocalFiles
import NoteExchange
import NoteModel
import TestSupport
import Testing
import ZipFiles

@testable import NotebookExports

/// The forms of exports that are read.
@Suite(.tags(.fast))
struct ExportSourceTests {
    private let folder: TemporaryFolder

    private static let note =
        "{\"kind\":\"note\",\"title\":\"T\",\"body\":\"B\",\"source\":{\"path\":\"a.data\"}}"
    private static let document = "{\"formatVersion\":1,\"title\":\"N\",\"notes\":[\(note)]}"

    init() throws { folder = try TemporaryFolder() }

    private func titles(_ name: String) throws -> [String] {
        let source = try ExportSource(folder.path + "/" + name)
        return try source.read(zone: .gmt, 1).notes.map(\.note.title)
    }

    private func zip(_ members: [(String, String)]) throws {
        let path = folder.path + "/b.zip"
        try? LocalFiles.remove(path)
        var zip = try ZipWriter(path)
        for (name, text) in members { try zip.add(name, bytes: Array(text.utf8)) }
        try zip.finish()
    }

    @Test(arguments: ["x/notebook.json", "x/json/notebook.json", "x/data/json/notebook.json"])
    func findsTheTreeOfANotebookAndOfABag(place: String) throws {
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

    @Test func takesAnyOtherFolderForMarkdown() throws {
        try folder.write("---\ntitle: A\n---\n", to: "x/a.md")
        try folder.write("x", to: "x/sub/b.markdown")
        #expect(try Set(titles("x")) == ["A", "b"])
    }

    @Test func readsTheTreeOfABagInAZipFile() throws {
        try zip([("b/bagit.txt", "x"), ("b/data/json/notebook.json", Self.document)])
        #expect(try titles("b.zip") == ["T"])
    }

    @Test func writesNothingOutsideItsScratchFolder() throws {
        try zip([
            ("b/data/json/notebook.json", Self.document),
            ("b/data/json/../../../../evil", "evil"), ("b/data/json/x/../../../evil", "evil"),
        ])
        do { #expect(try titles("b.zip") == ["T"]) } catch is ExportError {}
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
            ("b.zip", "holds no JSON tree"),
        ]
        for (name, words) in cases {
            let error = #expect(throws: ExportError.self) { try titles(name) }
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        }
        #expect(throws: (any Error).self) { try titles("empty") }
    }
}
