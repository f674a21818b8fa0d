import Foundation
import LocalFiles
import NoteImports
import NoteModel
import TestSupport
import Testing

@testable import BuildPipeline

/// The notes that are taken for the same, and the parts in which they can differ.
@Suite(.tags(.fast))
struct NotebookDifferenceTests {
    private func note(
        _ title: String? = "T", body: String = "T", source: String = "a", index: Int = 0,
        created: Date? = nil, texts: Note.DateTexts = .init(), identifier: String? = nil,
        fields: [JSONValue.Field] = [], change: (inout Note) -> Void = { _ in }
    ) -> Note {
        var note = Note(
            id: NoteID(source: source, index: index), title: title, body: body, created: created,
            dateTexts: texts, identifier: identifier, otherFields: fields)
        change(&note)
        return note
    }

    private func difference(_ old: [Note], to new: [Note]) -> NotebookDifference {
        NotebookDifference(from: old.map { ReadNote($0) }, to: new.map { ReadNote($0) })
    }

    private func parts(_ changes: [NotebookDifference.Change]) -> [String] {
        changes.map { "\($0.old.title)→\($0.new.title): \($0.parts.map(\.rawValue))" }
    }

    /// Returns the parts in which a note with the same title differs.
    private func parts(from old: Note, to new: Note) -> [NotebookDifference.Part] {
        let difference = difference([old], to: [new])
        #expect(
            difference.added.isEmpty && difference.removed.isEmpty && difference.renamed.isEmpty)
        return difference.changed.flatMap(\.parts)
    }

    @Test func findsNothingInEqualNotebooks() {
        let notes = [note("A"), note("B", source: "b"), note("B", source: "b", index: 1)]
        #expect(difference(notes, to: notes).isEmpty)
        #expect(difference([], to: []).isEmpty)
    }

    @Test func reportsAddedRemovedChangedAndRenamedNotes() {
        let day = Date.day(1970, month: 1, day: 2)
        let old = [
            note("Same"), note("Old title", body: "Its own words", source: "b"),
            note("Gone", body: "c", source: "c"),
            note("Edited", body: "One", source: "d", created: day),
        ]
        let new = [
            note("Same"), note("New title", body: "Its own words", source: "b"),
            note("Edited", body: "Two", source: "d", created: day),
            note("New", body: "e", source: "e"),
        ]
        let difference = difference(old, to: new)
        #expect(difference.added.map(\.title) == ["New"])
        #expect(difference.removed.map(\.title) == ["Gone"])
        #expect(parts(difference.changed) == ["Edited→Edited: [\"text\"]"])
        #expect(parts(difference.renamed) == ["Old title→New title: []"])
    }

    @Test func tracksNotesMovedWithinAndBetweenFiles() {
        let old = [
            note("A", body: "a", source: "list"), note("B", body: "b", source: "list", index: 1),
            note("C", body: "c", source: "list", index: 2, identifier: "7"),
        ]
        let new = [
            note("B", body: "b", source: "list"), note("A", body: "a", source: "other"),
            note("Changed", body: "wholly", source: "list", index: 1, identifier: "7"),
        ]
        let difference = difference(old, to: new)
        #expect(difference.added.isEmpty)
        #expect(difference.removed.isEmpty)
        #expect(parts(difference.changed) == ["B→B: [\"source\"]", "A→A: [\"source\"]"])
        #expect(parts(difference.renamed) == ["C→Changed: [\"text\", \"source\"]"])
    }

    @Test func comparesPhotosByTheirBytes() {
        func read(_ path: String, digest: String) -> ReadNote {
            let stored = StoredBytes(file: path, range: 0..<1)
            let note = note {
                $0.photos = [Medium(.photo, name: "p.jpg", content: .stored(stored))]
            }
            return ReadNote(note, digests: [stored: digest])
        }
        let old = read("/x", digest: "1")
        #expect(NotebookDifference(from: [old], to: [read("/y", digest: "1")]).isEmpty)
        let changed = NotebookDifference(from: [old], to: [read("/x", digest: "2")])
        #expect(parts(changed.changed) == ["T→T: [\"photos\"]"])
    }

    @Test func reportsTheChangedPart() {
        let plain = note()
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
            (note { $0.drawing = .picture(0) }, .drawing),
            (note { $0.pages = [Page(drawing: nil)] }, .pages),
            (note { $0.kind = .napkin }, .kind), (note(identifier: "1"), .other),
            (note(fields: [.init("x", value: .null)]), .other), (note(nil), .other),
        ]
        for (changed, part) in changes {
            #expect(parts(from: plain, to: changed) == [part])
            #expect(parts(from: changed, to: plain) == [part])
            #expect(parts(from: changed, to: changed) == [])
        }
    }

    /// Texts with differently composed accents, and tags in another case.
    @Test func comparesTextsByteForByte() {
        #expect(parts(from: note(body: "caf\u{E9}"), to: note(body: "cafe\u{301}")) == [.text])
        let notes = ["Work", "work"].map { tag in note { $0.tags = [Tag(tag)] } }
        #expect(parts(from: notes[0], to: notes[1]) == [.tags])
    }

    @Test func distinguishesMissingDamagedAndStoredMedia() {
        let stored = StoredBytes(file: "/x", range: 0..<1)
        let notes = [MediaContent.missing, .damaged, .stored(stored)].map { content in
            note { $0.photos = [Medium(.photo, content: content)] }
        }
        for (first, old) in notes.enumerated() {
            for (second, new) in notes.enumerated() {
                #expect(parts(from: old, to: new) == (first == second ? [] : [.photos]))
            }
        }
    }

    /// Each note of an export is one of the other export at most.
    @Test func matchesEachNoteOnce() {
        let same = (0..<4).map { note(index: $0) }
        let fewer = difference(same, to: Array(same.prefix(2)))
        #expect(fewer.removed.map(\.id.index) == [2, 3])
        #expect(fewer.added.isEmpty && fewer.changed.isEmpty)
    }

    @Test func isDeterministicAndSymmetric() {
        let old = (0..<30).map {
            note("T\($0 % 7)", body: "B\($0 % 5)", source: "s\($0 % 3)", index: $0)
        }
        let new = (0..<30).map {
            note("T\($0 % 6)", body: "B\($0 % 5)", source: "s\($0 % 4)", index: $0)
        }
        func text(_ difference: NotebookDifference) -> String {
            "\(difference.added.map(\.id.text)) \(difference.removed.map(\.id.text))"
                + " \(difference.changed.map { ($0.old.id.text, $0.new.id.text) })"
                + " \(difference.renamed.map { ($0.old.id.text, $0.new.id.text) })"
        }
        let first = text(difference(old, to: new))
        for _ in 0..<5 { #expect(text(difference(old, to: new)) == first) }
        let (there, back) = (difference(old, to: new), difference(new, to: old))
        #expect(Set(there.added.map(\.id)) == Set(back.removed.map(\.id)))
        #expect(Set(there.removed.map(\.id)) == Set(back.added.map(\.id)))
    }

    @Test func doesNotMatchEmptyNotes() {
        let old = [note("A", body: "", source: "x"), note("B", body: "", source: "x", index: 1)]
        let new = [note("C", body: "", source: "y"), note("D", body: "", source: "y", index: 1)]
        let difference = difference(old, to: new)
        #expect(difference.added.count == 2 && difference.removed.count == 2)
    }
}
