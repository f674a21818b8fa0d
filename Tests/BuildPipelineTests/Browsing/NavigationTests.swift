import Foundation
import HeadlessBrowser
import TestSupport
import Testing

/// Scripts of tests in pages that go elsewhere meanwhile.
@Suite(.tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"))
struct NavigationTests {
    private let folder = TemporaryFolder()

    /// Opens a page that loads itself again some times, while a script of a test takes longer.
    private func open(loads: Int) throws -> Chromium.Page {
        try folder.write(
            """
            <!doctype html><title>Restless</title><script>
            window.name += "x";
            if (window.name.length < \(loads)) setTimeout(() => location.reload(), 150);
            </script>
            """, to: "page.html")
        return try Chromium().open(
            URL(fileURLWithPath: folder.path + "/page.html").absoluteString, width: 400)
    }

    private let count = "new Promise((go) => setTimeout(() => go(window.name.length), 400))"

    @Test func retriesScriptsInTheNextDocument() throws {
        let page = try open(loads: 4)
        #expect(try page.ask(count) as? Int == 4)
    }

    @Test func waitsForTheNextDocument() throws {
        let page = try open(loads: 1)
        try page.leaves {
            try page.run("location.reload(); new Promise((go) => setTimeout(go, 60000))")
        }
        #expect(try page.run("window.name.length") as? Int == 2)
        try page.reloads()
        #expect(try page.run("window.name.length") as? Int == 3)
    }
}
