import Foundation
import NoteArchives
import NoteModel
import TestSupport
import Testing

/// Notes that apps keep as JSON in the settings of the user, or as mere texts.
@Suite(.tags(.fast))
struct PlainTextNoteTests: ReadingSuite {
    let folder = TemporaryFolder(isInMemory: true)

    private static let json = """
        [{"title": "A", "text": "One", "date": 573458400}, {"title": "B", "text": "Two"}]
        """

    @Test(arguments: [Data(Self.json.utf8), Self.json] as [any Sendable])
    func readsJSONInSettings(value: any Sendable) throws {
        let outcome = try read(list: ["theme": Data("dark".utf8), "notes": value])
        #expect(outcome.notes.map(\.title) == ["A", "B"])
        #expect(outcome.notes.map(\.body) == ["One", "Two"])
        #expect(outcome.notes.first?.created?.timeIntervalSinceReferenceDate == 573_458_400)
        #expect(outcome.diagnostics == [])
    }

    @Test func readsJSONInAnArchive() throws {
        let outcome = try read(archived: .data(Array(Self.json.utf8)))
        #expect(outcome.notes.map(\.body) == ["One", "Two"])
    }

    /// The bytes of a picture in a string are nowhere in the file.
    @Test func reportsPicturesInJSONStrings() throws {
        let picture = Data(PNGPicture.quarters(width: 8, height: 4)).base64EncodedString()
        let json = "[{\"title\": \"A\", \"text\": \"One\", \"photo\": \"\(picture)\"}]"
        let outcome = try read(list: ["notes": json])
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
        let outcome = try read(json: "[{\"title\": \"A\", \"text\": \(text)}]")
        #expect(outcome.notes.map(\.body) == [expected])
        let values: [MadeValue] = [.text(text), .data(Array(text.utf8))]
        let archived = try read(
            archived: .list(values.map { .object("NoteObj", [("title", "A"), ("note", $0)]) }))
        #expect(archived.notes.map(\.body) == [expected, expected])
        #expect(archived.diagnostics == [])
    }

    @Test(arguments: ["[ ] Milk", "[\"a\", \"b\"]", "{\"a\": 1}", "[{\"a\":"])
    func keepsTextThatResemblesJSON(text: String) throws {
        let outcome = try read(archived: .object("NoteObj", [("note", .text(text))]))
        #expect(outcome.notes.map(\.body) == [text] && outcome.diagnostics == [])
    }

    /// A text in an object that says more than that.
    @Test func usesTheTextOfANestedObject() throws {
        let content = MadeValue.object("Content", [("text", "One"), ("colour", "red")])
        let outcome = try read(
            archived: .object("NoteObj", [("title", "A"), ("content", content)]))
        #expect(outcome.notes.map(\.body) == ["One"])
        #expect(outcome.notes.first?.otherFields.map(\.key) == ["content"])
    }

    @Test func readsEachTextOfAListAsANote() throws {
        let outcome = try read(archived: ["Milk\nBread", "Call"])
        #expect(outcome.notes.map(\.title) == ["Milk", "Call"])
        #expect(outcome.notes.map(\.body) == ["Milk\nBread", "Call"])
        #expect(outcome.diagnostics.map(\.identifier) == [.takenForNote])
    }

    @Test func usesDictionaryKeysAsTitles() throws {
        let outcome = try read(archived: ["B 10": "Ten", "B 9": "Nine"])
        #expect(outcome.notes.map(\.title) == ["B 9", "B 10"])
        #expect(outcome.notes.map(\.body) == ["Nine", "Ten"])
    }

    @Test(
        arguments: [
            ["One", "Two"], "[\"One\", \"Two\"]", Data("[\"One\", \"Two\"]".utf8),
        ] as [any Sendable])
    func readsTextsInSettings(value: any Sendable) throws {
        let outcome = try read(list: ["theme": "dark", "notes": value])
        #expect(outcome.notes.map(\.body) == ["One", "Two"])
    }

    @Test func ignoresOrdinarySettings() throws {
        let outcome = try read(list: ["theme": "dark", "language": "en"])
        #expect(outcome.notes.isEmpty)
        #expect(outcome.diagnostics.map(\.identifier) == [.noNoteInArchive])
    }
}
