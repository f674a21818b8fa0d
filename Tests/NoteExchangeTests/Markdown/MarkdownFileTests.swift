import Foundation
import Hashing
import LocalFiles
import NoteModel
import OutputPlan
import TestSupport
import Testing

@testable import NoteExchange

/// The texts of the Markdown tree, which refer to its files.
@Suite(.tags(.fast))
struct MarkdownFileTests {
    private let folder: TemporaryFolder
    private let stored: StoredBytes
    private let media: PreparedMedia

    init() throws {
        folder = try TemporaryFolder()
        let bytes = PNGPicture.quarters(width: 8, height: 8)
        stored = StoredBytes(
            file: try folder.write(bytes, to: "source.png"), range: 0..<bytes.count)
        let original = OriginalBytes(digest: ContentDigest(of: bytes), count: bytes.count)
        var media: [Medium.Identity: PreparedMedium] = [:]
        for (kind, format) in [
            (Medium.Kind.photo, MediaFormat.photo(.png)), (.recording, .recording(.m4a)),
            (.attachment, nil),
        ] as [(Medium.Kind, MediaFormat?)] {
            let identity = Medium(kind, content: .stored(stored)).identity
            media[try #require(identity)] = PreparedMedium(
                original: original, format: format, derivation: Fingerprint(ofLines: []),
                outcome: .unreadable(reason: "x"))
        }
        self.media = PreparedMedia(media)
    }

    private func note(_ body: String, title: String = "Note") -> Note {
        var note = Note.made(title, body: body)
        note.photos = ["tart.png", "a b (1).png", nil].map {
            Medium(.photo, name: $0, content: .stored(stored))
        }
        note.recordings = [Medium(.recording, name: "song.m4a", content: .stored(stored))]
        note.attachments = [Medium(.attachment, name: "menu.pdf", content: .stored(stored))]
        return note
    }

    private func text(_ note: Note, style: MarkdownStyle) throws -> String {
        let notes = [note, .made("Other note")]
        let plan = MarkdownExport.plan(
            ExportableNotebook(
                Notebook(title: "N", notes: notes), slugs: Slug.distinct(for: notes.map(\.title)),
                media: media), style: style)
        let file = try #require(
            plan.files.first {
                [note.title, note.title.lowercased()].flatMap { ["\($0).md", "\($0)/index.md"] }
                    .contains($0.path.text)
            })
        guard case .rendered(let render) = file.content else { return "" }
        return String(decoding: try render(), as: UTF8.self)
    }

    /// Returns the text between the front matter and the appendix.
    private func body(_ source: String, style: MarkdownStyle) throws -> String {
        let text = try text(note(source), style: style)
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
    func refersToFilesOfTheTree(source: String, expected: String) throws {
        #expect(try body(source, style: MarkdownStyle()) == expected)
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
    func refersToFilesAsAProgramExpects(style: MarkdownStyle, expected: String) throws {
        #expect(try body("![](tart.png) [[Other note]]", style: style) == expected)
    }

    @Test func appendsOnlyWhatTheTextDoesNotShow() throws {
        let text = try text(note("![](tart.png)\n[[song.m4a]]"), style: MarkdownStyle())
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
        let text = try text(note("![](tart.png)"), style: MarkdownStyle(.appleNotes))
        #expect(text.hasPrefix("# Note\n\n![](photos/note/tart.png)\n"))
    }

    @Test(
        arguments: [
            "![](tart.png)", "![[tart.png]] and ![](tart.png)\n\n![](song.m4a)\n",
            "`![](photos/note/tart.png)` ![](tart.png)", "[[Other note]]\n\n[[Other note|x]]",
            "![][a]\n\n[a]: tart.png\n", "| a |\n| - |\n| ![[tart.png\\|x]] |\n",
            "{{< x >}} {{% y\n\n```{r}\n```\n![](tart.png)", "![](tart.png)\n![](3)",
        ], MarkdownStyle.Profile.allCases.filter { $0 != .appleNotes })
    func anImportRestoresTheText(source: String, profile: MarkdownStyle.Profile) throws {
        let notes = [note(source), .made("Other note")]
        let plan = MarkdownExport.plan(
            ExportableNotebook(
                Notebook(title: "N", notes: notes), slugs: Slug.distinct(for: notes.map(\.title)),
                media: media), style: MarkdownStyle(profile, photos: .originals))
        let tree = folder.path + "/tree"
        for file in plan.files {
            switch file.content {
            case .bytes(let bytes): try folder.write(bytes, to: "tree/" + file.path.text)
            case .rendered(let render): try folder.write(try render(), to: "tree/" + file.path.text)
            case .original(let stored, _):
                try folder.write(try LocalFiles.read(stored.file), to: "tree/" + file.path.text)
            case .derivative, .written, .checksums:
                Issue.record("\(file.path.text) is not an original")
            }
        }
        let reader = try MarkdownFolder(tree, zone: .gmt)
        let path = try #require(
            ["note.md", "Note.md", "note/index.md"].first(where: reader.paths.contains))
        let (read, problems) = try reader.note(path)
        #expect(problems.isEmpty)
        #expect(read.note.body == source)
        #expect(read.note.photos.map(\.name) == notes[0].photos.map(\.name))
        #expect(read.note.recordings.count == 1 && read.note.attachments.count == 1)
    }
}
