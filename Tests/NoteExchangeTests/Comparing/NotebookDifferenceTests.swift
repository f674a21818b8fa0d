import Foundation
import LocalFiles
import NoteExchange
import NoteModel
import TestSupport
import Testing

@Suite(.tags(.fast))
struct NotebookDifferenceTests {
    private func note(
        _ source: String, title: String, body: String = "Text", index: Int = 0,
        created: Double? = nil, identifier: String? = nil, photos: [Medium] = []
    ) -> Note {
        Note(
            id: NoteID(source: source, index: index), title: title, body: body,
            created: created.map { Date(timeIntervalSince1970: $0) }, photos: photos,
            identifier: identifier)
    }

    private func difference(_ old: [Note], new: [Note]) -> NotebookDifference {
        NotebookDifference(from: old.map { ReadNote($0) }, to: new.map { ReadNote($0) })
    }

    private func parts(_ changes: [NotebookDifference.Change]) -> [String] {
        changes.map { "\($0.old.title)→\($0.new.title): \($0.parts.map(\.rawValue))" }
    }

    @Test func findsNothingInEqualNotebooks() {
        let notes = [
            note("a", title: "A"), note("b", title: "B"),
            note("b", title: "B", body: "Text", index: 1),
        ]
        #expect(difference(notes, new: notes).isEmpty)
        #expect(difference([], new: []).isEmpty)
    }

    @Test func tellsWhatBecameOfEachNote() {
        let old = [
            note("a", title: "Same"), note("b", title: "Old title", body: "Its own words"),
            note("c", title: "Gone", body: "c"),
            note("d", title: "Edited", body: "One", created: 5),
        ]
        let new = [
            note("a", title: "Same"), note("b", title: "New title", body: "Its own words"),
            note("d", title: "Edited", body: "Two", created: 5), note("e", title: "New", body: "e"),
        ]
        let difference = difference(old, new: new)
        #expect(difference.added.map(\.title) == ["New"])
        #expect(difference.removed.map(\.title) == ["Gone"])
        #expect(parts(difference.changed) == ["Edited→Edited: [\"text\"]"])
        #expect(parts(difference.renamed) == ["Old title→New title: []"])
    }

    @Test func knowsNotesThatMovedWithinTheirListAndToOtherFiles() {
        let old = [
            note("list", title: "A", body: "a", index: 0),
            note("list", title: "B", body: "b", index: 1),
            note("list", title: "C", body: "c", index: 2, identifier: "7"),
        ]
        let new = [
            note("list", title: "B", body: "b", index: 0), note("other", title: "A", body: "a"),
            note("list", title: "Changed", body: "wholly", index: 1, identifier: "7"),
        ]
        let difference = difference(old, new: new)
        #expect(difference.added.isEmpty)
        #expect(difference.removed.isEmpty)
        #expect(parts(difference.changed) == ["B→B: [\"source\"]", "A→A: [\"source\"]"])
        #expect(parts(difference.renamed) == ["C→Changed: [\"text\", \"source\"]"])
    }

    @Test func comparesPhotosByTheirBytes() {
        func read(_ path: String, digest: String) -> ReadNote {
            let stored = StoredBytes(file: path, range: 0..<1)
            return ReadNote(
                note(
                    "a", title: "A",
                    photos: [Medium(.photo, name: "p.jpg", content: .stored(stored))]),
                digests: [stored: digest])
        }
        #expect(
            NotebookDifference(from: [read("/x", digest: "1")], to: [read("/y", digest: "1")])
                .isEmpty)
        let changed = NotebookDifference(
            from: [read("/x", digest: "1")], to: [read("/x", digest: "2")])
        #expect(parts(changed.changed) == ["A→A: [\"photos\"]"])
    }

    /// Texts with differently composed accents are different.
    @Test func seesEveryByteOfTexts() {
        let changed = difference(
            [note("a", title: "A", body: "caf\u{E9}")],
            new: [note("a", title: "A", body: "cafe\u{301}")])
        #expect(parts(changed.changed) == ["A→A: [\"text\"]"])
    }
}
