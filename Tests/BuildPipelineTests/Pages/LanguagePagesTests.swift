import BuildPipeline
import BuildTestSupport
import Foundation
import HeadlessBrowser
import NoteModel
import TestSupport
import Testing

/// Pages in languages that are written from right to left, and in those without a translation.
@Suite(
    .tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"), .timeLimit(.minutes(5)))
struct LanguagePagesTests {
    private let build = NotebookBuild()

    init() throws {
        try build.writeSample()
    }

    private static let pages = [
        "index.html", "by-date.html", "tags.html", "photos.html", "decks.html", "search.html",
        "notes/three-days-on-the-lake.html", "decks/italian-at-the-table.html",
    ]

    /// The language has a translation or not; neither may make a page wider than the window.
    @Test(arguments: ["ar", "he", "fa"])
    func mirrorsPages(language: String) throws {
        let report = try build.run { $0.language = language }
        let isTranslated = language != "fa"
        let warnings = report.diagnostics.filter { $0.identifier == .untranslatedLanguage }
        #expect(warnings.count == (isTranslated ? 0 : 1))
        let browser = try Chromium()
        for page in Self.pages {
            for width in [320, 1440] {
                let visit = try browser.visit(
                    build.address(page), width: width,
                    script: """
                        [document.dir, document.documentElement.lang,
                         Math.max(0, document.documentElement.scrollWidth - innerWidth),
                         document.scrollingElement.scrollLeft].join()
                        """)
                #expect(visit.value as? String == "rtl,\(language),0,0", "\(page), \(width) px")
                #expect(visit.complaints == [], "\(page)")
            }
        }
        let note = try browser.open(build.address("notes/three-days-on-the-lake.html"), width: 800)
        let places = """
            const left = (name) => document.querySelector(name).getBoundingClientRect().left;
            [left('.home') > left('.search-link'), left('.is-current .previous') > left('.is-current .next'),
             getComputedStyle(document.querySelector('.home'), '::before').content].join()
            """
        #expect(try note.text(places) == "true,true,\"→\"")
        // The text is English, and what stands beside it keeps to its sides.
        let wide = try browser.open(build.address("notes/three-days-on-the-lake.html"), width: 1440)
        let sides =
            "[...document.querySelectorAll('.around, .note h1, .contents')].map((each) => each.getBoundingClientRect().left)"
        let lefts = try wide.numbers(sides)
        #expect(lefts.count == 3 && lefts[2] > lefts[0] && lefts[0] > lefts[1], "\(lefts)")
    }

    @Test(arguments: [
        ("日本語のノート", "日本語"), ("English", "مرحبا بكم في دفتر الملاحظات"), ("ملاحظة", "In English."),
    ])
    func alignsDatesWithTheTitle(title: String, body: String) throws {
        try build.add(title, body: body + "\n\nمرحبا بك", created: .now)
        try build.run()
        let name = try #require(
            build.pages.first { $0.hasPrefix("notes/") && $0.contains(title.lowercased()) })
        let page = try Chromium().open(build.address(name), width: 800)
        let sides = """
            [...document.querySelectorAll(".note h1, .note .dates")].map((each) =>
              getComputedStyle(each).textAlign + getComputedStyle(each).direction).join()
            """
        let found = try #require(try page.text(sides)).split(separator: ",")
        #expect(found.count == 2 && found[0] == found[1], "\(found)")
    }

    @Test func marksEnglishTextOnPagesInAnotherLanguage() throws {
        let report = try build.run { $0.language = "sv" }
        #expect(report.diagnostics.contains { $0.identifier == .untranslatedLanguage })
        let browser = try Chromium()
        let script = """
            (() => {
              const languages = (names) => [...document.querySelectorAll(names)]
                .map((element) => element.closest('[lang]').lang);
              const english = '.skip, .search-link, .count, .views a, .dates, time, .previous span, '
                + '.next span, .contents summary, .backlinks h2, .study button, .score';
              return JSON.stringify([
                languages(english).filter((language) => language !== 'en'),
                [document.documentElement.lang,
                 ...languages('.home, .masthead bdi, .letters a')].filter((language) => language !== 'sv'),
              ]);
            })()
            """
        for page in Self.pages {
            let visit = try browser.visit(build.address(page), width: 800, script: script)
            #expect(visit.value as? String == "[[],[]]", "\(page)")
        }
    }

    @Test(arguments: [
        ("en", "1 note"), ("he", "פתק אחד"), ("ar", "ملاحظة واحدة"), ("fa", "1 note"),
    ])
    func countsResultsInTheLanguageOfTheInterface(language: String, count: String) throws {
        try build.run { $0.language = language }
        let page = try Chromium().open(build.address("search.html") + "?q=geranium", width: 800)
        let status = "document.querySelector('.search-status').textContent"
        try page.waits(status)
        #expect(try page.text(status) == count)
    }
}
