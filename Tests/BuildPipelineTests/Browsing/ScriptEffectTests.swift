import BuildPipeline
import BuildTestSupport
import Foundation
import HeadlessBrowser
import NoteEditing
import SiteServer
import TestSupport
import Testing

/// The effects of scripts and style sheets that a reader sees: where a link leads to on the screen,
/// what the pointer shows, and what larger text does to a page.
@Suite(
    .tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"), .timeLimit(.minutes(5)))
struct ScriptEffectTests {
    private let build = NotebookBuild()
    private let browser: Chromium

    init() throws {
        browser = try Chromium()
    }

    private func add(
        _ title: String, body: String, photos: [ArchivedPhoto] = [], day: Int = 0
    ) throws {
        try build.add(
            title, body: body, photos: photos,
            created: Date(timeIntervalSince1970: 1_325_419_200 + Double(day) * 86_400))
    }

    private func publish() throws {
        try build.run { $0.formats = [.html] }
    }

    private func open(_ page: String, width: Int, textSize: Int = 0) throws -> Chromium.Page {
        let opened = try browser.open(build.address(page), width: width)
        guard textSize != 0 else { return opened }
        try opened.run("localStorage.setItem('notebinder.appearance', '{\"size\": \(textSize)}')")
        try opened.reloads()
        return opened
    }

    @Test func showsTheFirstWordsOfALinkedNote() throws {
        try add("Boats", body: "First see [[Trains]], then [[Gone]].")
        try add("Trains", body: "They leave at noon.")
        try publish()
        let page = try open("notes/boats.html", width: 1280)
        let shown = "document.querySelector('.preview')?.checkVisibility() === true"
        #expect(try !page.holds(shown))
        try page.hover("main .body a")
        try page.waits(shown)
        let text = try page.text("document.querySelector('.preview').innerText")
        #expect(text?.contains("They leave at noon.") == true, "\(text ?? "")")
        #expect(
            try page.text("document.querySelector('.body a').getAttribute('aria-describedby')")
                == "page.preview")
        try page.press("Escape", code: 27)
        #expect(try page.holds("document.querySelector('.preview') === null"))
    }

    /// Two frames of one pixel, red and green.
    private static let animation: [UInt8] =
        Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 255, 0]
        + [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        + [0x44, 0x4C].flatMap { pixel -> [UInt8] in
            [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, pixel, 1, 0]
        } + [0x3B]

    @Test(arguments: [false, true])
    func showsAStillImageWithReducedMotion(reducesMotion: Bool) throws {
        try add("Moving", body: "x", photos: [.data(Self.animation)])
        try publish()
        let page = try browser.open(
            build.address("notes/moving.html"), width: 1280, reducesMotion: reducesMotion)
        try page.waits("document.querySelector('main .photo img').complete")
        let source = try page.text("document.querySelector('main .photo img').currentSrc")
        #expect(source?.hasSuffix(reducesMotion ? ".jpg" : ".webp") == true, "\(source ?? "")")
    }

    /// Rows that were not laid out before the jump are higher or lower than expected.
    @Test(arguments: [375, 1280])
    func scrollsToTheDayChosenInTheCalendar(width: Int) throws {
        let words = ["Short.", String(repeating: "A long line of words. ", count: 20), ""]
        for number in 0..<150 {
            try add(
                "Note \(number) \(words[number % 3])", body: words[(number / 2) % 3], day: number)
        }
        try publish()
        let page = try open("by-date.html", width: width)
        let months = try page.holds("document.querySelector('.calendar-months').checkVisibility()")
        #expect(months == (width == 375))
        let links = width == 375 ? ".calendar-months a" : ".calendar a"
        let count = try #require(
            try page.run("document.querySelectorAll('\(links)').length") as? Int)
        #expect(count >= 5)
        for number in stride(from: 1, to: count - 1, by: max(1, count / 6)) {
            try page.run("scrollTo(0, 0); history.replaceState(null, '', '?')")
            let tops = try page.numbers(
                """
                (async () => {
                  const link = document.querySelectorAll('\(links)')[\(number)];
                  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
                  await new Promise((go) => setTimeout(go, 700));
                  const row = document.getElementById(link.getAttribute('href').slice(1));
                  return [row.getBoundingClientRect().top];
                })()
                """)
            #expect(tops.allSatisfy { (0..<250).contains($0) }, "link \(number): \(tops)")
        }
    }

    @Test func restoresTheScrollPositionOnGoingBack() throws {
        for number in 0..<60 { try add("Note \(number)", body: "Some words.", day: number) }
        try publish()
        let page = try open("by-date.html#day-2012-01-20", width: 1280)
        // A turn of the wheel, since the script lets go of the page when its reader moves it.
        try page.run("dispatchEvent(new WheelEvent('wheel')); scrollBy(0, 900)")
        try page.run("new Promise((go) => setTimeout(go, 700))")
        // The first row that is whole on the screen, and its distance from the top.
        struct Seen: Decodable {
            let title: String
            let top: Double
        }
        let seen = """
            (() => {
              const row = [...document.querySelectorAll('.row')]
                .find((row) => row.getBoundingClientRect().top >= 0);
              return JSON.stringify({ title: row.querySelector('a').textContent,
                top: row.getBoundingClientRect().top });
            })()
            """
        let before = try page.decoded(seen, as: Seen.self)
        try page.leaves { try page.run("location.href = document.querySelector('.row-link').href") }
        try page.leaves { try page.run("history.back()") }
        try page.run("new Promise((go) => setTimeout(go, 900))")
        let after = try page.decoded(seen, as: Seen.self)
        #expect(after.title == before.title)
        #expect(abs(after.top - before.top) < 2, "\(before.top) px, then \(after.top) px")
    }

    /// The widths at which a page changes follow the size of its text.
    @Test(arguments: [320, 375, 1280])
    func fitsTheReadersOwnTextSizes(width: Int) throws {
        let parts = (1...9).map { "## Part \($0)\n\nSome words." }.joined(separator: "\n\n")
        try add("A note with contents", body: parts)
        try add("Another", body: "See https://example.com/" + String(repeating: "long/", count: 30))
        try publish()
        for name in ["notes/a-note-with-contents.html", "index.html"] {
            for size in [-3, 2, 6] {
                let page = try open(name, width: width, textSize: size)
                let cut = try page.text(
                    """
                    [...document.querySelectorAll('.tools *, .bar *, .contents, .around')].filter((each) => {
                      const box = each.getBoundingClientRect();
                      return each.checkVisibility() && (box.left < 0 || box.right > innerWidth);
                    }).map((each) => each.className).join()
                      + Math.max(0, document.documentElement.scrollWidth - innerWidth)
                    """)
                #expect(cut == "0", "\(name), size \(size)")
                try page.close()
            }
        }
    }

    @Test func collapsesContentsOnNarrowScreens() throws {
        let parts = (1...99).map { "## Part \($0)" }.joined(separator: "\n\n")
        try add("Long", body: "The beginning.\n\n" + parts)
        try publish()
        for (width, isListed) in [(375, false), (1280, true)] {
            let page = try open("notes/long.html", width: width)
            if isListed { try page.waits("document.querySelector('.contents').open") }
            let found = try page.text(
                """
                [document.querySelector('.contents a').checkVisibility({ contentVisibilityAuto: true }),
                 document.querySelector('.body p').getBoundingClientRect().top < innerHeight].join()
                """)
            #expect(found == "\(isListed),true", "\(width) px")
            try page.close()
        }
    }

    /// Cards have no headings; a letter leads to its first card.
    @Test func showsCardsInOneGridAndCutsNothingOff() throws {
        for letter in ["A", "B", "C"] {
            try add(
                letter + " note",
                body: "https://example.com/" + String(repeating: "path/", count: 30) + letter)
        }
        try publish()
        for width in [320, 768, 1280] {
            let page = try open("index.html", width: width)
            try page.click(".switch [value=cards]")
            let found = try page.text(
                """
                (() => {
                  const cards = [...document.querySelectorAll('.row')];
                  const cut = cards.filter((card) => [...card.children].some((part) =>
                    part.getBoundingClientRect().right > card.getBoundingClientRect().right));
                  const rows = new Set(cards.map((card) => card.getBoundingClientRect().top)).size;
                  return `${cut.length} ${rows} ${document.querySelector('.groups h2').checkVisibility()}`;
                })()
                """)
            #expect(found == "0 \(width == 320 ? 3 : 1) false", "\(width) px")
            try page.close()
        }
    }

    @Test func indentsTasksLikeOtherListsAndKeepsTheirNumbers() throws {
        let deep = (0..<20).map { String(repeating: "  ", count: $0) + "- Level \($0)" }
        try add("Tasks", body: "- [ ] a\n  - [x] b\n    - [ ] c\n\ntext\n\n1. [ ] one\n2. [x] two")
        try add("Deep", body: deep.joined(separator: "\n"))
        try publish()
        let page = try open("notes/tasks.html", width: 375)
        let places = try page.numbers(
            "[...document.querySelectorAll('.body ul input')].map((box) => box.getBoundingClientRect().left)"
        )
        #expect(places.count == 3 && places[0] + 12 < places[1] && places[1] + 12 < places[2])
        #expect(
            try page.text("getComputedStyle(document.querySelector('.body ol li')).listStyleType")
                == "decimal")
        let narrow = try open("notes/deep.html", width: 320)
        #expect(try narrow.run("document.documentElement.scrollWidth") as? Int == 320)
    }

    /// A server shows it in place of pages in any folder, also of a site without a configured address.
    @Test func stylesTheErrorPageInEveryFolder() async throws {
        try add("Boats", body: "They sail.")
        try publish()
        let server = SiteServer(
            ServedFolder(build.output + "/site"), port: 0, limits: ServerLimits())
        let (ports, port) = AsyncStream<UInt16>.makeStream()
        let running = Task { try await server.run(isReady: { port.yield($0) }) }
        let number = try #require(await ports.first { _ in true })
        let found = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        let page = try Chromium().open(
                            "http://localhost:\(number)/no/such/page.html", width: 800)
                        try page.run("document.querySelector('a.search-link').click()")
                        try page.waits("document.querySelector('dialog[open] .result')")
                        return try page.text(
                            "[getComputedStyle(document.body).marginTop, document.querySelector('.home').href].join()"
                        )
                    })
            }
        }
        running.cancel()
        #expect(found == "0px,http://localhost:\(number)/index.html")
    }

    /// The squares of a calendar are small, and a whole year of photos is large.
    @Test func showsTheFirstPhotoOfADay() throws {
        try add("Plain", body: "Nothing to see.", day: 1)
        let photo = PNGPicture.quarters(width: 40, height: 30)
        try add("Harbour", body: "A walk.", photos: [.data(photo)], day: 5)
        try publish()
        let page = try open("by-date.html", width: 1280)
        #expect(try page.run("document.querySelectorAll('.calendar a').length") as? Int == 2)
        #expect(try page.run("document.querySelectorAll('.day-photo').length") as? Int == 0)
        try page.hover(".calendar [data-photo]")
        try page.waits("document.querySelector('.day-photo')?.naturalWidth > 0")
        let place = "document.querySelector('.day-photo').getBoundingClientRect()"
        #expect(try page.holds("\(place).left >= 0 && \(place).right <= innerWidth"))
        try page.hover("h1")
        try page.waits("!document.querySelector('.day-photo')")
    }

    @Test func printsWideTablesInLandscape() throws {
        func table(_ columns: Int) -> String {
            let head = (0..<columns).map { "| Column \($0) " }.joined() + "|\n"
            return head + String(repeating: "| --- ", count: columns) + "|"
        }
        try add("Tables", body: "Before\n\n\(table(20))\n\nBetween\n\n\(table(3))")
        try publish()
        let pdf = String(
            decoding: try open("notes/tables.html", width: 1280).printed(), as: UTF8.self)
        let pages = pdf.matches(of: /\/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]/).map { match in
            (Double(match.1) ?? 0) > (Double(match.2) ?? 0)
        }
        #expect(pages == [false, true, false])
    }
}
