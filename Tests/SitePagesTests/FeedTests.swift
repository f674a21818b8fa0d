import DefaultTemplates
import Foundation
import NoteModel
import SitePages
import TestSupport
import Testing

/// The files for machines on a site with a known address.
@Suite(.tags(.fast))
struct FeedTests {
    private let templates: SiteTemplates

    init() throws {
        templates = try SiteTemplates.standard.get()
    }

    private func note(
        _ title: String, body: String = "", day: Double? = nil, changed: Double? = nil,
        index: Int = 0, identifier: String? = nil
    ) -> Note {
        var note = Note(
            id: NoteID(source: "a.data", index: index), title: title, body: body,
            created: day.map { Date(timeIntervalSince1970: $0 * 86_400) },
            modified: changed.map { Date(timeIntervalSince1970: $0 * 86_400) },
            identifier: identifier)
        note.tags = [Tag("t & t")]
        return note
    }

    private func site(
        _ notes: [Note], address: String? = "https://Example.org/a/b"
    ) throws -> [String: String] {
        var options = SiteOptions()
        options.address = address.flatMap(SiteAddress.init)
        options.author = "Jane <Doe>"
        return try renderedSite(notes, options: options, templates: templates)
    }

    private func texts(_ xml: String?, element: String) -> [String] {
        (xml ?? "").components(separatedBy: "<\(element)>").dropFirst().compactMap {
            $0.components(separatedBy: "</\(element)>").first
        }
    }

    @Test func feedsTheNotesThatChangedLast() throws {
        let pages = try site([
            note("Old", day: 16_000, index: 0),
            note("New <b>", body: "a #x", day: 16_100, index: 1),
            note("Edited", day: 15_000, changed: 16_200, index: 2), note("Undated", index: 3),
        ])
        let feed = try #require(pages["feed.xml"])
        #expect(
            texts(feed, element: "title") == ["Mine &amp; yours", "Edited", "New &lt;b&gt;", "Old"])
        #expect(texts(feed, element: "updated").first == "2014-05-10T00:00:00Z")
        #expect(texts(feed, element: "name") == ["Jane &lt;Doe&gt;"])
        #expect(feed.contains("href=\"https://example.org/a/b/notes/new-b.html\""))
        #expect(feed.contains("<category term=\"t &amp; t\"/>"))
        let map = try #require(pages["sitemap.xml"])
        #expect(texts(map, element: "loc").contains("https://example.org/a/b/"))
        #expect(texts(map, element: "loc").contains("https://example.org/a/b/by-date.html"))
        #expect(!map.contains("404"))
    }

    @Test func namesEntriesForEver() throws {
        func ids(_ notes: [Note], address: String = "https://example.org/") throws -> [String] {
            Array(texts(try site(notes, address: address)["feed.xml"], element: "id").dropFirst())
        }
        let first = try ids([note("A", day: 1, index: 0), note("B", day: 2, index: 1)])
        #expect(Set(first).count == 2 && first.allSatisfy { $0.hasPrefix("urn:uuid:") })
        // Another title, another address, and a new note before it in its file.
        let later = try ids(
            [
                note("New", day: 9, index: 0), note("A, renamed", day: 1, index: 1),
                note("B", day: 2, index: 2),
            ], address: "https://elsewhere.example/x/")
        #expect(Array(later.dropFirst()) == first)
        let known = try ids([note("A", day: 1, identifier: "7")])
        #expect(try ids([note("Z", day: 5, index: 4, identifier: "7")]) == known)
        // Notes that cannot be told apart have different identifiers all the same.
        #expect(
            Set(try ids([note("A", day: 1, index: 0), note("B", day: 1, index: 1)])).count == 2)
    }

    @Test func tellsOtherSitesWhereAPageIsAtHome() throws {
        let pages = try site([note("Élan", body: "Words", day: 16_000)])
        let page = try #require(pages["notes/élan.html"])
        #expect(
            page.contains(
                "<link rel=\"canonical\" href=\"https://example.org/a/b/notes/%C3%A9lan.html\">"))
        #expect(page.contains("property=\"og:type\" content=\"article\""))
        #expect(page.contains("property=\"og:description\" content=\"Words\""))
        #expect(
            page.contains(
                "type=\"application/atom+xml\" title=\"Mine &amp; yours\" href=\"../feed.xml\""))
        #expect(page.contains("<meta name=\"author\" content=\"Jane &lt;Doe&gt;\">"))
        #expect(
            pages["index.html"]?.contains("canonical\" href=\"https://example.org/a/b/\"") == true)
        // Shown in place of pages in any folder.
        #expect(pages["404.html"]?.contains("href=\"/a/b/index.html\"") == true)
        #expect(pages["404.html"]?.contains("canonical") == false)
    }

    @Test func linksNothingThatIsNotPublished() throws {
        for (address, day) in [(nil, 1.0), ("https://example.org/", nil)] as [(String?, Double?)] {
            let pages = try site([note("A", day: day)], address: address)
            #expect(pages["feed.xml"] == nil)
            for (path, page) in pages { #expect(!page.contains("atom+xml"), "\(path)") }
        }
        #expect(try site([note("A", day: 1)], address: nil)["sitemap.xml"] == nil)
        #expect(try site([note("A", day: 1)], address: nil)["404.html"] != nil)
    }

    @Test(arguments: [
        ("https://example.org", "https://example.org/"),
        ("HTTP://Example.ORG:8080/x", "http://example.org:8080/x/"),
        ("https://example.org/caf%C3%A9/", "https://example.org/caf%C3%A9/"),
    ])
    func readsAddresses(text: String, expected: String) {
        #expect(SiteAddress(text)?.text == expected)
    }

    @Test(arguments: [
        "example.org", "ftp://example.org", "https://", "https://a@example.org", "https://x.org/?q",
        "https://x.org/#a", "javascript:alert(1)", "",
    ])
    func refusesWhatIsNoAddress(text: String) {
        #expect(SiteAddress(text) == nil)
    }
}
