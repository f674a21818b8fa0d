import Foundation
import NoteModel
import TestSupport
import Testing

@testable import SitePages

/// Pages that list changes, decks, letters and numbers, and the trails from them.
@Suite(.tags(.fast))
struct ListPagesTests {
    private func page(
        _ path: String, of notes: [Note], options: SiteOptions = SiteOptions(),
        changes: [SiteChange]? = nil
    ) throws -> HTMLQuery {
        try PreparedSite(notes, options: options).pages(changes: changes).query(path)
    }

    private let four = ["A", "B", "C", "D"].map { Note.made($0) }

    private func change(_ note: Int, day: Int, isNew: Bool = false) -> SiteChange {
        SiteChange(note: note, date: .day(2026, month: 1, day: day), isNew: isNew)
    }

    @Test func listsChangesByDayAndKind() throws {
        let changes = [
            change(2, day: 1), change(1, day: 2), change(0, day: 2), change(3, day: 2, isNew: true),
        ]
        let page = try page("changes.html", of: four, changes: changes)
        #expect(page.rows.map(\.text) == ["D", "A", "B", "C"])
        #expect(
            page.all("h2").map(\.text) == [
                "2 January 2026 – new", "2 January 2026 – changed", "1 January 2026 – changed",
            ])
        #expect(page.first("title")?.text == "Changes – Mine & yours")
    }

    @Test func groupsInterleavedChangesOfADay() throws {
        let day = Date.day(2026, month: 1, day: 1)
        let changes = (0..<4).map {
            SiteChange(note: $0, date: day + Double($0), isNew: $0 % 2 == 0)
        }
        let page = try page("changes.html", of: four, changes: changes)
        #expect(page.rows.map(\.text) == ["C", "A", "D", "B"])
        #expect(page.all("h2").map(\.text) == ["1 January 2026 – new", "1 January 2026 – changed"])
    }

    @Test func ordersChangesNewestFirst() {
        let changes = [
            change(1, day: 1), change(0, day: 1), change(5, day: 1, isNew: true), change(9, day: 3),
        ]
        let expected = [9, 5, 0, 1]
        #expect(changes.inOrder.map(\.note) == expected)
        #expect(Array(changes.reversed()).inOrder.map(\.note) == expected)
        #expect(Set(changes.fingerprintInputs).count == 3)
    }

    @Test func omitsTheChangesPageWithoutChanges() throws {
        let site = try PreparedSite([.made("A")])
        #expect(try site.pages(changes: [])["changes.html"] == nil)
        #expect(try site.pages(changes: nil)["changes.html"] == nil)
    }

    private func deck(_ title: String, marks: [(right: Int, wrong: Int)]) -> Note {
        let cards = marks.enumerated().map { number, mark in
            Card(
                question: number == 0 ? "" : "\(title)\(number + 1)", answer: "",
                rightCount: mark.right, wrongCount: mark.wrong)
        }
        return .deck(title, cards: cards)
    }

    @Test func listsTheMostMissedCards() throws {
        let page = try page(
            "decks.html",
            of: [
                deck("B", marks: [(0, 2), (5, 7), (0, 0)]), deck("A", marks: [(9, 2), (0, 2)]),
                .made("Note"),
            ])
        let section = try #require(page.elements.firstIndex { $0.classes.contains("missed") })
        let items = page.elements.indices.filter { index in
            page.elements[index].name == "li"
                && page.elements[index].parent.map { page.elements[$0].parent == section } == true
        }
        #expect(
            items.map { page.elements[$0].text } == [
                "B2 B · 5 right, 7 wrong", "A2 A · 0 right, 2 wrong", "Card 1 B · 0 right, 2 wrong",
                "Card 1 A · 9 right, 2 wrong",
            ])
        #expect(page.rows.map(\.text) == ["A", "B"])
        #expect(page.links.contains("decks/b.html#card.2"))
    }

    @Test func listsNoMoreThanFiftyMissedCards() throws {
        let page = try page("decks.html", of: [deck("A", marks: (0..<80).map { (0, 1 + $0) })])
        #expect(page.links.count { $0.contains("#card.") } == 50)
        #expect(page.links.contains("decks/a.html#card.80"))
        #expect(!page.links.contains("decks/a.html#card.30"))
    }

    @Test func dividesALongListByHundreds() throws {
        let options = SiteOptions.made(sort: .order)
        let notes = (0..<250).map { Note.made("N\($0)", source: "all.data", index: $0) }
        let page = try page("index.html", of: notes, options: options)
        #expect(page.all("h2").map(\.text) == ["1", "101", "201"])
        #expect(page.rows.map(\.text) == notes.map(\.title))
        let short = try self.page("index.html", of: Array(notes.prefix(100)), options: options)
        #expect(short.all("h2").isEmpty)
    }

    @Test func groupsTitlesByTheirLetters() throws {
        let titles = ["apple", "Äpfel", "Banana", "7 days", "?", "日記", "Éclair", "élan", "zoo"]
        let page = try page("index.html", of: titles.map { Note.made($0) })
        let headings = page.all("h2").map(\.text)
        #expect(Set(headings).count == headings.count)
        let letters = headings.filter { $0.utf8.count == 1 && $0.first?.isLetter == true }
        #expect(letters == ["A", "B", "E", "Z"])
        let links = page.all("nav", withClass: "letters").first?.text.split(separator: "\n") ?? []
        #expect(links.map(String.init) == headings)
    }

    @Test func linksTheNeighboursInEveryListOfANote() throws {
        let names = (1...20).map { "tag\($0)" }
        let notes = [
            Note.made("A", created: .day(2014, month: 1, day: 1), tags: names),
            .made("B", tags: names),
        ]
        let pages = try PreparedSite(notes).pages()
        let page = try pages.query("notes/a.html")
        #expect(page.all("nav").count == 1)
        #expect(
            page.all("a", withClass: "list").map(\.text)
                == ["By title", "By date"] + names.map { "#" + $0 })
        #expect(page.all("a", withClass: "next").count == 22)
        for tag in ["tag1", "tag20"] {
            let links = try pages.query("tags/\(tag).html").rows.map { $0.attributes["href"] }
            #expect(links == ["a", "b"].map { "../notes/\($0).html#by.tag.\(tag)" })
        }
    }

    @Test func showsExcerptsOfNotesDecksAndPages() throws {
        var written = Note.made("C", body: "Some words")
        written.pages = [Page(drawing: nil), Page(drawing: nil)]
        let page = try page(
            "index.html",
            of: [
                .made("A", body: "First *words*"), deck("B", marks: [(0, 0), (0, 0)]), written,
                .made("D"),
            ])
        #expect(
            page.all("p", withClass: "excerpt").map(\.text)
                == ["First words", "2 cards", "2 pages · Some words"])
    }
}
