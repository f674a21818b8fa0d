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
        let folder = try TemporaryFolder()
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

    private func refusal(_ work: () throws -> Void) -> Int? {
        do {
            try work()
            return nil
        } catch {
            return (error as? EditorSession.Refused)?.status
        }
    }

    @Test func refusesToSaveADeletedNoteAsTheOneThatTookItsPlace() throws {
        let two = try session.note("Two")
        try session.delete(two)
        #expect(refusal { _ = try session.save(two, ["title": "Two", "body": "mine"]) } == 404)
        #expect(refusal { try session.delete(two) } == 404)
        #expect(refusal { try session.ask("GET", "notes/\(two["id"] ?? "")") } == 404)
        // With the version of the other note, too.
        let three = try session.note("Three")
        let version = three["version"] as? String
        let status = refusal {
            try session.ask(
                "PUT", "notes/\(two["id"] ?? "")", ["title": "Two", "body": "x"], version: version)
        }
        #expect(status == 404)
        #expect(
            try editor.notes().filter { $0.id.source == "several" }.map(\.body) == [
                "Text of One", "Text of Three",
            ])
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
            waits {
                refusal { try session.ask("GET", "notes/\(loaded[0]["id"] ?? "")") } == 404
            })
        let two = try session.ask("GET", "notes/\(loaded[1]["id"] ?? "")")
        #expect(two["body"] as? String == "changed")
        let three = try session.ask("GET", "notes/\(loaded[2]["id"] ?? "")")
        #expect(three["title"] as? String == "Three")
        _ = try session.save(three, ["title": "Third", "body": "mine"])
        #expect(try editor.notes().first { $0.id.source == "several" }?.body == "mine")
        // A note keeps its identity although nothing in it is what it was.
        #expect(
            try session.ask("GET", "notes/\(loaded[2]["id"] ?? "")")["title"] as? String == "Third")
    }

    @Test func movesNotesWithTheirIdentities() throws {
        let (one, three) = (try session.note("One"), try session.note("Three"))
        let revision = try session.ask("GET", "notes?count=9")["revision"]
        try session.ask(
            "POST", "order", ["note": three["id"], "place": one["id"], "revision": revision])
        #expect(try editor.notes().first { $0.id.source == "several" }?.title == "Three")
        for loaded in [one, three] {
            let now = try session.ask("GET", "notes/\(loaded["id"] ?? "")")
            #expect(now["title"] as? String == loaded["title"] as? String)
        }
        _ = try session.save(three, ["title": "Three", "body": "mine"])
        #expect(try editor.notes().first { $0.title == "Three" }?.body == "mine")
    }

    @Test func saysTheSameIdentityAfterARestart() throws {
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
        let made = try session.ask(
            "POST", "notes",
            [
                "title": title, "body": "mine", "photos": photos,
                "copyOf": ["note": loaded["id"], "version": loaded["version"]],
            ])
        #expect(made["id"] as? String != loaded["id"] as? String)
        let note = try #require(try editor.notes().first { $0.title == title })
        #expect(note.body == "mine")
        #expect(note.photos.map { $0.stored?.count } == photos.map { _ in picture.count })
    }

    /// Each camera picture of iOS is called `image.jpg`.
    @Test func showsItsOwnPhotoOnEachPage() throws {
        let loaded = try ["Tart", "Train"].map { try session.note($0) }
        // Both pages have uploaded before one of them saves.
        let uploads = [
            try session.upload(picture, named: "image.png"),
            try session.upload(other, named: "image.png"),
        ]
        var saved: [[String: Any]] = []
        for (note, upload) in zip(loaded, uploads) {
            saved.append(
                try session.save(
                    note,
                    [
                        "title": note["title"] ?? "", "body": "See ![](image.png)",
                        "photos": [["kept": 0], upload],
                    ]))
        }
        for (index, size) in [picture.count, other.count].enumerated() {
            let note = try #require(
                try editor.notes().first { $0.title == ["Tart", "Train"][index] })
            let address = try #require(note.body.firstMatch(of: /\((.*)\)/)).1
            let shown = try #require(note.position(of: .photo, forAddress: String(address)))
            #expect(note.photos[shown].stored?.count == size)
            // What the editor returns is what is there.
            #expect(saved[index]["body"] as? String == note.body)
            let photos = saved[index]["photos"] as? [[String: Any]] ?? []
            #expect(photos.allSatisfy { $0["isThere"] as? Bool == true })
        }
    }

    @Test func seesPhotosThatArriveLater() throws {
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
        try session.ask(
            "POST", "notes",
            ["title": "First", "body": "", "photos": [session.upload(picture)]])
        #expect(
            waits {
                FileManager.default.fileExists(
                    atPath: editor.folder.path + "/Notebook/site/notes/first.html")
            })
        #expect(try session.ask("GET", "state?known=")["problem"] is NSNull)
    }
}
