import LocalFiles
import NoteImports
import NoteModel
import Platform
import TestSupport
import Testing

/// References of Markdown files of other programs: pictures, transcripts, comments and tags.
@Suite(.tags(.acceptance))
struct MarkdownReferenceTests {
    private let folder = TemporaryFolder()

    private func note(_ text: String, name: String = "A walk.md") throws -> Note {
        try folder.write(text, to: name)
        return try MarkdownFolder(folder.path, zone: .utc).note(name).note.note
    }

    /// A picture of the same name in another folder is another picture.
    @Test(arguments: [
        ("![](img/p.png)", 0), ("<img src=\"img/p.png\">", 0), ("![](p.png)", 1),
        ("![[p.png]]", 1), ("![[img/p.png]]", 1), ("![](../Rome/img/p.png)", 1),
    ])
    func takesNoOtherFileForThatOfAPath(text: String, count: Int) throws {
        try folder.write([1], to: "Rome/img/p.png")
        #expect(try note(text, name: "Paris/a.md").photos.count == count)
    }

    @Test func takesNoFileOfAnotherBundle() throws {
        try folder.write([1], to: "Rome.textbundle/assets/p.png")
        try folder.write("{}", to: "Rome.textbundle/info.json")
        try folder.write("{}", to: "Paris.textbundle/info.json")
        #expect(
            try note("![[p.png]] ![](p.png)", name: "Paris.textbundle/text.md").photos.isEmpty)
        #expect(try note("![](p.png)", name: "Rome.textbundle/text.md").photos.count == 1)
    }

    @Test(arguments: [
        ("x.textbundle/text.md", "for %%f in %%g", "for %%f in %%g"),
        ("a.md", "100%% and 50%% of", "100%% and 50%% of"),
        ("a.md", "a %%b%% c", "a <!-- b --> c"),
    ])
    func findsCommentsOnlyWhereTheyMayBe(name: String, text: String, body: String) throws {
        #expect(try note(text, name: name).body == body)
    }

    /// A comment of YAML.
    @Test(arguments: ["tags: #private", "Tags:  #private, #a", "keywords: #private"])
    func readsTagsThatYAMLTakesForAComment(line: String) throws {
        let tags = try note("---\ntitle: A\n\(line)\n---\nText").tags.map(\.name)
        #expect(tags.first == "private")
        #expect(try note("---\ntags: [a] # private\nx: #y\n---\n").tags.map(\.name) == ["a"])
    }

    @Test func takesTranscriptsAlong() throws {
        try folder.write(Sound.wave(seconds: 1, tone: 440), to: "talk.wav")
        let vtt = try folder.write(
            "WEBVTT\n\n00:01.000 --> 00:02.000\nSpoken\n", to: "talk.wav.vtt")
        try folder.write("![](talk.wav)", to: "a.md")
        let read = try MarkdownFolder(folder.path, zone: .utc).note("a.md").note
        #expect(read.note.recordings.first?.transcript?.cues.map(\.text) == ["Spoken"])
        #expect(read.transcriptFiles == [LocalFiles.resolved(vtt)])
    }
}
