import Foundation
import LocalFiles
import NoteModel
import TestSupport
import Testing

@testable import NoteExchange

/// The parts in which a note can differ, and the notes that are taken for the same.
@Suite(.tags(.fast))
struct DifferencePartTests {
    private func note(
        kind: Note.Kind = .note, created: Date? = nil, texts: Note.DateTexts = .init(),
        identifier: String? = nil, fields: [JSONValue.Field] = [], title: String? = "T",
        change: (inout Note) -> Void = { _ in }
    ) -> Note {
        var note = Note(
            id: NoteID(source: "a", index: 0), title: title, body: "T", created: created,
            dateTexts: texts, identifier: identifier, otherFields: fields)
        note.kind = kind
        change(&note)
        return note
    }

    private func parts(_ old: Note, _ new: Note) -> [NotebookDifference.Part] {
        let difference = NotebookDifference(from: [ReadNote(old)], to: [ReadNote(new)])
        #expect(
            difference.added.isEmpty && difference.removed.isEmpty && difference.renamed.isEmpty)
        return difference.changed.flatMap(\.parts)
    }

    @Test func namesThePartThatChanged() {
        let plain = note()
        let page = Page(drawing: nil)
        let changes: [(Note, NotebookDifference.Part)] = [
            (note(created: .day(2024, month: 1, day: 1)), .dates),
            (note(texts: .init(modified: "then")), .dates),
            (note { $0.tags = [Tag("x")] }, .tags),
            (note { $0.photos = [Medium(.photo, content: .missing)] }, .photos),
            (note { $0.recordings = [Medium(.recording, content: .damaged)] }, .recordings),
            (
                note { $0.attachments = [Medium(.attachment, name: "a", content: .missing)] },
                .attachments
            ),
            (note { $0.deck = Deck([]) }, .cards), (note { $0.thumbnail = 0 }, .drawing),
            (note { $0.drawing = .picture(0) }, .drawing), (note { $0.pages = [page] }, .pages),
            (note(kind: .napkin), .kind), (note(identifier: "1"), .other),
            (note(fields: [.init("x", value: .null)]), .other), (note(title: nil), .other),
        ]
        for (changed, part) in changes {
            #expect(parts(plain, changed) == [part])
            #expect(parts(changed, plain) == [part])
            #expect(parts(changed, changed) == [])
        }
    }

    @Test func tellsMissingDamagedAndUnknownMediaApart() {
        let stored = StoredBytes(file: "/x", range: 0..<1)
        let contents: [MediaContent] = [.missing, .damaged, .stored(stored)]
        for (first, old) in contents.enumerated() {
            for (second, new) in contents.enumerated() {
                let found = parts(
                    note { $0.photos = [Medium(.photo, content: old)] },
                    note { $0.photos = [Medium(.photo, content: new)] })
                #expect(found == (first == second ? [] : [.photos]))
            }
        }
    }

    @Test func distinguishesTagsByCase() {
        let found = parts(note { $0.tags = [Tag("Work")] }, note { $0.tags = [Tag("work")] })
        #expect(found == [.tags])
    }

    private func difference(_ old: [Note], _ new: [Note]) -> NotebookDifference {
        NotebookDifference(from: old.map { ReadNote($0) }, to: new.map { ReadNote($0) })
    }

    /// Each note of an export is one of the other export at most.
    @Test func matchesEachNoteOnce() {
        let same = (0..<4).map { Note.made("T", body: "B", source: "list", index: $0) }
        let fewer = difference(same, Array(same.prefix(2)))
        #expect(fewer.removed.map(\.id.index) == [2, 3])
        #expect(fewer.added.isEmpty && fewer.changed.isEmpty)
    }

    @Test func givesTheSameResultEveryTimeAndReversesIt() {
        let old = (0..<30).map {
            Note.made("T\($0 % 7)", body: "B\($0 % 5)", source: "s\($0 % 3)", index: $0)
        }
        let new = (0..<30).map {
            Note.made("T\($0 % 6)", body: "B\($0 % 5)", source: "s\($0 % 4)", index: $0)
        }
        func text(_ difference: NotebookDifference) -> String {
            "\(difference.added.map(\.id.text)) \(difference.removed.map(\.id.text))"
                + " \(difference.changed.map { ($0.old.id.text, $0.new.id.text) })"
                + " \(difference.renamed.map { ($0.old.id.text, $0.new.id.text) })"
        }
        let first = text(difference(old, new))
        for _ in 0..<5 { #expect(text(difference(old, new)) == first) }
        let (there, back) = (difference(old, new), difference(new, old))
        #expect(Set(there.added.map(\.id)) == Set(back.removed.map(\.id)))
        #expect(Set(there.removed.map(\.id)) == Set(back.added.map(\.id)))
    }

    @Test func doesNotTakeTwoEmptyNotesForTheSame() {
        let old = [Note.made("A", source: "x", index: 0), .made("B", source: "x", index: 1)]
        let new = [Note.made("C", source: "y", index: 0), .made("D", source: "y", index: 1)]
        let difference = difference(old, new)
        #expect(difference.added.count == 2 && difference.removed.count == 2)
    }
}
