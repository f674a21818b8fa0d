import DefaultTemplates
import Foundation
import LocalFiles
import Markup
import SitePages
import TestSupport
import Testing

/// The article that explains the templates, compared with what pages really offer.
@Suite(.tags(.fast))
struct TemplatesArticleTests {
    private let article: String

    init() throws {
        article = try String(
            contentsOfFile: Places.package
                + "/Sources/Build/BuildPipeline/BuildPipeline.docc/Templates.md", encoding: .utf8)
    }

    /// Returns all names that a value and its parts offer.
    private func names(_ value: TemplateValue) -> Set<String> {
        switch value {
        case .record(let fields):
            fields.reduce(into: []) { $0.formUnion([$1.name] + names($1.value)) }
        case .list(let members): members.reduce(into: []) { $0.formUnion(names($1)) }
        case .made(let count, let member):
            (0..<count).reduce(into: []) { $0.formUnion(names(member($1))) }
        case .absent, .flag, .text, .markup: []
        }
    }

    private func quoted(_ text: some StringProtocol) -> Set<String> {
        let parts = text.components(separatedBy: "`").enumerated()
        return Set(parts.filter { $0.offset % 2 == 1 }.map(\.element))
    }

    /// Returns the section of the article on one template.
    private func section(_ template: String) throws -> String {
        let parts = article.components(separatedBy: "\n## ")
        return try #require(
            parts.first { $0.prefix { $0 != "\n" }.contains("`\(template)`") }, "\(template)")
    }

    @Test func explainsEveryNameOfEveryPage() throws {
        let shared = quoted(
            article.components(separatedBy: "\n## ").first { $0.hasPrefix("Every page") } ?? "")
        #expect(PageExemplars.all.count == 22)
        for (template, value) in PageExemplars.all {
            // The names within a record are explained with the template of the record.
            var sections = [
                template, "row.html", "photo.html", "recording.html", "date.html", "back.html",
                "calendar.html", "transcript.html", "index.html",
            ]
            if ["deck.html", "book.html", "book-chapter.html"].contains(template) {
                sections.append("note.html")
            }
            let explained = try sections.reduce(into: shared) {
                $0.formUnion(quoted(try section($1)))
            }
            let missing = names(value).union(names(PageExemplars.constants(of: template)))
                .subtracting(explained)
            #expect(missing.isEmpty, "\(template): \(missing.sorted())")
        }
    }

    @Test func mentionsOnlyNamesThatPagesOffer() throws {
        let offered = PageExemplars.all.reduce(into: Set<String>()) {
            $0.formUnion(names($1.value))
            $0.formUnion(names(PageExemplars.constants(of: $1.template)))
        }
        let files = Set(DefaultTemplates.templates.keys).union(DefaultTemplates.assets.keys)
        let isName = { (text: String) in
            text.first?.isLowercase == true && text.allSatisfy { $0.isASCII && $0.isLetter }
        }
        // The rows of tables begin with names.
        for line in article.split(separator: "\n") where line.hasPrefix("| `") {
            let cell = line.dropFirst(2).prefix { $0 != "|" }
            for name in quoted(cell) where isName(name) {
                #expect(offered.contains(name), "\(name)")
            }
        }
        for name in quoted(article)
        where name.hasSuffix(".html") && !name.contains(" ") && !name.contains("/") {
            let pages = [".html", "by-order.html", "by-title.html", "404.html", "partial.html"]
            #expect(files.contains(name) || pages.contains(name), "\(name)")
        }
    }

    @Test func embedsEveryFileByteForByte() throws {
        let texts = DefaultTemplates.templates.merging(DefaultTemplates.reports) { $1 }
        let embedded = DefaultTemplates.assets.merging(DefaultTemplates.bookAssets) { $1 }
            .merging(texts.mapValues { Array($0.utf8) }) { $1 }
        let folder = Places.package + "/Templates"
        let files = try LocalFiles.files(below: folder).filter { !$0.hasSuffix(".swift") }
        #expect(Set(files) == Set(embedded.keys))
        for file in files {
            let isEqual = try embedded[file] == LocalFiles.read(folder + "/" + file)
            #expect(isEqual, "\(file)")
        }
    }

    @Test func explainsEveryFile() {
        for name in Array(DefaultTemplates.templates.keys) + DefaultTemplates.assets.keys {
            #expect(article.contains("`\(name)`"), "\(name)")
        }
    }

    @Test func definesEveryThemePropertyInTheStyleSheet() throws {
        let style = String(
            decoding: try #require(DefaultTemplates.assets["style.css"]), as: UTF8.self)
        for property in SiteTheme.properties {
            #expect(style.contains("  --\(property): "), "\(property)")
        }
    }
}
