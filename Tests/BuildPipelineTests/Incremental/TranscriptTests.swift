import BuildPipeline
import BuildTestSupport
import LocalFiles
import NoteModel
import TestSupport
import Testing

/// Transcripts next to recordings, in builds of the sample.
@Suite(.tags(.acceptance))
struct TranscriptTests {
    private let build = NotebookBuild()

    init() throws {
        try build.writeSample()
    }

    private func write(_ text: String, to name: String = "song.wav.vtt") throws {
        let path = build.notes + "/Photos/" + name
        try FileWriting.overwrite(path, bytes: Array(text.utf8))
    }

    @Test func showsIndexesAndExportsTranscripts() throws {
        try write("WEBVTT\n\n00:00.000 --> 00:01.000\n<v Mia>Zwetschgendatschi & <b>more</b>")
        try build.run()
        let page = HTMLQuery(try build.text("site/notes/mias-birthday.html"))
        #expect(page.complaints.isEmpty)
        #expect(page.all("span", inside: "transcript").last?.text == "Zwetschgendatschi & more")
        #expect(page.all("b", inside: "transcript").map(\.text) == ["Mia"])
        #expect(
            try build.text("json/notebook.json").contains("\"text\":\"Zwetschgendatschi & more\""))
        #expect(try build.text("markdown/mias-birthday.md").contains("Zwetschgendatschi & more"))
        let search = try FolderContents(build.output + "/site/search").bytes.values
        #expect(
            search.contains { String(decoding: $0, as: UTF8.self).contains("zwetschgendatschi") })
    }

    @Test func rereadsChangedTranscripts() throws {
        for words in [nil, "First words", "Other words", nil] {
            if let words {
                try write(words, to: "song.wav.txt")
            } else {
                try LocalFiles.remove(build.notes + "/Photos/song.wav.txt")
            }
            try build.run()
            let page = try build.text("site/notes/mias-birthday.html")
            #expect(page.contains("class=\"transcript\"") == (words != nil))
            #expect(page.contains(words ?? "Mia"))
        }
    }

    @Test func reportsUnreadableTranscripts() throws {
        try write("no captions")
        let report = try build.run()
        let found = report.diagnostics.filter { $0.identifier == .unusableTranscript }
        #expect(found.count == 1 && found.first?.summary.contains("song.wav.vtt") == true)
    }
}
