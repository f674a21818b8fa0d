import BuildPipeline
import Foundation
import LocalFiles
import NoteModel
import TestSupport
import Testing

/// The files with which somebody begins: a configuration, and templates to change.
@Suite(.tags(.acceptance))
struct InitCommandTests: CommandSuite {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder(isInMemory: true) }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
    }

    /// Whatever is commented out is valid once it is not, and every key is there.
    @Test func writesAConfigurationThatIsValid() throws {
        try run("init")
        let text = try text("notebinder.yml")
        #expect(
            try BuildOptions(notes: nil, config: folder.path + "/notebinder.yml").title
                == "Notebook")
        let settings = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            // Settings within others are indented behind the sign.
            line.hasPrefix("#") && (!line.hasPrefix("# ") || line.hasPrefix("#  "))
                ? line.dropFirst() : line
        }
        try folder.write(settings.joined(separator: "\n"), to: "all.yml")
        let all = try BuildOptions(notes: nil, config: folder.path + "/all.yml")
        #expect(all.title == "My notes" && all.templates == folder.path + "/my-templates")
        let message = #expect(throws: UserError.self) {
            try folder.write("nokey: 1\n", to: "wrong.yml")
            return try BuildOptions(notes: nil, config: folder.path + "/wrong.yml")
        }?.message
        let known = message?.split(separator: "Known keys: ").last?.split(separator: ", ") ?? []
        #expect(known.count > 20)
        for key in known.map({ $0.trimmingPrefix(" ").prefix { $0.isLetter || $0 == "-" } }) {
            #expect(settings.contains { $0.hasPrefix(key + ":") }, "\(key)")
        }
    }

    @Test func overwritesNoConfiguration() throws {
        try folder.write("title: Mine\n", to: "notebinder.yml")
        #expect(try run("init", status: 1).errors.contains("notebinder.yml exists"))
        #expect(try text("notebinder.yml") == "title: Mine\n")
        try run("init", "other.yml")
        #expect(try text("other.yml").contains("#title: My notes"))
    }

    @Test func copiesTemplatesToChange() throws {
        try run("new", "A", "--text", "x")
        try run("templates", "--copy", "mine", "footer.html", "style.css")
        #expect(
            try FolderContents(folder.path + "/mine").names.sorted() == [
                "footer.html", "style.css",
            ])
        try run("build", "--templates", "mine")
        let before = try FolderContents(folder.path + "/Notebook/site")
        try run("build", "--full")
        #expect(try FolderContents(folder.path + "/Notebook/site") == before)
        let refused = try run("templates", "--copy", "mine", "note.html", "style.css", status: 1)
        #expect(refused.errors.contains("mine/style.css exists"))
        #expect(try FolderContents(folder.path + "/mine").names.count == 2)
        #expect(
            try run("templates", "--copy", "x", "foter.html", status: 64).errors
                .contains("Did you mean “footer.html”?"))
        try run("templates", "--copy", "all")
        try run("build", "--templates", "all")
        #expect(try FolderContents(folder.path + "/Notebook/site") == before)
    }
}
