import LocalFiles
import NoteEditing
import TestSupport
import Testing

/// Files that a program leaves which is killed while it writes.
@Suite(.tags(.fast))
struct TemporaryFileTests {
    @Test func removesLeftoverFilesOnLocking() throws {
        let folder = TemporaryFolder(isInMemory: true)
        let left =
            [
                "a.data", "Photos/b.png", String(repeating: "n", count: 250),
                ".trash/b/entry.json", ".study/decks.json",
            ].map { LocalFiles.hiddenPath(beside: $0) }
            + [LocalFiles.hiddenPath(beside: ".trash/a") + "/note.data"]
        let kept = [
            ".hidden", "a.new", ".a.new", ".a.12x.new", ".12.new", "a.12.new", ".git/.a.12.new",
            ".trash/b/note.data", ".b.12.new/a",
        ]
        for name in left + kept { try folder.write("x", to: name) }
        _ = try NotesLock(folder.path)
        #expect(try FolderContents(folder.path).names == kept.sorted())
    }
}
