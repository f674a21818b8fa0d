import LocalFiles
import TestSupport
import Testing

/// The commands for flash cards, as they are called.
@Suite(.tags(.acceptance))
struct CardCommandTests: CommandSuite {
    let folder = TemporaryFolder()

    init() throws {
        let list = ["One", "Two"].map { ["question": $0, "answer": "A \($0)"] }
        try write(propertyList: list, to: "Numbers.plist")
    }

    @Test func listsAddsDeletesAndRestores() throws {
        #expect(
            try run("cards", "list", "Numbers").output
                == "1\tOne\tA One\t0\t0\n2\tTwo\tA Two\t0\t0\n")
        #expect(
            try run("cards", "add", "numb", "Half", "A half", "--after", "1").errors
                == "“Numbers” has a new card 2.\n")
        try run("cards", "add", "Numbers", "Last", "*L*")
        try run("cards", "add", "Numbers", "First", "F", "--after", "0")
        func questions() throws -> String {
            try run("cards", "list", "Numbers.plist").rows.map { $0[1] }.joined(separator: " ")
        }
        #expect(try questions() == "First One Half Two Last")
        #expect(
            try run("cards", "delete", "Numbers", "2", "4").errors
                == "Moved 2 cards of “Numbers” to the trash. Undo: notebinder restore numbers-card-2 && notebinder restore numbers-card-4\n"
        )
        #expect(try questions() == "First Half Last")
        try run("restore", "numbers-card-2")
        try run("restore", "Two")
        #expect(try questions() == "First One Half Two Last")
        #expect(try run("show", "Numbers").output.contains("- question: Half\n  answer: A half\n"))
        #expect(try run("list", "--json").output.contains("\"kind\": \"deck\""))
    }

    @Test func reportsInvalidCardCommands() throws {
        try run("new", "A note", "--text", "Words")
        for (arguments, words) in [
            (["cards", "list", "A note"], "“A note” is not a deck of flash cards."),
            (["cards", "list", "Nothing"], "There is no deck “Nothing”."),
            (
                ["cards", "add", "Numbers", "Q", "A", "--after", "9"],
                "has only 2 cards."
            ),
            (["cards", "delete", "Numbers", "3"], "“Numbers” has no card 3."),
            (["edit", "Numbers", "--text", "x"], "`notebinder cards` changes its cards."),
            (["study", "merge", "missing.json"], "The file missing.json cannot be read"),
            (
                ["study", "merge", "MyNotes/Numbers.plist"],
                "holds no marks that a page of a deck saved"
            ),
            (["cards", "export", "A note", "--output", "a.txt"], "is not a deck"),
            (
                ["cards", "export", "--output", "no/such/folder.apkg"],
                "does not exist. Create it, or name another one."
            ),
            (["cards", "export", "--output", "MyNotes/Numbers.plist"], "is in the notes folder"),
        ] { try run(arguments, status: 1, says: [words]) }
        try run("cards", "add", "Numbers", " ", "x", status: 64)
        // JSON is read but never written.
        try folder.write(#"[{"question": "Q", "answer": "A"}]"#, to: "MyNotes/Words.json")
        try run("cards", "add", "Words", "R", "B", status: 1, says: "Words.json cannot be changed")
    }

    /// A round in the terminal: Enter shows the answer, and a mark is in the archive at once.
    @Test func studiesInTheTerminal() throws {
        func counts() throws -> [String] {
            try run("cards", "list", "Numbers").rows.map { $0.suffix(2).joined(separator: "/") }
        }
        let before = try folder.bytes("MyNotes/Numbers.plist")
        let first = try run("study", "Numbers", input: "\nwhat\ny\n\nn\n")
        #expect(first.rows.prefix(3) == [["1 of 2"], ["One"], ["A One"]], "\(first.output)")
        #expect(first.errors == "“Numbers”: 1 right and 1 wrong were added.\n")
        #expect(try counts() == ["1/0", "0/1"])
        // What was answered wrong comes first; the end of the input ends the round.
        let second = try run("study", "Numbers", input: "\ny\n\n")
        #expect(second.output.hasPrefix("\n1 of 2\nTwo\n"))
        #expect(try counts() == ["1/0", "1/1"])
        #expect(try run("study", "Numbers", input: "\nq\n").errors == "Nothing changed.\n")
        // Each round keeps the version before it.
        #expect(try run("restore").rows.count == 2)
        try run("restore", "Numbers-2")
        try run("restore", "Numbers")
        #expect(try folder.bytes("MyNotes/Numbers.plist") == before)
    }

    @Test func exportsForAnki() throws {
        #expect(
            try run("cards", "export", "--output", "all.txt").errors
                == "2 cards written to all.txt.\n")
        let text = try folder.text("all.txt")
        #expect(text.contains("\tNumbers\tOne\tA One\t"))
        let printed = try run("cards", "export", "--output", "-")
        #expect(printed.output == text && printed.errors.isEmpty)
        try run("cards", "export", "Numbers", "--output", "all.apkg")
        #expect(try folder.bytes("all.apkg").starts(with: [0x50, 0x4B, 3, 4]))
    }

    /// A file that cannot be read may have been a deck.
    @Test func reportsUnreadableFilesWhenExportingAllDecks() throws {
        try folder.write(Array("bplist00 torn".utf8), to: "MyNotes/Torn.data")
        try run(
            "cards", "export", "--output", "all.txt", status: 2,
            says: "2 cards written", "Torn.data")
        try run("cards", "export", "Numbers", "--output", "one.txt")
        #expect(try folder.bytes("all.txt") == folder.bytes("one.txt"))
    }

    @Test func exportsCardsUnderTheSameIdentifiersAfterAChange() throws {
        func exported(_ name: String) throws -> [Substring: Substring] {
            try run("cards", "export", "--output", name)
            return try folder.text(name).split(separator: "\n").filter { !$0.hasPrefix("#") }
                .reduce(into: [:]) { all, line in
                    let fields = line.split(separator: "\t")
                    all[fields[2]] = fields[0]
                }
        }
        let before = try exported("before.txt")
        try run("cards", "add", "Numbers", "Zero", "0", "--after", "0")
        let after = try exported("after.txt")
        #expect(before.count == 2)
        #expect(after.count == 3)
        #expect(before.allSatisfy { after[$0.key] == $0.value })
    }

    @Test func mergesMarksOnceAndReportsMissingCards() throws {
        func move(_ name: String, to other: String) throws {
            let notes = folder.path + "/MyNotes/"
            try LocalFiles.rename(notes + name, to: notes + other)
        }
        func writeMarks(_ cards: String, id: String, to name: String) throws {
            try folder.write(
                """
                {"format": "notebinder-study", "version": 1, "id": "\(id)",
                "deck": {"id": "x", "title": "Numbers"}, "cards": [\(cards)]}
                """, to: name)
        }
        try writeMarks(
            """
            {"id": "gone", "right": 1, "wrong": 0},
            {"id": "\(identifier(of: "Two"))", "right": 2, "wrong": 1}
            """, id: "a1", to: "marks.json")
        try run(
            "study", "merge", "marks.json", status: 2,
            says: "“Numbers”: 2 right and 1 wrong were added.",
            "has marks of 1 card that is no longer in the deck; restore what was deleted")
        // A mark that could not be added can be once its card is back; the others are not added
        // again.
        try run(
            "study", "merge", "marks.json", status: 1,
            says: "“Numbers” no longer has any of the cards of marks.json")
        try move("Numbers.plist", to: "Digits.plist")
        try writeMarks(
            #"{"id": "\#(identifier(of: "Two"))", "right": 1, "wrong": 0}"#, id: "b2",
            to: "more.json")
        try run("study", "merge", "more.json")
        #expect(
            try run("study", "merge", "more.json").errors
                == "more.json was merged before; nothing was changed.\n")
        try move("Digits.plist", to: "Numbers.plist")
        #expect(try run("cards", "list", "Numbers").output.hasSuffix("2\tTwo\tA Two\t3\t1\n"))
        // The record of merged marks is beside the notes, but does not count as one.
        #expect(try run("list").rows.count == 1)
    }

    /// Returns the identifier of a card in the JSON tree.
    private func identifier(of question: String) throws -> String {
        try run("build", "--formats", "json")
        let notes = try json("Notebook/json/notebook.json")["notes"] as? [[String: Any]]
        let cards = notes?.first?["cards"] as? [[String: Any]]
        return try #require(
            cards?.first { $0["question"] as? String == question }?["id"] as? String)
    }
}
