import FileFormats
import Foundation
import NoteModel
import Platform
import TestSupport
import Testing

@testable import NoteImports

/// The head of a Markdown file.
@Suite(.tags(.fast))
struct FrontMatterTests {
    private func read(_ text: String) throws -> FrontMatter { try FrontMatter(Array(text.utf8)) }

    private func error(_ text: String) throws -> FrontMatter.ParsingError? {
        try read(text).fault?.error
    }

    @Test(arguments: [
        ("---\ntitle: A\n---\nText\n", "Text\n"),
        ("---\r\ntitle: A\r\n---\r\nText\r\n", "Text\r\n"),
        ("---  \ntitle: A\n---\t\nText", "Text"), ("---\ntitle: A\n...\nText", "Text"),
        ("---\ntitle: A\n---", ""), ("\u{FEFF}---\ntitle: A\n---\n\n  Text", "\n  Text"),
        ("---\ntitle: A\n---\n---\nx: y\n---\n", "---\nx: y\n---\n"),
        ("+++\ntitle = \"A\"\n+++\nText", "Text"),
    ])
    func separatesFrontMatterFromTheBody(text: String, body: String) throws {
        let matter = try read(text)
        #expect(matter["title"] == .text("A"))
        #expect(Array(matter.body.utf8) == Array(body.utf8))
    }

    @Test(arguments: [
        "", "Text", "----\ntitle: A\n---\n", " ---\na: b\n---\n", "--- a\nb", "--- no head\n",
        "Text\n---\na: b\n---\n", "---\n\nText after a thematic break", "---\r\n\r\nText", "++\n",
        // A text may begin with a thematic break.
        "---\n\nA note that starts with a rule.\n\n---\n\nSecond part.\n",
        "---\n- a\n- b\n---\nx", "---\nSome words\n---\nx", "---\nWell, a: b *c*: d\n---\nx",
    ])
    func keepsTextWithoutFrontMatterUnchanged(text: String) throws {
        for mark in ["", "\u{FEFF}"] {
            let matter = try read(mark + text)
            #expect(matter.entries.isEmpty && matter.fault == nil)
            #expect(Array(matter.body.utf8) == Array(text.utf8))
        }
    }

    @Test(arguments: [
        ("---\ntitle: A\nText", "a line of --- is missing", 1),
        ("+++\ntitle = \"A\"\n---\nText", "a line of +++ is missing", 1),
        ("---\ntitle: \"A\n---\n", "not YAML", 3),
        ("+++\nx = 1\ntitle\n+++\n", "not TOML", 3),
        ("+++\ntitle = \"\\q\"\n+++\n", "not TOML", 2),
        ("{\"draft\": true, \"tags\": [}\nText", "not JSON", 1),
        ("+++\nx = 1\ndate = 2014-05-01Tx:00\n+++\n", "not TOML: a value", 3),
        ("+++\nx = 1\n\0y = 2\n+++\n", "not TOML: a key", 3),
    ])
    func reportsTheLineOfInvalidFrontMatter(text: String, words: String, line: Int) throws {
        let found = try error(text)
        #expect(found?.problem.contains(words) == true, "\(String(describing: found))")
        #expect(found?.line == line)
    }

    @Test(arguments: [
        ("---\na: [\n---\nText", "Text", "a: [\n"), ("+++\na\n+++\nText", "Text", "a\n"),
        ("{\"a\": }\nText", "Text", "{\"a\": }\n"), ("---\na: b\nText", "---\na: b\nText", ""),
        ("---", "---", ""),
    ])
    func keepsTheBodyBelowInvalidFrontMatter(text: String, body: String, head: String) throws {
        let matter = try read(text)
        #expect(matter.body == body && matter.fault?.head == head && matter.entries.isEmpty)
    }

