import MarkdownText
import NoteModel
import TestSupport
import Testing

@testable import NoteExports

/// The rewriting of addresses, with and without parsing the text again.
@Suite(.tags(.fast))
struct RewrittenBodyTests {
    private static let texts = [
        "[a](b.md) and ![c](d.png) and [[E]] and ![[f.png|100]]",
        "[a](<b c.md> \"title\") ![](d(1).png)", "[![a](b.png)](c.md)", "![[a]] [[b|c]] [[b#d|e]]",
        "`[[a]]` [[a]]", "``[a](b.md) ` ``", "    [[a]]\n\n[[a]]", "\t[[a]]",
        "```\n[[a]]\n```\n[[a]]",
        "~~~\n![](a.png)\n~~~", "- [[a]]\n- ![](b.png)\n\n      [[c]]", "> [[a]]\n> [b](c.md)",
        "| a | b |\n| - | - |\n| [[c\\|d]] | ![](e.png) |", "[a]: b.md\n\n[a] and [[c]]",
        "\\[[a]] \\![b](c.png) [d](e.md)", "<b>[[a]]</b> <!-- [[b]] --> <https://c.example>",
        "[a](https://b.example) www.c.example [d](#e) [[#e]]\n\n# e", "[a]( b.md ) [c](d.md 'e')",
        "[[a]](b.md) [c][[d]]", "[a\n\nb](c.md) [[d]]", "[a](b&amp;c.md) [d](e%20f.md)",
        "[[ a ]] [[]]",
        "# [[a]]\n[b](c.md)\n***\n![d](e.png)", "1. [[a]]\n   ![[b.png]]\n2. [c](d.md)",
        "[^1] [[a]]\n\n[^1]: [b](c.md)",
        "<div>\n[[a]]\n</div>\n\n[[a]]", "*[[a]]* **[b](c.md)** ~~![](d.png)~~",
        "![a [[b]] c](d.png)",
        "[a](b.md)\r\n\r\n[[c]]\r\n", "#tag [[a]] #b", "[a](//b.example/c) [d](mailto:e@f.example)",
    ]

    @Test(arguments: texts)
    func rewritesIdenticallyWithKnownReferences(text: String) {
        // The options of pages, whose facts the build has.
        var options = MarkdownCompiler.Options()
        options.page = PageMarkup(
            taskDone: "", taskOpen: "", footnotes: "", backToText: "", isReserved: { _ in false })
        let references = MarkdownCompiler(options).compile(text).facts.references
        var replacements: [RewrittenBody.ReferenceKey: LinkReplacements.Replacement] = [:]
        for (index, reference) in references.enumerated() where reference.kind != .tag {
            let key = RewrittenBody.ReferenceKey(kind: reference.kind, name: reference.name)
            let isImage = reference.kind == .image || reference.image != nil
            replacements[key] = .init(
                address: "photos/x%20\(index).md", medium: isImage ? NoteFile(.photo, index) : nil,
                words: "words", form: isImage ? .image : .link)
        }
        let quick = RewrittenBody(
            text, references: references, replacements: replacements, escapesHugo: false)
        let parsed = RewrittenBody(text, replacements: replacements, escapesHugo: false)
        #expect(
            String(decoding: quick.text, as: UTF8.self)
                == String(decoding: parsed.text, as: UTF8.self))
        #expect(quick.records == parsed.records)
        #expect(quick.placed == parsed.placed)
        #expect(
            TextEdits.undone(quick.records, in: String(decoding: quick.text, as: UTF8.self)) == text
        )
    }

    @Test func scansMostTextsOnce() {
        let quick = Self.texts.filter { text in
            SourceScan(unparsed: Array(text.utf8))?
                .isComplete(MarkdownCompiler().compile(text).facts.references) ?? false
        }
        #expect(quick.count > Self.texts.count / 2)
    }
}
