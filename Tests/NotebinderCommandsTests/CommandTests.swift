import Foundation
import LocalFiles
import NoteEditing
import TestSupport
import Testing

/// The program as it is called: arguments in, text and exit status out.
@Suite(.tags(.acceptance))
struct CommandTests: CommandSuite {
    let folder = TemporaryFolder()

    @Test(arguments: [
        (["buidl"], "Unknown command 'buidl'. Did you mean 'build'?"),
        (["help", "serv"], "Unknown command 'serv'. Did you mean 'serve'?"),
        (["photos", "lst"], "Unknown command 'lst'. Did you mean 'list'?"),
        (["export", "pdf"], "Unknown command 'pdf'. There are enex and sqlite."),
        (["publish-everything"], "Unknown command 'publish-everything'.\n"),
    ])
    func suggestsTheIntendedCommand(_ arguments: [String], message: String) throws {
        try run(arguments, status: 64, says: [message])
    }

    /// A name that begins with a hyphen is never taken for `--help`, which would be a success.
    @Test func distinguishesNamesFromOptions() throws {
        let refused = try run(
            "new", "-dash", status: 64,
            says: "Unknown option '-dash'. If it is a name, write -- before")
        #expect(refused.output.isEmpty)
        try run("new", "--text", "x", "--", "-dash")
        try run("build", "-oNB", "-q", "-n", "MyNotes")
        #expect(exists("NB/site/notes/dash.html"))
        try run("build", "-qv", status: 64)
    }

    /// A folder that is misspelt is not created, nor served.
    @Test func refusesMissingFolders() throws {
        for arguments in [["serve", "Gone"], ["edit", "--web", "-n", "Gone"]] {
            try run(arguments, status: 1, says: ["folder Gone does not exist"])
            #expect(!exists("Gone"))
        }
        try folder.write("# A", to: "Mine/a.md")
        try run(
            "import", "Mine", "--notes", "./Mine", status: 1,
            says: "both the export and the notes folder")
        #expect(try contents("Mine").names == ["a.md"])
    }

    @Test func publishesAndThenIsSilent() throws {
        try addNote()
        let first = try run("build")
        #expect(first.output == "" && first.errors.hasPrefix("Read 1 note from 1 file.\n"))
        for file in ["site/notes/title.html", "markdown/title.md", "json/notebook.json"] {
            #expect(exists("Notebook/" + file), "\(file)")
        }
        let second = try run("build")
        #expect(second.output + second.errors == "")
    }

    @Test func exitsWith2WhenSomethingCouldNotBeRead() throws {
        try addNote()
        try folder.write("", to: "MyNotes/empty.data")
        try run("build", status: 2, says: "empty.data is empty.")
        #expect(exists("Notebook/site/index.html"))
        #expect(try run("build", status: 2).errors == "")
        // Asked for, what remains is named again.
        try run("build", "--verbose", status: 2, says: "empty.data is empty.")
        try addNote(photos: [.name("gone.jpg")], to: "b.data")
        try run("build", status: 2, says: "gone.jpg is missing")
    }

    @Test func writesOnlyTheFormatsAskedFor() throws {
        try addNote()
        try run("build", "--formats", "json,markdown")
        #expect(!exists("Notebook/site") && exists("Notebook/json"))
    }

    @Test(arguments: [
        ["build", "--colour"], ["bind-everything"], ["build", "--formats", "pdf"],
        ["build", "--time-zone", "Moon/Base"], ["build", "a", "b"],
        ["build", "a", "--notes", "b"], ["sample", "--output", "x"],
    ])
    func exitsWith64ForWrongUsage(arguments: [String]) throws {
        #expect(try run(arguments, status: 64, says: ["Usage: notebinder"]).output == "")
    }

