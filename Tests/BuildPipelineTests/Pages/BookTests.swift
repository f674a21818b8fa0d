import BuildPipeline
import BuildTestSupport
import HeadlessBrowser
import LocalFiles
import NoteModel
import SitePages
import TestSupport
import Testing

/// Books in one file, as EPUBCheck and a browser see them.
@Suite(.tags(.browser), .serialized, .timeLimit(.minutes(15)))
struct BookTests {
    private let build = NotebookBuild()
    private var page: String { build.folder.path + "/book.html" }
    private var epub: String { build.folder.path + "/book.epub" }

    private func bind(
        as format: some OutputFormat, to path: String, notes: String? = nil,
        change: (inout BuildOptions) -> Void = { _ in }
    ) throws {
        var options = build.options
        options.notes = notes ?? options.notes
        change(&options)
        try build.export(options, as: format, to: path)
    }

    private func messages() throws -> String { try PageCheckers.messages(ofBook: epub) }

    @Test(
        .enabled(if: PageCheckers.checksBooks, "needs Java and the Python of make test"),
        arguments: ["en", "ja", "ar"])
    func passesEPUBCheck(language: String) throws {
        try build.writeSample()
        try bind(as: EPUBFormat(), to: epub) {
            $0.site.language = language
            $0.site.author = "A & <B>"
            $0.title = "All \"my\" notes & 日本語"
        }
        #expect(try messages() == "")
    }

    @Test(
        .enabled(
            if: PageCheckers.checksBooks && Places.hasShared("notebooks/til"),
            "needs Java, the Python of make test, and the shared notebooks"),
        arguments: ["til", "camera", "napkin", "cards", "lectures"])
    func passesEPUBCheckWithRealNotes(notebook: String) throws {
        try bind(
            as: EPUBFormat(), to: epub, notes: Places.shared + "/notebooks/\(notebook)/MyNotes")
        #expect(try messages() == "")
    }

    /// Texts that would break a book whose writer does not escape them.
    @Test(.enabled(if: PageCheckers.checksBooks, "needs Java and the Python of make test"))
    func passesEPUBCheckWithOddTexts() throws {
        let bodies = [
            "[a](http://exa mple) [b](<http://exa mple/ >) [c](http://[bad) [d](mailto:a b) [e](HTTP://ä.example/%zz) [f](?x) [g](//host/x) [h](#none) [i](file:///etc/passwd)",
            "<b>raw</b> &nbsp; &copy; & < > \u{1}\u{8}\u{FFFE}\u{7F} ]]> <!-- x -->",
            "# Same\n\n# Same\n\n## 1\n\n### note-1\n\nx[^1] y[^1]\n\n[^1]: foot\n",
            "- [x] a\n- [ ] b\n\n| a |\n| - |\n| `x` |\n\n```svg\n<svg onload=1>\n```\n\n1. a\n   1. b",
            "$\\sum_{i < n} \\text{\"a\"}$ and\n\n$$\\begin{cases} a & b \\\\ c \\end{cases}$$",
            "![gone](gone.png) ![](x y.png) ![d](data:image/png;base64,AAAA) https://example.org/a?b=c&d=\"e\"",
        ]
        for (number, body) in bodies.enumerated() {
            let title = number == 0 ? "<&>\"'\u{1}\u{FFFE} 😀" : "T \(number)"
            try build.add("\(number).data", title: title, body: body)
        }
        try bind(as: EPUBFormat(), to: epub) { $0.site.showsFormulas = true }
        #expect(try messages() == "")
    }

    @Test func writesReproducibleBooks() throws {
        try addEverything(to: build)
        for (format, path): (any OutputFormat, String) in [
            (PageBookFormat(), page), (EPUBFormat(), epub),
        ] {
            try bind(as: format, to: path)
            let first = try LocalFiles.read(path)
            #expect(throws: UserError.self) { try bind(as: format, to: path) }
            #expect(try LocalFiles.read(path) == first)
            try LocalFiles.remove(path)
            try bind(as: format, to: path)
            #expect(try LocalFiles.read(path) == first)
        }
        #expect(
            Set(try LocalFiles.entries(of: build.folder.path).map(\.name))
                == ["MyNotes", "book.epub", "book.html"])
    }

    @Test(.enabled(if: Chromium.path != nil, "needs Chromium"))
    func bindsASelfContainedPage() throws {
        try build.writeSample()
        try bind(as: PageBookFormat(), to: page)
        let script = """
            (async () => {
              const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
              const links = [...document.querySelectorAll('a[href^="#"]')];
              const broken = await Promise.all([...document.images].map(
                i => i.decode().then(() => '', () => i.src.slice(0, 60))));
              return [
                document.querySelectorAll('article').length,
                links.filter(a => !ids.includes(decodeURIComponent(a.hash.slice(1)))).length,
                ids.length - new Set(ids).size, broken.filter(s => s).length,
                document.images.length > 5, [...document.images].every(i => i.alt),
                document.documentElement.scrollWidth - innerWidth
              ].join(' ');
            })()
            """
        let visit = try Chromium().visit("file://" + page, width: 375, script: script)
        #expect("\(visit.value ?? "")" == "24 0 0 0 true true 0")
        // The page requests nothing but itself.
        #expect(visit.requests.filter { !$0.hasPrefix("data:") } == ["file://" + page])
        #expect(visit.complaints == [])
    }

    @Test func omitsExcludedNotes() throws {
        try addEverything(to: build)
        try bind(as: PageBookFormat(), to: page) { $0.rules.exclude.titles = ["First line"] }
        let text = try build.folder.text("book.html")
        #expect(!text.contains("First line"))
        #expect(text.contains("A walk"))
    }
}
