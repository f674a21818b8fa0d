import BuildPipeline
import Diagnostics
import Foundation
import NoteArchives
import NoteModel
import OutputPlan
import TestSupport
import Testing

/// The search for words of excluded notes in files.
struct LeakCheckTests {
    private static let secret =
        "Über the harbour **mas**ter keeps his [spare key](https://k.example/a) under the “third” stone"

    private func note(_ title: String, _ body: String, photos: [Photo] = []) -> Note {
        Note(
            id: NoteID(source: title + ".data", index: 0), title: title, body: body, photos: photos)
    }

    private func check(_ published: [String] = [], accepted: [String] = []) throws -> LeakCheck {
        let photo = Photo(
            name: "boat.jpg", caption: "Grandmother steering our boat", content: .missing)
        return try LeakCheck(
            [
                note("Private matters of the house", Self.secret, photos: [photo]),
                note("Short", "two words\n\n- buy a red bicycle\n- 会いたい人の名前は山田です"),
            ],
            published: Notebook(
                title: "N",
                notes: published.enumerated().map { note("Note \($0)", $1) }),
            media: PreparedMedia(), accepted: accepted)
    }

    private func leaks(_ text: String, at path: String, _ check: LeakCheck) -> [LeakCheck.Leak] {
        check.check(Array(text.utf8), at: path)
        return check.leaks
    }

    @Test(arguments: [
        // Inline markup within lines and words, line breaks.
        "<p>Über <i>the</i> harbour <strong>mas</strong>ter\nkeeps <a href=\"x\">his spare key</a><br />\nunder the third stone</p>",
        // Quotation marks of all kinds, and none.
        "<p>\"Über the\" 'harbour' &quot;master&quot; keeps «his» &#8220;spare&#x201D; key under</p>",
        // Escapes, accents composed otherwise, capitals.
        "U\u{308}BER&nbsp;THE&#32;HARBOUR M&#97;ster&shy; keeps his spare key",
        // As it was written.
        secret,
        // Attributes, comments, scripts, style sheets.
        "<img alt='harbour master keeps his spare key under the third stone'>",
        "<a href=\"notes/private-matters-of-the-house.html\">x</a>",
        "<a href=search.html?q=Private%20matters%20of%20the%20house>x</a>",
        "<p data-note='{&quot;title&quot;:&quot;Private matters of the house&quot;}'>",
        "<!-- harbour master keeps his spare key under the third stone -->",
        "<script>x = \"the harbour master\\nkeeps \\u0068is spare key under the third\"</script>",
        "<style>p::before { content: \"Private matters of the house\" }</style>",
        // Titles, captions, lines, signs.
        "<title>Private matters of the house</title>",
        "<figcaption>Grandmother steering our boat</figcaption>",
        "<ul><li>x</li><li>Buy a red bicycle</li></ul>",
        "<p>会いたい人の<b>名前</b>は山田です。</p>",
        "<a href='notes/%E4%BC%9A%E3%81%84%E3%81%9F%E3%81%84%E4%BA%BA%E3%81%AE%E5%90%8D%E5%89%8D%E3%81%AF%E5%B1%B1%E7%94%B0%E3%81%A7%E3%81%99.html'>",
    ])
    func findsWordsInPagesHoweverTheyAreWritten(text: String) throws {
        for path in ["site/index.html", "site/feed.xml", "markdown/a.md"] {
            #expect(try leaks(text, at: path, check()).count >= 1, "\(path)")
        }
    }

    @Test(arguments: [
        "{\"body\":\"x\\nthe harbour **mas**ter keeps his \\\"spare\\\" key\\n under the\\tthird stone\"}",
        "{\"body\":\"\\u00dcber the harbour \\u003cb\\u003emaster\\u003c/b\\u003e keeps his spare key\"}",
        "notebinder(\"texts\",[[\"Private matters of the house\",\"notes/x.html\"]])",
        "[\"<p>the harbour <b class=\\\"x\\\">master</b> keeps his spare key under</p>\"]",
        "{\"caption\":\"Grandmother steering our boat\"}",
    ])
    func findsWordsInJSONAndScripts(text: String) throws {
        for path in ["json/notes.ndjson", "json/notebook.json", "site/search/texts-1.js"] {
            #expect(try leaks(text, at: path, check()).count >= 1, "\(path)")
        }
    }

