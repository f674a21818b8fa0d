import BuildPipeline
import BuildTestSupport
import Foundation
import HeadlessBrowser
import SitePages
import TestSupport
import Testing

/// The pages as other checkers see them: the Nu HTML Checker, axe-core, and an XML parser.
// Serialized, since each test occupies all cores.
@Suite(.tags(.browser), .serialized, .timeLimit(.minutes(15)))
struct ValidatorTests {
    private let build = NotebookBuild()

    /// Formulas with every kind of element.
    private static let formulas = #"""
        In a line $\hat{x}_1^2 = \sqrt[3]{\frac{a}{b}}$, and on lines of their own:

        $$\sum_{i=1}^{n} \binom{n}{i} \int_0^\infty \left( e^{-x^2} \right) \, dx \le \text{all of it}$$

        $$\begin{aligned} a &= \begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix} \\ |x| &= \begin{cases} x & x \ge 0 \\ -x & \text{else} \end{cases} \end{aligned}$$

        ```math
        \overbrace{\mathbb{R} \xrightarrow{f} \mathcal{L}}^{\text{maps}} \qquad \boxed{\overline{z}}
        ```
        """#

    private func sample(_ change: (inout BuildOptions) -> Void = { _ in }) throws {
        try build.writeSample()
        try build.run(change: change)
    }

    @Test(
        .enabled(if: PageCheckers.nu != nil, "needs Java and the Nu HTML Checker"),
        arguments: ["en", "ja"])
    func writesHTMLWithoutErrors(language: String) throws {
        try build.writeSample()
        try build.add("Formulas", body: Self.formulas)
        try build.run {
            $0.site.language = language
            $0.site.address = SiteAddress("https://example.org/a/b/")
            $0.site.showsFormulas = true
        }
        #expect(try PageCheckers.errors(inSite: build.output + "/site") == "")
    }

    @Test(
        .enabled(
            if: PageCheckers.nu != nil && Places.hasShared("notebooks/til"),
            "needs Java, the Nu HTML Checker, and the shared notebooks"),
        arguments: ["til", "camera"])
    func writesHTMLWithoutErrorsFromRealNotes(notebook: String) throws {
        try build.run(notes: Places.shared + "/notebooks/\(notebook)/MyNotes")
        #expect(try PageCheckers.errors(inSite: build.output + "/site") == "")
    }

    @Test(
        .enabled(if: PageCheckers.axe != nil && Chromium.path != nil, "needs Chromium and axe-core")
    )
    func hasNoAccessibilityViolations() throws {
        try sample()
        let browser = try Chromium()
        let pages = try build.pages + ["404.html"]
        #expect(pages.count > 25)
        for page in pages + ["search.html?q=lemon", "notes/lemon-tart.html#by.date"] {
            // Some of the many pages of notes are checked in two of the four ways only.
            let looks = [(375, false), (1280, true), (1280, false), (375, true)]
            let isOneOfMany = page.hasPrefix("notes/") && !page.contains("l")
            for (width, isDark) in looks.prefix(isOneOfMany ? 2 : 4) {
                let visit = try browser.visit(
                    build.address(page), width: width, isDark: isDark,
                    script: PageCheckers.violations)
                #expect(visit.value as? String == "[]", "\(page) at \(width)")
            }
        }
    }

    @Test(
        .enabled(if: PageCheckers.axe != nil && Chromium.path != nil, "needs Chromium and axe-core")
    )
    func hasNoAccessibilityViolationsInTheSearch() throws {
        try sample()
        let browser = try Chromium()
        let script =
            (PageCheckers.axe ?? "") + """
                ; const wait = () => new Promise(done => setTimeout(done, 800));
                (async () => {
                  document.querySelector('a.search-link').click();
                  await wait();
                  const field = document.querySelector('.search-dialog input');
                  field.value = location.hash.slice(1);
                  field.dispatchEvent(new Event('input'));
                  await wait();
                  const results = await axe.run(document, {resultTypes: ['violations']});
                  return [document.querySelectorAll('.search-dialog[open] .result').length > 0,
                    ...results.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html).join(' '))].join();
                })()
                """
        for (query, width, isDark) in [
            ("", 1280, false), ("lemon", 1280, true), ("lemno", 375, false),
            ("kind:deck", 320, true),
        ] {
            let visit = try browser.visit(
                build.address("notes/lemon-tart.html#") + query, width: width, isDark: isDark,
                script: script)
            #expect(visit.value as? String == "true", "\(query) at \(width)")
        }
    }

    /// A page with its style sheets, and the scripts that reading needs.
    @Test(.enabled(if: Chromium.path != nil, "needs Chromium"))
    func keepsPagesSmall() throws {
        try sample()
        let browser = try Chromium()
        for name in ["books-to-read", "monday", "trains"] {
            let visit = try browser.visit(
                build.address("notes/\(name).html"), width: 800, script: "1")
            func bytes(isScript: Bool) throws -> Int {
                try visit.requests.reduce(0) { sum, request in
                    let path = try #require(URL(string: request)).path
                    guard path.hasSuffix(".js") == isScript else { return sum }
                    return try sum + Data(contentsOf: URL(fileURLWithPath: path)).count
                }
            }
            #expect(visit.requests.count > 2)
            #expect(try bytes(isScript: false) < 20_000, "\(name)")
            #expect(try bytes(isScript: true) < 12_000, "\(name)")
        }
    }

    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func writesWellFormedFeeds() throws {
        try sample {
            $0.site.language = "de"
            $0.site.address = SiteAddress("https://example.org/a/b/")
        }
        for name in ["feed.xml", "sitemap.xml"] {
            let run = try FinishedProgram(
                Places.python ?? "",
                arguments: [
                    "-c",
                    "import sys, xml.etree.ElementTree as t; print(len(list(t.parse(sys.argv[1]).iter())))",
                    build.output + "/site/" + name,
                ])
            #expect(run.status == 0, "\(run.errors)")
            #expect(Int(run.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 > 40)
        }
    }
}
