import BuildTestSupport
import Foundation
import HeadlessBrowser
import TestSupport
import Testing

/// The editor for everybody: no violations of accessibility rules, and no screen wider than a small
/// phone, also with text of twice the size.
@Suite(
    .tags(.browser),
    .enabled(if: Chromium.path != nil && PageCheckers.axe != nil, "needs Chromium and axe-core"))
struct EditorAccessibilityTests {
    private let editor: EditorProgram
    private let browser: Chromium

    init() throws {
        editor = try EditorProgram(.sample())
        browser = try Chromium()
    }

    @Test(arguments: [(1280, 16, false), (1280, 16, true), (320, 16, false), (320, 32, true)])
    func fitsWithoutAccessibilityViolations(width: Int, fontSize: Int, isDark: Bool) throws {
        let page = try browser.open(editor.link(), width: width, isDark: isDark, fontSize: fontSize)
        try page.waits("document.querySelector('.rows li')")
        let screens =
            try page.run(
                """
                (async () => {
                  const { notes } = await (await fetch("api/notes?count=99")).json();
                  const of = (kind) => notes.find((note) => note.kind === kind).id;
                  return ["#/", "#/trash", "#/new/note", "#/note/" + notes.find((note) => note.photos > 1 && note.kind === "note").id,
                    "#/note/" + of("napkin"), "#/deck/" + of("deck"), "#/note/" + of("lecture")];
                })()
                """) as? [String] ?? []
        #expect(screens.count == 7)
        for screen in screens {
            try page.run("location.hash = '\(screen)'; 0")
            try page.waits(
                "document.querySelector('main > .list, main > .edit, main > .deck') && document.title"
            )
            usleep(600_000)
            let overflow = try page.run("document.documentElement.scrollWidth - innerWidth") as? Int
            #expect(overflow ?? 99 <= 0, "\(screen) at \(width)")
            let violations = try page.run(PageCheckers.violations) as? String
            #expect(violations == "[]", "\(screen) at \(width): \(violations ?? "")")
        }
    }
}