    @Test func exitsWith1AndOneSentenceWhenNothingCanBePublished() throws {
        func expectFailure(_ word: String, _ arguments: String...) throws {
            let errors = try run(arguments, status: 1, says: [word]).errors
            #expect(errors.hasPrefix("notebinder: "), "\(errors)")
            #expect(errors.split(separator: "\n").count == 1, "\(errors)")
            #expect(!exists("Notebook/site"))
        }
        try expectFailure("MyNotes cannot be read", "build")
        try folder.write("x", to: "empty/.keep")
        try expectFailure("holds no notes", "build", "empty")
        #expect(!exists("Notebook"))
        try folder.write("", to: "broken/a")
        try expectFailure("a is empty. Copy it again", "build", "broken")
        try folder.write("", to: "broken/b")
        try expectFailure(
            "No notes among the 2 files of broken; 2 could not be read", "build", "broken")
        try addNote()
        try folder.write("thesis", to: "Taken/thesis.txt")
        try expectFailure("Taken holds files", "build", "-o", "Taken")
        try expectFailure("contain each other", "build", "-o", "MyNotes/out")
        try expectFailure("templates folder none", "build", "--templates", "none")
        try folder.write("{{titel}}", to: "own/note.html")
        try expectFailure(
            "note.html:1:1: the page offers no “titel”", "build", "--templates", "own")
        try addNote(photos: [.data(PNGPicture.quarters(width: 4, height: 4))], to: "b")
        try expectFailure("photo worker", "build", "--photo-worker", "/nonexistent")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/Link", withDestinationPath: "nowhere")
        try expectFailure("Link is a link to nowhere, which does not exist", "build", "-o", "Link")
        try expectFailure("passwd is neither a folder nor a ZIP file", "verify", "/etc/passwd")
        // A first run that fails leaves no files.
        #expect(!exists("Notebook"))
        try folder.write("text", to: "file")
        try expectFailure("file is a file", "build", "-o", "file")
        try expectFailure("file is not a folder", "bag", "-o", "file/x")
        try expectFailure("file: Not a directory", "build", "-o", "file/x")
        try expectFailure("cannot follow the link", "build", "-o", "Link/x")
        try expectFailure("cannot follow the link", "import", "empty", "--notes", "Link")
        try LocalFiles.makeFolder(folder.path + "/Mine")
        try expectFailure("photo worker", "build", "-o", "Mine", "--photo-worker", "/nonexistent")
        #expect(try LocalFiles.entries(of: folder.path + "/Mine").isEmpty)
    }

    @Test func publishesAnEmptyNotebookOnceThatIsAllowed() throws {
        try addNote()
        try run("build")
        try remove("MyNotes/a.data")
        try run("build", status: 1, says: "--allow-removals")
        try run("build", "--allow-removals")
        #expect(!exists("Notebook/site/notes") && exists("Notebook/site/index.html"))
        // An empty notebook has no more notes to lose.
        try run("build")
        try run("build", "--full")
        try addNote()
        try run("build")
        // What is in the trash was deleted on purpose.
        try run("delete", "Title")
        try run("build")
        #expect(!exists("Notebook/site/notes") && exists("Notebook/site/index.html"))
    }

    @Test func countsAMissingPictureOnce() throws {
        try addNote(body: "![[gone.png|100]] and ![](gone.png)")
        try run("build", status: 2, says: "Published 0 of 1 photo, 1 missing.")
        let page = try folder.text("Notebook/site/notes/title.html")
        #expect(page.contains("Photo missing: gone.png"))
    }

    /// A copy that lost both its ledger and its manifests is refused, and none of its files is
    /// removed.
    @Test func keepsRecordsWhenABuildIsRefused() throws {
        try addNote()
        try run("build")
        for name in ["ledger.json", "manifests"] { try remove("Notebook/.notebinder/" + name) }
        let before = try contents("Notebook/.notebinder").names.filter { $0 != "status.json" }
        try run("build", status: 1)
        #expect(try before.allSatisfy(contents("Notebook/.notebinder").names.contains))
    }

    @Test func writesABagNamedZipAsAZIPFile() throws {
        try addNote()
        try run("bag", "-o", "Bag.zip")
        #expect(try folder.text("Bag.zip").hasPrefix("PK"))
        try run("verify", "Bag.zip")
    }

