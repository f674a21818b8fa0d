import Foundation
import HeadlessBrowser
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Stories of a person with the list of notes, and with a note of text and photos.
@Suite(
    .tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"), .timeLimit(.minutes(10)))
struct NoteStoryTests {
    private let folder = TemporaryFolder()

    private func open(_ titles: String..., in window: StoryWindow) throws -> Story {
        for title in titles {
            try folder.write(
                note: ArchivedNote(title: title, body: "Text of \(title)"),
                to: "MyNotes/\(title).data")
        }
        return try Story(folder, in: window)
    }

    @Test(arguments: StoryWindow.allCases)
    func anEmptyListSaysSoAndOffersANewNote(window: StoryWindow) throws {
        let story = try open(in: window)
        try story.sees("There are no notes yet.")
        for label in ["Show more", "Edit"] {
            let isThere = try story.page.run(
                "[...document.querySelectorAll('button')].some((b) => b.textContent === '\(label)' && b.checkVisibility())"
            )
            #expect(isThere as? Bool == false)
        }
        try story.use("Write the first note")
        try story.write("First", in: "Title")
        try story.use("Save")
        try story.sees("1 note")
        #expect(try story.titles == ["First"])
    }

    @Test(arguments: StoryWindow.allCases)
    func notesAreSelectedDeletedAndRestoredInTheList(window: StoryWindow) throws {
        let story = try open("Ash", "Elm", "Oak", in: window)
        try story.use("Edit")
        #expect(try !story.isEnabled("Delete"))
        try story.use("Select Ash")
        try story.use("Select Oak")
        try story.sees("2 selected")
        try story.use("Delete")
        #expect(try waits { try story.titles == ["Elm"] })
        #expect(try story.editor.notes().map(\.title) == ["Elm"])
        try story.use("Undo")
        #expect(try waits { try story.titles == ["Ash", "Elm", "Oak"] })
        #expect(try story.editor.notes().count == 3)
        try story.use("Done")
        try story.page.waits("!document.querySelector('.rows input')")
    }

    @Test(arguments: StoryWindow.allCases)
    func aNoteThatCannotHoldPhotosSaysSoBeforeOneIsChosen(window: StoryWindow) throws {
        let story = try Story(.sample(only: ["Note07.data"]), in: window)
        try story.page.opens("À Hélène")
        try story.sees("No photo can be added to “À Hélène”")
        #expect(
            try story.page.run("document.querySelectorAll('.photo-part input[type=file]').length")
                as? Int == 0)
    }

    /// With the finger by the handle of a row, with the keyboard by its buttons.
    @Test(arguments: StoryWindow.allCases)
    func notesOfAllFilesAreReordered(window: StoryWindow) throws {
        try folder.write(
            notes: ["A", "B"].map { ArchivedNote(title: $0, body: "text") }, to: "MyNotes/list")
        let story = try open("Plums", in: window)
        try story.use("Edit")
        #expect(try waits { try story.titles == ["Plums", "A", "B"] })
        switch window {
        case .desktop:
            try story.use("Move Plums down")
            try story.page.waits(
                "document.activeElement.getAttribute('aria-label') === 'Move Plums down'")
        case .phone: try drag("Plums", to: "A", story)
        }
        #expect(try waits { try story.titles == ["A", "Plums", "B"] })
        if window == .desktop {
            try story.use("Move B up")
            try story.page.waits("document.activeElement.ariaLabel === 'Move B up'")
            try story.use("Move B up")
        } else {
            try drag("B", to: "A", story)
        }
        #expect(try waits { try story.titles == ["B", "A", "Plums"] })
        // The published list has the order, and the app sees the notes of its file in it, too.
        let list = story.editor.folder.path + "/Notebook/site/by-order.html"
        #expect(
            waits {
                let page = (try? String(contentsOfFile: list, encoding: .utf8)) ?? ""
                let places = ["notes/b.html", "notes/a.html", "notes/plums.html"].map {
                    page.range(of: $0)?.lowerBound
                }
                return places.allSatisfy { $0 != nil }
                    && places.compactMap(\.self) == places.compactMap(\.self).sorted()
            })
        #expect(try story.editor.notes().map(\.title) == ["Plums", "B", "A"])
        try story.use("Done")
        #expect(try waits { try story.titles == ["A", "B", "Plums"] })
        // The order survives a new start.
        try story.page.reloads()
        try story.use("Edit")
        #expect(try waits { try story.titles == ["B", "A", "Plums"] })
    }

    private func drag(_ title: String, to other: String, _ story: Story) throws {
        func middle(_ title: String) throws -> (x: Int, y: Int) {
            let place =
                try story.page.run(
                    """
                    (() => { const row = [...document.querySelectorAll(".rows li")].find((li) => li.querySelector("b").textContent === "\(title)");
                      const box = row.querySelector(".grip").getBoundingClientRect();
                      return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]; })()
                    """) as? [Int] ?? [0, 0]
            return (place[0], place[1])
        }
        let (from, to) = (try middle(title), try middle(other))
        try story.page.touch([[from, (from.x, (from.y + to.y) / 2), to]])
        try story.endsFling()
    }

    @Test(arguments: StoryWindow.allCases)
    func saveNeedsATitleAndReturnsToTheList(window: StoryWindow) throws {
        let story = try open(in: window)
        try story.use("New note")
        try story.write("Along the river", in: "Text")
        try story.sees("A note needs a title to be saved.")
        #expect(try !story.isEnabled("Save"))
        // Nothing can be saved on leaving, either.
        try story.use("Cancel")
        try story.page.waits("document.querySelector('dialog[open]')")
        #expect(
            try story.page.run("document.querySelector('dialog').innerText.includes('Save the')")
                as? Bool == false)
        try story.use("Keep editing")
        try story.write("A walk", in: "Title")
        try story.missesSight(of: "A note needs a title to be saved.")
        if window == .desktop {
            try story.page.saves()
            try story.page.waitsUntilSaved()
            try story.page.waits("location.hash.startsWith('#/note/')")
        }
        try story.write(".", in: "Text")
        try story.use("Save")
        try story.page.waits("document.querySelector('.rows')")
        #expect(try waits { try story.titles == ["A walk"] })
        #expect(try story.editor.bodies() == ["Along the river."])
    }

    @Test(arguments: StoryWindow.allCases)
    func cancelReturnsAtOnceOrAsks(window: StoryWindow) throws {
        let story = try open("Plums", in: window)
        try story.page.opens("Plums")
        try story.use("Close")
        try story.page.waits("document.querySelector('.rows')")
        try story.use("New note")
        try story.write("Pears", in: "Title")
        try story.use("Cancel")
        try story.page.waits("document.querySelector('dialog[open]')")
        try story.use(element: "document.querySelector('dialog .primary')")
        try story.page.waits("document.querySelector('.rows')")
        #expect(try waits { try story.titles == ["Pears", "Plums"] })
    }

    @Test(arguments: StoryWindow.allCases)
    func photosAreEnlargedByATapAndRemovedWithUndo(window: StoryWindow) throws {
        let colours = [
            "a": PNGPicture.quarters(width: 900, height: 600),
            "b": PNGPicture.quarters(width: 30, height: 60),
        ]
        for (name, picture) in colours { try folder.write(picture, to: "\(name).png") }
        let story = try open("Plums", in: window)
        try story.page.opens("Plums")
        try story.page.waits("document.querySelector('input[multiple]')")
        try story.page.chooseFiles(
            ["a", "b"].map { "\(folder.path)/\($0).png" }, "input[multiple]")
        try story.page.waits("document.querySelectorAll('.photo-list img').length === 2")
        let text = try story.page.text
        try story.use("Enlarge a.png")
        try story.page.waits(
            "document.querySelector('dialog.viewer img')?.naturalWidth === 900 && document.querySelector('dialog.viewer').innerText.includes('1 / 2')"
        )
        try story.use("Zoom")
        try story.page.waits("document.querySelector('.is-zoomed')")
        try story.use("Zoom")
        try story.use("Next photo")
        try story.page.waits(
            "document.querySelector('dialog.viewer').innerText.includes('2 / 2')")
        try story.use("Close")
        try story.page.waits("!document.querySelector('dialog')")
        try story.use("Remove a.png")
        try story.page.waits("document.querySelectorAll('.photo-list img').length === 1")
        #expect(try !story.page.text.contains("a.png"))
        try story.use("Undo")
        try story.page.waits("document.querySelectorAll('.photo-list img').length === 2")
        #expect(try story.page.text == text)
        try story.use("Save")
        try story.page.waits("document.querySelector('.rows')")
        #expect(try story.editor.note("Plums")?.photos.map(\.name) == ["a.png", "b.png"])
    }

    @Test(arguments: StoryWindow.allCases)
    func theNoteAndItsPageLeadToEachOther(window: StoryWindow) throws {
        let story = try open("Plums", "Pears", in: window)
        #expect(
            waits {
                FileManager.default.fileExists(
                    atPath: folder.path + "/Notebook/site/notes/pears.html")
            })
        try story.page.opens("Pears")
        try story.page.waits("document.querySelector('.bar-row a')?.textContent === 'Page'")
        try story.page.leaves {
            try story.page.run(
                "(() => { const link = document.querySelector('.bar-row a'); link.target = ''; link.click(); return 0; })()"
            )
        }
        #expect(try story.page.run("location.pathname") as? String == "/notes/pears.html")
        try story.page.leaves { try story.use("Edit") }
        try story.page.waitsForText(containing: "Text of Pears")
    }

    @Test(arguments: StoryWindow.allCases)
    func theTrashShowsRestoresAndForgetsNotes(window: StoryWindow) throws {
        let picture = PNGPicture.quarters(width: 40, height: 40)
        try folder.write(
            note: ArchivedNote(title: "Ash", body: "Text of Ash", photos: .array([.data(picture)])),
            to: "MyNotes/Ash.data")
        let story = try open("Elm", "Oak", in: window)
        try story.use("Edit")
        for title in ["Ash", "Elm", "Oak"] { try story.use("Select \(title)") }
        try story.use("Delete")
        try story.sees("There are no notes yet.")
        try story.page.goes(to: "#/trash")
        try story.sees("Text of Ash")
        try story.page.waits("document.querySelector('.entry img')?.naturalWidth > 0")
        for title in ["Ash", "Elm"] { try story.use("Select \(title)") }
        try story.sees("2 selected")
        try story.use("Restore")
        try story.missesSight(of: "Text of Ash")
        #expect(try waits { try story.editor.notes().map(\.title) == ["Ash", "Elm"] })
        #expect(try story.editor.note("Ash")?.photos.count == 1)
        try story.page.waitsForNotice(containing: "2 items restored")
        try story.use("Empty the trash")
        try story.use(element: "document.querySelector('dialog .primary')")
        try story.sees("The trash is empty.")
        let left = try FolderContents(folder.path + "/MyNotes").names
        #expect(left == ["Ash.data", "Elm.data"])
    }

    @Test(arguments: StoryWindow.allCases)
    func aSessionEndsWithItsDrafts(window: StoryWindow) throws {
        let story = try open("Plums", in: window)
        try story.page.opens("Plums")
        try story.page.writes("Secret ")
        try story.page.waitsForDrafts(1)
        try story.page.reloads()
        try story.page.goes(to: "#/")
        try story.page.waits("document.querySelector('.unsaved:not([hidden])')")
        try story.choose("End session")
        try story.use(element: "document.querySelector('dialog .primary')")
        try story.sees("This session has ended.")
        try story.page.waitsForDrafts(0)
        #expect(
            try story.page.run("fetch('api/notes').then((reply) => reply.status)") as? Int == 401)
    }
}
