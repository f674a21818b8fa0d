import Foundation
import NoteModel
import TestSupport
import Testing

@testable import SitePages

/// A whole site: every page is well-formed, and every link leads to a place of the site.
@Suite(.tags(.fast))
struct WholeSiteTests {
    private static let evil = "\"><script>alert('1')</script>{{title}}&amp;<!--"

    private static var notes: [Note] {
        var notes = [
            Note.made(
                "Élan vital?",
                body: "# One\n\n## Two\n\n# One\n\n[[B note]] [x](#one-1) #旅 a[^1]\n\n[^1]: n",
                created: .day(2014, month: 7, day: 9), tags: ["旅"]),
            .made(
                "B note", body: "[[élan vital?]] #a/b", modified: .day(2015, month: 1, day: 1),
                tags: ["a/b"]),
            .made("b-note", body: "[x](b-note.md) [[Nobody]]", tags: ["旅", "A/B"]),
            .made(evil, body: evil, created: .day(2013, month: 1, day: 1), tags: [evil]),
            .made("404", body: "שלום"), .made("index", body: ""), .made("شلوم", body: "## x"),
            .made("", body: "", source: "z.data"),
        ]
        var deck = Note.deck(
            "Verbs & more",
            cards: [
                Card(question: "Q [[B note]]", answer: "# A\n\n[x](#a)", wrongCount: 3),
                Card(question: "", answer: "", rightCount: 1, wrongCount: 1),
                Card(question: "# A", answer: "b[^1]\n\n[^1]: c"),
            ])
        deck.tags = notes[0].tags
        notes.append(deck)
        return notes
    }

    private func site(_ options: SiteOptions) throws -> [String: String] {
        try PreparedSite(Self.notes, titled: Self.evil, options: options).pages(
            redirects: [("notes/old", 0), ("notes/former", 8)],
            changes: [
                SiteChange(note: 3, date: .day(2026, month: 1, day: 1), isNew: true),
                SiteChange(note: 8, date: .day(2026, month: 1, day: 1), isNew: false),
            ])
    }

    private static let allOptions: [SiteOptions] = [
        ("en", NoteOrder.title, "https://example.org/n/"), ("he", .date, nil), ("ja", .order, nil),
    ].map { language, sort, address in
        .made(language: language, sort: sort, address: address, author: evil)
    }

    @Test(arguments: allOptions.indices)
    func resolvesEveryInternalLink(number: Int) throws {
        let pages = try site(Self.allOptions[number])
        let queries = pages.filter { $0.key.hasSuffix(".html") }.mapValues { HTMLQuery($0) }
        #expect(queries.count > 20)
        for (path, query) in queries {
            let addresses = query.elements.flatMap { element in
                ["href", "src"].compactMap { element.attributes[$0] }
            }
            for address in addresses where !address.hasPrefix("http") {
                let (target, fragment) = place(address, from: path)
                // The search is planned when its directory is known.
                guard target != "search.html" else { continue }
                guard pages[target] != nil else {
                    Issue.record("\(path) links \(address), which is not there")
                    continue
                }
                guard let fragment else { continue }
                #expect(
                    queries[target]?.element(withID: fragment) != nil,
                    "\(path) links \(address), which has no such part")
            }
        }
    }

    /// Returns the path to which an address leads, and the identifier on that page.
    private func place(_ address: String, from path: String) -> (path: String, fragment: String?) {
        let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            .map { String($0).removingPercentEncoding ?? "" }
        let fragment = parts.count > 1 ? parts[1] : nil
        guard !parts[0].isEmpty else { return (path, fragment) }
        guard !parts[0].hasPrefix("/n/") else { return (String(parts[0].dropFirst(3)), fragment) }
        guard !parts[0].hasPrefix("/") else { return (String(parts[0].dropFirst()), fragment) }
        var folders = path.split(separator: "/").dropLast().map(String.init)
        for part in parts[0].split(separator: "/") {
            if part == ".." { _ = folders.popLast() } else { folders.append(String(part)) }
        }
        return (folders.joined(separator: "/"), fragment)
    }

    @Test(arguments: allOptions.indices)
    func rendersEveryPageWellFormed(number: Int) throws {
        for (path, page) in try site(Self.allOptions[number]) where path.hasSuffix(".html") {
            let query = HTMLQuery(page)
            #expect(query.complaints.isEmpty, "\(path)")
            let identifiers = query.elements.compactMap { $0.attributes["id"] }
            #expect(Set(identifiers).count == identifiers.count, "\(path)")
            // Squares of calendars have titles as well.
            let titles = query.all("title", inside: "calendar").count
            #expect(query.all("title").count == titles + 1, "\(path)")
            #expect(query.all("h1").count == 1, "\(path)")
            #expect(query.all("main").count == 1, "\(path)")
            #expect(query.all("script").allSatisfy { $0.attributes["src"] != nil }, "\(path)")
            for element in query.elements {
                #expect(!element.attributes.keys.contains { $0.hasPrefix("on") }, "\(path)")
                #expect(element.attributes["style"] == nil, "\(path)")
            }
        }
    }

    @Test(arguments: allOptions.indices)
    func skipsNoLevelOfHeadings(number: Int) throws {
        for (path, page) in try site(Self.allOptions[number]) where path.hasSuffix(".html") {
            let levels = HTMLQuery(page).elements.compactMap { element in
                element.name.wholeMatch(of: /h([1-6])/).flatMap { Int($0.output.1) }
            }
            for (one, next) in zip(levels, levels.dropFirst()) {
                #expect(next <= one + 1, "\(path): \(levels)")
            }
        }
    }

    @Test func rendersTheSameBytesAgain() throws {
        #expect(try site(Self.allOptions[0]) == site(Self.allOptions[0]))
    }

    @Test func redirectsFormerAddresses() throws {
        let pages = try site(Self.allOptions[0])
        let page = try pages.query("notes/old.html")
        let refresh = page.all("meta").first { $0.attributes["http-equiv"] == "refresh" }
        #expect(refresh?.attributes["content"] == "0; url=../notes/%C3%A9lan-vital.html")
        #expect(page.all("meta").contains { $0.attributes["content"] == "noindex" })
        #expect(page.links.contains("../notes/%C3%A9lan-vital.html"))
        let canonical = page.all("link").first { $0.attributes["rel"] == "canonical" }
        #expect(canonical?.attributes["href"] == "https://example.org/n/notes/%C3%A9lan-vital.html")
        let former = try pages.query("notes/former.html")
        #expect(former.links.contains("../decks/verbs-more.html"))
    }

    @Test func renamesNotesWithReservedNames() throws {
        let pages = try site(Self.allOptions[0])
        #expect(pages["notes/404.html"] != nil && pages["notes/index.html"] == nil)
        #expect(pages["notes/index-2.html"] != nil)
    }
}
