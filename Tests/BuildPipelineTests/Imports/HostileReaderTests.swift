import BuildPipeline
import BuildTestSupport
import LocalFiles
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Small files that would make a reader work without end or overflow its stack. Each one is named,
/// and all other notes are read.
@Suite(.tags(.acceptance))
struct HostileReaderTests {
    private let build = NotebookBuild()

    private static let deep = 20_000
    private static let aliases =
        "a: &a0 [x,x]\n"
        + (1...12).map { level in
            "b\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ","))]\n"
        }.joined()

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            "+++\na" + String(repeating: ".a", count: deep) + " = 1\n+++\nx",
            "+++\n[a" + String(repeating: ".a", count: deep) + "]\n+++\nx",
            "+++\nb = 1 # it's\na" + String(repeating: ".'a'", count: deep) + " = 1\n+++\nx",
            "+++\na = " + String(repeating: "{a.a.a.a.a.a=", count: 200) + "\n+++\nx",
            "---\n\(aliases)---\nx",
            "---\na: " + String(repeating: "[", count: deep) + "\n---\nx",
            "---\n" + String(repeating: "- ", count: deep) + "\n---\nx",
        ])
    func reportsHostileFrontMatter(text: String) throws {
        try build.folder.write(text, to: "In/bomb.md")
        try build.folder.write("Walnut", to: "In/good.md")
        let clock = ContinuousClock.now
        let report = try build.importNotes("In")
        #expect(clock.duration(to: .now) < .seconds(20))
        #expect(report.problems.count { $0.hasPrefix("bomb.md, line ") } == 1)
        #expect(report.counts.imported == 2)
        // What cannot be read may say that the note is private.
        let outcome = try build.run()
        #expect(outcome.notes == 2 && outcome.unpublished == ["draft": 1])
        #expect(try !build.tree("site").names.contains("notes/bomb.html"))
        #expect(try build.readNotes().first { $0.title == "bomb" }?.body == "x")
    }

    @Test(
        .timeLimit(.minutes(1)),
        .enabled(if: Places.hasShared("cases/hostile"), "needs the shared cases"),
        arguments: ["bt-ZLECTURENOTE-3-100.sqlite", "laughs-20-20-3.note"])
    func reportsHostileSources(name: String) throws {
        let bytes = try LocalFiles.read(Places.shared + "/cases/hostile/" + name)
        try build.folder.write(bytes, to: "MyNotes/" + name)
        try build.add("good.data", note: ArchivedNote(title: "Walnut", body: "Text"))
        let report = try build.run()
        let said = report.diagnostics.map { $0.origin.source } + report.sources.failed.map(\.name)
        #expect(said.contains { $0.hasSuffix(name) })
        #expect(try build.tree("site").files.keys.contains("notes/walnut.html"))
    }
}
