import BuildTestSupport
import Foundation
import HeadlessBrowser
import NoteEditing
import TestSupport
import Testing

/// Enlarged photos, as used with a keyboard or by touch.
@Suite(
    .tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"), .timeLimit(.minutes(5)))
struct PhotoViewerTests {
    private let build = NotebookBuild()
    private let browser: Chromium

    init() throws {
        let pictures = (0..<3).map { PNGPicture.quarters(width: 400 + 40 * $0, height: 300) }
        try build.add("A", body: "![First](1)", photos: pictures.map { .data($0) })
        try build.run()
        browser = try Chromium()
    }

    private struct State: Decodable, Equatable {
        var isOpen = false
        var address = ""
        var focus = ""
        var count = ""
        var scale = 1.0
    }

    private func open(_ address: String = "", hasTouch: Bool = false) throws -> Chromium.Page {
        try browser.open(
            build.address("notes/a.html") + address, width: hasTouch ? 390 : 1000,
            hasTouch: hasTouch)
    }

    private func state(_ page: Chromium.Page) throws -> State {
        try page.decoded(
            """
            new Promise(done => setTimeout(() => {
              const image = document.querySelector('.viewer-stage img');
              const scale = image && image.style.transform.match(/scale\\((.*)\\)/);
              done(JSON.stringify({
                isOpen: document.querySelector('dialog').open, address: location.hash,
                focus: document.activeElement.id,
                count: document.querySelector('.viewer-count').textContent,
                scale: scale ? Number(scale[1]) : 1
              }));
            }, 250))
            """, as: State.self)
    }

    @Test func opensByKeyboardAndRestoresTheFocus() throws {
        let page = try open()
        try page.run("document.querySelector('#photo-2').focus()")
        try page.press("Enter", code: 13)
        #expect(try state(page) == State(isOpen: true, address: "#photo-2", count: "2 / 3"))
        try page.press("ArrowRight", code: 39)
        try page.press("ArrowRight", code: 39)
        #expect(try state(page) == State(isOpen: true, address: "#photo-3", count: "3 / 3"))
        try page.press("Home", code: 36)
        #expect(try state(page).address == "#photo-1")
        try page.press("+", code: 187)
        #expect(try state(page).scale == 1.5)
        try page.press("0", code: 48)
        #expect(try state(page).scale == 1)
        try page.press("Escape", code: 27)
        #expect(try state(page) == State(focus: "photo-1", count: "1 / 3"))
        // The browser's own navigation works as expected.
        try page.run("history.forward()")
        #expect(try state(page).isOpen)
        try page.run("history.back()")
        #expect(try state(page) == State(focus: "photo-1", count: "1 / 3"))
    }

    @Test func opensByAddress() throws {
        let page = try open("#photo-2")
        #expect(try state(page) == State(isOpen: true, address: "#photo-2", count: "2 / 3"))
        try page.press("ArrowLeft", code: 37)
        #expect(try state(page).address == "#photo-1")
        try page.press("Escape", code: 27)
        #expect(try state(page) == State(focus: "photo-1", count: "1 / 3"))
    }

    @Test func swipesBetweenPhotosAndPinchesToZoom() throws {
        let page = try open("#photo-1", hasTouch: true)
        _ = try state(page)
        try page.touch([stride(from: 300, through: 100, by: -20).map { ($0, 400) }])
        #expect(try state(page).address == "#photo-2")
        try page.touch([stride(from: 100, through: 300, by: 20).map { ($0, 400) }])
        #expect(try state(page).address == "#photo-1")
        let apart = stride(from: 0, through: 60, by: 10)
        try page.touch([apart.map { (180 - $0, 400) }, apart.map { (210 + $0, 400) }])
        #expect(try state(page).scale > 3)
        // Swiping moves an enlarged picture and does not go to the next one.
        try page.touch([stride(from: 300, through: 100, by: -20).map { ($0, 400) }])
        #expect(try state(page).address == "#photo-1")
        try page.run("document.querySelector('.viewer-zoom').click()")
        #expect(try state(page).scale == 1)
        try page.touch([stride(from: 300, through: 500, by: 20).map { (200, $0) }])
        #expect(try state(page).isOpen == false)
    }

    /// The viewer's script is loaded for the first photo that is opened, and no picture before.
    @Test func loadsItselfOnDemand() throws {
        let page = try open()
        let loaded = """
            [document.scripts.length, document.querySelectorAll('dialog img').length,
              [...document.images].filter((image) => !image.getAttribute('src')).length].join()
            """
        #expect(try page.text(loaded) == "3,0,0")
        try page.run("document.querySelector('#photo-1').focus()")
        try page.press("Enter", code: 13)
        #expect(try state(page).isOpen)
        // The picture itself, and the three of the filmstrip.
        #expect(try page.text(loaded) == "4,4,0")
    }

    @Test func offersADownloadAndASlideshow() throws {
        let page = try open("#photo-1")
        #expect(try state(page).isOpen)
        let download = try page.text(
            """
            (() => { const link = document.querySelector(".viewer-download");
              return [link.download, link.href === document.querySelector("#photo-1").href].join(); })()
            """)
        #expect(download == "First.jpg,true")
        // On the page of a note there is no note to open.
        #expect(try !page.holds("document.querySelector('.viewer-source').checkVisibility()"))
        try page.run(
            """
            window.setTimeout = (action) => { window.held = action; return 1; };
            document.querySelector(".viewer-play").click();
            """)
        for number in 2...3 {
            try page.run("window.held()")
            Thread.sleep(forTimeInterval: 0.3)
            #expect(try page.text("location.hash") == "#photo-\(number)")
        }
        // The last photo ends it.
        #expect(try page.text("document.querySelector('.viewer-play').ariaPressed") == "false")
    }

    /// Without scripts, the link leads to the picture itself.
    @Test func linksToTheLargePictureWithoutScripts() throws {
        let page = HTMLQuery(try build.text("site/notes/a.html"))
        let address = try #require(page.element(withID: "photo-2")?.attributes["href"])
        #expect(address.hasPrefix("../"))
        let picture = try build.folder.bytes("Notebook/site/notes/" + address)
        #expect(picture.starts(with: [0xFF, 0xD8, 0xFF]))
    }
}
