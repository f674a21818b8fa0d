import Foundation
import LocalFiles
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Notes, cards and photos that are changed through the editor, as their archives hold them
/// afterwards.
@Suite(.tags(.acceptance))
struct EditorSavingTests {
    private let editor: EditorProgram
    private let session: EditorSession
    private let picture = PNGPicture.quarters(width: 40, height: 30)

    init() throws {
        let folder = TemporaryFolder()
        try folder.write(
            note: ArchivedNote(title: "Plums", body: "Blue ones", photos: .array([.data(picture)])),
            to: "MyNotes/Plums.data")
        try folder.write(
            notes: [
                ArchivedNote(title: "One", body: "1"), ArchivedNote(title: "Two", body: "2"),
            ], to: "MyNotes/several")
        editor = try EditorProgram(folder)
        session = try EditorSession(editor)
    }

    private func note(_ title: String) throws -> Note {
        try #require(try editor.note(title))
    }

    @Test func showsDatesInTheTimeZone() throws {
        // A day apart, so that no moment has the same date in both.
        let dates = try ["Pacific/Kiritimati", "Pacific/Niue"].map { zone -> String in
            let editor = try EditorProgram(TemporaryFolder(), timeZone: zone)
            let session = try EditorSession(editor)
            try session.create(["title": "Now", "body": ""])
            return try #require(try session.list().first?["date"] as? String)
        }
        #expect(dates[0] != dates[1])
    }

    /// A rule that is added while the editor runs holds for the next publication.
    @Test func readsTheConfigurationForEachPublication() throws {
        let folder = TemporaryFolder()
        try folder.write(
            notes: [
                ArchivedNote(title: "Plums", body: "Blue ones #health"),
                ArchivedNote(title: "Pears", body: "Green"),
            ], to: "MyNotes/several.data")
        try folder.write("title: Fruit\n", to: "notebinder.yml")
        let editor = try EditorProgram(folder, config: folder.path + "/notebinder.yml")
        let session = try EditorSession(editor)
        func published() throws -> Set<String> {
            Set((try? FolderContents(folder.path + "/Notebook/site").names) ?? [])
        }
        #expect(try waits { try published().contains("notes/plums.html") })
        try folder.write("exclude: {tags: [health]}\n", to: "notebinder.yml")
        try session.save(try session.note("Pears"), ["title": "Pears", "body": "Ripe"])
        #expect(try waits { try !published().contains("notes/plums.html") })
        #expect(try published().contains("notes/pears.html"))
    }

    @Test func savesTitleTextAndPhotos() throws {
        let loaded = try session.note("Plums")
        let added = PNGPicture.quarters(width: 50, height: 20)
        var upload = try session.upload(added)
        upload["caption"] = "New"
        let saved = try session.save(
            loaded,
            [
                "title": "Ripe plums", "body": "Blue ones\n\n![](a.png)",
                "photos": [upload, ["kept": 0]],
            ])
        #expect(saved["version"] as? String != loaded["version"] as? String)
        let note = try note("Ripe plums")
        #expect(note.body == "Blue ones\n\n![](a.png)")
        #expect(note.photos.map(\.name) == ["a.png", nil])
        #expect(note.photos.map(\.caption) == ["New", nil])
        #expect(note.photos.map { $0.stored?.count } == [added.count, picture.count])
        // The version that was replaced can be restored.
        let entry = try #require(try session.trash().first)
        #expect(entry["isEarlierVersion"] as? Bool == true)
        try session.restore(entry["id"])
        #expect(try self.note("Plums").body == "Blue ones")
    }

    /// A draft is shown with the photos of the version that it changes.
    @Test func showsThePhotosOfAnEarlierVersion() throws {
        let loaded = try session.note("Plums")
        let id = try #require(loaded["id"] as? String)
        func picture(_ query: String) throws -> RawReply {
            try session.send("GET", "/edit/api/notes/\(id)/photos/0?large=1&\(query)")
        }
        let before = try picture("").body
        let other = try session.upload(PNGPicture.quarters(width: 50, height: 20))
        let saved = try session.save(loaded, ["title": "Plums", "body": "", "photos": [other]])
        let version = try #require(loaded["version"] as? String)
        let earlier = try session.ask("GET", "notes/\(id)?version=\(version)")
        #expect(earlier["isEarlier"] as? Bool == true && saved["isEarlier"] as? Bool == false)
        #expect(try picture("earlier=\(version)").body == before)
        #expect(try picture("").body != before)
        #expect(try picture("earlier=0123").status == 404)
    }