    @Test func namesTheNoteAndAllWordsInCommon() throws {
        let text = "<p>He said the harbour master keeps his spare key under it</p>"
        let leak = try #require(try leaks(text, at: "site/a.html", check()).first)
        #expect(leak.note?.title == "Private matters of the house")
        #expect(leak.words == "the harbour master keeps his spare key under")
    }

    /// Each published note, and what pages, exports or search files make of it.
    @Test(arguments: [
        (
            "The harbour \"master\" keeps his *spare* key under the third stone",
            "<p>The harbour &quot;master&quot; keeps his <em>spare</em> key under the third stone</p>"
        ),
        (
            "the [harbour](https://h.example) master keeps his spare key under",
            "<p>the <a href=\"https://h.example\">harbour</a> master keeps his spare key under</p>"
        ),
        (
            "x\n\nPrivate matters — of the\nhouse",
            "<p>x</p><p>Private matters — of the<br>house</p>"
        ),
        ("Buy a red bicycle!", "<ul><li>Buy a red bicycle!</li></ul>"),
    ])
    func takesWordsOfPublishedNotesForPublic(body: String, page: String) throws {
        #expect(try !leaks(page, at: "site/a.html", check()).isEmpty)
        #expect(try leaks(page, at: "site/a.html", check([body])) == [])
        let json = String(decoding: try JSONEncoder().encode([body]), as: UTF8.self)
        #expect(try leaks(json, at: "json/a.json", check([body])) == [])
        #expect(try leaks(body, at: "markdown/a.md", check([body])) == [])
    }

    @Test func readsNoTextAcrossTheEndsOfOthers() throws {
        // The end of one record and the beginning of the next are no text.
        #expect(
            try leaks("[\"private matters\",\"of the house\"]", at: "json/x.json", check()) == [])
        #expect(
            try leaks("<li>private matters</li><li>of the house</li>", at: "site/x.html", check())
                == [])
        #expect(try leaks("two words, short", at: "site/x.html", check()) == [])
    }

    @Test func takesWordsOfUnreadObjectsForPublic() throws {
        let description = JSONValue.object([
            .init("x", .string("Private <b>matters</b> of the house"))
        ])
        let notebook = Notebook(
            title: "N", notes: [],
            unread: [UnreadObject(source: "o.json", place: "root", description: description)])
        let check = try LeakCheck(
            [note("Private matters of the house", "x")], published: notebook, media: PreparedMedia()
        )
        let text = "{\"x\":\"Private <b>matters</b> of the house\"}"
        #expect(leaks(text, at: "json/notebook.json", check) == [])
    }

    @Test func acceptsWordsAsTheyWereReported() throws {
        let page = "<p>the harbour master keeps his spare key under the third stone</p>"
        let words = try #require(try leaks(page, at: "site/a.html", check()).first).words
        let accepted = try leaks(page, at: "site/a.html", check(accepted: [words]))
        #expect(accepted.map(\.isAccepted) == [true])
        let more = page + "<p>Private matters of the house</p>"
        let both = try leaks(more, at: "site/a.html", check(accepted: [words]))
        #expect(Set(both.map(\.isAccepted)) == [true, false])
    }

    @Test func findsPicturesThatNoPublishedNoteHas() throws {
        for content in [
            OutputContent.derivative(
                DerivedFile(key: ContentKey(of: [1]), digest: ContentKey(of: [2]))),
            .original(StoredBytes(file: "/x", range: 0..<1), ContentKey(of: [1])),
        ] {
            let plan = TreePlan(
                tree: "site", files: [OutputFile(OutputPath("photos/a.jpg"), content)])
            #expect(throws: LeakCheck.Leak.self) { try check().check(plan) }
        }
    }
}

/// Runs with excluded notes, from archives to published files.
struct SharedWordsTests {
    private let build: Build
    private static let secret = "the harbour master keeps his spare key under the third stone"

