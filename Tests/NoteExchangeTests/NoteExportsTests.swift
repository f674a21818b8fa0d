import Foundation
import MarkdownText
import NoteExchange
import NoteModel
import OutputPlan
import SitePages
import TestSupport
import Testing

@Suite(.tags(.acceptance))
struct NoteExportsTests {
    private let notes = [
        Note(
            id: NoteID(source: "sub/a.data", index: 0), title: "Plain", body: "Body\r\nlast  ",
            created: Date(timeIntervalSince1970: 1_404_900_300),
            modified: Date(timeIntervalSince1970: 1_404_900_400)),
        Note(
            id: NoteID(source: "b", index: 0), title: "yes: \"no\" # - 'x'",
            body: "---\ntitle: fake\n---\n"),
        Note(id: NoteID(source: "b", index: 1), title: "true", body: ""),
        Note(
            id: NoteID(source: "b", index: 2), title: "2014-07-09",
            body: "\u{0}\u{1}\u{7F}\u{2028}é😀\t\\\""),
        Note(
            id: NoteID(source: "c", index: 0), title: "日本語 & <b>", body: "x",
            photos: [
                Medium(.photo, name: "gone.jpg", caption: "K", content: .missing),
                Medium(.photo, content: .damaged),
            ]),
    ]

    private func files(_ plan: TreePlan) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for file in plan.files {
            switch file.content {
            case .bytes(let bytes): files[file.path.text] = bytes
            case .rendered(let render): files[file.path.text] = try render()
            case .original, .derivative, .written, .checksums: files[file.path.text] = []
            }
        }
        return files
    }

    private var slugs: [Slug] { Slug.distinct(for: notes.map(\.title)) }

    @Test func keepsBodiesByteForByteUnderTheFrontMatter() throws {
        let plan = MarkdownExport.plan(
            ExportableNotebook(
                Notebook(title: "N", notes: notes), slugs: slugs, media: PreparedMedia()))
        let files = try files(plan)
        for (note, slug) in zip(notes, slugs) {
            let text = try #require(files[slug.text + ".md"])
            #expect(text.suffix(note.body.utf8.count).elementsEqual(note.body.utf8))
            let front = text.dropLast(note.body.utf8.count)
            #expect(front.starts(with: "---\n".utf8))
            #expect(front.suffix(5).elementsEqual("\n---\n".utf8))
        }
        let plain = String(decoding: try #require(files["plain.md"]), as: UTF8.self)
        #expect(
            plain == """
                ---
                title: Plain
                date: 2014-07-09T10:05:00Z
                lastmod: 2014-07-09T10:06:40Z
                slug: plain
                id: \(notes[0].id.studyIdentifier)
                source: sub/a.data
                generator: Notebinder
                ---
                Body\r\nlast\u{20}\u{20}
                """)
    }

    /// PyYAML reads the front matter, too.
    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func frontMatterSaysTheSameToAnotherReader() throws {
        let plan = MarkdownExport.plan(
            ExportableNotebook(
                Notebook(title: "N", notes: notes), slugs: slugs, media: PreparedMedia()))
        let folder = try TemporaryFolder()
        for (name, bytes) in try files(plan) { try folder.write(bytes, to: name) }
        let script = """
            import sys, glob, yaml, json
            titles = []
            for path in glob.glob(sys.argv[1] + '/*.md'):
                text = open(path, newline='').read()
                titles.append(yaml.safe_load(text[4:text.index('\\n---\\n', 3)])['title'])
            print(json.dumps(sorted(titles)))
            """
        let run = try FinishedProgram(
            try #require(Places.python), arguments: ["-c", script, folder.path])
        let titles = try JSONDecoder().decode([String].self, from: Data(run.output.utf8))
        #expect(
            titles
                == notes.map(\.title).sorted {
                    $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars)
                })
    }

    @Test func writesTheSameNotesTwiceOver() throws {
        let plan = JSONExport.plan(
            ExportableNotebook(
                Notebook(title: "N \"1\"", notes: notes), slugs: slugs, media: PreparedMedia()))
        let files = try files(plan)
        struct Document: Decodable {
            struct Note: Decodable, Equatable {
                let title: String
                let body: String
                let created: String?
            }
            let title: String
            let notes: [Note]
        }
        let document = try JSONDecoder().decode(
            Document.self, from: Data(try #require(files["notebook.json"])))
        #expect(document.title == "N \"1\"")
        #expect(document.notes.map(\.body) == notes.map(\.body))
        #expect(document.notes.map(\.title) == notes.map(\.title))
        let lines = try #require(files["notes.ndjson"]).split(separator: 0x0A)
        let streamed = try lines.map {
            try JSONDecoder().decode(Document.Note.self, from: Data($0))
        }
        #expect(streamed == document.notes)
    }

    /// The PyPI package `jsonschema` validates the export.
    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func validatesAgainstItsSchema() throws {
        let plan = JSONExport.plan(
            ExportableNotebook(
                Notebook(title: "N", notes: notes), slugs: slugs, media: PreparedMedia()))
        let folder = try TemporaryFolder()
        for (name, bytes) in try files(plan) { try folder.write(bytes, to: name) }
        let run = try FinishedProgram(
            try #require(Places.python),
            arguments: [Places.package + "/Tests/TestSupport/validate-json-tree.py", folder.path])
        #expect(run.errors == "")
        #expect(run.output == "5 notes are valid\n")
    }
}

extension ExportableNotebook {
    /// Compiles the notes of a notebook for exports. Nothing is known about their sources.
    init(_ notebook: Notebook, slugs: [Slug], media: PreparedMedia) {
        let compiler = SiteOptions().noteCompiler
        self.init(
            title: notebook.title,
            notes: zip(notebook.notes, slugs).map { note, slug in
                ExportableNote(note, slug: slug, text: .init(compiler.compile(note)))
            }, unread: notebook.unread, media: media)
    }
}