    @Test func refusesBytesThatAreNotUTF8() {
        let error = #expect(throws: FrontMatter.ParsingError.self) {
            try FrontMatter(Array("---\na: b\n---\n".utf8) + [0xFF])
        }
        #expect(error?.problem == "is not UTF-8 text")
    }

    @Test func findsKeysIgnoringCaseAndSkipsEmptyValues() throws {
        let matter = try read("---\nCreated:\nDATE: 2024-05-01\ntags: []\n---\n")
        #expect(matter["created"] == nil)
        #expect(matter.entry(["created", "date"])?.value == .text("2024-05-01"))
        #expect(matter["Tags"] == .list([]))
        #expect(matter["title"] == nil)
        #expect(matter.entries.map(\.key) == ["Created", "DATE", "tags"])
    }

    @Test(arguments: [
        ("\"a\\tb \\u00e9 \\U0001F600 \\\"\"", YAMLValue.text("a\tb é 😀 \"")),
        ("'C:\\n'", .text("C:\\n")), ("42", .plain("42")), ("true", .plain("true")),
        ("2024-05-01T10:00:00Z", .text("2024-05-01T10:00:00+00:00")), ("1 # comment", .plain("1")),
        ("[1, \"a\", ['b']]", .list([.plain("1"), .text("a"), .list([.text("b")])])),
        ("[\n  \"a\", # one\n  \"b\",\n]", .list([.text("a"), .text("b")])), ("[]", .list([])),
        ("2014-05-01T10:00:00Z # Tea", .text("2014-05-01T10:00:00+00:00")),
        ("[2014-05-01, \"2014-05-01Tx:\"]", .list([.text("2014-05-01"), .text("2014-05-01Tx:")])),
        ("\"\"", .text("")), ("\"#no comment\"", .text("#no comment")),
    ])
    func readsTOMLValuesThatGeneratorsWrite(text: String, value: YAMLValue) throws {
        #expect(try read("+++\nkey = \(text)\n+++\n")["key"] == value)
    }

    @Test func readsTOMLTablesAndMultilineStrings() throws {
        let matter = try read(
            """
            +++
            # comment
            title = "A"
            inline = {a = 1}
            long = \"\"\"
            title = "no"
            \"\"\"
            "quoted key" = 1

            [params]
            title = "no"
            [[menu.main]]
            +++
            Text
            """)
        #expect(matter["title"] == .text("A"))
        #expect(
            matter.entries.map(\.key) == [
                "inline", "long", "menu", "params", "quoted key", "title",
            ])
        #expect(matter["inline"] == .mapping([.init("a", .plain("1"))]))
        #expect(matter["long"] == .text("title = \"no\"\n"))
        #expect(matter.body == "Text")
    }

    /// Lists that are nested deeply, or never end, take neither memory nor time.
    @Test func refusesHostileLists() throws {
        let deep = String(repeating: "[", count: 50_000)
        #expect(try error("+++\ntags = \(deep)\n+++\n") != nil)
        let lines = String(repeating: "1,\n", count: 3000)
        #expect(try error("+++\nx = [\n\(lines)\n+++\n") != nil)
    }
}

/// Keys of front matter, descriptions of text bundles, and line breaks, as a note keeps them.
@Suite(.tags(.fast))
struct MarkdownFieldTests {
    private let folder = TemporaryFolder()

    private func note(_ text: String) throws -> Note {
        try folder.write(text, to: "A walk.md")
        return try MarkdownFolder(folder.path, zone: .utc).note("A walk.md").note.note
    }

    @Test(arguments: [
        ("tags: [a]\nTags: b\nTAGS: [c]", ["a", "b", "c"], []),
        ("tags:\n  private: true\n  other: false", ["private"], []),
        ("author: a\nAuthor: b", [], ["author", "Author"]),
        ("title: a\nTitle: b", [], ["Title"]),
    ])
    func keepsKeysThatDifferInCase(head: String, tags: [String], others: [String]) throws {
        let note = try note("---\n\(head)\n---\ntext")
        #expect(note.tags.map(\.name) == tags)
        #expect(note.otherFields.map(\.key) == others)
    }

    /// A description may say that a note is private, so one that cannot be read is no licence.
    @Test(
        arguments: [
            ("{", .draft, [], 1), ("[]", .draft, [], 1), ("{}", .published, [], 0),
            (#"{"a": {"k": "1"}, "b": {"k": "2"}}"#, .published, ["k", "b.k"], 0),
            (
                #"{"creationDate": "soon", "sourceURL": "x:y"}"#, .published,
                ["creationDate", "sourceURL"], 0
            ),
            (#"{"net.shinyfrog.bear": {"archived": "yes"}}"#, .archived, [], 0),
        ] as [(String, Note.State, [String], Int)])
    func readsTextBundleMetadata(
        info: String, state: Note.State, others: [String], problems: Int
    ) throws {
        try folder.write("One line.", to: "A.textbundle/text.md")
        try folder.write(info, to: "A.textbundle/info.json")
        let read = try MarkdownFolder(folder.path, zone: .utc).note("A.textbundle/text.md")
        #expect(read.note.note.state == state)
        #expect(read.note.note.otherFields.map(\.key) == others)
        #expect(read.problems.count == problems)
    }

    @Test func detectsNotesWithSoftLineBreaks() throws {
        let wrapped = "A line that an editor\nhas wrapped."
        #expect(try note(wrapped).otherFields == [Note.markdownFormat])
        #expect(try note("One line.\n\nAnother  \nwith a break.").otherFields == [])
        #expect(try note("---\nline-breaks: keep\n---\n" + wrapped).lineBreaks(nil) == .keep)
        try folder.write("{}", to: ".obsidian/app.json")
        #expect(try note(wrapped).otherFields == [])
    }
}
