import Foundation
import NoteExports
import NoteModel
import OutputPlan
import TestSupport
import Testing

@Suite(.tags(.acceptance))
struct DeckExportTests {
    private let folder = TemporaryFolder()
    private let deck: Note = {
        var deck = Note(
            deck: Deck([
                Card(
                    question: "Capital of **Peru**?", answer: "Lima", rightCount: 3, wrongCount: 1),
                Card(question: "A \"tab\"\tand\nlines", answer: "```\na\n\nb\n```"),
                Card(question: "# not a comment", answer: ""),
                Card(question: "yes", answer: "![](1)"),
            ]), id: NoteID(source: "Capitals.archive", index: 0))
        deck.tags = [Tag("geo/south"), Tag("two")]
        return deck
    }()

    @Test func writesCardsAsFrontMatterAndText() throws {
        let text = try MarkdownExport.plan(.init([deck])).text("capitals.md")
        #expect(
            text.hasPrefix(
                """
                ---
                title: Capitals
                tags:
                - geo/south
                - two
                slug: capitals
                id: \(deck.id.studyIdentifier)
                source: Capitals.archive
                generator: Notebinder
                noteKind: deck
                cards:
                - question: Capital of **Peru**?
                  answer: Lima
                  right: 3
                  wrong: 1

                """))
        #expect(
            text.contains("---\n## Card 1\n\nCapital of **Peru**?\n\n---\n\nLima\n\n## Card 2\n"))
    }

    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func writesFrontMatterThatPyYAMLReads() throws {
        let path = try MarkdownExport.plan(.init([deck])).write(to: folder) + "/capitals.md"
        let script = """
            import json, sys, yaml
            text = open(sys.argv[1], newline="").read().split("---\\n")[1]
            print(json.dumps([[c["question"], c["answer"], c["right"]] for c in yaml.safe_load(text)["cards"]]))
            """
        let run = try FinishedProgram(try #require(Places.python), arguments: ["-c", script, path])
        let read = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[Any]]
        let cards = try #require(deck.deck?.cards)
        #expect(read?.map { $0[0] as? String } == cards.map(\.question))
        #expect(read?.map { $0[1] as? String } == cards.map(\.answer))
        #expect(read?.map { $0[2] as? Int } == [3, 0, 0, 0])
    }

    @Test func declaresTheColumnsOfItsText() {
        let text = String(decoding: AnkiExport([deck]).text, as: UTF8.self)
        #expect(
            text.hasPrefix(
                """
                #separator:tab
                #html:true
                #notetype:Basic
                #columns:Identifier\tDeck\tFront\tBack\tTags
                #guid column:1
                #deck column:2
                #tags column:5

                """))
        let first = text.split(separator: "\n")[7]
        #expect(
            first.hasSuffix("\tCapitals\tCapital of <strong>Peru</strong>?\tLima\tgeo::south two"))
    }

    /// Returns the identifiers of all cards by their questions as HTML.
    private func identifiers(_ notes: [Note], chosen: Set<NoteID>? = nil) -> [String: String] {
        AnkiExport(notes, chosen: chosen).rows.reduce(into: [:]) { $0[$1[2], default: ""] += $1[0] }
    }

    @Test func identifiesCardsByTheirQuestionsAndNothingElse() throws {
        let id = NoteID(source: "Lists.archive", index: 1)
        func deck(_ cards: [Card], title: String = "T", at id: NoteID = id) -> Note {
            var note = Note(
                deck: Deck(cards), id: id, title: title,
                created: Date(timeIntervalSince1970: Double(cards.count)))
            note.identity = "urn:uuid:\(title)"
            return note
        }
        let cards = ["One", "Two", "Three"].map { Card(question: $0, answer: "A") }
        let before = identifiers([deck(cards)])
        #expect(Set(before.values).count == 3)
        let changed = [
            Card(question: "New", answer: "N"),
            Card(question: "Three", answer: "B", rightCount: 4, wrongCount: 2),
            Card(question: "Two", answer: "A"), Card(question: "One", answer: "A"),
        ]
        let after = identifiers([
            deck(changed, title: "Renamed", at: NoteID(source: id.source, index: 3))
        ])
        #expect(after.filter { $0.key != "New" } == before)
        // Another file has the same questions.
        let other = identifiers([deck(cards, at: NoteID(source: "More.archive", index: 0))])
        #expect(Set(other.values).isDisjoint(with: before.values))
    }

    @Test func identifiesCardsByTheIdentifiersOfTheirApp() {
        let found = ["Old", "New"].map { question in
            let card = Card(question: question, answer: "A", identifier: "7\n8")
            let deck = Note(deck: Deck([card]), id: NoteID(source: "a", index: 0))
            return identifiers([deck])[question]
        }
        #expect(found[0] == found[1] && found[0] != nil)
    }

    @Test func numbersEqualQuestionsAcrossTheDecksOfAFile() {
        let decks = (0..<2).map { index in
            Note(
                deck: Deck(["Q\(index)", "Q"].map { Card(question: $0, answer: "") }),
                id: NoteID(source: "a", index: index), title: "D\(index)")
        }
        let all = identifiers(decks)["Q"] ?? ""
        let first = identifiers(decks, chosen: [decks[0].id])["Q"] ?? ""
        let second = identifiers(decks, chosen: [decks[1].id])["Q"] ?? ""
        #expect(first != second)
        // A deck that is exported alone keeps its identifiers.
        #expect(all == first + second)
    }

    /// Anki imports an export, reviews each card, and imports the export of the changed deck.
    @Test(.enabled(if: Places.hasAnki, "needs the Python of make test with Anki"))
    func updatesChangedCardsAndKeepsHistoryInAnki() throws {
        func export(_ cards: [Card], title: String, to name: String, at time: Int) throws -> String
        {
            try AnkiExport([Note(deck: Deck(cards), id: deck.id, title: title)])
                .package(name, in: folder, at: time)
        }
        var cards = try #require(deck.deck?.cards)
        // Files that are not packages of this program are ignored.
        try folder.write("no ZIP file", to: "other.apkg")
        let first = try export(cards, title: "Capitals", to: "1.apkg", at: 1_700_000_000)
        cards[0] = Card(question: cards[0].question, answer: "Lima!")
        let second = try export(cards, title: "Capitals", to: "2.apkg", at: 1_700_000_000)
        cards.insert(Card(question: "New", answer: "N"), at: 0)
        let third = try export(cards, title: "Towns", to: "3.apkg", at: 1_700_000_009)
        let script = Places.package + "/Tests/TestSupport/review-decks.py"
        let python = try #require(Places.python)
        let changed = try FinishedProgram(python, arguments: [script, first, second])
        #expect(changed.output.hasPrefix("4 0 0\n0 1 3\n4 4\nhistory kept\n"), "\(changed)")
        #expect(changed.output.contains("Capitals|Capital of <strong>Peru</strong>?|Lima!\n"))
        let added = try FinishedProgram(python, arguments: [script, second, third])
        #expect(added.output.hasPrefix("4 0 0\n1 0 4\n5 4\nhistory kept\n"), "\(added)")
    }

    /// Anki's own import, run twice: the second time it knows every card.
    @Test(.enabled(if: Places.hasAnki, "needs the Python of make test with Anki"))
    func isImportedByAnki() throws {
        var deck = deck
        deck.photos = [try folder.photo("a.png")]
        let export = AnkiExport([deck])
        let package = try export.package("decks.apkg", in: folder)
        let text = try folder.write(export.text, to: "decks.txt")
        let script = Places.package + "/Tests/TestSupport/read-decks.py"
        let run = try FinishedProgram(
            try #require(Places.python), arguments: [script, package, text])
        #expect(run.status == 0, "\(run.errors)")
        let name = try #require(AnkiExport.pictureName(of: deck.photos[0]))
        #expect(name.hasSuffix(".png"))
        let lines = """
            Capitals|# not a comment|
            Capitals|A "tab"
            and<br />
            lines|<pre><code>a

            b
            </code></pre>
            Capitals|Capital of <strong>Peru</strong>?|Lima
            Capitals|yes|<img src="\(name)">

            """
        let plain = run.output.replacing("A &quot;tab&quot;\tand", with: "A \"tab\"\nand")
            .replacing("<h2>not a comment</h2>", with: "# not a comment")
        #expect(plain == "4 0 0\n0 0 4\n\(lines)4 0 0\n0 0 4\n\(lines)")
        // The same decks give the same bytes.
        let other = TemporaryFolder()
        _ = try export.package("decks.apkg", in: other)
        #expect(try other.bytes("decks.apkg") == folder.bytes("decks.apkg"))
    }
}
