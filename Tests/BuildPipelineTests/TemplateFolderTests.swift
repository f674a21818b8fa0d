import BuildPipeline
import BuildTestSupport
import Foundation
import LocalFiles
import NoteEditing
import NoteModel
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
        let failure = #expect(throws: (any Error).self) { try run() }
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

    /// Each fault of the folder `assets` is a sentence with the file and what to do.
    @Test(arguments: [
        ("assets/a b.png", "x", "has a name that an address cannot have. Rename it"),
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
    func namesWhatIsWrongWithAssets(path: String, text: String, expected: String) throws {
        try build.folder.write("font", to: "t/assets/own.woff2")
        try build.folder.write(text, to: "t/" + path)
        let message = try message()
        #expect(message.contains(expected), "\(message)")
    }

    @Test func leavesOtherFoldersCalledAssetsAlone() throws {
        let css = "a { background: url(/assets/a.png), url(../my-assets/a.png) } /* assets/ */"
        try build.folder.write("x", to: "t/assets/a.png")
        try build.folder.write(css, to: "t/custom.css")
        try run()
        let site = try build.tree("site")
        let name = try #require(site.names.first { $0.hasPrefix("assets/custom-") })
        let published = String(decoding: site.bytes[name] ?? [], as: UTF8.self)
        #expect(published.contains("url(/assets/a.png)") && published.contains("my-assets/a.png"))
        #expect(site.names.contains { $0.wholeMatch(of: /assets\/a-[0-9a-f]{8}\.png/) != nil })
    }

    /// Every page knows the lists and the tags, also when they change.
    @Test func offersListsAndTagsOnEveryPage() throws {
        try build.folder.write(
            "{{>views.html}}{{#allTags}}<a href=\"{{address}}\">{{name}} ({{noteCount}})</a>{{/allTags}}",
            to: "t/footer.html")
        try build.add("tagged.data", note: ArchivedNote(title: "Tagged", body: "#garden"))
        let change = { (options: inout BuildOptions) in options.templates = templates }
        try build.run(change: change)
        func links(_ page: String) throws -> [String] {
            let html = String(decoding: try build.tree("site").bytes[page] ?? [], as: UTF8.self)
            return HTMLQuery(html).all("a").compactMap { $0.attributes["href"] }
        }
        for page in ["notes/a-walk.html", "search.html", "tags/garden.html", "index.html"] {
            let root = page.contains("/") ? "../" : ""
            let links = try links(page)
            for list in ["by-date.html", "tags.html", "photos.html", "tags/garden.html"] {
                #expect(links.contains(root + list), "\(page): \(list)")
            }
        }
        try build.add("deck.data", note: ArchivedNote(title: "More", body: "#kitchen #garden"))
        try build.run(change: change)
        #expect(try links("notes/a-walk.html").contains("../tags/kitchen.html"))
        try build.expectSameAsFromNothing("a new tag", change: change)
    }
}
