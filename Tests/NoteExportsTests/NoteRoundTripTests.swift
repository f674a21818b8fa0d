import Foundation
import LocalFiles
import NoteModel
import Orthography
import OutputPlan
import Platform
import TestSupport
import Testing

@testable import NoteExports
@testable import NoteImports

/// Notes that are exported and read again.
@Suite(.tags(.fast))
struct NoteRoundTripTests {
    private let folder = TemporaryFolder()

    private func throughJSON(_ notebook: ExportableNotebook) throws -> ReadExport {
        let tree = try JSONExport.plan(notebook).write(to: folder)
        let lines = try JSONTree.read(tree + "/notes.ndjson")
        let document = try JSONTree.read(tree)
        #expect(lines.notes.map(\.note) == document.notes.map(\.note))
        return document
    }

    private func throughMarkdown(_ notebook: ExportableNotebook) throws -> [Note] {
        let path = try MarkdownExport.plan(notebook).write(to: folder)
        let tree = try MarkdownFolder(path, zone: .utc)
        return try notebook.notes.map { exported in
            let (read, problems) = try tree.note(exported.slug.text + ".md")
            #expect(problems.isEmpty, "\(problems)")
            return read.note
        }
    }

    /// A note for each thing that may be in one.
    private static let notes: [Note] = {
        let texts = [
            "", " ", "Text", "Text\n", "\n\nText\n\n\n", "---\n", "---\na: b\n---\n", "a\r\nb\r",
            "\u{FEFF}x", "```\n![](photos/x.jpg)\n```", "# #tag ümläut e\u{301} 😀",
            "\u{0}\u{1F}\u{7F}\u{2028}", "> [!note]\n\\[x\\](y)", "...\n", "+++\nx = 1\n+++",
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
        let export = try throughJSON(.init(Self.notes))
        #expect(export.problems.isEmpty && export.noteCount == Self.notes.count)
        for (read, note) in zip(export.notes, Self.notes) {
            #expect(read.note == note, "\(note.title)")
            #expect(Array(read.note.body.utf8) == Array(note.body.utf8), "\(note.title)")
        }
    }

    @Test func keepsEveryNoteThroughMarkdown() throws {
        let read = try throughMarkdown(.init(Self.notes))
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

    @Test func keepsDecksThroughBothFormats() throws {
        let cards = [
            Card(question: "Q", answer: "A", rightCount: 3, wrongCount: 1, identifier: "x"),
            Card(question: "", answer: ""), Card(question: "yes", answer: "---\n\n## Card 2\n"),
            Card(question: "![](1)", answer: "a\n\nb"),
        ]
        let deck = Note(deck: Deck(cards), id: NoteID(source: "d.archive", index: 0), title: "D")
        #expect(try throughJSON(.init([deck])).notes.map(\.note) == [deck])
        let read = try #require(try throughMarkdown(.init([deck])).first)
        #expect(read.deck == deck.deck && read.kind == .deck && read.body.isEmpty)
    }

    @Test func keepsMediaThroughBothFormats() throws {
        var photos = try ["a b.jpg", "c(1).jpg", "d.jpg"].map { name in
            try folder.photo(name, bytes: Array("bytes of \(name)".utf8))
        }
        let bytes = photos.map { $0.stored?.prefix(1_000) }
        photos[0].caption = "A *caption* [x] \\ y"
        photos[2].name = nil
        let note = Note.made("M", body: "See ![](a%20b.jpg) and ![](3).", photos: photos)
        let notebook = ExportableNotebook(
            [note], media: try PreparedMedia(originalsOf: photos, photos: .photo(.jpeg)))
        let json = try throughJSON(notebook)
        let notes = [try #require(json.notes.first).note] + (try throughMarkdown(notebook))
        for read in notes {
            #expect(read.photos.map(\.name) == photos.map(\.name))
            #expect(read.photos.map(\.caption) == photos.map(\.caption))
            #expect(read.body == note.body)
            #expect(read.photos.map { $0.stored?.prefix(1_000) } == bytes)
        }
        #expect(json.notes[0].digests.count == 3)
    }

    @Test func plansTheSameTreeTwice() throws {
        func bytes() throws -> [[UInt8]] {
            let notebook = ExportableNotebook(Self.notes)
            return try [MarkdownExport.plan(notebook), JSONExport.plan(notebook)]
                .flatMap(\.files).map { try $0.bytes() }
        }
        #expect(try bytes() == bytes())
    }
}
