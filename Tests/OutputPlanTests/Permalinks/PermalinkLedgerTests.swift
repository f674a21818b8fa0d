import Foundation
import NoteModel
import OutputPlan
import TestSupport
import Testing

@Suite(.tags(.fast))
struct PermalinkLedgerTests {
    private func note(
        _ title: String, body: String = "", in source: String = "notes", at index: Int = 0,
        day: Double? = nil, identifier: String? = nil
    ) -> Note {
        Note(
            id: NoteID(source: source, index: index), title: title, body: body,
            created: day.map { Date(timeIntervalSince1970: $0 * 86_400) }, identifier: identifier)
    }

    private func assign(
        _ ledger: PermalinkLedger, notes: [Note]
    ) throws -> (ledger: PermalinkLedger, slugs: [String], redirects: [String]) {
        let assignment = ledger.assigning(notes, isPublished: notes.map { _ in true })
        // Every ledger can be written and read without loss.
        #expect(try PermalinkLedger(document: assignment.ledger.document) == assignment.ledger)
        return (
            assignment.ledger, assignment.slugs.map(\.text),
            assignment.redirects.map { "\($0.path) to \($0.note)" }
        )
    }

    @Test func givesOneTitleToTheOldestNote() throws {
        let notes = [note("Monday", at: 0, day: 5), note("Monday", at: 1, day: 2)]
        #expect(
            try assign(PermalinkLedger(), notes: notes).slugs == [
                "monday-2", "monday",
            ])
    }

    @Test func keepsAddressesThroughNewNeighboursAndReordering() throws {
        let first = try assign(
            PermalinkLedger(),
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

    @Test func leadsFromTheOldAddressToANoteWithANewTitle() throws {
        let first = try assign(PermalinkLedger(), notes: [note("Draft", body: "x", day: 1)])
        let second = try assign(first.ledger, notes: [note("Essay", body: "x", day: 1)])
        #expect(second.slugs == ["essay"])
        #expect(second.redirects == ["notes/draft to 0"])
        // The address belongs to the first note forever.
        let third = try assign(
            second.ledger,
            notes: [note("Essay", body: "x", day: 1), note("Draft", body: "new", at: 1, day: 2)])
        #expect(third.slugs == ["essay", "draft-2"])
        // With its old title, the note gets its old address back.
        let fourth = try assign(third.ledger, notes: [note("Draft", body: "x", day: 1)])
        #expect(fourth.slugs == ["draft"])
        #expect(fourth.redirects == ["notes/essay to 0"])
    }

    @Test func neverGivesTheAddressOfADeletedNoteToAnother() throws {
        let first = try assign(PermalinkLedger(), notes: [note("Plan", body: "x", in: "a", day: 1)])
        let second = try assign(first.ledger, notes: [note("Other", body: "y", in: "b", day: 2)])
        let third = try assign(
            second.ledger,
            notes: [
                note("Other", body: "y", in: "b", day: 2), note("Plan", body: "z", in: "c", day: 3),
            ])
        #expect(third.slugs == ["other", "plan-2"])
        // The first note comes back.
        let fourth = try assign(third.ledger, notes: [note("Plan", body: "x", in: "a", day: 1)])
        #expect(fourth.slugs == ["plan"])
    }

    @Test(arguments: [
        // The app's identifier is the same, in another file with another title.
        (
            "A", "x", "one", 0, nil as Double?, "7" as String?, "B", "y", "two", 3, nil as Double?,
            "7" as String?
        ),
        // The file and the date are the same.
        ("A", "x", "one", 0, 1, nil, "B", "y", "one", 5, 1, nil),
        // The beginning of the text is the same, in a renamed file.
        ("A", "x", "one", 0, 1, nil, "A", "x", "two", 0, 1, nil),
        ("A", "x", "one", 0, nil, nil, "A", "x", "two", 2, nil, nil),
        // The title and the position are the same, with another text.
        ("A", "x", "one", 1, nil, nil, "A", "y", "one", 1, nil, nil),
        // The position alone is the same.
        ("A", "x", "one", 1, nil, nil, "B", "y", "one", 1, nil, nil),
    ])
    func knowsANoteAgain(
        _ title: String, body: String, source: String, index: Int, day: Double?,
        identifier: String?, newTitle: String, newBody: String, newSource: String,
        newIndex: Int, newDay: Double?, newIdentifier: String?
    ) throws {
        let old = note(title, body: body, in: source, at: index, day: day, identifier: identifier)
        let new = note(
            newTitle, body: newBody, in: newSource, at: newIndex, day: newDay,
            identifier: newIdentifier)
        let first = PermalinkLedger().assigning([old], isPublished: [true])
        let second = first.ledger.assigning([new], isPublished: [true])
        #expect(second.identities == first.identities)
        #expect(second.ledger.entries.count == 1)
    }

    @Test func takesNoStrangerForANote() {
        // A stranger has an identifier of its own, or the position of a note that is temporarily
        // gone.
        let old = note("A", body: "x", in: "one")
        let first = PermalinkLedger().assigning([old], isPublished: [true])
        let stranger = note("B", body: "y", in: "one", identifier: "9")
        #expect(first.ledger.assigning([stranger], isPublished: [true]).slugs.map(\.text) == ["b"])
        #expect(first.ledger.assigning([stranger], isPublished: [true]).ledger.entries.count == 2)
        let without = first.ledger.assigning([note("C", in: "two")], isPublished: [true])
        let later = without.ledger.assigning([note("D", body: "z", in: "one")], isPublished: [true])
        #expect(later.ledger.entries.count == 3 && later.redirects.isEmpty)
        // To the guard, other notes in all the same positions are other notes.
        let many = (0..<6).map { note("Old \($0)", body: "x", in: "\($0)") }
        let others = (0..<6).map { note("New \($0)", body: "y", in: "\($0)") }
        let before = PermalinkLedger().assigning(many, isPublished: many.map { _ in true })
        #expect(
            before.ledger.assigning(others, isPublished: others.map { _ in true }).gone.count == 6)
    }

    @Test func countsWhatIsGone() {
        let notes = (0..<10).map { note("Note \($0)", in: "\($0)", day: Double($0)) }
        let first = PermalinkLedger().assigning(notes, isPublished: notes.map { _ in true })
        #expect(first.earlierCount == 0)
        let second = first.ledger.assigning(
            Array(notes[..<4]), isPublished: [true, true, true, true])
        #expect(second.earlierCount == 10 && second.gone.count == 6)
        // The six notes are gone already.
        let third = second.ledger.assigning(Array(notes[..<3]), isPublished: [true, true, true])
        #expect(third.earlierCount == 4 && third.gone.map(\.title) == ["Note 3"])
    }

    @Test func givesNothingToNotesThatAreNotPublished() {
        let notes = [note("Secret", in: "a", day: 1), note("Open", in: "b", day: 2)]
        let first = PermalinkLedger().assigning(notes, isPublished: [false, true])
        #expect(first.ledger.entries.map(\.path) == ["notes/open"])
        // A published note that is excluded later keeps its address, and nothing redirects to it.
        let both = PermalinkLedger().assigning(notes, isPublished: [true, true])
        let later = both.ledger.assigning(
            [note("Secret, renamed", in: "a", day: 1), notes[1]], isPublished: [false, true])
        #expect(later.ledger.entries.map(\.path).sorted() == ["notes/open", "notes/secret"])
        #expect(later.redirects.isEmpty && later.gone.isEmpty)
    }

    @Test(arguments: [
        "", "[]", "{\"format\":2,\"notes\":[]}",
        "{\"format\":1,\"notes\":[{\"id\":\"a\",\"path\":\"../x\",\"title\":\"\",\"source\":\"\",\"begins\":\"\"}]}",
        "{\"format\":1,\"notes\":[{\"id\":\"a\",\"path\":\"notes/x/y\",\"title\":\"\",\"source\":\"\",\"begins\":\"\"}]}",
        "{\"format\":1,\"notes\":[{\"id\":\"a\",\"path\":\"notes/<x\",\"title\":\"\",\"source\":\"\",\"begins\":\"\"}]}",
        "{\"format\":1,\"notes\":[{\"id\":\"a\",\"path\":\"notes/x\",\"title\":\"\",\"source\":\"\",\"begins\":\"\"},{\"id\":\"b\",\"path\":\"notes/y\",\"former\":[\"notes/x\"],\"title\":\"\",\"source\":\"\",\"begins\":\"\"}]}",
    ])
    func refusesWhatIsNoLedger(_ text: String) {
        #expect(throws: PermalinkLedger.DocumentError.self) {
            try PermalinkLedger(document: Array(text.utf8))
        }
    }
}

extension PermalinkLedger {
    /// Assigns addresses to notes, with signatures computed from them.
    fileprivate func assigning(_ notes: [Note], isPublished: [Bool]) -> Assignment {
        assigning(
            zip(notes, isPublished).map {
                LedgerNote($0, signature: NoteSignature($0), isPublished: $1)
            })
    }
}

extension PermalinkLedger.Assignment {
    var slugs: [Slug] { permalinks.map(\.slug) }
    var identities: [String] { permalinks.map(\.identity) }
}
