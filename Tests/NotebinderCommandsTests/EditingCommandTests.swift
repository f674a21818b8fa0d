import LocalFiles
import NoteArchives
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// The commands that change notes in a terminal, and many of them at once.
@Suite(.tags(.acceptance))
struct EditingCommandTests: CommandSuite {
    let folder = TemporaryFolder()

    /// Edits a note in a terminal, with a command as the editor.
    private func edit(_ editor: String) throws -> FinishedProgram {
        let temporary = folder.path + "/temporary"
        try LocalFiles.makeFolder(temporary)
        return try terminal(
            "edit A", environment: ["EDITOR": editor, "VISUAL": "", "TMPDIR": temporary])
    }

    @Test(.enabled(if: Places.program("/usr/bin/script") != nil))
    func editsTextsInTheUsersEditor() throws {
        try run("new", "A", "--text", "old text")
        #expect(try edit("true").output.contains("Cancelled; nothing was written."))
        #expect(try edit("false").output.contains("Cancelled"))
        #expect(try run("show", "A").output.hasSuffix("old text\n"))
        #expect(try edit("sed -i s/old/new/").status == 0)
        #expect(try run("show", "A").output.hasSuffix("new text\n"))
        // Another program changes the note while the editor is open.
        try folder.write(note: ArchivedNote(title: "A", body: "theirs"), to: "other")
        let conflict = try edit("cp '\(folder.path)/other' MyNotes/a.data; sed -i s/new/mine/")
        #expect(conflict.status == 1 && conflict.output.contains("notebinder restore a"))
        #expect(try run("show", "A").output.hasSuffix("theirs\n"))
        let kept = try #require(conflict.output.firstMatch(of: /notebinder restore ([a-z0-9-]+)/))
        try run("restore", String(kept.1))
        #expect(try run("list").rows.map { $0[0] } == ["A", "A"])
        #expect(try edit("printf '\\377' >").status == 1)
    }

    /// An editor that is killed, and an editor during which this program is terminated.
    @Test(.enabled(if: Places.program("/usr/bin/script") != nil))
    func leavesNoTemporaryFileOfAnEditorThatWasKilled() throws {
        try run("new", "A", "--text", "old text")
        for editor in ["kill -9 $$ #", "kill -TERM $PPID; exec sleep 20 #", "/no/such/editor"] {
            #expect(try edit(editor).status == 1)
            #expect(
                try LocalFiles.entries(of: folder.path + "/temporary").isEmpty, "\(editor)")
        }
        // The text saved before is kept.
        let saved = try edit("f() { echo typed > \"$1\"; kill -9 $$; }; f")
        #expect(saved.output.contains("was ended by signal 9; nothing was written."))
        #expect(try contents("temporary").names.contains { $0.hasSuffix("note.md") })
    }

    @Test(
        .enabled(if: Places.program("/usr/bin/script") != nil),
        arguments: [("n", 1), ("", 1), ("y", 2)])
    func asksBeforeItAddsACardAgain(_ answer: String, count: Int) throws {
        try run("cards", "new", "Verbs")
        try run("cards", "add", "Verbs", "go", "went")
        let asked = try terminal("cards add Verbs go went", input: answer + "\n")
        #expect(asked.output.contains("Add it again? [y/N]"))
        #expect(try run("cards", "list", "Verbs").rows.count == count)
    }

    @Test func losesNothingWhenManyWriteAtOnce() async throws {
        let notes = (0..<8).map { ArchivedNote(title: "N\($0)", body: "old \($0)") }
        try folder.write(notes: notes, to: "MyNotes/all")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                for arguments in [
                    ["edit", "N\(number)", "--text", "new \(number)"],
                    ["new", "Same", "--text", "same \(number)"],
                ] { group.addTask { try run(arguments) } }
            }
            try await group.waitForAll()
        }
        let reader = try NotesFolder(folder.path + "/MyNotes")
        let read = reader.sources.flatMap { SourceReader(folder: reader).read($0).notes }
        let expected = (0..<8).flatMap { ["new \($0)", "same \($0)"] }.sorted()
        #expect(read.map(\.body).sorted() == expected)
    }
}
