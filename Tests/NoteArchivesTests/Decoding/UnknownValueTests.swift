import Foundation
import KeyedArchives
import LocalFiles
import NoteArchives
import NoteModel
import TestSupport
import Testing

/// Values of archives for which a note has no place: each is kept as JSON, or named.
@Suite(.tags(.fast))
struct UnknownValueTests: AppArchiveSuite {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private typealias Field = (String, ArchiveEditor.Value)

    private func note(_ writer: inout ArchiveEditor, fields: [Field] = []) -> ArchiveEditor.Value {
        let texts: [Field] = [
            ("title", writer.string("T")), ("text", writer.string("x")),
        ]
        return writer.object("Note", superclasses: ["NSObject"], fields: texts + fields)
    }

    private func summary(_ keys: String) -> String {
        "notes: what holds the notes has values for which a note has no place: \(keys). `notebinder inspect` shows them."
    }

    /// It may be an account or a password: it is named, and in no output.
    @Test func namesWhatAnObjectSaysBesidesItsNotes() throws {
        var writer = ArchiveEditor()
        let first = note(&writer)
        let notes = writer.array([first])
        let inner = writer.dictionary([(writer.string("a"), writer.string("b"))])
        let outcome = try read(
            writer.archive(
                root: "Shelf", superclasses: ["NSObject"],
                fields: [
                    ("notes", notes), ("owner", writer.string("Ann")),
                    ("settings", inner), ("deleted", writer.array([])),
                    ("current", first), ("version", .integer(2)), ("isOpen", .bool(true)),
                    ("password", writer.string("")),
                ]))
        #expect(outcome.notes.map(\.title) == ["T"])
        #expect(outcome.notes.first?.otherFields == [] && outcome.unread.isEmpty)
        #expect(outcome.diagnostics.map(\.summary) == [summary("owner, settings")])
    }

    @Test func namesWhatTheObjectAroundANoteSays() throws {
        var writer = ArchiveEditor()
        let inner = note(&writer)
        let outcome = try read(
            writer.archive(
                root: "Wrapper", superclasses: ["NSObject"],
                fields: [
                    ("content", inner), ("owner", writer.string("Ann")),
                    ("created", writer.date(500_692_800)),
                ]))
        let note = try #require(outcome.notes.first)
        #expect(outcome.notes.count == 1 && note.otherFields == [] && note.created != nil)
        #expect(outcome.diagnostics.map(\.summary) == [summary("owner")])
    }

    /// Settings are not exported, nor named.
    @Test func leavesSettingsAlone() throws {
        let notes = ["title": "T", "text": "x"]
        for held in [["notes": [notes, notes], "token": "a"], ["note": notes, "token": "a"]] {
            let bytes = try PropertyListSerialization.data(
                fromPropertyList: held, format: .binary, options: 0)
            let outcome = try read(Array(bytes))
            #expect(outcome.notes.allSatisfy { $0.title == "T" && $0.otherFields == [] })
            #expect(!outcome.notes.isEmpty && outcome.unread.isEmpty)
            #expect(!outcome.diagnostics.contains { $0.summary.contains("token") })
        }
    }

    @Test func namesWhatADeckSays() throws {
        var writer = ArchiveEditor()
        let cards = writer.array([
            object("CardObj", texts: [("front", "F"), ("back", "B")], writer: &writer)
        ])
        let outcome = try read(
            writer.archive(
                root: "DeckObj", superclasses: ["NSObject"],
                fields: [
                    ("title", writer.string("Words")), ("cards", cards),
                    ("colour", writer.string("red")),
                ]))
        #expect(outcome.notes.map(\.title) == ["Words"])
        #expect(outcome.diagnostics.map(\.summary).contains(summary("colour")))
    }

    @Test func readsWhatObjectsOfPicturesSay() throws {
        var writer = ArchiveEditor()
        let ofAClass = writer.object(
            "PhotoObj", superclasses: ["NSObject"],
            fields: [
                ("image", writer.data(picture)),
                ("caption", writer.string("A wave")), ("width", .integer(4)),
                ("mood", writer.string("calm")), ("rating", .integer(5)),
                ("userName", writer.string("Ann")),
                ("people", writer.array([writer.string("Ben")])),
            ])
        let ofADictionary = writer.dictionary([
            (writer.string("image"), writer.data(picture)),
            (writer.string("file"), writer.string("Photos/beach.png")),
            (writer.string("comment"), writer.string("A beach")),
            (writer.string("mood"), writer.string("calm")),
        ])
        let photos = writer.array([ofAClass, ofADictionary])
        let outcome = try read(
            writer.archive(
                root: "NoteObj", superclasses: ["NSObject"],
                fields: [
                    ("title", writer.string("T")), ("note", writer.string("x")),
                    ("photos", photos),
                ]))
        let read = try #require(outcome.notes.first).photos
        #expect(read.map(\.caption) == ["A wave", "A beach"])
        #expect(read.map(\.name) == [nil, "beach.png"])
        #expect(read.map { $0.stored?.count } == [picture.count, picture.count])
        #expect(
            outcome.diagnostics.map(\.summary) == [
                "notes: pictures and recordings have values for which a note has no place: mood, rating, userName, people. `notebinder inspect` shows them."
            ])
    }

    /// Weather and moods are words, or pictures of the app.
    @Test func keepsTheWordsOfDecorations() throws {
        var writer = ArchiveEditor()
        let noted = note(
            &writer,
            fields: [
                ("mood", writer.string("calm")), ("weather", .integer(3)),
                ("icon", writer.string("sun.png")),
                ("background", writer.data(picture)),
            ])
        let outcome = try read(writer.archive(rootArray: [noted]))
        let fields = outcome.notes.first?.otherFields ?? []
        #expect(
            fields == [.init("mood", value: .string("calm")), .init("weather", value: .integer(3))])
        #expect(outcome.notes.first?.photos.isEmpty == true && outcome.diagnostics.isEmpty)
    }

    @Test func namesWhatAttributesOfWordsSay() throws {
        var writer = ArchiveEditor()
        let attributes = writer.dictionary([
            (writer.string("mention"), writer.string("Ann")),
            (writer.string("NSToolTip"), writer.string("A tip")),
            (writer.string("NSCursor"), writer.string("hand")),
            (writer.string("NSSuperScript"), writer.number(1)),
        ])
        let text = writer.object(
            "NSAttributedString", superclasses: ["NSObject"],
            fields: [
                ("NSString", writer.string("2")), ("NSAttributes", attributes),
            ])
        let outcome = try read(
            writer.archive(
                root: "NoteObj", superclasses: ["NSObject"],
                fields: [("title", writer.string("T")), ("note", text)]))
        #expect(outcome.notes.map(\.body) == ["²"])
        #expect(
            outcome.diagnostics.map(\.summary) == [
                "notes: words of a text have attributes for which a note has no place: NSToolTip, mention. `notebinder inspect` shows them."
            ])
    }

    /// In JSON there are no settings beside notes.
    @Test func namesWhatAJSONDocumentSays() throws {
        let outcome = try read(
            Array("{\"notes\": [{\"title\": \"T\", \"text\": \"x\"}], \"footer\": \"y\"}".utf8))
        #expect(outcome.notes.map(\.title) == ["T"])
        #expect(outcome.diagnostics.map(\.summary) == [summary("footer")])
    }
}
