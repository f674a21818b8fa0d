import Foundation
import NoteModel
import OutputPlan
import TestSupport
import Testing

@testable import SitePages

/// Feeds and site maps, read by an XML parser.
@Suite(.tags(.fast))
struct SiteFeedsTests {
    private func options() -> SiteOptions {
        var options = SiteOptions()
        options.address = SiteAddress("https://example.org/n")
        return options
    }

    private func feed(_ notes: [Note], at path: String = "feed.xml") throws -> XMLQuery {
        let pages = try PreparedSite(notes, options: options()).pages()
        return try xml(pages[path])
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

    private func xml(_ text: String?) throws -> XMLQuery {
        let text = try #require(text)
        return try #require(XMLQuery(text))
    }

    /// RFC 4287, section 4.1.1 and 4.1.2: what a feed and its entries must have.
    @Test func hasWhatTheStandardRequires() throws {
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

    @Test func feedsChangesOfTheirOwn() throws {
        let site = try PreparedSite([.made("A", body: "text"), .made("B")], options: options())
        let changes = [
            SiteChange(note: 1, date: .day(2026, month: 1, day: 1), isNew: true),
            SiteChange(note: 0, date: .day(2026, month: 1, day: 2), isNew: false),
        ]
        let pages = try site.pages(changes: changes)
        let feed = try xml(pages["changes.xml"])
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

    @Test func mapsEveryPageThatIsMeantToBeFound() throws {
        let site = try PreparedSite(
            [.made("Élan", modified: .day(2014, month: 1, day: 1), tags: ["t"]), .made("B")],
            options: options())
        let pages = try site.pages(redirects: [("notes/old", 0)])
        let map = try xml(pages["sitemap.xml"])
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
        let prepared = try PreparedSite([], options: options())
        let address = try #require(prepared.options.address)
        let feeds = SiteFeeds(
            notebook: prepared.notebook, map: prepared.map, options: prepared.options,
            address: address,
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

    @Test func writesElementsThatCanBeReadBack() throws {
        let evil = "<a b=\"c\" d='e'>&amp;]]>\u{7}\u{FFFE}é🙂\n\t"
        var xml = XMLText()
        xml.element("root", attributes: [("x", evil), ("y", "")]) { xml in
            xml.element("empty", attributes: [("z", "1")])
            xml.element("text", text: evil)
            xml.element("inner") { $0.element("deep", text: "") }
        }
        let query = try #require(XMLQuery(xml.bytes))
        let shown = evil.replacing("\u{7}", with: "\u{FFFD}").replacing(
            "\u{FFFE}", with: "\u{FFFD}")
        #expect(query.elements.map(\.name) == ["root", "empty", "text", "inner", "deep"])
        #expect(query.texts("text") == [shown])
        #expect(query.all("empty").first?.attributes == ["z": "1"])
        // XML reads line feeds and tabs in attributes as spaces.
        let attribute = shown.replacing("\n", with: " ").replacing("\t", with: " ")
        #expect(query.elements.first?.attributes["x"] == attribute)
    }
}
