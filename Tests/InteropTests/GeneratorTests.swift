import BuildPipeline
import BuildTestSupport
import LocalFiles
import NoteEditing
import NoteExports
import SampleNotes
import TestSupport
import Testing

/// The Markdown tree as other programs read it.
///
/// `make interop` installs these programs; a test of one that is absent is skipped.
@Suite(.tags(.acceptance))
struct GeneratorTests {
    /// A static site generator, and the profile that is meant for it.
    enum Generator: String, CaseIterable, CustomTestStringConvertible {
        case hugo = "hugo 0.168", debianHugo = "hugo of Debian"
        case jekyll, mkdocs, pelican, zensical

        /// The name by which the checker knows it.
        var name: String { self == .hugo || self == .debianHugo ? "hugo" : rawValue }

        var program: String? {
            switch self {
            case .debianHugo: Places.program("/usr/bin/hugo")
            case .jekyll: Places.program("/usr/bin/jekyll")
            case .hugo, .mkdocs, .pelican, .zensical: Places.interop(name)
            }
        }

        var profile: MarkdownStyle.Profile {
            switch self {
            case .hugo, .debianHugo: .hugo
            case .jekyll: .jekyll
            case .mkdocs, .pelican, .zensical: .plain
            }
        }

        var testDescription: String { rawValue }

        static var installed: [Generator] { allCases.filter { $0.program != nil } }
    }

    private let build = NotebookBuild()

    /// Publishes notes with a generator, and returns what is wrong with its site.
    private func problems(
        _ generator: Generator, notes: String, style: MarkdownStyle
    ) throws -> [String] {
        try build.run(notes: notes) {
            $0.formats = [.markdown, .json]
            $0.markdown = style
        }
        let work = build.folder.path + "/work"
        try LocalFiles.makeFolder(work)
        let run = try FinishedProgram(
            try #require(Places.python),
            arguments: [
                Places.package + "/Tests/InteropTests/check-generator.py", generator.name,
                try #require(generator.program), build.output, work,
            ])
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let count = try LocalFiles.read(build.output + "/json/notes.ndjson").count { $0 == 0x0A }
        var lines = run.output.split(separator: "\n").map { String($0) }
        #expect(lines.popLast() == "\(count) notes")
        return lines
    }

    /// Expects a site with all notes, their titles, dates and tags, and no broken pictures.
    private func expectWhole(_ generator: Generator, notes: String) throws {
        #expect(
            try problems(generator, notes: notes, style: MarkdownStyle(generator.profile)) == [])
    }

    @Test(
        .enabled(if: Places.python != nil, "needs the Python of make test"),
        arguments: Generator.installed)
    func publishesTheSample(generator: Generator) throws {
        _ = try SampleNotes.write(to: build.notes, photoWorker: Places.photoWorker)
        try expectWhole(generator, notes: build.notes)
    }

    @Test(
        .enabled(if: Places.python != nil, "needs the Python of make test"),
        .enabled(if: Places.hasShared("notebooks"), "needs the shared notebooks"),
        arguments: Generator.installed, ["til", "camera", "napkin", "cards", "lectures"])
    func publishesRealNotes(generator: Generator, notebook: String) throws {
        try expectWhole(generator, notes: Places.shared + "/notebooks/\(notebook)/MyNotes")
    }

    @Test(
        .enabled(if: Places.python != nil, "needs the Python of make test"),
        .enabled(if: Generator.debianHugo.program != nil, "needs Hugo"))
    func noticesBrokenPictures() throws {
        try build.folder.write(
            PNGPicture.quarters(width: 8, height: 8), to: "MyNotes/Photos/tart.png")
        try build.add("1.data", note: .init(title: "Tart", body: "![](tart.png)"))
        #expect(
            try problems(.debianHugo, notes: build.notes, style: .original)
                == ["tart.png", "photos/tart-1.png"].map {
                    "tart shows \($0), which does not exist"
                })
    }
}
