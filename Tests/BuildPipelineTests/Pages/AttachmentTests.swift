import BuildPipeline
import BuildTestSupport
import Foundation
import LocalFiles
import NoteModel
import NotebookExports
import TestSupport
import Testing

/// Files of any kind that belong to notes, from a vault to the site, the exports and back.
@Suite(.tags(.acceptance))
struct AttachmentTests {
    private let build: NotebookBuild
    private static let page = "<script>document.title = 'attacked'</script>"
    private static let text = """
        [the paper](paper.pdf) ![[paper.pdf]] [[sheet.xlsx|sheet]] [page](page.html) ![[drawing.xml]]
        ![[x/a.png|100]] ![[y/a.png]] ![words|50](y/b.png)
        [page 2](paper.pdf#page=2) ![as a query](y/b.png?size=2)

        | a |
        | --- |
        | ![[x/a.png\\|75]] |

        `![[x/a.png|100]]`
        """

    init() throws {
        build = try NotebookBuild()
        let head =
            "---\ntitle: Note\nrating: 4.5\nversion: 1.10\ndone: true\nnone: null\nsource: mine\nroot: ':root'\n---\n"
        try build.folder.write(head + Self.text, to: "vault/note.md")
        try build.folder.write("%PDF-1.4 paper", to: "vault/paper.pdf")
        try build.folder.write("sheet", to: "vault/sheet.xlsx")
        try build.folder.write(Self.page, to: "vault/page.html")
        try build.folder.write("<x/>", to: "vault/drawing.xml")
        for (index, name) in ["x/a.png", "y/a.png", "y/b.png"].enumerated() {
            try build.folder.write(
                PNGPicture.quarters(width: 300, height: 150 + index), to: "vault/" + name)
        }
    }

    private func importNotes(_ export: String, to notes: String) throws -> ImportReport {
        try BuildPipeline.importNotes(
            from: build.folder.path + "/" + export,
            into: BuildOptions(
                notes: build.folder.path + "/" + notes, output: build.output,
                photoWorker: Places.photoWorker))
    }

    /// Returns the bytes of the files of a tree below a folder.
    private func files(_ tree: String, below folder: String) throws -> [String: [UInt8]] {
        try FolderContents("\(build.output)/\(tree)").bytes
            .filter { $0.key.hasPrefix(folder + "/") }
    }

    /// Trees share the kept originals with later runs, which then read none of them again.
    @Test func areKeptForLaterRunsLikePhotos() throws {
        _ = try importNotes("vault", to: "MyNotes")
        _ = try build.run()
        let exported = try ["photos", "attachments"].flatMap { try files("json", below: $0).values }
        let kept = try FolderContents("\(build.output)/.notebinder/originals").bytes
        #expect(exported.count > 5)
        #expect(Set(kept.values) == Set(exported))
    }

    @Test func areOfferedAndExportedByteForByte() throws {
        let report = try importNotes("vault", to: "MyNotes")
        #expect(report.problems == [])
        #expect((report.counts.found, report.counts.imported) == (8, 8))
        let built = try build.run()
        #expect(built.isComplete && built.addsUp)
        #expect((built.attachments.referenced, built.attachments.published) == (4, 4))
        let originals = try ["paper.pdf", "sheet.xlsx", "page.html", "drawing.xml"].map {
            try LocalFiles.read(build.folder.path + "/vault/" + $0)
        }
        for tree in ["markdown", "json", "site"] {
            let found = try files(tree, below: "attachments")
            #expect(Set(found.values) == Set(originals), "\(tree)")
        }
        try build.expectValidJSON(1)
        let page = try String(
            contentsOfFile: build.output + "/site/notes/note.html", encoding: .utf8)
        for name in ["paper.pdf", "sheet.xlsx", "page.html", "drawing.xml"] {
            #expect(page.contains("download=\"\(name)\""), "\(name)")
        }
        #expect(page.contains(".pdf\">the paper</a> <a href=\"../attachments/"))
        #expect(page.contains(".xlsx\">sheet</a>"))
        #expect(page.contains(".pdf#page=2\">page 2</a>"))
        #expect(page.contains("alt=\"as a query\""))
        let text = try String(contentsOfFile: build.output + "/markdown/note.md", encoding: .utf8)
        #expect(text.contains("[page 2](attachments/note/paper.pdf#page=2)"))
        #expect(text.contains("![as a query](photos/note/b.png)"))
    }

