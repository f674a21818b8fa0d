import KeyedArchives
import LocalFiles
import NoteArchives
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// The commands that show and change notes, as they are called.
@Suite(.tags(.acceptance))
struct EditingCommandTests: CommandSuite {
    let folder = TemporaryFolder()

    private var titles: [String] { get throws { try run("list").rows.map { $0[0] } } }

    @Test func createsListsShowsAndEditsNotes() throws {
        #expect(try run("new", "First note", "--text", "Hello *you*").output == "first-note.data\n")
        try run("new", "Äpfel", input: "- green\n- red\n")
        try folder.write("From a file", to: "long.md")
        try run("new", "third", "--file", "long.md")
        #expect(try titles == ["Äpfel", "First note", "third"])
        let shown = try run("show", "first").output
        #expect(
            shown.hasPrefix("---\ntitle: First note\ndate: 20") && shown.hasSuffix("Hello *you*\n"))
        try run("edit", "third", "--title", "Third", "--text", "Changed")
        #expect(try run("show", "Third").output.hasSuffix("Changed\n"))
        #expect(try run("list", "--search", "APFEL").output.hasPrefix("Äpfel\t20"))
        #expect(
            try run("list", "--search", "green", "--json").output.contains("\"title\": \"Äpfel\""))
        #expect(try run("edit", "third", "--text", "Changed").errors == "Nothing changed.\n")
        try run("build")
    }

    @Test func deletesAndRestores() throws {
        try run("new", "A", "--text", "x")
        try run("delete", "A")
        #expect(try titles == [])
        #expect(try run("restore").output.hasPrefix("a\tnote\tA\t20"))
        try run("restore", "A")
        #expect(try titles == ["A"])
        let empty = try run("restore")
        #expect(empty.output == "" && empty.errors == "The trash is empty.\n")
    }

    @Test func addsListsOrdersAndRemovesPhotos() throws {
        func photos() throws -> [String] {
            try run("photos", "list", "A").rows.map { $0[0] + " " + $0[1] }
        }
        try writePictures("one.png", "two.png")
        try run("new", "A", "--text", "x", "--photo", "one.png", "--beside")
        try run("photos", "add", "A", "two.png")
        #expect(try photos() == ["1 one.png", "2 two.png"])
        try run("photos", "order", "A", "two.png", "1")
        try run("photos", "remove", "A", "1")
        #expect(try photos() == ["1 one.png"])
        try run("check")
        try run("restore", "A")
        #expect(try photos() == ["1 two.png", "2 one.png"])
        try run("photos", "order", "A", "1", "1", status: 1)
        try run("photos", "add", "A", "../nothing.png", status: 1)
    }

    /// Numbers in the text would refer to other photos afterwards.
    @Test func refusesPhotoChangesThatBreakReferences() throws {
        try writePictures("one.png", "two.png", "three.png")
        try run(
            "new", "Numbers", "--text", "![a](1) ![b](2)", "--photo", "one.png", "--photo",
            "two.png")
        try run(
            "new", "Names", "--text", "![a](three.png)", "--photo", "three.png", "--photo",
            "two.png", "--beside")
        for arguments in [["remove", "Numbers", "1"], ["order", "Numbers", "2", "1"]] {
            try run(["photos"] + arguments, status: 1, says: ["by number, such as “1”"])
        }
        try run("photos", "remove", "Names", "1", status: 1, says: "shows “three.png”")
        try run("photos", "remove", "Names", "2")
    }

    @Test func doesNotReadAnEmptiedArchiveAsADeck() throws {
        try folder.write(#"[{"question": "Q", "answer": "A"}]"#, to: "MyNotes/Deck.json")
        try folder.write(
            notes: [ArchivedNote(title: "Only", body: "x")], to: "MyNotes/Notes.archive")
        try run("delete", "Only")
        #expect(try titles == ["Deck"])
        try run("restore", "Only")
        #expect(try titles == ["Deck", "Only"])
    }

    @Test func requiresTheWholeTitleForDeletion() throws {
        try run("new", "Lemon tart", "--text", "x")
        try run("delete", "lemon", status: 1, says: "“Lemon tart”, name it by its whole title")
        #expect(try titles == ["Lemon tart"])
    }

    /// An invisible title counts as none.
    @Test func treatsAnInvisibleTitleAsMissing() throws {
        try addNote("\u{200B}\u{2060}", body: "Words")
        #expect(try titles == ["Words"])
    }

    @Test func refusesWhatIsAmbiguousMissingOrEmpty() throws {
        try run("new", "milk", "--text", "one")
        try run("new", "milk", "--text", "two")
        try run("delete", "milk", status: 1, says: "milk-2.data#1")
        try run("show", "milk-2.data")
        try run("show", "bread", status: 1, says: "no note “bread”")
        try run("delete", "", status: 1)
        try run("delete", "mil", status: 1)
        try run("new", " ", status: 64)
        try run("edit", "milk.data", "--text", "a", "--file", "b", status: 64)
        try run("edit", "milk.data", input: "", status: 1, says: "Standard input is empty")
        #expect(try titles == ["milk", "milk"])
    }

    /// Edits a note in a terminal, with a command as the editor.
    private func edit(_ editor: String) throws -> FinishedProgram {
        let temporary = folder.path + "/temporary"
        try LocalFiles.makeFolder(temporary)
        return try terminal(
            "edit A", environment: ["EDITOR": editor, "VISUAL": "", "TMPDIR": temporary])
    }

    @Test(.enabled(if: Places.program("/usr/bin/script") != nil))
    func editsTextsInTheUsersEditor() throws {
        try run("new", "A", "--text", "old text")
        #expect(try edit("true").output.contains("Cancelled; nothing was written."))
        #expect(try edit("false").output.contains("Cancelled"))
        #expect(try run("show", "A").output.hasSuffix("old text\n"))
        #expect(try edit("sed -i s/old/new/").status == 0)
        #expect(try run("show", "A").output.hasSuffix("new text\n"))
        // Another program changes the note while the editor is open.
        try folder.write(note: ArchivedNote(title: "A", body: "theirs"), to: "other")
        let conflict = try edit("cp '\(folder.path)/other' MyNotes/a.data; sed -i s/new/mine/")
        #expect(conflict.status == 1 && conflict.output.contains("notebinder restore a"))
        #expect(try run("show", "A").output.hasSuffix("theirs\n"))
        let kept = try #require(conflict.output.firstMatch(of: /notebinder restore ([a-z0-9-]+)/))
        try run("restore", String(kept.1))
        #expect(try titles == ["A", "A"])
        #expect(try edit("printf '\\377' >").status == 1)
    }

    /// An editor that is killed, and an editor during which this program is terminated.
    @Test(.enabled(if: Places.program("/usr/bin/script") != nil))
    func leavesNoTemporaryFileOfAnEditorThatWasKilled() throws {
        try run("new", "A", "--text", "old text")
        for editor in ["kill -9 $$ #", "kill -TERM $PPID; exec sleep 20 #", "/no/such/editor"] {
            #expect(try edit(editor).status == 1)
            #expect(
                try LocalFiles.entries(of: folder.path + "/temporary").isEmpty, "\(editor)")
        }
        // The text saved before is kept.
        let saved = try edit("f() { echo typed > \"$1\"; kill -9 $$; }; f")
        #expect(saved.output.contains("was ended by signal 9; nothing was written."))
        #expect(try contents("temporary").names.contains { $0.hasSuffix("note.md") })
    }

    @Test func losesNothingWhenManyWriteAtOnce() async throws {
        let notes = (0..<8).map { ArchivedNote(title: "N\($0)", body: "old \($0)") }
        try folder.write(notes: notes, to: "MyNotes/all")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                for arguments in [
                    ["edit", "N\(number)", "--text", "new \(number)"],
                    ["new", "Same", "--text", "same \(number)"],
                ] { group.addTask { try run(arguments) } }
            }
            try await group.waitForAll()
        }
        let reader = try NotesFolder(folder.path + "/MyNotes")
        let read = reader.sources.flatMap { SourceReader(folder: reader).read($0).notes }
        let expected = (0..<8).flatMap { ["new \($0)", "same \($0)"] }.sorted()
        #expect(read.map(\.body).sorted() == expected)
    }

    @Test func inspectsArchivesAndReportsOtherFiles() throws {
        var writer = ArchiveEditor()
        let fields = [("blob", writer.data([1, 2, 3]))]
        try folder.write(
            writer.archive(root: "App.Thing", superclasses: ["NSObject"], fields: fields), to: "a")
        #expect(
            try run("inspect", "a").output == """
                {
                  "root": {
                    "$class": "Thing",
                    "$id": 1,
                    "blob": {"$data":3}
                  }
                }

                """)
        #expect(try run("inspect", "--plain", "a").output.contains("\"$objects\": ["))
        try folder.write("just text", to: "b")
        #expect(try run("inspect", "b", status: 1).errors == "notebinder: b is plain text.\n")
        try run("inspect", "nothing", status: 1)
        // Of a folder, every archive is shown, and every other file named.
        let all = try run("inspect", ".", status: 2, says: "b is plain text.")
        #expect(all.output.contains("\"a\": {"))
    }

    @Test func checksWithoutWriting() throws {
        try run("new", "A", "--text", "x")
        try folder.write("", to: "MyNotes/empty")
        let before = try FolderContents(folder.path)
        #expect(try run("check", status: 2).output.contains("empty is empty."))
        let json = try run("check", "--json", status: 2).output
        #expect(json.contains("\"identifier\" : \"empty-source\""))
        #expect(try FolderContents(folder.path) == before)
    }

    /// The faults of a configuration, and a part of the message about each.
    @Test(arguments: [
        ("titel: x", "unknown key “titel”"), ("title: [1]", "“title” must be text"),
        ("a: [", "line"), ("- x", "keys with values"), ("time-zone: Moon", "not a time zone"),
        ("tilte: x", "line 1: unknown key “tilte”. Did you mean “title”?"),
        ("title: x\nsite: https://x.org", "line 2: “site” must be keys with values, as `address:"),
        (
            "title: a\nsort: date\ntitle: b",
            "line 3: the key “title” is there twice, first on line 1"
        ),
        ("site: { address: x.org }", "“x.org” is not the address of a site"),
        (
            "sort: dates",
            "“sort” cannot be “dates”: use title, date or order (did you mean “date”?)"
        ),
        ("language: german", "“german” is not a language"), ("formats: []", "at least one"),
        (
            "archives: { classes: { X: page } }",
            "“X” cannot be “page”: use note, card, napkin or ignore"
        ),
        (
            "photos: { keep-metadata: [gps] }",
            "“keep-metadata” cannot be “gps”: use copyright or credit"
        ),
        (
            "photos: { keep: [credit] }",
            "Did you mean “keep-metadata”? Known keys: keep-metadata"
        ),
        ("exclude: { tag: [a] }", "Did you mean “tags”?"),
        ("exclude: { tags: [{ nam: a }] }", "Did you mean “name”?"),
        ("exclude: { tags: [{ optional: true }] }", "a rule must have a name"),
        ("exclude: { tags: { name: a, optional: maybe } }", "must be true or false"),
        ("theme: { acent: \"#fff\" }", "Did you mean “accent”?"),
        (
            "theme:\n  accent: #fff",
            "line 2: “accent” must have a value; a colour needs quotation marks"
        ),
        ("theme: { accent: #fff }", "A colour needs quotation marks, as in accent: \"#8a3b12\""),
        ("theme: { measure: wide }", "“wide” is not a width; write it as 44rem"),
        ("theme: { dark: { measure: 1rem } }", "unknown key “measure”"),
    ])
    func reportsErrorsInTheConfiguration(_ text: String, message: String) throws {
        try folder.write(text, to: "notebinder.yml")
        try run("build", status: 64, says: message)
    }

    @Test func readsItsConfiguration() throws {
        var writer = ArchiveEditor()
        let fields = [("Kopf", writer.string("Titel")), ("Inhalt", writer.string("Text"))]
        try folder.write(
            writer.archive(root: "Zettel", superclasses: [], fields: fields), to: "Notizen/a")
        try folder.write(
            """
            notes: Notizen
            output: Buch
            title: Mein Buch
            formats: [html]
            archives:
              classes: { Zettel: note }
              keys: { Kopf: title, Inhalt: body }
            """, to: "notebinder.yml")
        try run("build")
        let page = try folder.text("Buch/site/index.html")
        #expect(page.contains("Mein Buch") && page.contains("Titel"))
        #expect(
            try LocalFiles.entries(of: folder.path + "/Buch").map(\.name).sorted()
                == [".notebinder", "site"])
        try run("build", "--config", "missing.yml", status: 1)
        try run("build", "--title", " ", status: 64)
    }

    @Test func publishesNothingWhileAnExclusionRuleMatchesNothing() throws {
        try run("new", "Open", "--text", "x #open")
        try folder.write(
            "exclude: { tags: [opne, { name: gone, optional: true }] }", to: "notebinder.yml")
        for arguments in [
            ["build", "-q"], ["build", "-q"], ["bag", "--output", "Bag"],
            ["bind", "--as", "html", "--output", "book.html"],
        ] {
            try run(
                arguments, status: 1,
                says: ["the tag “opne” matches no note. Did you mean “open”?"])
        }
        try run("check", status: 2)
        try folder.write(
            "exclude: { tags: { name: opne, optional: true } }\naccept-shared-words: [a, \"b, c\"]",
            to: "notebinder.yml")
        try run("build", "-q")
    }

    /// Default folders are beside the configuration, so that two notebooks never share an output.
    @Test func usesDefaultFoldersBesideTheConfiguration() throws {
        for name in ["one", "two"] {
            try folder.write("\u{FEFF}title: Of \(name)\r\n", to: "\(name)/notebinder.yml")
            try run("new", name, "--text", "x", "--notes", "\(name)/MyNotes")
            try run("build", "--config", "\(name)/notebinder.yml", "--formats", "html")
        }
        for name in ["one", "two"] {
            let index = try folder.text("\(name)/Notebook/site/index.html")
            #expect(index.contains("<title>Of \(name)</title>"))
        }
    }
}
