import BuildTestSupport
import Foundation
import HeadlessBrowser
import SampleNotes
import TestSupport
import Testing

/// The pages as a reader's browser sees them, opened from disk.
@Suite(
    .tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"), .timeLimit(.minutes(5)))
struct BrowserTests {
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
        let overflow: Int
        let styled: Bool
        let heading: Int
        let ground: String
    }

    @Test func opensEveryPageWithoutComplaint() throws {
        let build = try NotebookBuild()
        _ = try SampleNotes.write(to: build.notes, photoWorker: Places.photoWorker)
        try build.run()
        let site = build.output + "/site"
        // The links of the error page are those of a server.
        let pages = try build.tree("site").names.filter {
            $0.hasSuffix(".html") && $0 != "404.html"
        }
        #expect(pages.count > 15)
        let browser = try Chromium()
        for page in pages {
            for width in [320, 1440] {
                let address = URL(fileURLWithPath: site + "/" + page).absoluteString
                let visit = try browser.visit(
                    address, width: width, isDark: width == 320, script: Self.script)
                let value = try #require(visit.value as? String)
                let findings = try JSONDecoder().decode(Findings.self, from: Data(value.utf8))
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
                    !$0.hasPrefix(URL(fileURLWithPath: site).absoluteString)
                        && !$0.hasPrefix("data:image/svg+xml")
                }
                #expect(outside == [], "\(page)")
            }
        }
    }

    /// Each internal link of the site leads to one of its files.
    @Test func hasNoDeadLinks() throws {
        let build = try NotebookBuild()
        _ = try SampleNotes.write(to: build.notes, photoWorker: Places.photoWorker)
        try build.run()
        let site = build.output + "/site"
        let browser = try Chromium()
        var links = 0
        for page in try build.tree("site").names
        where page.hasSuffix(".html") && page != "404.html" {
            let visit = try browser.visit(
                URL(fileURLWithPath: site + "/" + page).absoluteString, width: 800,
                script:
                    "JSON.stringify([...document.querySelectorAll('[href],[src]')].map(e => new URL(e.getAttribute('href') || e.src, document.baseURI).href))"
            )
            let value = try #require(visit.value as? String)
            for link in try JSONDecoder().decode([String].self, from: Data(value.utf8)) {
                guard let url = URL(string: link), url.isFileURL else { continue }
                links += 1
                #expect(FileManager.default.fileExists(atPath: url.path), "\(page): \(link)")
            }
        }
        #expect(links > 100)
    }

    /// The neighbours that a page shows are those of the list from which the reader came, even
    /// after following a link within the page.
    @Test func showsTheNeighboursOnTheWayOneCame() throws {
        let build = try NotebookBuild()
        _ = try SampleNotes.write(to: build.notes, photoWorker: Places.photoWorker)
        try build.run()
        let note = URL(fileURLWithPath: build.output + "/site/notes/three-days-on-the-lake.html")
            .absoluteString
        let browser = try Chromium()
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
            #expect(try page.run(shown) as? String == label, "\(ending)")
            #expect(try page.run("scrollY") as? Int == 0 || ending == "#saturday")
            try page.run("document.querySelector('.contents a').click()")
            #expect(try page.run(shown) as? String == label, "\(ending), then elsewhere")
            try page.close()
        }
    }
}
