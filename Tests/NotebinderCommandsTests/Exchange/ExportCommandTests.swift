import Foundation
import LocalFiles
import NoteEditing
import TestSupport
import Testing

/// `bag`, `verify`, `bind`, `import` and `diff`, as they are called.
@Suite(.tags(.acceptance))
struct ExportCommandTests: CommandSuite {
    let folder = TemporaryFolder()

    init() throws {
        try folder.write(
            note: ArchivedNote(
                title: "A walk", body: "Along the lake. #walks",
                photos: .array([.data(PNGPicture.quarters(width: 8, height: 4))])),
            to: "MyNotes/1.data")
        try folder.write(note: ArchivedNote(title: "Other", body: "Text"), to: "MyNotes/2.data")
    }

    @Test func packsAndVerifies() throws {
        try run(
            "bag", "--output", "Bag", "--identifier", "N 1",
            says: "Check it with: notebinder verify Bag")
        let whole = try run("verify", "Bag")
        #expect(whole.output.hasPrefix("Bag is whole: "))
        #expect(whole.errors == "")
        try folder.write("x", to: "Bag/data/json/notes.ndjson")
        let torn = try run("verify", "Bag", status: 1, says: "data/json/notes.ndjson has changed")
        #expect(torn.output == "")
        try run("bag", "--output", "Bag", status: 1)
        try run("bag", "--output", "Bag", "--replace")
        try run("verify", "Bag")
        try run("verify", "MyNotes", status: 1)
        try run("verify", "nothing", status: 1)
    }

    @Test func verifiesANotebookByName() throws {
        try run("build")
        let intact = try run("verify", "Notebook")
        #expect(intact.output.hasPrefix("Notebook is intact: "))
        #expect(intact.errors == "")
        let photo = folder.path + "/Notebook/json/photos/a-walk-1.png"
        var bytes = try LocalFiles.read(photo)
        bytes[40] ^= 1
        try LocalFiles.replace(photo, bytes: bytes)
        try remove("Notebook/site/404.html")
        let damaged = try run(
            "verify", "Notebook", status: 1,
            says: "json/photos/a-walk-1.png differs from what was published",
            "site/404.html is missing", "notebinder build --full")
        #expect(damaged.output == "")
        try run("build", "--full", says: "json/photos/a-walk-1.png differed")
        try run("verify", "Notebook")
        let lock = try FileHandle(
            forUpdating: URL(fileURLWithPath: folder.path + "/Notebook/.notebinder/lock"))
        #expect(flock(lock.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
        try run("verify", "Notebook", status: 75)
    }

