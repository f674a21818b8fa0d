import Foundation
import LocalFiles
import NoteArchives
import NoteEditing
import NotebinderCommands
import TestSupport
import Testing

/// The program as it is called: arguments in, text and exit status out.
@Suite(.tags(.acceptance))
struct CommandTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func run(_ arguments: String...) throws -> FinishedProgram {
        try FinishedProgram(Places.notebinder, arguments: arguments, in: folder.path)
    }

    private func addNote(_ name: String = "a.data", photos: [ArchivedPhoto] = []) throws {
        let note = ArchivedNote(title: "Title", body: "Body", photos: .array(photos))
        try folder.write(note: note, to: "MyNotes/" + name)
    }

    private func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.path + "/" + path)
    }

    @Test(arguments: [
        (["buidl"], "Unknown command 'buidl'. Did you mean 'build'?"),
        (["help", "serv"], "Unknown command 'serv'. Did you mean 'serve'?"),
        (["photos", "lst"], "Unknown command 'lst'. Did you mean 'list'?"),
        (["export", "pdf"], "Unknown command 'pdf'. There are enex, sqlite and csv."),
        (["publish-everything"], "Unknown command 'publish-everything'.\n"),
    ])
    func namesTheCommandThatIsMeant(_ arguments: [String], message: String) throws {
        let run = try FinishedProgram(Places.notebinder, arguments: arguments, in: folder.path)
        #expect(run.status == 64)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    /// A name that begins with a hyphen is never taken for `--help`, which would be a success.
    @Test func tellsNamesFromOptions() throws {
        let refused = try run("new", "-dash")
        #expect(refused.status == 64 && refused.output.isEmpty)
        #expect(refused.errors.contains("Unknown option '-dash'. If it is a name, write -- before"))
        #expect(try run("new", "--text", "x", "--", "-dash").status == 0)
        #expect(try run("build", "-oNB", "-q", "-n", "MyNotes").status == 0)
        #expect(exists("NB/site/notes/dash.html"))
        #expect(try run("build", "-qv").status == 64)
    }

    /// A folder that is misspelt is not created, nor served.
    @Test func refusesFoldersThatAreNotThere() throws {
        for arguments in [["serve", "Gone"], ["edit", "--web", "-n", "Gone"]] {
            let run = try FinishedProgram(Places.notebinder, arguments: arguments, in: folder.path)
            #expect(run.status == 1 && run.errors.contains("folder Gone does not exist"))
            #expect(!exists("Gone"))
        }
        try folder.write("# A", to: "Mine/a.md")
        let run = try run("import", "Mine", "--notes", "./Mine")
        #expect(run.status == 1 && run.errors.contains("both the export and the notes folder"))
        #expect(try FolderContents(folder.path + "/Mine").names == ["a.md"])
    }

    @Test func publishesAndThenIsSilent() throws {
        try addNote()
        let first = try run("build")
        #expect(first.status == 0)
        #expect(first.output == "")
        #expect(first.errors.hasPrefix("Read 1 note from 1 file.\n"))
        #expect(exists("Notebook/site/notes/title.html"))
        #expect(exists("Notebook/markdown/title.md"))
        #expect(exists("Notebook/json/notebook.json"))
        let second = try run("build")
        #expect(second.status == 0)
        #expect(second.output + second.errors == "")
    }

    @Test func exitsWith2WhenSomethingCouldNotBeRead() throws {
        try addNote()
        try folder.write("", to: "MyNotes/empty.data")
        let first = try run("build")
        #expect(first.status == 2)
        #expect(first.errors.contains("empty.data is empty."))
        #expect(exists("Notebook/site/index.html"))
        let second = try run("build")
        #expect(second.status == 2)
        #expect(second.errors == "")
        // Asked for, what remains is named again.
        let third = try run("build", "--verbose")
        #expect(third.status == 2 && third.errors.contains("empty.data is empty."))
        try addNote("b.data", photos: [.name("gone.jpg")])
        #expect(try run("build").errors.contains("gone.jpg is missing"))
    }

    @Test func writesOnlyTheFormatsAskedFor() throws {
        try addNote()
        #expect(try run("build", "--formats", "json,markdown").status == 0)
        #expect(!exists("Notebook/site"))
        #expect(exists("Notebook/json"))
    }

    @Test(arguments: [
        ["build", "--colour"], ["bind-everything"], ["build", "--formats", "pdf"],
        ["build", "--time-zone", "Moon/Base"], ["build", "a", "b"],
        ["build", "a", "--notes", "b"], ["sample", "--output", "x"],
    ])
    func exitsWith64ForWrongUsage(arguments: [String]) throws {
        let run = try FinishedProgram(Places.notebinder, arguments: arguments, in: folder.path)
        #expect(run.status == 64)
        #expect(run.errors.contains("Usage: notebinder"))
        #expect(run.output == "")
    }

    @Test func exitsWith1AndOneSentenceWhenNothingCanBePublished() throws {
        func expectFailure(_ word: String, _ arguments: String...) throws {
            let run = try FinishedProgram(Places.notebinder, arguments: arguments, in: folder.path)
            #expect(run.status == 1)
            #expect(
                run.errors.contains(word) && run.errors.hasPrefix("notebinder: "), "\(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1)
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
        try addNote("b", photos: [.data(PNGPicture.quarters(width: 4, height: 4))])
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
        try FileManager.default.createDirectory(
            atPath: folder.path + "/Mine", withIntermediateDirectories: false)
        try expectFailure("photo worker", "build", "-o", "Mine", "--photo-worker", "/nonexistent")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/Mine").isEmpty)
    }

    @Test func publishesAnEmptyNotebookOnceThatIsAllowed() throws {
        try addNote()
        #expect(try run("build").status == 0)
        try FileManager.default.removeItem(atPath: folder.path + "/MyNotes/a.data")
        let refused = try run("build")
        #expect(refused.status == 1 && refused.errors.contains("--allow-removals"))
        #expect(try run("build", "--allow-removals").status == 0)
        #expect(!exists("Notebook/site/notes") && exists("Notebook/site/index.html"))
        // An empty notebook has no more notes to lose.
        #expect(try run("build").status == 0)
        #expect(try run("build", "--full").status == 0)
        try addNote()
        #expect(try run("build").status == 0)
        // What is in the trash was deleted on purpose.
        #expect(try run("delete", "Title").status == 0)
        #expect(try run("build").status == 0)
        #expect(!exists("Notebook/site/notes") && exists("Notebook/site/index.html"))
    }

    @Test func countsAMissingPictureHoweverATextShowsIt() throws {
        let note = ArchivedNote(title: "Title", body: "![[gone.png|100]] and ![](gone.png)")
        try folder.write(note: note, to: "MyNotes/a")
        let run = try run("build")
        #expect(run.status == 2 && run.errors.contains("Published 0 of 1 photo, 1 missing."))
        let page = try LocalFiles.read(folder.path + "/Notebook/site/notes/title.html")
        #expect(String(decoding: page, as: UTF8.self).contains("Photo missing: gone.png"))
    }

    /// A copy that lost both its ledger and its manifests is refused, and none of its files is
    /// removed.
    @Test func removesNoRecordsOfAnEarlierRunThatFailed() throws {
        try addNote()
        #expect(try run("build").status == 0)
        let records = folder.path + "/Notebook/.notebinder"
        try FileManager.default.removeItem(atPath: records + "/ledger.json")
        try FileManager.default.removeItem(atPath: records + "/manifests")
        let before = try FolderContents(records).names.filter { $0 != "status.json" }
        #expect(try run("build").status == 1)
        let after = try FolderContents(records).names
        #expect(before.allSatisfy(after.contains))
    }

    @Test func makesAZIPFileWhereABagIsNamedLikeOne() throws {
        try addNote()
        #expect(try run("bag", "-o", "Bag.zip").status == 0)
        #expect(try LocalFiles.read(folder.path + "/Bag.zip").starts(with: Array("PK".utf8)))
        #expect(try run("verify", "Bag.zip").status == 0)
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
        let negative = try run("build", "--wait", "-3")
        #expect(negative.status == 64 && negative.errors.contains("from 0 to 86400"))
        for arguments in [
            ["build", "--wait", "1e99"], ["rollback", "--wait", "nan"], ["serve", "--port", "-1"],
            ["bag", "-o", "B", "--date", "-1"], ["bag", "-o", "B.zip", "--link"],
        ] {
            #expect(
                try FinishedProgram(Places.notebinder, arguments: arguments, in: folder.path).status
                    == 64)
        }
    }

    @Test(arguments: [
        ("golang.org/doc/", "begins with its scheme, as in https://golang.org/doc/."),
        ("www.example.museum", "as in https://www.example.museum."),
        ("", "Write an address between the parentheses."),
        ("Another note", "linked by its title, as [[Title]]."),
        ("readme.md", "linked by its title, as [[Title]]."),
    ])
    func suggestsHowADeadLinkWasMeant(_ address: String, hint: String) throws {
        let note = ArchivedNote(title: "Title", body: "[words](<\(address)>)")
        try folder.write(note: note, to: "MyNotes/a")
        let run = try run("build")
        #expect(run.errors.contains(hint) && run.errors.contains("shown unlinked"), "\(run.errors)")
    }

    @Test func saysThatThereIsNothingToList() throws {
        try addNote()
        let search = try run("list", "--search", "zebra")
        #expect(search.output.isEmpty && search.errors == "No note contains “zebra”.\n")
        #expect(try run("restore").errors == "The trash is empty.\n")
    }

    @Test func keepsTheOldTreesWhenARunFails() throws {
        try addNote()
        #expect(try run("build").status == 0)
        let before = try FolderContents(folder.path + "/Notebook/site")
        try addNote("b", photos: [.data(PNGPicture.quarters(width: 4, height: 4))])
        #expect(try run("build", "--photo-worker", "/nonexistent").status == 1)
        #expect(try FolderContents(folder.path + "/Notebook/site") == before)
    }

    @Test func publishesNothingWithAWorkerThatAlwaysDies() throws {
        let script = try folder.write(
            "#!/bin/sh\necho '{\"ready\":{\"_0\":{\"version\":\"0\",\"kinds\":[\"png\",\"jpeg\"]}}}'\nread line\nkill -SEGV $$\n",
            to: "worker.sh")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        try addNote(photos: (4..<8).map { .data(PNGPicture.quarters(width: $0, height: 4)) })
        let run = try run("build", "--photo-worker", script)
        #expect(run.status == 1)
        #expect(run.errors.contains("The photo worker failed at each of 4 photos."))
        #expect(!exists("Notebook/site"))
    }

    @Test func replacesTemplatesByThoseOfAFolder() throws {
        try addNote()
        try folder.write("<h1>{{title}}</h1>{{>mine.html}}", to: "own/note.html")
        try folder.write("<p>{{notebookTitle}}</p>", to: "own/mine.html")
        #expect(try run("build", "--templates", "own", "--title", "My <own>").status == 0)
        let page = try String(
            contentsOfFile: folder.path + "/Notebook/site/notes/title.html", encoding: .utf8)
        #expect(page == "<h1>Title</h1><p>My &lt;own&gt;</p>")
        try folder.write("body{color:teal}", to: "own/style.css")
        #expect(try run("build", "--templates", "own").status == 0)
        let sheets = try FolderContents(folder.path + "/Notebook/site/assets").files
        let own = sheets.filter { $0.key.hasPrefix("style-") }
        #expect(own.values.map(\.bytes) == [Array("@layer notebinder{body{color:teal}}\n".utf8)])
    }

    @Test func publishesASingleArchiveBesideIt() throws {
        try folder.write(note: ArchivedNote(title: "Alone", body: ""), to: "Note.data")
        #expect(try run("build", "Note.data").status == 0)
        #expect(exists("Notebook/site/notes/alone.html"))
    }

    @Test func letsNoNameCommandTheTerminal() throws {
        try addNote()
        try folder.write("", to: "MyNotes/bad\u{1B}[31m\nname")
        let run = try run("build")
        #expect(run.status == 2)
        #expect(!run.errors.contains("\u{1B}"))
        #expect(run.errors.contains("bad\u{FFFD}[31m\u{FFFD}name is empty."))
    }

    @Test func explainsItself() throws {
        for arguments in [["--help"], ["build", "--help"], ["sample", "--help"]] {
            let run = try FinishedProgram(Places.notebinder, arguments: arguments)
            #expect(run.status == 0)
            #expect(run.output.contains("USAGE: notebinder"))
        }
        #expect(try run("--version").output == "0.1.0\n")
    }
}
