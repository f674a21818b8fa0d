import TestSupport
import Testing

@testable import PhoneBackups

/// Paths of files in backups and ZIP files, which may be hostile.
@Suite(.tags(.fast))
struct ItemPathTests {
    @Test(arguments: [
        "a", "a/b.data", "Documents/MyNotes/Käse 密.data", "...", "a/.hidden", "a\\b", " ",
    ])
    func acceptsRelativePaths(path: String) {
        #expect(ItemPath(path)?.text == path)
    }

    @Test(arguments: [
        "", "/", "/a", "a/", "a//b", ".", "..", "a/../b", "../a", "a/.", "./a", "a\0b",
        String(repeating: "a", count: 256), "a/" + String(repeating: "é", count: 128),
        String(repeating: "a/", count: 1_100) + "a",
    ])
    func refusesUnsafePaths(path: String) {
        #expect(ItemPath(path) == nil)
    }

    @Test(arguments: [
        (String(repeating: "a", count: 40), true), (String(repeating: "A", count: 40), false),
        (String(repeating: "a", count: 39), false),
        ("../" + String(repeating: "a", count: 37), false),
        ("", false), (String(repeating: "0", count: 40), true),
    ])
    func recognizesHexadecimalIdentifiers(text: String, isIdentifier: Bool) {
        #expect(BackupItem.isIdentifier(text) == isIdentifier)
    }
}
