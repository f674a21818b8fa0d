import Foundation
import NoteModel
import OutputPlan
import TestSupport
import Testing

@testable import SitePages

/// The files of an electronic book, by the rules of EPUB 3.3.
@Suite(.tags(.fast))
struct BookPackageTests {
    private let cover: (ending: String, bytes: [UInt8]) = ("jpg", [1, 2, 3])
    private let modified = Date.day(2026, month: 2, day: 3)

    private func files(
        _ notes: [Note], titled title: String = "Book", options: SiteOptions = SiteOptions()
    ) throws -> [(path: String, bytes: [UInt8])] {
        let binder = try PreparedSite(notes, titled: title, options: options).binder
        let chapters = try binder.chapters(.chapters).chapters
        return try BookPackage(binder, modified: modified).files(chapters, cover: cover)
            .map { ($0.path.text, try bytes(of: $0)) }
    }

    private func package(
        _ notes: [Note], titled title: String = "Book", options: SiteOptions = SiteOptions()
    ) throws -> XMLQuery {
        let files = try files(notes, titled: title, options: options)
        let package = try #require(files.first { $0.path == "EPUB/package.opf" })
        return try #require(XMLQuery(package.bytes))
    }

    private let notes = [
        Note.made("B & <c>", body: "# H\n\n[[A]] \u{7} &nbsp; <b>\n\n- [x] done", tags: ["t"]),
        .made(
            "A", body: "a[^1]\n\n[^1]: n\n\n|x|\n|-|\n|y|", created: .day(2014, month: 7, day: 9)),
    ]

    @Test func listsEveryFileOnce() throws {
        let files = try files(notes)
        let package = try package(notes)
        let items = package.all("item")
        let hrefs = items.compactMap { $0.attributes["href"] }
        let published = files.map(\.path).filter {
            $0.hasPrefix("EPUB/") && $0 != "EPUB/package.opf"
        }
        #expect(hrefs.map { "EPUB/" + $0 }.sorted() == published.sorted())
        #expect(Set(hrefs).count == hrefs.count)
        let identifiers = items.compactMap { $0.attributes["id"] }
        #expect(Set(identifiers).count == items.count)
        #expect(items.count { $0.attributes["properties"] == "nav" } == 1)
        #expect(items.count { $0.attributes["properties"] == "cover-image" } == 1)
        #expect(files.map(\.path).prefix(2) == ["mimetype", "META-INF/container.xml"])
        #expect(files.first?.bytes == Array("application/epub+zip".utf8))
    }

