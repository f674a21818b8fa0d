import DefaultTemplates
import Foundation
import Markup
import NoteModel
import Platform
import SitePages
import TestSupport
import Testing

@Suite(.tags(.fast))
struct SitePagesTests {
    @Test func linksEachNoteToItsNeighbours() throws {
        let pages = try renderedSite([.made("Note 10"), .made("Note 9"), .made("Élan")])
        let middle = try #require(pages["notes/note-9.html"])
        #expect(middle.contains("rel=\"prev\" href=\"%C3%A9lan.html\""))
        #expect(middle.contains("rel=\"next\" href=\"note-10.html\""))
        #expect(pages["notes/note-10.html"]?.contains("rel=\"next\"") == false)
    }

    @Test func groupsTheIndexByLetterInLocaleOrder() throws {
        let notes = ["Zebra", "Ödla", "apa", "Åka"].map { Note.made($0) }
        let index = try renderedSite(notes, options: SiteOptions(language: "sv")).query(
            "index.html")
        #expect(index.all("h2").map(\.text) == ["A", "Z", "Å", "Ö"])
        #expect(index.first("html")?.attributes["lang"] == "sv")
        #expect(index.first("p", withClass: "count")?.text == "4 notes")
    }

    @Test func escapesHostileTextOnEveryPage() throws {
        let evil = "\"><script>alert('1')</script>{{title}}{{{x}}}<!--"
        let photo = Medium(.photo, name: evil, caption: evil, content: .missing)
        let pages = try renderedSite([.made(evil, body: evil, photos: [photo])])
        for (path, page) in pages where path.hasSuffix(".html") {
            #expect(!page.contains("<script>"), "\(path)")
            #expect(!page.contains("<!--"), "\(path)")
        }
        #expect(pages["index.html"]?.contains("{{title}}{{{x}}}") == true)
    }

    @Test func showsDatesInTheRequestedTimeZone() throws {
        let evening = Date.day(2014, month: 7, day: 9).addingTimeInterval(85_536)
        let notes = [Note.made("T", created: evening)]
        #expect(try renderedSite(notes)["notes/t.html"]?.contains(">9 July 2014</time>") == true)
        let rome = SiteOptions(timeZone: try ZoneInfo("Europe/Rome"))
        let page = try #require(try renderedSite(notes, options: rome)["notes/t.html"])
        #expect(page.contains("datetime=\"2014-07-10T01:45:36+02:00\">10 July 2014</time>"))
    }

    @Test func showsAMessageForAnEmptyNotebook() throws {
        let index = try #require(try renderedSite([])["index.html"])
        #expect(index.contains("No notes yet"))
        #expect(!index.contains("class=\"letters\""))
    }

    @Test func refusesTemplatesWithUnknownNames() throws {
        var sources = DefaultTemplates.templates
        sources["note.html"] = "{{#photos}}\n{{captoin}}{{/photos}}"
        #expect {
            try SiteTemplates(sources)
        } throws: { error in
            guard let error = error as? TemplateError else { return false }
            return error.template == "note.html" && error.line == 2 && error.column == 1
        }
        // A photo in a text has no access to the values of the page.
        sources = DefaultTemplates.templates
        sources["photo.html"] = "{{root}}"
        #expect(throws: TemplateError.self) { try SiteTemplates(sources) }
        sources = DefaultTemplates.templates
        sources["bar.html"] = "{{root}}{{words.search}}{{feed}}"
        #expect(throws: Never.self) { try SiteTemplates(sources) }
    }
}
