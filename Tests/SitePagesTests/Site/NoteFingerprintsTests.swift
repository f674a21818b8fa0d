import Foundation
import Hashing
import LocalFiles
import NoteModel
import TestSupport
import Testing

@testable import SitePages

/// The fingerprints of a note: each changes with what it stands for, and with nothing else.
@Suite(.tags(.fast))
struct NoteFingerprintsTests {
    private struct Change: OptionSet {
        let rawValue: Int
        static let content = Change(rawValue: 1)
        static let row = Change(rawValue: 2)
        static let link = Change(rawValue: 4)
    }

    /// Returns the fingerprints of the first of some notes.
    private func fingerprints(_ notes: [Note]) throws -> NoteFingerprints {
        let prepared = try PreparedSite(notes)
        let note = notes[0]
        let key = prepared.media.key(of: note, alone: Fingerprint(ofNoteAlone: note))
        let row = prepared.site.rows[0]
        return prepared.map.fingerprints(
            of: note, facts: row.facts, key: key, at: 0, targets: row.targets,
            thumbnail: prepared.media.thumbnailIdentity(of: note))
    }

    private func changes(_ one: [Note], _ other: [Note]) throws -> Change {
        let (first, second) = (try fingerprints(one), try fingerprints(other))
        var change: Change = []
        if first.content != second.content { change.insert(.content) }
        if first.row != second.row { change.insert(.row) }
        if first.link != second.link { change.insert(.link) }
        return change
    }

    private let day = Date.day(2014, month: 7, day: 9)
    private let later = Date.day(2015, month: 7, day: 9)

    @Test func staysTheSameForTheSameNote() throws {
        let note = Note.made("A", body: "b #c", created: day, tags: ["c"])
        #expect(try changes([note], [note]) == [])
        #expect(try changes([note], [note, .made("Other")]) == [])
    }

    @Test func changesTheContentWithTheEndOfALongText() throws {
        let text = String(repeating: "word ", count: 200)
        #expect(try changes([.made(body: text + "a")], [.made(body: text + "b")]) == [.content])
        #expect(try changes([.made(body: "a")], [.made(body: "b")]) == [.content, .row])
    }

    @Test func changesEverythingWithTheTitle() throws {
        // The slug, and so the address, stays the same.
        #expect(
            try changes([.made("A", source: "s")], [.made("a", source: "s")])
                == [.content, .row, .link])
    }

    @Test func changesTheRowWithTheDateThatListsShow() throws {
        #expect(try changes([.made(created: day)], [.made(created: later)]) == [.content, .row])
        #expect(
            try changes([.made(created: day)], [.made(created: day, modified: later)])
                == [.content])
        #expect(try changes([.made(modified: day)], [.made(modified: later)]) == [.content, .row])
        #expect(try changes([.made(created: day)], [.made(modified: day)]) == [.content, .row])
    }

    @Test func changesTheRowWithTagsCardsAndPages() throws {
        #expect(try changes([.made()], [.made(tags: ["a"])]).contains(.row))
        func deck(_ questions: [String]) -> Note {
            var note = Note.made()
            note.deck = Deck(questions.map { Card(question: $0, answer: "") })
            return note
        }
        #expect(try changes([deck(["a"])], [deck(["b"])]) == [.content, .row])
        #expect(try changes([deck(["a"])], [deck(["a", "b"])]) == [.content, .row])
        #expect(try changes([deck(["a", "b"])], [deck(["a", "c"])]) == [.content])
        var paged = Note.made()
        paged.pages = [Page(drawing: nil)]
        #expect(try changes([.made()], [paged]) == [.content, .row])
    }

    @Test func changesTheContentWithTheTargetsOfItsLinks() throws {
        let linking = Note.made("A", body: "[[B]]")
        #expect(try changes([linking], [linking, .made("B")]) == [.content])
        #expect(try changes([linking, .made("B")], [linking, .deck("B")]) == [.content])
        #expect(
            try changes([linking, .made("B", body: "x")], [linking, .made("B", body: "y")]) == [])
    }

    /// Bytes are hashed elsewhere: moving a folder must not render everything again.
    @Test func dependsOnTheNoteNotOnFileLocations() {
        func alone(_ content: MediaContent, caption: String? = nil) -> Fingerprint {
            var note = Note.made(photos: [
                Medium(.photo, name: "a.jpg", caption: caption, content: content)
            ])
            note.recordings = [Medium(.recording, name: "b.m4a", content: content)]
            note.attachments = [Medium(.attachment, name: "c.pdf", content: content)]
            return Fingerprint(ofNoteAlone: note)
        }
        let stored = MediaContent.stored(StoredBytes(file: "/one", range: 0..<5))
        let moved = MediaContent.stored(StoredBytes(file: "/two", range: 7..<9))
        #expect(alone(stored) == alone(moved))
        #expect(alone(stored) == alone(.missing))
        #expect(alone(stored) != alone(.damaged))
        #expect(alone(stored) != alone(stored, caption: "c"))
        var known = Note.made()
        known.identity = "urn:uuid:1"
        #expect(Fingerprint(ofNoteAlone: known) == Fingerprint(ofNoteAlone: .made()))
    }

    @Test func distinguishesNotesWithAndWithoutFiles() {
        func key(_ content: MediaContent, identity: String? = nil) -> Fingerprint {
            var note = Note.made(photos: [Medium(.photo, name: "a.jpg", content: content)])
            note.identity = identity
            return PreparedMedia().key(of: note, alone: Fingerprint(ofLines: ["same"]))
        }
        let stored = MediaContent.stored(StoredBytes(file: "/one", range: 0..<5))
        #expect(key(stored) != key(.missing))
        #expect(key(stored) == key(.stored(StoredBytes(file: "/two", range: 0..<9))))
        #expect(key(stored, identity: "a") != key(stored, identity: "b"))
    }

    @Test func dependsOnEverythingThatAPageShows() throws {
        let prepared = try PreparedSite([.made("A"), .made("B", body: "x")])
        let all = try prepared.notebook.notes.map { try fingerprints([$0]) }
        let site = SiteNotes(
            zip(prepared.site.rows, all).map { $0.leading(to: $0.targets, fingerprints: $1) },
            map: prepared.map)
        let keys = PageFingerprints(environment: Fingerprint(ofLines: ["e"]), site)
        let several = [
            keys.key("p"), keys.key("q"), keys.key("p", content: [0]), keys.key("p", content: [1]),
            keys.key("p", content: [0, 1]), keys.key("p", content: [1, 0]),
            keys.key("p", rows: [0]), keys.key("p", others: ["a"]),
            keys.key("p", others: ["a", "b"]),
            PageFingerprints(environment: Fingerprint(ofLines: ["f"]), site).key("p"),
        ]
        #expect(Set(several.compactMap(\.self)).count == several.count)
        #expect(keys.key("p", rows: [1]) == keys.key("p", rows: [1]))
        // Without the fingerprints of the notes, nothing is known.
        #expect(
            PageFingerprints(environment: Fingerprint(ofLines: ["e"]), prepared.site).key("p")
                == nil)
        #expect(PageFingerprints(environment: nil, site).key("p") == nil)
    }
}
