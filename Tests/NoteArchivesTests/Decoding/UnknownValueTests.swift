import Diagnostics
import Foundation
import KeyedArchives
import NoteArchives
import NoteModel
import TestSupport
import Testing

/// Values of archives for which a note has no place: each is kept as JSON, or named.
@Suite(.tags(.fast))
struct UnknownValueTests: AppArchiveSuite {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private typealias Field = (String, KeyedArchiveWriter.Field)

    private func note(
        _ writer: inout KeyedArchiveWriter, fields: [Field] = []
    ) -> KeyedArchiveWriter.Reference {
        let texts: [Field] = [
            ("title", .object(writer.string("T"))), ("text", .object(writer.string("x"))),
        ]
        return writer.object("Note", superclasses: ["NSObject"], fields: texts + fields)
    }

    @Test func keepsWhatAnObjectSaysBesidesItsNotes() throws {
        var writer = KeyedArchiveWriter()
        let notes = writer.array([note(&writer)])
        let inner = writer.dictionary([(writer.string("a"), writer.string("b"))])
        let outcome = try read(
            writer.archive(
                root: "Shelf", superclasses: ["NSObject"],
                fields: [
                    ("notes", .object(notes)), ("owner", .object(writer.string("Ann"))),
                    ("settings", .object(inner)), ("deleted", .object(writer.array([]))),
                ]))
        #expect(outcome.notes.map(\.title) == ["T"])
        #expect(outcome.diagnostics.isEmpty)
        #expect(outcome.unread.map(\.place) == ["root"])
        #expect(
            outcome.unread.first?.description
                == .object([
                    .init("owner", value: .string("Ann")),
                    .init("settings", value: .object([.init("a", value: .string("b"))])),
                ]))
    }

    @Test func keepsWhatTheObjectAroundANoteSays() throws {
        var writer = KeyedArchiveWriter()
        let tags = writer.array([writer.string("blue")])
        let inner = note(&writer, fields: [("tags", .object(tags))])
        let outcome = try read(
            writer.archive(
                root: "Wrapper", superclasses: ["NSObject"],
                fields: [("content", .object(inner)), ("owner", .object(writer.string("Ann")))]))
        let note = try #require(outcome.notes.first)
        #expect(outcome.notes.count == 1 && outcome.unread.isEmpty)
        #expect(note.otherFields.map(\.key) == ["tags", "owner"])
    }

    @Test func keepsWhatADeckSays() throws {
        var writer = KeyedArchiveWriter()
        let cards = writer.array([
            object("CardObj", texts: [("front", "F"), ("back", "B")], writer: &writer)
        ])
        let outcome = try read(
            writer.archive(
                root: "DeckObj", superclasses: ["NSObject"],
                fields: [
                    ("title", .object(writer.string("Words"))), ("cards", .object(cards)),
                    ("colour", .object(writer.string("red"))),
                ]))
        #expect(outcome.notes.map(\.title) == ["Words"])
        #expect(
            outcome.unread.map(\.description) == [
                .object([.init("colour", value: .string("red"))])
            ])
    }

    @Test func readsWhatObjectsOfPicturesSay() throws {
        var writer = KeyedArchiveWriter()
        let ofAClass = writer.object(
            "PhotoObj", superclasses: ["NSObject"],
            fields: [
                ("image", .object(writer.data(picture))),
                ("caption", .object(writer.string("A wave"))), ("width", .integer(4)),
                ("mood", .object(writer.string("calm"))), ("rating", .integer(5)),
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
                    ("title", .object(writer.string("T"))), ("note", .object(writer.string("x"))),
                    ("photos", .object(photos)),
                ]))
        let read = try #require(outcome.notes.first).photos
        #expect(read.map(\.caption) == ["A wave", "A beach"])
        #expect(read.map(\.name) == [nil, "beach.png"])
        #expect(read.map { $0.stored?.count } == [picture.count, picture.count])
        #expect(
            outcome.diagnostics.map(\.summary) == [
                "notes: pictures and recordings have values for which a note has no place: mood, rating. `notebinder inspect` shows them."
            ])
    }
}
