import Foundation
import LocalFiles
import NoteModel
import TestSupport
import Testing

@testable import NoteExports

/// The front matter of the Markdown tree as parsers of other programs read it.
@Suite(.tags(.acceptance))
struct FrontMatterReaderTests {
    private let folder = TemporaryFolder()
    private static let texts = [
        ":root { color: red }", ":symbol", "1,000", "0,5", "1_000", "0b11", "190:20:30", "12e3",
        "2024-05-01", "yes", "Null", "~", "# no comment", "- no list", "key: value", "a\nb", "=",
        "<<", "@here", "`code`", "%a", "*ref", "!tag", "007", "0x1F", ".5", "O'Neil \"x\"", " lead",
        "tail ",
    ]

    /// Returns the front matter of a note with a text as its title, a tag and a foreign key, and
    /// with foreign values of all types.
    private func frontMatter(of text: String) throws -> String {
        var note = Note(
            id: NoteID(source: "a.data", index: 0), title: text, body: "",
            photos: [
                Medium(.photo, content: .missing),
                Medium(.photo, content: .stored(StoredBytes(file: "/x", range: 0..<1))),
            ],
            otherFields: [
                .init("text", value: .string(text)), .init("number", value: .integer(7)),
                .init("real", value: .real(4.5)), .init("large", value: .real(1e20)),
                .init("flag", value: .bool(true)),
                .init("list", value: .array([.string(text), .integer(1)])),
                .init("slug", value: .string("own")),
            ])
        note.tags = [Tag("tag")]
        return try MarkdownExport.plan(.init([note], names: ["A note"])).text("a-note.md")
    }

    private func expectRead(by program: String, _ arguments: [String]) throws {
        let paths = try Self.texts.enumerated().map { index, text in
            try folder.write(try frontMatter(of: text), to: "\(index).md")
        }
        let run = try FinishedProgram(program, arguments: arguments + paths)
        #expect(run.status == 0, "\(run.errors)")
        let read =
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]] ?? []
        #expect(read.count == Self.texts.count)
        for (text, head) in zip(Self.texts, read) {
            let title = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(head["title"] as? String == title)
            #expect(head["text"] as? String == text)
            #expect((head["list"] as? [Any])?.first as? String == text)
            #expect(head["slug"] as? String == "a-note")
            #expect((head["other"] as? [String: String]) == ["slug": "own"])
            #expect(head["number"] as? Int == 7 && head["real"] as? Double == 4.5)
            #expect(head["large"] as? Double == 1e20)
            #expect(head["flag"] as? Bool == true)
        }
    }

    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func isReadByPyYAML() throws {
        let script = """
            import json, sys, yaml
            heads = [open(p, newline="").read().split("---\\n")[1] for p in sys.argv[1:]]
            print(json.dumps([yaml.safe_load(h) for h in heads]))
            """
        try expectRead(by: try #require(Places.python), ["-c", script])
    }

    private static let ruby = "/usr/bin/ruby"

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: ruby), "needs Ruby"))
    func isReadByPsych() throws {
        let script = """
            require "yaml"; require "json"
            puts ARGV.map { |p| YAML.load(File.read(p).split("---\\n")[1]) }.to_json
            """
        try expectRead(by: Self.ruby, ["-e", script])
    }

    @Test func holdsNoNullInListsOfNames() throws {
        let photo = try folder.photo("a.png")
        let photos = [photo, Medium(.photo, content: photo.content)]
        let media = try PreparedMedia(originalsOf: photos, photos: nil)
        let note = Note.made("T", photos: photos)
        let text = try MarkdownExport.plan(.init([note], media: media)).text("t.md")
        #expect(text.contains("photoNames:\n- a.png\n- ''\n"))
    }
}