    @Test func findsNotesWhateverTheirAccentsAndCase() throws {
        try session.create(["title": "Große Straße", "body": "Café"])
        for words in ["STRASSE", "stra%C3%9Fe", "cafe", "CAF%C3%89"] {
            let found = try session.ask("GET", "notes?count=9&search=\(words)")
            #expect(found["total"] as? Int == 1, "\(words)")
        }
    }

    /// The icon of an app that iPhones show on the home screen.
    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func drawsAnIconForPhones() throws {
        let reply = try session.send("GET", "/edit/touch-icon.png")
        let file = editor.folder.path + "/icon.png"
        try Data(reply.body).write(to: URL(fileURLWithPath: file))
        let run = try FinishedProgram(
            try #require(Places.python),
            arguments: [
                "-c",
                """
                import sys
                from PIL import Image
                icon = Image.open(sys.argv[1])
                colours = {colour for _, colour in icon.convert("RGBA").getcolors(99999)}
                print(icon.format, icon.size, {alpha for *_, alpha in colours}, (138, 59, 18, 255) in colours)
                """, file,
            ])
        #expect(run.output == "PNG (180, 180) {255} True\n")
    }

    @Test func refusesToOverwriteForeignChanges() throws {
        let loaded = try session.note("Plums")
        let green = ["title": "Plums", "body": "Green ones"]
        // Another program, such as rsync, replaces the file meanwhile.
        try editor.folder.write(
            note: ArchivedNote(title: "Plums", body: "Yellow ones"), to: "MyNotes/Plums.data")
        #expect(try session.refusal { try session.save(loaded, green) } == 412)
        #expect(try note("Plums").body == "Yellow ones")
        #expect(try session.refusal { try session.delete(loaded) } == 412)
        // With the present version, the owner's choice is carried out.
        try session.save(try session.load(loaded["id"]), green)
        #expect(try note("Plums").body == "Green ones")
    }

    @Test func findsANoteThatHasMovedInItsFile() throws {
        let (one, two) = (try session.note("One"), try session.note("Two"))
        try session.delete(one)
        try session.save(two, ["title": "Two", "body": "changed"])
        #expect(try note("Two").body == "changed")
        #expect(try editor.notes().count == 2)
    }

    @Test func deletesAndRestores() throws {
        let loaded = try session.note("Plums")
        let deleted = try session.delete(loaded)
        #expect(try editor.notes().map(\.title).sorted() == ["One", "Two"])
        let restored = try session.restore(deleted["entry"])
        #expect(restored["id"] as? String == loaded["id"] as? String)
        #expect(try note("Plums").photos.count == 1)
    }

    @Test func createsNapkinsWithDrawings() throws {
        func create(_ stroke: [String: Any]) throws {
            try session.create([
                "title": "Sketch", "body": "b", "kind": "napkin", "drawing": ["strokes": [stroke]],
            ])
        }
        try create(["points": [1, 2, 3, 4.5], "width": 3, "colour": "#0b57d0"])
        let note = try note("Sketch")
        let stroke = Stroke(
            points: [Point(x: 1, y: 2), Point(x: 3, y: 4.5)], width: 3, colour: "#0b57d0")
        #expect(note.kind == .napkin && note.drawing == .strokes([stroke]))
        let bad: [String: Any] = ["points": [1], "width": 3, "colour": "red"]
        #expect(try session.refusal { try create(bad) } == 400)
    }

    @Test func refusesFilesThatAreNotPhotos() throws {
        for bytes in [
            Array("<svg/onload=alert(1)>".utf8), Array("text".utf8), Array(picture.prefix(40)),
        ] {
            let reply = try session.send(
                "POST", "/edit/api/uploads?name=a.png", body: bytes,
                type: "application/x-notebinder-file")
            #expect(reply.status == 415)
        }
    }

