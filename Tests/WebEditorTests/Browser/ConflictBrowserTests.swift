import Foundation
import HeadlessBrowser
import LocalFiles
import NoteModel
import TestSupport
import Testing

/// Notes with photos and recordings that are changed in a tab and elsewhere: nothing of one's own
/// vanishes, whatever is chosen.
@Suite(.tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"))
struct ConflictBrowserTests {
    private let editor: EditorProgram
    private let session: EditorSession
    private let browser: Chromium

    /// Pictures and sounds of different sizes, by which they are recognized.
    private static let pictures = (1...4).map { PNGPicture.quarters(width: 20 * $0, height: 30) }
    private static let sounds = (1...3).map { Sound.wave(seconds: $0, tone: 440) }

    init() throws {
        let folder = TemporaryFolder()
        for (number, picture) in Self.pictures.enumerated() {
            try folder.write(picture, to: "picture\(number).png")
        }
        for (number, sound) in Self.sounds.enumerated() {
            try folder.write(sound, to: "sound\(number).wav")
        }
        editor = try EditorProgram(folder)
        session = try EditorSession(editor)
        browser = try Chromium()
    }

    private func upload(_ name: String) throws -> [String: Any] {
        try session.upload(try editor.folder.bytes(name), named: name)
    }

    /// Creates a lecture with two photos, two recordings and a picture on its page, and opens it.
    private func openLecture() throws -> Chromium.Page {
        let stroke: [String: Any] = ["points": [10, 20, 30, 40], "width": 2, "colour": "#b3261e"]
        let picture: [String: Any] = [
            "photo": try upload("picture2.png"), "frame": [1, 2, 80, 60],
        ]
        try session.create([
            "title": "Trains", "kind": "lecture", "body": "Text",
            "photos": ["picture0.png", "picture1.png"].map(upload),
            "recordings": ["sound0.wav", "sound1.wav"].map(upload),
            "pages": [["strokes": [stroke], "pictures": [picture], "recordings": [0, 1]]],
        ])
        let page = try browser.open(editor)
        try page.click(".rows a")
        try page.waits("document.querySelectorAll('.recording-list audio').length === 2")
        return page
    }

    /// Adds a photo and a recording, and writes a text, in the tab.
    private func change(_ page: Chromium.Page) throws {
        try page.chooseFiles([editor.folder.path + "/picture3.png"], ".photo-part input[multiple]")
        try page.chooseFiles([editor.folder.path + "/sound2.wav"], ".recordings input[multiple]")
        try page.waits("document.querySelectorAll('.recording-list audio').length === 3")
        try page.waits("document.querySelectorAll('.photo-list li').length === 3")
        try page.writes("Mine ")
    }

    /// Removes the first photo, the first recording and the picture on the page elsewhere.
    private func changeElsewhere() throws {
        try session.save(
            try session.note("Trains"),
            [
                "body": "Theirs", "photos": [["kept": 1]], "recordings": [["kept": 1]],
                "pages": [["kept": 0, "recordings": [0], "pictures": []]],
            ])
    }

    private func resolve(_ page: Chromium.Page, _ answer: String) throws {
        try page.saves()
        try page.waits("document.querySelectorAll('.version').length === 2")
        let versions = try page.run("document.querySelector('.versions').textContent") as? String
        #expect(versions?.contains("Mine ") == true && versions?.contains("Theirs") == true)
        try page.clickButton(answer)
    }

    /// The sizes of the photos, the recordings and the pictures on pages, by which they are told
    /// apart.
    private func sizes(_ note: Note) -> [[Int?]] {
        [
            note.listedPhotos.map { note.photos[$0].stored?.count },
            note.recordings.map { $0.stored?.count },
            note.pages.flatMap { page in
                page.pictures.map { note.photos[$0.photo].stored?.count }
            },
        ]
    }

    /// The sizes of the files that the tab shows, with those added to it.
    private static let mine: [[Int?]] = [
        [0, 1, 3].map { pictures[$0].count }, sounds.map(\.count), [pictures[2].count],
    ]

    private func expectMine(_ note: Note?) throws {
        let note = try #require(note)
        #expect(note.body.contains("Mine "))
        #expect(sizes(note) == Self.mine)
        #expect(note.pages.first?.drawing?.strokes.map(\.colour) == ["#b3261e"])
        #expect(note.pages.first?.recordings.count == 3)
    }

    @Test func keepsMineWithAllItsFiles() throws {
        let page = try openLecture()
        try change(page)
        try changeElsewhere()
        try resolve(page, "Keep mine")
        try page.waitsUntilSaved()
        #expect(try editor.notes().count == 1)
        try expectMine(try editor.notes().first)
        // The page shows what is saved.
        try page.waits(
            "[...document.querySelectorAll('.photo-list img')].filter((i) => i.naturalWidth > 0).length === 3"
        )
        // The other version can be restored.
        try session.restore(try session.trash().first?["id"])
        #expect(try waits { try editor.bodies().contains("Theirs") })
    }

    @Test func keepsBothWithAllTheirFiles() throws {
        let page = try openLecture()
        try change(page)
        try changeElsewhere()
        try resolve(page, "Keep both")
        #expect(try waits { try editor.notes().count == 2 })
        try expectMine(try editor.note("Trains (2)"))
        let theirs = try #require(try editor.note("Trains"))
        #expect(theirs.body == "Theirs")
        #expect(sizes(theirs) == [[Self.pictures[1].count], [Self.sounds[1].count], []])
    }

    @Test func keepsTheOtherAndPutsMineIntoTheTrash() throws {
        let page = try openLecture()
        try change(page)
        try changeElsewhere()
        try resolve(page, "Keep the other")
        try page.waitsForText("Theirs")
        #expect(try page.banner == nil)
        try page.waits("document.querySelectorAll('.photo-list li').length === 1")
        #expect(try editor.notes().first?.body == "Theirs")
        #expect(try editor.notes().count == 1)
        try page.waitsForNotice(containing: "Yours is in the trash.")
        try page.run(
            "[...document.querySelectorAll('#notice button')].find((b) => b.textContent === 'Bring it back').click(); 0"
        )
        #expect(try waits { try editor.notes().count == 2 })
        try expectMine(try editor.notes().first { $0.body.contains("Mine ") })
        try page.waitsForText(containing: "Mine ")
    }

    @Test func savesADeletedLectureAsANewOneWithAllItsFiles() throws {
        let page = try openLecture()
        try change(page)
        try session.delete(try session.note("Trains"))
        try page.clickButton("Save as a new note")
        #expect(try waits { try editor.notes().count == 1 })
        try expectMine(try editor.notes().first)
    }

    /// A choice that cannot be saved leaves both versions as they were.
    @Test func asksAgainWhenSavingFails() throws {
        let page = try openLecture()
        try change(page)
        try changeElsewhere()
        try page.run(
            """
            (() => { const send = window.fetch; window.isOffline = true;
              window.fetch = async (address, options) => {
                if (window.isOffline && options?.method === "POST") throw new TypeError("offline");
                return send(address, options);
              }; return 0; })()
            """)
        try resolve(page, "Keep both")
        try page.waitsForNotice(containing: "does not answer")
        #expect(try page.run("document.querySelector('.title').value") as? String == "Trains")
        try page.run("isOffline = false; 0")
        try resolve(page, "Keep both")
        #expect(try waits { try editor.notes().count == 2 })
        #expect(try editor.note("Trains")?.body == "Theirs")
    }

    /// Another program that replaces the file leaves nothing in the trash.
    @Test func reportsFilesThatNoLongerExist() throws {
        let page = try openLecture()
        try page.writes("Mine ")
        let present = try #require(try editor.notes().first)
        let name = try #require(present.photos[present.listedPhotos[0]].name)
        try changeElsewhere()
        for entry in try FileManager.default.contentsOfDirectory(
            atPath: editor.folder.path + "/MyNotes") where entry.hasPrefix(".") || entry == "Trash"
        {
            try FileManager.default.removeItem(atPath: editor.folder.path + "/MyNotes/" + entry)
        }
        #expect(
            !FileManager.default.fileExists(atPath: editor.folder.path + "/MyNotes/Photos/" + name))
        try resolve(page, "Keep mine")
        try page.waitsForNotice(containing: "no longer exist anywhere")
        #expect(try waits { try editor.notes().first?.body.contains("Mine ") == true })
    }

    @Test func asksBeforeAChangedNoteIsDeleted() throws {
        let page = try openLecture()
        try change(page)
        try changeElsewhere()
        try page.clickButton("Delete")
        let question = "document.querySelector('dialog h2')?.textContent"
        try page.waits("\(question) === 'Delete “Trains”?'")
        #expect(
            (try page.run("document.querySelector('dialog').textContent") as? String)?
                .contains("what you have not saved is lost") == true)
        try page.click("dialog .primary")
        try page.waits("\(question)?.startsWith('“Trains” was changed in another browser, ')")
        try page.waits("\(question).endsWith('. Delete it?')")
        #expect(try editor.notes().count == 1)
        try page.clickButton("Keep it")
        try page.waits("!document.querySelector('dialog')")
        #expect(try editor.notes().first?.body == "Theirs")
        #expect(try page.text.contains("Mine "))
    }
}