    @Test func readsInTheOrderOfTheBook() throws {
        let package = try package(notes)
        let paths = Dictionary(
            uniqueKeysWithValues: package.all("item").map {
                ($0.attributes["id"] ?? "", $0.attributes["href"] ?? "")
            })
        let spine = package.all("itemref").map { paths[$0.attributes["idref"] ?? ""] }
        #expect(
            spine == ["cover.xhtml", "contents.xhtml", "notes/note-2.xhtml", "notes/note-1.xhtml"])
    }

    @Test func pointsToThePackage() throws {
        let container = try #require(try files([]).first { $0.path == "META-INF/container.xml" })
        let root = try #require(XMLQuery(container.bytes)?.all("rootfile").first)
        #expect(root.attributes["full-path"] == "EPUB/package.opf")
        #expect(root.attributes["media-type"] == "application/oebps-package+xml")
    }

    @Test func writesWellFormedPagesWithValidLinks() throws {
        let files = try files(notes)
        let names = Set(files.map(\.path))
        for (path, bytes) in files where path.hasSuffix(".xhtml") {
            let page = try #require(XMLQuery(bytes), "\(path)")
            let folder = path.split(separator: "/").dropLast().joined(separator: "/")
            for link in page.all("a").compactMap({ $0.attributes["href"] }) {
                let target = link.prefix { $0 != "#" }
                #expect(target.isEmpty || names.contains("\(folder)/\(target)"), "\(path): \(link)")
            }
        }
    }

    @Test func writesBookMetadata() throws {
        let package = try package(
            notes, titled: "Mine & <yours>", options: .made(language: "de", author: "Jane <Doe>"))
        #expect(package.texts("dc:title") == ["Mine & <yours>"])
        #expect(package.texts("dc:language") == ["de"])
        #expect(package.texts("dc:creator") == ["Jane <Doe>"])
        let dates = package.all("meta").filter { $0.attributes["property"] == "dcterms:modified" }
        #expect(dates.map(\.text) == ["2026-02-03T00:00:00Z"])
        #expect(try self.package([]).texts("dc:creator").isEmpty)
        let direction = "page-progression-direction"
        #expect(package.all("spine").first?.attributes[direction] == nil)
        let hebrew = try self.package([], options: SiteOptions(language: "he"))
        #expect(hebrew.all("spine").first?.attributes[direction] == "rtl")
    }

    /// A new edition is the same book.
    @Test func keepsTheIdentifierOfABook() throws {
        func identifier(_ notes: [Note], titled title: String = "Book") throws -> String {
            try #require(try package(notes, titled: title).texts("dc:identifier").first)
        }
        let first = try identifier([.made("A", body: "old", source: "a.data")])
        #expect(try identifier([.made("B", body: "new", source: "a.data")]) == first)
        #expect(
            try identifier([.made("A", body: "old", source: "a.data")], titled: "Other") != first)
        #expect(try identifier([.made("A", body: "old", source: "b.data")]) != first)
        let uuid = String(first.dropFirst("urn:uuid:".count))
        #expect(UUID(uuidString: uuid)?.uuidString.lowercased() == uuid)
        // Version 8 of RFC 9562, and its variant.
        let digits = Array(uuid)
        #expect(digits[14] == "8" && digits[19] == "a")
        #expect(throws: Never.self) { try identifier([], titled: "Two\nlines") }
    }

    private func coverLines(_ title: String, author: String? = nil) throws -> [XMLQuery.Element] {
        let binder = try PreparedSite([], titled: title, options: .made(author: author)).binder
        let drawing = BookPackage(binder, modified: modified).coverDrawing
        return try #require(XMLQuery(drawing), "\(title)").all("text")
    }

    @Test(arguments: [
        ("Notes", ["Notes"]), ("", [""]), ("A <b> & \"c\"", ["A <b> & \"c\""]),
        ("Travels in the north of Italy", ["Travels in the", "north of Italy"]),
        ("Sun ☀️🌞 and sea", ["Sun ☀️ and sea"]),
        (String(repeating: "日", count: 20), [String(repeating: "日", count: 17), "日日日"]),
    ])
    func breaksTheTitleOnTheCover(title: String, lines: [String]) throws {
        #expect(try coverLines(title).map(\.text) == lines)
    }

    @Test func keepsLongTitlesOnTheCover() throws {
        let lines = try coverLines(String(repeating: "incomprehensibility ", count: 40))
        #expect(lines.count == 7)
        #expect(lines.last?.text.hasSuffix("…") == true)
        for line in lines {
            let size = try #require(Int(line.attributes["font-size"] ?? ""))
            let y = try #require(Int(line.attributes["y"] ?? ""))
            #expect(size >= 60 && (100...1300).contains(y))
        }
        let authors = try coverLines("T", author: String(repeating: "Somebody Unknown ", count: 9))
        #expect(authors.count == 1 + 3)
    }

    @Test(arguments: [
        ("a.jpg", "image/jpeg"), ("photos/b.png", "image/png"), ("c.svg", "image/svg+xml"),
        ("d.mp3", "audio/mpeg"), ("e.m4a", "audio/mp4"), ("f.mp4", "video/mp4"),
        ("g", "application/octet-stream"), ("h.exe", "application/octet-stream"),
    ])
    func derivesMediaTypesFromExtensions(path: String, kind: String) {
        #expect(BookPackage.kind(of: path) == kind)
    }
}