    @Test func showsPhotosWithoutTheirOriginals() throws {
        let loaded = try session.note("Plums")
        let reply = try session.send("GET", "/edit/api/notes/\(loaded["id"] ?? "")/photos/0")
        #expect(reply.status == 200 && reply.body != picture)
        #expect(reply.headers.contains("\r\nContent-Security-Policy: sandbox"))
    }

    /// Returns the page of a note as it would be with a change.
    private func preview(_ title: String, with change: [String: String] = [:]) throws -> String {
        let id = try session.note(title)["id"]
        let preview = try session.ask("POST", "preview", ["id": id, "note": change])
        return try #require(preview["page"] as? String)
    }

    @Test func previewsAChangedNote() throws {
        let change = ["body": "**Blue** and [[One]]\n\n<script>x</script>"]
        let page = try preview("Plums", with: change)
        #expect(page.contains("<strong>Blue</strong> and <a href=\"../notes/one.html\""))
        #expect(page.contains("&lt;script&gt;"))
        let picture = try #require(page.firstMatch(of: /src="\.\.\/(photos\/[^"]+)"/))
        #expect(try session.send("GET", "/\(picture.1)").status == 200)
    }

    @Test func marksAndChangesCards() throws {
        let id = try session.ask("POST", "decks", ["title": "Trees"])["id"] ?? ""
        try session.ask("POST", "cards/\(id)", ["question": "Oak?", "answer": "Eiche"])
        let card = try session.cards(of: id)[0]["id"]
        try session.ask(
            "POST", "cards/\(id)", ["card": card, "question": "Elm?", "answer": "Ulme"])
        let cards = try session.cards(of: id)
        #expect(cards.map { $0["question"] as? String } == ["Oak?", "Elm?"])
        let first = ["card": cards[0]["id"], "shown": ["Oak?", "Eiche"]]
        try session.ask("POST", "marks/\(id)", first.merging(["right": 1]) { $1 })
        try session.ask("POST", "marks/\(id)", first.merging(["right": -1, "wrong": 1]) { $1 })
        func change(_ position: Int, shown: [String], to texts: [String]) throws {
            try session.ask(
                "PUT", "cards/\(id)",
                [
                    "card": cards[position]["id"], "shown": shown, "question": texts[0],
                    "answer": texts[1],
                ])
        }
        try change(1, shown: ["Elm?", "Ulme"], to: ["Elm", "die Ulme"])
        let stale = try session.refusal { try change(0, shown: ["Oak", "x"], to: ["a", "b"]) }
        #expect(stale == 412)
        let deck = try note("Trees").deck
        #expect(deck?.cards.map(\.answer) == ["Eiche", "die Ulme"])
        #expect(deck?.cards[0].rightCount == 0 && deck?.cards[0].wrongCount == 1)
        let deleted = try session.ask("DELETE", "cards/\(id)", first)
        #expect(try note("Trees").deck?.cards.count == 1)
        try session.restore(deleted["entry"])
        #expect(try note("Trees").deck?.cards.count == 2)
    }

