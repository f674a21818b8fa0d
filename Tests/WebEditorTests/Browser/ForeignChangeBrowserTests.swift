import Foundation
import HeadlessBrowser
import LocalFiles
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Files that other programs write while pages of the editor show what is in them.
@Suite(.tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"))
struct ForeignChangeBrowserTests {
    private let editor: EditorProgram
    private let browser: Chromium
    private var file: String { editor.folder.path + "/MyNotes/several.data" }

    init() throws {
        let folder = TemporaryFolder()
        try folder.write(Self.archive(), to: "MyNotes/several.data")
        editor = try EditorProgram(folder)
        browser = try Chromium()
    }

    private static func archive(_ body: String = "Blue ones") -> [UInt8] {
        NoteArchiveWriter.archive([
            ArchivedNote(title: "Plums", body: body), ArchivedNote(title: "Pears", body: "Green"),
        ])
    }

    /// Opens a note and writes in it.
    private func open() throws -> Chromium.Page {
        let page = try browser.open(editor)
        try page.opens("Plums")
        try page.waitsForText("Blue ones")
        try page.writes("Mine ")
        return page
    }

    /// A copy that is under way is no deletion.
    @Test(arguments: ["torn", "away"])
    func savesTheSameNoteOnceItsFileIsRestored(how: String) throws {
        let page = try open()
        let whole = try LocalFiles.read(file)
        if how == "torn" {
            try LocalFiles.replace(file, bytes: Array(whole.prefix(whole.count / 2)))
            try page.saves()
            try page.waitsForNotice(containing: "cannot be read at the moment")
        } else {
            try LocalFiles.rename(file, to: editor.folder.path + "/elsewhere")
            try page.waitsForBanner(containing: "deleted by another program")
        }
        try LocalFiles.replace(file, bytes: whole)
        usleep(500_000)
        try page.saves()
        try page.waitsUntilSaved()
        let notes = try editor.notes()
        #expect(notes.map(\.title) == ["Plums", "Pears"])
        #expect(notes.first?.body.contains("Mine ") == true)
    }

    @Test func saysAtOnceThatTheEditorHasEnded() throws {
        let page = try open()
        editor.kill()
        try page.waitsForNotice(containing: "does not answer")
        // It stays until the editor is back, which continues with what was written.
        sleep(7)
        try page.waitsForNotice(containing: "does not answer")
        #expect(try page.text.contains("Mine "))
    }

    /// An app that had read the note before the editor saved it writes what it knows.
    @Test func keepsAnOverwrittenVersionAsADraft() throws {
        let page = try open()
        try page.saves()
        try page.waitsUntilSaved()
        try LocalFiles.replace(file, bytes: Self.archive())
        try page.waitsForText("Blue ones")
        try page.waitsForNotice(containing: "kept as a draft")
        try page.clickButton("Bring it back")
        try page.waitsForText(containing: "Mine ")
    }

    @Test func savesCardsWhoseNeighbourOrOriginalWasDeleted() throws {
        let session = try EditorSession(editor)
        let deck = try session.ask("POST", "decks", ["title": "Trees"])["id"] as? String ?? ""
        func card(_ texts: String...) throws -> [String: Any] {
            try session.ask("POST", "cards/\(deck)", ["question": texts[0], "answer": texts[1]])
        }
        _ = try card("Oak", "Quercus")
        let page = try browser.open(editor)
        try page.goes(to: "#/deck/\(deck)")
        // The published form of the card replaces its plain text.
        let question = "document.querySelector('.study-question p:not(.plain)')?.textContent"
        try page.waits("\(question) === 'Oak'")
        func remove(_ question: String) throws {
            let cards = try session.ask("GET", "notes/\(deck)")["cards"] as? [[String: Any]] ?? []
            let id = cards.first { $0["question"] as? String == question }?["id"] as? String
            try session.ask("DELETE", "cards/\(deck)", ["card": id ?? ""])
        }
        func write(_ texts: String...) throws {
            for (index, text) in texts.enumerated() {
                try page.run("document.querySelectorAll('dialog textarea')[\(index)].focus(); 0")
                try page.type(text)
            }
        }
        try page.clickButton("Add a card")
        try page.waits("document.querySelector('dialog textarea')")
        try write("Elm", "Ulmus")
        // Neither Escape nor another program takes it away.
        try page.press("Escape", code: 27)
        try page.waits("document.querySelector('dialog h2')?.textContent.startsWith('Discard')")
        try page.clickButton("Keep writing")
        try page.waits("document.querySelector('dialog textarea')?.value === 'Elm'")
        try remove("Oak")
        try page.clickButton("Save")
        try page.waits("\(question) === 'Elm'")

        // The card is drawn again when it is published, which can take a click away.
        try page.waits(
            """
            document.querySelector('dialog textarea')
              || [...document.querySelectorAll('button')]
                .find(button => button.textContent === 'Edit')?.click()
            """)
        try write("Wych ")
        try remove("Elm")
        try page.clickButton("Save")
        try page.waitsForNotice(containing: "Save again")
        try page.waits("document.querySelector('dialog textarea')")
        try page.clickButton("Save")
        try page.waits("document.querySelector('.study')?.textContent.includes('Wych')")
        let cards = try editor.note("Trees")?.deck?.cards ?? []
        #expect(cards.count == 1 && cards[0].question.contains("Wych"))
    }
}
