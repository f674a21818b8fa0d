import Foundation
import LocalFiles
import NoteEditing
import TestSupport
import Testing

/// `export`, and the choice of notes in all commands that list or export them.
@Suite(.tags(.acceptance))
struct FileExportCommandTests: CommandSuite {
    let folder = TemporaryFolder()

    init() throws {
        func day(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }
        let picture = PNGPicture.quarters(width: 8, height: 4)
        let notes = [
            ArchivedNote(
                title: "A walk & <more>",
                body:
                    "Along *the* lake. #walks/long ![x](lake.png)\n\n- [x] done\n\n| a |\n| - |\n| b |\n\nEnd[^1] ]]>\n\n[^1]: Foot",
                photos: .array([.name("lake.png"), .data(picture)]),
                created: try day("2014-07-09T22:30:00Z")),
            ArchivedNote(
                title: " Two\nlines ", body: "[[A walk & <more>]] https://example.org",
                created: try day("2014-07-10T00:30:00Z")),
            ArchivedNote(title: "Without a date", body: "\u{1}Text, \"quoted\"\r\nmore"),
        ]
        try folder.write(picture, to: "MyNotes/Photos/lake.png")
        for (index, note) in notes.enumerated() {
            try folder.write(note: note, to: "MyNotes/\(index + 1).data")
        }
    }

    private func sources(_ arguments: [String]) throws -> [String] {
        try run(["list", "--sort", "order"] + arguments).rows.compactMap(\.last)
    }

    @Test(
        arguments: [
            (["--tag", "walks"], ["1.data"]), (["--tag", "#WALKS/long"], ["1.data"]),
            (["--tag", "walk"], []), (["--title", "a walk*"], ["1.data"]),
            (["--title", "a walk*", "--title", "without*"], ["1.data", "3.data"]),
            (["--since", "2014-07-10"], ["2.data"]), (["--until", "2014-07-09"], ["1.data"]),
            (["--since", "2014", "--until", "2014-07"], ["1.data", "2.data"]),
            (["--since", "2014-07-10", "--time-zone", "Europe/Rome"], ["1.data", "2.data"]),
            (["--until", "2013"], []), (["--kind", "deck"], []),
            (["--kind", "note", "--tag", "walks"], ["1.data"]),
        ] as [([String], [String])])
    func choosesNotes(arguments: [String], sources: [String]) throws {
        #expect(try self.sources(arguments) == sources)
    }

    @Test(arguments: [["--since", "2014-13"], ["--until", "today"], ["--kind", "book"]])
    func refusesCriteriaThatMeanNothing(arguments: [String]) throws {
        try run(["list"] + arguments, status: 64)
    }

