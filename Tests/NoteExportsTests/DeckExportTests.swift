import Foundation
import NoteExports
import NoteModel
import OutputPlan
import TestSupport
import Testing

struct DeckExportTests {
    private let deck: Note = {
        var deck = Note(
            deck: Deck([
                Card(
                    question: "Capital of **Peru**?", answer: "Lima", rightCount: 3, wrongCount: 1),
                Card(question: "A \"tab\"\tand\nlines", answer: "```\na\n\nb\n```"),
                Card(question: "# not a comment", answer: ""),
                Card(question: "yes", answer: "![](1)"),
            ]), id: NoteID(source: "Capitals.archive", index: 0), photos: [])
        deck.tags = [Tag("geo/south"), Tag("two")]
        return deck
    }()

    private func file(_ name: String, of plan: TreePlan) throws -> String {
        let file = try #require(plan.files.first { $0.path.text == name })
        guard case .rendered(let render) = file.content else { return "" }
        return String(decoding: try render(), as: UTF8.self)
    }

    private var notebook: Notebook { Notebook(title: "N", notes: [deck]) }

    @Test func writesCardsForProgramsAndForPeople() throws {
        let plan = MarkdownExport.plan(
            notebook, slugs: Slug.distinct(for: ["Capitals"]), media: PreparedMedia())
        let text = try file("capitals.md", of: plan)
        #expect(
            text.hasPrefix(
                """
                ---
                title: Capitals
                tags:
                - geo/south
                - two
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
    func writesFrontMatterThatOthersRead() throws {
        let plan = MarkdownExport.plan(
            notebook, slugs: Slug.distinct(for: ["Capitals"]), media: PreparedMedia())
        let folder = try TemporaryFolder()
        let path = try folder.write(try file("capitals.md", of: plan), to: "capitals.md")
        let script = """
            import json, sys, yaml
            text = open(sys.argv[1], newline="").read().split("---\\n")[1]
            print(json.dumps([[c["question"], c["answer"], c["right"]] for c in yaml.safe_load(text)["cards"]]))
            """
        let run = try FinishedProgram(try #require(Places.python), ["-c", script, path])
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

    @Test func keepsTheIdentifiersOfCardsWhoseAnswersChange() {
        let changed = Note(
            deck: Deck([Card(question: "Capital of **Peru**?", answer: "Lima!", rightCount: 9)]),
            id: deck.id)
        func identifier(_ note: Note) -> Substring? {
            String(decoding: AnkiExport([note]).text, as: UTF8.self)
                .split(separator: "\n").dropFirst(7).first?.prefix { $0 != "\t" }
        }
        #expect(identifier(changed) == identifier(deck))
    }

    /// Anki's own import, twice: the second time it knows every card.
    @Test(.enabled(if: Places.hasAnki, "needs the Python of make test with Anki"))
    func isImportedByAnki() throws {
        let folder = try TemporaryFolder()
        let png = PNGPicture.quarters(width: 4, height: 2)
        let picture = try folder.write(png, to: "a.png")
        var deck = deck
        deck.photos = [
            Photo(name: "a.png", content: .stored(StoredBytes(file: picture, range: 0..<png.count)))
        ]
        let export = AnkiExport([deck])
        let package = folder.path + "/decks.apkg"
        try export.writePackage(to: package, at: 1_700_000_000, in: folder.path)
        let text = try folder.write(export.text, to: "decks.txt")
        let script = Places.package + "/Tests/TestSupport/read-decks.py"
        let run = try FinishedProgram(try #require(Places.python), [script, package, text])
        #expect(run.status == 0, "\(run.errors)")
        let name = deck.id.studyIdentifier
        let lines = """
            Capitals|# not a comment|
            Capitals|A "tab"
            and<br />
            lines|<pre><code>a

            b
            </code></pre>
            Capitals|Capital of <strong>Peru</strong>?|Lima
            Capitals|yes|<img src="\(name)-1.png">

            """
        let plain = run.output.replacing("A &quot;tab&quot;\tand", with: "A \"tab\"\nand")
            .replacing("<h2>not a comment</h2>", with: "# not a comment")
        #expect(plain == "4 0 0\n0 0 4\n\(lines)4 0 0\n0 0 4\n\(lines)")
        // The same decks, the same bytes.
        try FileManager.default.removeItem(atPath: folder.path + "/collection.anki2")
        let again = folder.path + "/again.apkg"
        try export.writePackage(to: again, at: 1_700_000_000, in: folder.path)
        #expect(FileManager.default.contentsEqual(atPath: package, andPath: again))
    }
}
