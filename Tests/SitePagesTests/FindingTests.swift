import Foundation
import NoteModel
import SitePages
import TestSupport
import Testing

/// Orders, tags, links between notes, and the neighbours in the list from which the reader came.
@Suite(.tags(.fast))
struct FindingTests {
    private func site(_ notes: [Note], sort: NoteOrder = .title) throws -> [String: String] {
        try renderedSite(notes, options: .made(sort: sort))
    }

    /// Returns the links of a page to notes, in order.
    private func links(_ page: String?) -> [String] {
        HTMLQuery(page ?? "").rows.compactMap { $0.attributes["href"] }
    }

    /// Returns the links of a page to its neighbours in a list, and to the list.
    private func neighbours(_ page: String?, way: String) throws -> [String] {
        let links = HTMLQuery(page ?? "").all("a", inside: "around")
        let list = try #require(links.first { $0.text == way }, "\(way)")
        return links.filter { $0.parent == list.parent }.map {
            "\($0.attributes["class"] ?? "") \($0.attributes["href"] ?? "")"
        }
    }

    private let three = ["Beta", "Alpha", "Gamma"].enumerated().map { index, title in
        Note.made(
            title, source: "all.data", index: index, created: .day(1970, month: 1, day: 2 + index),
            tags: ["x"])
    }

    @Test func listsNotesInEveryOrder() throws {
        let pages = try site(three)
        let orders = [
            ("index.html", "", ["alpha", "beta", "gamma"]),
            ("by-date.html", "#by.date", ["gamma", "alpha", "beta"]),
            ("by-order.html", "#by.order", ["beta", "alpha", "gamma"]),
        ]
        for (path, fragment, names) in orders {
            #expect(links(pages[path]) == names.map { "notes/\($0).html\(fragment)" })
        }
    }

    @Test func startsWithTheConfiguredOrder() throws {
        let pages = try site(three, sort: .date)
        #expect(
            links(pages["index.html"])
                == ["notes/gamma.html", "notes/alpha.html", "notes/beta.html"])
        #expect(links(pages["by-title.html"]).first == "notes/alpha.html#by.title")
        #expect(pages["by-date.html"] == nil)
        #expect(
            try neighbours(pages["notes/alpha.html"], way: "By date")
                == ["previous gamma.html", "list ../index.html", "next beta.html"])
        #expect(try site([], sort: .date)["index.html"]?.contains("No notes yet") == true)
    }

    @Test func sortsFilesNaturallyAndIgnoresRandomNames() throws {
        let named = try site(["Note10", "Note9", "Note1"].map { .made("T" + $0, source: $0) })
        #expect(
            links(named["by-order.html"]).isEmpty
                || links(named["by-order.html"]).first == "notes/tnote1.html#by.order")
        let ordered = try site([.made("B", source: "Note2"), .made("A", source: "Note10")])
        #expect(links(ordered["by-order.html"]).first == "notes/b.html#by.order")
        let chance = (0..<3).map { Note.made("N\($0)", source: "\(UUID().uuidString).data") }
        #expect(try site(chance)["by-order.html"] == nil)
    }

    @Test func continuesInTheOrderOfTheReferringList() throws {
        let page = try site(three)["notes/alpha.html"]
        #expect(
            try neighbours(page, way: "By date") == [
                "previous gamma.html#by.date", "list ../by-date.html", "next beta.html#by.date",
            ])
        #expect(try neighbours(page, way: "By title") == ["list ../index.html", "next beta.html"])
        #expect(
            try neighbours(page, way: "#x") == ["list ../tags/x.html", "next beta.html#by.tag.x"])
        for name in ["by.date", "by.order", "by.tag.x"] {
            #expect(page?.contains("<li id=\"\(name)\">") == true)
        }
        #expect(page?.contains("<li class=\"is-current\">") == true)
    }

    @Test func createsAPageForEachTag() throws {
        let pages = try site([
            .made("A", body: "#Travel #旅", tags: ["Travel", "旅"]),
            .made("B", body: "#travel", tags: ["travel"]),
            .made("C", body: "#travel", tags: ["travel"]), .made("D"),
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
        #expect(try site([.made("A")])["tags.html"] == nil)
    }

    @Test func linksNotesByTitleWithBacklinks() throws {
        let pages = try site([
            .made(
                "Élan vital",
                body: "[[b note]] [[B note|there]] [[B note#Part]] [[Nobody]] [[Élan vital]]"),
            .made(
                "B note",
                body: "[by address](Élan%20vital) [by file](notes/elan.md) [own](b-note.md)"),
            .made("C", body: "[[Gone|its words]] [[b note]]"),
        ])
        let first = try #require(pages["notes/élan-vital.html"])
        let links = ["b note", "there", "B note – Part"].map {
            "<a href=\"../notes/b-note.html\">\($0)</a> "
        }
        #expect(first.contains(links.joined() + "[[Nobody]]"))
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

    @Test func declaresLanguagesDetectedFromTheText() throws {
        let pages = try site([
            .made("رسالة", body: "وصلت الرسالة"), .made("朝", body: "東京の朝ごはん"),
            .made("שלום", body: "English words only"),
            .made("Soup", body: "한국어 글입니다"), .made("Grüße", body: "Straße"),
        ])
        for (name, part) in [
            ("رسالة", "<div class=\"body\" dir=\"auto\" lang=\"ar\">"),
            ("رسالة", "<article class=\"note\" dir=\"rtl\">"),
            ("朝", "<div class=\"body\" dir=\"auto\" lang=\"ja\">"),
            ("שלום", "<h1 dir=\"auto\" lang=\"he\">"),
            ("שלום", "<div class=\"body\" dir=\"auto\">"),
            ("soup", "<h1 dir=\"auto\">"), ("soup", "lang=\"ko\""), ("grüße", "lang=\"e"),
        ] { #expect(pages["notes/\(name).html"]?.contains(part) == true, "\(name): \(part)") }
        #expect(pages["notes/grüße.html"]?.components(separatedBy: "lang=").count == 2)
    }

    @Test func listsTheContentsOfLongNotes() throws {
        let pages = try site([
            .made("A", body: "# One\n\n## Two *b*\n\n# Three [[A]]"),
            .made("B", body: "# One\n\n# Two"),
        ])
        let page = try #require(pages["notes/a.html"])
        #expect(
            page.contains("<li class=\"level-3\"><a href=\"#two-b\" dir=\"auto\">Two b</a></li>"))
        #expect(page.contains("dir=\"auto\">Three A</a>"))
        #expect(pages["notes/b.html"]?.contains("class=\"contents\"") == false)
    }
}
