import BuildPipeline
import BuildTestSupport
import HeadlessBrowser
import TestSupport
import Testing

/// Every kind of page of a notebook with divided lists, on phones and desks, in both colour
/// schemes, and with text of twice the size.
@Suite(
    .tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"), .serialized,
    .timeLimit(.minutes(10)))
struct EveryPageTests {
    private struct Look: Sendable, CustomTestStringConvertible {
        let width: Int
        var isDark = false
        var fontSize = 16

        var testDescription: String {
            "\(width) px, \(isDark ? "dark" : "light"), \(fontSize) px text"
        }
    }

    private static let looks = [320, 1280].flatMap {
        [Look(width: $0), Look(width: $0, isDark: true), Look(width: $0, fontSize: 32)]
    }

    /// The site, built once for all tests.
    private static let site = Result {
        let build = NotebookBuild()
        try build.writeLargeSample()
        try build.run { $0.formats = [.html] }
        return build
    }

    /// A script that returns the findings about a page; `words` holds words that are broken across
    /// lines where there is room for them.
    private static let script = """
        (async () => {
          const shift = await new Promise((done) => {
            let sum = 0;
            new PerformanceObserver((list) => {
              for (const one of list.getEntries()) sum += one.hadRecentInput ? 0 : one.value;
            }).observe({ type: "layout-shift", buffered: true });
            setTimeout(() => done(sum), 300);
          });
          const overflowing = [...document.querySelectorAll("body *")].filter((one) => {
            const box = one.getBoundingClientRect();
            const scrolls = (each) => each && each !== document.body
              && (getComputedStyle(each).overflowX !== "visible" || scrolls(each.parentElement));
            return box.right > innerWidth + 1 && box.width > 0 && !scrolls(one)
              && getComputedStyle(one).position !== "absolute";
          }).map((one) => one.outerHTML.slice(0, 80));
          const title = document.querySelector("h1");
          const range = document.createRange();
          const broken = [];
          const walker = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
          for (let node; (node = walker.nextNode());) {
            for (const match of node.data.matchAll(/[\\p{L}]{2,12}/gu)) {
              range.setStart(node, match.index);
              range.setEnd(node, match.index + match[0].length);
              if (new Set([...range.getClientRects()].map((box) => box.top)).size > 1) {
                broken.push(match[0]);
              }
            }
          }
          return JSON.stringify({
            shift, overflowing, broken, overflow: document.documentElement.scrollWidth - innerWidth,
            ground: getComputedStyle(document.body).backgroundColor,
            size: getComputedStyle(document.documentElement).fontSize
          });
        })()
        """

    private struct Findings: Decodable {
        let shift: Double
        let overflowing: [String]
        let broken: [String]
        let overflow: Int
        let ground: String
        let size: String
    }

    @Test(arguments: looks)
    private func fitsTheWindowWithoutLayoutShifts(look: Look) throws {
        let build = try Self.site.get()
        let browser = try Chromium()
        for page in NotebookBuild.pagesOfEveryKind {
            let visit = try browser.visit(
                build.address(page), width: look.width, isDark: look.isDark,
                fontSize: look.fontSize,
                script: Self.script)
            let findings = try visit.decoded(as: Findings.self)
            #expect(findings.shift < 0.02, "\(page)")
            #expect(findings.overflowing == [], "\(page)")
            #expect(findings.overflow <= 0, "\(page)")
            #expect(findings.broken == [], "\(page)")
            #expect(
                findings.ground == (look.isDark ? "rgb(25, 24, 22)" : "rgb(253, 252, 249)"),
                "\(page)")
            #expect(visit.complaints == [], "\(page)")
            #expect(findings.size == "\(look.fontSize)px" || look.fontSize == 16, "\(page)")
        }
    }

    @Test(
        .enabled(if: PageCheckers.axe != nil, "needs axe-core"),
        arguments: looks.filter { $0.fontSize == 16 })
    private func hasNoAccessibilityViolations(look: Look) throws {
        let build = try Self.site.get()
        let browser = try Chromium()
        for page in NotebookBuild.pagesOfEveryKind {
            let visit = try browser.visit(
                build.address(page), width: look.width, isDark: look.isDark,
                script: PageCheckers.violations)
            #expect(visit.value as? String == "[]", "\(page)")
        }
    }

    @Test(.enabled(if: PageCheckers.nu != nil, "needs Java and the Nu HTML Checker"))
    func writesHTMLWithoutErrors() throws {
        #expect(try PageCheckers.errors(inSite: try Self.site.get().output + "/site") == "")
    }
}
