import BuildTestSupport
import Foundation
import HeadlessBrowser
import NoteEditing
import TestSupport
import Testing

/// The search above any page, as a reader uses it on pages that were opened from disk.
@Suite(
    .tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"), .timeLimit(.minutes(5)))
struct SearchDialogTests {
    private let build: NotebookBuild
    private let browser: Chromium

    init() throws {
        build = try NotebookBuild()
        browser = try Chromium()
        for (index, note) in [
            ("Lemon tart", "Sugar and lemon. #baking", 3.0),
            ("Lighthouse", "Sea, and lemonade.", 1),
            ("<b>Bold</b>", "A \"quoted\" <img src=x> #a<b lemon", 2),
        ].enumerated() {
            try build.add(
                "\(index).data",
                note: ArchivedNote(
                    title: note.0, body: note.1,
                    created: Date(timeIntervalSince1970: 1_400_000_000 + note.2 * 86_400)))
        }
        try build.run()
    }

    private func open(_ path: String, width: Int = 1000) throws -> Chromium.Page {
        try browser.open(
            URL(fileURLWithPath: build.output + "/site/" + path).absoluteString, width: width)
    }

    private struct State: Decodable {
        let isOpen: Bool
        let titles: [String]
        let status: String
        let query: String
        let focus: String
        let path: String
    }

    private func state(_ page: Chromium.Page) throws -> State {
        let value = try page.run(
            """
            new Promise(done => setTimeout(() => done(JSON.stringify({
              isOpen: Boolean(document.querySelector('dialog[open]')),
              titles: [...document.querySelectorAll('dialog .result-link')].map(e => e.textContent),
              status: document.querySelector('dialog .search-status')?.textContent ?? '',
              query: document.querySelector('dialog input')?.value ?? '',
              focus: document.activeElement.matches('dialog input') ? 'field' : document.activeElement.textContent,
              path: location.pathname.split('/').slice(-2).join('/')
            })), 500))
            """)
        return try JSONDecoder().decode(State.self, from: Data("\(value ?? "")".utf8))
    }

    private func type(_ text: String, into page: Chromium.Page) throws {
        let quoted = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
        try page.run(
            """
            (() => { const field = document.querySelector('dialog input'); field.value = \(quoted);
              field.dispatchEvent(new Event('input')); })()
            """)
    }

    @Test(arguments: ["index.html", "notes/lighthouse.html", "tags/baking.html"])
    func opensOnEveryPage(path: String) throws {
        let page = try open(path)
        #expect(try page.run("document.querySelector('dialog')") as? String == nil)
        try page.press("/", code: 191)
        var state = try state(page)
        #expect(state.isOpen && state.focus == "field" && state.status == "Recent notes")
        #expect(state.titles == ["Lemon tart", "<b>Bold</b>", "Lighthouse"])
        try page.press("Escape", code: 27)
        state = try self.state(page)
        #expect(!state.isOpen)
        try page.run("document.querySelector('a.find').click()")
        #expect(try self.state(page).isOpen)
    }

    @Test func worksByKeysAloneAndSurvivesGoingBack() throws {
        let page = try open("notes/lighthouse.html")
        try page.run(
            "document.dispatchEvent(new KeyboardEvent('keydown', {key: 'k', ctrlKey: true, bubbles: true}))"
        )
        #expect(try state(page).isOpen)
        try type("lem", into: page)
        var state = try state(page)
        #expect(state.titles == ["Lemon tart", "<b>Bold</b>", "Lighthouse"])
        #expect(state.status == "3 notes")
        try page.press("ArrowDown", code: 40)
        #expect(try self.state(page).focus == "Lemon tart")
        try page.press("ArrowUp", code: 38)
        #expect(try self.state(page).focus == "field")
        try page.leaves { try page.press("Enter", code: 13) }
        state = try self.state(page)
        #expect(!state.isOpen && state.path == "notes/lemon-tart.html")
        try page.leaves { try page.run("history.back()") }
        state = try self.state(page)
        #expect(state.isOpen && state.path == "notes/lighthouse.html")
        #expect(state.query == "lem" && state.titles.count == 3)
        // A search that was closed is not there again.
        try page.press("Escape", code: 27)
        #expect(try !self.state(page).isOpen)
        try page.reloads()
        #expect(try !self.state(page).isOpen)
    }

    @Test func showsHostileTextAsText() throws {
        let page = try open("index.html")
        try page.press("/", code: 191)
        _ = try state(page)
        try type("\"quoted <img", into: page)
        #expect(try state(page).titles == ["<b>Bold</b>"])
        let marked = try page.run(
            "[...document.querySelectorAll('dialog mark')].map(e => e.textContent).join()")
        #expect(marked as? String == "quoted\" <img")
        #expect(try page.run("document.querySelectorAll('dialog b').length") as? Int == 0)
    }

    @Test func labelsSimilarResults() throws {
        let page = try open("index.html")
        try page.press("/", code: 191)
        _ = try state(page)
        try type("lighthuose", into: page)
        let state = try state(page)
        #expect(state.titles == ["Lighthouse"] && state.status == "Similar results: 1 note")
    }

    /// The note that a result opens shows its words, wherever they are.
    @Test(arguments: ["anchor", "\"the anchor\"", "ancohr"])
    func leadsToTheWords(query: String) throws {
        let lines = (0..<200).map { "Line \($0), of many." }
        let body = (lines[..<150] + ["Then **the** anchor, the Anchors."] + lines[150...])
            .joined(separator: "\n\n")
        try build.add("long.data", note: ArchivedNote(title: "Voyage", body: body))
        try build.run()
        let page = try open("index.html")
        try page.press("/", code: 191)
        _ = try state(page)
        try type(query, into: page)
        #expect(try state(page).titles == ["Voyage"])
        try page.leaves { try page.press("Enter", code: 13) }
        try page.waits("CSS.highlights.has('found')")
        let marked = try page.run(
            "[...CSS.highlights.get('found')].map(each => each.toString()).join()")
        let isPhrase = query.hasPrefix("\"")
        #expect(
            marked as? String
                == (isPhrase ? "the anchor" : query == "anchor" ? "anchor,Anchor" : "anchor"))
        let top = try page.run(
            "[...CSS.highlights.get('found')][0].getBoundingClientRect().top / innerHeight")
        #expect((0..<0.8).contains((top as? NSNumber)?.doubleValue ?? -1))
        let colour = try page.run(
            "getComputedStyle(document.body, '::highlight(found)').backgroundColor")
        #expect(colour as? String == "rgb(241, 227, 207)")
        // A result on the page itself closes the dialog, and Escape removes the marks.
        try page.press("/", code: 191)
        _ = try state(page)
        try type("Line 199", into: page)
        #expect(try state(page).titles == ["Voyage"])
        try page.press("Enter", code: 13)
        try page.waits("[...CSS.highlights.get('found')].some(each => each.toString() === '199')")
        #expect(try !state(page).isOpen)
        try page.press("Escape", code: 27)
        #expect(try page.run("CSS.highlights.has('found')") as? Bool == false)
    }

    /// A phrase is looked for in the texts, and not in more than a reader wants to see.
    @Test func countsTheResultsOfAPhraseThatItShows() throws {
        let notes = (0..<60).map {
            ArchivedNote(title: "Note \($0)", body: "With salt and vinegar.")
        }
        try build.folder.write(notes: notes, to: "MyNotes/many.data")
        try build.run()
        let page = try open("index.html")
        try page.press("/", code: 191)
        _ = try state(page)
        try type("\"salt and\"", into: page)
        let state = try state(page)
        #expect(state.titles.count == 10)
        let count = try #require(state.status.wholeMatch(of: /([0-9]+)\+ notes/)?.1)
        #expect((10..<60).contains(Int(count) ?? 0))
        try page.clickButton("More")
        try page.waits("document.querySelectorAll('dialog .result').length === 30")
    }

    /// Nothing of the search is loaded before it is opened, and pages that are read stay small.
    @Test func loadsNothingBeforeItIsOpened() throws {
        let page = try open("notes/lighthouse.html")
        let scripts = try page.run(
            "[...document.scripts].map(e => e.src.split('/').pop().split('-')[0]).join()")
        #expect(scripts as? String == "start,keys")
    }

    /// The icon is drawn, and not made of shadows, which fall apart on screens of high resolution.
    @Test func drawsItsIcon() throws {
        for path in ["index.html", "notes/lighthouse.html"] {
            let page = try open(path)
            let size = try page.run(
                "(() => { const box = document.querySelector('a.find svg').getBoundingClientRect(); return `${Math.round(box.width)}` })()"
            )
            #expect(size as? String == "15")
        }
    }
}
