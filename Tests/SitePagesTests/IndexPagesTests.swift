import DefaultTemplates
import Foundation
import NoteModel
import SitePages
import TestSupport
import Testing

/// The pages that list all notes.
@Suite(.tags(.fast))
struct IndexPagesTests {
    private let templates: SiteTemplates

    init() throws {
        templates = try SiteTemplates.standard.get()
    }

    private func note(_ title: String, day: Double? = nil) -> Note {
        Note(
            id: NoteID(source: title, index: 0), title: title, body: "",
            created: day.map { Date(timeIntervalSince1970: $0 * 86_400) })
    }

    private func titles(_ page: String) -> [String] {
        page.components(separatedBy: "class=\"row-link\"").dropFirst().compactMap {
            $0.split(separator: ">").dropFirst().first?.split(separator: "<").first.map(String.init)
        }
    }

    private func headings(_ page: String, name: String) -> [String] {
        page.components(separatedBy: "<\(name)").dropFirst().compactMap { part in
            part.firstIndex(of: ">").flatMap { start in
                part[part.index(after: start)...].split(separator: "<").first.map(String.init)
            }
        }
    }

    @Test func listsNotesByYearAndMonthTheLatestFirst() throws {
        let pages = try renderedSite(
            [
                note("July 2014", day: 16_260), note("Undated"), note("May 2012", day: 15_464),
                note("Later in July", day: 16_262), note("August 2014", day: 16_300),
            ], templates: templates)
        let page = try #require(pages["by-date.html"])
        #expect(
            titles(page) == ["August 2014", "Later in July", "July 2014", "May 2012", "Undated"])
        #expect(headings(page, name: "h2") == ["2014", "2012", "Without a date"])
        #expect(headings(page, name: "h3") == ["August", "July", "May"])
        #expect(page.contains("<a href=\"#year-2014\">2014</a>"))
        #expect(page.contains("<a href=\"by-date.html\" aria-current=\"page\">By date</a>"))
        #expect(pages["index.html"]?.contains("<a href=\"by-date.html\">By date</a>") == true)
    }

    @Test func offersNoOrderThatThereIsNot() throws {
        let pages = try renderedSite([note("A"), note("B")], templates: templates)
        #expect(pages["by-date.html"] == nil && pages["photos.html"] == nil)
        #expect(pages["index.html"]?.contains("class=\"views\"") == false)
    }

    @Test(arguments: [
        ("en", "9 July 2014", "1,871 notes", "By date"),
        ("de-AT", "9. Juli 2014", "1.871 Notizen", "Nach Datum"),
        ("fr", "9 juillet 2014", "1\u{202F}871 notes", "Par date"),
        ("es", "9 de julio de 2014", "1.871 notas", "Por fecha"),
        ("ja", "2014年7月9日", "1,871件のノート", "日付順"), ("zh-Hans", "2014年7月9日", "1,871 篇笔记", "按日期"),
        ("sv", "9 July 2014", "1,871 notes", "By date"),
        ("he", "9 ביולי 2014", "1,871 פתקים", "לפי תאריך"),
        ("ar-EG", "9 يوليو 2014", "1,871 ملاحظة", "حسب التاريخ"),
    ])
    func speaksTheLanguageThatIsAskedFor(
        language: String, date: String, count: String, byDate: String
    ) throws {
        let notes = (0..<1871).map { note("N\($0)", day: 16_260) }
        let index = try #require(
            try renderedSite(notes, options: SiteOptions(language: language), templates: templates)[
                "index.html"])
        for words in [date, count, byDate] { #expect(index.contains(words), "\(words)") }
        let direction = ["he", "ar-EG"].contains(language) ? " dir=\"rtl\"" : ""
        #expect(index.contains("<html lang=\"\(language)\"\(direction)>"))
        // English text on pages in another language is marked as English.
        #expect(index.contains("class=\"count\" lang=\"en\" dir=\"ltr\">") == (language == "sv"))
    }

    @Test(arguments: [
        ("en", "0 notes", "1 note"), ("fr", "0 note", "1 note"), ("ja", "0件のノート", "1件のノート"),
    ])
    func countsNothingAndOneAsItsLanguageDoes(language: String, none: String, one: String) throws {
        for (notes, words) in [([], none), ([note("A")], one)] {
            let index = try renderedSite(
                notes, options: SiteOptions(language: language), templates: templates)
            #expect(index["index.html"]?.contains(">\(words)<") == true)
        }
    }
}
