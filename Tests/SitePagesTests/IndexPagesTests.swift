import NoteModel
import SitePages
import TestSupport
import Testing

/// The pages that list all notes.
@Suite(.tags(.fast))
struct IndexPagesTests {
    @Test func listsNotesByYearAndMonthNewestFirst() throws {
        let pages = try renderedSite([
            .made("July 2014", created: .day(2014, month: 7, day: 9)), .made("Undated"),
            .made("May 2012", created: .day(2012, month: 5, day: 4)),
            .made("Later in July", created: .day(2014, month: 7, day: 11)),
            .made("August 2014", created: .day(2014, month: 8, day: 18)),
        ])
        let page = try pages.query("by-date.html")
        #expect(
            page.rows.map(\.text)
                == ["August 2014", "Later in July", "July 2014", "May 2012", "Undated"])
        #expect(page.all("h2").map(\.text) == ["2014", "2012", "Without a date"])
        #expect(page.all("h3").map(\.text) == ["August", "July", "May"])
        let html = try #require(pages["by-date.html"])
        #expect(html.contains("<a href=\"#year-2014\">2014</a>"))
        #expect(html.contains("<a href=\"by-date.html\" aria-current=\"page\">By date</a>"))
        #expect(pages["index.html"]?.contains("<a href=\"by-date.html\">By date</a>") == true)
    }

    @Test func omitsOrdersWithoutEntries() throws {
        let pages = try renderedSite([.made("A"), .made("B")])
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
    func usesTheRequestedLanguage(
        language: String, date: String, count: String, byDate: String
    ) throws {
        let notes = (0..<1871).map {
            Note.made("N\($0)", created: .day(2014, month: 7, day: 9))
        }
        let pages = try renderedSite(notes, options: SiteOptions(language: language))
        let index = try #require(pages["index.html"])
        for words in [date, count, byDate] { #expect(index.contains(words), "\(words)") }
        let direction = ["he", "ar-EG"].contains(language) ? " dir=\"rtl\"" : ""
        #expect(index.contains("<html lang=\"\(language)\"\(direction)>"))
        // English text on pages in another language is marked as English.
        #expect(index.contains("class=\"count\" lang=\"en\" dir=\"ltr\">") == (language == "sv"))
    }

    @Test(arguments: [
        ("en", "0 notes", "1 note"), ("fr", "0 note", "1 note"), ("ja", "0件のノート", "1件のノート"),
    ])
    func pluralizesZeroAndOnePerLanguage(language: String, none: String, one: String) throws {
        for (notes, words) in [([], none), ([Note.made()], one)] {
            let pages = try renderedSite(notes, options: SiteOptions(language: language))
            #expect(pages["index.html"]?.contains(">\(words)<") == true)
        }
    }
}
