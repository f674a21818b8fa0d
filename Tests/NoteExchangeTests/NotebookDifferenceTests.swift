import Foundation
import NoteExchange
import NoteModel
import Testing

struct NotebookDifferenceTests {
    private func note(
        _ source: String, _ title: String, _ body: String = "Text", index: Int = 0,
        created: Double? = nil, identifier: String? = nil, photos: [Photo] = []
    ) -> Note {
        Note(
            id: NoteID(source: source, index: index), title: title, body: body,
            created: created.map { Date(timeIntervalSince1970: $0) }, photos: photos,
            identifier: identifier)
    }

    private func difference(_ old: [Note], _ new: [Note]) -> NotebookDifference {
        NotebookDifference(from: old.map { ReadNote($0) }, to: new.map { ReadNote($0) })
    }

    private func parts(_ changes: [NotebookDifference.Change]) -> [String] {
        changes.map { "\($0.old.title)→\($0.new.title): \($0.parts.map(\.rawValue))" }
    }

    @Test func findsNothingInEqualNotebooks() {
        let notes = [note("a", "A"), note("b", "B"), note("b", "B", "Text", index: 1)]
        #expect(difference(notes, notes).isEmpty)
        #expect(difference([], []).isEmpty)
    }

    @Test func tellsWhatBecameOfEachNote() {
        let old = [
            note("a", "Same"), note("b", "Old title", "Its own words"), note("c", "Gone", "c"),
            note("d", "Edited", "One", created: 5),
        ]
        let new = [
            note("a", "Same"), note("b", "New title", "Its own words"),
            note("d", "Edited", "Two", created: 5), note("e", "New", "e"),
        ]
        let difference = difference(old, new)
        #expect(difference.added.map(\.title) == ["New"])
        #expect(difference.removed.map(\.title) == ["Gone"])
        #expect(parts(difference.changed) == ["Edited→Edited: [\"text\"]"])
        #expect(parts(difference.renamed) == ["Old title→New title: []"])
    }

    @Test func knowsNotesThatMovedWithinTheirListAndToOtherFiles() {
        let old = [
            note("list", "A", "a", index: 0), note("list", "B", "b", index: 1),
            note("list", "C", "c", index: 2, identifier: "7"),
        ]
        let new = [
            note("list", "B", "b", index: 0), note("other", "A", "a"),
            note("list", "Changed", "wholly", index: 1, identifier: "7"),
        ]
        let difference = difference(old, new)
        #expect(difference.added.isEmpty)
        #expect(difference.removed.isEmpty)
        #expect(
            parts(difference.changed) == ["B→B: [\"source\"]", "A→A: [\"source\"]"])
        #expect(parts(difference.renamed) == ["C→Changed: [\"text\", \"source\"]"])
    }

    @Test func comparesPhotosByTheirBytes() {
        func read(_ path: String, _ digest: String) -> ReadNote {
            let stored = StoredBytes(file: path, range: 0..<1)
            return ReadNote(
                note("a", "A", photos: [Photo(name: "p.jpg", content: .stored(stored))]),
                digests: [stored: digest])
        }
        #expect(NotebookDifference(from: [read("/x", "1")], to: [read("/y", "1")]).isEmpty)
        let changed = NotebookDifference(from: [read("/x", "1")], to: [read("/x", "2")])
        #expect(parts(changed.changed) == ["A→A: [\"photos\"]"])
    }

    /// Texts with differently composed accents are different.
    @Test func seesEveryByteOfTexts() {
        let changed = difference([note("a", "A", "caf\u{E9}")], [note("a", "A", "cafe\u{301}")])
        #expect(parts(changed.changed) == ["A→A: [\"text\"]"])
    }
}
