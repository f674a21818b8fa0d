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
        try story.use("New lecture")
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
}
