import Foundation
import NoteModel
import TestSupport
import Testing

@testable import SitePages

/// Notes that show the text of other notes: `![[Title]]` in a paragraph of its own.
@Suite(.tags(.fast))
struct EmbeddedNoteTests {
    /// Returns the text of the first of some notes on its page.
    private func text(_ bodies: [(title: String, body: String)]) throws -> String {
        let notes = bodies.enumerated().map { index, note in
            Note.made(note.title, body: note.body, source: "\(index).data")
        }
        let page = try #require(try PreparedSite(notes).pages()["notes/main.html"])
        let start = try #require(page.range(of: "<div class=\"body\" dir=\"auto\">\n"))
        let end = try #require(page.range(of: "\n</div>\n</article>"))
        return page[start.upperBound..<end.lowerBound].trimmingCharacters(in: .newlines)
    }

    private static let other = """
        Words.

        ## One

        First

        ### Below

        Deep

        ## Two

        Second[^1] [[#One]]

        > ## Quoted
        > words

        [^1]: Foot
        """

    @Test func showsTheTextWithALinkToTheNote() throws {
        let html = try text([("Main", "a\n\n![[Other]]\n\nb"), ("Other", "Text of *it*.")])
        #expect(
            html == """
                <p>a</p>
                <div class="embed">
                <p class="embed-title"><a href="../notes/other.html">Other</a></p>
                <p>Text of <em>it</em>.</p>
                </div>
                <p>b</p>
                """)
    }

    @Test func showsAPart() throws {
        let html = try text([("Main", "![[Other#One|words]]"), ("Other", Self.other)])
        #expect(html.contains("<a href=\"../notes/other.html#one\">words</a></p>\n<h3"))
        #expect(html.contains("First") && html.contains("Deep"))
        #expect(!html.contains("Words.") && !html.contains("Second"))
    }

    @Test func assignsUniqueIdentifiers() throws {
        let html = try text([("Main", "## One\n\n![[Other]]\n\n![[Other]]"), ("Other", Self.other)])
        let identifiers = html.matches(of: /\ id="([^"]*)"/).map { String($0.1) }
        #expect(Set(identifiers).count == identifiers.count)
        #expect(identifiers.count == 1 + 2 * 6)
        let targets = html.matches(of: /href="#([^"]*)"/).map { String($0.1) }
        #expect(Set(targets).subtracting(identifiers) == [])
        // Below the headings of the note itself.
        #expect(html.contains("<h2 id=\"one\"") && html.contains("<h3 id=\"embed-1.one\""))
    }

    @Test(arguments: [
        ("![[Other#Quoted]]", "<p><a href=\"../notes/other.html#quoted\">Other – Quoted</a></p>"),
        // The footnotes are not in the part.
        ("![[Other#Two]]", "<p><a href=\"../notes/other.html#two\">Other – Two</a></p>"),
        ("![[Other#^block]]", "<p><a href=\"../notes/other.html\">Other – ^block</a></p>"),
        ("![[#Two]]", "<p>![[#Two]]</p>"),
        (
            "## Two\n\n![[#Two]]",
            "<h2 id=\"two\">Two <a class=\"anchor\" aria-hidden=\"true\" tabindex=\"-1\" href=\"#two\"></a></h2>\n<p><a href=\"#two\">Two</a></p>"
        ),
        ("![[Main]]", "<p><a href=\"../notes/main.html\">Main</a></p>"),
        ("![[Nothing]]", "<p>![[Nothing]]</p>"),
        ("See ![[Other]].", "<p>See <a href=\"../notes/other.html\">Other</a>.</p>"),
        ("- ![[Other]]", "<ul>\n<li><a href=\"../notes/other.html\">Other</a></li>\n</ul>"),
    ])
    func linksNotesThatCannotBeEmbedded(body: String, html: String) throws {
        #expect(try text([("Main", body), ("Other", Self.other)]) == html)
    }

    @Test func linksNestedEmbeds() throws {
        let html = try text([
            ("Main", "![[Other]]"), ("Other", "a\n\n![[Main]]\n\n![[Third]]"), ("Third", "c"),
        ])
        #expect(html.contains("<p><a href=\"../notes/main.html\">Main</a></p>"))
        #expect(html.contains("<p><a href=\"../notes/third.html\">Third</a></p>"))
        #expect(html.matches(of: /class="embed"/).count == 1)
    }

    @Test func dependsOnTheNotesThatItShows() throws {
        func content(_ body: String, of main: String) throws -> [NoteFingerprints] {
            let site = try PreparedSite([
                .made("Main", body: main), .made("Other", body: body),
            ])
            let rows = site.site.rows.enumerated().map { index, row in
                let own = site.map.fingerprints(
                    of: row.note, facts: row.facts, key: .init(ofNoteAlone: row.note), at: index,
                    targets: row.targets, thumbnail: nil)
                return row.leading(to: row.targets, fingerprints: own)
            }
            return SiteNotes(rows, map: site.map).rows.compactMap(\.fingerprints)
        }
        #expect(
            try content("a", of: "![[Other]]")[0].content
                != content("b", of: "![[Other]]")[0].content)
        #expect(
            try content("a", of: "[[Other]]")[0].content
                == content("b", of: "[[Other]]")[0].content)
    }
}
