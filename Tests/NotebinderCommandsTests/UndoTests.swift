import Foundation
import LocalFiles
import NoteEditing
import TestSupport
import Testing

/// Changes to notes and cards that are undone.
@Suite(.tags(.acceptance))
struct UndoTests: CommandSuite {
    let folder = TemporaryFolder()

    private func body(of note: String) throws -> String {
        let parts = try run("show", note).output.components(separatedBy: "\n---\n")
        return (parts.last ?? "").trimmingCharacters(in: .newlines)
    }

    @Test func restoresTheTextThatAnEditReplacedByteForByte() throws {
        try run("new", "A", "--text", "first")
        let original = try folder.bytes("MyNotes/a.data")
        try run("edit", "A", "--text", "second")
        #expect(try run("restore").output.hasPrefix("a\tearlier note\tA\t20"))
        try run("restore", "A")
        #expect(try folder.bytes("MyNotes/a.data") == original)
        // The version that was replaced by restoring is in the trash in turn.
        try run("restore", "A")
        #expect(try body(of: "A") == "second")
    }

    @Test func restoresANoteWithoutChangingItsNeighbours() throws {
        let notes = ["A", "B", "C"].map { ArchivedNote(title: $0, body: "text " + $0) }
        try folder.write(notes: notes, to: "MyNotes/all")
        try run("edit", "B", "--title", "Other", "--text", "changed")
        // Later changes to the neighbours stay.
        try run("edit", "A", "--text", "new A")
        try run("delete", "C")
        #expect(try run("restore", "B").errors == "Restored the earlier version of “B” to all.\n")
        #expect(try body(of: "B") == "text B")
        #expect(try body(of: "A") == "new A")
        try run("restore", "C")
        #expect(try run("list", "--sort", "order").rows.map { $0[0] } == ["A", "B", "C"])
        #expect(try LocalFiles.entries(of: folder.path + "/MyNotes").count == 2)
    }

    @Test func restoresNotesAndCardsAfterSeveralChanges() throws {
        let notes = ["A", "B"].map { ArchivedNote(title: $0, body: "text of " + $0) }
        try folder.write(notes: notes, to: "MyNotes/all")
        try run("new", "Alone", "--text", "first")
        for note in ["A", "Alone"] {
            try run("edit", note, "--title", "Second")
            try run("edit", "Second", "--title", "Third", "--text", "new")
            try run("edit", "Third", "--text", "newest")
            try run("restore", note)
            #expect(try !run("list").output.contains("Third"))
            #expect(try body(of: note) != "newest")
            // Restoring twice, by the title that the note has now, gives the original state.
            try run("restore", note)
            #expect(try body(of: "Third") == "newest")
            try run("edit", "Third", "--title", note)
        }
        #expect(try run("list").rows.count == 3)
        try run("cards", "new", "Deck")
        try run("cards", "add", "Deck", "Q", "zero")
        try run("cards", "edit", "Deck", "1", "--answer", "one")
        try run("cards", "edit", "Deck", "1", "--question", "R", "--answer", "two")
        try run("restore", "deck-card-1")
        #expect(try run("cards", "list", "Deck").output == "1\tQ\tzero\t0\t0\n")
        try run("restore", "Q")
        #expect(try run("cards", "list", "Deck").output == "1\tR\ttwo\t0\t0\n")
        try run("cards", "delete", "Deck", "--", "-9223372036854775808", status: 1)
    }

    @Test func editsTheSideOfACardThatHasNoPicture() throws {
        let picture = PNGPicture.quarters(width: 4, height: 2)
        let list: [[String: Any]] = [
            ["question": "Q", "answer": "A", "picture": Data(picture)],
            ["question": "R", "answer": "B"],
        ]
        try write(propertyList: list, to: "Deck.plist")
        let side = try run("cards", "list", "Deck").output.contains("A\t0") ? "answer" : "question"
        try run("cards", "edit", "Deck", "1", "--\(side)", "changed")
        #expect(try run("cards", "list", "Deck").output.contains("changed"))
    }

    @Test func keepsAnEarlierVersionOfANoteThatIsGone() throws {
        try run("new", "A", "--text", "first")
        try run("edit", "A", "--text", "second")
        try remove("MyNotes/a.data")
        try addNote("Unrelated", body: "x")
        try run("restore", "A")
        #expect(try body(of: "A") == "first")
        #expect(try body(of: "Unrelated") == "x")
    }

    /// Blank input, as from a program that failed, and an empty text on the command line.
    @Test func refusesToEraseAText() throws {
        try run("new", "A", "--text", "words")
        for input in ["", "\n", " \n\t", "\u{FEFF}", "\u{200B}\u{A0}"] {
            for arguments in [["edit", "A"], ["edit", "A", "--file", "-"], ["new", "B"]] {
                try run(arguments, input: input, status: 1, says: ["--allow-empty"])
            }
        }
        try run("edit", "A", "--text", "", status: 1, says: "The text is empty")
        #expect(try body(of: "A") == "words")
        try run("edit", "A", "--text", "", "--allow-empty")
        #expect(try body(of: "A").isEmpty)
        try run("restore", "A")
        #expect(try body(of: "A") == "words")
        try run("new", "Only a title", "--text", "")
    }

