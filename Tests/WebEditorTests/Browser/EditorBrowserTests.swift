import Foundation
import HeadlessBrowser
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// The screens of the editor in a browser, with real keys, pointers and files.
@Suite(.tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"))
struct EditorBrowserTests {
    private let editor: EditorProgram
    private let browser: Chromium
    private let picture = PNGPicture.quarters(width: 40, height: 30)

    init() throws {
        let folder = TemporaryFolder()
        try folder.write(
            note: ArchivedNote(title: "Plums", body: "Blue ones"), to: "MyNotes/Plums.data")
        try folder.write(picture, to: "picture.png")
        editor = try EditorProgram(folder)
        browser = try Chromium()
    }

    @Test func writesANote() throws {
        let page = try browser.open(editor)
        try page.click("a[href='#/new/note']")
        try page.waits("document.querySelector('textarea')")
        let save = "[...document.querySelectorAll('button')].find((b) => b.textContent === 'Save')"
        #expect(try page.run("\(save).disabled") as? Bool == true)
        try page.click(".title")
        try page.type("A walk")
        #expect(try page.run("\(save).disabled") as? Bool == false)
        try page.click("textarea")
        try page.type("Along the *river*.")
        try page.chooseFiles([editor.folder.path + "/picture.png"], "input[multiple]")
        try page.waits("document.querySelector('.photo-list img')?.naturalWidth > 0")
        #expect(try page.text == "Along the *river*.\n\n![](picture.png)\n")
        try page.waits(
            "document.querySelector('iframe').contentDocument?.querySelector('.body img')")
        try page.saves()
        try page.waits("location.hash.startsWith('#/note/')")
        let note = try #require(try editor.note("A walk"))
        #expect(note.body == "Along the *river*.\n\n![](picture.png)\n")
        #expect(note.photos.map(\.name) == ["picture.png"])
        // The token is not in the history.
        #expect(try page.run("location.href.includes('token')") as? Bool == false)
    }

    @Test func restoresTheTextWhenAnAddedPhotoIsRemoved() throws {
        let page = try browser.open(editor)
        try page.click("a[href='#/new/note']")
        try page.waits("document.querySelector('textarea')")
        try page.click("textarea")
        for text in ["", "Along the river."] {
            try page.type(text)
            try page.chooseFiles([editor.folder.path + "/picture.png"], "input[multiple]")
            try page.waits("document.querySelector('.photo-list img')")
            try page.clickButton("Remove")
            try page.waits("!document.querySelector('.photo-list img')")
            #expect(try page.text == text)
        }
    }

    @Test func asksBeforeChangesAreLostAndKeepsDrafts() throws {
        let page = try browser.open(editor)
        try page.click(".rows a")
        try page.waits("document.querySelector('textarea')")
        try page.click("textarea")
        try page.type("Ripe ")
        try page.press("Escape", code: 27)
        try page.waits("document.querySelector('dialog[open]')")
        try page.clickButton("Keep editing")
        try page.waits("!document.querySelector('dialog')")
        // The tab is closed, and opened again.
        try page.reloads()
        try page.waitsForBanner()
        try page.clickButton("Restore the draft")
        #expect(try page.text.contains("Ripe "))
        try page.press("Escape", code: 27)
        try page.waits("document.querySelector('dialog[open]')")
        try page.clickButton("Discard")
        try page.waits("document.querySelector('.rows')")
        #expect(try editor.bodies() == ["Blue ones"])
        #expect(try page.draftCount == 0)
    }

    @Test func asksBeforeDeletingAndOffersUndo() throws {
        let page = try browser.open(editor)
        try page.click(".rows a")
        try page.waits("document.querySelector('textarea')")
        let question = "document.querySelector('dialog h2')?.textContent"
        try page.clickButton("Delete")
        try page.waits("\(question) === 'Delete “Plums”?'")
        try page.clickButton("Keep it")
        try page.waits("!document.querySelector('dialog')")
        #expect(try editor.notes().map(\.title) == ["Plums"])
        try page.clickButton("Delete")
        try page.waits("\(question) === 'Delete “Plums”?'")
        try page.click("dialog .primary")
        try page.waits("document.querySelector('#notice button')")
        #expect(try editor.notes().isEmpty)
        // A note that was deleted disappears from the site, even if it is the last one.
        let pageOfNote = editor.folder.path + "/Notebook/site/notes/plums.html"
        #expect(waits { !FileManager.default.fileExists(atPath: pageOfNote) })
        try page.clickButton("Undo")
        #expect(try waits { try editor.notes().map(\.title) == ["Plums"] })
    }

    @Test func offersUndoAlthoughTheSiteIsNotPublished() throws {
        let page = try browser.open(editor)
        let ledger = "Notebook/.notebinder/ledger.json"
        #expect(waits { FileManager.default.fileExists(atPath: editor.folder.path + "/" + ledger) })
        try editor.folder.write("not a ledger", to: ledger)
        try page.click(".rows a")
        try page.waits("document.querySelector('textarea')")
        try page.clickButton("Delete")
        try page.click("dialog .primary")
        try page.waitsForNotice(containing: "not published")
        try page.clickButton("Undo")
        #expect(try waits { try editor.notes().map(\.title) == ["Plums"] })
    }

    @Test func studiesADeckWithTheKeyboard() throws {
        let session = try EditorSession(editor)
        let id = try session.ask("POST", "decks", ["title": "Trees"])["id"] as? String ?? ""
        for (question, answer) in [("Oak?", "Eiche"), ("Elm?", "Ulme")] {
            try session.ask("POST", "cards/\(id)", ["question": question, "answer": answer])
        }
        let page = try browser.open(editor)
        try page.goes(to: "#/deck/\(id)")
        let count = "document.querySelector('.deck .count')?.textContent"
        try page.waits("\(count) === 'Card 1 of 2'")
        try page.press("ArrowLeft", code: 37)
        try page.waits("\(count) === 'Card 2 of 2'")
        try page.press("ArrowRight", code: 39)
        try page.waits("\(count) === 'Card 1 of 2'")
        try page.run("document.activeElement.blur(); 0")
        try page.press(" ", code: 32)
        try page.waits("document.querySelector('.flash .answer')")
        try page.press("r", code: 82)
        try page.waits("\(count) === 'Card 2 of 2'")
        try page.clickButton("Change to wrong")
        #expect(
            try waits {
                let card = try editor.note("Trees")?.deck?.cards.first
                return card?.rightCount == 0 && card?.wrongCount == 1
            })
    }

    @Test func drawsANapkinWithPointerAndKeyboard() throws {
        let page = try browser.open(editor)
        try page.goes(to: "#/new/napkin")
        try page.waits("document.querySelector('canvas')")
        try page.click(".title")
        try page.type("Sketch")
        try page.run("document.querySelector('canvas').scrollIntoView({ block: 'center' }); 0")
        try page.drag("canvas", [(20, 20), (60, 40), (120, 40)])
        try page.drag("canvas", [(20, 80), (120, 90)])
        try page.clickButton("Undo")
        try page.run("document.querySelector('canvas').focus(); 0")
        for key in [(" ", 32), ("ArrowRight", 39), ("ArrowDown", 40), (" ", 32)] {
            try page.press(key.0, code: key.1)
        }
        try page.saves()
        try page.waits("location.hash.startsWith('#/note/')")
        let strokes = try #require(try editor.note("Sketch")?.drawing).strokes
        #expect(strokes.count == 2)
        #expect(strokes.first?.points.first == Point(x: 20, y: 20))
        #expect(strokes.last?.points.count == 3)
    }

    @Test func reordersNotesByKeyboardAndDragging() throws {
        try editor.folder.write(
            notes: ["A", "B", "C"].map { ArchivedNote(title: $0, body: "text") },
            to: "MyNotes/list")
        let page = try browser.open(editor)
        try page.run(
            """
            (() => { const sort = document.querySelector("select"); sort.value = "order";
              sort.dispatchEvent(new Event("change")); return 0; })()
            """)
        try page.waits("document.querySelector('[aria-label=\"Move B up\"]')")
        try page.run("document.querySelector('[aria-label=\"Move B up\"]').focus(); 0")
        try page.press("Enter", code: 13)
        func order() throws -> [String] {
            try editor.notes().filter { $0.id.source == "list" }.map(\.title)
        }
        #expect(try waits { try order() == ["B", "A", "C"] })
        try page.waits("document.querySelectorAll('.rows b')[1].textContent === 'B'")
        try page.waits("document.activeElement.getAttribute('aria-label') === 'Move B up'")
        try page.run(
            """
            (() => {
              const [from, to] = ["C", "B"].map((title) => [...document.querySelectorAll("li")]
                .find((item) => item.querySelector("b").textContent === title));
              const dataTransfer = new DataTransfer();
              from.dispatchEvent(new DragEvent("dragstart", { dataTransfer, bubbles: true }));
              to.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
              return 0;
            })()
            """)
        #expect(try waits { try order() == ["C", "B", "A"] })
    }
}
