import BuildPipeline
import BuildTestSupport
import Foundation
import HeadlessBrowser
import TestSupport
import Testing

/// The owner's style sheet and elements, as a browser shows them.
@Suite(
    .tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"), .timeLimit(.minutes(5)))
struct ThemeTests {
    private let build = NotebookBuild()
    private let browser: Chromium

    init() throws {
        browser = try Chromium()
        try addEverything(to: build)
        try build.add("Links", body: "One [link](https://a.example).")
    }

    private func publish() throws {
        try build.run {
            $0.formats = [.html]
            $0.templates = build.folder.path + "/t"
        }
    }

    private func open(_ page: String, isDark: Bool = false) throws -> Chromium.Page {
        try browser.open(build.address(page), width: 1280, isDark: isDark)
    }

    /// A font that comes with most systems that have a browser.
    private static let font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

    /// The looks that the article *Templates* has, each of them less than 40 lines.
    private static let looks: [String] = {
        let path = Places.package + "/Sources/Build/BuildPipeline/BuildPipeline.docc/Templates.md"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.components(separatedBy: "    /* custom.css */\n").dropFirst().map { part in
            part.split(separator: "\n", omittingEmptySubsequences: false)
                .prefix { $0.hasPrefix("    ") }.map { $0.dropFirst(4) }.joined(separator: "\n")
        }
    }()

    @Test(arguments: 0..<3)
    func appliesTheLooksOfTheArticle(number: Int) throws {
        try #require(Self.looks.count == 3)
        let look = Self.looks[number]
        #expect(look.split(separator: "\n").count < 40)
        try build.folder.write(look, to: "t/custom.css")
        try publish()
        let accents = try #require(
            look.firstMatch(of: /--accent: light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/)
        ).output
        for page in ["index.html", "by-date.html", "photos.html", "404.html", "notes/links.html"] {
            for (isDark, accent) in [(false, accents.1), (true, accents.2)] {
                let opened = try open(page, isDark: isDark)
                let isShown = try opened.holds(
                    """
                    (() => {
                      const [probe, wanted] = ["var(--accent)", "\(accent)"].map(colour => {
                        const element = document.body.appendChild(document.createElement("i"));
                        element.style.color = colour;
                        return getComputedStyle(element).color;
                      });
                      return probe === wanted;
                    })()
                    """)
                #expect(isShown, "\(page), \(accent)")
                // Nothing is wider than the window.
                #expect(try opened.holds("document.documentElement.scrollWidth <= innerWidth"))
            }
        }
    }

    /// However specific a rule of the program is, one of the owner takes precedence.
    @Test func prefersTheRulesOfTheOwner() throws {
        try build.folder.write("a { color: rgb(1, 2, 3) } p { margin: 7px }", to: "t/custom.css")
        try publish()
        for page in ["index.html", "notes/links.html"] {
            let colours = try open(page).text(
                "[...new Set([...document.querySelectorAll('a')].map(a => getComputedStyle(a).color))].join()"
            )
            #expect(colours == "rgb(1, 2, 3)", "\(page)")
        }
        let margin = "getComputedStyle(document.querySelector('.body p')).margin"
        #expect(try open("notes/links.html").text(margin) == "7px")
    }

    @Test func putsElementsIntoEveryHead() throws {
        try build.folder.write("<meta name=\"x-page\" content=\"{{title}}\">\n", to: "t/head.html")
        try publish()
        for page in try build.pages + ["404.html"] {
            let html = try build.text("site/" + page)
            // A page that only leads elsewhere has no head of its own.
            guard html.contains("<main") else { continue }
            let head = html.prefix(
                upTo: html.firstRange(of: "</head>")?.lowerBound ?? html.startIndex)
            #expect(head.contains("<meta name=\"x-page\" content=\""), "\(page)")
        }
    }

    /// Fonts, pictures and scripts of the folder `assets`, as a browser loads them from disk.
    @Test func publishesTheFilesOfTheOwner() throws {
        func picture(width: Int) -> String {
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"30\"/>"
        }
        try build.folder.write(picture(width: 40), to: "t/assets/logo.svg")
        try build.folder.write(picture(width: 16), to: "t/assets/favicon.svg")
        let font = FileManager.default.contents(atPath: Self.font).map(Array.init)
        try build.folder.write(font ?? [], to: "t/assets/own.ttf")
        try build.folder.write(
            "document.documentElement.dataset.own = 'yes';", to: "t/assets/own.js")
        try build.folder.write(
            """
            @font-face { font-family: "Own"; src: url("assets/own.ttf"); }
            body { font-family: Own; background: url(assets/logo.svg) }
            """, to: "t/custom.css")
        try build.folder.write(
            "<script src=\"{{root}}assets/own.js\" defer></script>", to: "t/head.html")
        try publish()
        for name in ["index.html", "notes/links.html"] {
            let page = try open(name)
            try page.waits("document.documentElement.dataset.own === 'yes'")
            let isLoaded = try page.holds(
                "document.fonts.load('16px Own').then(all => all.length === 1, () => false)")
            if font != nil { #expect(isLoaded, "\(name)") }
            let width = try page.run(
                """
                new Promise(done => { const image = new Image();
                  image.onload = () => done(image.naturalWidth); image.onerror = () => done(0);
                  image.src = getComputedStyle(document.body).backgroundImage.slice(5, -2); })
                """)
            #expect(width as? Int == 40, "\(name)")
            let icon = try page.text("document.querySelector('link[rel=icon]').href")
            #expect(icon?.contains("/assets/favicon-") == true)
        }
        // A changed file has another address, and unchanged pages are not written again.
        let before = try build.tree("site").names.filter { $0.hasPrefix("assets/logo") }
        try build.folder.write(picture(width: 41), to: "t/assets/logo.svg")
        try publish()
        let after = try build.tree("site").names.filter { $0.hasPrefix("assets/logo") }
        #expect(before.count == 1 && after.count == 1 && before != after)
    }
}
