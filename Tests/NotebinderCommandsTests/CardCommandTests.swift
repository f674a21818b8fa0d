import Foundation
import LocalFiles
import TestSupport
import Testing

/// The commands for flash cards, as they are called.
@Suite(.tags(.acceptance))
struct CardCommandTests: CommandSuite {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let list = ["One", "Two"].map { ["question": $0, "answer": "A \($0)"] }
        let bytes = try PropertyListSerialization.data(
            fromPropertyList: list, format: .binary, options: 0)
        try folder.write(Array(bytes), to: "MyNotes/Numbers.plist")
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
            try run("cards", "list", "Numbers.plist").output.split(separator: "\n")
                .map { $0.split(separator: "\t")[1] }.joined(separator: " ")
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

    @Test func saysWhatCannotBeDone() throws {
        try run("new", "A note", "--text", "Words")
        for (arguments, words) in [
            (["cards", "list", "A note"], "“A note” is not a deck of flash cards."),
            (["cards", "list", "Nothing"], "There is no deck “Nothing”."),
            (
                ["cards", "add", "Numbers", "Q", "A", "--after", "9"],
                "has 2 cards, and none with the number 9"
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
        ] {
            let run = try FinishedProgram(Places.notebinder, arguments: arguments, in: folder.path)
            #expect(run.status == 1, "\(arguments)")
            #expect(run.errors.contains(words), "\(run.errors)")
        }
        try run("cards", "add", "Numbers", " ", "x", status: 64)
        // JSON is read but never written.
        try folder.write(#"[{"question": "Q", "answer": "A"}]"#, to: "MyNotes/Words.json")
        let refused = try run("cards", "add", "Words", "R", "B", status: 1)
        #expect(refused.errors.contains("Words.json cannot be changed"), "\(refused.errors)")
    }

    /// A round in the terminal: Enter shows the answer, and a mark is in the archive at once.
    @Test func studiesInTheTerminal() throws {
        func study(_ input: String) throws -> FinishedProgram {
            try FinishedProgram(
                Places.notebinder, arguments: ["study", "Numbers"], in: folder.path, input: input)
        }
        func counts() throws -> [String] {
            try run("cards", "list", "Numbers").output.split(separator: "\n")
                .map { $0.split(separator: "\t").suffix(2).joined(separator: "/") }
        }
        let before = try LocalFiles.read(folder.path + "/MyNotes/Numbers.plist")
        let first = try study("\nwhat\ny\n\nn\n")
        #expect(first.status == 0)
        let words = first.output.split(separator: "\n").map { String($0) }
        #expect(words.prefix(3) == ["1 of 2", "One", "A One"], "\(words)")
        #expect(first.errors == "“Numbers”: 1 right and 1 wrong were added.\n")
        #expect(try counts() == ["1/0", "0/1"])
        // What was answered wrong comes first; the end of the input ends the round.
        let second = try study("\ny\n\n")
        #expect(second.output.hasPrefix("\n1 of 2\nTwo\n"))
        #expect(try counts() == ["1/0", "1/1"])
        #expect(try study("\nq\n").errors == "Nothing changed.\n")
        // Each round keeps the version before it.
        #expect(try run("restore").output.split(separator: "\n").count == 2)
        try run("restore", "Numbers-2")
        try run("restore", "Numbers")
        #expect(try LocalFiles.read(folder.path + "/MyNotes/Numbers.plist") == before)
    }

    @Test func exportsForAnki() throws {
        #expect(
            try run("cards", "export", "--output", "all.txt").errors
                == "2 cards written to all.txt.\n")
        let text = try String(contentsOfFile: folder.path + "/all.txt", encoding: .utf8)
        #expect(text.contains("\tNumbers\tOne\tA One\t"))
        let printed = try run("cards", "export", "--output", "-")
        #expect(printed.output == text && printed.errors.isEmpty)
        try run("cards", "export", "Numbers", "--output", "all.apkg")
        #expect(try LocalFiles.read(folder.path + "/all.apkg").starts(with: [0x50, 0x4B, 3, 4]))
    }

    /// A file that cannot be read may have been a deck.
    @Test func namesWhatAnExportOfAllDecksCouldNotRead() throws {
        try folder.write(Array("bplist00 torn".utf8), to: "MyNotes/Torn.data")
        let all = try run("cards", "export", "--output", "all.txt", status: 2)
        #expect(all.errors.contains("2 cards written") && all.errors.contains("Torn.data"))
        try run("cards", "export", "Numbers", "--output", "one.txt")
        #expect(
            try LocalFiles.read(folder.path + "/all.txt")
                == LocalFiles.read(folder.path + "/one.txt"))
    }

    @Test func exportsCardsUnderTheSameIdentifiersAfterAChange() throws {
        func exported(_ name: String) throws -> [Substring: Substring] {
            try run("cards", "export", "--output", name)
            let text = try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
            return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
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

    @Test func mergesMarksOnceAndNamesWhatIsGone() throws {
        try folder.write(
            #"{"format": "notebinder-study", "version": 1, "id": "a1", "deck": {"id": "x", "title": "Numbers"}, "cards": [{"id": "gone", "right": 1, "wrong": 0}, {"id": "\#(try name("Two"))", "right": 2, "wrong": 1}]}"#,
            to: "marks.json")
        let merged = try self.run("study", "merge", "marks.json", status: 2)
        #expect(merged.errors.contains("“Numbers”: 2 right and 1 wrong were added."))
        #expect(
            merged.errors.contains(
                "has marks of 1 card that is no longer in the deck; restore what was deleted"))
        // A mark that could not be added can be once its card is back; the others are not added
        // again.
        let again = try self.run("study", "merge", "marks.json", status: 1)
        #expect(again.errors.contains("“Numbers” no longer has any of the cards of marks.json"))
        try FileManager.default.moveItem(
            atPath: folder.path + "/MyNotes/Numbers.plist",
            toPath: folder.path + "/MyNotes/Digits.plist")
        try folder.write(
            #"{"format": "notebinder-study", "version": 1, "id": "b2", "deck": {"id": "x", "title": "Numbers"}, "cards": [{"id": "\#(try name("Two"))", "right": 1, "wrong": 0}]}"#,
            to: "more.json")
        try run("study", "merge", "more.json")
        #expect(
            try run("study", "merge", "more.json").errors
                == "more.json was merged before; nothing was changed.\n")
        try FileManager.default.moveItem(
            atPath: folder.path + "/MyNotes/Digits.plist",
            toPath: folder.path + "/MyNotes/Numbers.plist")
        #expect(try run("cards", "list", "Numbers").output.hasSuffix("2\tTwo\tA Two\t3\t1\n"))
        // The record of merged marks is beside the notes, but does not count as one.
        #expect(try run("list").output.split(separator: "\n").count == 1)
    }

    /// Returns the identifier of a card in the JSON tree.
    private func name(_ question: String) throws -> String {
        try run("build", "--formats", "json")
        let json = try JSONSerialization.jsonObject(
            with: Data(
                contentsOf: URL(fileURLWithPath: folder.path + "/Notebook/json/notebook.json")))
        let notes = (json as? [String: Any])?["notes"] as? [[String: Any]]
        let cards = notes?.first?["cards"] as? [[String: Any]]
        return try #require(
            cards?.first { $0["question"] as? String == question }?["id"] as? String)
    }
}
