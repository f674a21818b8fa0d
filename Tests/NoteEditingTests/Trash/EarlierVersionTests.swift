import Foundation
import NoteModel
import TestSupport
import Testing

@testable import NoteEditing

/// Versions of notes and cards that were replaced, and their return.
@Suite(.tags(.fast))
struct EarlierVersionTests: NoteEditingSuite {
    let folder = TemporaryFolder()

    private func change(_ title: String, body: String, newTitle: String? = nil) throws {
        try save(title, named: "version") { draft in
            try draft.setBody(body)
            if let newTitle { try draft.setTitle(newTitle) }
        }
    }

    private var bodies: [String] { get throws { try notes().map(\.body) } }

    @Test func restoresAFileByteForByte() throws {
        let original = NoteArchiveWriter.archive(ArchivedNote(title: "A", body: "one"))
        try folder.write(original, to: "a.data")
        try change("A", body: "two")
        #expect(try folder.bytes("a.data") != original)
        #expect(try restore("version") == "a.data")
        #expect(try folder.bytes("a.data") == original)
        // The version that it replaced can be brought back in turn.
        #expect(try editor().trash.entries().map(\.isEarlierVersion) == [true])
        try restore()
        #expect(try bodies == ["two"])
    }

    @Test func restoresAnyOfSeveralVersions() throws {
        try folder.write(note: ArchivedNote(title: "A", body: "0"), to: "a.data")
        for version in 1...3 { try change("A", body: "\(version)") }
        #expect(try editor().trash.entries().map(\.name) == ["version", "version-2", "version-3"])
        try restore("version-2")
        #expect(try bodies == ["1"])
        #expect(try notes().count == 1)
        #expect(try editor().trash.entries().count == 3)
    }

    @Test func restoresANoteThatWasRenamed() throws {
        try folder.write(list(["A", "B", "C"]), to: "memos")
        try change("B", body: "new", newTitle: "B2")
        try change("B2", body: "newer", newTitle: "B3")
        try restore("version")
        #expect(try notes().map(\.title) == ["A", "B", "C"])
        #expect(try bodies == ["Text of A", "Text of B", "Text of C"])
        #expect(try notes()[1].otherFields.map(\.key) == ["isPinned"])
    }

    @Test func restoresANoteThatMovedInItsList() throws {
        try folder.write(list(["A", "B", "C"]), to: "memos")
        try change("B", body: "new")
        try editor().delete(id("A"), named: "a")
        try restore("version")
        #expect(try bodies == ["Text of B", "Text of C"])
    }

    @Test func restoresVersionsOfDeletedNotesToNewFiles() throws {
        try folder.write(list(["A", "B"]), to: "memos")
        try change("B", body: "new")
        try editor().delete(id("B"), named: "b")
        #expect(try restore("version") == "version.data")
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

    @Test func restoresCardsInPlace() throws {
        func cards() throws -> [Card] { try deck.deck?.cards ?? [] }
        try writeDeck()
        for question in ["new", "newer"] {
            let editor = try editor()
            try editor.edit(
                cardAt: 1, of: editor.deckDraft(of: deck), question: question, answer: "n",
                named: "card")
        }
        #expect(try cards().map(\.question) == ["One", "newer", "Three"])
        let editor = try editor()
        try editor.delete(cardsAt: [0], of: editor.deckDraft(of: deck), named: "gone")
        try restore("card")
        #expect(try cards().map(\.question) == ["Two", "Three"])
        #expect(try cards().map(\.answer) == ["A Two", "A Three"])
        try restore("gone-card-1")
        #expect(try cards().map(\.question) == ["One", "Two", "Three"])
        #expect(try cards().map(\.rightCount) == [1, 1, 1])
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
