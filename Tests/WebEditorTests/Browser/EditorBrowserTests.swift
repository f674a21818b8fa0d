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
        try page.waitsForDrafts(0)
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

    @Test func drawsANapkinWithPointerAndKeyboard() throws {
        let page = try browser.open(editor)
        try page.goes(to: "#/new/napkin")
        try page.clickButton("Flip")
        try page.click(".title")
        try page.type("Sketch")
        try page.run("document.querySelector('canvas').scrollIntoView({ block: 'center' }); 0")
        // The napkin is still turning.
        try page.waits("document.getAnimations().length === 0")
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
}