    @Test func keepsTheFileNamesOfAddedPhotos() throws {
        func names() throws -> [String] { try run("photos", "list", "T").rows.map { $0[1] } }
        try writePictures("tart.png", "two.png", "three.png")
        try run("new", "T", "--text", "![t](tart.png)", "--photo", "tart.png")
        try run("photos", "add", "T", "two.png", "three.png")
        #expect(try names() == ["tart.png", "two.png", "three.png"])
        #expect(!(try run("build").errors.contains("missing")))
        let before = try contents("MyNotes")
        #expect(try run("photos", "order", "T", "1", "2", "3").errors == "Nothing changed.\n")
        #expect(try contents("MyNotes") == before)
        try run("photos", "order", "T", "three.png", "tart.png", "2")
        try run("photos", "remove", "T", "two.png")
        #expect(try names() == ["three.png", "tart.png"])
        try run("restore", "T")
        #expect(try names() == ["three.png", "tart.png", "two.png"])
    }

    @Test func startsADeckAndEditsItsCards() throws {
        #expect(
            try run("cards", "new", "Verbs / irregular").output == "Verbs - irregular.archive\n")
        #expect(try run("cards", "list", "Verbs").errors == "“Verbs - irregular” has no cards.\n")
        try run("cards", "new", "Verbs - irregular", status: 1, says: "already a deck")
        try run("cards", "add", "Verbs", "go", "went")
        try run("cards", "add", "Verbs", "be", "was")
        try run("cards", "edit", "Verbs", "2", "--answer", "was, were")
        #expect(
            try run("cards", "list", "Verbs").output
                == "1\tgo\twent\t0\t0\n2\tbe\twas, were\t0\t0\n")
        #expect(try run("restore", "be").errors.hasPrefix("Restored the earlier version of “be”"))
        #expect(try run("cards", "list", "Verbs").output.hasSuffix("2\tbe\twas\t0\t0\n"))
        try run(
            "cards", "add", "Verbs", "be", "was",
            says: "warning: “Verbs - irregular” already has this card")
        try run("cards", "edit", "Verbs", "9", "--answer", "x", status: 1)
        try run("cards", "edit", "Verbs", "1", status: 64)
        try run("cards", "add", "Verbs", "x", "y", "--after", "-1", status: 64)
    }

    @Test(
        .enabled(if: Places.program("/usr/bin/script") != nil),
        arguments: [("n", 1), ("", 1), ("y", 2)])
    func asksBeforeItAddsACardAgain(_ answer: String, count: Int) throws {
        try run("cards", "new", "Verbs")
        try run("cards", "add", "Verbs", "go", "went")
        let asked = try terminal("cards add Verbs go went", input: answer + "\n")
        #expect(asked.output.contains("Add it again? [y/N]"))
        #expect(try run("cards", "list", "Verbs").rows.count == count)
    }

    @Test func exportsExcludedDecksOnlyByName() throws {
        for deck in ["Public", "Private"] {
            try run("cards", "new", deck)
            try run("cards", "add", deck, "question in \(deck)", "a")
        }
        try folder.write("exclude: { titles: [Private] }", to: "notebinder.yml")
        try run("cards", "export", "-o", "all.txt")
        let all = try folder.text("all.txt")
        #expect(all.contains("Public") && !all.contains("Private"))
        try folder.write("exclude: { titles: [Privat] }", to: "notebinder.yml")
        try run("cards", "export", "-o", "misspelt.txt", status: 1)
        try folder.write("exclude: { titles: [Private] }", to: "notebinder.yml")
        try run("cards", "export", "Private", "-o", "one.txt")
        #expect(try folder.text("one.txt").contains("question in Private"))
    }

    @Test func restoresAllCardsOfADeckByItsName() throws {
        try run("cards", "new", "Verbs")
        for verb in ["go", "be", "do"] { try run("cards", "add", "Verbs", verb, "of \(verb)") }
        let before = try run("cards", "list", "Verbs").output
        try run("cards", "delete", "Verbs", "1", "3")
        try run("restore", "verbs")
        #expect(try run("cards", "list", "Verbs").output == before)
        try run("cards", "delete", "Verbs", "1", "2", "3")
        try run("restore", "Verbs")
        #expect(try run("cards", "list", "Verbs").output == before)
    }

    @Test func refusesToOverwriteFilesWhenExportingCards() throws {
        try run("cards", "new", "Verbs")
        try run("cards", "add", "Verbs", "go", "went")
        for name in ["keep.txt", "keep.apkg"] {
            try folder.write("my own text", to: name)
            try run("cards", "export", "-o", name, status: 1, says: "--replace")
            #expect(try folder.text(name) == "my own text")
            try run("cards", "export", "-o", name, "--replace")
            #expect(try folder.text(name) != "my own text")
        }
    }
}
