import Foundation
import LocalFiles
import NoteEditing
import TestSupport
import Testing

/// Files that a program leaves which is killed while it writes.
@Suite(.tags(.fast))
struct TemporaryFileTests {
    @Test func areRemovedByTheNextChange() throws {
        let folder = try TemporaryFolder(isInMemory: true)
        let left = [
            LocalFiles.hiddenPath(beside: folder.path + "/a.data"),
            LocalFiles.hiddenPath(beside: folder.path + "/Photos/b.png"),
            LocalFiles.hiddenPath(beside: folder.path + "/" + String(repeating: "n", count: 250)),
            LocalFiles.hiddenPath(beside: folder.path + "/.trash/a") + "/note.data",
            LocalFiles.hiddenPath(beside: folder.path + "/.trash/b/entry.json"),
            LocalFiles.hiddenPath(beside: folder.path + "/.study/decks.json"),
        ]
        let kept = [
            ".hidden", "a.new", ".a.new", ".a.12x.new", ".12.new", "a.12.new", ".git/.a.12.new",
            ".trash/b/note.data", ".b.12.new/a",
        ]
        for path in left {
            try folder.write("x", to: String(path.dropFirst(folder.path.count + 1)))
        }
        for name in kept { try folder.write("x", to: name) }
        _ = try NotesLock(folder.path)
        #expect(try FolderContents(folder.path).names == kept.sorted())
    }
}
