import Foundation
import KeyedArchives
import LocalFiles
import NoteArchives
import NoteModel
import TestSupport
import Testing

@testable import NoteEditing

/// The records of decks and of studying.
@Suite(.tags(.fast))
struct RememberedDeckTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var notes: NotesFolder { get throws { try NotesFolder(folder.path) } }

    private func titles() throws -> [String] {
        let notes = try notes
        let reader = SourceReader(folder: notes)
        return EmptyDecks.found(in: notes.sources.map { reader.read($0) }, of: notes)
            .flatMap { $0.notes.map(\.title) }.sorted()
    }

    private func writeList(_ name: String, questions: [String] = []) throws {
        var writer = ArchiveEditor()
        let cards = questions.map { question in
            writer.object(
                "FlashCard", superclasses: ["NSObject"],
                fields: [
                    ("question", writer.string(question)),
                    ("answer", writer.string("a")),
                ])
        }
        try folder.write(writer.archive(rootArray: cards), to: name)
    }

    @Test func takesAnEmptyListForADeckOnlyWithAReason() throws {
        try writeList("Empty.archive")
        #expect(try titles() == [])
        try RememberedDecks(notes).remember(.standard, as: "Empty.archive")
        #expect(try titles() == ["Empty"])
        try LocalFiles.remove(folder.path + "/.study")
        try writeList("sub/Full.archive", questions: ["q"])
        #expect(try titles() == ["Full"])
        try writeList("sub/Other.archive")
        #expect(try titles() == ["Full", "Other"])
    }

    @Test func keepsTheFormsOfSeveralDecks() throws {
        let own = RememberedDeck(
            className: nil, keys: CardKeys(question: "Frage", answer: "Antwort"))
        try RememberedDecks(notes).remember(own, as: "a/ü.archive")
        try RememberedDecks(notes).remember(.standard, as: "b.archive")
        let decks = RememberedDecks(try notes).decks
        #expect(decks.keys.sorted() == ["a/ü.archive", "b.archive"])
        #expect(decks["a/ü.archive"]?.keys == own.keys)
        #expect(decks["a/ü.archive"]?.className == nil)
        #expect(decks["b.archive"]?.className == "FlashCard")
    }

    @Test func skipsEntriesThatAreDamaged() throws {
        try folder.write(
            "{\"a\": {\"keys\": {}}, \"b\": 5, \"c\": {\"className\": \"X\"}}",
            to: ".study/decks.json")
        #expect(RememberedDecks(try notes).decks.keys.sorted() == ["a"])
        for text in ["", "[]", "nonsense"] {
            try folder.write(text, to: ".study/decks.json")
            #expect(RememberedDecks(try notes).decks.isEmpty)
        }
    }

    @Test func readsAndWritesRecordsThroughNoLink() throws {
        let outside = try TemporaryFolder()
        let secret = try outside.write("secret", to: "merged")
        try LocalFiles.makeFolder(folder.path + "/.study")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/.study/merged", withDestinationPath: secret)
        #expect(throws: FileError.self) { try notes.studyRecord(named: "merged") }
        #expect(try notes.studyRecord(named: "absent") == nil)
        try LocalFiles.remove(folder.path + "/.study")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/.study", withDestinationPath: outside.path)
        #expect(throws: FileError.self) { try notes.writeStudyRecord(named: "x", [1]) }
        #expect(try LocalFiles.entries(of: outside.path).map(\.name) == ["merged"])
    }

    @Test func readsNoRecordThatIsFarTooLarge() throws {
        try folder.write([UInt8](repeating: 0x20, count: 4 << 20), to: ".study/x")
        #expect(try notes.studyRecord(named: "x")?.count == 4 << 20)
        try folder.write([UInt8](repeating: 0x20, count: 4 << 20 + 1), to: ".study/x")
        #expect(throws: FileError.self) { try notes.studyRecord(named: "x") }
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

    private func marks(_ cards: String, id: String = "f", version: Int = 1) -> [UInt8] {
        Array(
            "{\"format\":\"notebinder-study\",\"version\":\(version),\"id\":\"\(id)\",\"deck\":{\"id\":\"d\",\"title\":\"T\"},\"cards\":[\(cards)],\"more\":1}"
                .utf8)
    }

    @Test func readsMarksUpToTheLargestCount() throws {
        let read = try StudyMarks(marks("{\"id\":\"c-1\",\"right\":1000000,\"wrong\":0}"))
        #expect(read.id == "f" && read.deck.id == "d" && read.deck.title == "T")
        #expect(read.cards.map(\.right) == [1_000_000])
        #expect(try StudyMarks(marks("")).cards.isEmpty)
    }

    @Test(arguments: [
        "{\"id\":\"c\",\"right\":1000001,\"wrong\":0}", "{\"id\":\"\",\"right\":0,\"wrong\":0}",
        "{\"id\":\"a b\",\"right\":0,\"wrong\":0}", "{\"id\":\"é\",\"right\":0,\"wrong\":0}",
        "{\"id\":\"c\",\"right\":1.5,\"wrong\":0}", "{\"id\":\"c\",\"right\":1}", "7",
        "{\"id\":\"c\\u0000\",\"right\":1,\"wrong\":0}",
        "{\"id\":\"c\",\"right\":1e30,\"wrong\":0}",
    ])
    func refusesMarksThatNoPageCanHaveMade(card: String) {
        #expect(throws: StudyMarks.MarksError.self) { try StudyMarks(marks(card)) }
    }

    @Test func addsTheMarksOfAFileOnce() throws {
        try writeList("d.archive", questions: ["q", "r"])
        let marks = try StudyMarks(
            marks("{\"id\":\"a\",\"right\":1,\"wrong\":0},{\"id\":\"b\",\"right\":1,\"wrong\":0}"))
        let editor = try NotesEditor(
            folder.path, notebook: Notebook(title: "", notes: []), isComplete: true,
            reading: ReadingOptions())
        #expect(try editor.unmerged(marks).map(\.id) == ["a", "b"])
        try folder.write("f a\nother b\n", to: ".study/merged")
        #expect(try editor.unmerged(marks).map(\.id) == ["b"])
    }
}
