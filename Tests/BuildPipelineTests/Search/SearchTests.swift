import BuildTestSupport
import Foundation
import HeadlessBrowser
import TestSupport
import Testing

/// The search as a reader uses it, on pages that were opened from disk.
@Suite(
    .tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"), .timeLimit(.minutes(5)))
struct SearchTests {
    private let build = NotebookBuild()
    private let browser: Chromium

    init() throws {
        browser = try Chromium()
    }

    private func open(_ query: String = "") throws -> Chromium.Page {
        let encoded = query.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return try browser.open(
            build.address("search.html") + (query.isEmpty ? "" : "?q=" + encoded), width: 1000)
    }

    @Test func findsWordsInEveryScript() throws {
        try build.publish([
            ("Crème brûlée", "Straße und Öl. L’école d'été."), ("東京の朝", "京都で北海道の話を聞いた。"),
            ("한국어", "오늘은 날씨가 좋다"), ("Привет", "Ёлка и чай"), ("رسالة", "وَصَلَتْ الرسالة"),
            ("Notes", "Photographs, photographers and photos. ℡ and C3PO"),
            ("Picture", "![A lighthouse](1)"), ("Tagged", "something #harbour"),
        ])
        let page = try open()
        for (query, title) in [
            ("creme bru", "Crème brûlée"), ("STRASSE", "Crème brûlée"), ("ecole", "Crème brûlée"),
            ("l'école", "Crème brûlée"), ("京都", "東京の朝"), ("北海道", "東京の朝"), ("朝", "東京の朝"),
            ("날씨", "한국어"), ("елка", "Привет"), ("وصلت", "رسالة"), ("photogr", "Notes"),
            ("tel c3", "Notes"), ("lighth", "Picture"), ("harb", "Tagged"),
        ] {
            try page.enterQuery(query)
            let state = try page.searchState()
            #expect(state.titles == [title], "\(query)")
            #expect(state.status == "1 note", "\(query)")
        }
        try page.enterQuery("nowhere")
        #expect(try page.searchState().status == "Nothing found.")
        try page.enterQuery("東西")
        #expect(try page.searchState().titles == [])
    }

    @Test func ranksTitlesFirstAndShowsMatchingExcerpts() throws {
        let far = String(repeating: "Nothing of note here. ", count: 300)
        try build.publish([
            ("A walk", "once lemon"), ("Lemon tart", "sugar"),
            ("Long", far + "the lemon at the end"),
            ("Other", "lemonade"), ("None", "sugar"),
        ])
        let page = try open("lemon")
        var state = try page.searchState()
        #expect(state.titles.first == "Lemon tart")
        #expect(Set(state.titles) == ["A walk", "Lemon tart", "Long", "Other"])
        #expect(state.marks.count == 3)
        try page.enterQuery("lemon suga")
        state = try page.searchState()
        #expect(state.titles == ["Lemon tart"] && state.parameters == "?q=lemon%20suga")
    }

    @Test func worksByKeyboardAlone() throws {
        try build.publish([("First", "word word"), ("Second", "word"), ("Third", "")])
        let page = try open("word")
        _ = try page.searchState()
        try page.press("ArrowDown", code: 40)
        #expect(try page.searchState().focus == "First")
        try page.press("ArrowDown", code: 40)
        #expect(try page.searchState().focus == "Second")
        try page.press("ArrowUp", code: 38)
        try page.press("ArrowUp", code: 38)
        #expect(try page.searchState().focus == "field")
        try page.press("Escape", code: 27)
        #expect(try page.searchState().status == "Recent notes")
        try page.enterQuery("wor")
        // Enter is pressed at once, before anything is found.
        try page.leaves { try page.press("Enter", code: 13) }
        let path = try page.ask("location.pathname") as? String
        #expect(path?.hasSuffix("/notes/first.html") == true)
    }

    /// Only the texts of the best results are loaded until more are requested.
    @Test func findsVeryFrequentWords() throws {
        try build.publish(
            (0..<4200).map { index in
                let quay = index % 42 == 0 ? "" : " quay"
                return ("Note \(index)", "harbour" + quay + (index == 4000 ? " lamp" : ""))
            })
        let page = try open("harbour")
        #expect(try page.searchState().status == "4,200 notes")
        let loaded = "document.querySelectorAll('script[src*=\"search/words-\"]').length"
        #expect(try page.run(loaded) as? Int == 1)
        for _ in 0..<6 {
            try page.run("document.querySelector('button.more').click()")
            _ = try page.searchState()
        }
        let titles = try page.searchState().titles
        #expect(titles.count == 130 && Set(titles).count == 130)
        try page.enterQuery("harbour lam")
        let both = try page.searchState()
        #expect(both.titles == ["Note 4000"] && both.status == "1 note")
        try page.enterQuery("harbour quay")
        #expect(try page.searchState().status == "4,100 notes")
    }

    /// Many words with a common prefix, in more notes than are shown at first.
    @Test func findsPrefixesOfManyWords() throws {
        let endings = (0..<60).map { String($0, radix: 36) }
        try build.publish(
            (0..<400).map { index in
                let body = (0..<60).map { "photograph\(endings[($0 + index) % 60])\(index % 40)" }
                return ("Note \(index)", body.joined(separator: " "))
            })
        let page = try open("p")
        for query in ["p", "ph", "pho", "phot", "photograph", "photographa"] {
            try page.enterQuery(query)
            let state = try page.searchState()
            #expect(state.titles.count == 10, "\(query)")
            // The number is exact, although not all words are loaded.
            #expect(state.status == "400 notes", "\(query)")
        }
        try page.run("document.querySelector('button.more').click()")
        #expect(try page.searchState().titles.count == 30)
    }
}
