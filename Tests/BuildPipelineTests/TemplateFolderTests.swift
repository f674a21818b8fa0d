import BuildPipeline
import BuildTestSupport
import Diagnostics
import Foundation
import LocalFiles
import NoteEditing
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

    /// Lists of earlier versions included the footer.
    @Test func showsTheFooterOnceOnEveryPage() throws {
        let lists = String(
            decoding: try LocalFiles.read(Places.package + "/Templates/tags.html"), as: UTF8.self)
        try build.folder.write("<footer>The end</footer>", to: "t/footer.html")
        try build.folder.write(
            lists.replacing("</main>", with: "</main>\n{{>footer.html}}"), to: "t/tags.html")
        try build.add("tagged.data", note: ArchivedNote(title: "Tagged", body: "#garden"))
        let report = try build.run { $0.templates = templates }
        #expect(report.diagnostics.count { $0.summary.contains("“footer.html” is included") } == 1)
        let site = try build.tree("site")
        for name in site.names where name.hasSuffix(".html") {
            let html = String(decoding: site.bytes[name] ?? [], as: UTF8.self)
            guard html.contains("<main") else { continue }
            #expect(html.ranges(of: "<footer>The end</footer>").count == 1, "\(name)")
        }
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
            let html = String(
                decoding: try build.tree("site").bytes[page] ?? [], as: UTF8.self)
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
