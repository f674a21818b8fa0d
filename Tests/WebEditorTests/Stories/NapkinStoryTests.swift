import Foundation
import HeadlessBrowser
import LocalFiles
import NoteModel
import TestSupport
import Testing

/// Stories of a person with napkin notes: a picture, a text, and a drawing on the back.
@Suite(
    .tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"), .timeLimit(.minutes(10)))
struct NapkinStoryTests {
    private static let list = "NapkinNotes.archive"

    /// Opens the napkins of the sample: one with all pictures, and one without any.
    private func open(in window: StoryWindow) throws -> Story {
        try Story(.sample(only: [Self.list]), in: window)
    }

    private func napkins(_ story: Story) throws -> [Note] {
        try story.editor.notes().filter { $0.id.source == Self.list }
    }

    /// The width and the height of a picture in PNG.
    private func size(_ photo: Medium) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try photo.stored?.forEachChunk { bytes += $0 }
        // The last bytes of the two numbers of the header.
        return [bytes[19], bytes[23]]
    }

    /// The number of dark points of the drawing on the screen.
    private static let ink = """
        (() => { const canvas = document.querySelector("canvas");
          const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
          let count = 0;
          for (let at = 0; at < data.length; at += 4) if (data[at + 3] > 200 && data[at] < 128) count += 1;
          return count; })()
        """

    /// The place of a dark point in the middle of the drawing.
    private static let darkPoint = """
        (() => { const canvas = document.querySelector("canvas");
          const { width, height } = canvas;
          const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
          const scale = width / canvas.getBoundingClientRect().width;
          const points = [];
          for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) {
            const at = 4 * (y * width + x);
            if (data[at + 3] > 200 && data[at] < 128) points.push([Math.round(x / scale), Math.round(y / scale)]);
          }
          return points[points.length >> 1]; })()
        """

    private func turn(_ story: Story) throws {
        try story.use("Flip")
        try story.page.waits(
            "document.querySelector('canvas').checkVisibility() && document.getAnimations().every((a) => a.playState === 'finished')"
        )
    }

    @Test(arguments: StoryWindow.allCases)
    func aNewNapkinIsAddedToTheListOfItsApp(window: StoryWindow) throws {
        let story = try open(in: window)
        let before = try napkins(story)
        try story.editor.folder.write(
            PNGPicture.quarters(width: 200, height: 100), to: "front.png")
        try story.choose("New napkin")
        try story.write("Boat", in: "Title")
        try story.write("A plan", in: "Text")
        try story.page.chooseFiles([story.editor.folder.path + "/front.png"], "input[multiple]")
        try story.page.waits("document.querySelector('.photo-list img')?.naturalWidth > 0")
        try turn(story)
        try story.drag("canvas", [(20, 20), (80, 60), (120, 20)])
        try story.use("Save")
        try story.page.waits("document.querySelector('.rows')")
        let after = try napkins(story)
        #expect(after.map(\.title) == before.map(\.title) + ["Boat"])
        #expect(after.dropLast().map(\.body) == before.map(\.body))
        let new = try #require(after.last)
        #expect(new.body == "A plan")
        #expect(new.modified.map { abs($0.timeIntervalSinceNow) < 90_000 } ?? (new.created != nil))
        // The thumbnail is 44 × 44 points, scaled and cropped.
        let thumbnail = try #require(new.thumbnail)
        #expect(try size(new.photos[thumbnail]) == [44, 44])
        #expect(new.drawing?.picture != nil)
        #expect(new.listedPhotos.count == 1)
    }

    @Test(arguments: StoryWindow.allCases)
    func theThumbnailGoesWhenThePictureGoes(window: StoryWindow) throws {
        let story = try open(in: window)
        let title = try #require(try napkins(story).first { !$0.photos.isEmpty }?.title)
        try story.page.opens(title)
        try story.page.waits("document.querySelector('.photo-list img')?.naturalWidth > 0")
        try story.use(
            element:
                "[...document.querySelectorAll('button')].find((b) => b.ariaLabel?.startsWith('Remove '))"
        )
        try story.use("Save")
        try story.page.waits("document.querySelector('.rows')")
        let note = try #require(try story.editor.note(title))
        #expect(note.thumbnail == nil && note.listedPhotos.isEmpty)
        // Another picture can be added later.
        try story.editor.folder.write(PNGPicture.quarters(width: 90, height: 90), to: "a.png")
        try story.page.opens(title)
        try story.page.waits("document.querySelector('input[multiple]')")
        try story.page.chooseFiles([story.editor.folder.path + "/a.png"], "input[multiple]")
        try story.page.waits("document.querySelector('.photo-list img')?.naturalWidth > 0")
        try story.use("Save")
        try story.page.waits("document.querySelector('.rows')")
        #expect(try story.editor.note(title)?.thumbnail != nil)
    }

    @Test(arguments: StoryWindow.allCases)
    func flipShowsTheBackWhereClearEraserAndUndoWork(window: StoryWindow) throws {
        let story = try open(in: window)
        let title = try #require(try napkins(story).first { $0.drawing != nil }?.title)
        try story.page.opens(title)
        try story.page.waits("document.querySelector('canvas')")
        #expect(
            try story.page.run("document.querySelector('canvas').checkVisibility()") as? Bool
                == false)
        try turn(story)
        try story.page.waits("\(Self.ink) > 0")
        let stored = try #require(try story.page.run(Self.ink) as? Int)
        try story.use("Clear")
        #expect(try story.page.run(Self.ink) as? Int == 0)
        try story.use("Undo")
        #expect(try story.page.run(Self.ink) as? Int == stored)
        // What is erased is erased in the picture of the app, too, and can be undone once saved.
        try story.use("Eraser")
        let dark = try #require(try story.page.run(Self.darkPoint) as? [Int])
        try story.drag(
            "canvas", [(dark[0] - 10, dark[1]), (dark[0], dark[1]), (dark[0] + 10, dark[1])])
        let erased = try #require(try story.page.run(Self.ink) as? Int)
        #expect(erased < stored)
        try story.page.saves()
        try story.page.waitsUntilSaved()
        #expect(try story.page.run(Self.ink) as? Int == erased)
        try story.use("Undo")
        #expect(try story.page.run(Self.ink) as? Int == stored)
        try story.use("Clear")
        try story.use("Save")
        try story.page.waits("document.querySelector('.rows')")
        #expect(try story.editor.note(title)?.drawing == nil)
        try story.page.opens(title)
        try story.page.waits("document.querySelector('canvas')")
        #expect(try story.page.run(Self.ink) as? Int == 0)
    }

    /// The app knows PNG alone; few browsers can read HEIC.
    @Test(.enabled(if: Places.python != nil, "needs the Python of `make test`"))
    func aPhotoInHEICIsConvertedForTheApp() throws {
        let story = try open(in: .phone)
        let script = Places.package + "/Tests/TestSupport/make-pictures.py"
        let made = try FinishedProgram(
            try #require(Places.python), arguments: [script, story.editor.folder.path])
        try #require(made.status == 0, "\(made.errors)")
        let title = try #require(try napkins(story).first { !$0.photos.isEmpty }?.title)
        try story.page.opens(title)
        try story.page.waits("document.querySelector('.photo-list img')?.naturalWidth > 0")
        let before = try #require(
            try story.page.run("document.querySelector('.photo-list img').src") as? String)
        try story.page.chooseFiles([story.editor.folder.path + "/plain.heic"], "input[multiple]")
        try story.page.waits(
            "(() => { const i = document.querySelector('.photo-list img'); return i?.naturalWidth > 0 && i.src !== '\(before)'; })()"
        )
        try story.use("Save")
        try story.page.waits("document.querySelector('.rows')")
        let note = try #require(try story.editor.note(title))
        #expect(note.photos[0].stored?.format == .photo(.png))
        #expect(try size(note.photos[try #require(note.thumbnail)]) == [44, 44])
    }

    /// The app has the whole drawing as a picture, the editor its strokes as well.
    @Test(arguments: StoryWindow.allCases)
    func strokesOverADrawingOfTheAppAreErasedAloneAfterARestart(window: StoryWindow) throws {
        let story = try open(in: window)
        let title = try #require(try napkins(story).first { $0.drawing != nil }?.title)
        try story.page.opens(title)
        try story.page.waits("document.querySelector('canvas')")
        try turn(story)
        try story.page.waits("\(Self.ink) > 0")
        let stored = try #require(try story.page.run(Self.ink) as? Int)
        try story.drag("canvas", [(20, 8), (60, 8), (120, 8)])
        // Lines look a little different while they are drawn.
        let drawn = try #require(try story.page.run(Self.ink) as? Int)
        #expect(drawn > stored)
        try story.use("Save")
        try story.page.waits("document.querySelector('.rows')")
        try story.page.reloads()
        try story.page.opens(title)
        try story.page.waits("document.querySelector('canvas')")
        try turn(story)
        try story.page.waits("Math.abs(\(Self.ink) - \(drawn)) < 20")
        try story.use("Stroke eraser")
        try story.drag("canvas", [(70, 2), (70, 8), (70, 14)])
        try story.page.waits("Math.abs(\(Self.ink) - \(stored)) < 20")
        try story.use("Undo")
        try story.page.waits("Math.abs(\(Self.ink) - \(drawn)) < 20")
        try story.use("Redo")
        try story.use("Save")
        try story.page.waits("document.querySelector('.rows')")
        try story.page.opens(title)
        try story.page.waits("document.querySelector('canvas')")
        try turn(story)
        try story.page.waits("Math.abs(\(Self.ink) - \(stored)) < 20")
    }

    @Test(arguments: StoryWindow.allCases)
    func theNoteShowsItsDate(window: StoryWindow) throws {
        let story = try open(in: window)
        let note = try #require(try napkins(story).first)
        try story.page.opens(note.title)
        let date = try #require(note.dateTexts.modified ?? note.dateTexts.created)
        try story.sees(date)
    }
}