    @Test func runNoScriptsInTheOriginOfTheSite() throws {
        _ = try importNotes("vault", to: "MyNotes")
        try build.run()
        let names = try files("site", below: "attachments").filter { $0.value.first == 0x3C }.keys
        #expect(names.count == 2)
        #expect(names.allSatisfy { $0.hasSuffix(".bin") })
        let page = try String(
            contentsOfFile: build.output + "/site/notes/note.html", encoding: .utf8)
        #expect(!page.contains(".html\" download"))
    }

    @Test func showsPicturesInTheWidthOfTheText() throws {
        _ = try importNotes("vault", to: "MyNotes")
        try build.run()
        let page = try String(
            contentsOfFile: build.output + "/site/notes/note.html", encoding: .utf8)
        for size in [
            "width=\"100\" height=\"50\"", "width=\"75\" height=\"38\"",
            "width=\"300\" height=\"151\"", "width=\"50\" height=\"25\" alt=\"words\"",
        ] {
            #expect(page.contains(size), "\(size)")
        }
        #expect(page.contains("<code>![[x/a.png|100]]</code>"))
        let body = try String(contentsOfFile: build.output + "/markdown/note.md", encoding: .utf8)
        #expect(body.contains("![](photos/note/a.png)"))
        #expect(body.contains("`![[x/a.png|100]]`"))
    }

    @Test(arguments: ["markdown", "json"])
    func comeBackFromExports(tree: String) throws {
        _ = try importNotes("vault", to: "MyNotes")
        try build.run()
        let before = try (
            build.tree("json").bytes["notebook.json"], build.tree("markdown").bytes["note.md"]
        )
        #expect(try importNotes("Notebook/\(tree)", to: "Again").problems == [])
        try LocalFiles.remove(build.output)
        try build.run(notes: build.folder.path + "/Again")
        // In front matter, the fields whose keys mean something else there come after the others.
        if tree == "json" { #expect(try build.tree("json").bytes["notebook.json"] == before.0) }
        let head = String(decoding: try #require(before.1), as: UTF8.self)
        #expect(try build.tree("markdown").bytes["note.md"] == before.1)
        #expect(
            head.contains(
                "\nrating: 4.5\nversion: 1.1\ndone: true\nnone:\nroot: ':root'\ntext-format: markdown\nother:\n  source: mine\n---\n"
            )
        )
        #expect(head.contains("\nslug: note\n"))
    }

    /// Returns a PNG with the comment `SECRET`.
    private func photoWithMetadata() throws -> [UInt8] {
        let png = PNGPicture.quarters(width: 64, height: 64)
        let content = Array("tEXtComment\0SECRET".utf8)
        // Chunks follow the header of 33 bytes.
        var bytes = Array(png.prefix(33))
        bytes += self.bytes(UInt32(content.count - 4))
        bytes += content
        bytes += self.bytes(checksum(content))
        bytes += png.dropFirst(33)
        return bytes
    }

    private func bytes(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    /// Returns the CRC-32 of a chunk of a PNG.
    private func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 {
                let isOdd = sum & 1 == 1
                sum >>= 1
                if isOdd { sum ^= 0xEDB8_8320 }
            }
        }
        return ~sum
    }

    private func siteContainsSecret() throws -> Bool {
        try FolderContents("\(build.output)/site").bytes.values
            .contains { Data($0).range(of: Data("SECRET".utf8)) != nil }
    }

