import TestSupport
import Testing

@testable import NoteImports

/// The text that an export appended to the body of a note.
@Suite(.tags(.fast))
struct AppendixTests {
    private let photos = Appendix(
        addresses: ["photos/a-1.jpg", "recordings/a-1.m4a"], hasCards: false, isLecture: false)
    private let lecture = Appendix(addresses: [], hasCards: false, isLecture: true)

    @Test(arguments: [
        ("Text\n\n![](photos/a-1.jpg)\n", "Text"),
        ("Text\n\n\n![](photos/a-1.jpg)\n\n[Song](recordings/a-1.m4a)\n", "Text\n"),
        ("![](photos/a-1.jpg)\n", ""), ("Text", "Text"), ("Text\n\n", "Text\n\n"), ("", ""),
        ("Text\n\n![](photos/a-1.jpg)", "Text"),
        ("![](photos/a-1.jpg)\n\nText\n", "![](photos/a-1.jpg)\n\nText\n"),
        ("Text\n\n![](photos/b-1.jpg)\n", "Text\n\n![](photos/b-1.jpg)\n"),
        ("Text ![](photos/a-1.jpg)\n", "Text ![](photos/a-1.jpg)\n"),
        (
            "Text\n\n![](photos/a-1.jpg)\n\nWritten later\n",
            "Text\n\n![](photos/a-1.jpg)\n\nWritten later\n"
        ),
    ])
    func stripsOnlyTheAppendix(text: String, body: String) {
        #expect(photos.taken(from: text).body == body)
    }

    @Test func readsTheCaptionsOfPicturesWithoutEscapes() {
        let text = "A\n\n![a \\[b\\] \\\\ c](photos/a-1.jpg)\n\n[Song](recordings/a-1.m4a)\n"
        let taken = photos.taken(from: text)
        #expect(taken.captions == ["photos/a-1.jpg": "a [b] \\ c"])
        #expect(taken.body == "A")
    }

    @Test func stripsTheWholeTextOfADeck() {
        let deck = Appendix(addresses: ["photos/d-1.jpg"], hasCards: true, isLecture: false)
        let taken = deck.taken(from: "## Card 1\n\nQ\n\n---\n\nA\n\n![B](photos/d-1.jpg)\n")
        #expect(taken.body.isEmpty)
        #expect(taken.captions == ["photos/d-1.jpg": "B"])
    }

    @Test func stripsThePagesOfALecture() {
        let pages = "## Page 1\n\n![](drawings/l-1.svg)\n\n## Page 2\n\n![](photos/l-1.jpg)\n"
        #expect(lecture.taken(from: pages).body.isEmpty)
        let taken = lecture.taken(from: "Text\n\n" + pages)
        #expect(taken.body == "Text")
        #expect(taken.drawings == ["drawings/l-1.svg"])
    }

    @Test func keepsEditedPages() {
        let text = "Text\n\n## Page 1\n\nMy own words\n"
        let taken = lecture.taken(from: text)
        #expect(taken.body == text)
        #expect(taken.drawings.isEmpty)
    }
}
