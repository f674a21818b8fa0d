import Foundation
import LocalFiles
import NoteArchives
import NoteModel
import TestSupport
import Testing

@testable import NoteEditing

/// Notes that are archived by an import and read again.
@Suite(.tags(.fast))
struct ImportRoundTripTests: NoteEditingSuite {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Imports notes and returns what is read of them.
    private func imported(_ notes: [Note]) throws -> [Note] {
        var importer = try NotesImporter(folder.path + "/notes", reading: ReadingOptions())
        try importer.write(notes, plainName: { $0.title })
        #expect(importer.outcome.problems.isEmpty, "\(importer.outcome.problems)")
        #expect(importer.outcome.notes == notes.count)
        return try self.notes(in: folder.path + "/notes")
    }

    private func note(
        _ index: Int, title: String? = "T", body: String = "B", dates: Note.DateTexts = .init(),
        created: Date? = nil, identifier: String? = nil, fields: [JSONValue.Field] = []
    ) -> Note {
        Note(
            id: NoteID(source: "a.data", index: index), title: title, body: body, created: created,
            dateTexts: dates, identifier: identifier, otherFields: fields, fileTitle: "a")
    }

    @Test(arguments: [
        "", " ", "Text", "a\r\nb\n", "\u{0}\u{1}", "😀 e\u{301} é \u{A0}", "{\\rtf1 no}",
        "bplist00",
        "<b>x</b>",
    ])
    func keepsTextsByteForByte(text: String) throws {
        let read = try imported([note(0, body: text), note(1, title: nil, body: text)])
        #expect(read.map { Array($0.body.utf8) } == [Array(text.utf8), Array(text.utf8)])
        #expect(read.map(\.hasOwnTitle) == [true, false])
    }

    /// Keys that have a meaning for the decoder, and values of every type.
    private static let fields: [JSONValue.Field] = [
        .init("pinned", value: .bool(true)), .init("count", value: .integer(-7)),
        .init("ratio", value: .real(0.1)), .init("label", value: .string("x\ny")),
        .init("list", value: .array([.string("a"), .integer(1), .bool(false), .array([])])),
        .init("nested", value: .object([("a", .object([("b", .string("c"))]))])),
        .init("title", value: .string("not the title")),
        .init("note", value: .string("not the text")),
        .init("photos", value: .array([.string("no.jpg")])),
        .init("created", value: .string("then")),
        .init("$odd", value: .integer(1)), .init("notebinder.kind", value: .string("deck")),
        .init("nothing", value: .null), .init("ü 😀", value: .string("")),
        .init("data", value: .object([("$data", .integer(3)), ("base64", .string("AQID"))])),
    ]

    @Test func keepsFieldsOfAnyKeyAndType() throws {
        let read = try imported([note(0, fields: Self.fields)])
        #expect(read.map(\.title) == ["T"] && read.map(\.body) == ["B"])
        let found = try #require(read.first).otherFields
        for field in Self.fields where field.key != "data" {
            #expect(found.contains(field), "\(field.key)")
        }
        #expect(found.map(\.key).sorted() == Self.fields.map(\.key).sorted())
    }