    @Test func reportsFilesThatNotebinderDidNotWrite() throws {
        try run("build")
        try folder.write("me", to: "Notebook/site/CNAME")
        try folder.write("x", to: "Notebook/json/more/own.txt")
        let intact = try run("verify", "Notebook")
        #expect(intact.output.hasPrefix("Notebook is intact: "))
        #expect(
            intact.errors
                == "Not checked, because Notebinder did not write them: json/more/own.txt, site/CNAME.\n"
        )
    }

    @Test func doesNotSuggestAFullBuildForADamagedManifest() throws {
        try run("build")
        try folder.write("x", to: "Notebook/.notebinder/manifests/json")
        let damaged = try run(
            "verify", "Notebook", status: 1,
            says: "Move that folder away, then run notebinder build.")
        #expect(!damaged.errors.contains("--full"), "\(damaged.errors)")
        try run("build", "--full", status: 1)
        try LocalFiles.rename(folder.path + "/Notebook/json", to: folder.path + "/old")
        try run("build")
        try run("verify", "Notebook")
    }

    @Test func usesTheGivenDate() throws {
        func date(_ arguments: [String], epoch: String?) throws -> Substring? {
            try remove("Bag")
            try run(
                ["bag", "--output", "Bag"] + arguments,
                environment: epoch.map { ["SOURCE_DATE_EPOCH": $0] } ?? [:])
            return try folder.text("Bag/bag-info.txt").split(separator: "\n")
                .first { $0.hasPrefix("Bagging-Date: ") }
        }
        #expect(try date([], epoch: nil) == nil)
        #expect(try date([], epoch: "1700000000") == "Bagging-Date: 2023-11-14")
        #expect(
            try date(["--date", "2026-11-21"], epoch: "1700000000") == "Bagging-Date: 2026-11-21")
        for wrong in ["2026-02-30", "21.11.2026", "+202-11-21", ""] {
            try run("bag", "--output", "Bag", "--replace", "--date", wrong, status: 64)
        }
    }

    @Test func bindsOneFile() throws {
        try run("bind", "--output", "n.html", says: "Open n.html")
        try run("bind", "--output", "n.html", status: 1)
        try run("bind", "--output", "n.html", "--replace", "--notebook-title", "Mine")
        #expect(try folder.text("n.html").contains("<title>Mine</title>"))
        try run("bind", "--as", "epub", "--output", "book")
        #expect(try folder.bytes("book").starts(with: [0x50, 0x4B, 3, 4]))
        try run("bind", "--output", "book.pdf", status: 64)
        try run("bind", "--as", "pdf", "--output", "book.pdf", status: 64)
        try run("bind", "--output", "nowhere/n.html", status: 1)
    }

    @Test func importsAndCompares() throws {
        try run("build")
        let imported = try run("import", "Notebook", "--notes", "Again")
        #expect(
            imported.errors
                == "2 notes in 2 archives went into Again.\n2 notes found: 2 imported, 0 unchanged, 0 not imported.\n"
        )
        #expect(
            try run("import", "Notebook/json", "--notes", "Again").errors
                == "0 notes in 0 archives went into Again; 2 archives were there already.\n2 notes found: 0 imported, 2 unchanged, 0 not imported.\n"
        )
        try run("edit", "Other", "--text", "New text", "--notes", "Again")
        try run("new", "Third", "--text", "x", "--notes", "Again")
        try run("delete", "A walk", "--notes", "Again")
        try run("build", "Again", "--output", "Second")
        let difference = try run("diff", "Notebook", "Second")
        #expect(
            difference.output
                == "+ Third (third.data)\n- A walk (1.data)\n~ Other (2.data): text, dates\n")
        let value: [String: [Any]] = try run("diff", "Notebook", "Second", "--json").json()
        #expect(
            value.mapValues(\.count) == ["added": 1, "removed": 1, "changed": 1, "renamed": 0])
        #expect(try run("diff", "Notebook", "Notebook/json").output == "No differences.\n")
        try run("diff", "Notebook", "MyNotes", status: 1)
        try run("import", "nothing", "--notes", "New", status: 1)
        #expect(!exists("New"))
    }

    /// Photos with captions are stored in a format of this program's own.
    @Test func addsPhotosToWhatWasImported() throws {
        try writePictures("MyNotes/Photos/b.png", "Photos/new.png")
        try folder.write("b.png: The b\n", to: "MyNotes/Photos/captions.yml")
        try addNote("Pictures", photos: [.name("b.png")], to: "3.data")
        try run("build")
        try run("import", "Notebook", "--notes", "Again")
        try run("photos", "add", "Pictures", "Photos/new.png", "--notes", "Again")
        let list = try run("photos", "list", "Pictures", "--notes", "Again")
        #expect(list.rows.map { $0[1] } == ["b.png", "new.png"])
    }

    @Test func showsDifferencesAsAWebPage() throws {
        try run("build", "--output", "Old")
        try folder.write(
            note: ArchivedNote(title: "Other", body: "Text <b>that</b> changed"),
            to: "MyNotes/2.data")
        try run("build", "--output", "New")
        let page = try run("diff", "Old", "New", "--html").output
        #expect(page.contains("<td class=\"gone\">Text</td>"))
        #expect(page.contains("Text<ins> &lt;b&gt;that&lt;/b&gt; changed</ins>"))
        #expect(page.contains("<p class=\"about\">Notes: 1 changed.</p>"))
        #expect(try run("diff", "Old", "Old", "--html").output.contains("No differences."))
        try run("diff", "Old", "New", "--html", "--json", status: 64)
    }

    @Test func importsWhatItCanAndReportsTheRest() throws {
        try folder.write("---\ntitle: [\n---\nx", to: "vault/broken.md")
        try folder.write("Good", to: "vault/good.md")
        try run(
            "import", "vault", "--notes", "New", status: 2,
            says: "broken.md, line 3, has front matter that is not YAML",
            "2 notes in 2 archives went into New.",
            "2 files found: 2 imported, 0 unchanged, 0 not imported.\n")
    }

    @Test func accountsForEveryFileOfAVault() throws {
        try folder.write("[p](paper.pdf) ![[a.png]]", to: "vault/n.md")
        try folder.write("%PDF-1.4", to: "vault/paper.pdf")
        try folder.write(PNGPicture.quarters(width: 4, height: 2), to: "vault/a.png")
        for name in [".obsidian/app.json", ".trash/b.md", ".git/HEAD"] {
            try folder.write("x", to: "vault/" + name)
        }
        try run(
            "import", "vault", "--notes", "New",
            says: "3 files found: 3 imported, 0 unchanged, 0 not imported.\n",
            "Skipped as configuration, because hidden: .git, .obsidian, .trash.\n")
        try folder.write("views: []", to: "vault/x/all.base")
        try run(
            "import", "vault", "--notes", "New", status: 2,
            says: "x/all.base was not imported: no note refers to it.\n",
            "4 files found: 0 imported, 3 unchanged, 1 not imported.\n")
    }
}
