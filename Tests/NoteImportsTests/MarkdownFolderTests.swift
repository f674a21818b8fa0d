import Foundation
import LocalFiles
import NoteImports
import NoteModel
import Platform
import TestSupport
import Testing

/// Markdown files as people keep them with Obsidian, Hugo and text editors.
@Suite(.tags(.acceptance))
struct MarkdownFolderTests {
    private let folder = TemporaryFolder()

    private func note(_ text: String, name: String = "A walk.md") throws -> Note {
        try folder.write(text, to: name)
        return try MarkdownFolder(folder.path, zone: .utc).note(name).note.note
    }

    private func day(_ text: String) throws -> Date { try #require(CivilTime.instant(text)) }

    @Test func readsObsidianFrontMatter() throws {
        let note = try note(
            """
            ---
            tags: [walks, "lake/garda"]
            aliases:
              - The walk
            created: 2024-05-01 09:30
            ---
            # Heading

            Body\r
            last  
            """)
        #expect(note.title == "A walk")
        #expect(note.body == "# Heading\n\nBody\r\nlast  ")
        #expect(note.tags.map(\.name) == ["walks", "lake/garda"])
        #expect(try note.created == day("2024-05-01T09:30:00Z"))
        #expect(
            note.otherFields == [
                .init("aliases", value: .array([.string("The walk")])), Note.markdownFormat,
            ])
        #expect(note.id == NoteID(source: "A walk.data", index: 0))
    }

    @Test func readsHugoFrontMatter() throws {
        let note = try note(
            """
            +++
            title = 'Its "here"'
            date = 2024-05-01T09:30:00+02:00
            lastmod = "2024-05-02"
            draft = false
            tags = [ # mine
              "one", # first
              "two words",
            ]
            [params]
            a = 1
            +++
            Body
            """, name: "post/index.md")
        #expect(note.title == "Its \"here\"")
        #expect(try note.created == day("2024-05-01T07:30:00Z"))
        #expect(try note.modified == day("2024-05-02T00:00:00Z"))
        #expect(note.tags.map(\.name) == ["one", "two words"])
        #expect(note.body == "Body")
        #expect(try self.note("Text", name: "trip/index.md").title == "trip")
    }

    @Test(arguments: [
        ("---\ntitle: [open\n---\nText", "line 3"), ("---\ntitle: a\nText", "line 1"),
        ("---\ntitle: a\ntitle: b\n---\n", "twice"), ("+++\ntitle\n+++\nText", "line 2"),
    ])
    func reportsBrokenFrontMatter(text: String, words: String) throws {
        try folder.write(text, to: "a.md")
        let (read, problems) = try MarkdownFolder(folder.path, zone: .utc).note("a.md")
        #expect(problems.count == 1 && problems[0].contains(words), "\(problems)")
        #expect(problems.first?.hasPrefix("a.md, line ") == true)
        #expect(read.note.state == .draft && read.note.tags.isEmpty)
    }

    @Test func refusesInvalidAndOversizedText() throws {
        for (bytes, words) in [
            ([0xFF, 0xFE, 0x41], "a.md, line 1, is not UTF-8 text"),
            ([UInt8](repeating: 0x61, count: 16 << 20 + 1), "a.md has more than 16 MB of text"),
        ] {
            try folder.write(bytes, to: "a.md")
            let folder = try MarkdownFolder(folder.path, zone: .utc)
            let fault = #expect(throws: UserError.self) { try folder.note("a.md") }
            #expect(fault?.message.contains(words) == true)
        }
    }

    @Test func importsPicturesShownInTexts() throws {
        let png = PNGPicture.quarters(width: 4, height: 2)
        for name in ["img/a b.png", "attachments/c.png", "static/d.png"] {
            try folder.write(png, to: name)
        }
        try folder.write(png, to: ".obsidian/e.png")
        let text =
            "![x](../img/a%20b.png)\n![[c.png|200]]\n![](/d.png)\n![](e.png)\n![](https://x.org/f.png)"
        try folder.write(text, to: "notes/n.md")
        let (read, problems) = try MarkdownFolder(folder.path, zone: .utc).note("notes/n.md")
        #expect(read.note.photos.map(\.name) == ["a b.png", "c.png", "d.png"])
        #expect(read.note.photos.allSatisfy { $0.stored != nil })
        #expect(problems == ["notes/n.md shows e.png, which does not exist."])
        #expect(read.note.body == text)
    }

    @Test func leavesEmbedsInCodeAlone() throws {
        try folder.write(PNGPicture.quarters(width: 4, height: 2), to: "a.png")
        let text = "`![[a.png|9]]`\n\n    ![[a.png]]\n\n```\n![[a.png|100]]\n```\n"
        let note = try note(text)
        #expect(note.body == text)
        #expect(note.photos.isEmpty)
    }