    @Test func keepsDatesAsInstantsAndAsTexts() throws {
        let day = Date.day(2024, month: 5, day: 1)
        let read = try imported([
            note(0, created: day), note(1, dates: .init(created: "last summer")),
            note(2, dates: .init(created: "2024-05-01"), created: day),
            note(3, created: Date(timeIntervalSinceReferenceDate: -1e9 + 0.25)),
        ])
        #expect(
            read.map(\.created) == [
                day, nil, day, Date(timeIntervalSinceReferenceDate: -1e9 + 0.25),
            ])
        #expect(read.map(\.dateTexts.created) == [nil, "last summer", "2024-05-01", nil])
    }

    @Test func keepsThePositionsOfNotesInTheirFile() throws {
        let read = try imported([
            note(7, title: "7"), note(2, title: "2"), note(2000, title: "2000"),
        ])
        #expect(read.map(\.title) == ["2", "7", "2000"])
        #expect(read.prefix(2).map(\.id.index) == [2, 7])
    }

    @Test func keepsDecksNapkinsAndLectures() throws {
        let cards = [
            Card(
                question: "Q", answer: "A", rightCount: 3, wrongCount: 1, identifier: "x",
                otherFields: [.init("starred", value: .bool(true)), .init("answer", value: .null)]),
            Card(question: "", answer: "A2"), Card(question: "Q2", answer: ""),
            Card(question: "Q", answer: "A"),
        ]
        let deck = Note(deck: Deck(cards), id: NoteID(source: "d.data", index: 0), title: "D")
        var napkin = Note.made("N", source: "n.data")
        napkin.kind = .napkin
        napkin.drawing = .strokes([
            Stroke(points: [Point(x: 0.5, y: -1)], width: 2, colour: "#01020304", isEraser: true),
            try #require(
                Stroke(
                    curves: [0, 1, 2, 3].map { Point(x: $0, y: 2 * $0) }, anchorWidths: [0.5, 2],
                    colour: "#01020304", tool: .highlighter)),
        ])
        var lecture = Note.made(
            "L", source: "l.data", recordings: [Medium(.recording, content: .damaged)])
        lecture.photos = [
            Medium(.photo, content: .damaged), Medium(.photo, name: "gone.jpg", content: .missing),
        ]
        lecture.kind = .lecture
        lecture.thumbnail = 1
        lecture.tags = [Tag("two words"), Tag("x/y")]
        let frame = Frame(x: 0.25, y: -2, width: 3, height: 4)
        var timed = Stroke(points: [Point(x: 1, y: 2)], width: 3, colour: "#123456")
        timed.moment = RecordedMoment(recording: 0, seconds: 12.25)
        lecture.pages = [
            Page(
                drawing: .picture(1),
                pictures: [
                    .init(photo: 0, frame: frame, rotation: 12.5, crop: frame, isPaper: true),
                    .init(photo: 1, frame: nil),
                ],
                recordings: [0]),
            Page(
                drawing: .strokes([timed]),
                paper: Paper(
                    try #require(Frame(x: 0, y: 0, width: 9, height: 12)), colour: "#000000"),
                recognizedText: "two\nlines",
                textBoxes: [frame].compactMap(\.self).map {
                    TextBox("a\nb", frame: $0, rotation: 5, fontSize: 6.5, colour: "#000000")
                }),
        ]
        let read = try imported([deck, napkin, lecture])
        #expect(read.count == 3)
        for note in [deck, napkin, lecture] {
            let found = try #require(read.first { $0.title == note.title })
            #expect(found.kind == note.kind, "\(note.title)")
            for (card, made) in zip(found.deck?.cards ?? [], note.deck?.cards ?? []) {
                #expect(card == made)
            }
            #expect(found.deck?.cards.count == note.deck?.cards.count)
            #expect(found.drawing == note.drawing && found.pages == note.pages, "\(note.title)")
            #expect(found.thumbnail == note.thumbnail && found.tags == note.tags, "\(note.title)")
            #expect(found.media.all.map(\.content) == note.media.all.map(\.content))
        }
    }

    @Test func keepsPhotosInsideAndBesideTheArchive() throws {
        let path = try folder.write(picture, to: "in/p.png")
        let stored = MediaContent.stored(StoredBytes(file: path, range: 0..<picture.count))
        var made = note(0)
        made.photos = [
            Medium(.photo, name: "p.png", caption: "C", content: stored),
            Medium(.photo, content: stored),
            Medium(.photo, caption: "only here", orientation: .right, content: stored),
        ]
        let read = try #require(try imported([made]).first)
        #expect(read.photos.map(\.name) == ["p.png", "p.png", "p.png"])
        #expect(read.photos.map(\.caption) == ["C", nil, "only here"])
        for photo in read.photos { #expect(try contents(photo) == picture) }
    }

    @Test func writesTheSameArchiveForTheSameNotes() throws {
        func bytes() throws -> [UInt8] {
            var archive = ImportedArchive(names: [:], reading: ReadingOptions())
            return try archive.bytes(of: [note(0, fields: Self.fields), note(1)])
        }
        #expect(try bytes() == bytes())
    }

    @Test(arguments: [
        (JSONValue.object([("$data", .integer(3))]), "was data of 3 bytes"),
        (.object([("$data", .integer(9)), ("base64", .string("AQID"))]), "was data of 9 bytes"),
        (.object([("$cut", .bool(true))]), "was not whole"),
        (.object([("$damaged", .string("x"))]), "was not whole"),
        (.array([.object([("$ref", .integer(1))])]), "holds an object that holds itself"),
        (.object([("$ref", .integer(99))]), "holds an object that holds itself"),
    ])
    func reportsFieldsThatCannotBeArchived(value: JSONValue, words: String) throws {
        var archive = ImportedArchive(names: [:], reading: ReadingOptions())
        _ = try archive.bytes(of: [note(0, fields: [.init("key", value: value)])])
        #expect(archive.problems.count == 1)
        #expect(archive.problems.first?.hasPrefix("a.data, “key”, ") == true)
        #expect(archive.problems.first?.contains(words) == true, "\(archive.problems)")
    }
}
