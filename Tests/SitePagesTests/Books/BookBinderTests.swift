import Foundation
import NoteModel
import TestSupport
import Testing

@testable import SitePages

/// A notebook as one page, and the notes in it.
@Suite(.tags(.fast))
struct BookBinderTests {
    private func page(
        _ notes: [Note], titled title: String = "Book", options: SiteOptions = SiteOptions()
    ) throws -> HTMLQuery {
        let binder = try PreparedSite(notes, titled: title, options: options).binder
        let page = try binder.page(try binder.chapters(.oneFile).chapters)
        return HTMLQuery(String(decoding: page, as: UTF8.self))
    }

    @Test func putsTheNotesInTheOrderOfTheIndex() throws {
        let notes = [
            Note.made("Beta", created: .day(2014, month: 1, day: 1)),
            .made("Alpha", created: .day(2013, month: 1, day: 1)), .made("Gamma"),
        ]
        let byTitle = try page(notes)
        #expect(byTitle.all("h2").dropFirst().map(\.text) == ["Alpha", "Beta", "Gamma"])
        #expect(
            byTitle.all("article").map { $0.attributes["id"] } == ["note-2", "note-1", "note-3"])
        let byDate = try page(notes, options: .made(sort: .date))
        #expect(byDate.all("h2").dropFirst().map(\.text) == ["Beta", "Alpha", "Gamma"])
    }

    @Test func resolvesEveryLinkWithinTheBook() throws {
        let query = try page([
            .made("A", body: "# Top\n\n[[B]] [up](#top) a[^1]\n\n[^1]: note", tags: ["x"]),
            .made("B", body: "# Top\n\n[a](a.md) #x [[Nobody]] b[^1]\n\n[^1]: note"),
        ])
        #expect(query.complaints.isEmpty)
        let identifiers = query.elements.compactMap { $0.attributes["id"] }
        #expect(Set(identifiers).count == identifiers.count)
        for link in query.links {
            #expect(
                link.hasPrefix("#") && identifiers.contains(String(link.dropFirst())), "\(link)")
        }
        #expect(query.links.contains("#note-2") && query.links.contains("#note-1.top"))
        #expect(identifiers.contains("note-2.top") && identifiers.contains("note-2.fn.1"))
    }

    @Test func keepsHeadingsBelowTheTitlesOfChapters() throws {
        let query = try page([.made("A", body: "# One\n\n## Two")])
        #expect(query.element(withID: "note-1.one")?.name == "h3")
        #expect(query.element(withID: "note-1.two")?.name == "h4")
        #expect(query.all("h1").map(\.text) == ["Book"])
    }

    @Test func countsNotesAndDecksSeparately() throws {
        for (notes, count) in [
            ([], "0 notes"), ([.made("A")], "1 note"), ([.deck("D")], "1 deck"),
            ([.made("A"), .made("B"), .deck("D"), .deck("E")], "2 notes, 2 decks"),
        ] as [([Note], String)] {
            #expect(try page(notes).first("p", withClass: "count")?.text == count)
        }
    }

    @Test func escapesTitles() throws {
        let evil = "\"><script>alert(1)</script>&"
        let query = try page([.made(evil, body: evil)], titled: evil)
        #expect(query.complaints.isEmpty && query.all("script").isEmpty)
        #expect(query.first("title")?.text == evil)
        #expect(query.all("h2").last?.text == evil)
    }

    @Test func loadsNothingFromElsewhere() throws {
        let query = try page([.made("A", body: "![far](https://example.org/a.png)")])
        #expect(
            query.all("img").isEmpty && query.all("link").isEmpty && query.all("script").isEmpty)
        #expect(query.first("style")?.text.contains("--paper") == true)
    }

    @Test func marksRightToLeftLanguages() throws {
        #expect(
            try page([], options: SiteOptions(language: "he")).first("html")?.attributes["dir"]
                == "rtl")
        #expect(try page([]).first("html")?.attributes["dir"] == "ltr")
        let query = try page([.made("שלום", body: "שלום עולם"), .made("A", body: "b")])
        #expect(query.all("article").compactMap { $0.attributes["dir"] } == ["rtl"])
    }
}
