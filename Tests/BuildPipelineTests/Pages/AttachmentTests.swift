import BuildPipeline
import BuildTestSupport
import Foundation
import LocalFiles
import TestSupport
import Testing

/// Files of any kind that belong to notes, from a vault to the site, the exports and back.
@Suite(.tags(.acceptance))
struct AttachmentTests {
    private let build = NotebookBuild()
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
        let head =
            "---\ntitle: Note\nrating: 4.5\nversion: 1.10\ndone: true\nnone: null\nsource: mine\nroot: ':root'\n---\n"
        try build.folder.write(head + Self.text, to: "vault/note.md")
        try build.folder.write("%PDF-1.4 paper", to: "vault/paper.pdf")
        try build.folder.write("sheet", to: "vault/sheet.xlsx")
        let page = "<script>document.title = 'attacked'</script>"
        try build.folder.write(page, to: "vault/page.html")
        try build.folder.write("<x/>", to: "vault/drawing.xml")
        for (index, name) in ["x/a.png", "y/a.png", "y/b.png"].enumerated() {
            try build.folder.write(
                PNGPicture.quarters(width: 300, height: 150 + index), to: "vault/" + name)
        }
    }

    @discardableResult
    private func importNotes(_ path: String, to notes: String = "MyNotes") throws -> ImportReport {
        var options = build.options
        options.notes = build.folder.path + "/" + notes
        return try BuildPipeline.importNotes(from: build.folder.path + "/" + path, into: options)
    }

    /// Imports the vault and builds the notebook.
    @discardableResult
    private func publishVault() throws -> Report {
        try importNotes("vault")
        return try build.run()
    }

    /// Imports a JSON tree whose note has attachments, with their names as JSON has them.
    private func importTree(
        _ attachments: [(file: String, name: String, bytes: [UInt8])]
    ) throws -> ImportReport {
        let list = try attachments.map { file, name, bytes in
            try build.folder.write(bytes, to: "tree/" + file)
            return
                "{\"state\": \"read\", \"file\": \"\(file)\", \"name\": \"\(name)\", \"caption\": null}"
        }
        try build.folder.write(
            "{\"kind\": \"note\", \"title\": \"T\", \"body\": \"B\", \"source\": {\"path\": \"t.data\", \"index\": 0}, \"attachments\": [\(list.joined(separator: ", "))]}",
            to: "tree/notes.ndjson")
        return try importNotes("tree/notes.ndjson")
    }

    /// Returns the bytes of the files of a tree below a folder.
    private func files(_ tree: String, below folder: String) throws -> [String: [UInt8]] {
        try FolderContents("\(build.output)/\(tree)").bytes
            .filter { $0.key.hasPrefix(folder + "/") }
    }

    /// Trees share the kept originals with later runs, which then read none of them again.
    @Test func keepsOriginalsForLaterRuns() throws {
        try publishVault()
        let exported = try ["photos", "attachments"].flatMap { try files("json", below: $0).values }
        let kept = try FolderContents("\(build.output)/.notebinder/originals").bytes
        #expect(exported.count > 5)
        #expect(Set(kept.values) == Set(exported))
    }

    @Test func publishesAndExportsAttachmentsByteForByte() throws {
        let report = try importNotes("vault")
        #expect(report.problems == [])
        #expect((report.counts.found, report.counts.imported) == (8, 8))
        let built = try build.run()
        #expect(built.isComplete && built.addsUp)
        #expect((built.attachments.referenced, built.attachments.published) == (4, 4))
        let names = ["paper.pdf", "sheet.xlsx", "page.html", "drawing.xml"]
        let originals = try names.map { try build.folder.bytes("vault/" + $0) }
        for tree in NotebookBuild.trees {
            let found = try files(tree, below: "attachments")
            #expect(Set(found.values) == Set(originals), "\(tree)")
        }
        try build.expectValidJSON(1)
        let page = try build.text("site/notes/note.html")
        for name in names { #expect(page.contains("download=\"\(name)\""), "\(name)") }
        #expect(page.contains(".pdf\">the paper</a> <a href=\"../attachments/"))
        #expect(page.contains(".xlsx\">sheet</a>"))
        #expect(page.contains(".pdf#page=2\">page 2</a>"))
        #expect(page.contains("alt=\"as a query\""))
        let text = try build.text("markdown/note.md")
        #expect(text.contains("[page 2](attachments/note/paper.pdf#page=2)"))
        #expect(text.contains("![as a query](photos/note/b.png)"))
    }

    @Test func preventsScriptsFromRunningInTheSitesOrigin() throws {
        try publishVault()
        let names = try files("site", below: "attachments").filter { $0.value.first == 0x3C }.keys
        #expect(names.count == 2)
        #expect(names.allSatisfy { $0.hasSuffix(".bin") })
        #expect(try !build.text("site/notes/note.html").contains(".html\" download"))
    }

    @Test func showsPicturesAtTheRequestedWidth() throws {
        try publishVault()
        let page = try build.text("site/notes/note.html")
        for size in [
            "width=\"100\" height=\"50\"", "width=\"75\" height=\"38\"",
            "width=\"300\" height=\"151\"", "width=\"50\" height=\"25\" alt=\"words\"",
        ] {
            #expect(page.contains(size), "\(size)")
        }
        #expect(page.contains("<code>![[x/a.png|100]]</code>"))
        let body = try build.text("markdown/note.md")
        #expect(body.contains("![](photos/note/a.png)"))
        #expect(body.contains("`![[x/a.png|100]]`"))
    }

    @Test(arguments: ["markdown", "json"])
    func roundTripsThroughExports(tree: String) throws {
        try publishVault()
        let json = try build.text("json/notebook.json")
        let markdown = try build.text("markdown/note.md")
        #expect(try importNotes("Notebook/\(tree)", to: "Again").problems == [])
        try LocalFiles.remove(build.output)
        try build.run(notes: build.folder.path + "/Again")
        // In front matter, the fields whose keys mean something else there come after the others.
        if tree == "json" { #expect(try build.text("json/notebook.json") == json) }
        #expect(try build.text("markdown/note.md") == markdown)
        #expect(
            markdown.contains(
                "\nrating: 4.5\nversion: 1.1\ndone: true\nnone:\nroot: ':root'\ntext-format: markdown\nother:\n  source: mine\n---\n"
            )
        )
        #expect(markdown.contains("\nslug: note\n"))
    }

    /// A PNG with the comment `SECRET`, in a chunk after the header of 33 bytes.
    private static let photoWithMetadata: [UInt8] = {
        let png = PNGPicture.quarters(width: 64, height: 64)
        let chunk = [0, 0, 0, 14] + Array("tEXtComment\0SECRET".utf8) + [0x94, 0x52, 0x02, 0xAF]
        return Array(png.prefix(33)) + chunk + png.dropFirst(33)
    }()

    private func siteContainsSecret() throws -> Bool {
        try FolderContents("\(build.output)/site").bytes.values
            .contains { Data($0).range(of: Data("SECRET".utf8)) != nil }
    }

    @Test(arguments: ["report.pdf", "pic.bin"])
    func stripsMetadataFromMisnamedPhotos(name: String) throws {
        try build.folder.write(Self.photoWithMetadata, to: "vault/" + name)
        try build.folder.write("[the report](\(name))", to: "vault/note.md")
        let report = try publishVault()
        #expect((report.photos.published, report.attachments.referenced) == (1, 0))
        #expect(try !siteContainsSecret())
        #expect(try build.text("site/notes/note.html").contains(">the report</a>"))
    }

    /// JSON trees and archives of earlier versions list such photos among the attachments.
    @Test func treatsPhotosListedAsAttachmentsAsPhotos() throws {
        _ = try importTree([("pic.bin", "pic.bin", Self.photoWithMetadata)])
        let report = try build.run()
        #expect((report.photos.published, report.attachments.referenced) == (1, 0))
        #expect(try !siteContainsSecret())
    }

    @Test func excludesAttachmentsWithTheirNote() throws {
        try importNotes("vault")
        try build.folder.write("Other", to: "more/other.md")
        try importNotes("more")
        try build.run { $0.rules.exclude.titles = ["Note"] }
        for tree in NotebookBuild.trees {
            #expect(try files(tree, below: "attachments").isEmpty, "\(tree)")
        }
    }

    @Test func reportsMissingAttachments() throws {
        try importNotes("vault")
        try LocalFiles.remove(build.notes + "/Photos/paper.pdf")
        let report = try build.run()
        #expect(!report.isComplete && report.addsUp)
        #expect(report.attachments.missing.map(\.name) == ["paper.pdf"])
        #expect(
            try build.text("site/notes/note.html").contains(
                "<b dir=\"auto\">paper.pdf</b> <span class=\"notice\">File missing</span>"))
    }

    /// Names of files that would lead out of folders, or hide the file.
    @Test func sanitizesFileNames() throws {
        let names = [
            "..%2Fescape.pdf", "a%00b.pdf", "captions.yml", "Ünï côdé.pdf", #"q\"<b>.pdf"#,
        ]
        let report = try importTree(
            names.enumerated().map { ("f\($0)", $1, Array("file \($0)".utf8)) })
        #expect(report.problems == [])
        let files = try LocalFiles.files(below: build.notes)
        #expect(files.allSatisfy { $0 == "t.data" || $0.split(separator: "/").count == 2 })
        #expect(try build.run().attachments.published == names.count)
        #expect(try LocalFiles.status(build.folder.path + "/escape.pdf") == nil)
        #expect(try Set(self.files("json", below: "attachments").values).count == names.count)
    }
}
