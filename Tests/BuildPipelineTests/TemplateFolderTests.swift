import BuildPipeline
import BuildTestSupport
import Diagnostics
import Foundation
import LocalFiles
import TestSupport
import Testing

/// The files of the owner's templates folder.
@Suite(.tags(.acceptance))
struct TemplateFolderTests {
    private let build: NotebookBuild
    private var templates: String { build.folder.path + "/t" }

    init() throws {
        build = try NotebookBuild()
        try addEverything(to: build)
    }

    private func run() throws { try build.run { $0.templates = templates } }

    private func message() throws -> String {
        let failure = #expect(throws: BuildError.self) { try run() }
        return failure?.message ?? ""
    }

    @Test(arguments: [
        "note.html", "style.css", "viewer.js", "icon.svg", "book.css", "words-en.json",
    ])
    func refusesFilesThatAreNotUTF8(name: String) throws {
        try build.folder.write(Array("<p>\nCaf".utf8) + [0xE9, 0x0A], to: "t/" + name)
        let message = try message()
        #expect(message.contains("/t/\(name), line 2: the text is not UTF-8"), "\(message)")
    }

    /// The names that templates had in earlier versions.
    @Test func acceptsOldNamesWithANotice() throws {
        let templates = Places.package + "/Templates/"
        let note = String(decoding: try LocalFiles.read(templates + "note.html"), as: UTF8.self)
        let pages = String(
            decoding: try LocalFiles.read(templates + "handwritten-pages.html"), as: UTF8.self)
        try build.folder.write(
            note.replacing("trails}}", with: "ways}}").replacing("isDefault}}", with: "isUsual}}"),
            to: "t/note.html")
        try build.folder.write(
            pages.replacing("pages}}", with: "leaves}}").replacing(
                "{{words.leaves}}", with: "{{words.pages}}"
            )
            .replacing("drawing}}", with: "leaf}}"), to: "t/leaves.html")
        let report = try build.run { $0.templates = self.templates }
        let notices = report.diagnostics.filter { $0.identifier == .renamedSetting }
        #expect(
            notices.map(\.summary) == [
                "“leaves.html” is now called “handwritten-pages.html”.",
                "“leaves” is now called “pages”.", "“leaf” is now called “drawing”.",
                "“ways” is now called “trails”.", "“isUsual” is now called “isDefault”.",
            ])
        let page = try build.tree("site").bytes["notes/a-walk.html"]
        let plain = try NotebookBuild()
        try addEverything(to: plain)
        try plain.run()
        #expect(try plain.tree("site").bytes["notes/a-walk.html"] == page)
    }

    @Test(arguments: [
        ("nota.html", "note.html"), ("stlye.css", "style.css"), ("footer.htm", "footer.html"),
        ("colours.css", nil), ("logo.png", nil),
    ])
    func refusesFilesThatNothingUses(name: String, nearest: String?) throws {
        try build.folder.write("x", to: "t/" + name)
        let message = try message()
        #expect(message.contains("/t/\(name) replaces no template"), "\(message)")
        #expect(message.contains("Did you mean") == (nearest != nil), "\(message)")
        if let nearest { #expect(message.contains("“\(nearest)”"), "\(message)") }
    }

    @Test func refusesLinksWhoseTargetsMayChangeUnnoticed() throws {
        try build.folder.write("x", to: "elsewhere.html")
        try build.folder.write("", to: "t/README")
        try FileManager.default.createSymbolicLink(
            atPath: templates + "/note.html",
            withDestinationPath: build.folder.path + "/elsewhere.html")
        #expect(try message().contains("/t/note.html is a symbolic link"))
    }

    @Test(arguments: ["sub", "footer.html"]) func refusesFolders(name: String) throws {
        try build.folder.write("x", to: "t/\(name)/footer.html")
        let message = try message()
        #expect(message.contains("/t/\(name) is a folder"), "\(message)")
    }

    @Test func refusesSwiftFilesOfTheOwner() throws {
        try build.folder.write("", to: "t/Mine.swift")
        #expect(try message().contains("/t/Mine.swift replaces no template"))
    }

    @Test func takesPartialsThatATemplateIncludesAndIgnoresBackups() throws {
        try build.folder.write("{{>own.html}}", to: "t/footer.html")
        try build.folder.write("Mine {{>deeper.html}}", to: "t/own.html")
        try build.folder.write("and deeper", to: "t/deeper.html")
        for name in [
            "note.html~", ".#note.html", "#note.html#", ".DS_Store", "README", "ReadMe.txt",
            "style.css.bak", "words-sv.json", ".git/config", "old~/note.html",
        ] {
            try build.folder.write([0xFF, 0x80], to: "t/" + name)
        }
        try run()
        let page = try #require(try build.tree("site").files["index.html"])
        #expect(String(decoding: page.bytes, as: UTF8.self).contains("Mine and deeper"))
    }

    @Test func takesACopyOfTheWholeFolder() throws {
        for (name, file) in try FolderContents(Places.package + "/Templates").files {
            try build.folder.write(file.bytes, to: "t/" + name)
        }
        try run()
        let own = try build.tree("site").bytes
        let other = build.folder.path + "/Default"
        try build.run(output: other)
        #expect(try FolderContents(other + "/site").bytes == own)
    }
}
