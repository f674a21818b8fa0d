import NoteModel
import TestSupport
import Testing

@Suite(.tags(.fast))
struct DeckTests {
    @Test func identifiesCardsByTheirQuestionsInAnyOrder() {
        let first = Card(question: "One?", answer: "1")
        let second = Card(question: "Two?", answer: "2")
        let deck = Deck([first, second])
        let other = Deck([second, Card(question: "One?", answer: "other", rightCount: 5)])
        #expect(deck.identifiers == other.identifiers.reversed())
        #expect(deck.index(of: deck.identifiers[1]) == 1)
        #expect(deck.index(of: "") == nil)
        // 64 bits of FNV-1a, by the reference implementation: the name of “a”.
        #expect(Deck([Card(question: "a", answer: "")]).identifiers == ["af63dc4c8601ec8c"])
    }

    @Test func distinguishesEqualQuestions() {
        let deck = Deck((0..<3).map { Card(question: "Same", answer: String($0)) })
        #expect(Set(deck.identifiers).count == 3)
        #expect(deck.identifiers[2] == deck.identifiers[0] + "-3")
    }

    @Test func usesTheAppsIdentifier() {
        let named = Deck([Card(question: "Old", answer: "", identifier: "7")])
        let edited = Deck([Card(question: "New", answer: "", identifier: "7")])
        #expect(named.identifiers == edited.identifiers)
    }

    @Test(arguments: [
        ("Capitals.archive", "Capitals"), ("a/b/My deck.data", "My deck"), ("deck", "deck"),
        ("v1.2.plist", "v1.2"), (".hidden", ".hidden"),
    ])
    func isNamedAfterItsFile(source: String, title: String) {
        let note = Note(deck: Deck([]), id: NoteID(source: source, index: 0))
        #expect(note.title == title)
        #expect(!note.hasOwnTitle)
        #expect(note.kind == .deck)
    }

    @Test func rejectsInvalidFrames() {
        #expect(Frame(x: 0, y: 0, width: 0, height: 1) == nil)
        #expect(Frame(x: .nan, y: 0, width: 1, height: 1) == nil)
        #expect(Frame(x: 0, y: 0, width: .infinity, height: 1) == nil)
        #expect(Frame(x: -5, y: 2, width: 1, height: 1) != nil)
    }
}
