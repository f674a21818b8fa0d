import BuildPipeline
import BuildTestSupport
import Foundation
import LocalFiles
import NoteArchives
import NoteEditing
import SampleNotes
import TestSupport
import Testing

/// The Markdown tree as another generator reads it.
@Suite(.tags(.acceptance))
struct HugoTests {
    private static let hugo = "/usr/bin/hugo"
    private static let hasHugo = FileManager.default.isExecutableFile(atPath: hugo)
    private let build: NotebookBuild

    init() throws {
        build = try NotebookBuild()
    }

    private func expectWhole() throws {
        let site = build.folder.path + "/hugo"
        try build.folder.write("uglyURLs: true\ntitle: N\n", to: "hugo/hugo.yaml")
        try build.folder.write(
            "{{ .Title }}|{{ .Date.Unix }}|{{ .Lastmod.Unix }}|{{ delimit (.Params.tags | default slice) \",\" }}|{{ .Params.id }}|{{ .Params.source }}\n{{ .Content }}",
            to: "hugo/layouts/_default/single.html")
        try build.folder.write(
            "{{ range .Pages }}{{ .Title }}\n{{ end }}", to: "hugo/layouts/_default/list.html")
        let run = try FinishedProgram(
            Self.hugo,
            arguments: [
                "--source", site, "--config", "hugo.yaml", "--contentDir",
                build.output + "/markdown",
            ])
        #expect(run.status == 0)
        let said = run.output + run.errors
        #expect(!said.contains("WARN") && !said.contains("ERROR"), "\(said)")
        let published = try FolderContents(site + "/public").files
        struct Notebook: Decodable {
            struct Note: Decodable {
                let slug: String
                let title: String
                let created: String?
                let tags: [String]
            }
            let notes: [Note]
        }
        let json = try LocalFiles.read(build.output + "/json/notebook.json")
        let notes = try JSONDecoder().decode(Notebook.self, from: Data(json)).notes
        for note in notes {
            let page = try #require(published[note.slug + ".html"], "\(note.slug)")
            let head = String(decoding: page.bytes, as: UTF8.self).split(separator: "\n")[0]
                .components(separatedBy: "|")
            let title = note.title.replacing("&", with: "&amp;").replacing("\"", with: "&#34;")
                .replacing("'", with: "&#39;").replacing("<", with: "&lt;").replacing(
                    ">", with: "&gt;")
            #expect(head.first == title)
            if let created = note.created.flatMap({ try? Date($0, strategy: .iso8601) }) {
                #expect(head.dropFirst().first == String(Int(created.timeIntervalSince1970)))
            }
            #expect(head.count > 3 && head[3] == note.tags.joined(separator: ","))
        }
        for (name, file) in try build.tree("markdown").files where !name.hasSuffix(".md") {
            #expect(published[name]?.bytes == file.bytes, "\(name)")
        }
    }

    @Test(.enabled(if: hasHugo, "needs Hugo"))
    func readsTheSampleAsItIs() throws {
        _ = try SampleNotes.write(to: build.notes, photoWorker: Places.photoWorker)
        try build.add("index.data", note: .init(title: "index", body: "Not the folder's own page."))
        try build.run { $0.formats = [.markdown, .json] }
        try expectWhole()
    }

    @Test(
        .enabled(
            if: hasHugo && Places.hasShared("notebooks/camera"),
            "needs Hugo and the shared notebooks"),
        arguments: ["camera", "napkin", "cards", "lectures", "til"])
    func readsRealNotesAsTheyAre(notebook: String) throws {
        try build.run(notes: Places.shared + "/notebooks/\(notebook)/MyNotes") {
            $0.formats = [.markdown, .json]
        }
        try expectWhole()
    }

    @Test func givesFilesTheTimesOfTheirNotes() throws {
        let day = Date(timeIntervalSince1970: 1_404_900_300)
        try build.add(
            "1.data",
            note: .init(title: "A", body: "x", created: day.addingTimeInterval(-99), modified: day))
        try build.run()
        let file = try #require(try build.tree("markdown").files["a.md"])
        #expect(file.status.modified == 1_404_900_300_000_000_000)
    }
}
