import NoteModel
import TestSupport
import Testing

@testable import NoteEditing

/// The check that a change of one note leaves all others in its archive as they are.
@Suite(.tags(.fast))
struct NeighbourCheckTests {
    private let check = NeighbourCheck(file: "a", before: [], after: [])

    @Test func detectsChangesOfEveryField() {
        let changes: [(String, (inout Note) -> Void)] = [
            ("title", { $0 = $0.with(title: "B", body: $0.body) }),
            ("body", { $0.body = "x" }), ("date", { $0.created = .day(2024, month: 5, day: 1) }),
            ("state", { $0.state = .hidden }), ("kind", { $0.kind = .napkin }),
            ("tags", { $0.tags = [Tag("t")] }), ("thumbnail", { $0.thumbnail = 0 }),
            ("photos", { $0.media.append(Medium(.photo, content: .missing)) }),
            ("recordings", { $0.media.append(Medium(.recording, content: .missing)) }),
            ("attachments", { $0.media.append(Medium(.attachment, content: .missing)) }),
            ("drawing", { $0.drawing = .picture(0) }),
            ("pages", { $0.pages = [.init(drawing: nil)] }),
            ("deck", { $0.deck = Deck([Card(question: "q", answer: "a")]) }),
            ("replaced", { $0.replaced = ReplacedNote(identifier: "i", version: "v") }),
            ("fields", { $0.otherFields = [.init("rating", value: .integer(5))] }),
        ]
        let note = Note.made("A")
        #expect(check.areSame([note], before: [note]))
        for (part, change) in changes {
            var changed = note
            change(&changed)
            #expect(!check.areSame([changed], before: [note]), "\(part)")
        }
    }

    @Test func ignoresFieldsThatMayReferToTheChangedNote() {
        var (note, other) = (Note.made("A"), Note.made("A"))
        note.otherFields = [.init("parent", value: .object([("title", .string("old"))]))]
        other.otherFields = [.init("parent", value: .object([("title", .string("new"))]))]
        #expect(check.areSame([note], before: [other]))
        #expect(!check.areSame([note], before: []))
    }
}
