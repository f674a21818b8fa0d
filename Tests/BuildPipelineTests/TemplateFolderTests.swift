import BuildPipeline
import BuildTestSupport
import Foundation
import NoteModel
import TestSupport
import Testing

/// The files of the owner's templates folder.
@Suite(.tags(.acceptance))
struct TemplateFolderTests {
    private let build = NotebookBuild()
    private var templates: String { build.folder.path + "/t" }

    init() throws {
        try addEverything(to: build)
    }

    private func run() throws { try build.run { $0.templates = templates } }

    /// Expects that a run fails; returns its message.
    @discardableResult
    private func expectRefusal(saying words: String) throws -> String {
        let failure = #expect(throws: (any Error).self) { try run() }
        let message = failure?.message ?? ""
        #expect(message.contains(words), "\(message)")
        return message
    }

    @Test(arguments: [
        "note.html", "style.css", "viewer.js", "icon.svg", "book.css", "words-en.json",
    ])
    func refusesFilesThatAreNotUTF8(name: String) throws {
        try build.folder.write(Array("<p>\nCaf".utf8) + [0xE9, 0x0A], to: "t/" + name)
        try expectRefusal(saying: "/t/\(name), line 2: the text is not UTF-8")
    }

    @Test(arguments: [
        ("nota.html", "note.html"), ("stlye.css", "style.css"), ("footer.htm", "footer.html"),
        ("colours.css", nil), ("logo.png", nil), ("Mine.swift", nil),
    ])
    func refusesFilesThatNothingUses(name: String, nearest: String?) throws {
        try build.folder.write("x", to: "t/" + name)
        let message = try expectRefusal(saying: "/t/\(name) replaces no template")
        #expect(message.contains("Did you mean") == (nearest != nil), "\(message)")
        if let nearest { #expect(message.contains("“\(nearest)”"), "\(message)") }
    }

    @Test func refusesSymbolicLinks() throws {
        try build.folder.write("x", to: "elsewhere.html")
        try build.folder.write("", to: "t/README")
        try FileManager.default.createSymbolicLink(
            atPath: templates + "/note.html",
            withDestinationPath: build.folder.path + "/elsewhere.html")
        try expectRefusal(saying: "/t/note.html is a symbolic link")
    }

    @Test(arguments: ["sub", "footer.html"]) func refusesFolders(name: String) throws {
        try build.folder.write("x", to: "t/\(name)/footer.html")
        try expectRefusal(saying: "/t/\(name) is a folder")
    }

    @Test func acceptsIncludedPartialsAndIgnoresBackups() throws {
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
        #expect(try build.text("site/index.html").contains("Mine and deeper"))
    }

    @Test func acceptsACopyOfTheDefaultTemplates() throws {
        for (name, file) in try FolderContents(Places.package + "/Templates").files {
            try build.folder.write(file.bytes, to: "t/" + name)
        }
        try run()
        let own = try build.tree("site").bytes
        let other = build.folder.path + "/Default"
        try build.run(output: other)
        #expect(try FolderContents(other + "/site").bytes == own)
    }

    /// Each fault of the folder `assets` is a sentence with the file and what to do.
    @Test(arguments: [
        ("assets/a b.png", "x", "has a name that is not allowed in addresses. Rename it"),
        ("assets/extra.css", "x", "is a style sheet. Its rules belong in custom.css"),
        ("assets/keys.js", "x", "has the name of a file of the program"),
        ("assets/more/a.png", "x", "is not a file. Only files directly in this folder"),
        (
            "custom.css", "p {}\nb { src: url(assets/ovn.woff2) }",
            "custom.css, line 2 names a file “ovn.woff2”, which is not in the folder “assets”. Did you mean “own.woff2”?"
        ),
        (
            "head.html", "<script src=\"{{root}}assets/x.js\">",
            "head.html, line 1 names a file “x.js”"
        ),
    ])
    func reportsProblemsWithAssets(path: String, text: String, expected: String) throws {
        try build.folder.write("font", to: "t/assets/own.woff2")
        try build.folder.write(text, to: "t/" + path)
        try expectRefusal(saying: expected)
    }

    @Test func leavesOtherFoldersCalledAssetsAlone() throws {
        let css = "a { background: url(/assets/a.png), url(../my-assets/a.png) } /* assets/ */"
        try build.folder.write("x", to: "t/assets/a.png")
        try build.folder.write(css, to: "t/custom.css")
        try run()
        let names = try build.tree("site").names
        let name = try #require(names.first { $0.hasPrefix("assets/custom-") })
        let published = try build.text("site/" + name)
        #expect(published.contains("url(/assets/a.png)") && published.contains("my-assets/a.png"))
        #expect(names.contains { $0.wholeMatch(of: /assets\/a-[0-9a-f]{8}\.png/) != nil })
    }

    /// Every page knows the lists and the tags, also when they change.
    @Test func offersListsAndTagsOnEveryPage() throws {
        try build.folder.write(
            "{{>views.html}}{{#allTags}}<a href=\"{{address}}\">{{name}} ({{noteCount}})</a>{{/allTags}}",
            to: "t/footer.html")
        try build.add("tagged.data", title: "Tagged", body: "#garden")
        try run()
        func links(_ page: String) throws -> [String] {
            HTMLQuery(try build.text("site/" + page)).links
        }
        for page in ["notes/a-walk.html", "search.html", "tags/garden.html", "index.html"] {
            let root = page.contains("/") ? "../" : ""
            let links = try links(page)
            for list in ["by-date.html", "tags.html", "photos.html", "tags/garden.html"] {
                #expect(links.contains(root + list), "\(page): \(list)")
            }
        }
        try build.add("deck.data", title: "More", body: "#kitchen #garden")
        try run()
        #expect(try links("notes/a-walk.html").contains("../tags/kitchen.html"))
        try build.expectSameAsFromNothing("a new tag") { $0.templates = templates }
    }
}
