import BuildPipeline
import Foundation
import NoteModel
import Platform
import TestSupport
import Testing

/// The note that a name refers to, and listings.
@Suite(.tags(.fast))
struct CatalogTests {
    private func catalog(_ notes: [Note]) -> Catalog {
        Catalog(Notebook(title: "N", notes: notes), language: "en")
    }

    private static let notes = [
        Note.made("A walk", body: "Über", source: "list.data"),
        .made("A walk", body: "two", source: "list.data", index: 1),
        Note(
            id: NoteID(source: "b.data", index: 0), title: "École du soir", body: "",
            identifier: "77"),
        .made("Walking", source: "c.data"),
        Note(
            deck: Deck([Card(question: "Q", answer: "Antwort")]),
            id: NoteID(source: "Capitals.archive", index: 0)),
        .made("77", source: "a-walk"),
    ]

    @Test(arguments: [
        ("list.data#1", "list.data"), ("list.data#2", "list.data#2"), ("b.data", "b.data"),
        ("ecole DU soir", "b.data"), ("e\u{301}cole du soir", "b.data"),
        ("a-walk-2", "list.data#2"),
        ("ecol", "b.data"), ("Walk", "c.data"), ("capitals", "Capitals.archive"),
        // A source is preferred to a title, and a title to an identifier.
        ("a-walk", "a-walk"), ("77", "a-walk"),
    ])
    func findsTheNoteThatANameRefersTo(name: String, source: String) throws {
        #expect(try catalog(Self.notes).entry(name).note.id.text == source)
    }

    private func message(_ name: String, exactly: Bool = false) -> String {
        let error = #expect(throws: UserError.self) {
            try catalog(Self.notes).entry(name, exactly: exactly)
        }
        return error?.message ?? ""
    }

    @Test func listsCandidatesForAnAmbiguousName() {
        #expect(
            message("a walk")
                == "“a walk” may be list.data#1 (“A walk”), list.data#2 (“A walk”). Name one of these sources."
        )
        #expect(message("list.data").contains("list.data#2"))
    }

    @Test func listsAtMostFiveCandidates() {
        let notes = (0..<20).map { Note.made("Same", source: "s.data", index: $0) }
        let error = #expect(throws: UserError.self) { try catalog(notes).entry("same") }
        #expect(error?.message.contains("s.data#5 (“Same”) and 15 more.") == true)
    }

    @Test(arguments: ["nothing", "list.data#3", "list.data#0", "../list.data"])
    func rejectsUnknownNames(name: String) {
        #expect(message(name).hasPrefix("There is no note “\(name)”."))
    }

    @Test func explainsMissingAndInexactNames() {
        #expect(message("").hasPrefix("No note is named."))
        #expect(message("ecol", exactly: true).contains("If you mean “École du soir”"))
        #expect(message("zzz", exactly: true).contains("`notebinder list`"))
    }

    @Test func findsDecksBeforeNotes() throws {
        let catalog = catalog(Self.notes + [.made("Capitals of Europe")])
        #expect(try catalog.deck("Capitals").note.deck != nil)
        let walk = #expect(throws: UserError.self) { try catalog.deck("Walking") }
        #expect(walk?.message == "“Walking” is not a deck of flash cards.")
        let none = #expect(throws: UserError.self) { try catalog.deck("Rivers") }
        #expect(none?.message.hasPrefix("There is no deck “Rivers”.") == true)
        #expect(catalog.decks.entries.count == 1)
    }

    @Test func findsADeckByItsCardsIfItWasRenamed() throws {
        func deck(_ title: String, _ questions: [String]) -> Note {
            Note(
                deck: Deck(questions.map { Card(question: $0, answer: "") }),
                id: NoteID(source: title + ".archive", index: 0))
        }
        let catalog = catalog([deck("A", ["q", "r"]), deck("B", ["s"])]).decks
        let cards = try #require(catalog.entries.first?.note.deck).identifiers
        #expect(catalog.entry(studiedAs: "?", titled: "Old", with: cards)?.note.title == "A")
        #expect(catalog.entry(studiedAs: "?", titled: "B", with: cards)?.note.title == "B")
        #expect(catalog.entry(studiedAs: "?", titled: "Old", with: cards + ["x"]) == nil)
        // Without cards, each deck would do.
        #expect(catalog.entry(studiedAs: "?", titled: "Old", with: []) == nil)
    }

    @Test func sortsByEveryOrder() {
        let notes = [
            Note.made(
                "b", source: "1", created: .day(2024, month: 1, day: 2),
                modified: .day(2024, month: 5, day: 1)),
            Note.made("A", source: "2"),
            Note.made("ä", source: "3", created: .day(2024, month: 1, day: 1)),
            Note.made("a2", source: "4", modified: .day(2024, month: 4, day: 1)),
        ]
        func titles(_ order: Catalog.Order) -> [String] {
            catalog(notes).entries(sortedBy: order).map(\.note.title)
        }
        #expect(titles(.order) == ["b", "A", "ä", "a2"])
        #expect(titles(.title) == ["A", "ä", "a2", "b"])
        #expect(titles(.created) == ["ä", "b", "A", "a2"])
        #expect(titles(.modified) == ["a2", "b", "A", "ä"])
    }

    @Test(arguments: [
        ("UBER", 1), ("walk", 3), ("antwort", 1), ("caption of", 0), ("", 6), ("é", 2),
    ])
    func searchesTitlesTextsAndCards(text: String, count: Int) {
        let found = catalog(Self.notes).entries(sortedBy: .title, search: text)
        #expect(found.count == count, "\(found.map(\.note.title))")
    }

    @Test func listsDatesInTheGivenTimeZone() throws {
        let note = Note(
            id: NoteID(source: "x", index: 1), title: "T", body: "",
            created: Date(timeIntervalSince1970: 1_700_000_000),
            dateTexts: .init(modified: "last week"), photos: [.made("a.jpg", count: 9)])
        let entry = try #require(catalog([note]).entries.first)
        let tokyo = try ZoneInfo("Asia/Tokyo")
        #expect(entry.row(in: .utc) == ["T", "2023-11-14", "last week", "1", "x#2"])
        #expect(entry.row(in: tokyo)[1] == "2023-11-15")
        var json: [UInt8] = []
        entry.json.append(to: &json)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
        #expect(object["created"] as? String == "2023-11-14T22:13:20Z")
        #expect(object["modified"] as? String == "last week")
        #expect(object["slug"] as? String == "t" && object["index"] as? Int == 1)
        #expect((object["photos"] as? [[String: Any]])?.first?["bytes"] as? Int == 9)
    }

    @Test func endsTheMarkdownOfANoteWithALineFeed() throws {
        for body in ["", "x", "x\n"] {
            let entry = try catalog([.made("T", body: body)]).entry("T")
            let text = String(decoding: try entry.markdown(), as: UTF8.self)
            #expect(text.hasPrefix("---\ntitle: T\n"))
            #expect(text.hasSuffix(body.isEmpty ? "---\n" : "---\nx\n"))
        }
    }
}
