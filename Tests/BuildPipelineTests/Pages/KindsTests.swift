import BuildPipeline
import BuildTestSupport
import Foundation
import HeadlessBrowser
import SitePages
import TestSupport
import Testing

/// Notes of all four kinds in one notebook, the sample.
@Suite(.tags(.browser))
struct KindsTests {
    private let build = NotebookBuild()

    init() throws {
        try build.writeSample()
    }

    private func page(_ name: String) throws -> String {
        try build.text("site/" + name)
    }

    private static let titles = [
        "decks/italian-at-the-table.html", "notes/a-shelf-for-the-cat.html",
        "notes/what-the-waiter-said.html", "notes/waves-first-lecture.html",
        "notes/lemon-tart.html",
    ]

    /// Strokes of a store have times in the recording of their page, or in the only one.
    @Test func replaysLecturesOfStores() throws {
        try build.run()
        let page = HTMLQuery(try page("notes/waves-first-lecture.html"))
        let recordings = page.all("data", inside: "replay").map { $0.attributes["data-address"] }
        #expect(recordings.count == 1)
        #expect(page.all("audio").map { $0.attributes["src"] } == recordings)
        let times = page.all("path", inside: "leaf").compactMap { $0.attributes["data-t"] }
        #expect(times.first == ".2" && times.contains("3.6"))
    }

