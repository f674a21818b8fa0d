import BuildPipeline
import BuildTestSupport
import Foundation
import NoteModel
import TestSupport
import Testing

/// Builds of Notability notes: documents behind the ink, text boxes, large drawings, and exports.
@Suite(.tags(.acceptance))
struct NotabilityPagesTests {
    private let build = NotebookBuild()

    private var photoCache: String { build.output + "/.notebinder/cache/photos" }

    private func page() throws -> HTMLQuery { HTMLQuery(try build.text("site/notes/waves.html")) }

    /// A note of two pages of a PDF file with ink, a text box, recognized handwriting and a sound.
    private var package: MadePackage {
        var package = MadePackage()
        package.pageWidth = 600
        package.layout = [(2, "slides.pdf"), (1, "slides.pdf")]
        package.files = [
            "PDFs/slides.pdf": MadePDF.pages([(400, 300, "1 0 0"), (300, 600, "0 0 1")]),
            "Recordings/a.wav": Sound.wave(seconds: 1, tone: 220),
        ]
        package.recordings = [("Recordings/a.wav", "A")]
        package.add([(0, 10), (10, 20), (20, 30), (100, 40)])
        package.add([(0, 1250)])
        package.boxes = [("TextBlockMediaObject", "Boxed & <typed>", "{0, 100}", "{90, 40}", "")]
        package.recognized = [1: "Hafnium"]
        return package
    }

    @Test func showsPagesOfDocumentsBehindTheInk() throws {
        try build.add(package)
        let report = try build.run()
        #expect(report.diagnostics.isEmpty && report.photos.published == 2)
        let page = try page()
        #expect(page.complaints.isEmpty)
        let sheets = page.all("svg", inside: "leaf").map { $0.attributes["viewBox"] }
        #expect(sheets == ["0 0 600 1200", "0 0 600 450"])
        let pictures = page.all("image").map { $0.attributes }
        #expect(pictures.map { $0["height"] } == ["1200", "450"])
        // They are no photos of the owner, and open nothing.
        #expect(!FileManager.default.fileExists(atPath: build.output + "/site/photos.html"))
        #expect(page.all("div", inside: "leaf").map(\.text) == ["Boxed & <typed>"])
        // The document itself is published on request only.
        #expect(try !build.text("site/notes/waves.html").contains(".pdf"))
        try build.run { $0.attachesDocuments = true }
        let link = try #require(try self.page().all("a").first { $0.text == "slides.pdf" })
        #expect(link.attributes["download"] == "slides.pdf")
    }

    @Test func writesLightTextOnDarkPaper() throws {
        var package = package
        package.paperIndex = 14
        package.boxes.append(
            ("CanvasMediaObject", "Sticky", "{0, 200}", "{90, 40}", "Color:#FFF48E"))
        try build.add(package)
        try build.run()
        let boxes = try page().all("foreignObject").map { $0.attributes["color"] }
        #expect(boxes == ["#ffffff", nil])
    }

    /// The app says that these are formulas, and no setting has to.
    @Test func showsFormulas() throws {
        var package = package
        package.boxes.append(("Notability.MathMediaObject", "E=mc^{2}", "{0, 200}", "{90, 40}", ""))
        package.boxes.append(
            ("Notability.MathMediaObject", "\\unknown{2}", "{0, 300}", "{90, 40}", ""))
        try build.add(package)
        try build.run()
        let page = try page()
        #expect(page.all("msup").map(\.text) == ["c2"])
        #expect(page.all("annotation").map(\.text) == ["E=mc^{2}"])
        #expect(page.all("foreignObject").last?.text == "$\\unknown{2}$")
    }

    @Test func exportsEverything() throws {
        try build.add(package)
        try build.run()
        try build.expectValidJSON(1)
        let markdown = try build.text("markdown/waves.md")
        for part in [
            "Boxed & \\<typed>", "photos/waves/slides-2.png", "photos/waves/slides-1.png",
            "Handwriting, as read by the app", "Hafnium",
        ] {
            #expect(markdown.contains(part), "\(part)")
        }
        let search = try FolderContents(build.output + "/site/search").bytes.values
            .map { String(decoding: $0, as: UTF8.self) }
        #expect(["hafnium", "boxed"].allSatisfy { word in search.contains { $0.contains(word) } })
        let before = try FolderContents(photoCache).names
        // Nothing that is still needed is removed from the cache, and nothing is done twice.
        #expect(try !build.outcome(build.options).isPublished)
        #expect(try FolderContents(photoCache).names == before)
    }

