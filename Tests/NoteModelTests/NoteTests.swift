import Foundation
import NoteModel
import TestSupport
import Testing

@Suite(.tags(.fast))
struct NoteTests {
    @Test(arguments: [
        ("Title", "Body", "Title", true),
        ("", "First line\nsecond", "First line", false),
        ("  \n ", "\n\n# Heading\ntext", "Heading", false),
        ("two\nlines", "x", "two lines", true),
        ("", "", "Untitled", false),
        ("", "> quoted", "quoted", false),
    ])
    func fallsBackToTheFirstLineAsTitle(
        title: String, body: String, expected: String, hasOwn: Bool
    ) {
        let note = Note.made(title, body: body)
        #expect(note.title == expected)
        #expect(note.hasOwnTitle == hasOwn)
        #expect(note.body == body)
    }

    /// Text views, word processors and old systems break lines with these.
    @Test(arguments: ["\u{2028}", "\u{2029}", "\u{B}", "\u{C}", "\u{85}"])
    func normalizesLineSeparators(separator: String) throws {
        let text = "“é”\(separator)two"
        #expect(Note.made(nil, body: text).body == "“é”\ntwo")
        #expect(Note.made(nil, body: text).title == "“é”")
        let card = Card(question: text, answer: text)
        #expect(card.question == "“é”\ntwo" && card.answer == "“é”\ntwo")
        let frame = try #require(Frame(x: 0, y: 0, width: 1, height: 1))
        #expect(TextBox(text, frame: frame).text == "“é”\ntwo")
    }

    @Test func hasValueSemantics() {
        let original = Note.made(body: "Body", photos: [.made("a")])
        var copy = original
        #expect(copy == original)
        copy.photos.append(.made("b"))
        copy.tags = [Tag("lake")]
        #expect(original.photos.map(\.name) == ["a"] && original.tags.isEmpty)
        #expect(copy.photos.map(\.name) == ["a", "b"] && copy != original)
        copy.photos.removeLast()
        copy.tags = []
        #expect(copy == original && copy.hashValue == original.hashValue)
    }

    @Test func cutsAVeryLongFirstLine() {
        #expect(Note.made(nil, body: String(repeating: "é", count: 5000)).title.count == 80)
    }

    @Test(arguments: [
        ("beach.jpg", 0), ("BEACH.JPG", 0), ("Photos/beach.jpg", 0), ("1", 0), ("2", 1),
        ("caf%C3%A9.png", 1), ("Cafe\u{301}.png", 1), ("A caption", 2),
    ])
    func findsPhotosByAddress(address: String, index: Int) {
        let photos = [
            .made("Beach.JPG"), .made("Café.png"),
            Medium(.photo, caption: "a caption", content: .damaged),
        ]
        #expect(Note.made(photos: photos).position(of: .photo, forAddress: address) == index)
    }

    @Test(arguments: ["0", "4", "-1", "other.jpg", "https://example.org/beach.jpg", "..", ""])
    func findsNoPhotoForOtherAddresses(address: String) {
        let note = Note.made(photos: [.made("beach.jpg")])
        #expect(note.position(of: .photo, forAddress: address) == nil)
    }
}

@Suite(.tags(.fast))
struct PhotoNameTests {
    @Test(arguments: [
        ("/var/mobile/Containers/x/beach.JPG", "beach.JPG"),
        ("file:///var/Caf%C3%A9.png", "Café.png"), ("C:\\Photos\\a b.png", "a b.png"),
        ("../../etc/passwd", "passwd"), ("plain.png", "plain.png"), ("100%.png", "100%.png"),
        ("Photos/\u{E33}.jpg", "\u{E33}.jpg"),
    ])
    func keepsOnlyTheLastPathComponent(path: String, name: String) {
        #expect(PhotoName(path)?.text == name)
    }

    @Test(arguments: [
        "", ".", "..", "a/..", "%2e%2e", "a%2Fb", "a\0b", "http://example.org/a.png", "folder/",
    ])
    func refusesPathsWithoutAFileName(path: String) {
        #expect(PhotoName(path) == nil)
    }
}

@Suite(.tags(.fast))
struct CivilTimeTests {
    @Test(arguments: [
        (0.0, 0, "1970-01-01T00:00:00Z"), (951_782_400, 0, "2000-02-29T00:00:00Z"),
        (-1, 0, "1969-12-31T23:59:59Z"), (1_404_900_300, 7200, "2014-07-09T12:05:00+02:00"),
        (-62_135_596_800, 0, "0001-01-01T00:00:00Z"), (253_402_300_799, 0, "9999-12-31T23:59:59Z"),
        (1_404_900_300, -34_200, "2014-07-09T00:35:00-09:30"),
    ])
    func formatsDatesAsRFC3339(seconds: Double, offset: Int, expected: String) {
        let time = CivilTime(Date(timeIntervalSince1970: seconds), offset: offset)
        #expect(time.rfc3339 == expected)
    }

    @Test func agreesWithFoundationOnEveryDayOfFourCenturies() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        for day in stride(from: -73_000, to: 73_000, by: 37) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 43_200)
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let time = CivilTime(date)
            #expect([time.year, time.month, time.day] == [parts.year, parts.month, parts.day])
        }
    }
}