    @Test func listsOnlyOptionsThatACommandUses() throws {
        for command in ["rollback", "serve"] {
            let help = try run(command, "--help").output
            for option in [
                "--title", "--language", "--templates", "--allow-removals", "--time-zone",
            ] {
                #expect(!help.contains(option), "\(command) \(option)")
            }
        }
        #expect(!(try run("delete", "--help").output.contains("beginning")))
        try run("build", "--wait", "-3", status: 64, says: "from 0 to 86400")
        for arguments in [
            ["build", "--wait", "1e99"], ["rollback", "--wait", "nan"], ["serve", "--port", "-1"],
            ["bag", "-o", "B", "--date", "-1"], ["bag", "-o", "B.zip", "--link"],
        ] { try run(arguments, status: 64) }
    }

    @Test(arguments: [
        ("golang.org/doc/", "begins with its scheme, as in https://golang.org/doc/."),
        ("www.example.museum", "as in https://www.example.museum."),
        ("", "Write an address between the parentheses."),
        ("Another note", "linked by its title, as [[Title]]."),
        ("readme.md", "linked by its title, as [[Title]]."),
    ])
    func suggestsAFixForADeadLink(_ address: String, hint: String) throws {
        try addNote(body: "[words](<\(address)>)")
        try run("build", status: nil, says: hint, "shown unlinked")
    }

    @Test func saysThatThereIsNothingToList() throws {
        try addNote()
        let search = try run("list", "--search", "zebra")
        #expect(search.output.isEmpty && search.errors == "No note contains “zebra”.\n")
        #expect(try run("restore").errors == "The trash is empty.\n")
    }

    @Test func keepsTheOldTreesWhenARunFails() throws {
        try addNote()
        try run("build")
        let before = try contents("Notebook/site")
        try addNote(photos: [.data(PNGPicture.quarters(width: 4, height: 4))], to: "b")
        try run("build", "--photo-worker", "/nonexistent", status: 1)
        #expect(try contents("Notebook/site") == before)
    }

    @Test func publishesNothingWithAWorkerThatAlwaysDies() throws {
        let script = try folder.write(
            "#!/bin/sh\necho '{\"ready\":{\"_0\":{\"version\":\"0\",\"kinds\":[\"png\",\"jpeg\"]}}}'\nread line\nkill -SEGV $$\n",
            to: "worker.sh")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        try addNote(photos: (4..<8).map { .data(PNGPicture.quarters(width: $0, height: 4)) })
        try run(
            "build", "--photo-worker", script, status: 1,
            says: "The photo worker failed at each of 4 photos.")
        #expect(!exists("Notebook/site"))
    }

    @Test func overridesTemplatesFromAFolder() throws {
        try addNote()
        try folder.write("<h1>{{title}}</h1>{{>mine.html}}", to: "own/note.html")
        try folder.write("<p>{{notebookTitle}}</p>", to: "own/mine.html")
        try run("build", "--templates", "own", "--title", "My <own>")
        let page = try folder.text("Notebook/site/notes/title.html")
        #expect(page == "<h1>Title</h1><p>My &lt;own&gt;</p>")
        try folder.write("body{color:teal}", to: "own/style.css")
        try run("build", "--templates", "own")
        let own = try contents("Notebook/site/assets").bytes.filter { $0.key.hasPrefix("style-") }
        #expect(Array(own.values) == [Array("@layer notebinder{body{color:teal}}\n".utf8)])
    }

    @Test func publishesASingleArchive() throws {
        try folder.write(note: ArchivedNote(title: "Alone", body: ""), to: "Note.data")
        try run("build", "Note.data")
        #expect(exists("Notebook/site/notes/alone.html"))
    }

    @Test func replacesControlCharactersInNames() throws {
        try addNote()
        try folder.write("", to: "MyNotes/bad\u{1B}[31m\nname")
        let run = try run("build", status: 2, says: "bad\u{FFFD}[31m\u{FFFD}name is empty.")
        #expect(!run.errors.contains("\u{1B}"))
    }

    @Test func printsHelpAndVersion() throws {
        for arguments in [["--help"], ["build", "--help"], ["sample", "--help"]] {
            #expect(try run(arguments).output.contains("USAGE: notebinder"))
        }
        #expect(try run("--version").output == "0.1.0\n")
    }
}
