import Foundation
import KeyedArchives
import LocalFiles
import NoteArchives
import NoteModel
import TestSupport
import Testing

@testable import NoteEditing

/// Versions of notes and cards that were replaced, and their return.
@Suite(.tags(.fast))
struct EarlierVersionTests: NoteEditingSuite {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func change(_ title: String, body: String, newTitle: String? = nil) throws {
        let editor = try editor()
        var draft = try editor.draft(of: id(title))
        try draft.setBody(body)
        if let newTitle { try draft.setTitle(newTitle) }
        try editor.save(draft, named: "version")
    }

    @discardableResult
    private func restore(_ name: String) throws -> String? {
        let editor = try editor()
        return try editor.restore(
            try #require(try editor.trash.entries().first { $0.name == name }))
    }

    private var bodies: [String] { get throws { try notes().map(\.body) } }

    @Test func bringsBackAFileByteForByte() throws {
        let original = NoteArchiveWriter.archive(ArchivedNote(title: "A", body: "one"))
        try folder.write(original, to: "a.data")
        try change("A", body: "two")
        #expect(try LocalFiles.read(folder.path + "/a.data") != original)
        #expect(try restore("version") == "a.data")
        #expect(try LocalFiles.read(folder.path + "/a.data") == original)
        // The version that it replaced can be brought back in turn.
        let entries = try editor().trash.entries()
        #expect(entries.map(\.isEarlierVersion) == [true])
        try restore(try #require(entries.first).name)
        #expect(try bodies == ["two"])
    }

    @Test func bringsBackAnyOfSeveralVersions() throws {
        try folder.write(note: ArchivedNote(title: "A", body: "0"), to: "a.data")
        for version in 1...3 { try change("A", body: "\(version)") }
        #expect(try editor().trash.entries().map(\.name) == ["version", "version-2", "version-3"])
        try restore("version-2")
        #expect(try bodies == ["1"])
        #expect(try notes().count == 1)
        #expect(try editor().trash.entries().count == 3)
    }

    @Test func findsANoteAgainThatWasRenamedSince() throws {
        try folder.write(list(["A", "B", "C"]), to: "memos")
        try change("B", body: "new", newTitle: "B2")
        try change("B2", body: "newer", newTitle: "B3")
        try restore("version")
        #expect(try notes().map(\.title) == ["A", "B", "C"])
        #expect(try bodies == ["Text of A", "Text of B", "Text of C"])
        #expect(try notes()[1].otherFields.map(\.key) == ["isPinned"])
    }

    @Test func findsANoteAgainThatMovedInItsList() throws {
        try folder.write(list(["A", "B", "C"]), to: "memos")
        try change("B", body: "new")
        try editor().delete(id("A"), named: "a")
        try restore("version")
        #expect(try bodies == ["Text of B", "Text of C"])
    }

    @Test func makesANoteOfItsOwnIfNothingReplacedTheVersion() throws {
        try folder.write(list(["A", "B"]), to: "memos")
        try change("B", body: "new")
        try editor().delete(id("B"), named: "b")
        let file = try restore("version")
        #expect(file == "version.data")
        #expect(try notes().map(\.title) == ["A", "B"])
        #expect(try notes().last?.body == "Text of B")
    }

    @Test func remembersTheTitleThatReplacedIt() throws {
        try folder.write(note: ArchivedNote(title: "A", body: ""), to: "a.data")
        try change("A", body: "x", newTitle: "Z")
        let entry = try #require(try editor().trash.entries().first)
        #expect(entry.title == "A" && entry.replacementTitle == "Z")
        #expect(entry.sourceName == "a.data" && entry.hasNote && !entry.isCard)
        #expect(abs(entry.date?.timeIntervalSinceNow ?? .infinity) < 60)
    }

    private var deck: Note { get throws { try #require(try notes().first { $0.deck != nil }) } }

    private func edit(_ position: Int, question: String, answer: String) throws {
        let editor = try editor()
        try editor.edit(
            cardAt: position, of: try editor.deckDraft(of: deck), question: question,
            answer: answer,
            named: "card")
    }

    @Test func bringsBackCardsOfADeckToTheirPlaces() throws {
        var writer = ArchiveEditor()
        let cards = ["q1", "q2", "q3"].map { question in
            writer.object(
                "FlashCard", superclasses: ["NSObject"],
                fields: [
                    ("question", writer.string(question)),
                    ("answer", writer.string("a")), ("rightCount", .integer(2)),
                ])
        }
        try folder.write(writer.archive(rootArray: cards), to: "d.archive")
        try edit(1, question: "new", answer: "n")
        try edit(1, question: "newer", answer: "n")
        #expect(try deck.deck?.cards.map(\.question) == ["q1", "newer", "q3"])
        let editor = try editor()
        try editor.delete(cardsAt: [0], of: try editor.deckDraft(of: deck), named: "gone")
        try restore("card")
        #expect(try deck.deck?.cards.map(\.question) == ["q2", "q3"])
        #expect(try deck.deck?.cards.map(\.answer) == ["a", "a"])
        try restore("gone-card-1")
        #expect(try deck.deck?.cards.map(\.question) == ["q1", "q2", "q3"])
        #expect(try deck.deck?.cards.map(\.rightCount) == [2, 2, 2])
    }

    @Test func restoresAnEntryWhoseRecordIsDamaged() throws {
        try folder.write(note: ArchivedNote(title: "A", body: "x"), to: "a.data")
        try editor().delete(id("A"), named: "lost")
        for text in ["", "{", "[]", "{\"title\": 5}"] {
            try folder.write(text, to: ".trash/lost/entry.json")
            let entry = try #require(try editor().trash.entries().first)
            #expect(entry.title == "lost" && entry.hasNote && !entry.isEarlierVersion)
        }
        #expect(try restore("lost") == "lost.data")
        #expect(try notes().map(\.title) == ["A"])
    }
}
