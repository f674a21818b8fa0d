import Foundation
import HeadlessBrowser
import NoteModel
import TestSupport
import Testing

/// Stories of a person with lecture notes: handwriting, pictures and recordings.
@Suite(
    .tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"), .timeLimit(.minutes(10)))
struct LectureStoryTests {
    private func begin(in window: StoryWindow) throws -> Story {
        let story = try Story(in: window)
        try story.choose("New lecture")
        try story.write("Waves", in: "Title")
        try story.page.waits("document.querySelector('.sheet canvas')")
        return story
    }

    /// Draws a line of the page from left to right, at a height in pixels.
    private func line(_ story: Story, at height: Int) throws {
        try story.drag("canvas", [(20, height), (60, height), (120, height)])
    }

    private func drawing(_ story: Story) throws -> [Stroke] {
        try story.editor.note("Waves")?.pages.first?.drawing?.strokes ?? []
    }

    @Test(arguments: StoryWindow.allCases)
    func theErasersTakeAwayAreasAndStrokes(window: StoryWindow) throws {
        let story = try begin(in: window)
        for height in [30, 60, 90] { try line(story, at: height) }
        try story.use("Stroke eraser")
        try story.drag("canvas", [(70, 50), (70, 60), (70, 70)])
        // Where there is nothing, nothing is erased or has to be undone.
        try story.drag("canvas", [(200, 50), (210, 60)])
        try story.use("Eraser")
        try story.drag("canvas", [(70, 20), (70, 30), (70, 40)])
        try story.page.saves()
        try story.page.waitsUntilSaved()
        let kept = try drawing(story)
        #expect(kept.map(\.isEraser) == [false, false, true])
        try story.use("Undo")
        try story.use("Undo")
        try story.use("Save")
        try story.page.waits("document.querySelector('.rows')")
        #expect(try drawing(story).map(\.isEraser) == [false, false, false])
    }

    @Test(arguments: StoryWindow.allCases)
    func strokesWrittenDuringARecordingCarryItsTime(window: StoryWindow) throws {
        let story = try begin(in: window)
        try line(story, at: 30)
        try story.page.records(seconds: 2)
        try line(story, at: 60)
        try story.page.clickButton("Stop")
        try story.page.waits("document.querySelector('.recording-list audio')")
        try story.use("Save")
        try story.page.waits("document.querySelector('.rows')")
        let strokes = try drawing(story)
        #expect(strokes.map(\.moment?.recording) == [nil, 0])
        #expect((1...30).contains(strokes.last?.moment?.seconds ?? 0))
        // The published page replays them.
        let page = story.editor.folder.path + "/Notebook/site/notes/waves.html"
        #expect(
            waits {
                (try? String(contentsOfFile: page, encoding: .utf8))?.contains("data-t=") == true
            })
    }

    @Test(arguments: StoryWindow.allCases)
    func aVideoIsRecordedAndPlayed(window: StoryWindow) throws {
        let story = try begin(in: window)
        guard try story.page.run("MediaRecorder.isTypeSupported('video/mp4')") as? Bool == true
        else { return }
        try story.use("Record video")
        try story.page.waits(
            "[...document.querySelectorAll('button')].some((b) => b.textContent === 'Stop')")
        sleep(2)
        try story.use("Stop")
        try story.page.waits("document.querySelector('.recording-list video')?.videoWidth > 0")
        try story.use("Save")
        try story.page.waits("document.querySelector('.rows')")
        let recording = try #require(try story.editor.note("Waves")?.recordings.first)
        #expect(recording.stored?.format?.recording == .mp4)
    }

    private func page(_ number: Int) -> String { ".paper-page:nth-child(\(number))" }

    private func use(_ label: String, ofPage number: Int, in story: Story) throws {
        try story.use(
            element:
                "[...document.querySelectorAll('\(page(number)) .tools button')].find((b) => b.ariaLabel === '\(label)')"
        )
    }

    @Test(arguments: StoryWindow.allCases)
    func theEraserReachesHandwritingThatIsAPicture(window: StoryWindow) throws {
        let story = try Story(in: window)
        let session = try EditorSession(story.editor, link: story.editor.anotherLink())
        let picture = try session.upload(PNGPicture.quarters(width: 300, height: 300))
        try session.create([
            "title": "Waves", "kind": "lecture", "pages": [["strokes": [], "picture": picture]],
        ])
        try story.page.opens("Waves")
        try story.page.waits(
            "(() => { const c = document.querySelector('.sheet canvas'); return c?.width > 0 && c.getContext('2d').getImageData(20, 20, 1, 1).data[3] === 255; })()"
        )
        try story.use("Eraser")
        try story.drag("canvas", [(10, 20), (40, 20), (80, 20)])
        try story.use("Save")
        try story.page.waits("document.querySelector('.rows')")
        let note = try #require(try story.editor.note("Waves"))
        let placed = try #require(note.pages.first?.pictures.first)
        #expect(placed.frame == Frame(x: 0, y: 0, width: 300, height: 300))
        // What was erased is gone from the picture, and nothing else.
        let id = try #require(try session.list().first?["id"] as? String)
        let alphas = try story.page.ask(
            """
            (async () => {
              const reply = await fetch("api/notes/\(id)/photos/\(placed.photo)?large=1");
              const bitmap = await createImageBitmap(await reply.blob());
              const canvas = new OffscreenCanvas(300, 300);
              canvas.getContext("2d").drawImage(bitmap, 0, 0, 300, 300);
              const zoom = \(window == .phone ? "1 / 0.45" : "1 / 0.75");
              return [[40 * zoom, 20 * zoom], [150, 200]].map(([x, y]) => canvas.getContext("2d").getImageData(x, y, 1, 1).data[3]);
            })()
            """)
        #expect(alphas as? [Int] == [0, 255])
    }

    @Test(arguments: StoryWindow.allCases)
    func pagesLieBelowEachOtherAreAddedAndRemoved(window: StoryWindow) throws {
        let story = try begin(in: window)
        try story.use("Add page")
        try use("Add page", ofPage: 2, in: story)
        try story.sees("Page 3 of 3")
        try story.drag("\(page(3)) canvas", [(20, 30), (60, 30), (120, 30)])
        // Each fills the width of the window, and follows the one above.
        let tops = "[...document.querySelectorAll('.sheet')].map((s) => s.getBoundingClientRect())"
        try story.page.waits(
            "((b) => b.length === 3 && b[0].bottom < b[1].top && b[1].bottom < b[2].top)(\(tops))")
        try story.page.waits(
            "((b) => Math.abs(b[0].width - document.querySelector('.pages').clientWidth) < 4)(\(tops))"
        )
        try use("Delete page", ofPage: 1, in: story)
        try story.sees("Page 2 of 2")
        try story.use("Save")
        try story.page.waits("document.querySelector('.rows')")
        let pages = try #require(try story.editor.note("Waves")?.pages)
        #expect(pages.map { $0.drawing?.strokes.count ?? 0 } == [0, 1])
    }

    @Test(arguments: StoryWindow.allCases)
    func aRecordingIsAnIconThatPlaysWhereverItIsDragged(window: StoryWindow) throws {
        let story = try begin(in: window)
        try story.page.records(seconds: 2)
        try story.use("Stop")
        try story.page.waits("document.querySelector('\(page(1)) .sound-icon')")
        try story.use(element: "document.querySelector('.sound-icon')")
        try story.page.waits("document.querySelector('.recording-list audio').currentTime > 0.1")
        try story.use("Add page")
        let icon = "document.querySelector('.sound-icon')"
        switch window {
        case .phone: try story.drag(".sound-icon", [(8, 8), (30, 40), (60, 90), (60, 90)])
        case .desktop:
            try story.page.run("\(icon).focus(); 0")
            try story.page.press("PageDown", code: 34)
            try story.page.waits("document.querySelector('\(page(2)) .sound-icon')")
            for _ in 0..<3 { try story.page.press("ArrowDown", code: 40) }
        }
        try story.use("Save")
        try story.page.waits("document.querySelector('.rows')")
        let note = try #require(try story.editor.note("Waves"))
        let number = window == .phone ? 0 : 1
        try #require(note.pages[number].placedRecordings.map(\.recording) == [0])
        #expect(note.pages[number].recordings == [0])
        let place = note.pages[number].placedRecordings[0].place
        #expect(
            window == .phone ? place.x > 90 && place.y > 120 : place == Point(x: 40, y: 58),
            "\(place)")
        // On the published page, the icon plays as well.
        let site = story.editor.folder.path + "/Notebook/site/notes/waves.html"
        #expect(
            waits {
                (try? String(contentsOfFile: site, encoding: .utf8))?.contains("class=\"sound\"")
                    == true
            })
        try story.page.run("location.href = '/notes/waves.html'; 0")
        // Without its script, the icon opens the recording.
        try story.page.waits(
            "document.querySelector('a.sound') && document.readyState === 'complete'")
        try story.use(element: "document.querySelector('a.sound')")
        try story.page.waits("document.querySelector('audio').currentTime > 0.1")
    }

    @Test(arguments: StoryWindow.allCases)
    func aPictureIsDraggedToAnotherPageAndResized(window: StoryWindow) throws {
        let story = try begin(in: window)
        try story.use("Add page")
        try use("Move up", ofPage: 2, in: story)
        try story.use("Pictures")
        let path = story.editor.folder.path + "/picture.png"
        try story.editor.folder.write(
            PNGPicture.quarters(width: 200, height: 100), to: "picture.png")
        try story.page.chooseFiles([path], ".drawing input[multiple]")
        try story.page.waits("document.querySelector('.placed-picture img')?.naturalWidth > 0")
        // The first page is in the window, so the picture is on it.
        try story.page.waits("document.querySelector('\(page(1)) .placed-picture')")
        let before = try story.page.run(
            "document.querySelector('.placed-picture').getAttribute('aria-label')")
        switch window {
        case .phone:
            let way = try story.page.ask(
                """
                (() => { const picture = document.querySelector('.placed-picture');
                  picture.scrollIntoView({ block: 'center', behavior: 'instant' });
                  const from = picture.getBoundingClientRect();
                  const to = document.querySelectorAll('.sheet')[1].getBoundingClientRect();
                  return [from.x + 20, from.y + 20, to.x + 60, Math.min(to.y + 60, innerHeight - 95)].map(Math.round); })()
                """)
            let points = way as? [Int] ?? []
            try #require(points.count == 4)
            try story.page.touch([
                [(points[0], points[1]), (points[0], points[1] + 30), (points[2], points[3])]
            ])
        case .desktop:
            try story.page.run("document.querySelector('.placed-picture').focus(); 0")
            try story.page.press("PageDown", code: 34)
        }
        try story.page.waits("document.querySelector('\(page(2)) .placed-picture')")
        try story.page.run("document.querySelector('.placed-picture').focus(); 0")
        try story.page.press("+", code: 187)
        try story.page.waits(
            "document.querySelector('.placed-picture').getAttribute('aria-label') !== '\(before ?? "")'"
        )
        try story.use("Save")
        try story.page.waits("document.querySelector('.rows')")
        let note = try #require(try story.editor.note("Waves"))
        try #require(note.pages.map(\.pictures.count) == [0, 1])
        #expect(note.pages[1].pictures[0].frame.map { abs($0.width - 220) < 1 } == true)
    }
}
