import Foundation
import NoteModel
import Orthography
import OutputPlan
import TestSupport
import Testing

/// Random histories of a notebook, through which every published address must keep its note.
@Suite(.tags(.fast))
struct LedgerHistoryTests {
    /// A note that keeps its identity, since it has an identifier of its app.
    private struct Known {
        let identifier: String
        var title: String
        var isPublished = true
        var isDeck = false

        func note(at index: Int) -> Note {
            var note = Note(
                id: NoteID(source: "notes.data", index: index), title: title, body: "text",
                created: Date(timeIntervalSince1970: Double(index * 1_000)), identifier: identifier)
            if isDeck { note.deck = Deck([Card(question: "q", answer: "a")]) }
            return note
        }
    }

    private static let titles = [
        "Walk", "walk", "Walk 2", "walk-3", "Rain", "Straße", "strasse", "Index", "é", "e\u{301}",
        "☕️",
    ]

    /// Makes a random change to the notes, as their owner does between two runs.
    private func change(_ notes: inout [Known], number: Int, random: inout SeededGenerator) {
        let place = random.number(in: 0...notes.count)
        guard place < notes.count else {
            notes.append(Known(identifier: "id\(number)", title: random.pick(Self.titles)))
            return
        }
        switch random.number(in: 0...5) {
        case 0: notes.remove(at: place)
        case 1: notes[place].isPublished.toggle()
        case 2: notes[place].isDeck.toggle()
        case 3: notes.swapAt(place, random.number(in: 0...notes.count - 1))
        default: notes[place].title = random.pick(Self.titles)
        }
    }

    private func assignment(_ ledger: PermalinkLedger, notes: [Known]) -> PermalinkLedger.Assignment
    {
        ledger.assigning(
            notes.enumerated().map { $1.note(at: $0) }, isPublished: notes.map(\.isPublished))
    }

    @Test(arguments: 1...30) func neverGivesAnAddressToAnotherNote(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var notes: [Known] = []
        var ledger = PermalinkLedger()
        /// The identifiers of the notes that have been published under each path.
        var owners: [String: String] = [:]
        for step in 0..<60 {
            for number in 0...random.number(in: 0...2) {
                change(&notes, number: step * 10 + number, random: &random)
            }
            let found = assignment(ledger, notes: notes)
            let comment = "seed \(seed), step \(step)" as Comment
            var paths: Set<String> = []
            for (index, known) in notes.enumerated() where known.isPublished {
                let path = (known.isDeck ? "decks/" : "notes/") + found.slugs[index].text
                #expect(paths.insert(path.lowercased()).inserted, comment)
                #expect(owners[path] == nil || owners[path] == known.identifier, comment)
                owners[path] = known.identifier
            }
            for (path, index) in found.redirects {
                #expect(owners[path] == notes[index].identifier, comment)
                #expect(!paths.contains(path), comment)
            }
            try expectRedirects(of: notes, in: found, owners: owners, paths: paths, comment)
            ledger = found.ledger
        }
    }

    /// Expects that every address that a published note ever had leads to it.
    private func expectRedirects(
        of notes: [Known], in found: PermalinkLedger.Assignment, owners: [String: String],
        paths: Set<String>, _ comment: Comment
    ) throws {
        let redirects = Dictionary(found.redirects.map { ($0.path, $0.note) }) { first, _ in first }
        #expect(redirects.count == found.redirects.count, comment)
        for (path, owner) in owners {
            guard let index = notes.firstIndex(where: { $0.identifier == owner && $0.isPublished })
            else { continue }
            #expect(paths.contains(path) || redirects[path] == index, comment)
        }
        #expect(try PermalinkLedger(document: found.ledger.document) == found.ledger, comment)
    }

    @Test(arguments: 1...15) func isIdempotentForUnchangedNotes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var notes: [Known] = []
        var ledger = PermalinkLedger()
        for step in 0..<30 {
            change(&notes, number: step, random: &random)
            let first = assignment(ledger, notes: notes)
            let second = assignment(first.ledger, notes: notes)
            let comment = "seed \(seed), step \(step)" as Comment
            #expect(second.ledger == first.ledger, comment)
            #expect(second.slugs == first.slugs, comment)
            #expect(second.identities == first.identities, comment)
            #expect(second.renamed.isEmpty && second.gone.isEmpty, comment)
            ledger = second.ledger
        }
    }

    @Test func movesANoteThatBecomesADeck() {
        let note = Known(identifier: "1", title: "Words")
        let first = assignment(PermalinkLedger(), notes: [note])
        var deck = note
        deck.isDeck = true
        let second = assignment(first.ledger, notes: [deck])
        #expect(second.ledger.entries.map(\.path) == ["decks/words"])
        #expect(second.redirects.map(\.path) == ["notes/words"])
        let third = assignment(second.ledger, notes: [note])
        #expect(third.ledger.entries.map(\.path) == ["notes/words"])
        #expect(third.ledger.entries.map(\.former) == [["decks/words"]])
    }

    @Test func reportsRenamedNotes() {
        let before = (0..<3).map { Known(identifier: "\($0)", title: "Note \($0)") }
        let first = assignment(PermalinkLedger(), notes: before)
        #expect(first.renamed.isEmpty)
        var after = before
        after[1].title = "Another"
        let second = assignment(first.ledger, notes: after)
        #expect(second.renamed.map(\.note) == [1])
        #expect(second.renamed.map(\.from) == ["notes/note-1"])
        // A title with the same slug is no new address.
        after[1].title = "ANOTHER!"
        let third = assignment(second.ledger, notes: after)
        #expect(third.renamed.isEmpty && third.slugs[1].text == "another")
        #expect(third.ledger.entries[1].title == "ANOTHER!")
    }
}
