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

    private static let text = "document.querySelector('textarea')?.value"
    private static let offer = "document.querySelector('.banner:not([hidden])')?.textContent"

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

    private func list() throws -> Chromium.Page {
        let page = try browser.open(editor.link(), width: 1280)
        try page.waits("document.querySelector('.rows a')")
        return page
    }

    /// Opens a note in a tab of its own and writes at the end of its text.
    private func write(_ text: String, in title: String, of list: Chromium.Page) throws
        -> Chromium.Page
    {
        try list.comesToFront()
        let address =
            try list.ask(
                "[...document.querySelectorAll('.rows a')].find((a) => a.querySelector('b').textContent === '\(title)').hash"
            ) as? String
        let page = try tab(#require(address))
        try page.waits("\(Self.text)?.startsWith('Text of')")
        try page.run("document.querySelector('textarea').focus(); 0")
        try page.type(text)
        return page
    }

    private func draftCount(_ page: Chromium.Page) throws -> Int? {
        try page.ask("localStorage.length") as? Int
    }

    @Test func offersEachNoteItsOwnDraft() throws {
        let list = try list()
        let plums = try write("Blue ", in: "Plums", of: list)
        let pears = try write("Green ", in: "Pears", of: list)
        try pears.waits("localStorage.length === 2")
        for (page, word) in [(plums, "Blue "), (pears, "Green ")] {
            try page.comesToFront()
            try page.reloads()
            try page.waits("\(Self.offer)?.includes('unsaved draft')")
            try page.clickButton("Restore the draft")
            try page.waits("\(Self.text).includes('\(word)')")
            #expect(try page.run(Self.offer) as? String == nil, "another draft is offered")
        }
        #expect(try draftCount(pears) == 2)
        try pears.press("s", code: 83, isControl: true)
        #expect(try waits { try editor.notes().contains { $0.body.contains("Green ") } })
        // The other tab's draft is still there, and so is its text.
        try pears.waits("localStorage.length === 1")
        try plums.comesToFront()
        try plums.press("s", code: 83, isControl: true)
        #expect(
            try waits {
                let bodies = try editor.notes().map(\.body)
                return bodies.filter { $0.contains("Blue ") }.count == 1
                    && bodies.filter { $0.contains("Green ") }.count == 1
            })
        try plums.waits("localStorage.length === 0")
    }

    @Test func keepsTheDraftsOfTwoNewNotes() throws {
        _ = try list()
        var pages: [Chromium.Page] = []
        for title in ["First", "Second"] {
            let page = try tab("#/new/note")
            try page.waits("document.querySelector('.title')")
            #expect(try page.run(Self.offer) as? String == nil)
            try page.click(".title")
            try page.type(title)
            try page.waits("localStorage.length === \(pages.count + 1)")
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
        try page.run("location.hash = '#/new/note'; 0")
        for _ in 0..<2 { try page.clickButton("Restore the draft") }
        try page.waits("document.querySelector('.title').value === 'First'")
        try page.press("s", code: 83, isControl: true)
        try page.waits("location.hash.startsWith('#/note/')")
        try page.run("location.hash = '#/'; 0")
        try page.waits("document.querySelectorAll('.unsaved a').length === 1")
        try page.click(".unsaved a")
        try page.waits("document.querySelector('.title')?.value === 'Second'")
        try page.press("s", code: 83, isControl: true)
        #expect(
            try waits {
                Set(try editor.notes().map(\.title)).isSuperset(of: ["First", "Second"])
            })
        try page.waits("localStorage.length === 0")
    }

    /// A text written before a draft is restored is worth as much as the draft.
    @Test func keepsWhatIsWrittenBeforeADraftIsRestored() throws {
        let page = try write("Blue ", in: "Plums", of: list())
        try page.reloads()
        try page.waits("\(Self.offer)?.includes('unsaved draft')")
        try page.run("document.querySelector('textarea').focus(); 0")
        try page.type("Since ")
        try page.clickButton("Restore the draft")
        try page.waits("\(Self.text).includes('Blue ')")
        try page.press("s", code: 83, isControl: true)
        try page.waits("document.querySelector('.bar-row .count').textContent.startsWith('Saved')")
        try page.run("location.hash = '#/'; 0")
        try page.click(".unsaved a")
        try page.waits("\(Self.text)?.includes('Since ')")
    }

    @Test func offersNoDraftOfAnotherNotebook() throws {
        let page = try write("Blue ", in: "Plums", of: list())
        try page.waits("localStorage.length === 1")
        let note = try page.ask("location.hash") as? String ?? ""
        editor.kill()
        try page.close()
        // Another folder with notes of the same names, at the same address.
        let other = try Self.program(in: TemporaryFolder(), port: editor.port)
        #expect(other.port == editor.port)
        let next = try browser.open(other.link(), width: 1280)
        try next.waits("document.querySelector('.rows a')")
        #expect(try draftCount(next) == 1)
        try next.run("location.hash = '\(note)'; 0")
        try next.waits("\(Self.text)?.startsWith('Text of')")
        // Drafts are offered once other tabs have had the time to say which are theirs.
        usleep(600_000)
        #expect(try next.run(Self.offer) as? String == nil)
        try next.run("location.hash = '#/'; 0")
        try next.waits("document.querySelector('.rows a')")
        usleep(600_000)
        #expect(try next.run("document.querySelector('.unsaved').hidden") as? Bool == true)
        // Its own draft is offered.
        let own = try browser.open(other.origin + "/edit/" + note, width: 1280)
        try own.comesToFront()
        try own.waits("\(Self.text)?.startsWith('Text of')")
        try own.run("document.querySelector('textarea').focus(); 0")
        try own.type("Red ")
        try own.reloads()
        try own.clickButton("Restore the draft")
        try own.waits("\(Self.text).includes('Red ')")
    }

    @Test func keepsTheDraftOfAnotherTabOfTheSameNote() throws {
        let list = try list()
        let first = try write("Mine ", in: "Plums", of: list)
        let second = try write("Theirs ", in: "Plums", of: list)
        try second.waits("localStorage.length === 2")
        try second.press("s", code: 83, isControl: true)
        #expect(try waits { try editor.notes().contains { $0.body.contains("Theirs ") } })
        try first.comesToFront()
        try first.waits("\(Self.offer)?.includes('changed elsewhere')")
        #expect((try first.run(Self.text) as? String)?.contains("Mine ") == true)
        // The other tab drops its draft once it has the answer, which may come after the news of it.
        try first.waits("localStorage.length === 1")
        // It is offered after a crash, as a change of the version that it began with.
        try first.crashes()
        let next = try tab("#/")
        try next.click(".unsaved a")
        try next.waits("\(Self.text)?.includes('Mine ')")
        #expect((try next.run(Self.text) as? String)?.contains("Theirs ") == false)
        try next.press("s", code: 83, isControl: true)
        try next.waits("document.querySelectorAll('.version').length === 2")
        try next.clickButton("Keep both")
        #expect(
            try waits {
                let bodies = try editor.notes().map(\.body)
                return bodies.contains { $0.contains("Theirs ") }
                    && bodies.contains { $0.contains("Mine ") }
            })
    }

    /// Browsers write local storage to disk much later.
    @Test func offersWhatWasTypedASecondBeforeTheBrowserWasKilled() throws {
        let profile = try TemporaryFolder()
        let browser = try Chromium(profile: profile.path)
        let page = try browser.open(editor.anotherLink(), width: 1280)
        try page.waits("document.querySelector('.rows a')")
        try page.run("document.querySelector('.rows a').click(); 0")
        try page.waits("\(Self.text)?.startsWith('Text of')")
        try page.run("document.querySelector('textarea').focus(); 0")
        try page.type("Typed last ")
        usleep(1_000_000)
        browser.kill()
        let next = try Chromium(profile: profile.path).open(editor.anotherLink(), width: 1280)
        try next.click(".unsaved a")
        try next.waits("\(Self.text)?.includes('Typed last ')")
    }
}
