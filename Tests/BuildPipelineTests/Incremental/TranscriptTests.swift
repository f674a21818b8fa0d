import BuildPipeline
import BuildTestSupport
import Foundation
import NoteModel
import SampleNotes
import TestSupport
import Testing

/// Transcripts next to recordings, in builds of the sample.
@Suite(.tags(.acceptance))
struct TranscriptTests {
    private let build: NotebookBuild

    init() throws {
        build = try NotebookBuild()
        _ = try SampleNotes.write(to: build.notes, photoWorker: Places.photoWorker)
    }

    private func write(_ text: String, to name: String = "song.wav.vtt") throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: build.notes + "/Photos/" + name))
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: build.output + "/" + path, encoding: .utf8)
    }

    @Test func areShownSearchedAndExported() throws {
        try write("WEBVTT\n\n00:00.000 --> 00:01.000\n<v Mia>Zwetschgendatschi & <b>more</b>")
        try build.run()
        let page = HTMLQuery(try text("site/notes/mias-birthday.html"))
        #expect(page.complaints.isEmpty)
        #expect(page.all("span", inside: "transcript").last?.text == "Zwetschgendatschi & more")
        #expect(page.all("b", inside: "transcript").map(\.text) == ["Mia"])
        #expect(try text("json/notebook.json").contains("\"text\":\"Zwetschgendatschi & more\""))
        #expect(try text("markdown/mias-birthday.md").contains("Zwetschgendatschi & more"))
        let search = try FileManager.default.contentsOfDirectory(
            atPath: build.output + "/site/search")
        let files = try search.map { try text("site/search/" + $0) }
        #expect(files.contains { $0.contains("zwetschgendatschi") })
    }

    @Test func areReadAgainWhenTheyChange() throws {
        try build.run()
        #expect(try !text("site/notes/mias-birthday.html").contains("class=\"transcript\""))
        try write("First words", to: "song.wav.txt")
        try build.run()
        #expect(try text("site/notes/mias-birthday.html").contains("First words"))
        try write("Other words", to: "song.wav.txt")
        try build.run()
        #expect(try text("site/notes/mias-birthday.html").contains("Other words"))
        try FileManager.default.removeItem(atPath: build.notes + "/Photos/song.wav.txt")
        try build.run()
        #expect(try !text("site/notes/mias-birthday.html").contains("class=\"transcript\""))
    }

    @Test func areReportedIfTheyCannotBeRead() throws {
        try write("no captions")
        let report = try build.run()
        let found = report.diagnostics.filter { $0.identifier == .unusableTranscript }
        #expect(found.count == 1 && found.first?.summary.contains("song.wav.vtt") == true)
    }
}
