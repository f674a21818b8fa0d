import Foundation
import NoteEditing
import TestSupport
import Testing

/// The files that `export` writes, as other programs read them.
@Suite(.tags(.acceptance), .enabled(if: Places.python != nil, "needs the Python of make test"))
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

    @Test func writesASearchableDatabase() throws {
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

    @Test func writesENEXAsSpecified() throws {
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

    @Test func writesTranscriptsIntoENEX() throws {
        try folder.write(Sound.wave(seconds: 1, tone: 440), to: "MyNotes/Photos/talk.wav")
        try folder.write("One & two\nthree\n", to: "MyNotes/Photos/talk.wav.txt")
        try folder.write(
            note: ArchivedNote(title: "Talk", body: "[talk](talk.wav)"), to: "MyNotes/9.data")
        try run("export", "enex", "--output", "notes.enex")
        let text = try String(contentsOfFile: folder.path + "/notes.enex", encoding: .utf8)
        #expect(text.contains("<div>One &amp; two</div><div>three</div>"))
    }

    @Test func splitsENEXIntoFiles() throws {
        try run("export", "enex", "--output", "notes.enex", "--split", "2")
        #expect(try entries("notes-1.enex").count == 2)
        #expect(try entries("notes-2.enex").map(\.title) == ["Without a date"])
        #expect(!exists("notes.enex"))
    }

    @Test func reportsNotesTooLongForENEX() throws {
        let long = String(repeating: "word ", count: 1_200_000)
        try addNote("Long", body: long, to: "4.data")
        try run(
            "export", "enex", "--output", "notes.enex", status: 2,
            says: "“Long” is longer than the 5 MB that ENEX allows")
        #expect(try entries("notes.enex").count == 4)
    }
}