    @Test func exportsOnlyChosenNotes() throws {
        try run("bag", "--tag", "walks", "--output", "Bag", says: "chose 1")
        let files = try LocalFiles.files(below: folder.path + "/Bag/data")
        #expect(
            files.filter { $0.hasPrefix("originals/") } == [
                "originals/1.data", "originals/Photos/lake.png",
            ])
        #expect(files.filter { $0.hasSuffix(".md") } == ["markdown/a-walk-more.md"])
        try run("bind", "--title", "none", "--output", "b.html", status: 1)
        let enex = try run("export", "enex", "--until", "2014-07-09", "--output", "-").output
        #expect(enex.contains("A walk &amp; &lt;more&gt;") && !enex.contains("Two"))
    }

    @Test func writesSingleFilesToStandardOutput() throws {
        #expect(try run("bind", "--as", "html", "-o", "-").output.hasPrefix("<!doctype html>"))
        #expect(try run("export", "enex", "-o", "-").output.hasSuffix("</en-export>\n"))
        try run("bag", "-o", "-", status: 64)
        try run("export", "enex", "-o", "-", "--split", "2", status: 64)
        try run("bind", "--as", "html", "-o", "-", "--json", status: 64)
    }

    @Test(arguments: ["enex", "sqlite"])
    func exportsReproduciblyAndOverwritesNothing(form: String) throws {
        try run("export", form, "--output", "a")
        try run("export", form, "--output", "b")
        #expect(try folder.bytes("a") == folder.bytes("b"))
        try run("export", form, "--output", "a", status: 1, says: "--replace")
        try run("export", form, "--output", "a", "--replace")
        try run("export", form, "--output", "nowhere/a", status: 1)
        try run("export", form, "--output", "MyNotes/a", status: 1)
    }

    @Test(arguments: ["enex", "sqlite"])
    func exportsNoWordsOfExcludedNotes(form: String) throws {
        try addNote(
            "Diary", body: "The combination is seven eleven nineteen. #secrecy",
            photos: [.name("safe.png")], to: "5.data")
        try writePictures("MyNotes/Photos/safe.png")
        try run("export", form, "--output", "all")
        try folder.write("exclude: { titles: [Diary] }\n", to: "notebinder.yml")
        try run("export", form, "--output", "public")
        func words(in name: String) throws -> [String] {
            let text = try folder.text(name)
            return ["Diary", "seven eleven", "secrecy"].filter(text.contains)
        }
        #expect(try words(in: "all").count == 3)
        #expect(try words(in: "public") == [])
    }

    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func writesASearchableDatabase() throws {
        try run("export", "sqlite", "--output", "notes.db")
        let script = """
            import json, sqlite3, sys
            db = sqlite3.connect(sys.argv[1])
            def all(query): return [list(row) for row in db.execute(query)]
            print(json.dumps([
                all("PRAGMA integrity_check"), all("PRAGMA foreign_key_check"),
                all("SELECT notes.title FROM notes JOIN notes_fts ON notes.id = notes_fts.rowid "
                    "WHERE notes_fts MATCH 'LAKE'"),
                all("SELECT n.slug, t.slug FROM links JOIN notes n ON n.id = note_id "
                    "JOIN notes t ON t.id = target_id"),
                all("SELECT address FROM links WHERE kind = 'web'"),
                all("SELECT name, type, width, height, length(sha256) FROM photos"),
                all("SELECT tag FROM tags"),
            ]))
            """
        let read = try python("-c", script, "notes.db")
        #expect(
            read.output == """
                [[["ok"]], [], [["A walk & <more>"]], [["two-lines", "a-walk-more"]], \
                [["https://example.org"]], [["lake.png", "png", 8, 4, 64], [null, "png", 8, 4, 64]], \
                [["walks/long"]]]

                """, "\(read.errors) \(read.status)")
    }

    /// A note of an ENEX file as the checker prints it.
    private struct Entry: Decodable {
        struct File: Decodable { let name: String }
        let title: String
        let created: String?
        let tags: [String]
        let words: String
        let files: [File]
    }

    private func entries(_ name: String) throws -> [Entry] {
        let read = try python(Places.package + "/Tests/TestSupport/check-enex.py", name)
        #expect(read.errors == "")
        return try JSONDecoder().decode([Entry].self, from: Data(read.output.utf8))
    }

    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func writesENEXAsSpecified() throws {
        try run("export", "enex", "--output", "notes.enex")
        let entries = try entries("notes.enex")
        #expect(entries.map(\.title) == ["A walk & <more>", "Two lines", "Without a date"])
        #expect(entries[0].created == "20140709T223000Z" && entries[2].created == nil)
        #expect(entries[0].tags == ["walks/long"])
        #expect(entries[0].words == "Along the lake. #walks/long done a b End [1] ]]> Foot")
        // Both photos of the note have the same bytes.
        #expect(entries[0].files.map(\.name) == ["lake.png"])
        #expect(entries[1].words == "A walk & <more> https://example.org")
    }

    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func splitsENEXIntoFiles() throws {
        try run("export", "enex", "--output", "notes.enex", "--split", "2")
        #expect(try entries("notes-1.enex").count == 2)
        #expect(try entries("notes-2.enex").map(\.title) == ["Without a date"])
        #expect(!exists("notes.enex"))
    }

    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func reportsNotesTooLongForENEX() throws {
        let long = String(repeating: "word ", count: 1_200_000)
        try addNote("Long", body: long, to: "4.data")
        try run(
            "export", "enex", "--output", "notes.enex", status: 2,
            says: "“Long” is longer than the 5 MB that ENEX allows")
        #expect(try entries("notes.enex").count == 4)
    }

    @Test func readsTheENEXFileThatItWrites() throws {
        // Pictures with the same bytes are one file of the format.
        try addNote(
            "Pictures", body: "#lake",
            photos: [6, 7].map { .data(PNGPicture.quarters(width: $0, height: 4)) }, to: "1.data")
        try run("export", "enex", "--output", "notes.enex")
        try run("import", "notes.enex", "--notes", "Again")
        func listed(_ notes: String) throws -> [String] {
            let list: [[String: Any]] = try run("list", "--json", notes).json()
            return list.map { note in
                let photos = (note["photos"] as? [Any])?.count ?? 0
                return "\(note["title"] ?? "") \(note["created"] ?? "") \(photos)"
            }.sorted()
        }
        #expect(try listed("Again").count == 3)
        #expect(try listed("Again") == listed("MyNotes"))
        #expect(try sources(["--tag", "lake", "Again"]) == ["Pictures.data"])
    }
}
