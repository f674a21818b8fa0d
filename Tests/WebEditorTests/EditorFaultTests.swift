import Foundation
import HeadlessBrowser
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Disks that are full, folders that cannot be written, and slow saves: nothing that was written is
/// lost, and saving works once it can.
@Suite(.tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"))
struct EditorFaultTests {
    private let folder = TemporaryFolder()

    /// Opens a note in an editor that is started with shell commands, and writes in it.
    private func open(after preparation: String) throws -> (EditorProgram, Chromium.Page) {
        try folder.write(note: ArchivedNote(title: "Plums", body: "Blue"), to: "MyNotes/plums.data")
        let editor = try EditorProgram(folder, preparation: preparation)
        let page = try Chromium().open(editor)
        try page.opens("Plums")
        try page.waitsForText("Blue")
        try page.writes("Mine ")
        return (editor, page)
    }

    private func expectMine(in page: Chromium.Page) throws {
        #expect(
            try page.run("document.querySelector('textarea').value.includes('Mine ')") as? Bool
                == true)
    }

    /// The limit of a file stands for the size of a disk.
    @Test func savesWhatHasRoomAfterTheDiskWasFull() throws {
        let (editor, page) = try open(after: "trap '' XFSZ; ulimit -f 6000")
        let before = try folder.bytes("MyNotes/plums.data")
        for number in 1...5 {
            try folder.write(
                PNGPicture.quarters(width: 500, height: 500 + number), to: "\(number).png")
            try page.chooseFiles([folder.path + "/\(number).png"], "input[multiple]")
            try page.waits("document.querySelectorAll('.photo-list li').length === \(number)")
        }
        try page.saves()
        try page.waitsForNotice(containing: "plums.data")
        try expectMine(in: page)
        #expect(try folder.bytes("MyNotes/plums.data") == before)
        #expect(try editor.notes().count == 1)
        for _ in 1...2 {
            try page.run(
                "[...document.querySelectorAll('button')].find((b) => b.ariaLabel?.startsWith('Remove ')).click(); 0"
            )
        }
        try page.saves()
        try page.waitsUntilSaved()
        let note = try #require(try editor.note("Plums"))
        #expect(note.body.contains("Mine ") && note.photos.count == 3)
    }

    /// The capability by which root writes everywhere is taken from the editor.
    private static let obeying =
        "[ $(id -u) != 0 ] || exec setpriv --bounding-set=-dac_override,-dac_read_search \"$0\" \"$@\""

    @Test func savesOnceTheFolderCanBeWrittenAgain() throws {
        guard try FinishedProgram("/bin/sh", arguments: ["-c", Self.obeying, "true"]).status == 0
        else { return }
        let (editor, page) = try open(after: Self.obeying)
        let notes = folder.path + "/MyNotes"
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: notes)
        defer {
            try? FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: notes)
        }
        try page.saves()
        try page.waitsForNotice(containing: "ermission")
        try expectMine(in: page)
        #expect(try editor.bodies() == ["Blue"])
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: notes)
        try page.saves()
        try page.waitsUntilSaved()
        #expect(try editor.notes().first?.body.contains("Mine ") == true)
    }

    @Test func keepsWhatIsTypedWhileASaveIsSlow() throws {
        let (editor, page) = try open(after: ":")
        try page.run(
            """
            (() => { const send = window.fetch; window.sending = 0;
              window.fetch = async (address, options) => {
                if (options?.method !== "PUT") return send(address, options);
                window.sending += 1;
                const reply = await send(address, options);
                await new Promise((go) => setTimeout(go, 1500));
                return reply;
              }; return 0; })()
            """)
        try page.saves()
        try page.waits("window.sending === 1")
        try page.type("and more ")
        try page.waits(
            "document.querySelector('.bar-row .count').textContent.startsWith('Saved. What you')")
        try expectMine(in: page)
        #expect(
            try page.run("document.querySelector('textarea').value.includes('and more ')") as? Bool
                == true)
        #expect(try editor.notes().first?.body.contains("and more ") == false)
        try page.saves()
        try page.waits("document.querySelector('.bar-row .count').textContent === 'Saved.'")
        #expect(try editor.notes().first?.body.contains("and more ") == true)
    }
}