    @Test func publishesWhatIsSaved() throws {
        let text = "Damsons, rather"
        try session.save(try session.note("Plums"), ["title": "Plums", "body": text])
        #expect(
            waits {
                (try? editor.folder.text("Notebook/site/notes/plums.html"))?.contains(text) == true
            })
        let served = try session.send("GET", "/notes/plums.html")
        #expect(served.status == 200)
        #expect(String(decoding: served.body, as: UTF8.self).contains(text))
    }

    @Test func previewsAnUnchangedNoteAsItIsPublished() throws {
        #expect(try waits { try session.ask("GET", "state?known=")["built"] as? Int ?? 0 > 0 })
        for title in ["Plums", "Two"] {
            let published = try session.send("GET", "/notes/\(title.lowercased()).html")
            let article = /<article[\s\S]*<\/article>/
            let shown = try #require(try preview(title).firstMatch(of: article))
            let page = String(decoding: published.body, as: UTF8.self)
            #expect(try #require(page.firstMatch(of: article)).0 == shown.0)
        }
    }

    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func writesArchivesThatOtherReadersRead() throws {
        var upload = try session.upload(picture)
        upload["caption"] = "C"
        try session.create([
            "title": "Foreign", "body": "Text", "photos": [upload],
            "drawing": ["strokes": [["points": [1, 2], "width": 3, "colour": "#000000"]]],
        ])
        let archive = editor.folder.path + "/MyNotes/foreign.data"
        let unarchiver = try NSKeyedUnarchiver(
            forReadingFrom: Data(contentsOf: URL(fileURLWithPath: archive)))
        unarchiver.requiresSecureCoding = false
        unarchiver.setClass(NoteStandIn.self, forClassName: "NoteObj")
        let note = try #require(unarchiver.decodeObject(forKey: "root") as? NoteStandIn)
        #expect(note.title == "Foreign" && note.note == "Text")
        #expect(note.photos?.first as? Data == Data(picture))
        let script = Places.package + "/Tests/TestSupport/read-archives.py"
        let run = try FinishedProgram(
            try #require(Places.python),
            arguments: [script, archive, editor.folder.path + "/MyNotes/several"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("NSKeyedUnArchiver: Foreign|Text|\(picture.count)"))
        #expect(run.output.contains("bpylist2: Foreign|Text|\(picture.count)"))
    }

    /// Only the edited texts and the dates differ, in the archives of all apps of the sample.
    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func changesNothingButWhatIsEdited() throws {
        let folder = try TemporaryFolder.sample()
        let notes = folder.path + "/MyNotes"
        try FileManager.default.copyItem(atPath: notes, toPath: folder.path + "/before")
        let editor = try EditorProgram(folder)
        let session = try EditorSession(editor)
        for row in try session.list() where row["kind"] as? String != "deck" {
            let loaded = try session.load(row["id"])
            guard loaded["problem"] is NSNull, loaded["isReplaceable"] as? Bool == false else {
                continue
            }
            let body = try #require(loaded["body"] as? String)
            try session.save(loaded, ["body": body + " more"])
        }
        func comparison(_ added: String) throws -> String {
            let script = Places.package + "/Tests/TestSupport/compare-archives.py"
            let run = try FinishedProgram(
                try #require(Places.python),
                arguments: [script, folder.path + "/before", notes, added])
            #expect(run.status == 0, "\(run.errors)")
            return run.output
        }
        let changed = try #require(Int(try comparison(" more").dropLast()), "other fields differ")
        #expect(changed > 15)
        let lines = try comparison(" less").split(separator: "\n")
        #expect(lines.count > 2 * changed, "each reader finds the texts")
    }

    /// The app's own list has a new napkin with the fields of its neighbours.
    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func addsNapkinsThatOtherReadersFindInTheListOfTheApp() throws {
        let editor = try EditorProgram(TemporaryFolder.sample())
        let session = try EditorSession(editor)
        try session.create(["kind": "napkin", "title": "Umbrella", "body": "Blue"])
        let list = editor.folder.path + "/MyNotes/NapkinNotes.archive"
        let run = try FinishedProgram(
            try #require(Places.python),
            arguments: [
                "-c",
                """
                import sys
                import NSKeyedUnArchiver
                *others, new = NSKeyedUnArchiver.unserializeNSKeyedArchiver(sys.argv[1])
                same = all(
                    new.keys() == other.keys() and new["data"].keys() == other["data"].keys()
                    for other in others)
                print(len(others), new["data"]["title"], new["data"]["engText"], same)
                """, list,
            ])
        #expect(run.output == "2 Umbrella Blue True\n", "\(run.errors)")
    }
}

/// Reads an archived note as the app would.
private final class NoteStandIn: NSObject, NSCoding {
    let title: String?
    let note: String?
    let photos: [Any]?

    init?(coder: NSCoder) {
        title = coder.decodeObject(forKey: "title") as? String
        note = coder.decodeObject(forKey: "note") as? String
        photos = coder.decodeObject(forKey: "photos") as? [Any]
    }

    func encode(with coder: NSCoder) {}
}
