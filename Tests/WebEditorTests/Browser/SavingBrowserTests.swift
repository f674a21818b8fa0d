import Foundation
import HeadlessBrowser
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Text that is written while a note is deleted or changed elsewhere, as the browser shows it.
@Suite(.tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"))
struct SavingBrowserTests {
    private let editor: EditorProgram
    private let browser: Chromium

    init() throws {
        let folder = TemporaryFolder()
        try folder.write(
            note: ArchivedNote(title: "Plums", body: "Blue ones"), to: "MyNotes/Plums.data")
        editor = try EditorProgram(folder)
        browser = try Chromium()
    }

    @Test func savesANoteThatWasDeletedElsewhere() throws {
        let page = try browser.open(editor)
        try page.click(".rows a")
        try page.writes("Mine ")
        try FileManager.default.removeItem(atPath: editor.folder.path + "/MyNotes/Plums.data")
        try page.waitsForBanner()
        // The draft survives the page.
        try page.reloads()
        try page.waitsForText(containing: "Mine ")
        try page.clickButton("Save as a new note")
        #expect(try waits { try editor.bodies().contains { $0.contains("Mine ") } })
    }

    /// Photos of a phone take their time; a note that is saved or left at once waits for them.
    @Test func waitsForPhotosThatAreBeingAdded() throws {
        try editor.folder.write(PNGPicture.quarters(width: 40, height: 30), to: "picture.png")
        let page = try browser.open(editor)
        try page.run(
            """
            (() => { const send = window.fetch; window.fetch = async (address, options) => {
              if (String(address).includes("uploads?")) await new Promise((go) => setTimeout(go, 2000));
              return send(address, options); }; return 0; })()
            """)
        try page.click(".rows a")
        try page.waits("document.querySelector('textarea')")
        let photo = [editor.folder.path + "/picture.png"]
        try page.chooseFiles(photo, ".photo-part input[multiple]")
        try page.waits(
            "document.querySelector('.photo-part .count').textContent.includes('Adding')")
        try page.press("Escape", code: 27)
        try page.click("dialog .primary")
        #expect(try waits { try editor.bodies().first?.contains("![](picture.png)") == true })
        #expect(try editor.notes().first?.photos.map(\.name) == ["picture.png"])
    }

    @Test func showsAllConflictOptionsOnAPhone() throws {
        let page = try browser.open(editor, width: 400)
        try page.click(".rows a")
        try page.writes(String(repeating: "Mine\n", count: 60))
        try editor.folder.write(
            note: ArchivedNote(title: "Plums", body: String(repeating: "Theirs\n", count: 60)),
            to: "MyNotes/Plums.data")
        try page.saves()
        try page.waits("document.querySelectorAll('.version').length === 2")
        let answers = try page.ask(
            """
            document.querySelector("dialog").scrollTop = 0,
            [...document.querySelectorAll("dialog button")].filter((button) => {
              const box = button.getBoundingClientRect();
              return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === button;
            }).map((button) => button.textContent).join()
            """)
        #expect(answers as? String == "Keep both,Keep mine,Keep the other,Decide later")
    }
}
