import HeadlessBrowser
import LocalFiles
import NoteModel
import TestSupport
import Testing

/// The pages of a lecture note in a browser, with real keys, pointers, files and a microphone.
@Suite(.tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"))
struct LectureBrowserTests {
    private let editor: EditorProgram
    private let browser: Chromium

    init() throws {
        let folder = TemporaryFolder()
        try folder.write(PNGPicture.quarters(width: 60, height: 30), to: "picture.png")
        editor = try EditorProgram(folder)
        browser = try Chromium()
    }

    /// Opens a new lecture note and gives it a title.
    private func openNew(width: Int = 1280) throws -> Chromium.Page {
        let page = try browser.open(editor, width: width)
        try page.beginsLecture()
        return page
    }

    /// Presses a button below one of the pages, counted from 1.
    private func use(_ label: String, ofPage number: Int, in page: Chromium.Page) throws {
        try page.run(
            "[...document.querySelectorAll('.paper-page:nth-child(\(number)) .tools button')].find((b) => b.ariaLabel === '\(label)').click(); 0"
        )
    }

    private func waits(forPages count: Int, in page: Chromium.Page) throws {
        try page.waits("document.querySelectorAll('.paper-page').length === \(count)")
    }

    private func save(_ page: Chromium.Page) throws -> Note {
        try page.saves()
        // A new note has no such button.
        try page.waits(
            "[...document.querySelectorAll('.bar-row button')].some((b) => b.textContent === 'Delete')"
        )
        return try #require(try editor.notes().first)
    }

    @Test func drawsOnPages() throws {
        let page = try openNew()
        try page.run(
            """
            (() => { const width = document.querySelector("input[type=range]"); width.value = 8;
              width.dispatchEvent(new Event("input")); return 0; })()
            """)
        try page.drag(".sheet canvas", [(20, 20), (60, 40), (120, 40)])
        try use("Add page", ofPage: 1, in: page)
        try waits(forPages: 2, in: page)
        try page.drag(".paper-page:nth-child(2) canvas", [(20, 80), (120, 90)])
        try page.clickButton("Eraser")
        try page.drag(".paper-page:nth-child(2) canvas", [(60, 60), (60, 120)])
        try use("Move up", ofPage: 2, in: page)
        let note = try save(page)
        #expect(note.kind == .lecture && note.pages.count == 2)
        let strokes = note.pages.map { $0.drawing?.strokes ?? [] }
        try #require(strokes[0].map(\.isEraser) == [false, true])
        #expect(strokes[0][1].width > strokes[0][0].width)
        #expect(strokes[1].map(\.width) == [8])
        // A deleted page comes back with Undo.
        try use("Delete page", ofPage: 1, in: page)
        try waits(forPages: 1, in: page)
        try page.run(
            "[...document.querySelectorAll('#notice button')].find((b) => b.textContent === 'Undo').click(); 0"
        )
        try waits(forPages: 2, in: page)
        #expect(try save(page).pages.map { $0.drawing?.strokes.count } == [2, 1])
    }

    @Test func placesMovesAndResizesPicturesByPointerAndKeys() throws {
        let page = try openNew()
        try page.clickButton("Pictures")
        try page.chooseFiles([editor.folder.path + "/picture.png"], ".drawing input[multiple]")
        let picture = "document.querySelector('.placed-picture')"
        try page.waits("\(picture) && document.activeElement === \(picture)")
        let label = "\(picture).getAttribute('aria-label')"
        // In the middle of the page
        try page.waits("\(label).startsWith('Picture 1, 60 by 30 points, at 354, ')")
        try page.press("ArrowRight", code: 39)
        try page.waits("\(label).startsWith('Picture 1, 60 by 30 points, at 360, ')")
        let top = try #require(try page.run("parseInt(\(label).split(', ').at(-1))") as? Int)
        try page.press("ArrowDown", code: 40)
        try page.waits("\(label) === 'Picture 1, 60 by 30 points, at 360, \(top + 6)'")
        try page.press("+", code: 187)
        try page.waits("\(label) === 'Picture 1, 66 by 33 points, at 360, \(top + 6)'")
        let zoom = try page.run(
            "parseFloat(document.querySelector('.sheet canvas').style.width) / 768")
        try page.drag(".placed-picture", [(10, 10), (30, 20), (60, 40)])
        try page.drag(".handle", [(8, 8), (40, 24)])
        let note = try save(page)
        let placed = try #require(note.pages.first?.pictures.first)
        let frame = try #require(placed.frame)
        #expect(note.photos[placed.photo].name == "picture.png")
        let moved = 50 / (zoom as? Double ?? 1)
        #expect(abs(frame.x - 360 - moved) < 1 && frame.y > Double(top + 6))
        #expect(frame.width > 66 && abs(frame.width / frame.height - 2) < 0.05)
        try page.waits("document.querySelector('.placed-picture img')?.naturalWidth > 0")
        try page.clickButton("Pictures")
        try page.run("\(picture).focus(); 0")
        try page.press("Delete", code: 46)
        try page.waits("!\(picture)")
        try page.waits("document.querySelector('.primary').disabled === false")
    }

    @Test(arguments: [false, true]) func recordsWithTheMicrophone(asWAV: Bool) throws {
        let page = try openNew()
        try page.records(seconds: 2, asWAV: asWAV)
        try page.clickButton("Stop")
        try page.waits("document.querySelector('.recording-list audio')")
        let note = try save(page)
        let recording = try #require(note.recordings.first)
        #expect(note.pages.first?.recordings == [0])
        #expect(recording.name?.hasPrefix("recording-20") == true)
        #expect(recording.name?.hasSuffix(".wav") == asWAV)
        #expect(recording.stored?.count ?? 0 > (asWAV ? 30_000 : 4000))
        try page.waits("document.querySelector('audio')?.src.includes('/recordings/0')")
        try page.run("document.querySelector('audio').play(); 0")
        try page.waits("document.querySelector('audio').currentTime > 0.2")
    }

    @Test func keepsPagesInADraft() throws {
        let page = try openNew(width: 400)
        try page.drag(".sheet canvas", [(20, 20), (60, 40), (120, 40)])
        try page.reloads()
        try page.waitsForBanner()
        try page.clickButton("Restore the draft")
        #expect(try save(page).pages.first?.drawing?.strokes.count == 1)
    }
}
