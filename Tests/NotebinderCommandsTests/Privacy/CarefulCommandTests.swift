import Foundation
import NoteEditing
import TestSupport
import Testing

/// Commands of which a careful owner of notes expects more than that they do as told.
@Suite(.tags(.acceptance))
struct CarefulCommandTests: CommandSuite {
    let folder = TemporaryFolder()

    private func permissions(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)[
            .posixPermissions] as? Int
    }

    /// The addresses of notes with one title are numbered as their files are, in another order.
    @Test(arguments: ["show", "edit", "delete"])
    func prefersFileNamesToPermalinksAndReportsBoth(command: String) throws {
        for (name, text, date) in [("dup", "one", 3), ("dup-2", "two", 1), ("dup-3", "three", 2)] {
            let note = ArchivedNote(
                title: "Dup", body: text,
                created: Date(timeIntervalSinceReferenceDate: Double(date)))
            try folder.write(note: note, to: "MyNotes/\(name).data")
        }
        let taken = try run(
            [command, "dup-2"] + (command == "edit" ? ["--text", "changed"] : []),
            says: ["dup-2.data", "dup-3.data"])
        let two = try contents("MyNotes").bytes["dup-2.data"]
        switch command {
        case "show": #expect(taken.output.contains("two"))
        case "edit": #expect(two?.contains(Array("changed".utf8)) == true)
        default: #expect(two == nil)
        }
    }

    @Test func reportsAFileShadowedByATitle() throws {
        for text in ["one", "two", "three"] { try run("new", "Dup", "--text", text) }
        try run("new", "dup-3", "--text", "titled")
        #expect(try run("show", "dup-3", says: "dup-3.data").output.contains("titled"))
    }

    @Test func purgesNothingInADryRun() throws {
        try run("new", "Gone", "--text", "walnut")
        try run("delete", "Gone")
        let before = try contents("MyNotes").bytes
        let trial = try run("trash", "purge", "--older-than", "0d", "--dry-run")
        #expect((trial.output + trial.errors).contains("Gone"))
        #expect(try contents("MyNotes").bytes == before)
        try run("trash", "purge", "--older-than", "0d")
        let after = try contents("MyNotes").bytes.values
        #expect(!after.contains { $0.contains(Array("walnut".utf8)) })
    }

    /// A picture of another note, which may be excluded, is not shown because a text names it.
    @Test(arguments: ["x.png", "x.wav"])
    func publishesNoFilesOfOtherNotes(name: String) throws {
        let picture = PNGPicture.quarters(width: 8, height: 8)
        try folder.write(picture, to: "x.png")
        try folder.write("exclude: {tags: [private]}\n", to: "notebinder.yml")
        try run("new", "Hidden", "--text", "#private", "--photo", "x.png", "--beside")
        if name == "x.wav" { try folder.write("RIFF", to: "MyNotes/Photos/x.wav") }
        try run("new", "Open", "--text", "![](x.png)")
        try run("build", status: 2, says: "x.png")
        #expect(try !published().contains(picture))
    }

    /// Bags have the originals of all notes.
    @Test(arguments: ["bag", "bag.zip"])
    func createsBagsReadableOnlyByTheOwner(name: String) throws {
        try run("new", "Note", "--text", "walnut")
        try run("bag", "-o", name)
        #expect(try permissions(name).map { $0 & 0o077 } == 0)
    }

    @Test(arguments: [["cards", "export", "Deck", "-o", "deck.csv"], ["bind", "-o", "book.html"]])
    func refusesToExportIfTheConfigurationIsLost(arguments: [String]) throws {
        try folder.write("exclude: {tags: [private]}\n", to: "notebinder.yml")
        try run("new", "Open", "--text", "walnut")
        try run("cards", "new", "Deck")
        try run("cards", "add", "Deck", "hazelnut #private", "answer")
        try run("build")
        try remove("notebinder.yml")
        try run(arguments, status: 1)
        #expect(!exists("deck.csv") && !exists("book.html"))
    }

    @Test func watchesWithoutPublishingExcludedNotes() throws {
        try folder.write("exclude: {tags: [private]}\n", to: "notebinder.yml")
        try run("new", "Hidden", "--text", "hazelnut #private")
        try run("new", "Open", "--text", "walnut")
        try run("build")
        try remove("notebinder.yml")
        _ = try FinishedProgram(
            "/usr/bin/timeout", arguments: ["4", Places.notebinder, "watch"], in: folder.path)
        #expect(try !published().contains { $0.contains(Array("hazelnut".utf8)) })
    }

    @Test func reportsAMissingFormatFile() throws {
        try run("new", "Note", "--text", "walnut")
        try run("build")
        try remove("Notebook/.notebinder/format")
        let build = try run("build", status: 1, says: "format")
        #expect(!build.errors.contains("did not write"))
    }

    @Test func readsLargeFrontMatterQuickly() throws {
        let lines = (0..<20_000).map { "key\($0): value \($0)" }.joined(separator: "\n")
        try folder.write("---\n\(lines)\n---\nwalnut\n", to: "In/Note.md")
        let run = try FinishedProgram(
            "/bin/bash",
            arguments: ["-c", "ulimit -t 20 && exec \"$@\"", "bash", Places.notebinder]
                + ["import", "In", "--notes", "MyNotes"], in: folder.path)
        #expect(run.status == 0, "\(run.errors.prefix(500))")
    }
}
