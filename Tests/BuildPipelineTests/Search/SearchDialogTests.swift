import BuildTestSupport
import HeadlessBrowser
import NoteEditing
import TestSupport
import Testing

/// The search above any page, as a reader uses it on pages that were opened from disk.
@Suite(
    .tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"), .timeLimit(.minutes(5)))
struct SearchDialogTests {
    private let build = NotebookBuild()
    private let browser: Chromium

    init() throws {
        browser = try Chromium()
        let notes = [
            ("Lemon tart", "Sugar and lemon. #baking", 3), ("Lighthouse", "Sea, and lemonade.", 1),
            ("<b>Bold</b>", "A \"quoted\" <img src=x> #a<b lemon", 2),
        ].map { title, body, day in
            ArchivedNote(title: title, body: body, created: .day(2014, month: 5, day: day))
        }
        try build.folder.write(notes: notes, to: "MyNotes/dated.data")
        try build.run()
    }

    private func open(_ path: String) throws -> Chromium.Page {
        try browser.open(build.address(path), width: 1000)
    }

    /// Opens the search by its key, waits until it is there, and enters a query.
    private func search(_ query: String, on page: Chromium.Page) throws {
        try page.press("/", code: 191)
        _ = try page.searchState()
        try page.enterQuery(query)
    }

    @Test(arguments: ["index.html", "notes/lighthouse.html", "tags/baking.html"])
    func opensOnEveryPage(path: String) throws {
        let page = try open(path)
        #expect(try page.holds("document.querySelector('dialog') === null"))
        try page.press("/", code: 191)
        var state = try page.searchState()
        #expect(state.isOpen && state.focus == "field" && state.status == "Recent notes")
        #expect(state.titles == ["Lemon tart", "<b>Bold</b>", "Lighthouse"])
        try page.press("Escape", code: 27)
        state = try page.searchState()
        #expect(!state.isOpen)
        try page.run("document.querySelector('a.search-link').click()")
        #expect(try page.searchState().isOpen)
    }

    @Test func worksByKeyboardAndSurvivesGoingBack() throws {
        let page = try open("notes/lighthouse.html")
        try page.run(
            "document.dispatchEvent(new KeyboardEvent('keydown', {key: 'k', ctrlKey: true, bubbles: true}))"
        )
        #expect(try page.searchState().isOpen)
        try page.enterQuery("lem")
        var state = try page.searchState()
        #expect(state.titles == ["Lemon tart", "<b>Bold</b>", "Lighthouse"])
        #expect(state.status == "3 notes")
        try page.press("ArrowDown", code: 40)
        #expect(try page.searchState().focus == "Lemon tart")
        try page.press("ArrowUp", code: 38)
        #expect(try page.searchState().focus == "field")
        try page.leaves { try page.press("Enter", code: 13) }
        state = try page.searchState()
        #expect(!state.isOpen && state.path == "notes/lemon-tart.html")
        try page.leaves { try page.run("history.back()") }
        state = try page.searchState()
        #expect(state.isOpen && state.path == "notes/lighthouse.html")
        #expect(state.query == "lem" && state.titles.count == 3)
        // A search that was closed is not there again.
        try page.press("Escape", code: 27)
        #expect(try !page.searchState().isOpen)
        try page.reloads()
        #expect(try !page.searchState().isOpen)
    }

    @Test func showsHostileTextAsText() throws {
        let page = try open("index.html")
        try search("\"quoted <img", on: page)
        #expect(try page.searchState().titles == ["<b>Bold</b>"])
        let marked = try page.text(
            "[...document.querySelectorAll('dialog mark')].map(e => e.textContent).join()")
        #expect(marked == "quoted\" <img")
        #expect(try page.run("document.querySelectorAll('dialog b').length") as? Int == 0)
    }

    @Test func labelsSimilarResults() throws {
        let page = try open("index.html")
        try search("lighthuose", on: page)
        let state = try page.searchState()
        #expect(state.titles == ["Lighthouse"] && state.status == "Similar results: 1 note")
    }

    /// The note that a result opens shows its words, wherever they are.
    @Test(arguments: [
        ("anchor", "anchor,Anchor"), ("\"the anchor\"", "the anchor"), ("ancohr", "anchor"),
    ])
    func highlightsMatchesInTheOpenedNote(query: String, expected: String) throws {
        let lines = (0..<200).map { "Line \($0), of many." }
        let body = (lines[..<150] + ["Then **the** anchor, the Anchors."] + lines[150...])
            .joined(separator: "\n\n")
        try build.add("Voyage", body: body)
        try build.run()
        let page = try open("index.html")
        try search(query, on: page)
        #expect(try page.searchState().titles == ["Voyage"])
        try page.leaves { try page.press("Enter", code: 13) }
        try page.waits("CSS.highlights.has('found')")
        let marked = try page.text(
            "[...CSS.highlights.get('found')].map(each => each.toString()).join()")
        #expect(marked == expected)
        let tops = try page.numbers(
            "[[...CSS.highlights.get('found')][0].getBoundingClientRect().top / innerHeight]")
        #expect(tops.allSatisfy { (0..<0.8).contains($0) }, "\(tops)")
        let colour = "getComputedStyle(document.body, '::highlight(found)').backgroundColor"
        #expect(try page.text(colour) == "rgb(241, 227, 207)")
        // A result on the page itself closes the dialog, and Escape removes the marks.
        try search("Line 199", on: page)
        #expect(try page.searchState().titles == ["Voyage"])
        try page.press("Enter", code: 13)
        try page.waits("[...CSS.highlights.get('found')].some(each => each.toString() === '199')")
        #expect(try !page.searchState().isOpen)
        try page.press("Escape", code: 27)
        #expect(try !page.holds("CSS.highlights.has('found')"))
    }

    /// A phrase is looked for in the texts, and not in more than a reader wants to see.
    @Test func givesALowerBoundForPhraseResults() throws {
        try build.publish((0..<60).map { ("Note \($0)", "With salt and vinegar.") })
        let page = try open("index.html")
        try search("\"salt and\"", on: page)
        let state = try page.searchState()
        #expect(state.titles.count == 10)
        let count = try #require(state.status.wholeMatch(of: /([0-9]+)\+ notes/)?.1)
        #expect((10..<60).contains(Int(count) ?? 0))
        try page.clickButton("More")
        try page.waits("document.querySelectorAll('dialog .result').length === 30")
    }

    /// Nothing of the search is loaded before it is opened, and pages that are read stay small.
    @Test func loadsNothingBeforeItIsOpened() throws {
        let page = try open("notes/lighthouse.html")
        let scripts = "[...document.scripts].map(e => e.src.split('/').pop().split('-')[0]).join()"
        #expect(try page.text(scripts) == "start,keys")
    }

    /// The icon is drawn, and not made of shadows, which fall apart on screens of high resolution.
    @Test func drawsItsIcon() throws {
        for path in ["index.html", "notes/lighthouse.html"] {
            let width = "document.querySelector('a.search-link svg').getBoundingClientRect().width"
            #expect(try open(path).text("String(Math.round(\(width)))") == "15")
        }
    }
}
