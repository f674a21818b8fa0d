import Foundation
import HeadlessBrowser
import NoteModel
import TestSupport
import Testing

/// Stories of a person with flash cards.
@Suite(
    .tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"), .timeLimit(.minutes(10)))
struct CardStoryTests {
    /// Opens a deck with cards, whose questions and answers are given.
    private func open(
        _ cards: [(String, String)], in window: StoryWindow
    ) throws -> Story {
        let story = try Story(in: window)
        let session = try EditorSession(
            story.editor, link: story.editor.anotherLink())
        let id = try session.ask("POST", "decks", ["title": "Trees"])["id"] as? String ?? ""
        for (question, answer) in cards.reversed() {
            try session.ask("POST", "cards/\(id)", ["question": question, "answer": answer])
        }
        try story.page.goes(to: "#/deck/\(id)")
        try story.page.waits("document.querySelector('.study')")
        return story
    }

    private func add(_ question: String, _ answer: String, _ story: Story) throws {
        try story.use("Add a card")
        try story.write(question, in: "Question")
        try story.write(answer, in: "Answer")
        try story.use("Save")
    }

    private let trees = [("Oak?", "Eiche"), ("Elm?", "Ulme"), ("Ash?", "Esche")]

    /// The counts of the cards in the archive.
    private func counts(_ story: Story) throws -> [[Int]] {
        try story.editor.note("Trees")?.deck?.cards.map { [$0.rightCount, $0.wrongCount] } ?? []
    }

    @Test(arguments: StoryWindow.allCases)
    func addAFlashCardToGetStarted(window: StoryWindow) throws {
        let story = try open([], in: window)
        try story.sees("Add a flash card to get started.")
        for button in ["Right", "Wrong", "Next", "Edit", "Delete"] {
            #expect(try !story.isEnabled(button), "\(button)")
        }
        try story.use("Add a card")
        try story.write("Oak?", in: "Question")
        // Neither Escape nor an answer that is missing loses what is typed.
        try story.page.press("Escape", code: 27)
        try story.use("Keep writing")
        try story.write("Eiche", in: "Answer")
        try story.use("Save")
        try story.sees("1 of 1")
        try story.sees("Oak?")
        #expect(try story.editor.note("Trees")?.deck?.cards.map(\.answer) == ["Eiche"])
    }

    @Test(arguments: StoryWindow.allCases)
    func nextShowsTheAnswerThenTheNextCardAndAfterTheLastTheFirst(window: StoryWindow) throws {
        let story = try open(trees, in: window)
        for (index, (question, answer)) in trees.enumerated() {
            try story.sees("\(index + 1) of 3")
            try story.sees(question)
            try story.missesSight(of: answer)
            try story.use("Next")
            try story.sees(answer)
            try story.sees(question)
            try story.use("Next")
        }
        try story.sees("1 of 3")
        try story.missesSight(of: "Eiche")
    }

    @Test(arguments: StoryWindow.allCases)
    func rightAndWrongChangeOnesMindOnTheSameCard(window: StoryWindow) throws {
        let story = try open(trees, in: window)
        try story.sees("Right: 0 · Wrong: 0")
        #expect(try !story.isEnabled("Right") && !story.isEnabled("Wrong"))
        try story.use("Next")
        #expect(try story.isEnabled("Right") && story.isEnabled("Wrong"))
        try story.use("Right")
        try story.sees("Right: 1 · Wrong: 0")
        #expect(try !story.isEnabled("Right") && story.isEnabled("Wrong"))
        try story.use("Wrong")
        try story.sees("Right: 0 · Wrong: 1")
        #expect(try story.isEnabled("Right") && !story.isEnabled("Wrong"))
        try story.sees("1 of 3")
        #expect(try waits { try counts(story) == [[0, 1], [0, 0], [0, 0]] })
        try story.use("Undo")
        try story.use("Undo")
        #expect(try waits { try counts(story) == [[0, 0], [0, 0], [0, 0]] })
        try story.use("Next")
        try story.sees("2 of 3")
        #expect(try !story.isEnabled("Right"))
    }

    @Test(arguments: StoryWindow.allCases)
    func addPutsTheCardAfterTheCurrentOneAndShowsIt(window: StoryWindow) throws {
        let story = try open(trees, in: window)
        try story.use("Next")
        try story.use("Next")
        try add("Yew?", "Eibe", story)
        try story.sees("3 of 4")
        try story.sees("Yew?")
        try story.use("Edit")
        try story.write("!", in: "Answer")
        try story.use("Save")
        try story.use("Next")
        try story.sees("Eibe!")
        try story.use("Next")
        // On the last card, at the end.
        try add("Fir?", "Tanne", story)
        try story.sees("5 of 5")
        let cards = try story.editor.note("Trees")?.deck?.cards.map(\.question)
        #expect(cards == ["Oak?", "Elm?", "Yew?", "Ash?", "Fir?"])
    }

    @Test(arguments: StoryWindow.allCases)
    func deleteShowsTheNextCardAndTheLastOneLeadsToTheEmptyDeck(window: StoryWindow) throws {
        let story = try open(trees, in: window)
        try story.use("Delete")
        try story.sees("Elm?")
        try story.sees("1 of 2")
        try story.use("Undo")
        try story.sees("1 of 3")
        try story.sees("Oak?")
        for left in [2, 1] {
            try story.use("Delete")
            try story.sees("1 of \(left)")
        }
        try story.use("Delete")
        try story.sees("Add a flash card to get started.")
        #expect(try counts(story) == [])
    }

    @Test func keysAreThoseOfThePublishedDeck() throws {
        let story = try open(trees, in: .desktop)
        try story.sees("1 of 3")
        try story.page.press(" ", code: 32)
        try story.sees("Eiche")
        try story.page.press("ArrowLeft", code: 37)
        try story.sees("Right: 0 · Wrong: 1")
        try story.page.press("1", code: 49)
        try story.sees("Right: 1 · Wrong: 0")
        try story.page.press("u", code: 85)
        try story.sees("Right: 0 · Wrong: 1")
        try story.page.press(" ", code: 32)
        try story.sees("2 of 3")
        #expect(try waits { try counts(story) == [[0, 1], [0, 0], [0, 0]] })
        try story.page.press("Escape", code: 27)
        try story.page.waits("document.querySelector('.rows')")
    }

    /// Texts are shown as the page of the deck shows them.
    @Test func cardsAreRendered() throws {
        let story = try open([("An *oak*?", "`Eiche`")], in: .phone)
        try story.page.waits("document.querySelector('.study-question em')?.textContent === 'oak'")
        try story.use("Next")
        try story.page.waits("document.querySelector('.study-answer code')")
    }
}
