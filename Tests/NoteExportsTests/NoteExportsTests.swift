import Foundation
import NoteExports
import NoteModel
import Orthography
import OutputPlan
import TestSupport
import Testing

@Suite(.tags(.acceptance))
struct NoteExportsTests {
    private let folder = TemporaryFolder()
    private let notes = [
        Note.made(
            "Plain", body: "Body\r\nlast  ", source: "sub/a.data",
            created: Date(timeIntervalSince1970: 1_404_900_300),
            modified: Date(timeIntervalSince1970: 1_404_900_400)),
        .made("yes: \"no\" # - 'x'", body: "---\ntitle: fake\n---\n", source: "b"),
        .made("true", source: "b", index: 1),
        .made("2014-07-09", body: "\u{0}\u{1}\u{7F}\u{2028}é😀\t\\\"", source: "b", index: 2),
        .made(
            "日本語 & <b>", body: "x", source: "c",
            photos: [
                Medium(.photo, name: "gone.jpg", caption: "K", content: .missing),
                Medium(.photo, content: .damaged),
            ]),
    ]

    @Test func keepsBodiesByteForByteUnderTheFrontMatter() throws {
        let plan = MarkdownExport.plan(.init(notes))
        for (note, slug) in zip(notes, Slug.distinct(for: notes.map(\.title))) {
            let text = Array(try plan.text(slug.text + ".md").utf8)
            #expect(text.suffix(note.body.utf8.count).elementsEqual(note.body.utf8))
            let front = text.dropLast(note.body.utf8.count)
            #expect(front.starts(with: "---\n".utf8))
            #expect(front.suffix(5).elementsEqual("\n---\n".utf8))
        }
        #expect(
            try plan.text("plain.md") == """
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
    func writesTitlesThatPyYAMLReads() throws {
        let tree = try MarkdownExport.plan(.init(notes)).write(to: folder)
        let script = """
            import sys, glob, yaml, json
            titles = []
            for path in glob.glob(sys.argv[1] + '/*.md'):
                text = open(path, newline='').read()
                titles.append(yaml.safe_load(text[4:text.index('\\n---\\n', 3)])['title'])
            print(json.dumps(sorted(titles)))
            """
        let run = try FinishedProgram(try #require(Places.python), arguments: ["-c", script, tree])
        let titles = try JSONDecoder().decode([String].self, from: Data(run.output.utf8))
        #expect(
            titles
                == notes.map(\.title).sorted {
                    $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars)
                })
    }

    /// The documents are the same however many pieces they are made in.
    @Test(arguments: [[], [5], [1, 5], [2, 2, 4, 5]])
    func writesTheSameNotesToBothFiles(ends: [Int]) throws {
        let notes = Array(notes.prefix(ends.last ?? 0))
        let notebook = ExportableNotebook(notes, title: "N \"1\"")
        let pieces = zip([0] + ends, ends).map { start, end in
            { @Sendable in JSONExport.lines(of: start..<end, in: notebook) }
        }
        let plan = JSONExport.plan(notebook, lines: pieces)
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
            Document.self, from: Data(try plan.text("notebook.json").utf8))
        #expect(document.title == "N \"1\"")
        #expect(document.notes.map(\.body) == notes.map(\.body))
        #expect(document.notes.map(\.title) == notes.map(\.title))
        let streamed = try plan.text("notes.ndjson").split(separator: "\n").map {
            try JSONDecoder().decode(Document.Note.self, from: Data($0.utf8))
        }
        #expect(streamed == document.notes)
    }

    /// The PyPI package `jsonschema` validates the export.
    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func validatesAgainstItsSchema() throws {
        let tree = try JSONExport.plan(.init(notes)).write(to: folder)
        let run = try FinishedProgram(
            try #require(Places.python),
            arguments: [Places.package + "/Tests/TestSupport/validate-json-tree.py", tree])
        #expect(run.errors == "")
        #expect(run.output == "5 notes are valid\n")
    }
}