    @Test func bindsBooks() throws {
        try build.add(package)
        try build.export(
            build.options, as: PageBookFormat(), to: build.folder.path + "/book.html")
        let book = try build.folder.text("book.html")
        #expect(
            book.contains("Boxed &amp; &lt;typed>") || book.contains("Boxed &amp; &lt;typed&gt;"))
        #expect(!book.contains("class=\"replay\"") && !book.contains("data-t="))
        let epub = build.folder.path + "/book.epub"
        try build.export(build.options, as: EPUBFormat(), to: epub)
        if PageCheckers.checksBooks { #expect(try PageCheckers.messages(ofBook: epub) == "") }
    }

    @Test(.enabled(if: Places.hasShared("notability"), "needs the shared Notability notes"))
    func buildsRealNotesWithoutAComplaint() throws {
        let report = try build.run(notes: Places.shared + "/notability")
        #expect(report.notes == 6 && report.sources.failed.isEmpty)
        #expect(report.diagnostics.isEmpty, "\(report.diagnostics.map(\.summary))")
        for page in try build.pages where page.hasPrefix("notes/") {
            #expect(HTMLQuery(try build.text("site/" + page)).complaints.isEmpty, "\(page)")
        }
        // The app's own pictures of the first pages are shown in lists.
        let index = HTMLQuery(try build.text("site/index.html"))
        #expect(index.all("img").count == 6)
    }

    /// Damaged and hostile documents cost their pages.
    @Test(
        arguments: [
            ("damaged", Array("%PDF-1.4 and no more".utf8)), ("cycle", MadePDF.cycle),
            ("missing", nil), ("other", PNGPicture.quarters(width: 2, height: 2)),
            ("huge", MadePDF.pages([(1, 2_000_000_000, "1 0 0"), (2_000_000_000, 1, "1 0 0")])),
        ] as [(String, [UInt8]?)])
    func losesOnlyThePagesOfBadDocuments(kind: String, document: [UInt8]?) throws {
        var package = package
        package.files["PDFs/slides.pdf"] = document
        try build.add(package)
        let report = try build.run()
        #expect(report.notes == 1 && report.photos.referenced >= 1)
        let page = try page()
        #expect(page.complaints.isEmpty && page.all("path", inside: "leaf").count == 2)
        guard kind != "huge" else { return }
        #expect(report.photos.published == 0)
        #expect(
            Set(report.diagnostics.map(\.identifier))
                == [kind == "missing" ? .missingPhoto : .unreadablePhoto])
        #expect(
            report.diagnostics.allSatisfy { $0.summary.contains("slides.pdf") },
            "\(report.diagnostics.map(\.summary))")
    }

    /// The ink of a page whose SVG would have more than 2 MB is a picture, with the SVG as a file.
    @Test func showsPicturesOfLargeDrawings() throws {
        var package = MadePackage()
        for row in 0..<90 {
            let line = (0..<6000).map { column -> (Float, Float) in
                let height = Float((column * 7919 + row * 104_729) % 997) / 10
                return (Float(column) / 9, Float(row * 6) + height)
            }
            package.add([(0, Float(row))] + line, width: 1.5)
        }
        package.add([(0, 1100), (1, 1101), (2, 1102), (30, 1130)])
        try build.add(package)
        let report = try build.run()
        #expect(report.diagnostics.isEmpty)
        let page = try page()
        #expect(page.complaints.isEmpty)
        #expect(page.all("image").count == 1 && page.all("path", inside: "leaf").count == 1)
        #expect(try build.text("site/notes/waves.html").utf8.count < 100_000)
        let link = try #require(page.all("a").first { $0.attributes["download"] == "Waves 1.svg" })
        let address = try #require(link.attributes["href"])
        let svg = try build.text("site/notes/" + address)
        #expect(svg.utf8.count > 2_000_000 && svg.hasPrefix("<svg"))
        let picture = try #require(page.all("image").first?.attributes["href"])
        // It lets pictures below it through.
        #expect(picture.hasSuffix(".webp"))
        #expect(FileManager.default.fileExists(atPath: build.output + "/site/notes/" + picture))
        // The strokes themselves are exported.
        #expect(try build.text("json/notebook.json").contains("\"anchorWidths\""))
        // A damaged picture is made again.
        for (name, file) in try FolderContents(photoCache).files where !name.hasSuffix(".facts") {
            let damaged = [UInt8](repeating: 0, count: file.bytes.count)
            try build.folder.write(damaged, to: "Notebook/.notebinder/cache/photos/" + name)
        }
        try build.run { $0.isFull = true }
        #expect(try build.text("site/notes/" + address).hasPrefix("<svg"))
    }
}
