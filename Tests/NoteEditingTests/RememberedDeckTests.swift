import Foundation
import LocalFiles
import NoteArchives
import NoteModel
import TestSupport
import Testing

@testable import NoteEditing

/// The records of decks and of studying.
@Suite(.tags(.fast))
struct RememberedDeckTests: NoteEditingSuite {
    let folder = TemporaryFolder()

    private var parent: NotesFolder { get throws { try NotesFolder(folder.path) } }
    private var titles: [String] { get throws { try notes().map(\.title) } }

    @Test func recognizesEmptyDecksOnlyWithEvidence() throws {
        try writeDeck("Empty.archive", questions: [])
        #expect(try titles == [])
        try RememberedDecks(parent).remember(.standard, as: "Empty.archive")
        #expect(try titles == ["Empty"])
        try LocalFiles.remove(folder.path + "/.study")
        try writeDeck("sub/Full.archive")
        #expect(try titles == ["Full"])
        try writeDeck("sub/Other.archive", questions: [])
        #expect(try titles == ["Full", "Other"])
    }

    @Test func keepsTheFormsOfSeveralDecks() throws {
        var keys = CardKeys.standard
        (keys.question, keys.answer, keys.rightCount) = ("Frage", "Antwort", nil)
        let own = RememberedDeck(className: nil, keys: keys)
        try RememberedDecks(parent).remember(own, as: "a/ü.archive")
        try RememberedDecks(parent).remember(.standard, as: "b.archive")
        let decks = RememberedDecks(try parent).decks
        #expect(decks.keys.sorted() == ["a/ü.archive", "b.archive"])
        #expect(decks["a/ü.archive"]?.keys == own.keys)
        #expect(decks["a/ü.archive"]?.className == nil)
        #expect(decks["b.archive"]?.className == "FlashCard")
    }

    @Test func skipsEntriesThatAreDamaged() throws {
        try folder.write(
            "{\"a\": {\"keys\": {}}, \"b\": 5, \"c\": {\"className\": \"X\"}}",
            to: ".study/decks.json")
        #expect(RememberedDecks(try parent).decks.keys.sorted() == ["a"])
        for text in ["", "[]", "nonsense"] {
            try folder.write(text, to: ".study/decks.json")
            #expect(RememberedDecks(try parent).decks.isEmpty)
        }
    }

    @Test func neverFollowsSymbolicLinksToRecords() throws {
        let outside = TemporaryFolder()
        let secret = try outside.write("secret", to: "merged")
        try LocalFiles.makeFolder(folder.path + "/.study")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/.study/merged", withDestinationPath: secret)
        #expect(throws: FileError.self) { try parent.studyRecord(named: "merged") }
        #expect(try parent.studyRecord(named: "absent") == nil)
        try LocalFiles.remove(folder.path + "/.study")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/.study", withDestinationPath: outside.path)
        #expect(throws: FileError.self) { try parent.writeStudyRecord(named: "x", [1]) }
        #expect(try LocalFiles.entries(of: outside.path).map(\.name) == ["merged"])
    }

    @Test func refusesOversizedRecords() throws {
        try folder.write([UInt8](repeating: 0x20, count: 4 << 20), to: ".study/x")
        #expect(try parent.studyRecord(named: "x")?.count == 4 << 20)
        try folder.write([UInt8](repeating: 0x20, count: 4 << 20 + 1), to: ".study/x")
        #expect(throws: FileError.self) { try parent.studyRecord(named: "x") }
    }

    @Test func findsAFreeNameIgnoringCase() throws {
        func free(_ stem: String, _ ending: String = "data") throws -> String {
            try freeName(stem, fileExtension: ending, in: folder.path)
        }
        #expect(try free("note") == "note.data")
        try folder.write("", to: "NOTE.data")
        try folder.write("", to: "note-2.DATA")
        #expect(try free("note") == "note-3.data")
        #expect(try free("note", "") == "note")
        #expect(try freeName("a", fileExtension: "b", in: folder.path + "/absent") == "a.b")
    }

    private func marks(_ cards: String...) throws -> StudyMarks {
        try StudyMarks(Array(marksFile(cards.joined(separator: ",")).utf8))
    }

    @Test func readsMarksUpToTheLargestCount() throws {
        let read = try marks(#"{"id":"c-1","right":1000000,"wrong":0}"#)
        #expect(read.id == "f" && read.deck.id == "d" && read.deck.title == "T")
        #expect(read.cards.map(\.right) == [1_000_000])
        #expect(try marks().cards.isEmpty)
    }

    @Test(arguments: [
        ("{}", "holds no marks"), ("", "holds no marks"),
        (marksFile(format: "x"), "holds no marks"), (marksFile(version: 2), "has version 2"),
        (marksFile(id: #"a\nb"#), "holds counts"), (marksFile("7"), "holds no marks"),
        (marksFile(#"{"id":"c","right":1000001,"wrong":0}"#), "holds counts"),
        (marksFile(#"{"id":"c","right":-1,"wrong":0}"#), "holds counts"),
        (marksFile(#"{"id":"c","right":1.5,"wrong":0}"#), "holds no marks"),
        (marksFile(#"{"id":"c","right":1e30,"wrong":0}"#), "holds no marks"),
        (marksFile(#"{"id":"c","right":1}"#), "holds no marks"),
        (marksFile(#"{"id":"","right":0,"wrong":0}"#), "holds counts"),
        (marksFile(#"{"id":"a b","right":0,"wrong":0}"#), "holds counts"),
        (marksFile(#"{"id":"é","right":0,"wrong":0}"#), "holds counts"),
        (marksFile(#"{"id":"c\u0000","right":1,"wrong":0}"#), "holds counts"),
    ])
    func refusesInvalidMarksFiles(file: String, reason: String) {
        let error = #expect(throws: StudyMarks.MarksError.self) {
            try StudyMarks(Array(file.utf8))
        }
        #expect(error?.problem.hasPrefix(reason) == true)
    }

    @Test func addsTheMarksOfAFileOnce() throws {
        let marks = try marks(
            #"{"id":"a","right":1,"wrong":0}"#, #"{"id":"b","right":1,"wrong":0}"#)
        try writeDeck()
        #expect(try editor().unmerged(marks).map(\.id) == ["a", "b"])
        try folder.write("f a\nother b\n", to: ".study/merged")
        #expect(try editor().unmerged(marks).map(\.id) == ["b"])
    }
}
