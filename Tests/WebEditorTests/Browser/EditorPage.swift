import Foundation
import HeadlessBrowser
import TestSupport
import Testing

extension Chromium {
    /// Opens the list of an editor's notes, with a link of its own.
    func open(_ editor: EditorProgram, width: Int = 1280) throws -> Page {
        let page = try open(editor.anotherLink(), width: width)
        try page.waits("document.querySelector('.rows')")
        return page
    }
}

/// The screens of the editor.
extension Chromium.Page {
    private static let textField = "document.querySelector('textarea')"
    private static let banner = "document.querySelector('.banner:not([hidden])')?.textContent"

    /// Returns a script for the link of a note in the list.
    func link(to title: String) -> String {
        "[...document.querySelectorAll('.rows a')].find((a) => a.querySelector('b').textContent === '\(title)')"
    }

    /// Opens a note of the list.
    func opens(_ title: String) throws {
        try waits(link(to: title))
        try run("\(link(to: title)).click(); 0")
    }

    /// Goes to a screen by its address, such as `#/new/note`.
    func goes(to screen: String) throws { try run("location.hash = '\(screen)'; 0") }

    /// Begins a lecture note with a title.
    func beginsLecture() throws {
        try goes(to: "#/new/lecture")
        try waits("document.querySelector('.sheet canvas')")
        try click(".title")
        try type("Paging")
    }

    /// Records with the microphone for some seconds, without stopping.
    func records(seconds: UInt32, asWAV: Bool = false) throws {
        // Browsers that cannot make MPEG-4 record WAV.
        if asWAV { try run("MediaRecorder.isTypeSupported = () => false; 0") }
        try clickButton("Record")
        try waits("[...document.querySelectorAll('button')].some((b) => b.textContent === 'Stop')")
        sleep(seconds)
    }

    /// Writes at the beginning of the note's text.
    func writes(_ text: String) throws {
        try waits(Self.textField)
        try run("\(Self.textField).focus(); 0")
        try type(text)
    }

    /// Presses the keys that save the note.
    func saves() throws { try press("s", code: 83, isControl: true) }

    func waitsUntilSaved() throws {
        try waits("document.querySelector('.bar-row .count')?.textContent.startsWith('Saved')")
    }

    /// The text of the note, as it is being written; empty on other screens.
    var text: String {
        get throws { try run("\(Self.textField)?.value") as? String ?? "" }
    }

    func waitsForText(_ text: String) throws { try waits("\(Self.textField)?.value === '\(text)'") }

    func waitsForText(containing part: String) throws {
        try waits("\(Self.textField)?.value.includes('\(part)')")
    }

    /// The message above the note, such as the offer of a draft; nil if there is none.
    var banner: String? {
        get throws { try run(Self.banner) as? String }
    }

    func waitsForBanner(containing part: String = "") throws {
        try waits("\(Self.banner)?.includes('\(part)')")
    }

    func waitsForNotice(containing part: String) throws {
        try waits("document.querySelector('#notice').textContent.includes('\(part)')")
    }

    /// The number of drafts that the browser keeps, of all notebooks.
    var draftCount: Int? {
        get throws {
            try ask(
                """
                import(new URL("database.js", document.baseURI)).then((module) =>
                  module.within("drafts", "readonly", (store) => store.count()))
                """) as? Int
        }
    }

    func waitsForDrafts(_ count: Int) throws {
        try #require(try TestSupport.waits { try draftCount == count }, "\(count) drafts")
    }
}
