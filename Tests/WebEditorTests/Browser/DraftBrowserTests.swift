import Foundation
import HeadlessBrowser
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Drafts of several tabs, as the browser keeps and offers them.
@Suite(.tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"))
struct DraftBrowserTests {
    private let editor: EditorProgram
    private let browser: Chromium

    init() throws {
        editor = try Self.program(in: TemporaryFolder())
        browser = try Chromium()
    }

    private static func program(
        in folder: TemporaryFolder, port: UInt16 = 0
    ) throws -> EditorProgram {
        for title in ["Pears", "Plums"] {
            try folder.write(
                note: ArchivedNote(title: title, body: "Text of \(title)"),
                to: "MyNotes/\(title).data")
        }
        return try EditorProgram(folder, port: port)
    }

    /// Opens a screen of the editor in a tab of its own, which has the session.
    private func tab(_ screen: String) throws -> Chromium.Page {
        let page = try browser.open(editor.origin + "/edit/" + screen, width: 1280)
        try page.comesToFront()
        return page
    }

    /// Opens a note in a tab of its own and writes at the end of its text.
    private func write(_ text: String, in title: String, of list: Chromium.Page) throws
        -> Chromium.Page
    {
        try list.comesToFront()
        try list.waits(list.link(to: title))
        let address = try list.ask("\(list.link(to: title)).hash") as? String
        let page = try tab(#require(address))
        try page.writes(text)
        return page
    }

    @Test func offersEachNoteItsOwnDraft() throws {
        let list = try browser.open(editor)
        let plums = try write("Blue ", in: "Plums", of: list)
        let pears = try write("Green ", in: "Pears", of: list)
        try pears.waitsForDrafts(2)
        for (page, word) in [(plums, "Blue "), (pears, "Green ")] {
            try page.comesToFront()
            try page.reloads()
            try page.waitsForBanner(containing: "unsaved draft")
            try page.clickButton("Restore the draft")
            try page.waitsForText(containing: word)
            #expect(try page.banner == nil, "another draft is offered")
        }
        #expect(try pears.draftCount == 2)
        try pears.saves()
        #expect(try waits { try editor.bodies().contains { $0.contains("Green ") } })
        // The other tab's draft is still there, and so is its text.
        try pears.waitsForDrafts(1)
        try plums.comesToFront()
        try plums.saves()
        #expect(
            try waits {
                let bodies = try editor.bodies()
                return bodies.filter { $0.contains("Blue ") }.count == 1
                    && bodies.filter { $0.contains("Green ") }.count == 1
            })
        try plums.waitsForDrafts(0)
    }

    @Test func keepsTheDraftsOfTwoNewNotes() throws {
        _ = try browser.open(editor)
        var pages: [Chromium.Page] = []
        for title in ["First", "Second"] {
            let page = try tab("#/new/note")
            try page.waits("document.querySelector('.title')")
            #expect(try page.banner == nil)
            try page.click(".title")
            try page.type(title)
            try page.waitsForDrafts(pages.count + 1)
            pages.append(page)
        }
        for page in pages { try page.close() }
        let page = try tab("#/")
        try page.waits("document.querySelectorAll('.unsaved a').length === 2")
        let names = try page.ask(
            "[...document.querySelectorAll('.unsaved a b')].map((b) => b.textContent).sort().join()"
        )
        #expect(names as? String == "First,Second")
        // One after the other is restored, and neither replaces the other.
        try page.goes(to: "#/new/note")
        for _ in 0..<2 { try page.clickButton("Restore the draft") }
        try page.waits("document.querySelector('.title').value === 'First'")
        try page.saves()
        try page.waits("location.hash.startsWith('#/note/')")
        try page.goes(to: "#/")
        try page.waits("document.querySelectorAll('.unsaved a').length === 1")
        try page.click(".unsaved a")
        try page.waits("document.querySelector('.title')?.value === 'Second'")
        try page.saves()
        #expect(
            try waits {
                Set(try editor.notes().map(\.title)).isSuperset(of: ["First", "Second"])
            })
        try page.waitsForDrafts(0)
    }

    /// A text written before a draft is restored is worth as much as the draft.
    @Test func keepsWhatIsWrittenBeforeADraftIsRestored() throws {
        let page = try write("Blue ", in: "Plums", of: browser.open(editor))
        try page.reloads()
        try page.waitsForBanner(containing: "unsaved draft")
        try page.writes("Since ")
        try page.clickButton("Restore the draft")
        try page.waitsForText(containing: "Blue ")
        try page.saves()
        try page.waitsUntilSaved()
        try page.goes(to: "#/")
        try page.click(".unsaved a")
        try page.waitsForText(containing: "Since ")
    }

    @Test func offersNoDraftOfAnotherNotebook() throws {
        let page = try write("Blue ", in: "Plums", of: browser.open(editor))
        try page.waitsForDrafts(1)
        let note = try page.ask("location.hash") as? String ?? ""
        editor.kill()
        try page.close()
        // Another folder with notes of the same names, at the same address.
        let other = try Self.program(in: TemporaryFolder(), port: editor.port)
        #expect(other.port == editor.port)
        let next = try browser.open(other)
        #expect(try next.draftCount == 1)
        try next.goes(to: note)
        try next.waitsForText(containing: "Text of")
        // Drafts are offered once other tabs have had the time to say which are theirs.
        usleep(600_000)
        #expect(try next.banner == nil)
        try next.goes(to: "#/")
        try next.waits("document.querySelector('.rows a')")
        usleep(600_000)
        #expect(try next.run("document.querySelector('.unsaved').hidden") as? Bool == true)
        // Its own draft is offered.
        let own = try browser.open(other.origin + "/edit/" + note, width: 1280)
        try own.comesToFront()
        try own.writes("Red ")
        try own.reloads()
        try own.clickButton("Restore the draft")
        try own.waitsForText(containing: "Red ")
    }

    @Test func keepsTheDraftOfAnotherTabOfTheSameNote() throws {
        let list = try browser.open(editor)
        let first = try write("Mine ", in: "Plums", of: list)
        let second = try write("Theirs ", in: "Plums", of: list)
        try second.waitsForDrafts(2)
        try second.saves()
        #expect(try waits { try editor.bodies().contains { $0.contains("Theirs ") } })
        try first.comesToFront()
        try first.waitsForBanner(containing: "changed in another window")
        #expect(try first.text.contains("Mine "))
        // The other tab drops its draft once it has the answer, which may come after the news of it.
        try first.waitsForDrafts(1)
        // It is offered after a crash, as a change of the version that it began with.
        try first.crashes()
        let next = try tab("#/")
        try next.click(".unsaved a")
        try next.waitsForText(containing: "Mine ")
        #expect(try !next.text.contains("Theirs "))
        try next.saves()
        try next.waits("document.querySelectorAll('.version').length === 2")
        try next.clickButton("Keep both")
        #expect(
            try waits {
                let bodies = try editor.bodies()
                return bodies.contains { $0.contains("Theirs ") }
                    && bodies.contains { $0.contains("Mine ") }
            })
    }

    /// Text is on disk within a second.
    @Test func recoversTextTypedJustBeforeTheBrowserWasKilled() throws {
        let profile = TemporaryFolder()
        let browser = try Chromium(profile: profile.path)
        let page = try browser.open(editor)
        try page.click(".rows a")
        try page.writes("Typed last ")
        usleep(1_000_000)
        browser.kill()
        let next = try Chromium(profile: profile.path).open(editor)
        try next.click(".unsaved a")
        try next.waitsForText(containing: "Typed last ")
    }
}
