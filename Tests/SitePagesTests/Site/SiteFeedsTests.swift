import Foundation
import NoteModel
import OutputPlan
import TestSupport
import Testing

@testable import SitePages

/// The files for machines on a site with a known address, read by an XML parser.
@Suite(.tags(.fast))
struct SiteFeedsTests {
    private let options = SiteOptions.made(address: "https://example.org/n")

    private func feed(_ notes: [Note]) throws -> XMLQuery {
        try PreparedSite(notes, options: options).pages().xml("feed.xml")
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
        try renderedSite(notes, options: .made(address: address, author: "Jane <Doe>"))
    }

    @Test func listsTheMostRecentlyChangedNotes() throws {
        let feed = try site([
            note("Old", day: 16_000, index: 0),
            note("New <b>", body: "a #x", day: 16_100, index: 1),
            note("Edited", day: 15_000, changed: 16_200, index: 2), note("Undated", index: 3),
        ]).xml("feed.xml")
        #expect(feed.texts("title") == ["Mine & yours", "Edited", "New <b>", "Old"])
        #expect(feed.texts("updated").first == "2014-05-10T00:00:00Z")
        #expect(feed.texts("name") == ["Jane <Doe>"])
        let links = feed.all("link").map { $0.attributes["href"] }
        #expect(links.contains("https://example.org/a/b/notes/new-b.html"))
        #expect(feed.all("category").contains { $0.attributes["term"] == "t & t" })
    }

