import Foundation
import NoteModel
import TestSupport
import Testing

@testable import SitePages

/// The pages of the lists of a large notebook, of which none shows more than 500 notes.
@Suite(.tags(.fast))
struct DividedListTests {
    /// Returns notes with titles under all letters and dates in three years, of which most are
    /// under one letter and in one year.
    private static func notes(_ count: Int) -> [Note] {
        (0..<count).map { number in
            let letter = number % 3 == 0 ? "\(["B", "C", "Z"][number % 9 / 3])" : "A"
            let year = number % 4 == 0 ? [2012, 2015][number % 8 / 4] : 2014
            return Note.made(
                "\(letter) note \(number)", source: "n\(number)",
                created: Date.day(year, month: number % 11 + 1, day: number % 27 + 1))
        }
    }

    private static let site = Result { try PreparedSite(notes(1_800)).pages() }

    private func titles(_ html: String) -> [String] {
        HTMLQuery(html).rows.map(\.text)
    }

    @Test func listsEveryNoteOnceInEachOrder() throws {
        let pages = try Self.site.get()
        for folder in ["by-title/", "by-date/"] {
            let own = pages.filter { $0.key.hasPrefix(folder) }
            let listed = own.values.flatMap(titles)
            #expect(listed.count == 1_800 && Set(listed).count == 1_800, "\(folder)")
            for (path, html) in own {
                #expect((1...500).contains(titles(html).count), "\(path)")
            }
        }
    }

    @Test func showsTheNewestNotesAndCountsOnTheFirstPage() throws {
        let index = try #require(try Self.site.get()["index.html"])
        let page = HTMLQuery(index)
        #expect(page.rows.count == 50)
        #expect(page.all("b", inside: "parts").map(\.text) == ["A", "B", "C", "Z"])
        #expect(
            page.all("small", inside: "parts").map(\.text) == ["1,200", "200", "200", "200"])
        #expect(page.first("nav", withClass: "letters") == nil)
        #expect(index.utf8.count < 60_000)
    }

    @Test func linksEveryPartFromTheFirstOfItsGroup() throws {
        let pages = try Self.site.get()
        let linked = try pages.query("by-title/a.html").all("a", inside: "letters")
            .compactMap { $0.attributes["href"] }
        let own = pages.keys.filter { $0.hasPrefix("by-title/") }
        #expect(Set(linked) == Set(own.map { "../" + $0 }))
        let other = try pages.query("by-title/b.html").all("a", inside: "letters")
        #expect(other.map(\.text) == ["A", "B", "C", "Z"])
        let current = other.filter { $0.attributes["aria-current"] == "page" }
        #expect(current.map(\.text) == ["B"])
    }

    @Test func linksEachPartToTheNext() throws {
        let pages = try Self.site.get()
        var path: String? = "by-date/2015.html"
        var seen: [String] = []
        while let next = path, !seen.contains(next) {
            seen.append(next)
            path = try pages.query(next).all("a").first { $0.attributes["rel"] == "next" }?
                .attributes["href"]
                .map { String($0.dropFirst(3)) }
        }
        #expect(Set(seen) == Set(pages.keys.filter { $0.hasPrefix("by-date/") }))
    }

    @Test func linksANoteToItsDayInTheListByDate() throws {
        let pages = try Self.site.get()
        for slug in ["a-note-1", "b-note-0", "z-note-6"] {
            let note = try pages.query("notes/\(slug).html")
            let address = try #require(note.all("a", inside: "dates").first?.attributes["href"])
            let parts = address.dropFirst(3).split(separator: "#").map { String($0) }
            let list = try #require(pages[parts[0]])
            #expect(list.contains("id=\"\(parts[1])\""), "\(address)")
        }
    }

    @Test func showsAllDaysOfAYearOnEachPartOfIt() throws {
        let pages = try Self.site.get()
        let parts = pages.filter { $0.key.hasPrefix("by-date/2014") }
        #expect(parts.count > 1)
        for (path, html) in parts {
            let links = HTMLQuery(html).all("a", inside: "calendar")
                .compactMap { $0.attributes["href"] }
            #expect(links.count > 100, "\(path)")
            for link in links {
                let parts = link.split(separator: "#", omittingEmptySubsequences: false)
                let target = parts[0].isEmpty ? path : String(parts[0].dropFirst(3))
                #expect(pages[target]?.contains("id=\"\(parts[1])\"") == true, "\(link)")
            }
        }
    }

    /// The parts of the list share the counts, since their number grows with that of the notes.
    @Test func countsTheNotesOfADayOnce() throws {
        let notes = (0..<1_200).map {
            Note.made("Note \($0)", source: "n\($0)", created: Date.day(2014, month: 3, day: 9))
        }
        let site = try PreparedSite(notes)
        let dated = DatedNotes(
            site.orders[.date], of: site.site.notes, dates: NoteDates(SiteOptions()))
        let days = try #require(dated.years.first).days
        #expect(days.map(\.count) == [1_200])
        #expect(days.map(\.first) == [site.orders[.date][0]])
        let parts = try site.pages().filter { $0.key.hasPrefix("by-date/") }
        #expect(parts.count == 3)
        for (path, html) in parts {
            let links = HTMLQuery(html).all("a", inside: "calendar").map { $0.attributes["href"] }
            let page = path == "by-date/2014.html" ? "" : "../by-date/2014.html"
            #expect(links == [page + "#day-2014-03-09"])
        }
    }

    @Test func changesAtMostTwoPartsForANewNote() throws {
        var notes = Self.notes(1_800)
        notes.append(.made("A note 100 and a half", source: "new"))
        let before = try Self.site.get()
        let after = try PreparedSite(notes).pages()
        let changed = after.keys.filter { $0.hasPrefix("by-title/") && before[$0] != after[$0] }
        #expect(changed.count <= 2, "\(changed)")
    }

    @Test func keepsAShortListWhole() throws {
        let pages = try PreparedSite(Self.notes(500)).pages()
        #expect(!pages.keys.contains { $0.hasPrefix("by-title/") })
        #expect(try pages.query("index.html").rows.count >= 500)
    }
}
