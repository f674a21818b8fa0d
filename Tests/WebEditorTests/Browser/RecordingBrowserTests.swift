import Foundation
import HeadlessBrowser
import LocalFiles
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Recordings that a crash interrupts, that cannot be sent at once, or that arrive as files.
@Suite(.tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"))
struct RecordingBrowserTests {
    private let editor: EditorProgram

    private static let isRecording =
        "[...document.querySelectorAll('button')].some((b) => b.textContent === 'Stop')"
    private static let player = "document.querySelector('.recording-list audio')"

    init() throws {
        editor = try EditorProgram(TemporaryFolder())
    }

    /// Opens a new lecture note and records for some seconds.
    private func record(in browser: Chromium, seconds: UInt32, asWAV: Bool = false) throws
        -> Chromium.Page
    {
        let page = try browser.open(editor.link(), width: 1280)
        try page.waits("document.querySelector('.rows')")
        try page.click("a[href='#/new/lecture']")
        try page.waits("document.querySelector('.sheet canvas')")
        try page.click(".title")
        try page.type("Paging")
        if asWAV { try page.run("MediaRecorder.isTypeSupported = () => false; 0") }
        try page.clickButton("Record")
        try page.waits(Self.isRecording)
        sleep(seconds)
        return page
    }

    /// Restores the draft that the list offers, saves it, and listens to its recording.
    private func restoreAndSave(_ page: Chromium.Page) throws -> Note {
        try page.click(".unsaved a")
        try page.waits("\(Self.player) && document.querySelector('.title').value === 'Paging'")
        try page.press("s", code: 83, isControl: true)
        try page.waits("\(Self.player)?.src.includes('/recordings/0')")
        try page.run("\(Self.player).play(); 0")
        try page.waits("\(Self.player).currentTime > 1")
        return try #require(try editor.notes().first)
    }

    @Test(arguments: [false, true])
    func offersWhatWasRecordedUntilThePageCrashed(asWAV: Bool) throws {
        let browser = try Chromium()
        let page = try record(in: browser, seconds: 4, asWAV: asWAV)
        try page.crashes()
        let next = try browser.open(editor.origin + "/edit/#/", width: 1280)
        let note = try restoreAndSave(next)
        let recording = try #require(note.recordings.first)
        #expect(recording.name?.hasPrefix("recording-20") == true)
        #expect(recording.stored?.count ?? 0 > (asWAV ? 60_000 : 8000))
        #expect(note.pages.first?.recordings == [0])
        // Nothing of it is offered again.
        try next.run("location.hash = '#/'; 0")
        try next.waits("document.querySelector('.rows a')")
        usleep(600_000)
        #expect(try next.run("document.querySelector('.unsaved').hidden") as? Bool == true)
    }

    @Test func offersWhatWasRecordedUntilTheBrowserWasKilled() throws {
        let profile = try TemporaryFolder()
        let browser = try Chromium(profile: profile.path)
        // Browsers write to disk what pages store after some seconds only.
        _ = try record(in: browser, seconds: 10)
        browser.kill()
        let next = try Chromium(profile: profile.path)
            .open(editor.anotherLink(), width: 1280)
        let note = try restoreAndSave(next)
        #expect(note.recordings.first?.stored?.count ?? 0 > 8000)
    }

    @Test func keepsTheRecordingWhenThePageIsReloaded() throws {
        let page = try record(in: Chromium(), seconds: 3)
        try page.reloads()
        try page.clickButton("Restore the draft")
        try page.waits(Self.player)
        try page.press("s", code: 83, isControl: true)
        try page.waits("\(Self.player)?.src.includes('/recordings/0')")
        #expect(try editor.notes().first?.recordings.count == 1)
    }

    /// The note can be saved without the recording, which is sent later.
    @Test func keepsARecordingThatCannotBeSent() throws {
        let page = try record(in: Chromium(), seconds: 3)
        try page.run(
            """
            (() => { const send = window.fetch; window.isOffline = true;
              window.fetch = async (address, options) => {
                if (window.isOffline && String(address).includes("uploads")) throw new TypeError("offline");
                return send(address, options);
              }; return 0; })()
            """)
        try page.press("s", code: 83, isControl: true)
        try page.waits("location.hash.startsWith('#/note/')")
        #expect(try editor.notes().first?.recordings.isEmpty == true)
        try page.waits(
            "document.querySelector('.bar-row .count').textContent.includes('not saved yet')")
        #expect(try page.run("localStorage.length") as? Int == 1)
        // Leaving asks, as for everything that is not saved.
        try page.press("Escape", code: 27)
        try page.clickButton("Keep editing")
        try page.run("isOffline = false; 0")
        try page.press("s", code: 83, isControl: true)
        try page.waits("\(Self.player)?.src.includes('/recordings/0')")
        #expect(try editor.notes().first?.recordings.count == 1)
        try page.waits("localStorage.length === 0")
    }

    /// A synchronized folder gets the note first and its files later.
    @Test func playsARecordingThatArrivesInTheFolder() throws {
        let page = try record(in: Chromium(), seconds: 2)
        try page.clickButton("Stop")
        try page.waits(Self.player)
        try page.clickButton("Record")
        try page.waits(Self.isRecording)
        sleep(2)
        try page.press("s", code: 83, isControl: true)
        try page.waits(
            "[...document.querySelectorAll('audio')].every((a) => a.src.includes('/recordings/')) && document.querySelectorAll('audio').length === 2"
        )
        let name = try #require(try editor.notes().first?.recordings[1].name)
        let (file, elsewhere) = (
            editor.folder.path + "/MyNotes/Photos/" + name, editor.folder.path + "/" + name
        )
        try FileManager.default.moveItem(atPath: file, toPath: elsewhere)
        try page.waits(
            "document.querySelector('.recording-list').textContent.includes('This recording is missing')"
        )
        #expect(try page.run("document.querySelectorAll('audio').length") as? Int == 1)
        try page.click(".title")
        try page.type("!")
        try FileManager.default.moveItem(atPath: elsewhere, toPath: file)
        try page.waits("document.querySelectorAll('audio').length === 2")
        try page.run("document.querySelectorAll('audio')[1].play(); 0")
        try page.waits("document.querySelectorAll('audio')[1].currentTime > 0.2")
        // What was typed meanwhile is there.
        #expect(
            (try page.run("document.querySelector('.title').value") as? String)?.contains("!")
                == true)
    }
}
