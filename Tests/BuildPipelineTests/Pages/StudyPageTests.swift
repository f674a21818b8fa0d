import BuildTestSupport
import Foundation
import HeadlessBrowser
import KeyedArchives
import TestSupport
import Testing

/// The page of a deck as a reader uses it, by hand and by the keyboard, and how its marks get back
/// into the archive.
@Suite(
    .tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"), .timeLimit(.minutes(5)))
struct StudyPageTests {
    private let build = NotebookBuild()
    private let browser: Chromium

    init() throws {
        browser = try Chromium()
        var writer = ArchiveEditor()
        let members = [("Q1", 2, 0), ("Q2", 0, 3), ("Q3", 1, 1)].map { question, right, wrong in
            let texts = [("question", question), ("answer", "*A*\(question)")].map {
                ($0.0, writer.string($0.1))
            }
            return writer.object(
                "FlashCard", superclasses: ["NSObject"],
                fields: texts + [("rightCount", .integer(right)), ("wrongCount", .integer(wrong))])
        }
        try build.folder.write(writer.archive(rootArray: members), to: "MyNotes/Words.archive")
        var empty = ArchiveEditor()
        try build.folder.write(empty.archive(rootArray: []), to: "MyNotes/Empty.archive")
        try build.run()
    }

    private func open(
        _ page: String = "decks/words.html", touch: Bool = false
    ) throws -> Chromium.Page {
        try browser.open(build.address(page), width: 500, hasTouch: touch)
    }

    /// Returns what the reader sees: position, question, answer, score, and the selected mark.
    private func state(_ page: Chromium.Page) throws -> String {
        let script = """
            (() => {
              const seen = (name) => {
                const element = document.querySelector(".study " + name);
                return element && element.checkVisibility({ visibilityProperty: true })
                  ? element.innerText.trim() : "-";
              };
              const pressed = document.querySelector(".study-choices [aria-pressed=true]");
              return [seen("output"), seen(".study-question"), seen(".study-answer"), seen(".score"),
                pressed && pressed.checkVisibility() ? pressed.innerText : "-"].join(" | ");
            })()
            """
        return try #require(try page.text(script))
    }

    private func click(_ name: String, page: Chromium.Page) throws {
        try page.run("document.querySelector('.study-\(name)').click()")
    }

    /// Stops the clock of a page, so that a card stays after a mark until ``turn(_:)``.
    private func holdCards(_ page: Chromium.Page) throws {
        try page.run(
            """
            window.setTimeout = (action) => { window.held = action; return 1; };
            window.clearTimeout = () => { window.held = null; };
            """)
    }

    /// Lets the time pass after which a marked card goes, and returns true if one went.
    @discardableResult
    private func turn(_ page: Chromium.Page) throws -> Bool {
        try page.holds("window.held ? (window.held(), true) : false")
    }

    /// Returns what is shown at the end of a round: the score, the missed cards and the buttons.
    private func end(_ page: Chromium.Page) throws -> String? {
        try page.text(
            """
            [...document.querySelectorAll(".study-end :is(h2, li, button)")]
              .filter((part) => part.checkVisibility()).map((part) => part.innerText.trim()).join(" | ")
            """)
    }

    /// Waits until a card is marked and gone, which takes 300 ms.
    private func pause() { Thread.sleep(forTimeInterval: 0.6) }

    @Test func showsOneCardAtATimeAndTakesMarks() throws {
        let page = try open()
        try holdCards(page)
        #expect(try state(page) == "1 of 3 | Q1 | - | - | -")
        // A card cannot be marked before its answer is shown.
        try page.press("1", code: 49)
        try click("reveal", page: page)
        #expect(try state(page) == "1 of 3 | Q1 | AQ1 | 2 right, 0 wrong | -")
        try click("right", page: page)
        #expect(try state(page) == "1 of 3 | Q1 | AQ1 | Right: 3 right, 0 wrong | Right")
        // Pressing the same button again changes nothing; the other one replaces the mark.
        try click("right", page: page)
        #expect(try state(page) == "1 of 3 | Q1 | AQ1 | Right: 3 right, 0 wrong | Right")
        try click("wrong", page: page)
        #expect(try state(page) == "1 of 3 | Q1 | AQ1 | Wrong: 2 right, 1 wrong | Wrong")
        // A mark that is taken back in time keeps the card.
        try click("undo", page: page)
        #expect(try state(page) == "1 of 3 | Q1 | AQ1 | Right: 3 right, 0 wrong | Right")
        #expect(try !turn(page))
        try click("wrong", page: page)
        #expect(try turn(page))
        #expect(try state(page) == "2 of 3 | Q2 | - | - | -")
        // Later, the card that was marked is shown again, as it was before.
        try click("undo", page: page)
        #expect(try state(page) == "1 of 3 | Q1 | AQ1 | Right: 3 right, 0 wrong | Right")
        try click("undo", page: page)
        #expect(try state(page) == "1 of 3 | Q1 | AQ1 | 2 right, 0 wrong | -")
        #expect(try page.text("document.querySelector('.study-undo').ariaDisabled") == "true")
    }

    @Test func respondsToTapsAndSwipes() throws {
        let page = try open(touch: true)
        let card = try page.numbers(
            "(() => { const box = document.querySelector('.study-card').getBoundingClientRect(); return [box.left + box.width / 2, box.top + 40]; })()"
        )
        let (x, y) = (Int(card[0]), Int(card[1]))
        try holdCards(page)
        try page.touch([[(x, y)]])
        #expect(try state(page) == "1 of 3 | Q1 | AQ1 | 2 right, 0 wrong | -")
        try page.touch([[(x - 60, y), (x, y + 2), (x + 70, y + 4)]])
        #expect(try state(page) == "1 of 3 | Q1 | AQ1 | Right: 3 right, 0 wrong | Right")
        try page.touch([[(x + 60, y), (x, y + 2), (x - 70, y + 4)]])
        #expect(try state(page) == "1 of 3 | Q1 | AQ1 | Wrong: 2 right, 1 wrong | Wrong")
    }

    @Test func putsTheMostMissedFirstAndShuffles() throws {
        let page = try open()
        func order() throws -> [String] {
            try (0..<3).map { _ in
                defer { try? click("next", page: page) }
                return try state(page).components(separatedBy: " | ")[1]
            }
        }
        #expect(try order() == ["Q1", "Q2", "Q3"])
        #expect(try end(page) == "0 of 3 right | Start over | Save marks")
        try click("missed", page: page)
        #expect(try order() == ["Q2", "Q3", "Q1"])
        try click("shuffle", page: page)
        #expect(try Set(order()) == ["Q1", "Q2", "Q3"])
        let pressed =
            "[...document.querySelectorAll('.study-tools [aria-pressed=true]')].map(e => e.className).join()"
        #expect(try page.text(pressed) == "study-shuffle")
        try click("shuffle", page: page)
        #expect(try order() == ["Q1", "Q2", "Q3"])
    }

    @Test func keepsMarksInTheBrowserUntilTheyAreSaved() throws {
        let first = try open()
        try click("reveal", page: first)
        try click("wrong", page: first)
        try first.close()
        let again = try open("decks/words.html#card.1")
        try click("reveal", page: again)
        #expect(try state(again) == "1 of 3 | Q1 | AQ1 | 2 right, 1 wrong | -")
        // The list of all cards shows the same score.
        #expect(
            try again.text("document.querySelector('li.card .score').textContent")
                == "2 right, 1 wrong")
        try again.close()
        let linked = try open("decks/words.html#card.3")
        #expect(try state(linked) == "3 of 3 | Q3 | - | - | -")
        // The list, which contains the answer, stays collapsed; another link works as well.
        try linked.run("location.hash = '#card.2'; new Promise(done => setTimeout(done, 100))")
        #expect(try state(linked) == "2 of 3 | Q2 | - | - | -")
        #expect(try !linked.holds("document.querySelector('.all-cards').open"))
    }

    @Test func listsCardsWithoutScriptsAndExplainsEmptyDecks() throws {
        let html = try build.text("site/decks/words.html")
        #expect(html.contains("<details class=\"all-cards\" open>"))
        #expect(html.ranges(of: "<li class=\"card\"").count == 3)
        #expect(
            html.contains("aria-label=\"Study\"")
                && html.contains("\" hidden>\n<p class=\"study-place\""))
        let empty = try build.text("site/decks/empty.html")
        #expect(empty.contains("This deck has no cards."))
        #expect(!empty.contains("study-card"))
    }

    @Test(arguments: [
        "null", "5", "[]", "{}", "nonsense", #"{"marks":null}"#, #"{"marks":[]}"#,
        #"{"marks":"abc","saved":5}"#, #"{"marks":{"ID":5},"saved":{}}"#,
        #"{"marks":{"ID":{}}}"#, #"{"marks":{"ID":{"right":"1","wrong":-9}}}"#,
        #"{"marks":{"gone":{"right":1,"wrong":0}},"saved":{"file":{"format":"notebinder-study","cards":[null,7]}}}"#,
    ])
    func toleratesInvalidStoredMarks(value: String) throws {
        let first = try open()
        try first.run(
            """
            localStorage.setItem("notebinder.study." + document.querySelector(".study").dataset.deck,
              \(Chromium.quoted(value)).replace("ID", document.querySelector("li.card").dataset.card))
            """)
        try first.close()
        let page = try open()
        try holdCards(page)
        try click("reveal", page: page)
        #expect(try state(page) == "1 of 3 | Q1 | AQ1 | 2 right, 0 wrong | -")
        try click("right", page: page)
        #expect(try state(page) == "1 of 3 | Q1 | AQ1 | Right: 3 right, 0 wrong | Right")
        try page.close()
        let again = try open()
        try click("reveal", page: again)
        #expect(try state(again) == "1 of 3 | Q1 | AQ1 | 3 right, 0 wrong | -")
    }

    @Test func keepsMarksFromTwoOpenPages() throws {
        let pages = [try open(), try open()]
        try click("next", page: pages[1])
        for page in pages {
            try click("reveal", page: page)
            try click("wrong", page: page)
        }
        try pages.forEach { try $0.close() }
        let page = try open()
        let marked = try page.text(
            "[...document.querySelectorAll('li.card .score')].map((score) => score.textContent).join(' ')"
        )
        #expect(marked == "2 right, 1 wrong 0 right, 4 wrong 1 right, 1 wrong")
    }

    @Test func studiesByKeyboardAndEndsWithTheScore() throws {
        let page = try open()
        let focus = "document.activeElement.classList[0]"
        for (question, key, code) in [("Q1", "1", 49), ("Q2", "ArrowLeft", 37), ("Q3", "2", 50)] {
            #expect(try state(page).contains("| \(question) | - |"))
            try page.press(" ", code: 32)
            #expect(try page.text(focus) == "study-answer")
            try page.press(key, code: code)
            pause()
        }
        #expect(
            try end(page)
                == "1 of 3 right | Q2 | Q3 | Study missed cards | Start over | Save marks")
        #expect(try page.text(focus) == "study-result")
        // The last mark can be taken back, and made differently.
        try page.press("u", code: 85)
        #expect(try state(page) == "3 of 3 | Q3 | AQ3 | 1 right, 1 wrong | -")
        try page.press("ArrowRight", code: 39)
        pause()
        #expect(try end(page) == "2 of 3 right | Q2 | Study missed cards | Start over | Save marks")
        // The space bar goes on with what was missed.
        try page.press(" ", code: 32)
        #expect(try state(page) == "1 of 1 | Q2 | - | - | -")
        try page.press(" ", code: 32)
        try page.press("1", code: 49)
        pause()
        #expect(try end(page) == "1 of 1 right | Start over | Save marks")
        try click("restart", page: page)
        #expect(try state(page) == "1 of 3 | Q1 | - | - | -")
        #expect(try page.text(focus) == "study-question")
    }

    @Test func skipsCardsWithTheSpaceBar() throws {
        let page = try open()
        try page.press(" ", code: 32)
        try page.press(" ", code: 32)
        #expect(try state(page) == "2 of 3 | Q2 | - | - | -")
        // The space bar presses a button that has the focus.
        try page.run("document.querySelector('.study-next').focus()")
        try page.press("Enter", code: 13)
        #expect(try page.text("document.activeElement.classList[0]") == "study-question")
        try page.press(" ", code: 32)
        #expect(try state(page) == "3 of 3 | Q3 | AQ3 | 1 right, 1 wrong | -")
        try page.press(" ", code: 32)
        #expect(try end(page) == "0 of 3 right | Start over | Save marks")
        // A link to a card leads from the end of a round to the card.
        try page.run("location.hash = '#card.2'; new Promise(done => setTimeout(done, 100))")
        #expect(try state(page) == "2 of 3 | Q2 | - | - | -")
    }

    @Test(arguments: [320, 768, 1280])
    func reservesSpaceForTheStudyArea(width: Int) throws {
        let visit = try browser.visit(
            build.address("decks/words.html"), width: width,
            script: Chromium.layoutShifts(above: 0.02))
        #expect(visit.value as? String == "")
        #expect(visit.complaints == [])
    }

    @Test func showsInlineCodeOnACard() throws {
        try build.folder.write(
            #"[{"question": "What is `let`?", "answer": "A `constant`"}]"#,
            to: "MyNotes/Code.json")
        try build.run()
        let page = try open("decks/code.html")
        let differ = try page.holds(
            """
            new Set([".study-card", ".study-card code"].map((name) =>
              getComputedStyle(document.querySelector(name)).backgroundColor)).size === 2
            """)
        #expect(differ)
    }

    /// Marks are saved, merged, and read from the archive by independent readers.
    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func mergesMarksIntoTheArchive() throws {
        let downloads = TemporaryFolder()
        try browser.allowDownloads(to: downloads.path)
        let page = try open()
        try holdCards(page)
        for mark in ["right", "wrong", "right"] {
            try click("reveal", page: page)
            try click(mark, page: page)
            try turn(page)
        }
        try click("restart", page: page)
        try click("reveal", page: page)
        try click("right", page: page)
        try click("save", page: page)
        var name = ""
        for _ in 0..<100 where !name.hasSuffix(".json") {
            Thread.sleep(forTimeInterval: 0.05)
            name = try FileManager.default.contentsOfDirectory(atPath: downloads.path).first ?? ""
        }
        let file = downloads.path + "/" + name
        // Marks that were saved still count, and cannot be changed.
        #expect(try state(page) == "1 of 3 | Q1 | AQ1 | Right: 4 right, 0 wrong | Right")
        try click("wrong", page: page)
        #expect(try state(page) == "1 of 3 | Q1 | AQ1 | Right: 4 right, 0 wrong | Right")
        #expect(
            try page.text("document.querySelector('.study-told code').textContent")
                == "notebinder study merge \(name)")
        #expect(name.hasPrefix("words-study-"))
        try page.close()

        func merge(_ status: Int32 = 0) throws -> String {
            let run = try FinishedProgram(
                Places.notebinder, arguments: ["study", "merge", file], in: build.folder.path)
            #expect(run.status == status, "\(run.errors)")
            return run.errors
        }
        #expect(try merge() == "“Words”: 3 right and 1 wrong were added.\n")
        #expect(try merge() == "\(file) was merged before; nothing was changed.\n")
        try expectReadersFind("Q1=4,0 Q2=0,4 Q3=2,1")
        // The page starts with the counts of the archive, and no longer adds those of the file.
        try build.run()
        let after = try open()
        try click("reveal", page: after)
        #expect(try state(after) == "1 of 3 | Q1 | AQ1 | 4 right, 0 wrong | -")
        #expect(
            try build.text("site/decks/words.html").contains("data-right=\"4\" data-wrong=\"0\""))
        let list = try build.text("site/decks.html")
        let places = ["decks/words.html#card.2", "decks/words.html#card.3"].map {
            list.range(of: $0)?.lowerBound ?? list.endIndex
        }
        #expect(places[0] < places[1] && places[1] < list.endIndex)
    }

    /// Reads the counts of the cards with two libraries of others and with Foundation.
    private func expectReadersFind(_ expected: String) throws {
        let archive = build.notes + "/Words.archive"
        let script = Places.package + "/Tests/TestSupport/read-cards.py"
        let run = try FinishedProgram(try #require(Places.python), arguments: [script, archive])
        #expect(
            run.output == "NSKeyedUnArchiver: \(expected)\nbpylist2: \(expected)\n", "\(run.errors)"
        )
        let unarchiver = try NSKeyedUnarchiver(
            forReadingFrom: try Data(contentsOf: URL(fileURLWithPath: archive)))
        unarchiver.requiresSecureCoding = false
        unarchiver.setClass(StandInCard.self, forClassName: "FlashCard")
        let cards = try #require(unarchiver.decodeObject(forKey: "root") as? [StandInCard])
        #expect(cards.map(\.text).joined(separator: " ") == expected)
    }
}

/// A substitute for the app's class.
private final class StandInCard: NSObject, NSCoding {
    let text: String

    init?(coder: NSCoder) {
        let question = coder.decodeObject(forKey: "question") as? String ?? ""
        text =
            "\(question)=\(coder.decodeInteger(forKey: "rightCount")),\(coder.decodeInteger(forKey: "wrongCount"))"
    }

    func encode(with coder: NSCoder) {}
}
