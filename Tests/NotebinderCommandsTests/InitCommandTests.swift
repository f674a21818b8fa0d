import BuildPipeline
import Foundation
import NoteModel
import TestSupport
import Testing

/// The files with which somebody begins: a configuration, and templates to change.
@Suite(.tags(.acceptance))
struct InitCommandTests: CommandSuite {
    let folder = TemporaryFolder(isInMemory: true)

    /// Whatever is commented out is valid once it is not, and every key is there.
    @Test func writesAConfigurationThatIsValid() throws {
        try run("init")
        func options(_ name: String) throws -> BuildOptions {
            try BuildOptions(notes: nil, config: folder.path + "/" + name)
        }
        #expect(try options("notebinder.yml").title == "Notebook")
        let settings = try folder.text("notebinder.yml")
            .split(separator: "\n", omittingEmptySubsequences: false).map { line in
                // Settings within others are indented behind the sign.
                line.hasPrefix("#") && (!line.hasPrefix("# ") || line.hasPrefix("#  "))
                    ? line.dropFirst() : line
            }
        try folder.write(settings.joined(separator: "\n"), to: "all.yml")
        let all = try options("all.yml")
        #expect(all.title == "My notes" && all.templates == folder.path + "/my-templates")
        try folder.write("nokey: 1\n", to: "wrong.yml")
        let message = #expect(throws: UserError.self) { try options("wrong.yml") }?.message
        let known = message?.split(separator: "Known keys: ").last?.split(separator: ", ") ?? []
        #expect(known.count > 20)
        for key in known.map({ $0.trimmingPrefix(" ").prefix { $0.isLetter || $0 == "-" } }) {
            #expect(settings.contains { $0.hasPrefix(key + ":") }, "\(key)")
        }
    }

    @Test func overwritesNoConfiguration() throws {
        try folder.write("title: Mine\n", to: "notebinder.yml")
        try run("init", status: 1, says: "notebinder.yml exists")
        #expect(try folder.text("notebinder.yml") == "title: Mine\n")
        try run("init", "other.yml")
        #expect(try folder.text("other.yml").contains("#title: My notes"))
    }

    @Test func copiesTemplatesToChange() throws {
        try run("new", "A", "--text", "x")
        try run("templates", "--copy", "mine", "footer.html", "style.css")
        #expect(try contents("mine").names == ["footer.html", "style.css"])
        try run("build", "--templates", "mine")
        let before = try contents("Notebook/site")
        try run("build", "--full")
        #expect(try contents("Notebook/site") == before)
        try run(
            "templates", "--copy", "mine", "note.html", "style.css", status: 1,
            says: "mine/style.css exists")
        #expect(try contents("mine").names.count == 2)
        try run(
            "templates", "--copy", "x", "foter.html", status: 64,
            says: "Did you mean “footer.html”?")
        try run("templates", "--copy", "all")
        try run("build", "--templates", "all")
        #expect(try contents("Notebook/site") == before)
    }
}
