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
    private let build: NotebookBuild
    private let browser: Chromium

    init() throws {
        build = try NotebookBuild()
        browser = try Chromium()
    }

    private func add(_ title: String, body: String, day: Int = 0) throws {
        try build.add(
            "\(title.prefix(20)).data",
            note: ArchivedNote(
                title: title, body: body,
                created: Date(timeIntervalSince1970: 1_325_419_200 + Double(day) * 86_400)))
    }

    private func open(_ page: String, width: Int, textSize: Int = 0) throws -> Chromium.Page {
        let address = URL(fileURLWithPath: build.output + "/site/").absoluteString + page
        let opened = try browser.open(address, width: width)
        guard textSize != 0 else { return opened }
        try opened.run("localStorage.setItem('notebinder.look', '{\"size\": \(textSize)}')")
        try opened.reloads()
        return opened
    }

    @Test func showsTheFirstWordsOfALinkedNote() throws {
        try add("Boats", body: "First see [[Trains]], then [[Gone]].")
        try add("Trains", body: "They leave at noon.")
        try build.run { $0.formats = [.html] }
        let page = try open("notes/boats.html", width: 1280)
        let shown = "document.querySelector('.preview')?.checkVisibility() === true"
        #expect(try page.run(shown) as? Bool == false)
        try page.hover("main .body a")
        try page.waits(shown)
        let text = try page.run("document.querySelector('.preview').innerText") as? String
        #expect(text?.contains("They leave at noon.") == true, "\(text ?? "")")
        #expect(
            try page.run("document.querySelector('.body a').getAttribute('aria-describedby')")
                as? String == "page.preview")
        try page.press("Escape", code: 27)
        #expect(try page.run("document.querySelector('.preview') === null") as? Bool == true)
    }

    /// Two frames of one pixel, red and green.
    private static let animation: [UInt8] =
        Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 255, 0]
        + [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        + [0x44, 0x4C].flatMap { pixel -> [UInt8] in
            [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, pixel, 1, 0]
        } + [0x3B]

    @Test(arguments: [false, true])
    func showsTheStillOfAnAnimationToThoseWhoWantNoMotion(reducesMotion: Bool) throws {
        try build.add(
            "a.data",
            note: ArchivedNote(title: "Moving", body: "x", photos: .array([.data(Self.animation)])))
        try build.run { $0.formats = [.html] }
        let address = URL(fileURLWithPath: build.output + "/site/notes/moving.html").absoluteString
        let page = try browser.open(address, width: 1280, reducesMotion: reducesMotion)
        try page.waits("document.querySelector('main .photo img').complete")
        let source = try page.run("document.querySelector('main .photo img').currentSrc") as? String
        #expect(source?.hasSuffix(reducesMotion ? ".jpg" : ".webp") == true, "\(source ?? "")")
    }

    /// Rows that were not laid out before the jump are higher or lower than expected.
    @Test(arguments: [375, 1280])
    func showsTheDayToWhichACalendarLeads(width: Int) throws {
        let words = ["Short.", String(repeating: "A long line of words. ", count: 20), ""]
        for number in 0..<150 {
            try add(
                "Note \(number) \(words[number % 3])", body: words[(number / 2) % 3], day: number)
        }
        try build.run { $0.formats = [.html] }
        let page = try open("by-date.html", width: width)
        let months = try page.run("document.querySelector('.calendar-months').checkVisibility()")
        #expect(months as? Bool == (width == 375))
        let links = width == 375 ? ".calendar-months a" : ".calendar a"
        let count = try #require(
            try page.run("document.querySelectorAll('\(links)').length") as? Int)
        #expect(count >= 5)
        for number in stride(from: 1, to: count - 1, by: max(1, count / 6)) {
            try page.run("scrollTo(0, 0); history.replaceState(null, '', '?')")
            let place = try page.run(
                """
                (async () => {
                  const link = document.querySelectorAll('\(links)')[\(number)];
                  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
                  await new Promise((go) => setTimeout(go, 700));
                  const row = document.getElementById(link.getAttribute('href').slice(1));
                  return row.getBoundingClientRect().top;
                })()
                """)
            let top = try #require((place as? NSNumber)?.doubleValue)
            #expect((0..<250).contains(top), "link \(number): \(top)")
        }
    }

    @Test func goesBackToWhereTheReaderWas() throws {
        for number in 0..<60 { try add("Note \(number)", body: "Some words.", day: number) }
        try build.run { $0.formats = [.html] }
        let page = try open("by-date.html#day-2012-01-20", width: 1280)
        // A turn of the wheel, since the script lets go of the page when its reader moves it.
        try page.run("dispatchEvent(new WheelEvent('wheel')); scrollBy(0, 900)")
        try page.run("new Promise((go) => setTimeout(go, 700))")
        // The first row that is whole on the screen, and its distance from the top.
        let seen = """
            (() => {
              const row = [...document.querySelectorAll('.row')]
                .find((row) => row.getBoundingClientRect().top >= 0);
              return [row.querySelector('a').textContent, row.getBoundingClientRect().top];
            })()
            """
        let before = try #require(try page.run(seen) as? [Any])
        let (title, top) = (
            try #require(before[0] as? String), try #require(before[1] as? NSNumber)
        )
        let note = try #require(try page.run("document.querySelector('.row-link').href") as? String)
        try page.leaves { try page.run("location.href = '\(note)'") }
        try page.leaves { try page.run("history.back()") }
        try page.run("new Promise((go) => setTimeout(go, 900))")
        let after = try #require(try page.run(seen) as? [Any])
        #expect(after[0] as? String == title)
        let now = try #require(after[1] as? NSNumber)
        #expect(abs(now.doubleValue - top.doubleValue) < 2, "\(top) px, then \(now) px")
    }

    /// The widths at which a page changes follow the size of its text.
    @Test(arguments: [320, 375, 1280])
    func fitsTheReadersOwnTextSizes(width: Int) throws {
        let parts = (1...9).map { "## Part \($0)\n\nSome words." }.joined(separator: "\n\n")
        try add("A note with contents", body: parts)
        try add("Another", body: "See https://example.com/" + String(repeating: "long/", count: 30))
        try build.run { $0.formats = [.html] }
        for name in ["notes/a-note-with-contents.html", "index.html"] {
            for size in [-3, 2, 6] {
                let page = try open(name, width: width, textSize: size)
                let cut = try page.run(
                    """
                    [...document.querySelectorAll('.tools *, .bar *, .contents, .around')].filter((each) => {
                      const box = each.getBoundingClientRect();
                      return each.checkVisibility() && (box.left < 0 || box.right > innerWidth);
                    }).map((each) => each.className).join()
                      + Math.max(0, document.documentElement.scrollWidth - innerWidth)
                    """)
                #expect(cut as? String == "0", "\(name), size \(size)")
                try page.close()
            }
        }
    }

    @Test func foldsContentsWhereThereIsNoRoomBesideTheText() throws {
        let parts = (1...99).map { "## Part \($0)" }.joined(separator: "\n\n")
        try add("Long", body: "The beginning.\n\n" + parts)
        try build.run { $0.formats = [.html] }
        for (width, isListed) in [(375, false), (1280, true)] {
            let page = try open("notes/long.html", width: width)
            if isListed { try page.waits("document.querySelector('.contents').open") }
            let found = try page.run(
                """
                [document.querySelector('.contents a').checkVisibility({ contentVisibilityAuto: true }),
                 document.querySelector('.body p').getBoundingClientRect().top < innerHeight].join()
                """)
            #expect(found as? String == "\(isListed),true", "\(width) px")
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
        try build.run { $0.formats = [.html] }
        for width in [320, 768, 1280] {
            let page = try open("index.html", width: width)
            try page.click(".switch [value=cards]")
            let found = try page.run(
                """
                (() => {
                  const cards = [...document.querySelectorAll('.row')];
                  const cut = cards.filter((card) => [...card.children].some((part) =>
                    part.getBoundingClientRect().right > card.getBoundingClientRect().right));
                  const rows = new Set(cards.map((card) => card.getBoundingClientRect().top)).size;
                  return `${cut.length} ${rows} ${document.querySelector('.groups h2').checkVisibility()}`;
                })()
                """)
            #expect(found as? String == "0 \(width == 320 ? 3 : 1) false", "\(width) px")
            try page.close()
        }
    }

    @Test func indentsTasksLikeOtherListsAndKeepsTheirNumbers() throws {
        let deep = (0..<20).map { String(repeating: "  ", count: $0) + "- Level \($0)" }
        try add("Tasks", body: "- [ ] a\n  - [x] b\n    - [ ] c\n\ntext\n\n1. [ ] one\n2. [x] two")
        try add("Deep", body: deep.joined(separator: "\n"))
        try build.run { $0.formats = [.html] }
        let page = try open("notes/tasks.html", width: 375)
        let lefts = try page.run(
            "[...document.querySelectorAll('.body ul input')].map((box) => box.getBoundingClientRect().left)"
        )
        let places = try #require(lefts as? [NSNumber]).map(\.doubleValue)
        #expect(places.count == 3 && places[0] + 12 < places[1] && places[1] + 12 < places[2])
        #expect(
            try page.run("getComputedStyle(document.querySelector('.body ol li')).listStyleType")
                as? String == "decimal")
        let narrow = try open("notes/deep.html", width: 320)
        #expect(try narrow.run("document.documentElement.scrollWidth") as? Int == 320)
    }

    /// A server shows it in place of pages in any folder, also of a site without a configured address.
    @Test func stylesTheErrorPageInEveryFolder() async throws {
        try add("Boats", body: "They sail.")
        try build.run { $0.formats = [.html] }
        let server = SiteServer(
            ServedFolder(build.output + "/site"), port: 0, limits: ServerLimits())
        let (ports, port) = AsyncStream<UInt16>.makeStream()
        let running = Task { try await server.run(isReady: { port.yield($0) }) }
        var listening = ports.makeAsyncIterator()
        let number = try #require(await listening.next())
        let found = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        let page = try Chromium().open(
                            "http://localhost:\(number)/no/such/page.html", width: 800)
                        try page.run("document.querySelector('a.find').click()")
                        try page.waits("document.querySelector('dialog[open] .result')")
                        return try page.run(
                            "[getComputedStyle(document.body).marginTop, document.querySelector('.home').href].join()"
                        ) as? String
                    })
            }
        }
        running.cancel()
        #expect(found == "0px,http://localhost:\(number)/index.html")
    }

    /// The squares of a calendar are small, and a whole year of photos is large.
    @Test func showsTheFirstPhotoOfADay() throws {
        try add("Plain", body: "Nothing to see.", day: 1)
        try build.add(
            "harbour.data",
            note: ArchivedNote(
                title: "Harbour", body: "A walk.",
                photos: .array([.data(PNGPicture.quarters(width: 40, height: 30))]),
                created: Date(timeIntervalSince1970: 1_325_419_200 + 86_400 * 5)))
        try build.run { $0.formats = [.html] }
        let page = try open("by-date.html", width: 1280)
        #expect(try page.run("document.querySelectorAll('.calendar a').length") as? Int == 2)
        #expect(try page.run("document.querySelectorAll('.day-photo').length") as? Int == 0)
        try page.hover(".calendar [data-photo]")
        try page.waits("document.querySelector('.day-photo')?.naturalWidth > 0")
        let place = "document.querySelector('.day-photo').getBoundingClientRect()"
        #expect(try page.run("\(place).left >= 0 && \(place).right <= innerWidth") as? Bool == true)
        try page.hover("h1")
        try page.waits("!document.querySelector('.day-photo')")
    }

    @Test func printsWideTablesInLandscape() throws {
        func table(_ columns: Int) -> String {
            [(0..<columns).map { "Column \($0)" }, Array(repeating: "---", count: columns)]
                .map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
        }
        try add("Tables", body: "Before\n\n\(table(20))\n\nBetween\n\n\(table(3))")
        try build.run { $0.formats = [.html] }
        let pdf = String(
            decoding: try open("notes/tables.html", width: 1280).printed(), as: UTF8.self)
        let pages = pdf.matches(of: /\/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]/).map { match in
            (Double(match.1) ?? 0) > (Double(match.2) ?? 0)
        }
        #expect(pages == [false, true, false])
    }
}