    @Test func keepsEntryIdentifiersStable() throws {
        func ids(_ notes: [Note], address: String = "https://example.org/") throws -> [String] {
            Array(try site(notes, address: address).xml("feed.xml").texts("id").dropFirst())
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

    @Test func declaresCanonicalAddressesAndMetadata() throws {
        let pages = try site([note("Élan", body: "Words", day: 16_000)])
        let page = try #require(pages["notes/élan.html"])
        for part in [
            "<link rel=\"canonical\" href=\"https://example.org/a/b/notes/%C3%A9lan.html\">",
            "property=\"og:type\" content=\"article\"",
            "property=\"og:description\" content=\"Words\"",
            "type=\"application/atom+xml\" title=\"Mine &amp; yours\" href=\"../feed.xml\"",
            "<meta name=\"author\" content=\"Jane &lt;Doe&gt;\">",
        ] { #expect(page.contains(part), "\(part)") }
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
        let pages = try site([note("A", day: 1)], address: nil)
        #expect(pages["sitemap.xml"] == nil && pages["404.html"] != nil)
    }

    @Test func listsTheThirtyLatest() throws {
        let notes = (1...40).map { number in
            Note.made(
                "N\(number)", created: .day(2014, month: 1, day: 1 + number % 28),
                modified: number % 2 == 0 ? .day(2015, month: 1, day: 1 + number % 28) : nil)
        }
        let feed = try feed(notes)
        #expect(feed.all("entry").count == 30)
        let dates = feed.texts("updated").dropFirst()
        #expect(Array(dates) == dates.sorted(by: >))
        #expect(feed.texts("updated").first == dates.first)
        #expect(feed.texts("published").count == 30)
    }

    @Test func containsTheWholeTextWithAbsoluteLinks() throws {
        let feed = try feed([
            .made(
                "A & B", body: "[[Other]] *x* <b> #t \u{7}", created: .day(2014, month: 7, day: 9),
                tags: ["t"]),
            .made("Other"),
        ])
        let content = try #require(feed.all("content").first)
        #expect(content.attributes["type"] == "html")
        let html = HTMLQuery(content.text)
        #expect(html.complaints.isEmpty)
        #expect(
            html.links == [
                "https://example.org/n/notes/other.html", "https://example.org/n/tags/t.html",
            ])
        #expect(html.first("em")?.text == "x" && content.text.contains("&lt;b&gt;"))
        #expect(content.attributes["xml:base"] == "https://example.org/n/notes/a-b.html")
    }

    /// RFC 4287, section 4.1.1 and 4.1.2: what a feed and its entries must have.
    @Test func includesAllElementsRequiredByAtom() throws {
        let feed = try feed([
            .made("A", created: .day(2014, month: 1, day: 1)), .made("B"),
            .made("", body: "", created: .day(2014, month: 1, day: 2)),
        ])
        #expect(feed.elements.first?.attributes["xmlns"] == "http://www.w3.org/2005/Atom")
        #expect(feed.all("entry").count == 2)
        #expect(feed.texts("id").count == 3 && Set(feed.texts("id")).count == 3)
        #expect(feed.texts("title").count == 3 && feed.texts("title").allSatisfy { !$0.isEmpty })
        #expect(feed.texts("updated").count == 3)
        #expect(feed.texts("author").count == 1)
        let ways = feed.all("link").compactMap { $0.attributes["rel"] }
        #expect(ways == ["alternate", "self", "alternate", "alternate"])
        let parser = ISO8601DateFormatter()
        for date in feed.texts("updated") { #expect(parser.date(from: date) != nil, "\(date)") }
    }

    @Test func survivesTextThatXMLDoesNotAllow() throws {
        let evil = "]]></content>\u{0}\u{B}\u{FFFF}&nbsp;\u{1F}é"
        let feed = try feed([
            .made(evil, body: evil, created: .day(2014, month: 1, day: 1), tags: [evil])
        ])
        #expect(feed.all("entry").count == 1)
        #expect(feed.texts("title").last?.contains("]]></content>") == true)
    }

    @Test func publishesASeparateFeedOfChanges() throws {
        let site = try PreparedSite([.made("A", body: "text"), .made("B")], options: options)
        let changes = [
            SiteChange(note: 1, date: .day(2026, month: 1, day: 1), isNew: true),
            SiteChange(note: 0, date: .day(2026, month: 1, day: 2), isNew: false),
        ]
        let pages = try site.pages(changes: changes)
        let feed = try pages.xml("changes.xml")
        #expect(feed.texts("title") == ["Mine & yours – Changes", "A", "B"])
        #expect(
            feed.texts("updated").map { $0.prefix(10) } == [
                "2026-01-02", "2026-01-02", "2026-01-01",
            ])
        #expect(feed.texts("id").first == "https://example.org/n/changes.xml")
        // The notes have no dates of their own.
        #expect(pages["feed.xml"] == nil)
        #expect(try site.pages(changes: [])["changes.xml"] == nil)
    }

    @Test func listsEveryIndexablePageInTheSiteMap() throws {
        let site = try PreparedSite(
            [.made("Élan", modified: .day(2014, month: 1, day: 1), tags: ["t"]), .made("B")],
            options: options)
        let pages = try site.pages(redirects: [("notes/old", 0)])
        let map = try pages.xml("sitemap.xml")
        #expect(
            map.elements.first?.attributes["xmlns"] == "http://www.sitemaps.org/schemas/sitemap/0.9"
        )
        let addresses = map.texts("loc")
        #expect(Set(addresses).count == addresses.count)
        let meant = pages.keys.filter {
            $0.hasSuffix(".html") && !["404.html", "notes/old.html"].contains($0)
        }
        let expected = meant.map { $0 == "index.html" ? "" : encodedPath($0) }
        #expect(addresses.sorted() == expected.map { "https://example.org/n/" + $0 }.sorted())
        #expect(map.texts("lastmod") == ["2014-01-01T00:00:00Z"])
    }

    /// The protocol allows 50,000 addresses in a file.
    @Test func dividesAVeryLargeMap() throws {
        let prepared = try PreparedSite([], options: options)
        let address = try #require(prepared.options.address)
        let feeds = SiteFeeds(
            notebook: prepared.notebook, options: prepared.options, address: address,
            filler: NoteFiller(
                prepared.site, templates: prepared.templates, media: prepared.media,
                options: prepared.options, place: .elsewhere(address)),
            keys: PageFingerprints(environment: nil, prepared.site), changes: nil)
        let pages = (0..<50_001).map { "\($0).html" }
        let files = feeds.files(pages: pages)
        #expect(files.map(\.path.text) == ["sitemap.xml", "sitemap-1.xml", "sitemap-2.xml"])
        let index = try #require(XMLQuery(try bytes(of: files[0])))
        #expect(
            index.texts("loc").map { $0.trimmed }
                == ["https://example.org/n/sitemap-1.xml", "https://example.org/n/sitemap-2.xml"])
        let last = try #require(XMLQuery(try bytes(of: files[2])))
        #expect(last.texts("loc") == ["https://example.org/n/50000.html"])
        #expect(feeds.files(pages: pages.dropLast()).map(\.path.text) == ["sitemap.xml"])
    }

    @Test(arguments: [
        "plain", "<b> & \"quotes\" 'single' >", "]]>", "日本語 😀", "a\u{FFFD}b", "x < y && y > z",
        "a\u{0}b\u{1}c\u{FFFE}", "<a b=\"c\" d='e'>&amp;]]>\u{7}\u{FFFE}é🙂\n\t",
    ])
    func roundTripsXMLElements(text: String) throws {
        var xml = XMLText()
        xml.element("root", attributes: [("x", text), ("y", "")]) { xml in
            xml.element("empty", attributes: [("z", "1")])
            xml.element("text", text: text)
            xml.element("inner") { $0.element("deep", text: "") }
        }
        let query = try #require(XMLQuery(xml.bytes))
        let shown = ["\u{0}", "\u{1}", "\u{7}", "\u{FFFE}"].reduce(text) {
            $0.replacing($1, with: "\u{FFFD}")
        }
        #expect(query.elements.map(\.name) == ["root", "empty", "text", "inner", "deep"])
        #expect(query.texts("text") == [shown])
        #expect(query.all("empty").first?.attributes == ["z": "1"])
        // XML reads line feeds and tabs in attributes as spaces.
        let attribute = shown.replacing("\n", with: " ").replacing("\t", with: " ")
        #expect(query.elements.first?.attributes["x"] == attribute)
    }
}
