import BuildTestSupport
import Foundation
import HeadlessBrowser
import NoteEditing
import TestSupport
import Testing

/// The page of all photos, and photos in rows, as a browser lays them out from disk.
@Suite(
    .tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"), .timeLimit(.minutes(5)))
struct PhotoRowsPageTests {
    private let build = NotebookBuild()
    private let browser: Chromium

    /// Three months: nine photos of many shapes, one photo, and two.
    init() throws {
        let shapes = [
            (400, 300), (300, 400), (420, 280), (400, 400), (480, 270), (300, 399), (400, 301),
            (270, 480), (400, 300),
        ]
        for (index, shapes) in [shapes, [(440, 330)], [(450, 300), (300, 450)]].enumerated() {
            try build.add(
                "Walk \(index + 1)", body: "Some words.",
                photos: shapes.map { .data(PNGPicture.quarters(width: $0.0, height: $0.1)) },
                created: Date(timeIntervalSince1970: 1_400_000_000 - Double(index) * 3_000_000))
        }
        try build.run()
        browser = try Chromium()
    }

    /// The rows of a page: the greatest gap at the end of a row that is not the last of its group,
    /// the greatest difference of heights in a row, both in pixels, and the greatest relative
    /// deviation from the ratio of the picture itself.
    private struct Rows: Decodable {
        let gap: Double
        let lastGap: Double
        let difference: Double
        let deviation: Double
        let overflow: Int
    }

    private static let rows = """
        (async () => {
          const images = [...document.querySelectorAll(".photos img, .album img")];
          images.forEach((image) => { image.loading = "eager"; });
          await Promise.all(images.map((image) => image.decode()));
          const seen = { gap: 0, lastGap: 0, difference: 0, deviation: 0,
            overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth };
          for (const group of document.querySelectorAll(".photos, .album")) {
            const rows = new Map();
            for (const image of group.querySelectorAll("img")) {
              const box = image.getBoundingClientRect();
              const top = Math.round(box.top);
              rows.set(top, [...rows.get(top) || [], box]);
              seen.deviation = Math.max(seen.deviation,
                Math.abs(box.width / box.height / (image.naturalWidth / image.naturalHeight) - 1));
            }
            const right = group.getBoundingClientRect().right;
            [...rows.values()].forEach((row, index) => {
              const heights = row.map((box) => box.height);
              seen.difference = Math.max(seen.difference, Math.max(...heights) - Math.min(...heights));
              const gap = right - Math.max(...row.map((box) => box.right));
              const name = index === rows.size - 1 ? "lastGap" : "gap";
              seen[name] = Math.max(seen[name], Math.abs(gap));
            });
          }
          return JSON.stringify(seen);
        })()
        """

    @Test(arguments: [320, 768, 1280], ["photos.html", "notes/walk-1.html"])
    func fillsRowsWithoutCropping(width: Int, name: String) throws {
        let visit = try browser.visit(build.address(name), width: width, script: Self.rows)
        let rows = try visit.decoded(as: Rows.self)
        #expect(rows.gap < 1 && rows.difference < 1, "\(rows)")
        // The files of a picture are rounded to whole pixels.
        #expect(rows.deviation < 0.01, "\(rows)")
        #expect(rows.overflow <= 0)
        // A month with one photo does not fill its row, a note's rows are all full.
        if name != "photos.html" { #expect(rows.lastGap < 1, "\(rows)") }
        #expect(visit.complaints == [])
    }

    @Test func keepsALeftoverPortraitSmallOnAPhone() throws {
        let picture = PNGPicture.quarters(width: 480, height: 640)
        try build.add(
            "Left over", body: "Some words.", photos: Array(repeating: .data(picture), count: 4))
        try build.run()
        let page = try browser.open(build.address("notes/left-over.html"), width: 375)
        let heights = try page.numbers(
            "[...document.querySelectorAll('.photos img')].map((each) => each.getBoundingClientRect().height)"
        )
        #expect(heights.count == 4 && (heights.max() ?? 0) < 340, "\(heights)")
    }

    @Test(arguments: [320, 768, 1280], ["photos.html", "notes/walk-1.html", "notes/walk-2.html"])
    func avoidsLayoutShiftsWhilePhotosLoad(width: Int, name: String) throws {
        let visit = try browser.visit(
            build.address(name), width: width, script: Chromium.layoutShifts(above: 0.02))
        #expect(visit.value as? String == "")
    }

    private func seen(_ page: Chromium.Page) throws -> String? {
        try page.text(
            """
            new Promise((done) => setTimeout(() => {
              const text = (name) => document.querySelector(".viewer-" + name).textContent;
              done([document.querySelector("dialog").open, location.hash, text("count"), text("title"),
                text("date"), document.querySelector(".viewer-note").getAttribute("href"),
                document.querySelector(".viewer-strip [aria-current=true]")?.ariaLabel].join(" | "));
            }, 250))
            """)
    }

    @Test func browsesAllPhotosByKeyboard() throws {
        let page = try browser.open(build.address("photos.html"), width: 1000)
        try page.run("document.querySelectorAll('.album a')[8].focus()")
        try page.press("Enter", code: 13)
        #expect(
            try seen(page)
                == "true | #notes/walk-1.html/photo-9 | 9 / 12 | Walk 1 | 13 May 2014 | notes/walk-1.html | 9 / 12"
        )
        // The next photo is one of another month.
        try page.press("ArrowRight", code: 39)
        #expect(
            try seen(page)
                == "true | #notes/walk-2.html/photo-1 | 10 / 12 | Walk 2 | 8 April 2014 | notes/walk-2.html | 10 / 12"
        )
        for (key, code, count) in [
            ("PageDown", 34, "11 / 12"), ("PageUp", 33, "10 / 12"), ("PageUp", 33, "1 / 12"),
            ("End", 35, "12 / 12"), ("Home", 36, "1 / 12"),
        ] {
            try page.press(key, code: code)
            #expect(try seen(page)?.contains(" | \(count) | ") == true, "\(key)")
        }
        // The filmstrip leads to each photo, and is scrolled to the one that is shown.
        try page.run("document.querySelectorAll('.viewer-strip button')[4].click()")
        #expect(try seen(page)?.contains(" | 5 / 12 | ") == true)
        try page.press("Escape", code: 27)
        #expect(try seen(page)?.hasPrefix("false |  |") == true)
        #expect(
            try page.text("document.activeElement.getAttribute('href')")
                == "notes/walk-1.html#photo-5")
    }

    @Test func opensPhotosByAddressAndSwipesBetweenThem() throws {
        let page = try browser.open(
            build.address("photos.html") + "#notes/walk-2.html/photo-1", width: 390, hasTouch: true)
        #expect(try seen(page)?.contains(" | 10 / 12 | ") == true)
        try page.touch([stride(from: 300, through: 100, by: -20).map { ($0, 300) }])
        #expect(try seen(page)?.contains(" | 11 / 12 | ") == true)
        try page.touch([stride(from: 100, through: 300, by: 20).map { ($0, 300) }])
        #expect(try seen(page)?.contains(" | 10 / 12 | ") == true)
    }
}
