import DefaultTemplates
import Foundation
import NoteModel
import OutputPlan
import SitePages
import TestSupport
import Testing

/// Orders, tags, links between notes, and the neighbours in the list from which the reader came.
@Suite(.tags(.fast))
struct FindingTests {
    private let templates: SiteTemplates

    init() throws {
        templates = try SiteTemplates.standard.get()
    }

    private func note(
        _ title: String, body: String = "", day: Double? = nil, source: String? = nil,
        index: Int = 0, tags: [String] = []
    ) -> Note {
        var note = Note(
            id: NoteID(source: source ?? title, index: index), title: title, body: body,
            created: day.map { Date(timeIntervalSince1970: $0 * 86_400) })
        note.tags = tags.map(Tag.init)
        return note
    }

    private func site(_ notes: [Note], sort: NoteOrder = .title) throws -> [String: String] {
        var options = SiteOptions()
        options.sort = sort
        return try renderedSite(notes, options: options, templates: templates)
    }

    /// Returns the links of a page to notes, in order.
    private func links(_ page: String?) -> [String] {
        (page ?? "").components(separatedBy: "class=\"row-link\" href=\"").dropFirst().compactMap {
            $0.split(separator: "\"").first.map(String.init)
        }
    }

    private func neighbours(_ page: String?, way: String) -> [String] {
        let nav = (page ?? "").components(separatedBy: "<nav class=\"around")[1]
        let list =
            nav.components(separatedBy: "<li").first { $0.contains("dir=\"auto\">\(way)</a>") }
            ?? ""
        return list.components(separatedBy: "<a class=\"").dropFirst().map { link in
            let kind = link.prefix { $0 != "\"" }
            let address = link.components(separatedBy: "href=\"")[1].prefix { $0 != "\"" }
            return "\(kind) \(address)"
        }
    }

    private let three = { (make: (String, Double, Int) -> Note) in
        [make("Beta", 1, 0), make("Alpha", 2, 1), make("Gamma", 3, 2)]
    }

