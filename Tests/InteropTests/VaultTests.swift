import BuildPipeline
import BuildTestSupport
import LocalFiles
import NoteExports
import SampleNotes
import TestSupport
import Testing

/// The Markdown tree as a vault, read by obsidiantools.
@Suite(
    .tags(.acceptance),
    .enabled(if: Places.interop("python3") != nil, "needs the programs of make interop"))
struct VaultTests {
    private func expectWhole(_ build: NotebookBuild, notes: String) throws {
        try build.run(notes: notes) {
            $0.formats = [.markdown, .json]
            $0.markdown = MarkdownStyle(.obsidian)
        }
        let run = try FinishedProgram(
            try #require(Places.interop("python3")),
            arguments: [
                Places.package + "/Tests/InteropTests/check-vault.py", build.output + "/markdown",
            ])
        let count = try LocalFiles.read(build.output + "/json/notes.ndjson").count { $0 == 0x0A }
        #expect(run.output == "\(count) notes\n", "\(run.errors)")
    }

    @Test func resolvesAllLinksOfTheSample() throws {
        let build = NotebookBuild()
        _ = try SampleNotes.write(to: build.notes, photoWorker: Places.photoWorker)
        try expectWhole(build, notes: build.notes)
    }

    @Test(
        .enabled(if: Places.hasShared("notebooks"), "needs the shared notebooks"),
        arguments: ["til", "camera", "napkin", "cards", "lectures"])
    func resolvesAllLinksOfRealNotes(notebook: String) throws {
        try expectWhole(
            NotebookBuild(), notes: Places.shared + "/notebooks/\(notebook)/MyNotes")
    }
}
