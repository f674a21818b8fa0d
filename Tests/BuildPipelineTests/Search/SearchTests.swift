import BuildTestSupport
import Foundation
import HeadlessBrowser
import NoteArchives
import NoteEditing
import TestSupport
import Testing

/// The search as a reader uses it, on pages that were opened from disk.
@Suite(
    .tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"), .timeLimit(.minutes(5)))
struct SearchTests {
    private let build: NotebookBuild
    private let browser: Chromium

    init() throws {
        build = try NotebookBuild()
        browser = try Chromium()
    }

    private func add(_ notes: [(title: String, body: String)]) throws {
        for (index, note) in notes.enumerated() {
            try build.add("\(index).data", note: ArchivedNote(title: note.title, body: note.body))
        }
    }

    private func open(_ query: String = "") throws -> Chromium.Page {
        let file = URL(fileURLWithPath: build.output + "/site/search.html").absoluteString
        let encoded = query.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return try browser.open(file + (query.isEmpty ? "" : "?q=" + encoded), width: 1000)
    }

    private struct State: Decodable {
        let titles: [String]
        let status: String
        let marks: [String]
        let focus: String
        let address: String
    }

    /// Returns what the page shows after it has answered.
    private func state(_ page: Chromium.Page) throws -> State {
        let value = try page.run(
            """
            new Promise(done => setTimeout(() => done(JSON.stringify({
              titles: [...document.querySelectorAll('.results .result-link')].map(e => e.textContent),
              status: document.querySelector('.search-status').textContent,
              marks: [...document.querySelectorAll('.results .excerpt mark')].map(e => e.textContent),
              focus: document.activeElement.textContent || document.activeElement.id,
              address: location.search
            })), 500))
            """)
        return try JSONDecoder().decode(State.self, from: Data("\(value ?? "")".utf8))
    }

    private func type(_ text: String, into page: Chromium.Page) throws {
        let quoted = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
        try page.run(
            """
            (() => { const field = document.querySelector('input[type=search]'); field.value = \(quoted);
              field.dispatchEvent(new Event('input')); })()
            """)
    }

    @Test func findsWordsInEveryScript() throws {
        try add([
            ("Crème brûlée", "Straße und Öl. L’école d'été."), ("東京の朝", "京都で北海道の話を聞いた。"),
            ("한국어", "오늘은 날씨가 좋다"), ("Привет", "Ёлка и чай"), ("رسالة", "وَصَلَتْ الرسالة"),
            ("Notes", "Photographs, photographers and photos. ℡ and C3PO"),
            ("Picture", "![A lighthouse](1)"), ("Tagged", "something #harbour"),
        ])
        try build.run()
        let page = try open()
        for (query, title) in [
            ("creme bru", "Crème brûlée"), ("STRASSE", "Crème brûlée"), ("ecole", "Crème brûlée"),
            ("l'école", "Crème brûlée"), ("京都", "東京の朝"), ("北海道", "東京の朝"), ("朝", "東京の朝"),
            ("날씨", "한국어"), ("елка", "Привет"), ("وصلت", "رسالة"), ("photogr", "Notes"),
            ("tel c3", "Notes"), ("lighth", "Picture"), ("harb", "Tagged"),
        ] {
            try type(query, into: page)
            let state = try state(page)
            #expect(state.titles == [title], "\(query)")
            #expect(state.status == "1 note", "\(query)")
        }
        try type("nowhere", into: page)
        #expect(try state(page).status == "Nothing found.")
        try type("東西", into: page)
        #expect(try state(page).titles == [])
    }

    @Test func ranksTitlesFirstAndShowsTheMatchingPlace() throws {
        let far = String(repeating: "Nothing of note here. ", count: 300)
        try add([
            ("A walk", "once lemon"), ("Lemon tart", "sugar"),
            ("Long", far + "the lemon at the end"),
            ("Other", "lemonade"), ("None", "sugar"),
        ])
        try build.run()
        let page = try open("lemon")
        var state = try state(page)
        #expect(state.titles.first == "Lemon tart")
        #expect(Set(state.titles) == ["A walk", "Lemon tart", "Long", "Other"])
        #expect(state.marks.count == 3)
        try type("lemon suga", into: page)
        state = try self.state(page)
        #expect(state.titles == ["Lemon tart"] && state.address == "?q=lemon%20suga")
    }

    @Test func worksByKeysAlone() throws {
        try add([("First", "word word"), ("Second", "word"), ("Third", "")])
        try build.run()
        let page = try open("word")
        _ = try state(page)
        try page.press("ArrowDown", code: 40)
        #expect(try state(page).focus == "First")
        try page.press("ArrowDown", code: 40)
        #expect(try state(page).focus == "Second")
        try page.press("ArrowUp", code: 38)
        try page.press("ArrowUp", code: 38)
        #expect(try state(page).focus == "search.words")
        try page.press("Escape", code: 27)
        #expect(try state(page).status == "Recent notes")
        try type("wor", into: page)
        // Enter is pressed at once, before anything is found.
        try page.leaves { try page.press("Enter", code: 13) }
        let path = try page.ask("location.pathname") as? String
        #expect(path?.hasSuffix("/notes/first.html") == true)
    }

    /// Only the texts of the best results are loaded until more are requested.
    @Test func answersWordsThatVeryManyNotesHave() throws {
        let count = 4200
        let notes = (0..<count).map { index in
            ArchivedNote(
                title: "Note \(index)",
                body: "harbour" + (index % 42 == 0 ? "" : " quay") + (index == 4000 ? " lamp" : ""))
        }
        try build.folder.write(notes: notes, to: "MyNotes/all.data")
        try build.run()
        let page = try open("harbour")
        #expect(try state(page).status == "4,200 notes")
        let loaded = try page.run(
            "document.querySelectorAll('script[src*=\"search/words-\"]').length")
        #expect("\(loaded ?? "")" == "1")
        for _ in 0..<6 {
            try page.run("document.querySelector('button.more').click()")
            _ = try state(page)
        }
        let titles = try state(page).titles
        #expect(titles.count == 130 && Set(titles).count == 130)
        try type("harbour lam", into: page)
        let both = try state(page)
        #expect(both.titles == ["Note 4000"] && both.status == "1 note")
        try type("harbour quay", into: page)
        #expect(try state(page).status == "4,100 notes")
    }

    /// Many words with a common prefix, in more notes than are shown at first.
    @Test func answersBeginningsOfVeryManyWords() throws {
        let endings = (0..<60).map { String($0, radix: 36) }
        for index in 0..<400 {
            let body = (0..<60).map { "photograph\(endings[($0 + index) % 60])\(index % 40)" }
            try build.add(
                "\(index).data",
                note: ArchivedNote(title: "Note \(index)", body: body.joined(separator: " ")))
        }
        try build.run()
        let page = try open("p")
        for query in ["p", "ph", "pho", "phot", "photograph", "photographa"] {
            try type(query, into: page)
            let state = try state(page)
            #expect(state.titles.count == 10, "\(query)")
            // The number is exact, although not all words are loaded.
            #expect(state.status == "400 notes", "\(query)")
        }
        try page.run("document.querySelector('button.more').click()")
        #expect(try state(page).titles.count == 30)
    }
}
