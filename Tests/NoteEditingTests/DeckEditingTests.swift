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
    let folder = TemporaryFolder()

    private var cards: [Card] { get throws { try deck.deck?.cards ?? [] } }
    private var questions: [String] { get throws { try cards.map(\.question) } }

    /// Changes the deck, from opening to saving it.
    private func change(
        _ note: Note? = nil, by change: (inout DeckDraft) throws -> Void
    ) throws {
        let editor = try editor()
        var draft = try editor.deckDraft(of: note ?? deck)
        try change(&draft)
        try editor.save(draft)
    }

    private func delete(_ positions: Set<Int>, named name: String = "deck") throws {
        let editor = try editor()
        try editor.delete(cardsAt: positions, of: editor.deckDraft(of: deck), named: name)
    }

    @Test func insertsCardsInTheAppsFormat() throws {
        try writeDeck()
        try change { draft in
            try draft.add(question: "New", answer: "*N*", after: 0)
            try draft.add(question: "First", answer: "F", after: nil)
            try draft.add(question: "Last", answer: "L", after: 4)
        }
        #expect(try questions == ["First", "One", "New", "Two", "Three", "Last"])
        let cards = try cards
        #expect(cards[2].answer == "*N*" && cards[2].rightCount == 0 && cards[2].wrongCount == 0)
        #expect(cards[1].rightCount == 1 && cards[1].wrongCount == 2)
        #expect(cards[1].otherFields.map(\.key) == ["isStarred"])
        // There is one class, with the superclasses that the app wrote.
        for card in try archive("Deck.archive").instances {
            #expect(card.classNames == ["FlashCard", "Base", "NSObject"])
        }
    }

    @Test(arguments: [
        #"[{"front": "One", "back": "A"}]"#, #"{"cards": [{"question": "One", "answer": "A"}]}"#,
    ])
    func addsCardsToPlainLists(json: String) throws {
        // JSON itself is not written, but property lists without an object table are.
        try write(
            JSONSerialization.jsonObject(with: Data(json.utf8)), as: .xml, to: "plain.plist")
        try change { try $0.add(question: "Two", answer: "B", after: 0) }
        #expect(try questions == ["One", "Two"])
        #expect(try folder.text("plain.plist").hasPrefix("<?xml"))
    }

    @Test func addsTheFirstCardToAnEmptyDeck() throws {
        try writeDeck("Empty.archive", questions: [])
        try change(Note(deck: Deck([]), id: NoteID(source: "Empty.archive", index: 0))) {
            try $0.add(question: "Q", answer: "A", after: nil)
        }
        #expect(try questions == ["Q"])
    }

    @Test func restoresDeletedCardsInPlace() throws {
        try writeDeck()
        let before = try deck
        try delete([0, 2])
        #expect(try questions == ["Two"])
        try delete([0])
        // The empty list is still recognized as a deck.
        #expect(try deck.title == "Deck" && questions.isEmpty)
        let editor = try editor()
        let entries = try editor.trash.entries()
        #expect(entries.map(\.name) == ["deck-card-1", "deck-card-1-2", "deck-card-3"])
        #expect(entries.allSatisfy { $0.isCard })
        for entry in entries { _ = try editor.restore(entry) }
        #expect(try deck.deck == before.deck)
        #expect(try editor.trash.entries().isEmpty)
    }

    @Test func keepsTheCardFormatOfAnEmptiedDeck() throws {
        try writeDeck()
        try delete([0, 1, 2])
        try change { try $0.add(question: "New", answer: "N", after: nil) }
        let card = try #require(try archive("Deck.archive").instances.first)
        #expect(card.classNames.first == "FlashCard")
        #expect(
            card.fields.map(\.key).sorted() == ["Answer", "Question", "RightCount", "WrongCount"])
    }

    @Test func refusesToEmptyADeckWithinALargerFile() throws {
        let decks = [
            "A": [["question": "Q", "answer": "A"]], "B": [["question": "R", "answer": "B"]],
        ]
        try write(decks, as: .binary, to: "both.plist")
        #expect(try deck.title == "A")
        #expect(throws: UserError.self) { try delete([0]) }
        try editor().delete(id("A"), named: "a")
        #expect(try notes().map(\.title) == ["B"])
        try restore()
        #expect(try notes().map(\.title) == ["A", "B"])
    }

    @Test func restoresCardsOfReplacedDecksToNewFiles() throws {
        try writeDeck()
        try delete([0])
        try folder.write(list(["A note"]), to: "Deck.archive")
        #expect(try restore() == "deck-card-1.data")
        #expect(try notes().map(\.title) == ["A note", "deck-card-1"])
    }

    private func marks(_ id: String, right: Int) throws -> StudyMarks {
        let name = try #require(try deck.deck?.identifiers.first)
        let file = marksFile(#"{"id": "\#(name)", "right": \#(right), "wrong": 0}"#, id: id)
        return try StudyMarks(Array(file.utf8))
    }

    /// Adds marks to the first card, unless they were added before.
    private func merge(_ marks: StudyMarks) throws {
        let editor = try editor()
        let cards = try editor.unmerged(marks)
        guard let first = cards.first else { return }
        var draft = try editor.deckDraft(of: deck)
        try draft.add(right: first.right, wrong: 0, toCardAt: 0)
        try editor.save(draft, with: cards, of: marks, named: "deck")
    }

    @Test func addsNoMarksThatCannotBeRecorded() throws {
        try writeDeck()
        let before = try folder.bytes("Deck.archive")
        let marks = try marks("a", right: 1)
        let editor = try editor()
        var draft = try editor.deckDraft(of: deck)
        try draft.add(right: 1, wrong: 0, toCardAt: 0)
        try folder.write("x", to: ".study/merged/in-the-way")
        #expect(throws: FileError.self) {
            try editor.save(draft, with: marks.cards, of: marks, named: "deck")
        }
        #expect(try folder.bytes("Deck.archive") == before)
    }

    /// The state between any two of the writes, as a program leaves it that is killed there.
    @Test func mergesMarksExactlyOnceAfterACrash() throws {
        try writeDeck()
        let before = try folder.bytes("Deck.archive")
        let marks = try marks("m", right: 3)
        let count = try cards[0].rightCount
        try merge(marks)
        let after = try folder.bytes("Deck.archive")
        let pending = """
            {"source": "Deck.archive", "digest": "\(ContentDigest(of: after).text)", \
            "isRemoving": false, "lines": ["m \(marks.cards[0].id)"]}
            """
        for (bytes, isRecorded) in [(before, false), (after, false), (after, true)] {
            try folder.write(bytes, to: "Deck.archive")
            try folder.write(pending, to: ".study/merging")
            try folder.write(isRecorded ? "m \(marks.cards[0].id)\n" : "", to: ".study/merged")
            for _ in 0..<2 {
                try merge(marks)
                #expect(try cards[0].rightCount == count + 3)
            }
        }
    }

    @Test func revertsAndReappliesMarks() throws {
        try writeDeck()
        let before = try folder.bytes("Deck.archive")
        let marks = try marks("m", right: 3)
        try merge(marks)
        let after = try folder.bytes("Deck.archive")
        try restore()
        #expect(try folder.bytes("Deck.archive") == before)
        #expect(try editor().unmerged(marks).count == 1)
        // The version with the marks is in the trash now, and knows that it has them.
        try restore()
        #expect(try folder.bytes("Deck.archive") == after)
        #expect(try editor().unmerged(marks).isEmpty)
    }

    @Test func limitsCounts() throws {
        try writeDeck()
        try change { draft in
            try draft.add(right: 999_999_999, wrong: 0, toCardAt: 0)
            try draft.add(right: 1_000_000, wrong: 0, toCardAt: 0)
        }
        #expect(try cards[0].rightCount == 1_000_000_000)
    }

    @Test func neverWritesThroughSymbolicLinks() throws {
        try writeDeck()
        let outside = TemporaryFolder()
        for name in [".trash", ".study"] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/" + name, withDestinationPath: outside.path)
        }
        #expect(throws: FileError.self) { try delete([0]) }
        #expect(try LocalFiles.entries(of: outside.path).isEmpty)
        #expect(try questions.count == 3)
    }

    @Test func addsMarksToCountsOnly() throws {
        try writeDeck()
        try change { draft in
            try draft.add(right: 3, wrong: 0, toCardAt: 0)
            try draft.add(right: 0, wrong: 5, toCardAt: 2)
        }
        let cards = try cards
        #expect(cards.map(\.rightCount) == [4, 1, 1])
        #expect(cards.map(\.wrongCount) == [2, 2, 7])
        #expect(cards.allSatisfy { $0.otherFields.map(\.key) == ["isStarred"] })
    }

    @Test func leavesConcurrentlyChangedDecksUntouched() throws {
        try writeDeck()
        let other = try folder.bytes("Deck.archive") + [0]
        #expect(throws: UserError.self) {
            try change { draft in
                try draft.add(question: "New", answer: "N", after: 0)
                try folder.write(other, to: "Deck.archive")
            }
        }
        #expect(try folder.bytes("Deck.archive") == other)
    }
}
