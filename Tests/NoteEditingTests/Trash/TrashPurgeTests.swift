import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Entries that are deleted from the trash for good.
@Suite(.tags(.fast))
struct TrashPurgeTests: NoteEditingSuite {
    let folder = TemporaryFolder(isInMemory: true)

    /// Whatever is purged, and in whatever order, the rest returns to its place.
    @Test(arguments: 0..<12) func keepsPositionsOfRemainingEntries(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let titles = (0..<9).map { "N\($0)" }
        try folder.write(list(titles), to: "list.archive")
        let deleted = titles.shuffled(using: &random).prefix(6)
        for title in deleted { try editor().delete(id(title), named: title) }
        let gone = Set(deleted.shuffled(using: &random).prefix(3))
        let trash = try editor().trash
        try trash.purge(try trash.entries().filter { gone.contains($0.title) })
        for title in deleted.shuffled(using: &random) where !gone.contains(title) {
            try restore(title)
        }
        #expect(try notes().map(\.title) == titles.filter { !gone.contains($0) })
    }

    @Test func readsTheTextOfEachVersion() throws {
        _ = try editor().create(
            ArchivedNote(title: "One", body: "version 0"), named: "one", photos: [], beside: false)
        for number in 1...3 {
            try save("One") { try $0.setBody("version \(number)") }
        }
        let editor = try editor()
        let texts = try editor.trash.entries().map { editor.text(of: $0) }
        #expect(Set(texts) == ["version 0", "version 1", "version 2"])
    }
}