    @Test func listsNotesInEveryOrder() throws {
        let notes = three { note($0, day: $1, source: "all.data", index: $2) }
        let pages = try site(notes)
        #expect(
            links(pages["index.html"])
                == ["notes/alpha.html", "notes/beta.html", "notes/gamma.html"])
        #expect(
            links(pages["by-date.html"]) == [
                "notes/gamma.html#by.date", "notes/alpha.html#by.date", "notes/beta.html#by.date",
            ])
        #expect(
            links(pages["by-order.html"]) == [
                "notes/beta.html#by.order", "notes/alpha.html#by.order",
                "notes/gamma.html#by.order",
            ])
    }

    @Test func beginsWithTheOrderThatIsConfigured() throws {
        let notes = three { note($0, day: $1, source: "all.data", index: $2) }
        let pages = try site(notes, sort: .date)
        #expect(
            links(pages["index.html"])
                == ["notes/gamma.html", "notes/alpha.html", "notes/beta.html"])
        #expect(links(pages["by-title.html"]).first == "notes/alpha.html#by.title")
        #expect(pages["by-date.html"] == nil)
        #expect(
            neighbours(pages["notes/alpha.html"], way: "By date")
                == ["previous gamma.html", "list ../index.html", "next beta.html"])
        #expect(try site([], sort: .date)["index.html"]?.contains("No notes yet") == true)
    }

    @Test func sortsFilesAsPeopleDoAndKeepsNoOrderOfChance() throws {
        let named = try site(["Note10", "Note9", "Note1"].map { note("T" + $0, source: $0) })
        #expect(
            links(named["by-order.html"]).isEmpty
                || links(named["by-order.html"]).first == "notes/tnote1.html#by.order")
        let ordered = try site([note("B", source: "Note2"), note("A", source: "Note10")])
        #expect(links(ordered["by-order.html"]).first == "notes/b.html#by.order")
        let chance = (0..<3).map { note("N\($0)", source: "\(UUID().uuidString).data") }
        #expect(try site(chance)["by-order.html"] == nil)
    }

    @Test func leadsOnInTheOrderByWhichOneCame() throws {
        let notes = three { note($0, day: $1, source: "all.data", index: $2, tags: ["x"]) }
        let page = try site(notes)["notes/alpha.html"]
        #expect(
            neighbours(page, way: "By date") == [
                "previous gamma.html#by.date", "list ../by-date.html", "next beta.html#by.date",
            ])
        #expect(neighbours(page, way: "By title") == ["list ../index.html", "next beta.html"])
        #expect(
            neighbours(page, way: "#x")
                == ["list ../tags/x.html", "next beta.html#by.tag.x"])
        for name in ["by.date", "by.order", "by.tag.x"] {
            #expect(page?.contains("<li id=\"\(name)\">") == true)
        }
        #expect(page?.contains("<li class=\"is-current\">") == true)
    }

    @Test func makesAPageOfEachTag() throws {
        let pages = try site([
            note("A", body: "#Travel #旅", tags: ["Travel", "旅"]),
            note("B", body: "#travel", tags: ["travel"]),
            note("C", body: "#travel", tags: ["travel"]), note("D"),
        ])
        #expect(
            links(pages["tags/travel.html"]) == [
                "../notes/a.html#by.tag.travel", "../notes/b.html#by.tag.travel",
                "../notes/c.html#by.tag.travel",
            ])
        #expect(pages["tags/旅.html"] != nil)
        let tags = try #require(pages["tags.html"])
        // The tag is spelled as in most notes.
        #expect(tags.contains("<bdi>travel</bdi> <small>3</small>") && !tags.contains("Travel"))
        #expect(pages["notes/a.html"]?.contains("href=\"../tags/travel.html\">#Travel</a>") == true)
        #expect(pages["index.html"]?.contains("<a href=\"tags.html\">Tags</a>") == true)
        #expect(try site([note("A")])["tags.html"] == nil)
    }

    @Test func linksNotesByTheirTitlesAndBack() throws {
        let pages = try site([
            note(
                "Élan vital",
                body: "[[b note]] [[B note|there]] [[B note#Part]] [[Nobody]] [[Élan vital]]"),
            note(
                "B note",
                body: "[by address](Élan%20vital) [by file](notes/elan.md) [own](b-note.md)"),
            note("C", body: "[[Gone|its words]] [[b note]]"),
        ])
        let first = try #require(pages["notes/élan-vital.html"])
        #expect(
            first.contains(
                "<a href=\"../notes/b-note.html\">b note</a> <a href=\"../notes/b-note.html\">there</a> <a href=\"../notes/b-note.html\">B note – Part</a> [[Nobody]]"
            ))
        #expect(first.contains("class=\"backlinks\""))
        #expect(first.contains("<a href=\"b-note.html\" dir=\"auto\">B note</a>"))
        let second = try #require(pages["notes/b-note.html"])
        let back = second.components(separatedBy: "class=\"backlinks\"").last ?? ""
        #expect(back.contains("%C3%A9lan-vital.html") && back.contains("c.html"))
        #expect(!back.contains("b-note.html\" dir"))
        #expect(pages["notes/c.html"]?.contains("<p>its words <a") == true)
        #expect(pages["notes/c.html"]?.contains("class=\"backlinks\"") == false)
        // Lists and searches show the words without the brackets.
        #expect(pages["index.html"]?.contains("[[b note") == false)
    }

    @Test func tellsTheLanguageThatLettersTell() throws {
        let pages = try site([
            note("رسالة", body: "وصلت الرسالة"), note("朝", body: "東京の朝ごはん"),
            note("שלום", body: "English words only"),
            note("Soup", body: "한국어 글입니다"), note("Grüße", body: "Straße"),
        ])
        #expect(
            pages["notes/رسالة.html"]?.contains("<div class=\"body\" dir=\"auto\" lang=\"ar\">")
                == true)
        #expect(pages["notes/رسالة.html"]?.contains("<article class=\"note\" dir=\"rtl\">") == true)
        #expect(
            pages["notes/朝.html"]?.contains("<div class=\"body\" dir=\"auto\" lang=\"ja\">") == true
        )
        let hebrew = try #require(pages["notes/שלום.html"])
        #expect(hebrew.contains("<h1 dir=\"auto\" lang=\"he\">"))
        #expect(hebrew.contains("<div class=\"body\" dir=\"auto\">"))
        #expect(pages["notes/soup.html"]?.contains("<h1 dir=\"auto\">") == true)
        #expect(pages["notes/soup.html"]?.contains("lang=\"ko\"") == true)
        #expect(pages["notes/grüße.html"]?.contains("lang=\"e") == true)
        #expect(pages["notes/grüße.html"]?.components(separatedBy: "lang=").count == 2)
    }

    @Test func listsTheContentsOfLongNotes() throws {
        let pages = try site([
            note("A", body: "# One\n\n## Two *b*\n\n# Three [[A]]"),
            note("B", body: "# One\n\n# Two"),
        ])
        let page = try #require(pages["notes/a.html"])
        #expect(
            page.contains("<li class=\"level-3\"><a href=\"#two-b\" dir=\"auto\">Two b</a></li>"))
        #expect(page.contains("dir=\"auto\">Three A</a>"))
        #expect(pages["notes/b.html"]?.contains("class=\"contents\"") == false)
    }
}
