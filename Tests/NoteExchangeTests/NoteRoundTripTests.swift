import Foundation
import Hashing
import LocalFiles
import NoteModel
import OutputPlan
import TestSupport
import Testing

@testable import NoteExchange

/// Notes that are exported and read again.
@Suite(.tags(.fast))
struct NoteRoundTripTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes the files of a plan whose bytes are known, and returns the folder.
    private func write(_ plan: TreePlan) throws -> String {
        for file in plan.files {
            let name = plan.tree + "/" + file.path.text
            switch file.content {
            case .bytes(let bytes): try folder.write(bytes, to: name)
            case .rendered(let render): try folder.write(try render(), to: name)
            case .original(let stored, _):
                try folder.write(try LocalFiles.read(stored.file), to: name)
            case .derivative, .written, .checksums: Issue.record("\(name) is not an original")
            }
        }
        return folder.path + "/" + plan.tree
    }

    private func slugs(_ notes: [Note]) -> [Slug] { Slug.distinct(for: notes.map(\.title)) }

    private func throughJSON(_ notes: [Note], _ media: PreparedMedia = .init()) throws -> ReadExport
    {
        let plan = JSONExport.plan(
            ExportableNotebook(
                Notebook(title: "N", notes: notes), slugs: slugs(notes), media: media))
        let tree = try write(plan)
        let lines = try JSONTree.read(tree + "/notes.ndjson")
        let document = try JSONTree.read(tree)
        #expect(lines.notes.map(\.note) == document.notes.map(\.note))
        return document
    }

    private func throughMarkdown(_ notes: [Note], _ media: PreparedMedia = .init()) throws -> [Note]
    {
        let plan = MarkdownExport.plan(
            ExportableNotebook(
                Notebook(title: "N", notes: notes), slugs: slugs(notes), media: media))
        let tree = try MarkdownFolder(try write(plan), zone: .gmt)
        return try slugs(notes).map { slug in
            let (note, problems) = try tree.note(slug.text + ".md")
            #expect(problems.isEmpty, "\(problems)")
            return note.note
        }
    }

    /// A note for each thing that may be in one.
    private static let notes: [Note] = {
        let texts = [
            "", " ", "Text", "Text\n", "\n\nText\n\n\n", "---\n", "---\na: b\n---\n", "a\r\nb\r",
            "\u{FEFF}x", "```\n![](photos/x.jpg)\n```", "# #tag ümläut e\u{301} 😀",
            "\u{0}\u{1F}\u{7F}\u{2028}",
            "> [!note]\n\\[x\\](y)", "...\n", "+++\nx = 1\n+++",
        ]
        var notes = texts.enumerated().map { index, text in
            Note.made("Text \(index)", body: text, source: "texts.data", index: index)
        }
        for (index, title) in ["yes", "- a", "\"", "#", "é", "1.0", "null", "A: b"].enumerated() {
            notes.append(.made(title, source: "titles.data", index: index))
        }
        notes.append(
            Note(
                id: NoteID(source: "a/b #2 ü.data", index: 3), title: "All",
                body: "Body", created: Date(timeIntervalSince1970: -1.5),
                modified: Date(timeIntervalSince1970: 1_400_000_000.25),
                dateTexts: .init(created: "last summer", modified: "x: y"), identifier: "42",
                otherFields: [
                    .init("pinned", value: .bool(true)), .init("n", value: .integer(-7)),
                    .init("r", value: .real(1.5)), .init("s", value: .string("true")),
                    .init("empty", value: .string("")),
                    .init("list", value: .array([.string("1"), .integer(1), .array([])])),
                    .init("title", value: .string("not the title")),
                    .init("Source", value: .object([("x", .null)])),
                ]))
        return notes
    }()

    @Test func keepsEveryNoteThroughJSON() throws {
        let export = try throughJSON(Self.notes)
        #expect(export.problems.isEmpty && export.noteCount == Self.notes.count)
        for (read, note) in zip(export.notes, Self.notes) {
            #expect(read.note == note, "\(note.title)")
            #expect(Array(read.note.body.utf8) == Array(note.body.utf8), "\(note.title)")
        }
    }

    @Test func keepsEveryNoteThroughMarkdown() throws {
        let read = try throughMarkdown(Self.notes)
        #expect(read.count == Self.notes.count)
        for (read, note) in zip(read, Self.notes) {
            #expect(Array(read.body.utf8) == Array(note.body.utf8), "\(note.title)")
            #expect(read.title == note.title && read.id == note.id)
            #expect(read.created == note.created && read.modified == note.modified)
            #expect(read.dateTexts == note.dateTexts && read.identifier == note.identifier)
            let keys = Set(note.otherFields.map(\.key))
            #expect(Set(read.otherFields.map(\.key)) == keys, "\(note.title)")
            for field in note.otherFields { #expect(read.otherFields.contains(field)) }
        }
    }

    @Test func keepsDecksThroughBoth() throws {
        let cards = [
            Card(question: "Q", answer: "A", rightCount: 3, wrongCount: 1, identifier: "x"),
            Card(question: "", answer: ""), Card(question: "yes", answer: "---\n\n## Card 2\n"),
            Card(question: "![](1)", answer: "a\n\nb"),
        ]
        let deck = Note(deck: Deck(cards), id: NoteID(source: "d.archive", index: 0), title: "D")
        #expect(try throughJSON([deck]).notes.map(\.note) == [deck])
        let read = try #require(try throughMarkdown([deck]).first)
        #expect(read.deck == deck.deck && read.kind == .deck && read.body.isEmpty)
    }

    @Test func keepsMediaThroughBoth() throws {
        let names = ["a b.jpg", "c(1).jpg", "d.jpg"]
        let stored = try names.map { name in
            let path = try folder.write("bytes of \(name)", to: "in/" + name)
            return StoredBytes(file: path, range: 0..<(9 + name.utf8.count))
        }
        let photos = [
            Medium(
                .photo, name: names[0], caption: "A *caption* [x] \\ y", content: .stored(stored[0])
            ),
            Medium(.photo, name: names[1], content: .stored(stored[1])),
            Medium(.photo, content: .stored(stored[2])),
        ]
        let note = Note.made("M", body: "See ![](a%20b.jpg) and ![](3).", photos: photos)
        let known = try photos.map { photo -> (Medium.Identity, PreparedMedium) in
            let bytes = try LocalFiles.read(try #require(photo.stored).file)
            let original = OriginalBytes(digest: ContentDigest(of: bytes), count: bytes.count)
            return (
                try #require(photo.identity),
                PreparedMedium(
                    original: original, format: .photo(.jpeg), derivation: Fingerprint(ofLines: []),
                    outcome: .unreadable(reason: "x", workerEnd: nil))
            )
        }
        let media = PreparedMedia(Dictionary(known) { first, _ in first })
        let json = try throughJSON([note], media)
        let notes = [try #require(json.notes.first).note] + (try throughMarkdown([note], media))
        for read in notes {
            #expect(read.photos.map(\.name) == photos.map(\.name))
            #expect(read.photos.map(\.caption) == photos.map(\.caption))
            #expect(read.body == note.body)
            let bytes = try read.photos.map { try LocalFiles.read(try #require($0.stored).file) }
            #expect(try bytes == stored.map { try LocalFiles.read($0.file) })
        }
        #expect(json.notes[0].digests.count == 3)
    }

    @Test func plansTheSameTreeTwice() throws {
        func bytes() throws -> [[UInt8]] {
            let notebook = Notebook(title: "N", notes: Self.notes)
            let plans = [
                MarkdownExport.plan(
                    ExportableNotebook(notebook, slugs: slugs(Self.notes), media: .init())),
                JSONExport.plan(
                    ExportableNotebook(notebook, slugs: slugs(Self.notes), media: .init())),
            ]
            return try plans.flatMap(\.files).map { file in
                guard case .rendered(let render) = file.content else { return [] }
                return try render()
            }
        }
        #expect(try bytes() == bytes())
    }
}