    @Test(arguments: ["report.pdf", "pic.bin"])
    func publishPhotosUnderMisleadingNamesWithoutMetadata(name: String) throws {
        try build.folder.write(photoWithMetadata(), to: "vault/" + name)
        try build.folder.write("[the report](\(name))", to: "vault/note.md")
        _ = try importNotes("vault", to: "MyNotes")
        let report = try build.run()
        #expect((report.photos.published, report.attachments.referenced) == (1, 0))
        #expect(try !siteContainsSecret())
        let page = try String(
            contentsOfFile: build.output + "/site/notes/note.html", encoding: .utf8)
        #expect(page.contains(">the report</a>"))
    }

    /// JSON trees and archives of earlier versions list such photos among the attachments.
    @Test func becomePhotosWhereAnEarlierImportListsThem() throws {
        try build.folder.write(photoWithMetadata(), to: "tree/pic.bin")
        try build.folder.write(
            "{\"kind\": \"note\", \"title\": \"T\", \"body\": \"B\", \"source\": {\"path\": \"t.data\", \"index\": 0}, \"attachments\": [{\"state\": \"read\", \"file\": \"pic.bin\", \"name\": \"pic.bin\", \"caption\": null}]}",
            to: "tree/notes.ndjson")
        _ = try importNotes("tree/notes.ndjson", to: "MyNotes")
        let report = try build.run()
        #expect((report.photos.published, report.attachments.referenced) == (1, 0))
        #expect(try !siteContainsSecret())
    }

    @Test func leaveWithTheirNote() throws {
        _ = try importNotes("vault", to: "MyNotes")
        try build.folder.write("Other", to: "more/other.md")
        _ = try importNotes("more", to: "MyNotes")
        try build.run { $0.exclusions.titles = ["Note"] }
        for tree in ["markdown", "json", "site"] {
            #expect(try files(tree, below: "attachments").isEmpty, "\(tree)")
        }
    }

    @Test func areNamedWhereTheyAreMissing() throws {
        _ = try importNotes("vault", to: "MyNotes")
        try LocalFiles.remove(build.notes + "/Photos/paper.pdf")
        let report = try build.run()
        #expect(!report.isComplete && report.addsUp)
        #expect(report.attachments.missing.map(\.name) == ["paper.pdf"])
        let page = try String(
            contentsOfFile: build.output + "/site/notes/note.html", encoding: .utf8)
        #expect(
            page.contains(
                "<b dir=\"auto\">paper.pdf</b> <span class=\"notice\">File missing</span>"))
    }

    /// Names of files that would lead out of folders, or hide the file.
    @Test func haveNamesThatStayInTheirFolders() throws {
        let names = ["..%2Fescape.pdf", "a%00b.pdf", "captions.yml", "Ünï côdé.pdf", "q\"<b>.pdf"]
        let json = names.enumerated().map { index, name in
            let quoted = name.replacing("\"", with: "\\\"")
            return
                "{\"state\": \"read\", \"file\": \"f\(index)\", \"name\": \"\(quoted)\", \"caption\": null}"
        }.joined(separator: ", ")
        for index in names.indices {
            try build.folder.write("file \(index)", to: "tree/f\(index)")
        }
        try build.folder.write(
            "{\"kind\": \"note\", \"title\": \"T\", \"body\": \"B\", \"source\": {\"path\": \"t.data\", \"index\": 0}, \"attachments\": [\(json)]}",
            to: "tree/notes.ndjson")
        let report = try importNotes("tree/notes.ndjson", to: "MyNotes")
        #expect(report.problems == [])
        let files = Set(try LocalFiles.files(below: build.folder.path + "/MyNotes"))
        #expect(files.allSatisfy { $0 == "t.data" || $0.split(separator: "/").count == 2 })
        let built = try build.run()
        #expect(built.attachments.published == names.count)
        #expect(try LocalFiles.status(build.folder.path + "/escape.pdf") == nil)
        let exported = try self.files("json", below: "attachments")
        #expect(
            Set(exported.values.map { String(decoding: $0, as: UTF8.self) }).count == names.count)
    }
}
