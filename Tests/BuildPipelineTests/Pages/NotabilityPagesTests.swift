import BuildPipeline
import BuildTestSupport
import Foundation
import NoteModel
import NotebookExports
import TestSupport
import Testing

/// Builds of Notability notes: documents behind the ink, text boxes, large drawings, and exports.
@Suite(.tags(.acceptance))
struct NotabilityPagesTests {
    private let build: NotebookBuild

    init() throws {
        build = try NotebookBuild()
        try FileManager.default.createDirectory(
            atPath: build.notes, withIntermediateDirectories: true)
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: build.output + "/" + path, encoding: .utf8)
    }

    private func page() throws -> HTMLQuery { HTMLQuery(try text("site/notes/waves.html")) }

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
        try package.write(to: build.notes + "/Waves.note")
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
        #expect(try !text("site/notes/waves.html").contains(".pdf"))
        try build.run { $0.attachesDocuments = true }
        let link = try #require(try self.page().all("a").first { $0.text == "slides.pdf" })
        #expect(link.attributes["download"] == "slides.pdf")
    }

    @Test func writesLightTextOnDarkPaper() throws {
        var package = package
        package.paperIndex = 14
        package.boxes.append(
            ("CanvasMediaObject", "Sticky", "{0, 200}", "{90, 40}", "Color:#FFF48E"))
        try package.write(to: build.notes + "/Waves.note")
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
        try package.write(to: build.notes + "/Waves.note")
        try build.run()
        let page = try page()
        #expect(page.all("msup").map(\.text) == ["c2"])
        #expect(page.all("annotation").map(\.text) == ["E=mc^{2}"])
        #expect(page.all("foreignObject").last?.text == "$\\unknown{2}$")
    }

    @Test func exportsEverything() throws {
        try package.write(to: build.notes + "/Waves.note")
        try build.run()
        try build.expectValidJSON(1)
        let markdown = try text("markdown/waves.md")
        for part in [
            "Boxed & \\<typed>", "photos/waves/slides-2.png", "photos/waves/slides-1.png",
            "Handwriting, as read by the app", "Hafnium",
        ] {
            #expect(markdown.contains(part), "\(part)")
        }
        let search = try FileManager.default.contentsOfDirectory(
            atPath: build.output + "/site/search")
        let files = try search.map { try text("site/search/" + $0) }
        #expect(
            files.contains { $0.contains("hafnium") } && files.contains { $0.contains("boxed") })
        let before = try FileManager.default.contentsOfDirectory(
            atPath: build.output + "/.notebinder/cache/photos")
        // Nothing that is still needed is removed from the cache, and nothing is done twice.
        let second = try build.outcome(
            BuildOptions(notes: build.notes, output: build.output, photoWorker: Places.photoWorker))
        #expect(!second.isPublished)
        let after = try FileManager.default.contentsOfDirectory(
            atPath: build.output + "/.notebinder/cache/photos")
        #expect(Set(before) == Set(after))
    }

    @Test func bindsBooks() throws {
        try package.write(to: build.notes + "/Waves.note")
        let options = BuildOptions(
            notes: build.notes, output: build.output, photoWorker: Places.photoWorker)
        try build.export(options, as: PageBookFormat(), to: build.folder.path + "/book.html")
        try build.export(options, as: EPUBFormat(), to: build.folder.path + "/book.epub")
        let book = try String(contentsOfFile: build.folder.path + "/book.html", encoding: .utf8)
        #expect(
            book.contains("Boxed &amp; &lt;typed>") || book.contains("Boxed &amp; &lt;typed&gt;"))
        #expect(!book.contains("class=\"replay\"") && !book.contains("data-t="))
        guard let python = Places.python,
            FileManager.default.isExecutableFile(atPath: "/usr/bin/java")
        else { return }
        let script = Places.package + "/Tests/TestSupport/check-book.py"
        let check = try FinishedProgram(
            python, arguments: [script, build.folder.path + "/book.epub"])
        #expect(check.output == "" && check.errors == "")
    }

    @Test(.enabled(if: Places.hasShared("notability"), "needs the shared Notability notes"))
    func buildsRealNotesWithoutAComplaint() throws {
        let report = try build.run(notes: Places.shared + "/notability")
        #expect(report.notes == 6 && report.sources.failed.isEmpty)
        #expect(report.diagnostics.isEmpty, "\(report.diagnostics.map(\.summary))")
        let pages = try FileManager.default.contentsOfDirectory(
            atPath: build.output + "/site/notes")
        for page in pages {
            #expect(HTMLQuery(try text("site/notes/" + page)).complaints.isEmpty, "\(page)")
        }
        // The app's own pictures of the first pages are shown in lists.
        let index = HTMLQuery(try text("site/index.html"))
        #expect(index.all("img").count == 6)
    }

    /// Damaged and hostile documents cost their pages.
    @Test(arguments: ["damaged", "cycle", "missing", "huge", "other"])
    func losesOnlyThePagesOfBadDocuments(_ kind: String) throws {
        var package = package
        switch kind {
        case "damaged": package.files["PDFs/slides.pdf"] = Array("%PDF-1.4 and no more".utf8)
        case "cycle": package.files["PDFs/slides.pdf"] = MadePDF.cycle
        case "missing": package.files["PDFs/slides.pdf"] = nil
        case "huge":
            package.files["PDFs/slides.pdf"] = MadePDF.pages([
                (1, 2_000_000_000, "1 0 0"), (2_000_000_000, 1, "1 0 0"),
            ])
        default: package.files["PDFs/slides.pdf"] = PNGPicture.quarters(width: 2, height: 2)
        }
        try package.write(to: build.notes + "/Waves.note")
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
            var line: [(Float, Float)] = [(0, Float(row))]
            for column in 0..<6000 {
                let y = Float(row * 6) + Float((column * 7919 + row * 104_729) % 997) / 10
                line.append((Float(column) / 9, y))
            }
            package.add(line, width: 1.5)
        }
        package.add([(0, 1100), (1, 1101), (2, 1102), (30, 1130)])
        try package.write(to: build.notes + "/Waves.note")
        let report = try build.run()
        #expect(report.diagnostics.isEmpty)
        let page = try page()
        #expect(page.complaints.isEmpty)
        #expect(page.all("image").count == 1 && page.all("path", inside: "leaf").count == 1)
        #expect(try text("site/notes/waves.html").utf8.count < 100_000)
        let link = try #require(page.all("a").first { $0.attributes["download"] == "Waves 1.svg" })
        let address = try #require(link.attributes["href"])
        let svg = try text("site/notes/" + address)
        #expect(svg.utf8.count > 2_000_000 && svg.hasPrefix("<svg"))
        let picture = try #require(page.all("image").first?.attributes["href"])
        // It lets pictures below it through.
        #expect(picture.hasSuffix(".webp"))
        #expect(FileManager.default.fileExists(atPath: build.output + "/site/notes/" + picture))
        // The strokes themselves are exported.
        #expect(try text("json/notebook.json").contains("\"anchorWidths\""))
        // A damaged picture is made again.
        let photos = build.output + "/.notebinder/cache/photos"
        for name in try FileManager.default.contentsOfDirectory(atPath: photos)
        where !name.hasSuffix(".facts") {
            let path = photos + "/" + name
            let size = try Data(contentsOf: URL(fileURLWithPath: path)).count
            try Data(count: size).write(to: URL(fileURLWithPath: path))
        }
        try build.run { $0.isFull = true }
        #expect(try text("site/notes/" + address).hasPrefix("<svg"))
    }
}
