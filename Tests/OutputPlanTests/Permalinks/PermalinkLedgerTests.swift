import NoteModel
import Orthography
import OutputPlan
import TestSupport
import Testing

@Suite(.tags(.fast))
struct PermalinkLedgerTests {
    private func assign(
        _ ledger: PermalinkLedger = PermalinkLedger(), notes: [Note]
    ) throws -> (ledger: PermalinkLedger, slugs: [String], redirects: [String]) {
        let assignment = ledger.assigning(notes)
        // Every ledger can be written and read without loss.
        #expect(try PermalinkLedger(document: assignment.ledger.document) == assignment.ledger)
        return (
            assignment.ledger, assignment.slugs.map(\.text),
            assignment.redirects.map { "\($0.path) to \($0.note)" }
        )
    }

    @Test func givesTheOldestNoteThePlainSlug() throws {
        let notes = [note("Monday", at: 0, day: 5), note("Monday", at: 1, day: 2)]
        #expect(try assign(notes: notes).slugs == ["monday-2", "monday"])
    }

    @Test func keepsAddressesThroughNewNeighboursAndReordering() throws {
        let first = try assign(
            notes: [note("Monday", body: "a", at: 0, day: 5), note("Rain", body: "b", at: 1)])
        let second = try assign(
            first.ledger,
            notes: [
                note("Rain", body: "b", at: 0), note("Monday", body: "older", at: 1, day: 1),
                note("Monday", body: "a, and more", at: 2, day: 5),
            ])
        #expect(second.slugs == ["rain", "monday-2", "monday"])
        #expect(second.redirects.isEmpty)
    }

    @Test func redirectsTheOldAddressOfARenamedNote() throws {
        let (draft, essay) = (note("Draft", body: "x", day: 1), note("Essay", body: "x", day: 1))
        let first = try assign(notes: [draft])
        let second = try assign(first.ledger, notes: [essay])
        #expect(second.slugs == ["essay"])
        #expect(second.redirects == ["notes/draft to 0"])
        // The address belongs to the first note forever.
        let third = try assign(
            second.ledger, notes: [essay, note("Draft", body: "new", at: 1, day: 2)])
        #expect(third.slugs == ["essay", "draft-2"])
        // With its old title, the note gets its old address back.
        let fourth = try assign(third.ledger, notes: [draft])
        #expect(fourth.slugs == ["draft"])
        #expect(fourth.redirects == ["notes/essay to 0"])
    }

    @Test func neverReusesTheAddressOfADeletedNote() throws {
        let plan = note("Plan", body: "x", in: "a", day: 1)
        let other = note("Other", body: "y", in: "b", day: 2)
        let first = try assign(notes: [plan])
        let second = try assign(first.ledger, notes: [other])
        let third = try assign(
            second.ledger, notes: [other, note("Plan", body: "z", in: "c", day: 3)])
        #expect(third.slugs == ["other", "plan-2"])
        // The first note comes back.
        #expect(try assign(third.ledger, notes: [plan]).slugs == ["plan"])
    }

    @Test(arguments: [
        // The app's identifier is the same, in another file with another title.
        (
            note("A", body: "x", in: "one", identifier: "7"),
            note("B", body: "y", in: "two", at: 3, identifier: "7")
        ),
        // The file and the date are the same.
        (note("A", body: "x", in: "one", day: 1), note("B", body: "y", in: "one", at: 5, day: 1)),
        // The beginning of the text is the same, in a renamed file.
        (note("A", body: "x", in: "one", day: 1), note("A", body: "x", in: "two", day: 1)),
        (note("A", body: "x", in: "one"), note("A", body: "x", in: "two", at: 2)),
        // The title and the position are the same, with another text.
        (note("A", body: "x", in: "one", at: 1), note("A", body: "y", in: "one", at: 1)),
        // The position alone is the same.
        (note("A", body: "x", in: "one", at: 1), note("B", body: "y", in: "one", at: 1)),
    ])
    func recognizesAChangedNote(old: Note, new: Note) {
        let first = PermalinkLedger().assigning([old])
        let second = first.ledger.assigning([new])
        #expect(second.identities == first.identities)
        #expect(second.ledger.entries.count == 1)
    }

    private static let long = " is the beginning of a text that nobody has written twice"

