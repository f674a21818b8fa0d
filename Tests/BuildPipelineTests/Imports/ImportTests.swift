import BuildPipeline
import BuildTestSupport
import Foundation
import LocalFiles
import NoteEditing
import NoteModel
import SampleNotes
import TestSupport
import Testing

/// Exports that are converted back to archives, and the notes that are read from those.
@Suite(.tags(.acceptance), .timeLimit(.minutes(15)))
struct ImportTests {
    private let build = NotebookBuild()

    /// Builds a notebook of notes, and returns its JSON document.
    @discardableResult
    private func json(of notes: String, as name: String) throws -> String {
        try build.run(
            notes: notes.hasPrefix("/") ? notes : build.folder.path + "/" + notes,
            output: build.folder.path + "/" + name
        ) { $0.formats = [.json, .markdown] }
        // The archives that an import writes are others.
        return try build.folder.text(name + "/json/notebook.json")
            .replacing(/("index":\d+),"sha256":"[0-9a-f]{64}"/, with: { $0.1 })
    }

    private func expectEqual(_ first: String, second: String) {
        let lines = [first, second].map {
            Array($0.utf8).split(separator: 0x0A, omittingEmptySubsequences: false)
        }
        #expect(lines[0].count == lines[1].count)
        for (old, new) in zip(lines[0], lines[1]) where old != new {
            Issue.record(
                "\(String(decoding: old, as: UTF8.self)) became \(String(decoding: new, as: UTF8.self))"
            )
        }
    }

    @Test func roundTripsTheSampleByteForByte() throws {
        _ = try SampleNotes.write(to: build.notes, photoWorker: Places.photoWorker)
        let first = try json(of: "MyNotes", as: "A")
        let outcome = try build.importNotes("A/json", to: "Again")
        #expect(outcome.problems == [])
        #expect(outcome.outcome.notes == 24)
        expectEqual(first, second: try json(of: "Again", as: "B"))
        // The file with one note per line has the same content.
        try build.importNotes("A/json/notes.ndjson", to: "FromLines")
        expectEqual(first, second: try json(of: "FromLines", as: "C"))
    }

    @Test(
        .enabled(if: Places.hasShared("notebooks/camera"), "needs the shared notebooks"),
        arguments: ["camera", "napkin", "cards", "lectures", "til"])
    func roundTripsRealNotebooks(notebook: String) throws {
        let first = try json(of: Places.shared + "/notebooks/\(notebook)/MyNotes", as: "A")
        #expect(try build.importNotes("A/json", to: "Again").problems == [])
        expectEqual(first, second: try json(of: "Again", as: "B"))
        #expect(try build.importNotes("A/markdown", to: "FromText").problems == [])
        try json(of: "FromText", as: "C")
        try expectEqualNotes("A", second: "C")
    }

    private struct Notes: Decodable {
        struct Note: Decodable {
            struct Photo: Decodable {
                let sha256: String?
                let width: Int?
                let height: Int?
                let orientation: Int?
            }
            let title: String
            let body: String
            let created: String?
            let modified: String?
            let createdText: String?
            let tags: [String]
            let photos: [Photo]
            let kind: String
        }
        let notes: [Note]
    }