    @Test func includesEveryKindInListsFeedsAndBooks() throws {
        let report = try build.run { $0.site.address = SiteAddress("https://example.org/") }
        #expect(report.addsUp)
        let kinds = report.kinds
        #expect((kinds.deck, kinds.cards, kinds.lecture, kinds.napkin) == (1, 6, 1, 2))
        #expect(kinds.note + kinds.deck + kinds.lecture + kinds.napkin == report.notes)
        for list in ["index.html", "by-order.html", "by-date.html"] {
            let html = try page(list)
            for title in Self.titles { #expect(html.contains("\"\(title)"), "\(list): \(title)") }
        }
        let feed = try page("feed.xml")
        #expect(feed.contains("<title>Waves, first lecture</title>"))
        #expect(feed.contains("<title>A shelf for the cat</title>"))
        // A feed shows pictures, but no drawings, since only a page can lay them out.
        #expect(!feed.contains("&lt;svg") && feed.contains("photos/"))
        let map = try page("sitemap.xml")
        for title in Self.titles + ["decks.html"] {
            #expect(map.contains("https://example.org/\(title)<"), "\(title)")
        }
        try build.export(
            build.options, as: PageBookFormat(), to: build.folder.path + "/book.html")
        let book = try build.folder.text("book.html")
        #expect(book.contains("il conto, per favore") && book.contains("class=\"back\""))
        #expect(book.ranges(of: "<svg ").count == 2)
        try build.expectValidJSON(report.notes)
    }

    @Test(.enabled(if: Chromium.path != nil, "needs Chromium"))
    func findsCardsAndLecturesInOneSearch() throws {
        try build.run()
        let page = try Chromium().open(build.address("search.html"), width: 800)
        for (query, title) in [
            ("colazione", "Italian at the table"), ("plan on the back", "A shelf for the cat"),
            ("first lecture", "Waves, first lecture"),
        ] {
            try page.enterQuery(query)
            let found = try page.text(
                "new Promise(done => setTimeout(() => done(document.querySelector('.results .result-link')?.textContent), 600))"
            )
            #expect(found == title)
        }
    }

    @Test(.enabled(if: Chromium.path != nil, "needs Chromium"))
    func flipsNapkinsAndKeepsTheirInkVisible() throws {
        try build.run()
        let page = try Chromium().open(
            build.address("notes/a-shelf-for-the-cat.html"), width: 700, isDark: true)
        let seen = """
            (() => {
              const visible = (name) => [...document.querySelectorAll(name)]
                .some((element) => element.checkVisibility({ contentVisibilityAuto: true }));
              return [visible(".photos img"), visible(".back img"),
                document.querySelector(".back summary").innerText].join(" ");
            })()
            """
        #expect(try page.text(seen) == "true false Show drawing")
        try page.run("document.querySelector('.back summary').focus()")
        try page.press("Enter", code: 13)
        #expect(try page.text(seen) == "false true Show picture")
        try page.press("f", code: 70)
        #expect(try page.text(seen) == "true false Show drawing")
        try page.press("f", code: 70)
        // The paper under the ink is light in dark mode as well.
        let paper = "getComputedStyle(document.querySelector('.back img')).backgroundColor"
        #expect(try page.text(paper) == "rgb(233, 229, 219)")
        // The picture can be enlarged like every photo, and so can the drawing.
        try page.run("document.querySelector('.back a.photo').click()")
        let enlarged = try page.text(
            """
            new Promise((done) => setTimeout(() => done(document.querySelector("dialog.viewer").open
              && document.querySelector(".viewer-stage img").className), 300))
            """)
        #expect(enlarged == "drawn")
    }

    @Test func usesTheAppsThumbnailsAndGeneratesOthers() throws {
        try build.run()
        let index = try page("index.html")
        func widths(_ title: String) throws -> [String?] {
            let rows = index.components(separatedBy: "<li class=\"row\">")
            let row = try #require(rows.first { $0.contains(title) })
            return HTMLQuery(row).all("img").map { $0.attributes["width"] }
        }
        #expect(try widths("A shelf for the cat") == ["44"])
        #expect(try widths("Waves, first lecture") == ["320"])
        #expect(try widths("What the waiter said") == [])
        // Thumbnails and drawings do not count as photos.
        #expect(try page("photos.html").ranges(of: "a-shelf-for-the-cat.html#").count == 1)
    }

    @Test(.enabled(if: Chromium.path != nil, "needs Chromium"))
    func preservesTheLayoutOfHandwrittenPages() throws {
        try build.run()
        let browser = try Chromium()
        for isDark in [false, true] {
            let visit = try browser.visit(
                build.address("notes/waves-first-lecture.html"), width: 1000, isDark: isDark,
                script: """
                    (async () => {
                      const leaf = document.querySelector(".leaf svg");
                      const scale = leaf.getBoundingClientRect().width / leaf.viewBox.baseVal.width;
                      const origin = leaf.getBoundingClientRect();
                      const image = leaf.querySelector("image");
                      const box = image.getBoundingClientRect();
                      const place = [box.left - origin.left, box.top - origin.top, box.width, box.height]
                        .map((number) => Math.round(number / scale));
                      const paper = getComputedStyle(leaf).backgroundColor.match(/[0-9]+/g).map(Number);
                      const player = document.querySelector(".leaf audio");
                      if (player.readyState < 1) await new Promise((done) => player.onloadedmetadata = done);
                      return JSON.stringify({ place, isLight: Math.min(...paper) > 200,
                        seconds: player.duration, leaves: document.querySelectorAll(".leaf").length,
                        numbers: [...document.querySelectorAll(".leaf-numbers a")].map((link) => link.hash).join() });
                    })()
                    """)
            struct Seen: Decodable {
                let place: [Int]
                let isLight: Bool
                let seconds: Double
                let leaves: Int
                let numbers: String
            }
            let seen = try visit.decoded(as: Seen.self)
            #expect(seen.place.count == 4)
            #expect(zip(seen.place, [60, 300, 240, 180]).allSatisfy { abs($0 - $1) <= 1 })
            #expect(seen.isLight)
            #expect(seen.seconds == 3)
            #expect(seen.leaves == 2 && seen.numbers == "#page.1,#page.2")
            #expect(visit.complaints == [])
        }
    }

    @Test func excludesDecksAndLecturesLikeOtherNotes() throws {
        let report = try build.run {
            $0.rules.exclude.titles = ["Italian*", "Waves*"]
            $0.rules.exclude.sources = ["NapkinNotes.archive"]
        }
        #expect(report.leftOut.count == 4)
        let all = try build.publishedText()
        for words in ["colazione", "Waves", "<svg viewBox", "italian-at", "decks.html", "waiter"] {
            #expect(!all.contains(words), "\(words)")
        }
    }

    @Test func writesTheSameTreesEveryTime() throws {
        try build.run()
        let first = try NotebookBuild.trees.map(build.tree)
        try build.run()
        #expect(try NotebookBuild.trees.map(build.tree) == first)
        let other = build.folder.path + "/Other"
        try build.run(output: other) { $0.width = 1 }
        for (name, tree) in zip(NotebookBuild.trees, first) {
            #expect(try FolderContents(other + "/" + name).bytes == tree.bytes)
        }
    }

    @Test func linksToAndFromDecks() throws {
        try build.add("Words", body: "See [[Italian at the table]].")
        try build.folder.write(
            #"[{"question": "Where? #kitchen", "answer": "[[Words]]"}]"#, to: "MyNotes/Places.json")
        try build.run()
        let words = try page("notes/words.html")
        #expect(words.contains("href=\"../decks/italian-at-the-table.html\""))
        #expect(words.contains("<a href=\"../decks/places.html\""))
        #expect(
            try page("decks/italian-at-the-table.html").contains("<a href=\"../notes/words.html\""))
        #expect(try page("tags/kitchen.html").contains("../decks/places.html"))
    }
}
