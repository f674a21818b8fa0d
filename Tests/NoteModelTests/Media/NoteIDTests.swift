import Foundation
import NoteModel
import TestSupport
import Testing

@Suite(.tags(.fast))
struct NoteIDTests {
    @Test func numbersAllButTheFirstNote() {
        #expect(NoteID(source: "a/b.data", index: 0).text == "a/b.data")
        #expect(NoteID(source: "a/b.data", index: 1).text == "a/b.data#2")
        #expect(NoteID(source: "a/b.data", index: 0).numberedText == "a/b.data#1")
    }

    @Test func sortsBySourceThenByPosition() {
        let order = [
            NoteID(source: "a", index: 0), NoteID(source: "a", index: 9),
            NoteID(source: "a", index: 10), NoteID(source: "b", index: 0),
        ]
        #expect(order.reversed().sorted() == order)
    }

    @Test(arguments: [
        ("a/b/c.tar.gz", "c.tar"), ("a.b/c", "c"), ("", ""), ("..", "."), ("a.", "a"),
        ("é.data", "é"), ("a/.x", ".x"),
    ])
    func hasAStemWithoutFolderAndExtension(source: String, stem: String) {
        #expect(NoteID(source: source, index: 0).fileStem == stem)
    }

    @Test(arguments: ["\u{200B}", " \u{FEFF}\u{2060} ", "\u{A0}", "\n\t"])
    func treatsInvisibleTitlesAsMissing(title: String) {
        let note = Note(id: NoteID(source: "f", index: 0), title: title, body: "Body")
        #expect(note.title == "Body" && !note.hasOwnTitle)
        let empty = Note(
            id: NoteID(source: "f", index: 0), title: title, body: title, fileTitle: "File name")
        #expect(empty.title == "File name" && !empty.hasOwnTitle)
    }

    @Test(arguments: [
        ("> > ## Quoted\nx", "Quoted"), ("####\n\n- item", "- item"), ("\u{2028}a\u{2028}b", "a"),
        ("a\u{A0}\u{A0}b", "a b"), ("\r\n\r\nline\r\nnext", "line"),
    ])
    func usesTheFirstNonemptyLineAsTitle(body: String, title: String) {
        #expect(Note(id: NoteID(source: "f", index: 0), title: nil, body: body).title == title)
    }

    @Test func prefersTheCreationDateOverTheModificationDate() {
        let (old, new) = (day(1), day(2))
        #expect(Note.made(created: old, modified: new).date == old)
        #expect(Note.made(created: nil, modified: new).date == new)
        #expect(Note.made().date == nil)
        #expect(Note.made(created: new, modified: old).lastChanged == new)
        #expect(Note.made(created: old).lastChanged == old)
        #expect(Note.made().lastChanged == nil)
    }

    private func day(_ day: Int) -> Date { .day(2014, month: 7, day: day) }

    @Test func listsCardTextsAfterTheBody() {
        let deck = Deck([Card(question: "q1", answer: "a1"), Card(question: "q2", answer: "")])
        let note = Note(deck: deck, id: NoteID(source: "d", index: 0))
        #expect(note.texts == ["", "q1", "a1", "q2", ""])
        #expect(Note.made(body: "b").texts == ["b"])
    }

    @Test func limitsTheCountsOfACard() {
        let card = Card(question: "", answer: "", rightCount: .max, wrongCount: 3)
        #expect(card.rightCount == Card.highestCount && card.wrongCount == 3)
    }
}

@Suite(.tags(.fast))
struct TagTests {
    @Test(arguments: [
        ("Lake", "lake"), ("CAF\u{C9}", "cafe\u{301}"), ("Straße", "STRASSE"), ("ẞ", "ss"),
        ("ÅNGSTRÖM", "a\u{30A}ngstro\u{308}m"), ("a/B", "A/b"),
    ])
    func ignoresCaseAndNormalization(left: String, right: String) {
        #expect(Tag(left) == Tag(right))
        #expect(Tag(left).hashValue == Tag(right).hashValue)
        #expect(Set([Tag(left), Tag(right)]).count == 1)
    }

    @Test(arguments: [("lake", "lakes"), ("resume", "résumé"), ("a/b", "a-b"), ("", " ")])
    func distinguishesDifferentLetters(left: String, right: String) {
        #expect(Tag(left) != Tag(right))
    }

    @Test func keepsTheOriginalSpelling() {
        #expect(Tag("Straße").name == "Straße")
        #expect(Tag("Straße").key.text == "strasse")
    }
}
