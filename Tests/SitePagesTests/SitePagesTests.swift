import DefaultTemplates
import Foundation
import NoteModel
import OutputPlan
import SitePages
import Testing
import TextTemplates

struct SitePagesTests {
    private let templates: SiteTemplates

    init() throws {
        templates = try SiteTemplates(DefaultTemplates.templates)
    }

    private func site(
        _ notes: [Note], language: String = "en", timeZone: TimeZone = .gmt,
        photos: PreparedPhotos = PreparedPhotos([:])
    ) throws -> [String: String] {
        let renderer = NoteBodyRenderer(templates: templates, photos: photos)
        let plan = SitePlanner(
            options: SiteOptions(language: language, timeZone: timeZone), templates: templates,
            assets: DefaultTemplates.assets
        ).plan(
            Notebook(title: "Mine & yours", notes: notes),
            slugs: Slug.distinct(for: notes.map(\.title)), bodies: try notes.map(renderer.body),
            photos: photos)
        var pages: [String: String] = [:]
        for file in plan.files {
            if case .rendered(let render) = file.content {
                pages[file.path.text] = String(decoding: try render(), as: UTF8.self)
            } else {
                pages[file.path.text] = ""
            }
        }
        return pages
    }

    private func note(
        _ title: String, _ body: String = "", day: Double? = nil, photos: [Photo] = []
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
            note(evil, evil, photos: [Photo(name: evil, caption: evil, content: .missing)])
        ])
        for (path, page) in pages {
            #expect(!page.contains("<script"), "\(path)")
            #expect(!page.contains("<!--"), "\(path)")
        }
        #expect(pages["index.html"]?.contains("{{title}}{{{x}}}") == true)
    }

    @Test func showsPhotosWhereTheTextNamesThemAndTheOthersBelow() throws {
        let key = ContentKey(of: [1])
        let names = ["a.jpg", "b.jpg"]
        let photos = names.map {
            Photo(name: $0, content: .stored(StoredBytes(file: "/" + $0, range: 0..<1)))
        }
        var prepared: [Photo.Identity: PreparedPhoto] = [:]
        for (number, photo) in photos.enumerated() {
            let derivatives = SitePictures.recipes.map {
                Derivative(
                    recipe: $0.name, key: ContentKey(of: [UInt8(number), UInt8($0.name.count)]),
                    size: PixelSize(width: 40, height: 30), fileExtension: "jpg")
            }
            prepared[try #require(photo.identity)] = PreparedPhoto(
                digest: key, byteCount: 1, kind: .jpeg,
                outcome: .decoded(
                    DecodedPhoto(
                        size: PixelSize(width: 400, height: 300), carriesPosition: true,
                        derivatives: derivatives)))
        }
        let lost = Photo(name: "lost.jpg", content: .missing)
        let note = note("T", "one\n\n![The second](b.jpg)\n\ntwo ![](9)", photos: photos + [lost])
        let pages = try site([note], photos: PreparedPhotos(prepared))
        let page = try #require(pages["notes/t.html"])
        let text = try #require(page.range(of: "alt=\"The second\""))
        let below = try #require(page.range(of: "class=\"photos\""))
        #expect(text.lowerBound < below.lowerBound)
        #expect(page.components(separatedBy: "<img").count == 3)
        #expect(page.components(separatedBy: "width=\"40\" height=\"30\"").count == 3)
        #expect(page.contains("Photo missing: lost.jpg"))
        #expect(pages.keys.count { $0.hasPrefix("photos/") } == 4)
        #expect(pages["index.html"]?.contains("class=\"thumbnail\"") == true)
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
    }
}