    init() throws {
        build = try Build()
        try build.add("a.data", ArchivedNote(title: "Mine", body: "\(Self.secret) #private"))
        try build.add("b.data", ArchivedNote(title: "Open", body: "Nothing to see here"))
    }

    private func run(_ change: (inout BuildOptions) -> Void = { _ in }) throws -> Report {
        try build.run { options in
            options.leavingOut.tags = ["private"]
            change(&options)
        }
    }

    @Test func publishesWordsThatAPublishedNoteQuotes() throws {
        try build.add(
            "c.data",
            ArchivedNote(title: "Quote", body: "Yesterday she said \"I love you to the moon\""))
        try build.add(
            "d.data",
            ArchivedNote(title: "Own", body: "#private Yesterday she said I love you to the moon"))
        #expect(try run().diagnostics == [])
    }

    @Test func namesTheFileBothNotesAndTheWordsOnEveryRun() throws {
        try build.folder.write(
            "{{<layout.html}}{{$page}}<p>The harbour <b>master</b> keeps his spare key under it</p>{{/page}}{{/layout.html}}",
            to: "t/note.html")
        for _ in 0..<3 {
            let failure = #expect(throws: BuildFailure.self) {
                try run { $0.templates = build.folder.path + "/t" }
            }
            let message = failure?.message ?? ""
            #expect(
                message.hasPrefix(
                    "site/notes/open.html, the file of “Open”, contains words of the excluded note “Mine” (a.data): “the harbour master keeps his spare key under”. Nothing was published."
                ), "\(message)")
            #expect(message.contains("--accept-shared-words"))
        }
        #expect(throws: (any Error).self) { try build.tree("site") }
        let report = try run {
            $0.templates = build.folder.path + "/t"
            $0.acceptsSharedWords = true
        }
        #expect(report.diagnostics.count { $0.identifier == .sharedWords } == 1)
        let listed = try run {
            $0.templates = build.folder.path + "/t"
            $0.acceptedWords = ["The harbour master keeps his spare key under"]
        }
        #expect(listed.diagnostics.count { $0.identifier == .sharedWords } == 1)
        #expect(throws: BuildFailure.self) { try run { $0.templates = build.folder.path + "/t" } }
    }

    /// The twenty most frequent tags of a real technical notebook, in which notes have much in common.
    @Test(.enabled(if: Places.hasShared("notebooks"), "needs the folder of real notebooks"))
    func excludesFrequentTagsOfARealNotebookWithoutAlarm() throws {
        let notes = Places.shared + "/notebooks/til/MyNotes"
        try build.run(notes: notes) { $0.formats = [.json] }
        let lines = try #require(try build.tree("json").files["notes.ndjson"]).bytes
        struct Line: Decodable {
            let title: String
            let tags: [String]
        }
        let all = try lines.split(separator: 0x0A).map {
            try JSONDecoder().decode(Line.self, from: Data($0))
        }
        var counts: [String: Int] = [:]
        for tag in all.flatMap(\.tags) { counts[tag, default: 0] += 1 }
        let frequent = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(20).map(
            \.key)
        #expect(frequent.count == 20)
        for tag in frequent {
            let report = try build.run(notes: notes, output: build.folder.path + "/Excluded") {
                $0.leavingOut.tags = [.init(tag)]
                $0.allowsRemovals = true
            }
            #expect(report.leftOut.count >= counts[tag] ?? 0, "\(tag)")
        }
        // The title of one of the notes, which nothing else contains, is found.
        try build.folder.write(
            "<p>Chrome Supports Many Unix Keyboard Shortcuts</p>", to: "u/footer.html")
        let failure = #expect(throws: BuildFailure.self) {
            try build.run(notes: notes, output: build.folder.path + "/Leaking") {
                $0.leavingOut.tags = ["chrome"]
                $0.templates = build.folder.path + "/u"
            }
        }
        #expect(failure?.message.contains("“Chrome Supports Many Unix Keyboard Shortcuts”") == true)
    }
}
