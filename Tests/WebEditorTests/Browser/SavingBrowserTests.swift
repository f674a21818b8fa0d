import Foundation
import HeadlessBrowser
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Text that is typed while a note is saved, deleted or changed elsewhere, as the browser shows it.
@Suite(.tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"))
struct SavingBrowserTests {
    private let editor: EditorProgram
    private let browser: Chromium

    init() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            note: ArchivedNote(title: "Plums", body: "Blue ones"), to: "MyNotes/Plums.data")
        editor = try EditorProgram(folder)
        browser = try Chromium()
    }

    private func open() throws -> Chromium.Page {
        let page = try browser.open(editor.link(), width: 1280)
        try page.waits("document.querySelector('.rows a')")
        return page
    }

    private func bodies() throws -> [String] { try editor.notes().map(\.body) }

    @Test func keepsWhatIsTypedDuringASave() throws {
        let page = try open()
        // Saving takes a second.
        try page.run(
            """
            (() => { const send = window.fetch; window.fetch = async (address, options) => {
              const reply = await send(address, options);
              if (options?.method === "PUT") await new Promise((go) => setTimeout(go, 1000));
              return reply; }; return 0; })()
            """)
        try page.click(".rows a")
        try page.waits("document.querySelector('textarea')")
        try page.click("textarea")
        try page.type("AAA ")
        try page.press("s", code: 83, isControl: true)
        try page.type("bbb ")
        try page.waits("document.querySelector('.bar-row .count').textContent.startsWith('Saved')")
        let text = try page.run("document.querySelector('textarea').value") as? String
        #expect(text?.contains("AAA bbb ") == true)
        #expect(try page.run("localStorage.length") as? Int == 1)
        #expect(try bodies().first?.contains("bbb") == false)
        try page.press("s", code: 83, isControl: true)
        #expect(try waits { try bodies().first?.contains("AAA bbb ") == true })
    }

    @Test func savesANoteThatWasDeletedElsewhere() throws {
        let page = try open()
        try page.click(".rows a")
        try page.waits("document.querySelector('textarea')")
        try page.click("textarea")
        try page.type("Mine ")
        try FileManager.default.removeItem(atPath: editor.folder.path + "/MyNotes/Plums.data")
        try page.waits("document.querySelector('.banner:not([hidden])')")
        // The draft survives the page.
        try page.reloads()
        try page.waits("document.querySelector('textarea')?.value.includes('Mine ')")
        try page.clickButton("Save as a new note")
        #expect(try waits { try bodies().contains { $0.contains("Mine ") } })
    }

    @Test func keepsOnesOwnTextWhenTheOtherVersionIsKept() throws {
        let page = try open()
        try page.click(".rows a")
        try page.waits("document.querySelector('textarea')")
        try page.click("textarea")
        try page.type("Mine ")
        try editor.folder.write(
            note: ArchivedNote(title: "Plums", body: "Theirs"), to: "MyNotes/Plums.data")
        try page.press("s", code: 83, isControl: true)
        try page.waits("document.querySelectorAll('.version').length === 2")
        try page.clickButton("Keep the other")
        try page.waits("document.querySelector('textarea').value === 'Theirs'")
        #expect(try page.run("document.querySelector('.banner').hidden") as? Bool == true)
        try page.run("location.hash = '#/'; 0")
        try page.waits("document.querySelector('.unsaved:not([hidden]) a')")
        try page.click(".unsaved a")
        try page.waits("document.querySelector('textarea')?.value.includes('Mine ')")
    }

    /// Photos of a phone take their time; a note that is saved or left at once waits for them.
    @Test func waitsForPhotosThatAreBeingAdded() throws {
        try editor.folder.write(PNGPicture.quarters(width: 40, height: 30), to: "picture.png")
        let page = try open()
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
        #expect(try waits { try bodies().first?.contains("![](picture.png)") == true })
        #expect(try editor.notes().first?.photos.map(\.name) == ["picture.png"])
    }

    @Test func showsAllAnswersOfAConflictOnAPhone() throws {
        let page = try browser.open(editor.link(), width: 400)
        try page.click(".rows a")
        try page.waits("document.querySelector('textarea')")
        try page.run("document.querySelector('textarea').focus(); 0")
        try page.type(String(repeating: "Mine\n", count: 60))
        try editor.folder.write(
            note: ArchivedNote(title: "Plums", body: String(repeating: "Theirs\n", count: 60)),
            to: "MyNotes/Plums.data")
        try page.press("s", code: 83, isControl: true)
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
