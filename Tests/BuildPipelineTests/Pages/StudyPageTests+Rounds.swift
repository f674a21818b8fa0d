import BuildTestSupport
import Foundation
import HeadlessBrowser
import LocalFiles
import TestSupport
import Testing

/// Rounds of studying by the keyboard, how they end, and the look of a card.
extension StudyPageTests {
    /// Returns what is shown at the end of a round: the score, the missed cards and the buttons.
    func end(_ page: Chromium.Page) throws -> String? {
        try page.run(
            """
            [...document.querySelectorAll(".study-end :is(h2, li, button)")]
              .filter((part) => part.checkVisibility()).map((part) => part.innerText.trim()).join(" | ")
            """) as? String
    }

    /// Waits until a card is marked and gone, which takes 300 ms.
    private func pause() { Thread.sleep(forTimeInterval: 0.6) }

    @Test func takesTwoKeysACardAndEndsWithTheScore() throws {
        let page = try open()
        let focus = "document.activeElement.classList[0]"
        for (question, key, code) in [("Q1", "1", 49), ("Q2", "ArrowLeft", 37), ("Q3", "2", 50)] {
            #expect(try state(page).contains("| \(question) | - |"))
            try page.press(" ", code: 32)
            #expect(try page.run(focus) as? String == "study-answer")
            try page.press(key, code: code)
            pause()
        }
        #expect(
            try end(page)
                == "1 of 3 right | Q2 | Q3 | Study missed cards | Start over | Save marks")
        #expect(try page.run(focus) as? String == "study-result")
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
        #expect(try page.run(focus) as? String == "study-question")
        try page.close()
    }

    @Test func skipsCardsByTheSpaceBar() throws {
        let page = try open()
        try page.press(" ", code: 32)
        try page.press(" ", code: 32)
        #expect(try state(page) == "2 of 3 | Q2 | - | - | -")
        // The space bar presses a button that has the focus.
        try page.run("document.querySelector('.study-next').focus()")
        try page.press("Enter", code: 13)
        #expect(try page.run("document.activeElement.classList[0]") as? String == "study-question")
        try page.press(" ", code: 32)
        #expect(try state(page) == "3 of 3 | Q3 | AQ3 | 1 right, 1 wrong | -")
        try page.press(" ", code: 32)
        #expect(try end(page) == "0 of 3 right | Start over | Save marks")
        // A link to a card leads from the end of a round to the card.
        try page.run("location.hash = '#card.2'; new Promise(done => setTimeout(done, 100))")
        #expect(try state(page) == "2 of 3 | Q2 | - | - | -")
        try page.close()
    }

    @Test(arguments: [320, 768, 1280])
    func reservesTheSpaceOfTheStudyArea(width: Int) throws {
        let visit = try browser.visit(
            URL(fileURLWithPath: build.output + "/site/decks/words.html").absoluteString,
            width: width, script: Chromium.layoutShifts(above: 0.02))
        #expect(visit.value as? String == "")
        #expect(visit.complaints == [])
    }

    @Test func showsInlineCodeOnACard() throws {
        try build.folder.write(
            #"[{"question": "What is `let`?", "answer": "A `constant`"}]"#,
            to: "MyNotes/Code.json")
        try build.run()
        let page = try open("decks/code.html")
        let colours = try page.run(
            """
            [".study-card", ".study-card code"].map((name) =>
              getComputedStyle(document.querySelector(name)).backgroundColor)
            """)
        let names = try #require(colours as? [String])
        #expect(names.count == 2 && names[0] != names[1])
        try page.close()
    }
}
