import NoteModel
import TestSupport
import Testing

@testable import SitePages

/// The targets of links, wiki links and hashtags, and what is said about those without one.
@Suite(.tags(.fast))
struct ReferenceResolverTests {
    private func targets(_ text: String, photos: [Medium] = []) throws -> [ReferenceTarget] {
        let notes = [
            Note.made("Start", body: text, tags: ["x"], photos: photos), .made("Élan vital"),
            .made("B note", tags: ["Y y"]), .made("C# tips"),
        ]
        return try PreparedSite(notes).site.rows[0].targets
    }

    @Test(
        arguments: [
            ("[[b note]]", .note(2)), ("[[B note#Part|words]]", .note(2)),
            ("[[C# tips]]", .note(3)),
            ("[[Start]]", .note(0)), ("[[Nobody]]", .nothing), ("![[B note]]", .note(2)),
            ("[x](b-note.md)", .note(2)), ("[x](../a/b-note.html#frag)", .note(2)),
            ("[x](b-note.md?q)", .note(2)), ("[x](B%20note)", .note(2)),
            ("[x](%C3%89lan%20vital)", .note(1)), ("[x](<Élan vital>)", .note(1)),
            ("[x](C%23%20tips)", .note(3)), ("[x](gone.md)", .nothing), ("[x]()", .nothing),
            ("[x](//example.org/a)", .elsewhere), ("[x](<https://-bad.example/>)", .elsewhere),
            ("[x](%zz)", .nothing), ("#x", .tag(0)), ("#X", .tag(0)), ("#unknown", .nothing),
            ("[x](#none)", .nothing), ("![x](b-note.md)", .nothing),
        ] as [(String, ReferenceTarget)])
    func resolvesAReference(text: String, target: ReferenceTarget) throws {
        #expect(try targets(text) == [target])
    }

    @Test(
        arguments: [
            ("[[B#Part two]]", "part-two"), ("[[B#One#Part two|x]]", "part-two"),
            ("[x](b.md#part-two)", "part-two"), ("[[B#part TWO]]", "part-two"),
            ("[[B#None]]", nil), ("[[B#^block]]", nil),
        ] as [(String, String?)])
    func resolvesAPartOfANote(text: String, heading: String?) throws {
        let notes = [Note.made("A", body: text), .made("B", body: "# One\n\n## Part *two*\n")]
        let target = try PreparedSite(notes).site.rows[0].targets[0]
        #expect(target == heading.map { .part(1, heading: $0) } ?? .note(1))
    }

    @Test func ignoresExternalAddresses() throws {
        // These are the same on every page, and are not resolved.
        #expect(try targets("[x](https://example.org) www.example.org <mailto:a@b.org>") == [])
    }

    private func diagnostics(_ text: String) throws -> [Diagnostic] {
        let prepared = try PreparedSite([
            .made("A", body: text, source: "a.data", photos: [.made("p.jpg")]), .made("B"),
        ])
        return prepared.resolver.diagnostics(
            of: prepared.notebook.notes[0], facts: prepared.site.rows[0].facts,
            targets: prepared.site.rows[0].targets)
    }

    @Test(arguments: [
        "[[B]]", "[x](b.md)", "#tag", "[[1, 2]]", "![[p.jpg]]", "![x](none.jpg)",
        "[x](https://example.org)", "[x](#head)\n\n# Head", "`[[Nobody]]`", "",
        "[[#Head]]\n\n# Head",
    ])
    func acceptsValidReferences(text: String) throws {
        #expect(try diagnostics(text).isEmpty)
    }

    @Test(arguments: [
        ("[[Nobody]]", "“A” links “[[Nobody]]”, which"),
        ("[x]()", "“A” links an empty address, which"),
        ("[x](#none)", "“A” links “#none”, which"), ("[[#None]]", "“A” links “[[#None]]”, which"),
        ("![[none.jpg]]", "“![[none.jpg]]”"),
        ("![[No note]]", "“![[No note]]”"),
        ("[[a1]] [[b1]] [[c]]", "“[[a1]]”, “[[b1]]”, “[[c]]”, which"),
        ("[[a1]] [[b1]] [[c]] [[d]] [[e]]", "“[[a1]]”, “[[b1]]”, “[[c]]” and 2 more, which"),
    ])
    func reportsDeadLinks(text: String, words: String) throws {
        let told = try diagnostics(text)
        #expect(told.map(\.identifier) == [.deadLink])
        #expect(told.first?.origin.source == "a.data")
        #expect(told.first?.summary.contains(words) == true, "\(told)")
    }

    @Test(arguments: [
        ("[x](golang.org/doc/)", "https://golang.org/doc/."),
        ("[x](www.a.de)", "https://www.a.de."),
        ("[x](example.com)", "https://example.com."), ("[x](notes.md)", "[[Title]]"),
        ("[x](a/gone.html)", "[[Title]]"), ("[x](-)", "[[Title]]"),
        ("[x]()", "between the parentheses"),
        ("[x](a..b/c)", "[[Title]]"), ("[x](1.2/3)", "[[Title]]"),
    ])
    func suggestsCorrections(text: String, advice: String) throws {
        let told = try #require(try diagnostics(text).first)
        #expect(told.suggestion.contains(advice), "\(told.suggestion)")
        #expect(told.suggestion.hasSuffix("The words are shown unlinked."))
    }

    @Test func reportsTextOverTheRenderBudget() throws {
        let told = try diagnostics(String(repeating: "a", count: 4 << 20) + "x")
        #expect(told.map(\.identifier) == [.costlyMarkdown])
        #expect(told.first?.summary.contains("more memory") == true)
    }

    @Test func collectsBacklinks() throws {
        let site = try PreparedSite([
            .made("A", body: "[[B]] [[B]] [[A]] [[C]]"), .made("B", body: "[[C]]"), .made("C"),
        ]).site
        #expect(site.backlinks == [[], [0], [0, 1]])
    }
}