    /// Compares two notebooks in what a Markdown tree preserves of notes.
    private func expectEqualNotes(_ first: String, second: String) throws {
        let notes = try [first, second].map { name in
            let bytes = try build.folder.bytes(name + "/json/notebook.json")
            return try JSONDecoder().decode(Notes.self, from: Data(bytes)).notes
        }
        #expect(notes[0].count == notes[1].count)
        for (old, new) in zip(notes[0], notes[1]) {
            #expect(old.title.utf8.elementsEqual(new.title.utf8))
            #expect(old.body.utf8.elementsEqual(new.body.utf8), "\(old.title)")
            let facts = [old, new].map { [$0.created, $0.modified, $0.createdText, $0.kind] }
            #expect(facts[0] == facts[1], "\(old.title)")
            #expect(old.tags == new.tags, "\(old.title)")
            // Handwriting is imported as pictures, which come after the other photos.
            let photos = old.photos.filter { $0.sha256 != nil }
            #expect(new.photos.count >= photos.count)
            for (old, new) in zip(photos, new.photos.filter { $0.sha256 != nil }) {
                #expect(
                    old.width == new.width && old.height == new.height && new.orientation == nil)
                // A photo that only the archive rotates is exported as another file, of the size as
                // seen.
                #expect(old.sha256 == new.sha256 || (old.orientation ?? 1) != 1)
            }
        }
    }

    /// Bodies that end like the lines of an export, with and without line breaks.
    @Test func keepsTextsByteForByteThroughMarkdown() throws {
        let picture = PNGPicture.quarters(width: 4, height: 2)
        let bodies = [
            "", "\n", "\n\n", "plain", "plain\n", "two\n\n", "![](1)", "![cap](photos/x-1.png)\n",
            "---\ntitle: no head\n---\n", "## Page 1\n\nnot one", "crlf\r\n", " ",
            "[a](b)\n\n![](2)",
        ]
        for (number, body) in bodies.enumerated() {
            for (kind, photos) in [("a", []), ("b", [("one [1]", picture), ("two", picture)])] {
                try build.add(
                    "\(kind)\(number).data",
                    note: ArchivedNote(
                        title: "\(kind) \(number)", body: body,
                        photos: photos.isEmpty
                            ? .none : .dictionary(photos.map { ($0.0, .data($0.1)) }),
                        created: Date(timeIntervalSinceReferenceDate: 400_000_000.25)))
            }
        }
        try json(of: "MyNotes", as: "A")
        #expect(try build.importNotes("A/markdown", to: "Again").problems == [])
        try json(of: "Again", as: "B")
        try expectEqualNotes("A", second: "B")
    }

    @Test func preservesUnknownFields() throws {
        let note: [String: Any] = [
            "mood": 3, "text": "x", "image": "none", "notebinder.kind": "y",
            "title": "A", "note": "Text", "blob": Data([1, 2, 3]),
            "nested": ["b": [1, 2.5, true], "a": "x"],
            "createdAt": "5. Mai 2014", "isPinned": true,
        ]
        let bytes = try PropertyListSerialization.data(
            fromPropertyList: [note, note], format: .binary, options: 0)
        try build.folder.write(Array(bytes), to: "MyNotes/list.plist")
        let first = try json(of: "MyNotes", as: "A")
        #expect(first.contains("\"base64\":\"AQID\""))
        #expect(try build.importNotes("A/json", to: "Again").problems == [])
        expectEqual(first, second: try json(of: "Again", as: "B"))
    }

    @Test func doesNotOverwriteOrDuplicateArchives() throws {
        try addEverything(to: build)
        try json(of: "MyNotes", as: "A")
        #expect(try build.importNotes("A/json", to: "Again").outcome.archives == 5)
        let before = try FolderContents(build.folder.path + "/Again").bytes
        let again = try build.importNotes("A/json", to: "Again").outcome
        #expect((again.archives, again.unchanged) == (0, 5))
        #expect(again.problems == [])
        try build.folder.write("mine", to: "Again/1.data")
        let refused = try build.importNotes("A/json", to: "Again")
        #expect(refused.problems.count == 1)
        #expect(refused.problems.first?.contains("1.data exists") == true)
        #expect(try build.folder.bytes("Again/1.data") == Array("mine".utf8))
        try build.folder.write(try #require(before["1.data"]), to: "Again/1.data")
        #expect(try FolderContents(build.folder.path + "/Again").bytes == before)
    }

    /// Front matter may have keys that a reader of notes would take for text or photos.
    @Test func keepsTheTextOfAPostBesideALongerDescription() throws {
        let head =
            "description: Far longer than the text of the post is\nimage: cover.jpg\nmood: good\n"
        try build.folder.write("---\ntitle: T\n\(head)---\nShort", to: "posts/a.md")
        #expect(try build.importNotes("posts", to: "Again").problems == [])
        let json = try json(of: "Again", as: "A")
        #expect(json.contains("\"body\":\"Short\""))
        #expect(json.contains("\"photos\":[]"))
        #expect(
            json.contains(
                "\"other\":{\"description\":\"Far longer than the text of the post is\",\"image\":\"cover.jpg\",\"mood\":\"good\"}"
            ))
    }

    @Test func importsNotesWithCollidingNames() throws {
        for path in ["a.md", "A.md", "Photos/a.md", "x/Photos/a.md"] {
            try build.folder.write("---\ntitle: Same\n---\n\(path)", to: "in/" + path)
        }
        let outcome = try build.importNotes("in", to: "Again")
        #expect(outcome.outcome.notes == 4)
        #expect(outcome.problems.count == 3)
    }

    /// Several files with one name, two of which are equal; a second import finds all of them
    /// again.
    @Test func recognizesImportedFilesWithEqualNames() throws {
        for (number, height) in [(1, 2), (2, 4), (3, 6), (4, 4)] {
            try build.folder.write(
                PNGPicture.quarters(width: 4, height: height), to: "in/\(number)/IMG.png")
            try build.folder.write("![](IMG.png)", to: "in/\(number)/n.md")
        }
        #expect(try build.importNotes("in", to: "Again").outcome.photos == 3)
        let second = try build.importNotes("in", to: "Again")
        #expect(
            (second.outcome.archives, second.outcome.unchanged, second.outcome.photos) == (0, 4, 0))
    }

    @Test func preservesObjectReferences() throws {
        try spoilt {
            let other =
                #""other":{"x":{"$class":"Foo","$id":1,"a":["A"],"b":["B"],"c":{"$ref":2}}}"#
            return $0.replacing("\"other\":{}", with: other)
        }
        #expect(try build.importNotes("A/json", to: "Again").problems == [])
        let text = try json(of: "Again", as: "B")
        #expect(text.contains(#""x":{"$class":"Foo","$id":1,"a":["A"],"b":["B"],"c":{"$ref":2}}"#))
    }

    /// Writes an example of everything as a JSON tree, whose document is changed then.
    private func spoilt(_ change: (String) -> String) throws {
        try addEverything(to: build)
        try build.folder.write(change(try json(of: "MyNotes", as: "A")), to: "A/json/notebook.json")
    }

    @Test func refusesATreeOfAnotherVersion() throws {
        try spoilt { $0.replacing("\"formatVersion\":1", with: "\"formatVersion\":2") }
        let failure = #expect(throws: UserError.self) {
            try build.importNotes("A/json", to: "Again")
        }
        #expect(failure?.message.contains("version 2") == true)
        #expect(try LocalFiles.status(build.folder.path + "/Again") == nil)
    }

    @Test func writesNothingOutsideTheNotesFolder() throws {
        try spoilt {
            $0.replacing("\"path\":\"1.data\"", with: "\"path\":\"../../evil\"")
                .replacing("\"path\":\"2.data\"", with: "\"path\":\"/tmp/evil\"")
                .replacing("\"path\":\"3.data\"", with: "\"path\":\".hidden\"")
                .replacing("\"path\":\"4.data\"", with: "\"path\":\"Photos/4.data\"")
                .replacing("\"file\":\"photos/", with: "\"file\":\"../../MyNotes/Photos/../Photos/")
        }
        let outcome = try build.importNotes("A/json", to: "Again")
        #expect(outcome.problems.count { $0.contains("cannot be the name of another file") } == 4)
        #expect(outcome.problems.contains { $0.contains("which is not in the export") })
        let names = Set(try LocalFiles.entries(of: build.folder.path).map(\.name))
        #expect(names == ["A", "Again", "MyNotes"])
        #expect(try LocalFiles.entries(of: build.folder.path + "/Again").count == 5)
    }

    @Test func reportsModifiedPhotos() throws {
        try addEverything(to: build)
        try json(of: "MyNotes", as: "A")
        let photo = "A/json/photos/a-walk-1.png"
        try build.folder.write("spoilt", to: photo)
        let outcome = try build.importNotes("A/json", to: "Again")
        #expect(outcome.outcome.notes == 5)
        #expect(outcome.problems.count { $0.contains("a-walk-1.png of “A walk”") } == 1)
        let report = try build.run(
            notes: build.folder.path + "/Again", output: build.folder.path + "/B")
        #expect(report.photos.missing.map(\.name).sorted() == ["beach.png", "gone.jpg"])
    }
}