    /// Notes of one list without identifiers and dates: title and first word.
    @Test(arguments: [
        // A new note in front of the others.
        ("A:a B:b C:c", "N:n A2:a B:b C:c", "a2<a b c n"),
        ("A:a B:b C:c", "N:n A:a B:b2 C:c", "a b c n"),
        ("A:a B:b C:c", "N:n A:a B2:b2 C:c", "a b2 c n"),
        // A note less.
        ("A:a B:b C:c", "B:b2 C:c", "b c"), ("A:a B:b C:c", "B2:b C:c", "b2<b c"),
        ("A:a B:b C:c", "B2:b2 C:c", "b2 c"),
        // As many as before.
        ("A:a B:b C:c", "A:a B2:b2 C:c", "a b2<b c"), ("A:a B:b C:c", "C2:c A:a B:b2", "a b c2<c"),
        // Few words are the same by chance.
        ("A:- B:-", "N:- A2:- B:-", "a2 b n"),
    ])
    func recognizesNotesOfAListThatHasChanged(old: String, new: String, expected: String) {
        func notes(_ list: String) -> [Note] {
            list.split(separator: " ").enumerated().map { index, part in
                let words = part.split(separator: ":")
                return note(
                    String(words[0]), body: words[1] == "-" ? "" : words[1] + Self.long, at: index)
            }
        }
        let assignment = PermalinkLedger().assigning(notes(old)).ledger.assigning(notes(new))
        let found = assignment.permalinks.enumerated().map { index, permalink in
            let former = assignment.redirects.filter { $0.note == index }
            return ([permalink.slug.text] + former.map { String($0.path.dropFirst(6)) })
                .joined(separator: "<")
        }
        #expect(found.sorted().joined(separator: " ") == expected)
    }

    /// A copy of a file, as synchronisation makes it, comes first by its name.
    @Test func letsANoteKeepItsAddressBesideItsCopy() {
        let original = note("A", body: "x", in: "a.data", identifier: "7")
        let copy = note("A", body: "x", in: "a 2.data", identifier: "7")
        let first = PermalinkLedger().assigning([original])
        let both = first.ledger.assigning([copy, original])
        #expect(both.slugs.map(\.text) == ["a-2", "a"])
        #expect(both.identities[1] == first.identities[0] && both.gone.isEmpty)
        let again = both.ledger.assigning([copy, original])
        #expect(again.identities == both.identities && again.slugs == both.slugs)
        #expect(both.ledger.assigning([original]).slugs == first.slugs)
        // If the original goes, the address stays with the same note.
        #expect(both.ledger.assigning([copy]).slugs == first.slugs)
        // Both are there from the beginning.
        let two = PermalinkLedger().assigning([copy, original])
        for (index, note) in [copy, original].enumerated() {
            #expect(two.ledger.assigning([note]).identities == [two.identities[index]])
        }
    }

    @Test func doesNotMatchAnUnrelatedNote() {
        // A stranger has an identifier of its own, or the position of a note that is temporarily
        // gone.
        let first = PermalinkLedger().assigning([note("A", body: "x", in: "one")])
        let stranger = first.ledger.assigning([note("B", body: "y", in: "one", identifier: "9")])
        #expect(stranger.slugs.map(\.text) == ["b"])
        #expect(stranger.ledger.entries.count == 2)
        let without = first.ledger.assigning([note("C", in: "two")])
        let later = without.ledger.assigning([note("D", body: "z", in: "one")])
        #expect(later.ledger.entries.count == 3 && later.redirects.isEmpty)
        // To the guard, other notes in all the same positions are other notes.
        let many = (0..<6).map { note("Old \($0)", body: "x", in: "\($0)") }
        let others = (0..<6).map { note("New \($0)", body: "y", in: "\($0)") }
        #expect(PermalinkLedger().assigning(many).ledger.assigning(others).gone.count == 6)
    }

    @Test func countsWhatIsGone() {
        let notes = (0..<10).map { note("Note \($0)", in: "\($0)", day: $0 + 1) }
        let first = PermalinkLedger().assigning(notes)
        #expect(first.earlierCount == 0)
        let second = first.ledger.assigning(Array(notes[..<4]))
        #expect(second.earlierCount == 10 && second.gone.count == 6)
        // The six notes are gone already.
        let third = second.ledger.assigning(Array(notes[..<3]))
        #expect(third.earlierCount == 4 && third.gone.map(\.title) == ["Note 3"])
    }

    @Test func assignsNoAddressToUnpublishedNotes() {
        let notes = [note("Secret", in: "a", day: 1), note("Open", in: "b", day: 2)]
        let first = PermalinkLedger().assigning(notes, isPublished: [false, true])
        #expect(first.ledger.entries.map(\.path) == ["notes/open"])
        // A published note that is excluded later keeps its address, and nothing redirects to it.
        let both = PermalinkLedger().assigning(notes)
        let later = both.ledger.assigning(
            [note("Secret, renamed", in: "a", day: 1), notes[1]], isPublished: [false, true])
        #expect(later.ledger.entries.map(\.path).sorted() == ["notes/open", "notes/secret"])
        #expect(later.redirects.isEmpty && later.gone.isEmpty)
    }
}
