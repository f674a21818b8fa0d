import Foundation
package import LocalFiles
package import NoteModel

/// Notes that together have something in every field of the model, with the files of their media.
///
/// Whatever carries notes carries these, or says what it cannot carry.
package struct Exemplar {
    private var media: [String: StoredBytes] = [:]
    private let frame = Frame(x: 1.5, y: -2, width: 30, height: 40.25)
    private let curve = [0.0, 1.5, 2, 3].map { Point(x: $0 + 1, y: 2 * $0) }

    /// - Parameter folder: The folder of the media files.
    package init(_ folder: TemporaryFolder, media path: String) throws {
        var files = [
            ("a.wav", Sound.wave(seconds: 1, tone: 440)), ("a.pdf", Array("%PDF-1.4".utf8)),
        ]
        for number in 0..<5 {
            files.append(
                ("picture\(number).png", PNGPicture.quarters(width: 20 + number, height: 30)))
        }
        for (name, bytes) in files {
            let path = try folder.write(bytes, to: path + "/" + name)
            media[name] = StoredBytes(file: path, range: 0..<bytes.count)
        }
    }

    /// The names of the media files.
    package var names: [StoredBytes: String] {
        Dictionary(media.map { ($1, $0) }) { first, _ in first }
    }

    /// A lecture, a napkin note, a deck, a note of another app with texts for dates, and one that
    /// replaces another.
    package var notes: [Note] {
        var replacing = lecture(isOfAnApp: false, source: "replacing.data")
        replacing.replaced = ReplacedNote(identifier: "x-coredata://1", version: "ab")
        return [lecture(), napkin, deck, typed, replacing]
    }

    private func medium(_ kind: Medium.Kind, _ name: String, caption: String) -> Medium {
        Medium(
            kind, name: name, caption: caption,
            content: media[name].map { .stored($0) } ?? .missing)
    }

    /// Returns a lecture with handwriting in curves, paper and text boxes, which only its app can
    /// change, or with pages that the editor can change as well.
    package func lecture(
        isOfAnApp: Bool = true, source: String = "lecture.data", index: Int = 0
    ) -> Note {
        var note = Note(
            id: NoteID(source: source, index: index), title: "Exemplar", body: "Some *text*",
            created: Date(timeIntervalSince1970: 1_000_000),
            modified: Date(timeIntervalSince1970: 2_000_000.25),
            photos: (0..<5).map {
                medium(.photo, "picture\($0).png", caption: "A *caption* [\($0)] \\ x")
            },
            recordings: [medium(.recording, "a.wav", caption: "Spoken")], identifier: "4C1E",
            otherFields: [.init("mood", value: .string("calm"))])
        note.kind = .lecture
        note.state = .draft
        note.tags = [Tag("two words"), Tag("x/y")]
        note.attachments = [medium(.attachment, "a.pdf", caption: "Slides")]
        note.thumbnail = 3
        note.drawing = .picture(4)
        note.pages = [
            page(isOfAnApp: isOfAnApp), Page(drawing: .picture(2), recordings: [0]),
            Page(drawing: nil, pictures: [PlacedPicture(photo: 0, frame: nil)]),
        ]
        return note
    }

    private func page(isOfAnApp: Bool) -> Page {
        var timed = Stroke(points: curve, width: 3.5, colour: "#12345678", tool: .pencil)
        timed.moment = RecordedMoment(recording: 0, seconds: 12.25)
        return Page(
            drawing: .strokes(
                [timed, Stroke(points: curve, width: 9, colour: "#ffffff", isEraser: true)]
                    + (isOfAnApp ? highlighted : [])),
            pictures: [
                PlacedPicture(photo: 1, frame: frame, rotation: 12.5, crop: frame, isPaper: true)
            ], recordings: [0],
            placedRecordings: [PlacedRecording(recording: 0, place: Point(x: 40, y: 50.5))],
            paper: isOfAnApp ? frame.map { Paper($0, colour: "#fdf6e3") } : nil,
            recognizedText: "two\nlines",
            textBoxes: (isOfAnApp ? [frame, frame] : []).compactMap(\.self).enumerated().map {
                $0 == 0
                    ? TextBox("a\nb", frame: $1, rotation: 5, fontSize: 6.5, colour: "#000000")
                    : TextBox("c", frame: $1)
            })
    }

    private var highlighted: [Stroke] {
        [
            Stroke(curves: curve, anchorWidths: [0.5, 2], colour: "#01020304", tool: .highlighter)
        ].compactMap(\.self)
    }

    private var napkin: Note {
        var note = Note.made(
            "Napkin", source: "napkin.data",
            photos: [
                Medium(.photo, content: .damaged),
                Medium(.photo, name: "gone.jpg", content: .missing),
            ])
        note.kind = .napkin
        note.state = .hidden
        note.drawing = .strokes(highlighted)
        return note
    }

    private var deck: Note {
        Note(
            deck: Deck([
                Card(
                    question: "Q", answer: "A\n\nB", rightCount: 3, wrongCount: 1, identifier: "x",
                    otherFields: [
                        .init("starred", value: .bool(true)), .init("answer", value: .null),
                    ]),
                Card(question: "yes", answer: "---\n\n## Card 2\n"),
                Card(question: "Q", answer: ""), Card(question: "Q", answer: ""),
            ]), id: NoteID(source: "deck.data", index: 0), title: "Deck")
    }

    /// A note without a title of its own, with fields of every type and keys of every kind.
    private var typed: Note {
        Note(
            id: NoteID(source: "typed.data", index: 0), title: nil, body: "First line\n\nSecond",
            created: .day(1969, month: 5, day: 1),
            dateTexts: .init(created: "1969-05-01", modified: "last summer: x"), identifier: "42",
            otherFields: [
                .init("pinned", value: .bool(true)), .init("count", value: .integer(-7)),
                .init("ratio", value: .real(0.1)), .init("label", value: .string("x\ny")),
                .init("empty", value: .string("")),
                .init(
                    "list", value: .array([.string("1"), .integer(1), .bool(false), .array([])])),
                .init("nested", value: .object([("a", .object([("b", .string("c"))]))])),
                .init("title", value: .string("not the title")),
                .init("note", value: .string("not the text")),
                .init("photos", value: .array([.string("no.jpg")])),
                .init("created", value: .string("then")), .init("$odd", value: .integer(1)),
                .init("notebinder.kind", value: .string("deck")), .init("nothing", value: .null),
                .init("ü 😀", value: .string("true")),
                .init("Source", value: .object([("x", .null)])),
            ], fileTitle: "typed")
    }

    /// Returns the fields of a value by their names, as texts.
    package static func fields(_ value: Any) -> [String: String] {
        // The storage that copies of a note share.
        let shared = (value as? Note).flatMap {
            Mirror(reflecting: $0).descendant("fields", "box", "value")
        }
        return Dictionary(
            Mirror(reflecting: shared ?? value).children.map {
                ($0.label ?? "", String(describing: $0.value))
            }
        ) { first, _ in first }
    }

    /// Returns the names of the fields, such as `Page.paper`, that are in all of some notes what they
    /// are in new values.
    package static func unset(in notes: [Note]) -> [String] {
        let pages = notes.flatMap(\.pages)
        let drawings = notes.map(\.drawing) + pages.map(\.drawing)
        let strokes = drawings.flatMap { drawing -> [Stroke] in
            if case .strokes(let strokes)? = drawing { strokes } else { [] }
        }
        let unit = Frame(x: 0, y: 0, width: 1, height: 1)
        let levels: [(new: Any?, values: [Any])] = [
            (Note(id: NoteID(source: "", index: 0), title: nil, body: ""), notes),
            (Page(drawing: nil), pages),
            (PlacedPicture(photo: 0, frame: nil), pages.flatMap(\.pictures)),
            (
                PlacedRecording(recording: 1, place: Point(x: 0, y: 0)),
                pages.flatMap(\.placedRecordings)
            ),
            (unit.map { Paper($0) as Any }, pages.compactMap(\.paper)),
            (unit.map { TextBox("", frame: $0) as Any }, pages.flatMap(\.textBoxes)),
            (Stroke(points: [Point(x: 0, y: 0)], width: 1, colour: "#000000"), strokes),
            (Card(question: "", answer: ""), notes.compactMap(\.deck).flatMap(\.cards)),
        ]
        let media = Medium.Kind.allCases.map { kind -> (new: Any?, values: [Any]) in
            (Medium(kind, content: .missing), notes.flatMap { $0.media[kind] } as [Medium])
        }
        return (levels + media).flatMap { new, values in
            fields(new ?? "").filter { name, value in
                !values.contains { fields($0)[name] != value }
            }.keys.map { "\(type(of: new ?? "")).\($0)" }
        }.sorted()
    }

    /// Returns the names of the fields in which two notes differ. Media are compared with their bytes,
    /// wherever these are.
    package static func differences(_ note: Note, _ other: Note) throws -> Set<String> {
        let (own, others) = (fields(note.unplaced), fields(other.unplaced))
        var names = Set(own.keys.filter { own[$0] != others[$0] })
        if try bytes(of: note) != bytes(of: other) { names.insert("media") }
        return names
    }

    private static func bytes(of note: Note) throws -> [[UInt8]?] {
        try note.media.all.map { medium in
            var bytes: [UInt8] = []
            try medium.stored?.forEachChunk { bytes += Array($0) }
            return medium.stored.map { _ in bytes }
        }
    }
}
