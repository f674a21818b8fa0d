import Foundation
import NoteModel
import TestSupport
import Testing

@testable import NoteExchange

/// Facts of a Markdown file or a text bundle for which a note has no place.
@Suite(.tags(.fast))
struct UnknownFieldTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func keepsWhatABundleSaysBesidesWhatIsKnown() throws {
        try folder.write("x", to: "A.textbundle/text.md")
        try folder.write(
            """
            {"version": 2, "type": "net.daringfireball.markdown", "mood": "good",
             "net.shinyfrog.bear": {"pinned": 1, "archived": 0, "trashed": 0, "trashedDate": "2024-01-01T00:00:00Z", "uniqueIdentifier": "1", "lock": false, "colour": "red"}}
            """, to: "A.textbundle/info.json")
        let read = try MarkdownFolder(folder.path, zone: .gmt).note("A.textbundle/text.md")
        #expect(read.note.note.otherFields.map(\.key).sorted() == ["colour", "mood", "pinned"])
    }

    /// Links to blocks, which only Obsidian knows, are named.
    @Test func namesReferencesToBlocks() throws {
        try folder.write("[[B#^one|x]] ![[B#^two]] [[B#Part]]", to: "A.md")
        let (_, problems) = try MarkdownFolder(folder.path, zone: .gmt).note("A.md")
        #expect(problems.count == 1 && problems[0].contains("2 blocks of notes"), "\(problems)")
    }
}
