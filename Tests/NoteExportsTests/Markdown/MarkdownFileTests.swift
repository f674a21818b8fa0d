import Foundation
import NoteModel
import OutputPlan
import Platform
import TestSupport
import Testing

@testable import NoteExports
@testable import NoteImports

/// The texts of the Markdown tree, which refer to its files.
@Suite(.tags(.fast))
struct MarkdownFileTests {
    private let folder = TemporaryFolder()

    private func note(_ body: String) throws -> Note {
        let photo = try folder.photo("source.png")
        var note = Note.made("Note", body: body)
        note.photos = ["tart.png", "a b (1).png", nil].map {
            Medium(.photo, name: $0, content: photo.content)
        }
        note.recordings = [Medium(.recording, name: "song.m4a", content: photo.content)]
        note.attachments = [Medium(.attachment, name: "menu.pdf", content: photo.content)]
        return note
    }

    /// Plans the tree of a note and another one.
    private func plan(_ note: Note, style: MarkdownStyle) throws -> TreePlan {
        let media = try PreparedMedia(originalsOf: Array(note.media.all))
        return MarkdownExport.plan(
            ExportableNotebook([note, .made("Other note")], media: media), style: style)
    }

    /// Returns the file of the note.
    private func text(_ body: String, style: MarkdownStyle = MarkdownStyle()) throws -> String {
        let plan = try plan(try note(body), style: style)
        return try plan.text(try #require(Self.paths.first(where: plan.holds)))
    }

    /// The paths that the note has in trees for different programs.
    private static let paths = ["note.md", "Note.md", "note/index.md", "Note/index.md"]

    /// Returns the text between the front matter and the appendix.
    private func body(_ source: String, style: MarkdownStyle = MarkdownStyle()) throws -> String {
        let text = try text(source, style: style)
        let start = try #require(text.range(of: "\n---\n")).upperBound
        return text[start...].components(separatedBy: "\n\n").first ?? ""
    }

    @Test(arguments: [
        ("![x](tart.png)", "![x](photos/note/tart.png)"),
        ("![x](Photos/TART.png \"t\")", "![x](photos/note/tart.png \"t\")"),
        ("[x](<a b (1).png>)", "[x](photos/note/a%20b%20%281%29.png)"),
        ("![](3)", "![](photos/note/photo-3.png)"),
        ("![[tart.png|100]]", "![](photos/note/tart.png)"),
        ("![[tart.png|The tart]]", "![The tart](photos/note/tart.png)"),
        ("![](song.m4a)", "[song.m4a](recordings/note/song.m4a)"),
        ("![Our *song*](song.m4a)", "[Our *song*](recordings/note/song.m4a)"),
        ("[[menu.pdf]]", "[menu.pdf](attachments/note/menu.pdf)"),
        ("[[Other note]]", "[Other note](other-note.md)"),
        ("[[other note#Part one|there]]", "[there](other-note.md#part-one)"),
        ("[x](other-note.html#y)", "[x](other-note.md#y)"),
        ("[[Nowhere]] ![](gone.png)", "[[Nowhere]] ![](gone.png)"),
        ("`![](tart.png)` ![](tart.png)", "`![](tart.png)` ![](photos/note/tart.png)"),
        ("[a](https://example.org/tart.png)", "[a](https://example.org/tart.png)"),
    ])
    func rewritesReferencesToExportedFiles(source: String, expected: String) throws {
        #expect(try body(source) == expected)
    }

    @Test(arguments: [
        (MarkdownStyle(.hugo, photos: .originals), "![](tart.png) [Other note](../other-note/)"),
        (MarkdownStyle(isBundled: true), "![](tart.png) [Other note](../other-note/index.md)"),
        (
            MarkdownStyle(.jekyll, photos: .originals),
            "![](photos/note/tart.png) [Other note](other-note.html)"
        ),
        (MarkdownStyle(.obsidian, photos: .originals), "![](photos/note/tart.png) [[Other note]]"),
        (MarkdownStyle(.original), "![](tart.png) [[Other note]]"),
    ])
    func rewritesReferencesInEachStyle(style: MarkdownStyle, expected: String) throws {
        #expect(try body("![](tart.png) [[Other note]]", style: style) == expected)
    }

    @Test func appendsOnlyWhatTheTextDoesNotShow() throws {
        let text = try text("![](tart.png)\n[[song.m4a]]")
        #expect(
            text.hasSuffix(
                """
                ![](photos/note/tart.png)
                [song.m4a](recordings/note/song.m4a)

                ![](photos/note/a%20b%20%281%29.png)

                ![](photos/note/photo-3.png)

                [menu.pdf](attachments/note/menu.pdf)

                """))
    }

    @Test func writesAppleNotesWithoutFrontMatter() throws {
        let text = try text("![](tart.png)", style: MarkdownStyle(.appleNotes))
        #expect(text.hasPrefix("# Note\n\n![](photos/note/tart.png)\n"))
    }

    @Test(
        arguments: [
            "![](tart.png)", "![[tart.png]] and ![](tart.png)\n\n![](song.m4a)\n",
            "`![](photos/note/tart.png)` ![](tart.png)", "[[Other note]]\n\n[[Other note|x]]",
            "![][a]\n\n[a]: tart.png\n", "| a |\n| - |\n| ![[tart.png\\|x]] |\n",
            "{{< x >}} {{% y\n\n```{r}\n```\n![](tart.png)", "![](tart.png)\n![](3)",
        ], MarkdownStyle.Profile.allCases.filter { $0 != .appleNotes })
    func restoresTheTextOnImport(source: String, profile: MarkdownStyle.Profile) throws {
        let note = try note(source)
        let plan = try plan(note, style: MarkdownStyle(profile, photos: .originals))
        let reader = try MarkdownFolder(try plan.write(to: folder), zone: .utc)
        let path = try #require(Self.paths.first(where: reader.paths.contains))
        let (read, problems) = try reader.note(path)
        #expect(problems.isEmpty)
        #expect(read.note.body == source)
        #expect(read.note.photos.map(\.name) == note.photos.map(\.name))
        #expect(read.note.recordings.count == 1 && read.note.attachments.count == 1)
    }
}
