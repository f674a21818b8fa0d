import Foundation
import HeadlessBrowser
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Notes of one file that another tab deletes and moves while they are written, and saves that take
/// their time.
@Suite(.tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"))
struct IdentityBrowserTests {
    private let editor: EditorProgram
    private let browser: Chromium

    init() throws {
        let folder = TemporaryFolder()
        try folder.write(
            notes: ["One", "Two", "Three"].map { (title: String) in
                ArchivedNote(title: title, body: "Text of " + title)
            },
            to: "MyNotes/several")
        editor = try EditorProgram(folder)
        browser = try Chromium()
    }

    /// Opens a note in a tab and writes in it.
    private func write(_ text: String, in title: String) throws -> Chromium.Page {
        let page = try browser.open(editor)
        try page.opens(title)
        try page.waitsForText("Text of \(title)")
        try page.writes(text)
        try page.waitsForText(containing: text)
        return page
    }

    private func list() throws -> Chromium.Page {
        let page = try browser.open(editor.origin + "/edit/#/", width: 1280)
        try page.comesToFront()
        try page.waits("document.querySelector('.rows a')")
        return page
    }

    /// Deletes a note in another tab.
    private func delete(_ title: String) throws {
        let page = try list()
        try page.opens(title)
        try page.waitsForText("Text of \(title)")
        try page.clickButton("Delete")
        try page.click("dialog .primary")
        #expect(try waits { try editor.note(title) == nil })
        try page.close()
    }

    @Test func savesADeletedNoteWithoutOverwritingItsSuccessor() throws {
        let page = try write("Mine ", in: "Two")
        try delete("Two")
        try page.comesToFront()
        // The first attempt may come before the page has heard of it.
        try page.saves()
        try page.clickButton("Save as a new note")
        #expect(try waits { try editor.bodies().contains { $0.contains("Mine ") } })
        let notes = try editor.notes()
        #expect(
            notes.filter { $0.id.source == "several" }.map(\.body) == [
                "Text of One", "Text of Three",
            ])
        #expect(notes.filter { $0.body.contains("Mine ") }.map(\.title) == ["Two"])
    }

    @Test func savesANoteWhoseNeighbourWasDeleted() throws {
        let page = try write("Mine ", in: "Two")
        try delete("One")
        try page.comesToFront()
        try page.saves()
        #expect(try waits { try editor.bodies().contains { $0.contains("Mine ") } })
        #expect(try editor.bodies().last == "Text of Three")
        #expect(try editor.notes().map(\.title) == ["Two", "Three"])
    }

    @Test func savesANoteThatWasMoved() throws {
        let page = try write("Mine ", in: "Three")
        let list = try list()
        try list.clickButton("Edit")
        try list.click("[aria-label='Move Three up']")
        #expect(try waits { try editor.notes().map(\.title) == ["One", "Three", "Two"] })
        try page.comesToFront()
        try page.saves()
        #expect(try waits { try editor.bodies().contains { $0.contains("Mine ") } })
        #expect(try editor.notes().map(\.title) == ["One", "Three", "Two"])
        #expect(try editor.bodies().map { $0.contains("Mine ") } == [false, true, false])
        #expect(try editor.bodies()[2] == "Text of Two")
    }

    /// The server waits for the lock of the folder, which another program holds.
    @Test func keepsWhatIsWrittenWhileTheFolderIsLocked() throws {
        let page = try write("Mine ", in: "Two")
        do {
            let lock = try NotesLock(editor.folder.path + "/MyNotes")
            defer { withExtendedLifetime(lock) {} }
            try page.saves()
            try page.waits("document.querySelector('.bar-row .count').textContent === 'Saving…'")
            try page.type("since ")
            try page.click(".title")
            try page.type("!")
            usleep(300_000)
            #expect(try editor.bodies().contains { $0.contains("Mine ") } == false)
        }
        #expect(try waits { try editor.bodies().contains { $0.contains("Mine ") } })
        try page.waitsUntilSaved()
        #expect(try page.text.contains("Mine since "))
        #expect(try !editor.bodies().contains { $0.contains("since ") })
        #expect(
            (try page.run("document.querySelector('.title').value") as? String)?.contains("!")
                == true)
        #expect(try page.draftCount == 1)
        try page.saves()
        #expect(try waits { try editor.bodies().contains { $0.contains("Mine since ") } })
        #expect(try editor.notes().contains { $0.title.contains("!") })
    }
}
