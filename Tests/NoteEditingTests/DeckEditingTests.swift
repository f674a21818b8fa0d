import Foundation
import Hashing
import KeyedArchives
import LocalFiles
import NoteArchives
import NoteEditing
import NoteModel
import TestSupport
import Testing

@Suite(.tags(.fast))
struct DeckEditingTests: NoteEditingSuite {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Writes three cards of an app's class, with keys of its own and an additional field.
    private func writeDeck(_ name: String = "Deck.archive") throws {
        var writer = ArchiveEditor()
        let members = ["One", "Two", "Three"].map { question in
            let texts = [("Question", question), ("Answer", "A \(question)")].map {
                ($0.0, writer.string($0.1))
            }
            return writer.object(
                "Shop.FlashCard", superclasses: ["Base", "NSObject"],
                fields: texts + [
                    ("RightCount", .integer(1)), ("WrongCount", writer.number(2)),
                    ("isStarred", .bool(true)),
                ])
        }
        try folder.write(writer.archive(rootArray: members), to: name)
    }

    private var deck: Note { get throws { try #require(try notes().first { $0.deck != nil }) } }
    private var questions: [String] { get throws { try deck.deck?.cards.map(\.question) ?? [] } }

    @Test func putsACardBehindAnotherInTheAppsOwnForm() throws {
        try writeDeck()
        let editor = try editor()
        var draft = try editor.deckDraft(of: deck)
        try draft.add(question: "New", answer: "*N*", after: 0)
        try draft.add(question: "First", answer: "F", after: nil)
        try draft.add(question: "Last", answer: "L", after: 4)
        try editor.save(draft)
        #expect(try questions == ["First", "One", "New", "Two", "Three", "Last"])
        let cards = try #require(try deck.deck?.cards)
        #expect(cards[2].answer == "*N*" && cards[2].rightCount == 0 && cards[2].wrongCount == 0)
        #expect(cards[1].rightCount == 1 && cards[1].wrongCount == 2)
        #expect(cards[1].otherFields.map(\.key) == ["isStarred"])
        // There is one class, with the superclasses that the app wrote.
        let archive = try KeyedArchive(
            ArchiveBytes(try LocalFiles.read(folder.path + "/Deck.archive")))
        let members = try #require(try archive.root.flatMap { try archive.array($0) })
        for member in members {
            guard case .instance(let card) = try archive.object(member) else {
                Issue.record("\(member)")
                continue
            }
            #expect(card.classNames == ["FlashCard", "Base", "NSObject"])
        }
    }

    @Test(arguments: [
        #"[{"front": "One", "back": "A"}]"#, #"{"cards": [{"question": "One", "answer": "A"}]}"#,
    ])
    func addsToPlainListsAsWell(json: String) throws {
        // JSON itself is not written, but property lists without an object table are.
        let list = try JSONSerialization.jsonObject(with: Data(json.utf8))
        let bytes = try PropertyListSerialization.data(
            fromPropertyList: list, format: .xml, options: 0)
        try folder.write(Array(bytes), to: "plain.plist")
        let editor = try editor()
        var draft = try editor.deckDraft(of: deck)
        try draft.add(question: "Two", answer: "B", after: 0)
        try editor.save(draft)
        #expect(try questions == ["One", "Two"])
        let written = try LocalFiles.read(folder.path + "/plain.plist")
        #expect(written.starts(with: "<?xml".utf8))
    }

    @Test func beginsAnEmptyDeck() throws {
        var writer = ArchiveEditor()
        try folder.write(writer.archive(rootArray: []), to: "Empty.archive")
        let empty = Note(deck: Deck([]), id: NoteID(source: "Empty.archive", index: 0))
        let editor = try editor()
        var draft = try editor.deckDraft(of: empty)
        try draft.add(question: "Q", answer: "A", after: nil)
        try editor.save(draft)
        #expect(try questions == ["Q"])
    }

    @Test func deletesCardsIntoTheTrashAndBringsThemBackToTheirPlaces() throws {
        try writeDeck()
        let before = try deck
        for positions: Set<Int> in [[0, 2], [0]] {
            let editor = try editor()
            let draft = try editor.deckDraft(of: try emptied ?? deck)
            try editor.delete(cardsAt: positions, of: draft, named: "deck")
            if positions.count == 2 { #expect(try questions == ["Two"]) }
        }
        // The empty list is still recognized as a deck.
        let empty = try #require(try emptied)
        #expect(empty.title == "Deck")
        let editor = try editor()
        let names = try editor.trash.entries().map(\.name)
        #expect(names == ["deck-card-1", "deck-card-1-2", "deck-card-3"])
        #expect(try editor.trash.entries().allSatisfy { $0.isCard })
        for entry in try editor.trash.entries() { _ = try editor.restore(entry) }
        #expect(try deck.deck == before.deck)
        #expect(try editor.trash.entries().isEmpty)
    }

    /// The deck without cards, as a run finds it.
    private var emptied: Note? {
        get throws {
            let notes = try NotesFolder(folder.path)
            let read = notes.sources.map { SourceReader(folder: notes).read($0) }
            return EmptyDecks.found(in: read, of: notes).flatMap(\.notes)
                .first { $0.deck?.cards.isEmpty == true }
        }
    }

    @Test func givesAnEmptiedDeckCardsAsItHadThem() throws {
        try writeDeck()
        var editor = try editor()
        try editor.delete(
            cardsAt: [0, 1, 2], of: try editor.deckDraft(of: try deck), named: "deck")
        editor = try self.editor()
        var draft = try editor.deckDraft(of: try #require(try emptied))
        try draft.add(question: "New", answer: "N", after: nil)
        try editor.save(draft)
        let archive = try KeyedArchive(
            ArchiveBytes(try LocalFiles.read(folder.path + "/Deck.archive")))
        let member = try #require(try archive.root.flatMap { try archive.array($0) }?.first)
        guard case .instance(let card) = try archive.object(member) else {
            Issue.record("\(member)")
            return
        }
        #expect(card.classNames.first == "FlashCard")
        #expect(
            card.fields.map(\.key).sorted() == ["Answer", "Question", "RightCount", "WrongCount"])
    }

    @Test func leavesACardToADeckThatIsAPartOfItsFile() throws {
        let decks = [
            "A": [["question": "Q", "answer": "A"]], "B": [["question": "R", "answer": "B"]],
        ]
        let bytes = try PropertyListSerialization.data(
            fromPropertyList: decks, format: .binary, options: 0)
        try folder.write(Array(bytes), to: "both.plist")
        let editor = try editor()
        let first = try #require(try notes().first { $0.title == "A" })
        #expect(throws: UserError.self) {
            try editor.delete(cardsAt: [0], of: try editor.deckDraft(of: first), named: "a")
        }
        try editor.delete(first.id, named: "a")
        #expect(try notes().map(\.title) == ["B"])
        let again = try self.editor()
        _ = try again.restore(try #require(try again.trash.entries().first))
        #expect(try notes().map(\.title) == ["A", "B"])
    }

    @Test func restoresACardAmongCardsAlone() throws {
        try writeDeck()
        var editor = try editor()
        try editor.delete(cardsAt: [0], of: try editor.deckDraft(of: deck), named: "deck")
        try folder.write(list(["A note"]), to: "Deck.archive")
        editor = try self.editor()
        let file = try editor.restore(try #require(try editor.trash.entries().first))
        #expect(file == "deck-card-1.data")
        #expect(try notes().map(\.title) == ["A note", "deck-card-1"])
    }

    @Test func addsNoMarksThatItCannotRemember() throws {
        try writeDeck()
        let before = try LocalFiles.read(folder.path + "/Deck.archive")
        try folder.write("x", to: ".study/merged/in-the-way")
        let deck = try deck
        let name = try #require(deck.deck?.identifiers.first)
        let marks = try StudyMarks(
            Array(
                #"{"format": "notebinder-study", "version": 1, "id": "a", "deck": {"id": "", "title": ""}, "cards": [{"id": "\#(name)", "right": 1, "wrong": 0}]}"#
                    .utf8))
        let editor = try editor()
        var draft = try editor.deckDraft(of: deck)
        try draft.add(right: 1, wrong: 0, toCardAt: 0)
        #expect(throws: FileError.self) {
            try editor.save(draft, with: marks.cards, of: marks, named: "deck")
        }
        #expect(try LocalFiles.read(folder.path + "/Deck.archive") == before)
    }

    private func marks(_ id: String, right: Int, ofCardAt position: Int) throws -> StudyMarks {
        let name = try #require(try deck.deck?.identifiers[position])
        return try StudyMarks(
            Array(
                #"{"format": "notebinder-study", "version": 1, "id": "\#(id)", "deck": {"id": "", "title": ""}, "cards": [{"id": "\#(name)", "right": \#(right), "wrong": 0}]}"#
                    .utf8))
    }

    /// Adds marks, unless they were added before.
    private func merge(_ marks: StudyMarks) throws {
        let editor = try editor()
        let cards = try editor.unmerged(marks)
        guard let first = cards.first else { return }
        var draft = try editor.deckDraft(of: deck)
        try draft.add(right: first.right, wrong: 0, toCardAt: 0)
        try editor.save(draft, with: cards, of: marks, named: "deck")
    }

    /// The state between any two of the writes, as a program leaves it that is killed there.
    @Test func losesNoMarksIfItIsKilledBetweenItsWrites() throws {
        try writeDeck()
        let archive = folder.path + "/Deck.archive"
        let before = try LocalFiles.read(archive)
        let marks = try marks("m", right: 3, ofCardAt: 0)
        let count = try #require(try deck.deck?.cards[0].rightCount)
        try merge(marks)
        let after = try LocalFiles.read(archive)
        let pending = """
            {"source": "Deck.archive", "digest": "\(ContentDigest(of: after).text)", \
            "isRemoving": false, "lines": ["m \(marks.cards[0].id)"]}
            """
        for (bytes, isRecorded) in [(before, false), (after, false), (after, true)] {
            try folder.write(bytes, to: "Deck.archive")
            try folder.write(pending, to: ".study/merging")
            try folder.write(isRecorded ? "m \(marks.cards[0].id)\n" : "", to: ".study/merged")
            try merge(marks)
            #expect(try deck.deck?.cards[0].rightCount == count + 3)
            try merge(marks)
            #expect(try deck.deck?.cards[0].rightCount == count + 3)
        }
    }

    @Test func takesMarksBackAndAddsThemAgain() throws {
        try writeDeck()
        let before = try LocalFiles.read(folder.path + "/Deck.archive")
        let marks = try marks("m", right: 3, ofCardAt: 0)
        try merge(marks)
        let after = try LocalFiles.read(folder.path + "/Deck.archive")
        var editor = try editor()
        _ = try editor.restore(try #require(try editor.trash.entries().first))
        #expect(try LocalFiles.read(folder.path + "/Deck.archive") == before)
        #expect(try editor.unmerged(marks).count == 1)
        // The version with the marks is in the trash now, and knows that it has them.
        editor = try self.editor()
        _ = try editor.restore(try #require(try editor.trash.entries().first))
        #expect(try LocalFiles.read(folder.path + "/Deck.archive") == after)
        #expect(try editor.unmerged(marks).isEmpty)
    }

    @Test func countsNoFurtherThanAnybodyCan() throws {
        try writeDeck()
        let editor = try editor()
        var draft = try editor.deckDraft(of: deck)
        try draft.add(right: 999_999_999, wrong: 0, toCardAt: 0)
        try draft.add(right: 1_000_000, wrong: 0, toCardAt: 0)
        try editor.save(draft)
        #expect(try deck.deck?.cards[0].rightCount == 1_000_000_000)
    }

    @Test func writesThroughNoLink() throws {
        try writeDeck()
        let outside = try TemporaryFolder()
        for name in [".trash", ".study"] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/" + name, withDestinationPath: outside.path)
        }
        let editor = try editor()
        #expect(throws: FileError.self) {
            try editor.delete(cardsAt: [0], of: try editor.deckDraft(of: try deck), named: "x")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path).isEmpty)
        #expect(try questions.count == 3)
    }

    @Test func addsMarksToTheCountsAndToNothingElse() throws {
        try writeDeck()
        let editor = try editor()
        var draft = try editor.deckDraft(of: deck)
        try draft.add(right: 3, wrong: 0, toCardAt: 0)
        try draft.add(right: 0, wrong: 5, toCardAt: 2)
        try editor.save(draft)
        let cards = try #require(try deck.deck?.cards)
        #expect(cards.map(\.rightCount) == [4, 1, 1])
        #expect(cards.map(\.wrongCount) == [2, 2, 7])
        #expect(cards.allSatisfy { $0.otherFields.map(\.key) == ["isStarred"] })
    }

    @Test func leavesADeckAloneThatChangedMeanwhile() throws {
        try writeDeck()
        let editor = try editor()
        var draft = try editor.deckDraft(of: deck)
        try draft.add(question: "New", answer: "N", after: 0)
        let other = try LocalFiles.read(folder.path + "/Deck.archive") + [0]
        try folder.write(other, to: "Deck.archive")
        #expect(throws: UserError.self) { try editor.save(draft) }
        #expect(try LocalFiles.read(folder.path + "/Deck.archive") == other)
    }

    @Test(arguments: [
        ("{}", "holds no marks"), ("", "holds no marks"),
        (
            #"{"format": "x", "version": 1, "id": "a", "deck": {"id": "", "title": ""}, "cards": []}"#,
            "holds no marks"
        ),
        (
            #"{"format": "notebinder-study", "version": 2, "id": "a", "deck": {"id": "", "title": ""}, "cards": []}"#,
            "has version 2"
        ),
        (
            #"{"format": "notebinder-study", "version": 1, "id": "a", "deck": {"id": "", "title": ""}, "cards": [{"id": "b", "right": -1, "wrong": 0}]}"#,
            "holds counts"
        ),
        (
            #"{"format": "notebinder-study", "version": 1, "id": "a\nb", "deck": {"id": "", "title": ""}, "cards": []}"#,
            "holds counts"
        ),
    ])
    func refusesMarksThatNoPageSaved(json: String, reason: String) {
        do throws(StudyMarks.MarksError) {
            _ = try StudyMarks(Array(json.utf8))
            Issue.record("was read")
        } catch {
            #expect(error.problem.hasPrefix(reason))
        }
    }
}