    @Test func resolvesDuplicateFileNamesByPathAndProximity() throws {
        for (index, path) in ["a.png", "x/a.png", "y/a.png", "y/z/a.png"].enumerated() {
            try folder.write(PNGPicture.quarters(width: 4 + index, height: 2), to: path)
        }
        func photos(_ text: String, in name: String) throws -> [String] {
            try note(text, name: name).photos.map { photo in
                let path = try #require(photo.stored?.file).split(separator: "/")
                return "\(photo.name ?? "")=\(path.suffix(2).joined(separator: "/"))"
            }
        }
        #expect(try photos("![[a.png]]", in: "x/n.md") == ["a.png=x/a.png"])
        #expect(try photos("![[z/a.png]]", in: "x/n.md") == ["a.png=z/a.png"])
        #expect(try photos("![](../y/a.png)", in: "x/n.md") == ["a.png=y/a.png"])
        #expect(
            try photos("![[y/a.png]] ![[a.png]] ![[x/a.png|20]]", in: "x/n.md")
                == ["y/a.png=y/a.png", "a.png=x/a.png"])
        let both = try note("![[y/a.png]] ![[a.png]]", name: "x/n.md")
        #expect(both.position(of: .photo, forAddress: "y/a.png") == 0)
        #expect(both.position(of: .photo, forAddress: "a.png") == 1)
        #expect([0, 1].contains(both.position(of: .photo, forAddress: "x/a.png")))
    }

    @Test func importsLinkedFilesOfAnyKind() throws {
        for name in ["files/paper.pdf", "sheet.xlsx", "page.html", "Makefile", "other.md"] {
            try folder.write("x", to: name)
        }
        let note = try note(
            """
            [p](files/paper.pdf#page=2) ![[sheet.xlsx]] [[page.html|the page]] [o](other.md) [m](Makefile)
            [web](https://example.org/paper.pdf) [[A note]] [gone](gone.pdf)
            """)
        #expect(note.attachments.map(\.name) == ["paper.pdf", "sheet.xlsx", "page.html"])
        #expect(note.photos.isEmpty)
        #expect(note.position(of: .attachment, forAddress: "files/paper.pdf#page=2") == 0)
    }

    @Test func importsFilesNamedInFrontMatter() throws {
        for name in ["a.png", "files/b.pdf", "c.pdf"] {
            try folder.write("%PDF \(name)", to: name)
        }
        let note = try note(
            "---\ncover: \"[[a.png]]\"\nfiles: [files/b.pdf, gone.pdf, https://x.org/c.pdf]\n---\n")
        #expect(note.photos.map(\.name) == ["a.png"])
        #expect(note.attachments.map(\.name) == ["b.pdf"])
    }

    @Test func detectsPhotosAndRecordingsByTheirContent() throws {
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0, 8] + Array("Exif".utf8) + [0, 0]
        let photos = ["img.jfif", "photo.JPE", "pic.bin", "report.pdf", "song.mp3"]
        for (index, name) in photos.enumerated() {
            try folder.write(jpeg + [UInt8(index)], to: name)
        }
        try folder.write(Array("caff".utf8) + [0, 1, 0, 0], to: "sound.dat")
        let texts = ["The wide world.txt", "caffeine.txt", "ID3 tags.txt", "page.html"]
        for name in texts.dropLast() { try folder.write(name, to: name) }
        try folder.write(
            "<!DOCTYPE html><!-- <a> --><html><body><svg></svg></body></html>", to: "page.html")
        try folder.write("<?xml version='1.0'?><!-- <a> --><svg/>", to: "drawing.xml")
        let names = photos + ["sound.dat"] + texts + ["drawing.xml"]
        let note = try note(names.map { "[x](<\($0)>)" }.joined(separator: "\n"))
        #expect(note.photos.map(\.name) == photos + ["drawing.xml"])
        #expect(note.recordings.map(\.name) == ["sound.dat"])
        #expect(note.attachments.map(\.name) == texts)
    }

    @Test func keepsValueTypesOfOtherKeys() throws {
        let note = try note(
            """
            ---
            title: 1.10
            count: 7
            rating: -4.5
            done: true
            quoted: "7"
            zip: 0123
            version: 1.10
            exact: 0.1000000000000000055
            sign: +5
            nothing: null
            empty:
            updated:
            word: yes
            list: [1, x, false]
            source: https://example.org
            photos: [https://example.org/a.jpg]
            date: 2024-05-02
            created: 2024-05-01
            tags: {a: b}
            ---
            """)
        #expect(note.title == "1.10")
        #expect(
            note.otherFields == [
                .init("count", value: .integer(7)), .init("rating", value: .real(-4.5)),
                .init("done", value: .bool(true)), .init("quoted", value: .string("7")),
                .init("zip", value: .string("0123")), .init("version", value: .real(1.1)),
                .init("exact", value: .real(0.1)), .init("sign", value: .integer(5)),
                .init("nothing", value: .null), .init("empty", value: .null),
                .init("word", value: .string("yes")),
                .init("list", value: .array([.integer(1), .string("x"), .bool(false)])),
                .init("source", value: .string("https://example.org")),
                .init("photos", value: .array([.string("https://example.org/a.jpg")])),
                .init("created", value: .string("2024-05-01")),
                .init("tags", value: .object([("a", .string("b"))])),
            ])
        let toml = try self.note("+++\ncount = 7\ndone = false\n[extra]\na = 1\n+++\nx")
        #expect(
            toml.otherFields == [
                .init("count", value: .integer(7)), .init("done", value: .bool(false)),
                .init("extra", value: .object([("a", .integer(1))])),
            ])
        let times = try self.note(
            "+++\na = 2024-05-01\nb = 07:32:00.5\nc = 1979-05-27T07:32:00\nd = 1979-05-27T07:32:00-07:30\ne = inf\n+++\nx"
        )
        #expect(
            times.otherFields == [
                .init("a", value: .string("2024-05-01")),
                .init("b", value: .string("07:32:00.500000000")),
                .init("c", value: .string("1979-05-27T07:32:00")),
                .init("d", value: .string("1979-05-27T07:32:00-07:30")),
                .init("e", value: .string("inf")),
            ])
    }

    @Test func readsNoFileOutsideTheFolder() throws {
        try folder.write(PNGPicture.quarters(width: 4, height: 2), to: "secret.png")
        try folder.write("---\nphotos: [../secret.png]\n---\n![](../secret.png)", to: "in/n.md")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/in/link.png", withDestinationPath: folder.path + "/secret.png")
        try folder.write("![](link.png)", to: "in/m.md")
        let inner = try MarkdownFolder(folder.path + "/in", zone: .utc)
        for name in ["n.md", "m.md"] {
            let read = try inner.note(name)
            #expect(read.note.note.photos.allSatisfy { $0.stored == nil }, "\(name)")
            #expect(!read.problems.isEmpty)
        }
    }

    /// A note and a folder with one name, as Obsidian has them, and invalid or unterminated TOML.
    @Test func handlesFolderNotesAndTOMLVariants() throws {
        try folder.write("one", to: "Trip.md")
        try folder.write("![[a.png]] day", to: "Trip/Day.md")
        try folder.write(PNGPicture.quarters(width: 4, height: 2), to: "a.png")
        let vault = try MarkdownFolder(folder.path, zone: .utc)
        #expect(vault.paths.sorted() == ["Trip.md", "Trip/Day.md"])
        #expect(try vault.note("Trip.md").note.note.id.source == "Trip.data")
        #expect(try vault.note("Trip/Day.md").note.note.photos.map(\.name) == ["a.png"])
        for head in [
            "title = [1, # c", "title = " + String(repeating: "[", count: 100_000),
            "title = [\n" + String(repeating: "\"b\",\n", count: 5000), "title = \"\"\"x",
            "a.b = 1\na = 2",
        ] {
            let draft = try note("+++\n\(head)\n+++\nx")
            #expect(draft.state == .draft && draft.body == "x")
        }
        let other = try note("+++\na = {b = 1}\nc = \"\"\"\nd\n\"\"\"\ntitle = 'T'\n+++\nx")
        #expect(other.title == "T")
        #expect(other.otherFields.map(\.key) == ["a", "c"])
        let windows = try note("+++\r\ntitle = \"T\"\r\ntags = [\"a\"]\r\n+++\r\nBody\r\n")
        #expect(windows.title == "T")
        #expect(windows.tags.map(\.name) == ["a"])
        #expect(windows.body == "Body\r\n")
    }

    /// Files of an export that have been edited since.
    @Test func keepsEditsMadeToAnExport() throws {
        let png = PNGPicture.quarters(width: 4, height: 2)
        for name in ["photos/t-1.png", "photos/t-2.png", "photos/new.png", "drawings/t-1.svg"] {
            try folder.write(png, to: name)
        }
        let head = "---\ntitle: T\nid: x\nsource: t.data\ngenerator: Notebinder\n"
        let photos = "photos: [photos/t-1.png, photos/t-2.png]\nphotoNames: [tart.png, ~]\n"
        let edited = try note(
            head + photos
                + "---\nText\n\n![a](photos/t-1.png)\n\n![](photos/t-2.png)\n\n![](photos/new.png)\n\nBelow.\n",
            name: "t.md")
        #expect(
            edited.body == "Text\n\n![a](tart.png)\n\n![](2)\n\n![](photos/new.png)\n\nBelow.\n")
        #expect(edited.photos.map(\.name) == ["tart.png", nil, "new.png"])
        let pages = "\n\n## Page 1\n\n![](drawings/t-1.svg)\n"
        let lecture = head + "noteKind: lecture\n---\nText"
        #expect(try note(lecture + pages, name: "l.md").body == "Text")
        #expect(try note(lecture + pages + "\nMine.\n", name: "l.md").body.hasSuffix("Mine.\n"))
        let deck = head + "noteKind: deck\ncards:\n- question: Q\n  answer: A\n---\n"
        try folder.write(deck + "## Card 1\n\nQ\n\n---\n\nA\n", to: "d.md")
        try folder.write(deck + "## Card 1\n\nOther\n\n---\n\nA\n", to: "e.md")
        let folder = try MarkdownFolder(folder.path, zone: .utc)
        #expect(try folder.note("d.md").problems == [])
        #expect(try folder.note("e.md").problems.count == 1)
    }

    /// Cards in another program's format, and texts that could keep a reader busy for hours.
    @Test(.timeLimit(.minutes(2))) func toleratesForeignAndHostileFrontMatter() throws {
        let note = try note("---\ntitle: T\nid: a\ncards: [one, two]\n---\nMy text.")
        #expect(note.deck == nil)
        #expect(note.body == "My text.")
        #expect(note.otherFields.map(\.key) == ["cards"])
        let many = String(repeating: "![[", count: 20_000) + "]]"
        #expect(try self.note(many).body == many)
        var bomb = "a: &a [x, x]\n"
        for level in 1...9 {
            let list = Array(repeating: "*a\(level == 1 ? "" : String(level - 1))", count: 10)
            bomb += "b\(level): &a\(level) [\(list.joined(separator: ", "))]\n"
        }
        #expect(try self.note("---\n\(bomb)? *a9\n: 1\n---\nx").state == .draft)
    }

    @Test func followsNoLinkOutOfTheFolder() throws {
        try folder.write("secret", to: "secret.txt")
        try folder.write("ok", to: "in/a.md")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/in/b.md", withDestinationPath: folder.path + "/secret.txt")
        let inner = try MarkdownFolder(folder.path + "/in", zone: .utc)
        #expect(throws: UserError.self) { try inner.note("b.md") }
        // A single file does not bring hidden files along.
        try folder.write("x", to: "in/.ssh/key.png")
        try folder.write("![](.ssh/key.png)", to: "in/c.md")
        let alone = try MarkdownFolder(folder.path + "/in/c.md", zone: .utc)
        #expect(try alone.note("c.md").note.note.photos.isEmpty)
    }

    @Test func findsNoNotesInAFolderWithoutMarkdown() throws {
        try folder.write("x", to: "a.txt")
        let found = try MarkdownFolder(folder.path, zone: .utc)
        #expect(found.paths == [] && found.found.map(\.name) == ["a.txt"])
    }

    @Test(arguments: [
        ("git-log.md", "# Git log!\n\nText", "Git log!"),
        ("git_log.md", "\n# Git log\n", "Git log"),
        ("Git log.md", "# Other\n", "Git log"), ("git-log.md", "## Git log\n", "git-log"),
        ("git-log.md", "---\ntitle: Own\n---\n# Git log\n", "Own"),
        ("git-log/index.md", "# Git log", "Git log"),
    ])
    func prefersAHeadingThatMatchesTheFileName(name: String, text: String, title: String) throws {
        let read = try note(text, name: name)
        #expect(read.title == title)
        #expect(text.hasSuffix(read.body))
    }

    @Test func takesDatesFromFilesOnRequest() throws {
        let day = try day("2014-07-09T10:05:00Z")
        for (name, text) in [("a.md", "Text"), ("b.md", "---\nupdated: 2020-01-01\n---\n")] {
            let path = try folder.write(text, to: name)
            try LocalFiles.setModified(path, date: day)
        }
        let reader = try MarkdownFolder(folder.path, zone: .utc, usesFileDates: true)
        #expect(try reader.note("a.md").note.note.created == day)
        #expect(try reader.note("b.md").note.note.created == nil)
        let plain = try MarkdownFolder(folder.path, zone: .utc)
        #expect(try plain.note("a.md").note.note.created == nil)
    }
}
