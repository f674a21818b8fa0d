import BuildTestSupport
import Foundation
import HeadlessBrowser
import TestSupport
import Testing

/// The pages as a reader's browser sees them, opened from disk.
@Suite(
    .tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"), .timeLimit(.minutes(5)))
struct BrowserTests {
    private let build = NotebookBuild()
    private let browser: Chromium

    /// A script that returns the findings about a page.
    private static let script = """
        (async () => {
          const images = [...document.images].filter(image => image.hasAttribute('src'));
          images.forEach(image => image.loading = 'eager');
          await Promise.all(images.map(image => image.decode().catch(() => {})));
          return JSON.stringify({
            broken: images.filter(image => !image.naturalWidth).map(image => image.src),
            misshapen: images.filter(image =>
              Math.abs(image.naturalWidth * image.getAttribute('height')
                / image.naturalHeight / image.getAttribute('width') - 1) > .02)
              .map(image => image.src),
            links: [...document.querySelectorAll('[href],[src]')]
              .map(e => new URL(e.getAttribute('href') || e.src, document.baseURI).href),
            overflow: document.documentElement.scrollWidth - innerWidth,
            styled: getComputedStyle(document.body).marginTop === '0px',
            heading: document.querySelectorAll('h1').length,
            ground: getComputedStyle(document.body).backgroundColor
          });
        })()
        """

    private struct Findings: Decodable {
        let broken: [String]
        let misshapen: [String]
        let links: [String]
        let overflow: Int
        let styled: Bool
        let heading: Int
        let ground: String
    }

    init() throws {
        browser = try Chromium()
        try build.writeSample()
        try build.run()
    }

    /// Each internal link of the site leads to one of its files.
    @Test func opensEveryPageWithoutErrorsOrDeadLinks() throws {
        let pages = try build.pages
        #expect(pages.count > 15)
        var links = 0
        for page in pages {
            for width in [320, 1440] {
                let visit = try browser.visit(
                    build.address(page), width: width, isDark: width == 320, script: Self.script)
                let findings = try visit.decoded(as: Findings.self)
                #expect(findings.broken == [], "\(page)")
                #expect(findings.misshapen == [], "\(page)")
                #expect(findings.overflow <= 0, "\(page) at \(width) px")
                #expect(findings.styled, "\(page)")
                #expect(findings.heading == 1, "\(page)")
                #expect(
                    findings.ground == (width == 320 ? "rgb(25, 24, 22)" : "rgb(253, 252, 249)"))
                #expect(visit.complaints == [], "\(page)")
                // Media players request symbols of their own from data URLs.
                let outside = visit.requests.filter {
                    !$0.hasPrefix(build.address("")) && !$0.hasPrefix("data:image/svg+xml")
                }
                #expect(outside == [], "\(page)")
                for url in findings.links.compactMap({ URL(string: $0) }) where url.isFileURL {
                    links += 1
                    #expect(FileManager.default.fileExists(atPath: url.path), "\(page): \(url)")
                }
            }
        }
        #expect(links > 200)
    }

    /// The neighbours that a page shows are those of the list from which the reader came, even
    /// after following a link within the page.
    @Test func showsNeighboursWithinTheListTheReaderCameFrom() throws {
        let note = build.address("notes/three-days-on-the-lake.html")
        let shown = """
            [...document.querySelectorAll('.around li')]
              .filter(e => e.querySelector('b')?.checkVisibility() && e.querySelector('b').offsetWidth > 1)
              .map(e => e.querySelector('.list').textContent).join()
            """
        for (ending, label) in [
            ("", "By title"), ("#by.date", "By date"), ("#by.order", "In order"),
            ("#by.tag.travel", "#travel"), ("#saturday", "By title"), ("#by.nothing", "By title"),
        ] {
            let page = try browser.open(note + ending, width: 800)
            #expect(try page.text(shown) == label, "\(ending)")
            #expect(try page.run("scrollY") as? Int == 0 || ending == "#saturday")
            try page.run("document.querySelector('.contents a').click()")
            #expect(try page.text(shown) == label, "\(ending), then elsewhere")
            try page.close()
        }
    }
}
