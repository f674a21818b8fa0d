import ContentHashing
import Foundation
import NoteModel
import TestSupport
import Testing

@Suite(.tags(.fast))
struct StoredNoteTests {
    /// A note with something in every field.
    private var full: Note {
        var note = Note(
            id: NoteID(source: "a/b.data", index: 3), title: "Ü", body: "# x\n\u{0}",
            created: Date(timeIntervalSince1970: 1.25), modified: Date(timeIntervalSince1970: -7),
            dateTexts: .init(created: "1. Mai", modified: "morgen"),
            photos: [
                Medium(
                    .photo, name: "p.jpg", caption: "c", orientation: .left,
                    content: .stored(
                        StoredBytes(file: "/x", range: 5..<9, decodedRange: 1..<2))),
                Medium(.photo, content: .missing), Medium(.photo, content: .damaged),
            ],
            recordings: [
                Medium(
                    .recording, name: "r.m4a", caption: "s",
                    content: .stored(StoredBytes(file: "/y", range: 0..<4)))
            ], identifier: "7",
            otherFields: [
                .init(
                    "k",
                    value: .array([.null, .bool(true), .integer(-3), .real(0.5), .string("t")])),
                .init("n", value: .numbers([1, 2.5])), .init("o", value: .object([("a", .null)])),
            ])
        note.attachments = [
            Medium(
                .attachment, name: "p.pdf", caption: "c",
                content: .stored(StoredBytes(file: "/z", range: 0..<9))),
            Medium(.attachment, name: "gone.zip", content: .missing),
        ]
        note.tags = [Tag("one"), Tag("Two/three")]
        note.drawing = .strokes(
            [
                Stroke(points: [Point(x: 1, y: -2)], width: 3, colour: "#123456", isEraser: true),
                Stroke(
                    curves: [0, 1, 2, 3].map { Point(x: $0, y: 2 * $0) }, anchorWidths: [0.5, 2],
                    colour: "#01020304", tool: .highlighter),
            ].compactMap(\.self).map { stroke in
                var stroke = stroke
                stroke.moment = RecordedMoment(recording: 1, seconds: 2.5)
                return stroke
            })
        note.thumbnail = 2
        note.pages = [
            Page(
                drawing: .picture(1),
                pictures: [
                    PlacedPicture(
                        photo: 0, frame: Frame(x: 1, y: 2, width: 3, height: 4), rotation: 45,
                        crop: Frame(x: 5, y: 6, width: 7, height: 8), isPaper: true),
                    PlacedPicture(photo: 1, frame: nil),
                ], recordings: [0],
                paper: Frame(x: 0, y: 0, width: 9, height: 12).map { Paper($0, colour: "#000000") },
                recognizedText: "KNO3",
                textBoxes: [Frame(x: 1, y: 2, width: 3, height: 4)].compactMap(\.self).map {
                    TextBox("a", frame: $0, rotation: 5, fontSize: 6, colour: "#000000")
                },
                background: Frame(x: 1, y: 2, width: 3, height: 4).map {
                    DocumentPage(3, of: .missing, named: "a.pdf", frame: $0)
                })
        ]
        note.deck = Deck([
            Card(
                question: "q", answer: "a", rightCount: 2, wrongCount: 1, identifier: "i",
                otherFields: [.init("x", value: .integer(1))])
        ])
        note.kind = .lecture
        note.state = .draft
        note.replaced = ReplacedNote(identifier: "x-coredata://1", version: "ab")
        note.identity = "urn:x"
        return note
    }

    private func read(_ bytes: [UInt8]) throws -> Note {
        var reader = ByteReader(bytes)
        let note: Note = try reader.value()
        #expect(reader.isAtEnd)
        return note
    }

    private func bytes(of note: Note) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(note)
        return writer.bytes
    }

    @Test func readsANoteAsItWas() throws {
        #expect(try read(bytes(of: full)) == full)
        let untitled = Note(
            id: NoteID(source: "x", index: 0), title: nil, body: "", fileTitle: "File")
        #expect(try read(bytes(of: untitled)) == untitled)
    }

    /// A field that is added to the model but is not stored would be lost between runs.
    @Test func knowsEveryField() {
        let own = Mirror(reflecting: full)
        // The storage that copies of a note share.
        let shared = own.descendant("fields", "box", "value").map {
            Mirror(reflecting: $0).children
        }
        #expect(own.children.count == 2 && shared?.count == 18 && full.identity != nil)
        for child in shared ?? own.children {
            let text = String(describing: child.value)
            #expect(text != "nil" && text != "[]", "\(child.label ?? "") is empty in the test")
        }
        for kind in Medium.Kind.allCases { #expect(!full.media[kind].isEmpty) }
        // The kind is that of the list; transcripts are added after a note was read from the cache.
        #expect(Mirror(reflecting: full.photos[0]).children.count == 6)
        #expect(Mirror(reflecting: full.pages[0]).children.count == 7)
        #expect(Mirror(reflecting: full.pages[0].pictures[0]).children.count == 5)
        #expect(Mirror(reflecting: full.pages[0].textBoxes[0]).children.count == 5)
        #expect(full.deck.map { Mirror(reflecting: $0.cards[0]).children.count } == 6)
    }

    @Test func refusesBytesThatAreCutOffOrChanged() throws {
        let whole = bytes(of: full)
        for count in 0..<whole.count {
            var reader = ByteReader(Array(whole[..<count]))
            #expect(throws: BinaryDecodingError.self) { try reader.value() as Note }
        }
        // Reading ends, whatever value a byte is changed to.
        for index in whole.indices {
            var changed = whole
            changed[index] ^= 0xFF
            var reader = ByteReader(changed)
            _ = try? reader.value() as Note
        }
    }

    @Test(arguments: [0, 1, -1, 63, 64, -64, -65, .max, .min])
    func readsEveryNumberAsItWas(_ number: Int) throws {
        var writer = ByteWriter()
        writer.write(number)
        var reader = ByteReader(writer.bytes)
        #expect(try reader.int() == number)
    }
}
