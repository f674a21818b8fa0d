import OutputPlan
import TestSupport
import Testing

@testable import OutputChecks

/// Links within a site that lead nowhere.
@Suite(.tags(.fast))
struct LinkCheckTests {
    private static let files = [
        "index.html", "notes/a.html", "notes/b.html", "notes/ü.html", "notes/a&b's.html",
        "tags/x/y.html", "style.css", "photos/p.webp", "notes/50%.html",
    ]

    private func check(rootPath: String? = nil) -> LinkCheck {
        let files = Self.files.map { OutputFile(OutputPath($0), content: .bytes([])) }
        return LinkCheck(TreePlan(tree: "site", files: files), rootPath: rootPath)
    }

    /// Returns the dead links of pages.
    private func dead(
        _ pages: [(path: String, html: String)], rootPath: String? = nil
    ) -> [LinkCheck.DeadLink] {
        let check = check(rootPath: rootPath)
        for (path, html) in pages { check.read(OutputPath(path), html: Array(html.utf8)) }
        return check.deadLinks
    }

    private func addresses(_ html: String, rootPath: String? = nil) -> [String] {
        dead([("notes/a.html", html)], rootPath: rootPath).map(\.address)
    }

    @Test(arguments: [
        "b.html", "../notes/b.html", "../index.html", "../tags/x/y.html", "../style.css?v=1",
        "%C3%BC.html", "ü.html", "a&amp;b&#39;s.html", "a%26b%27s.html", "50%25.html", "50%.html",
        "./b.html", "../notes/../index.html", "x/../b.html", "..", "../", "#top", "b.html#top",
        "a&#38;b&#x27;s.html", "a&amp;b&apos;s.html", "", "#", "https://elsewhere.example/x",
        "//elsewhere.example/x", "mailto:a@example.org",
        "tel:+43", "data:,x",
    ])
    func acceptsValidLinks(address: String) {
        #expect(addresses("<a href=\"\(address)\">") == [])
    }

    @Test(arguments: [
        "c.html", "notes/b.html", "../../index.html", "../b.html", "B.html", "b.htm", "b",
        "u\u{308}.html", "/notes/b.html", ".", "b.html/", "../tags/x",
    ])
    func reportsDeadLinks(address: String) {
        #expect(addresses("<a href=\"\(address)\">") == [address])
    }

    @Test func readsPicturesAndSourceSets() {
        #expect(
            addresses("<img src=\"../photos/p.webp\" srcset=\"../photos/p.webp 1x, q.webp 2x\">")
                == ["q.webp"])
        #expect(addresses("<img srcset=\"../photos/p.webp 1x,\n\tb.html\n2x\">") == [])
        #expect(addresses("<video poster=\"r.webp\">") == ["r.webp"])
    }

    @Test func readsLinksFromTheRootOfTheSite() {
        #expect(addresses("<a href=\"/my%20notes/notes/b.html\">", rootPath: "/my%20notes/") == [])
        #expect(addresses("<a href=\"/my notes/index.html\">", rootPath: "/my%20notes/") == [])
        #expect(addresses("<a href=\"/notes/b.html\">", rootPath: "/") == [])
        let outside = "<a href=\"/other/notes/b.html\">"
        #expect(addresses(outside, rootPath: "/notes/") == ["/other/notes/b.html"])
    }

    @Test func findsFragmentsOnThePageItselfAndOnOthers() {
        let pages = [
            ("notes/a.html", "<a href=\"#x\"><a href=\"b.html#y\"><a href=\"b.html?q#z\"><p id=x>"),
            ("notes/b.html", "<p id=\"y\"><a href=\"a.html#x\"><a href=\"#x\">"),
        ]
        #expect(
            dead(pages).map { "\($0.page) \($0.address)" } == [
                "notes/a.html b.html?q#z", "notes/b.html #x",
            ])
        // The order in which pages are read makes no difference.
        #expect(dead(pages.reversed()) == dead(pages))
    }

    @Test func ignoresFragmentsOfUnreadPages() {
        #expect(addresses("<a href=\"b.html#anything\">") == [])
        #expect(addresses("<a href=\"c.html#anything\">") == ["c.html#anything"])
    }

    @Test(arguments: [
        ("über", "%C3%BCber"), ("it's", "it&#39;s"), ("100%", "100%25"), ("a b", "a%20b"),
        ("a&amp;b", "a%26b"), ("&#252;", "%C3%BC"),
    ])
    func decodesFragments(identifier: String, fragment: String) {
        let link = "<a href=\"#\(fragment)\">"
        #expect(addresses("<p id=\"\(identifier)\">" + link) == [])
        #expect(addresses("<p id=\"\(identifier)x\">" + link) == ["#" + fragment])
    }

    @Test func sortsDeadLinksByPageAndAddressWithoutDuplicates() {
        let html = "<a href=z><a href=\"c\"><a href=z>"
        let found = dead([("notes/b.html", html), ("index.html", html)])
        #expect(
            found.map { "\($0.page) \($0.address)" } == [
                "index.html c", "index.html z", "notes/b.html c", "notes/b.html z",
            ])
    }

    @Test(arguments: [
        ("c.html#x", "notes/c.html"), ("../c%20d.html?q", "c d.html"), ("#x", "notes/a.html"),
        ("../../../c.html", "c.html"), ("x/../c.html", "notes/c.html"),
    ])
    func namesTheTargetOfADeadLink(address: String, target: String) {
        #expect(LinkCheck.DeadLink(page: "notes/a.html", address: address).target == target)
    }

    @Test func accumulatesDeadLinksAcrossQueries() {
        let check = check()
        check.read(OutputPath("index.html"), html: Array("<a href=b>".utf8))
        #expect(check.deadLinks.count == 1)
        check.read(OutputPath("c.html"), html: Array("<a href=d>".utf8))
        #expect(check.deadLinks.count == 2)
    }
}
