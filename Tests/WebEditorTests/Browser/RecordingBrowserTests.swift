import Foundation
import HeadlessBrowser
import LocalFiles
import NoteModel
import TestSupport
import Testing

/// Recordings that a crash interrupts, that cannot be sent at once, or that arrive as files.
@Suite(.tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"))
struct RecordingBrowserTests {
    private let editor: EditorProgram

    private static let player = "document.querySelector('.recording-list audio')"

    init() throws {
        editor = try EditorProgram(TemporaryFolder())
    }

    /// Opens a new lecture note and records for some seconds.
    private func record(in browser: Chromium, seconds: UInt32, asWAV: Bool = false) throws
        -> Chromium.Page
    {
        let page = try browser.open(editor)
        try page.beginsLecture()
        try page.records(seconds: seconds, asWAV: asWAV)
        return page
    }

    /// Restores the draft that the list offers, saves it, and listens to its recording.
    private func restoreAndSave(_ page: Chromium.Page) throws -> Note {
        try page.click(".unsaved a")
        try page.waits("\(Self.player) && document.querySelector('.title').value === 'Paging'")
        try page.saves()
        try page.waits("\(Self.player)?.src.includes('/recordings/0')")
        try page.run("\(Self.player).play(); 0")
        try page.waits("\(Self.player).currentTime > 1")
        return try #require(try editor.notes().first)
    }

    @Test(arguments: [false, true])
    func recoversARecordingAfterAPageCrash(asWAV: Bool) throws {
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
        try next.goes(to: "#/")
        try next.waits("document.querySelector('.rows a')")
        usleep(600_000)
        #expect(try next.run("document.querySelector('.unsaved').hidden") as? Bool == true)
    }

    /// Pieces are kept every second, and the first has no sound yet; each crash comes at another moment
    /// of the second.
    @Test func losesTwoSecondsAtMostInThirtyCrashes() throws {
        let browser = try Chromium()
        try browser.open(editor).close()
        for round in 0..<30 as Range<UInt32> {
            let page = try browser.open(editor.origin + "/edit/#/", width: 1280)
            try page.waits("document.querySelector('.rows')")
            try page.beginsLecture()
            try page.records(seconds: 3)
            usleep(round * 33_000)
            try page.crashes()
            let next = try browser.open(editor.origin + "/edit/#/", width: 1280)
            try next.click(".unsaved a")
            try next.waits(Self.player)
            // Sound is recorded with 64 kbit/s.
            let size = try next.ask(
                "fetch(\(Self.player).src).then((reply) => reply.blob()).then((file) => file.size)")
            #expect(size as? Int ?? 0 > 4000, "crash \(round)")
            try next.press("Escape", code: 27)
            try next.clickButton("Discard")
            try next.waits("document.querySelector('.rows')")
            try next.close()
        }
    }

    @Test func recoversARecordingAfterTheBrowserWasKilled() throws {
        let profile = TemporaryFolder()
        let browser = try Chromium(profile: profile.path)
        // Browsers write to disk what pages store after some seconds only.
        _ = try record(in: browser, seconds: 10)
        browser.kill()
        let note = try restoreAndSave(Chromium(profile: profile.path).open(editor))
        #expect(note.recordings.first?.stored?.count ?? 0 > 8000)
    }

    @Test func keepsTheRecordingWhenThePageIsReloaded() throws {
        let page = try record(in: Chromium(), seconds: 3)
        try page.reloads()
        try page.clickButton("Restore the draft")
        try page.waits(Self.player)
        try page.saves()
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
        try page.saves()
        try page.waits("location.hash.startsWith('#/note/')")
        #expect(try editor.notes().first?.recordings.isEmpty == true)
        try page.waits(
            "document.querySelector('.bar-row .count').textContent.includes('not saved yet')")
        #expect(try page.draftCount == 1)
        // Leaving asks, as for everything that is not saved.
        try page.press("Escape", code: 27)
        try page.clickButton("Keep editing")
        try page.run("isOffline = false; 0")
        try page.saves()
        try page.waits("\(Self.player)?.src.includes('/recordings/0')")
        #expect(try editor.notes().first?.recordings.count == 1)
        try page.waitsForDrafts(0)
    }

    /// A synchronized folder gets the note first and its files later.
    @Test func playsARecordingThatArrivesInTheFolder() throws {
        let page = try record(in: Chromium(), seconds: 2)
        try page.clickButton("Stop")
        try page.waits(Self.player)
        try page.records(seconds: 2)
        try page.saves()
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
