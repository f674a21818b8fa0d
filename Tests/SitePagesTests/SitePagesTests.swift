import DefaultTemplates
import Foundation
import NoteModel
import OutputPlan
import SitePages
import TestSupport
import Testing
import TextTemplates

@Suite(.tags(.fast))
struct SitePagesTests {
    private let templates: SiteTemplates

    init() throws {
        templates = try SiteTemplates.standard.get()
    }

    private func site(
        _ notes: [Note], language: String = "en", timeZone: TimeZone = .gmt
    ) throws -> [String: String] {
        try renderedSite(
            notes, options: SiteOptions(language: language, timeZone: timeZone),
            templates: templates)
    }

    private func note(
        _ title: String, body: String = "", day: Double? = nil, photos: [Medium] = []
    ) -> Note {
        Note(
            id: NoteID(source: title, index: 0), title: title, body: body,
            created: day.map { Date(timeIntervalSince1970: $0 * 86_400) }, photos: photos)
    }

    @Test func linksEachNoteToItsNeighbours() throws {
        let pages = try site([note("Note 10"), note("Note 9"), note("Élan")])
        let middle = try #require(pages["notes/note-9.html"])
        #expect(middle.contains("rel=\"prev\" href=\"%C3%A9lan.html\""))
        #expect(middle.contains("rel=\"next\" href=\"note-10.html\""))
        #expect(pages["notes/note-10.html"]?.contains("rel=\"next\"") == false)
    }

    @Test func groupsTheIndexByLetterInTheOrderOfTheLanguage() throws {
        let index = try #require(
            try site([note("Zebra"), note("Ödla"), note("apa"), note("Åka")], language: "sv")[
                "index.html"])
        let letters = index.split(separator: "\n").filter { $0.hasPrefix("<h2 id=") }
            .compactMap { $0.split(separator: ">").dropFirst().first?.prefix(1) }
        #expect(letters == ["A", "Z", "Å", "Ö"])
        #expect(index.contains("<html lang=\"sv\">"))
        #expect(index.contains("4 notes"))
    }

    @Test func textCannotBreakOutOfAnyPage() throws {
        let evil = "\"><script>alert('1')</script>{{title}}{{{x}}}<!--"
        let pages = try site([
            note(
                evil, body: evil,
                photos: [Medium(.photo, name: evil, caption: evil, content: .missing)])
        ])
        for (path, page) in pages where path.hasSuffix(".html") {
            #expect(!page.contains("<script>"), "\(path)")
            #expect(!page.contains("<!--"), "\(path)")
        }
        #expect(pages["index.html"]?.contains("{{title}}{{{x}}}") == true)
    }

    @Test func tellsDatesInTheTimeZoneThatIsAskedFor() throws {
        let notes = [note("T", day: 16_260.99)]
        #expect(try site(notes)["notes/t.html"]?.contains(">9 July 2014</time>") == true)
        let rome = try #require(TimeZone(identifier: "Europe/Rome"))
        let page = try #require(try site(notes, timeZone: rome)["notes/t.html"])
        #expect(page.contains("datetime=\"2014-07-10T01:45:36+02:00\">10 July 2014</time>"))
    }

    @Test func saysKindlyThatThereAreNoNotes() throws {
        let index = try #require(try site([])["index.html"])
        #expect(index.contains("No notes yet"))
        #expect(!index.contains("class=\"letters\""))
    }

    @Test func refusesTemplatesWithNamesThatNoPageOffers() throws {
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
