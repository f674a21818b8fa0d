import Foundation
import LocalFiles
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Notes that are deleted and moved while pages have them open, and their photos.
@Suite(.tags(.acceptance))
struct NoteIdentityTests {
    private let editor: EditorProgram
    private let session: EditorSession
    private let picture = PNGPicture.quarters(width: 40, height: 30)
    private let other = PNGPicture.quarters(width: 50, height: 20)

    init() throws {
        let folder = TemporaryFolder()
        try folder.write(
            notes: ["One", "Two", "Three"].map { title in
                ArchivedNote(title: title, body: "Text of " + title)
            },
            to: "MyNotes/several")
        for name in ["Tart", "Train"] {
            try folder.write(picture, to: "MyNotes/Photos/\(name).png")
            try folder.write(
                note: ArchivedNote(title: name, body: "", photos: .array([.name("\(name).png")])),
                to: "MyNotes/\(name).data")
        }
        editor = try EditorProgram(folder)
        session = try EditorSession(editor)
    }

    /// The notes of the file with several.
    private func several() throws -> [Note] {
        try editor.notes().filter { $0.id.source == "several" }
    }

    @Test func refusesToSaveADeletedNoteOverItsSuccessor() throws {
        let two = try session.note("Two")
        try session.delete(two)
        let mine = ["title": "Two", "body": "mine"]
        #expect(try session.refusal { try session.save(two, mine) } == 404)
        #expect(try session.refusal { try session.delete(two) } == 404)
        #expect(try session.refusal { _ = try session.load(two["id"]) } == 404)
        // With the version of the other note, too.
        let other = try two.merging(["version": session.note("Three")["version"] ?? ""]) { $1 }
        #expect(try session.refusal { try session.save(other, mine) } == 404)
        #expect(try several().map(\.body) == ["Text of One", "Text of Three"])
    }

    @Test func recognizesNotesThatOtherProgramsMoveAndChange() throws {
        let loaded = try ["One", "Two", "Three"].map { try session.note($0) }
        // Another program deletes the first one, swaps the others, and changes one of them.
        try editor.folder.write(
            notes: [
                ArchivedNote(title: "Three", body: "Text of Three"),
                ArchivedNote(title: "New", body: "New"),
                ArchivedNote(title: "Two", body: "changed"),
            ], to: "MyNotes/several")
        #expect(
            try waits { try session.refusal { _ = try session.load(loaded[0]["id"]) } == 404 })
        #expect(try session.load(loaded[1]["id"])["body"] as? String == "changed")
        let three = try session.load(loaded[2]["id"])
        #expect(three["title"] as? String == "Three")
        try session.save(three, ["title": "Third", "body": "mine"])
        #expect(try several().first?.body == "mine")
        // A note keeps its identity although nothing in it is what it was.
        #expect(try session.load(loaded[2]["id"])["title"] as? String == "Third")
    }

    @Test func keepsIdentifiersOfMovedNotes() throws {
        let (one, three) = (try session.note("One"), try session.note("Three"))
        let revision = try session.ask("GET", "notes?count=9")["revision"]
        try session.ask(
            "POST", "order", ["note": three["id"], "place": one["id"], "revision": revision])
        #expect(try several().first?.title == "Three")
        for (loaded, title) in [(one, "One"), (three, "Three")] {
            #expect(try session.load(loaded["id"])["title"] as? String == title)
        }
        try session.save(three, ["title": "Three", "body": "mine"])
        #expect(try editor.note("Three")?.body == "mine")
    }

    @Test func keepsIdentifiersAcrossRestarts() throws {
        let before = try ["One", "Two", "Tart"].map { try session.note($0)["id"] as? String }
        editor.kill()
        let next = try EditorSession(EditorProgram(editor.folder))
        #expect(try ["One", "Two", "Tart"].map { try next.note($0)["id"] as? String } == before)
    }

    @Test(arguments: ["Two", "Tart"])
    func savesADeletedNoteAsANewOne(_ title: String) throws {
        let loaded = try session.note(title)
        try session.delete(loaded)
        let photos = (loaded["photos"] as? [[String: Any]] ?? []).map { ["kept": $0["kept"]] }
        let made = try session.create([
            "title": title, "body": "mine", "photos": photos,
            "copyOf": ["note": loaded["id"], "version": loaded["version"]],
        ])
        #expect(made["id"] as? String != loaded["id"] as? String)
        let note = try #require(try editor.note(title))
        #expect(note.body == "mine")
        #expect(note.photos.map { $0.stored?.count } == photos.map { _ in picture.count })
    }

    /// Each camera picture of iOS is called `image.jpg`.
    @Test func distinguishesPhotosOfTheSameName() throws {
        let photos = [("Tart", picture), ("Train", other)]
        // Both pages have uploaded before one of them saves.
        let pages = try photos.map { title, photo in
            (try session.note(title), try session.upload(photo, named: "image.png"))
        }
        let saved = try pages.map { note, upload in
            var change = ["title": note["title"] ?? "", "body": "See ![](image.png)"]
            change["photos"] = [["kept": 0], upload]
            return try session.save(note, change)
        }
        for ((title, photo), saved) in zip(photos, saved) {
            let note = try #require(try editor.note(title))
            let address = try #require(note.body.firstMatch(of: /\((.*)\)/)).1
            let shown = try #require(note.position(of: .photo, forAddress: String(address)))
            #expect(note.photos[shown].stored?.count == photo.count)
            // What the editor returns is what is there.
            #expect(saved["body"] as? String == note.body)
            let photos = saved["photos"] as? [[String: Any]] ?? []
            #expect(photos.allSatisfy { $0["isThere"] as? Bool == true })
        }
    }

    @Test func detectsPhotosThatArriveLater() throws {
        try editor.folder.write(
            note: ArchivedNote(title: "Waiting", body: "", photos: .array([.name("late.png")])),
            to: "MyNotes/Waiting.data")
        func isThere() -> Bool? {
            // The editor may not have seen the note itself yet.
            let photos = (try? session.note("Waiting"))?["photos"] as? [[String: Any]]
            return photos?.first?["isThere"] as? Bool
        }
        #expect(waits { isThere() == false })
        try editor.folder.write(picture, to: "MyNotes/Photos/late.png")
        #expect(waits { isThere() == true })
    }

    @Test func publishesANewNotebookWhoseFirstNoteHasAPhoto() throws {
        let editor = try EditorProgram(TemporaryFolder())
        let session = try EditorSession(editor)
        try session.create(["title": "First", "body": "", "photos": [session.upload(picture)]])
        let page = editor.folder.path + "/Notebook/site/notes/first.html"
        #expect(try waits { try LocalFiles.status(page) != nil })
        #expect(try session.ask("GET", "state?known=")["problem"] is NSNull)
    }
}
