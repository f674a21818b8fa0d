import KeyedArchives
import TestSupport
import Testing

@testable import NoteArchives

@Suite(.tags(.fast))
struct FileKindTests {
    private func kind(_ text: String) -> FileKind {
        FileKind(prefix: Array(text.utf8), isWhole: true)
    }

    @Test(arguments: [
        ("", FileKind.empty), ("bplist00", .archive),
        (
            "bplist16",
            .unsupported("a binary property list of version “16”, which is undocumented")
        ), ("<?xml version=\"1.0\"?><plist>", .archive),
        (
            "\u{4}\u{B}streamtyped",
            .unsupported("an archive of the old NSArchiver (a typed stream), not a keyed archive")
        ), ("SQLite format 3\0", .database), ("GIF89a", .withoutNotes("a picture (GIF)")),
        ("<svg>", .withoutNotes("a picture (SVG)")), ("caff\0\u{1}", .withoutNotes("a recording")),
        ("%PDF-1.4", .withoutNotes("a PDF")), ("PK\u{3}\u{4}", .zip),
        ("{\"a\":1}", .archive), (" [1]", .archive), ("\u{FEFF}{", .archive), ("words", .text),
        ("日本\n", .text), ("\0\0\0", .zeros), ("a\0b", .unknown), ("\u{1}", .unknown),
        ("SQLite format 3", .text), ("tab\tand\u{C}feed", .text), ("PK", .text),
    ])
    func detectsFilesByTheirFirstBytes(text: String, expected: FileKind) {
        #expect(kind(text) == expected)
        #expect(FileKind(ArchiveBytes(Array(text.utf8))) == expected)
    }

    @Test(arguments: [0x82, 0x83] as [UInt8]) func detectsTheLogOfADatabase(order: UInt8) {
        #expect(
            FileKind(prefix: [0x37, 0x7F, 0x06, order, 0, 0x2D, 0xE2, 0x18]).description
                == "the log of a database that is missing beside it")
    }

    @Test(arguments: [[0xFF], [0xFF, 0xFE], [0x80, 0x81, 0x82], [0x61, 0xFF]] as [[UInt8]])
    func detectsNoTextInInvalidBytes(bytes: [UInt8]) {
        #expect(FileKind(prefix: bytes, isWhole: true) == .unknown)
    }

    @Test func acceptsOnlyValidUTF8AsText() {
        // A stray byte, a surrogate, Latin-1, UTF-16.
        for bytes: [UInt8] in [
            [0x61, 0xFF, 0x61, 0x61, 0x61, 0x61], [0xED, 0xA0, 0x80, 0x61, 0x61, 0x61, 0x61],
            [0x63, 0x61, 0x66, 0xE9, 0x20, 0x20, 0x20, 0x20], [0xFF, 0xFE, 0x61, 0, 0x62, 0],
        ] {
            #expect(FileKind(prefix: bytes, isWhole: true) == .unknown)
        }
    }

    /// A long text is judged by its beginning, which may end within a character.
    @Test(arguments: ["é", "日", "😀", "aé", "a日", "ab😀", "abc😀"])
    func readsATextThatIsCutWithinACharacter(unit: String) {
        let text = Array(String(repeating: unit, count: 2000).utf8)
        for length in 4090...4096 {
            #expect(FileKind(prefix: Array(text.prefix(length))) == .text, "\(length) bytes")
        }
        #expect(FileKind(ArchiveBytes(text)) == .text)
    }

    @Test(arguments: ["bplist00", "{}", "<plist>"]) func acceptsArchives(text: String) {
        #expect(kind(text).notAnArchive == nil)
    }

    @Test(arguments: ["", "words", "GIF89a", "bplist15", "\0", "%PDF-", "SQLite format 3\0"])
    func describesFilesThatAreNotArchives(text: String) throws {
        let words = try #require(kind(text).notAnArchive)
        #expect(!words.isEmpty && words == kind(text).description)
    }
}
