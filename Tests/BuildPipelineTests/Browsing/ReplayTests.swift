import BuildTestSupport
import HeadlessBrowser
import TestSupport
import Testing

/// Handwriting that is replayed with its recordings, in a browser.
@Suite(.tags(.acceptance), .enabled(if: Chromium.path != nil, "needs Chromium"))
struct ReplayTests {
    private let build = NotebookBuild()

    /// Publishes a note with strokes at 0.5 s, 1.5 s, … of two recordings of 4 s each, and one
    /// stroke without a time.
    init() throws {
        var package = MadePackage()
        package.recordings = (1...2).map { ("Recordings/\($0).wav", "Part \($0)") }
        for (index, recording) in package.recordings.enumerated() {
            package.files[recording.path] = Sound.wave(seconds: 4, tone: 220 * Double(index + 1))
        }
        for index in 0..<8 {
            let y = Float(40 + 90 * index)
            package.add([(60, y), (120, y + 20), (240, y - 20), (400, y)], width: 4)
            package.tokens.append(Int32(index))
            package.events.append((Int32(index), Float(index % 4) + 0.5, Int32(index / 4 + 1)))
        }
        package.add([(60, 800), (100, 800), (200, 800), (300, 800)])
        package.tokens.append(-1)
        try build.add(package)
        try build.run()
    }

    /// The times of the strokes that are shown, as `recording:seconds`, and those highlighted.
    private static let shown = """
        (() => {
          const list = (paths) => Array.from(paths, (path) => `${path.dataset.r || 0}:${path.dataset.t || "-"}`).join(" ");
          const all = Array.from(document.querySelectorAll(".leaf svg path"));
          return list(all.filter((path) => getComputedStyle(path).visibility === "visible"))
            + " | " + list(all.filter((path) => path.classList.contains("is-now")));
        })()
        """

    /// Moves a recording to a time without playing it.
    private static func seek(_ recording: Int, to seconds: Double) -> String {
        """
        (async () => {
          const player = document.querySelectorAll("audio")[\(recording)];
          if (player.readyState < 1) {
            player.load();
            await new Promise((resolve) => player.addEventListener("loadedmetadata", resolve));
          }
          const done = new Promise((resolve) => player.addEventListener("seeked", resolve));
          player.currentTime = \(seconds);
          await done;
          return \(shown);
        })()
        """
    }

    private func open(reducesMotion: Bool = false) throws -> Chromium.Page {
        try Chromium().open(
            build.address("notes/waves.html"), width: 1000, reducesMotion: reducesMotion)
    }

    @Test func showsStrokesUpToTheCurrentTime() throws {
        let page = try open()
        let all = "0:.5 0:1.5 0:2.5 0:3.5 1:.5 1:1.5 1:2.5 1:3.5 0:- | "
        #expect(try page.text(Self.shown) == all)
        for (recording, seconds, shown) in [
            (0, 0.25, "0:- | "), (0, 1.5, "0:.5 0:1.5 0:- | 0:.5 0:1.5"),
            (1, 1, "0:.5 0:1.5 0:2.5 0:3.5 1:.5 0:- | 1:.5"),
            (0, 2.75, "0:.5 0:1.5 0:2.5 0:- | 0:1.5 0:2.5"),
        ] {
            let seek = Self.seek(recording, to: seconds)
            #expect(try page.text(seek) == shown, "\(recording), \(seconds) s")
        }
    }

    @Test func playsAndEndsWithTheFinishedPage() throws {
        let page = try open()
        #expect(try page.holds("document.querySelector('.replay').checkVisibility()"))
        try page.run("document.querySelector('.replay select').value = '4'")
        try page.run("document.querySelector('.replay select').dispatchEvent(new Event('change'))")
        try page.click(".replay button")
        try page.waits("document.querySelectorAll('.is-later').length > 0")
        #expect(try page.text("document.querySelector('.replay button').textContent") == "Pause")
        #expect(try page.run("document.querySelector('audio').playbackRate") as? Double == 4)
        // The second recording follows the first.
        try page.waits("document.querySelectorAll('audio')[1].ended")
        try page.waits("document.querySelectorAll('.is-later, .is-now').length === 0")
    }

    @Test func seeksToTheTappedStroke() throws {
        let page = try open()
        try page.click("[data-r='1'][data-t='1.5']")
        try page.waits("!document.querySelectorAll('audio')[1].paused")
        let time = try #require(
            try page.run("document.querySelectorAll('audio')[1].currentTime") as? Double)
        #expect((1.5...3).contains(time))
        // Arrow keys go back and forth by five seconds.
        try page.run("document.querySelector('.replay button').focus()")
        try page.press("ArrowLeft", code: 37)
        try page.waits("document.querySelectorAll('audio')[1].currentTime < 1.4")
    }

    @Test func showsTheFinishedPageWithReducedMotion() throws {
        let page = try open(reducesMotion: true)
        #expect(try !page.holds("document.querySelector('.replay').checkVisibility()"))
        try page.run(Self.seek(0, to: 0.25))
        #expect(try page.run("document.querySelectorAll('.is-later').length") as? Int == 0)
    }
}
