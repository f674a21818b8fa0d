import HeadlessBrowser
import NoteArchives
import NoteModel
import TestSupport
import Testing

@testable import NoteEditing

/// A lecture in which no field is what a new note has, whose title is changed in the browser.
@Suite(.tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"))
struct ExemplarBrowserTests {
    private let folder = TemporaryFolder()
    private let exemplar: Exemplar

    init() throws {
        exemplar = try Exemplar(folder, media: "MyNotes/Photos")
    }

    private func lecture(isOfAnApp: Bool, position: Int) -> Note {
        exemplar.lecture(isOfAnApp: isOfAnApp, source: "lectures", index: position)
    }

    private func write(_ notes: [Note]) throws {
        var archive = ImportedArchive(names: exemplar.names, reading: ReadingOptions())
        try folder.write(archive.bytes(of: notes), to: "MyNotes/lectures")
        #expect(archive.problems == [])
    }

    @Test(arguments: [false, true])
    func keepsEveryFieldOfALectureAndItsNeighbours(isOfAnApp: Bool) throws {
        var notes = (0..<3).map { lecture(isOfAnApp: ($0 == 1) == isOfAnApp, position: $0) }
        notes[1].replaced = ReplacedNote(identifier: "x-coredata://1", version: "ab")
        try write(notes)
        let editor = try EditorProgram(folder)
        let before = try editor.notes()
        // Lectures are no decks, dates are no texts, and a build replaces pages of documents.
        #expect(
            Exemplar.unset(in: before).filter {
                !$0.hasPrefix("Card.") && !$0.hasPrefix("Medium.")
            } == ["Note.dateTexts", "Note.deck", "Page.background"])
        let page = try Chromium().open(editor)
        try page.waits("document.querySelectorAll('.rows a').length === 3")
        // All have the same title; the list is in their order.
        try page.run("document.querySelectorAll('.rows a')[1].click(); 0")
        try page.waits("document.querySelector('.title')?.value === 'Exemplar'")
        #expect(
            try page.run("Boolean(document.querySelector('.sheet canvas'))") as? Bool != isOfAnApp)
        try page.click(".title")
        try page.type("!")
        try page.saves()
        try page.waits("document.querySelector('.bar-row .count').textContent === 'Saved.'")
        let after = try editor.notes()
        #expect(after.map(\.title) == ["Exemplar", "Exemplar!", "Exemplar"])
        for index in [0, 2] { #expect(after[index].unplaced == before[index].unplaced) }
        #expect(try Exemplar.differences(before[1], after[1]) == ["title", "modified"])
    }

    /// Pages are sent when one of them has changed.
    @Test func keepsEveryFieldOfUnchangedPages() throws {
        try write([lecture(isOfAnApp: false, position: 0)])
        let editor = try EditorProgram(folder)
        let before = try #require(try editor.notes().first)
        let page = try Chromium().open(editor)
        try page.click(".rows a")
        try page.waits("document.querySelector('.sheet canvas')")
        try page.clickButton("Add page")
        try page.drag(".paper-page:nth-child(2) canvas", [(20, 20), (60, 40), (120, 40)])
        try page.saves()
        try page.waits("document.querySelector('.bar-row .count').textContent === 'Saved.'")
        let after = try #require(try editor.notes().first)
        #expect(after.pages.count == 4)
        let pages = [after.pages[0]] + after.pages[2...]
        // Photos of pages may have other positions.
        func looks(_ note: Note, _ pages: [Page]) -> [[String]] {
            pages.map { page in
                var page = page
                let photos = page.pictures.map { note.photos[$0.photo] }
                for index in page.pictures.indices { page.pictures[index].photo = 0 }
                if case .picture(let position)? = page.drawing {
                    page.drawing = nil
                    return ["\(page)", "\(photos)", "\(note.photos[position])"]
                }
                return ["\(page)", "\(photos)"]
            }
        }
        #expect(looks(after.unplaced, pages) == looks(before.unplaced, before.pages))
        let changed: Set = ["modified", "pages", "media", "drawing", "thumbnail"]
        #expect(try Exemplar.differences(before, after).isSubset(of: changed))
        func photo(_ note: Note, _ position: Int?) -> Medium? {
            position.map { note.unplaced.photos[$0] }
        }
        #expect(photo(after, after.thumbnail) == photo(before, before.thumbnail))
        for kind in Medium.Kind.allCases {
            #expect(Set(after.unplaced.media[kind]) == Set(before.unplaced.media[kind]))
        }
    }
}
