import LocalFiles
import NoteArchives
import NoteModel
import TestSupport
import Testing

/// Values of archives that do not fit into a note: each is kept as JSON, or named.
@Suite(.tags(.fast))
struct UnknownValueTests: ReadingSuite {
    let folder = TemporaryFolder()

    private static let note = MadeValue.object("Note", [("title", "T"), ("text", "x")])

    private func summary(_ keys: String) -> String {
        "notes: what holds the notes has values that do not fit into a note: \(keys). `notebinder inspect` shows them."
    }

    /// It may be an account or a password: it is named, and in no output.
    @Test func reportsUnknownValuesOfNoteContainers() throws {
        let first = MadeValue.shared("first", Self.note)
        let outcome = try read(
            archived: .object(
                "Shelf",
                [
                    ("notes", [first]), ("owner", "Ann"), ("settings", ["a": "b"]),
                    ("deleted", []), ("current", first), ("version", 2), ("isOpen", true),
                    ("password", ""),
                ]))
        #expect(outcome.notes.map(\.title) == ["T"])
        #expect(outcome.notes.first?.otherFields == [] && outcome.unread.isEmpty)
        #expect(outcome.diagnostics.map(\.summary) == [summary("owner, settings")])
    }

    @Test func reportsUnknownValuesOfWrappers() throws {
        let outcome = try read(
            archived: .object(
                "Wrapper",
                [("content", Self.note), ("owner", "Ann"), ("created", .date(500_692_800))]))
        let note = try #require(outcome.notes.first)
        #expect(outcome.notes.count == 1 && note.otherFields == [] && note.created != nil)
        #expect(outcome.diagnostics.map(\.summary) == [summary("owner")])
    }

    /// Settings are not exported, nor named.
    @Test func leavesSettingsAlone() throws {
        let notes = ["title": "T", "text": "x"]
        for held in [["notes": [notes, notes], "token": "a"], ["note": notes, "token": "a"]] {
            let outcome = try read(list: held)
            #expect(outcome.notes.allSatisfy { $0.title == "T" && $0.otherFields == [] })
            #expect(!outcome.notes.isEmpty && outcome.unread.isEmpty)
            #expect(!outcome.diagnostics.contains { $0.summary.contains("token") })
        }
    }

    @Test func reportsUnknownValuesOfDecks() throws {
        let card = MadeValue.object("CardObj", [("front", "F"), ("back", "B")])
        let outcome = try read(
            archived: .object(
                "DeckObj", [("title", "Words"), ("cards", [card]), ("colour", "red")]))
        #expect(outcome.notes.map(\.title) == ["Words"])
        #expect(outcome.diagnostics.map(\.summary).contains(summary("colour")))
    }

    @Test func readsPictureObjectsAndReportsUnknownValues() throws {
        let ofAClass = MadeValue.object(
            "PhotoObj",
            [
                ("image", .data(picture)), ("caption", "A wave"), ("width", 4), ("mood", "calm"),
                ("rating", 5), ("userName", "Ann"), ("people", ["Ben"]),
            ])
        let ofADictionary: MadeValue = [
            "image": .data(picture), "file": "Photos/beach.png", "comment": "A beach",
            "mood": "calm",
        ]
        let outcome = try read(
            archived: .object(
                "NoteObj",
                [("title", "T"), ("note", "x"), ("photos", [ofAClass, ofADictionary])]))
        let read = try #require(outcome.notes.first).photos
        #expect(read.map(\.caption) == ["A wave", "A beach"])
        #expect(read.map(\.name) == [nil, "beach.png"])
        #expect(read.map { $0.stored?.count } == [picture.count, picture.count])
        #expect(
            outcome.diagnostics.map(\.summary) == [
                "notes: pictures and recordings have values that do not fit into a note: mood, rating, userName, people. `notebinder inspect` shows them."
            ])
    }

    /// Weather and moods are words, or pictures of the app.
    @Test func keepsDecorationValuesWithoutPictures() throws {
        let note = MadeValue.object(
            "Note",
            [
                ("title", "T"), ("text", "x"), ("mood", "calm"), ("weather", 3),
                ("icon", "sun.png"), ("background", .data(picture)),
            ])
        let outcome = try read(archived: [note])
        #expect(
            outcome.notes.map(\.otherFields) == [
                [.init("mood", value: .string("calm")), .init("weather", value: .integer(3))]
            ])
        #expect(outcome.notes.first?.photos.isEmpty == true && outcome.diagnostics.isEmpty)
    }

    @Test func reportsUnknownTextAttributes() throws {
        let attributes: MadeValue = [
            "mention": "Ann", "NSToolTip": "A tip", "NSCursor": "hand",
            "NSSuperScript": .number(1),
        ]
        let text = MadeValue.object(
            "NSAttributedString", [("NSString", "2"), ("NSAttributes", attributes)])
        let outcome = try read(archived: .object("NoteObj", [("title", "T"), ("note", text)]))
        #expect(outcome.notes.map(\.body) == ["²"])
        #expect(
            outcome.diagnostics.map(\.summary) == [
                "notes: words of a text have attributes that do not fit into a note: NSToolTip, mention. `notebinder inspect` shows them."
            ])
    }

    /// In JSON there are no settings beside notes.
    @Test func reportsUnknownValuesOfJSONDocuments() throws {
        let outcome = try read(
            json: "{\"notes\": [{\"title\": \"T\", \"text\": \"x\"}], \"footer\": \"y\"}")
        #expect(outcome.notes.map(\.title) == ["T"])
        #expect(outcome.diagnostics.map(\.summary) == [summary("footer")])
    }
}
