import Foundation
import KeyedArchives
import NoteModel
import TestSupport
import Testing

@testable import NoteArchives

/// Notes that apps keep as JSON in the settings of the user, or as mere texts.
@Suite(.tags(.fast))
struct PlainTextNoteTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder(isInMemory: true) }

    private func read(_ bytes: [UInt8]) throws -> SourceOutcome {
        try folder.write(bytes, to: "Source")
        let notes = try NotesFolder(folder.path)
        return SourceReader(folder: notes).read(try #require(notes.sources.first))
    }

    private func list(_ value: Any) throws -> [UInt8] {
        Array(
            try PropertyListSerialization.data(
                fromPropertyList: value, format: .binary, options: 0))
    }

    private static let json = """
        [{"title": "A", "text": "One", "date": 573458400}, {"title": "B", "text": "Two"}]
        """

    @Test(arguments: [Data(Self.json.utf8), Self.json] as [any Sendable])
    func readsJSONInSettings(value: any Sendable) throws {
        let outcome = try read(try list(["theme": Data("dark".utf8), "notes": value]))
        #expect(outcome.notes.map(\.title) == ["A", "B"])
        #expect(outcome.notes.map(\.body) == ["One", "Two"])
        #expect(outcome.notes.first?.created?.timeIntervalSinceReferenceDate == 573_458_400)
        #expect(outcome.diagnostics == [])
    }

    @Test func readsJSONInAnArchive() throws {
        var writer = ArchiveEditor()
        let data = writer.data(Array(Self.json.utf8))
        let outcome = try read(writer.archive(top: [("root", data)]))
        #expect(outcome.notes.map(\.body) == ["One", "Two"])
    }

    /// The bytes of a picture in a string are nowhere in the file.
    @Test func namesPicturesOfJSONInStrings() throws {
        let picture = Data(PNGPicture.quarters(width: 8, height: 4)).base64EncodedString()
        let json = "[{\"title\": \"A\", \"text\": \"One\", \"photo\": \"\(picture)\"}]"
        let outcome = try read(try list(["notes": json]))
        #expect(outcome.notes.map(\.body) == ["One"])
        #expect(outcome.notes.first?.photos.map(\.content) == [.damaged])
        #expect(outcome.diagnostics.map(\.identifier) == [.damagedObject])
    }

    /// The form in which `Codable` writes an `AttributedString`, in JSON and in a value of a note.
    @Test func readsAttributedStringsInJSON() throws {
        let text = """
            ["Hello ", {}, "bold", {"NSInlinePresentationIntent": 2}, " and ", {}, "more",
                {"NSInlinePresentationIntent": 1, "NSLink": "https://a.example/"}]
            """
        let expected = "Hello **bold** and [*more*](<https://a.example/>)"
        let outcome = try read(Array("[{\"title\": \"A\", \"text\": \(text)}]".utf8))
        #expect(outcome.notes.map(\.body) == [expected])
        var writer = ArchiveEditor()
        let notes = [writer.string(text), writer.data(Array(text.utf8))].map { value in
            writer.object(
                "NoteObj", superclasses: ["NSObject"],
                fields: [("title", writer.string("A")), ("note", value)])
        }
        let archived = try read(writer.archive(rootArray: notes))
        #expect(archived.notes.map(\.body) == [expected, expected])
        #expect(archived.diagnostics == [])
    }

    @Test(arguments: ["[ ] Milk", "[\"a\", \"b\"]", "{\"a\": 1}", "[{\"a\":"])
    func keepsTextsThatBeginAsJSONDoes(text: String) throws {
        var writer = ArchiveEditor()
        let note = writer.object(
            "NoteObj", superclasses: ["NSObject"], fields: [("note", writer.string(text))])
        let outcome = try read(writer.archive(top: [("root", note)]))
        #expect(outcome.notes.map(\.body) == [text] && outcome.diagnostics == [])
    }

    /// A text in an object that says more than that.
    @Test func takesTheTextOfAnObject() throws {
        var writer = ArchiveEditor()
        let inner = writer.object(
            "Content", superclasses: ["NSObject"],
            fields: [
                ("text", writer.string("One")), ("colour", writer.string("red")),
            ])
        let note = writer.object(
            "NoteObj", superclasses: ["NSObject"],
            fields: [("title", writer.string("A")), ("content", inner)])
        let outcome = try read(writer.archive(top: [("root", note)]))
        #expect(outcome.notes.map(\.body) == ["One"])
        #expect(outcome.notes.first?.otherFields.map(\.key) == ["content"])
    }

    @Test func takesEachTextOfAListForANote() throws {
        var writer = ArchiveEditor()
        let texts = [writer.string("Milk\nBread"), writer.string("Call")]
        let outcome = try read(writer.archive(rootArray: texts))
        #expect(outcome.notes.map(\.title) == ["Milk", "Call"])
        #expect(outcome.notes.map(\.body) == ["Milk\nBread", "Call"])
        #expect(outcome.diagnostics.map(\.identifier) == [.takenForNote])
    }

    @Test func takesTheKeysOfADictionaryForTitles() throws {
        var writer = ArchiveEditor()
        let pairs = [("B 10", "Ten"), ("B 9", "Nine")].map {
            (key: writer.string($0.0), value: writer.string($0.1))
        }
        let dictionary = writer.dictionary(pairs)
        let outcome = try read(writer.archive(top: [("root", dictionary)]))
        #expect(outcome.notes.map(\.title) == ["B 9", "B 10"])
        #expect(outcome.notes.map(\.body) == ["Nine", "Ten"])
    }

    @Test(
        arguments: [
            ["One", "Two"], "[\"One\", \"Two\"]", Data("[\"One\", \"Two\"]".utf8),
        ] as [any Sendable])
    func readsTextsInSettings(value: any Sendable) throws {
        let outcome = try read(try list(["theme": "dark", "notes": value]))
        #expect(outcome.notes.map(\.body) == ["One", "Two"])
    }

    @Test func takesNoSettingForANote() throws {
        let outcome = try read(try list(["theme": "dark", "language": "en"]))
        #expect(outcome.notes.isEmpty)
        #expect(outcome.diagnostics.map(\.identifier) == [.noNoteInArchive])
    }
}
