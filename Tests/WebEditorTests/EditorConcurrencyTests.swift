import Foundation
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Writers at the same time, and programs that are killed.
@Suite(.tags(.acceptance))
struct EditorConcurrencyTests {
    private let editor: EditorProgram

    init() throws {
        let folder = TemporaryFolder()
        try folder.write(
            notes: (0..<8).map { ArchivedNote(title: "Note \($0)", body: "begin") },
            to: "MyNotes/shared")
        editor = try EditorProgram(folder)
    }

    @Test func losesNoNoteWhenEightBrowsersWriteAtOnce() async throws {
        var sessions = [try EditorSession(editor)]
        for _ in 1..<8 { sessions.append(try EditorSession(editor, link: editor.anotherLink())) }
        let rounds = 6
        try await withThrowingTaskGroup { tasks in
            for (number, session) in sessions.enumerated() {
                // Threads of their own, since requests block.
                tasks.addTask {
                    for round in 0..<rounds {
                        try await onThread {
                            // Each changes a note of the shared file, and adds one of its own.
                            let note = try session.note("Note \(number)")
                            let body = "\(note["body"] ?? "")\n\(number).\(round)"
                            try session.save(note, ["title": "Note \(number)", "body": body])
                            try session.ask(
                                "POST", "notes", ["title": "New \(number)", "body": "\(round)"])
                        }
                    }
                }
            }
            try await tasks.waitForAll()
        }
        let notes = try editor.notes()
        #expect(notes.count == 8 + 8 * rounds)
        for number in 0..<8 {
            let shared = notes.first { $0.title == "Note \(number)" }
            let lines = (0..<rounds).map { "\(number).\($0)" }
            #expect(shared?.body == (["begin"] + lines).joined(separator: "\n"))
            let own = notes.filter { $0.title == "New \(number)" }
            #expect(Set(own.map(\.body)) == Set((0..<rounds).map { "\($0)" }))
        }
    }

    @Test(arguments: 0..<30) func leavesTheOldOrTheNewArchiveWhenItIsKilled(_ round: Int) throws {
        let session = try EditorSession(editor)
        let note = try session.note("Note 0")
        let long = String(repeating: "A long line of text. ", count: 100_000)
        let body = try JSONSerialization.data(withJSONObject: ["title": "Note 0", "body": long])
        let head = session.head(
            "PUT", "/edit/api/notes/\(note["id"] ?? "")", length: body.count,
            headers: "If-Match: \"\(note["version"] ?? "")\"\r\n")
        let connection = try RawConnection(port: editor.port)
        connection.send(Array(head.utf8) + Array(body))
        usleep(UInt32(round) * 4_000)
        editor.kill()
        let notes = try editor.notes()
        #expect(notes.count == 8)
        #expect(notes[0].body == "begin" || notes[0].body == long)
        // What the next run finds is a folder like any other.
        let next = try EditorProgram(editor.folder)
        #expect(try EditorSession(next).ask("GET", "notes?count=9")["total"] as? Int == 8)
    }
}

/// Runs blocking work on a thread of its own.
private func onThread(_ work: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
    }
}
