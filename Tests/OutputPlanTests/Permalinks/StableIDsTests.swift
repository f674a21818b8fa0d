import Foundation
import NoteModel
import OutputPlan
import TestSupport
import Testing

@Suite(.tags(.fast))
struct StableIDsTests {
    private func names(_ notes: [Note]) -> [String] {
        StableIDs.names(of: notes)
    }

    /// Identifiers that must never change, computed by another program from the SHA-256 of the
    /// lines `note` and the given ones.
    @Test func keepsIdentifiersOfEarlierVersions() {
        #expect(
            NoteSignature(note("A", identifier: "7")).name
                == "urn:uuid:e40ab7dd-e738-8880-abe1-27390b72be36")
        var dated = note("A", in: "walks/may.data")
        dated.created = .day(2001, month: 1, day: 1)
        #expect(NoteSignature(dated).name == "urn:uuid:c31d1f7f-4547-88eb-a8d6-fbc517a459db")
        let plain = NoteSignature(note("A walk", body: "Up the hill"))
        #expect(plain.name == "urn:uuid:cc7f77d3-b6e4-8bf0-ae18-e81ba0d51690")
        #expect(plain.beginning == "8e544182f1d0f297aa57")
    }

    /// RFC 9562: version 8 in the 13th digit, the variant in the 17th.
    @Test func areValidUUIDs() throws {
        for number in 0..<100 {
            let name = NoteSignature(note("Note \(number)")).name
            let text = try #require(name.split(separator: ":").last.map { String($0) })
            #expect(name.hasPrefix("urn:uuid:") && name == name.lowercased())
            let uuid = try #require(UUID(uuidString: text)).uuid
            #expect(uuid.6 >> 4 == 8 && uuid.8 >> 6 == 0b10)
        }
    }

    @Test func dependOnTheIdentifierOfTheAppAlone() {
        let one = note("A", body: "x", in: "a", day: 1, identifier: "i")
        #expect(names([one]) == names([note("B", body: "y", in: "b", at: 4, identifier: "i")]))
        #expect(names([one]) != names([note("A", body: "x", in: "a", identifier: "j")]))
    }

    @Test func dependOnFileAndDateWithoutAnIdentifier() {
        let one = note("A", body: "x", day: 1)
        #expect(names([one]) == names([note("B", body: "y", at: 9, day: 1)]))
        #expect(names([one]) != names([note("A", body: "x", in: "other", day: 1)]))
        for (seconds, isSame) in [(0.4, true), (1, false)] {
            var later = one
            later.created?.addTimeInterval(seconds)
            #expect((names([one]) == names([later])) == isSame, "\(seconds) seconds")
        }
    }

    @Test func dependOnTheBeginningWithoutADate() {
        let long = String(repeating: "word ", count: 60)
        let one = note("A", body: long + "end")
        #expect(names([one]) == names([note("A", body: long + "other end", in: "b", at: 3)]))
        #expect(names([one]) != names([note("A", body: "New " + long)]))
        #expect(names([one]) != names([note("B", body: long + "end")]))
    }

    @Test(arguments: ["a  b", "a\nb", "a\r\n\tb", "\n a b", "a b \n", "a\u{0}b"])
    func ignoreWhiteSpaceInTheBeginning(body: String) {
        let plain = NoteSignature(note("T", body: "a b"))
        let spaced = NoteSignature(note("T", body: body))
        #expect(spaced.beginning == plain.beginning && spaced.name == plain.name)
    }

    @Test func dependOnTheCardsOfADeck() {
        func deck(_ question: String) -> Note {
            Note(
                deck: Deck([Card(question: question, answer: "a")]),
                id: NoteID(source: "d", index: 0))
        }
        #expect(names([deck("q")]) == names([deck("q")]))
        #expect(names([deck("q")]) != names([deck("r")]))
    }

    @Test func distinguishNotesWithTheSameBeginning() {
        let alike = (0..<5).map { note("Monday", body: "same", at: $0) }
        let titled = [note("One", identifier: "i"), note("Two", at: 1, identifier: "i")]
        for notes in [alike, titled, alike + titled] {
            let all = names(notes)
            #expect(Set(all).count == notes.count)
            #expect(names(notes.reversed()) == all.reversed(), "the order does not matter")
        }
        // A note that is alone keeps the name of its signature.
        #expect(
            names([alike[0], titled[0]]) == [alike[0], titled[0]].map { NoteSignature($0).name })
    }

    /// The text must not be readable from what is stored.
    @Test func revealNothingOfTheText() {
        let signature = NoteSignature(note("Secret", body: "very secret"))
        #expect(signature.beginning.utf8.count == 20)
        #expect(signature.beginning.allSatisfy { $0.isHexDigit })
        #expect(!signature.name.lowercased().contains("secret"))
    }
}
