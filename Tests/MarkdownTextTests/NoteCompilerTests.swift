import NoteModel
import TestSupport
import Testing

@testable import MarkdownText

/// Notes compiled for pages: all of their texts, and what pages need without the HTML.
@Suite(.tags(.fast))
struct NoteCompilerTests {
    private let compiler = NoteCompiler(.test, language: "en")

    private func deck(_ body: String = "", cards: [(String, String)]) -> Note {
        var note = Note.made("Deck", body: body)
        note.deck = Deck(cards.map { Card(question: $0.0, answer: $0.1) })
        return note
    }

    private func words(_ note: Note) -> String {
        String(decoding: compiler.compile(note).body.plainText, as: UTF8.self)
    }

    @Test func compilesTheBodyAndBothSidesOfEachCard() {
        let note = deck("Intro #a", cards: [("Q1 [[b]]", "A1 ![](c.png)"), ("", "A2 #d")])
        let compiled = compiler.compile(note)
        #expect(compiled.body.texts.count == 5)
        #expect(compiled.facts.references.map(\.name) == ["a", "b", "c.png", "d"])
        #expect(compiled.facts.firstReferences == [0, 1, 2, 3, 3])
        #expect(compiled.facts.questions == ["Q1 b", ""])
        #expect(compiled.facts.excerpt == "Intro #a")
    }

    @Test func extractsPlainTextOfBodyAndCards() {
        #expect(words(.made(body: "# A\n\nb *c*")) == "A\nb c\n")
        #expect(words(.made(body: "")) == "")
        #expect(words(deck("intro", cards: [("q", "a"), ("", "b")])) == "intro\nq\na\nb\n")
        #expect(words(deck(cards: [])) == "")
    }

    @Test func detectsLanguagesOfTitleBodyAndCards() {
        let note = compiler.compile(.made("שלום", body: "English words"))
        #expect(note.facts.titleLanguage == "he" && note.facts.language == nil)
        let cards = compiler.compile(deck(cards: [("こんにちは", "さようなら")]))
        #expect(cards.facts.language == "ja" && cards.facts.excerptLanguage == nil)
    }

    @Test func reportsTextOverTheRenderBudget() {
        let facts = compiler.compile(deck("fine", cards: [("q", costlyTable)])).facts
        #expect(facts.unrenderedReason != nil)
        #expect(facts.excerpt == "fine")
    }

    @Test func listsTheHeadingsOfTheBodyAlone() {
        let facts = compiler.compile(deck("# One", cards: [("# Two", "# Three")])).facts
        #expect(facts.headings.map(\.text) == ["One"])
    }

    @Test func describesImagesWithoutTheirWidths() {
        let facts = compiler.compile(.made(body: "![the lake|300](a.png) ![[b.png]] #c")).facts
        #expect(facts.imageDescriptions == ["the lake", ""])
    }

    @Test func roundTripsFacts() throws {
        let note = deck("# שלום #a\n\n[x](y \"z\") ![w|9](v.png)", cards: [("q", "[[a]]")])
        let facts = compiler.compile(note).facts
        let bytes = encoded(facts)
        let read = try decoded(bytes, as: NoteFacts.self)
        #expect(read.excerpt == facts.excerpt && read.headings == facts.headings)
        #expect(read.references == facts.references && read.questions == facts.questions)
        #expect(read.firstReferences == facts.firstReferences)
        #expect(read.language == facts.language && read.titleLanguage == facts.titleLanguage)
        #expect(encoded(read) == bytes)
        expectNoBeginningIsRead(of: facts)
    }

    @Test func roundTripsTheBody() throws {
        let body = compiler.compile(deck("a [b](c)", cards: [("# q", "#t")])).body
        #expect(try decoded(encoded(body), as: CompiledBody.self).texts == body.texts)
    }

    /// The cache compares bytes: they must not depend on the thread or on the run.
    @Test func givesTheSameBytesOnEveryThread() async {
        let notes = (0..<60).map {
            Note.made("T\($0)", body: "# H \($0)\n\n~~x~~ [[y]] #tag\($0)\n\n|a|\n|-|\n|\($0)|")
        }
        let expected = notes.map { encoded(compiler.compile($0).body) }
        let found = await withTaskGroup(of: (Int, [UInt8]).self) { group in
            for (index, note) in notes.enumerated() {
                group.addTask { (index, encoded(compiler.compile(note).body)) }
            }
            return await group.reduce(into: [Int: [UInt8]]()) { $0[$1.0] = $1.1 }
        }
        for (index, bytes) in expected.enumerated() { #expect(found[index] == bytes) }
    }
}
