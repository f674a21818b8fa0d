import TestSupport
import Testing

@testable import MarkdownText

/// The first words of a text, which lists and previews show.
@Suite(.tags(.fast))
struct ExcerptBuilderTests {
    private func excerpt(_ texts: String...) -> String {
        var builder = ExcerptBuilder()
        for var text in texts { text.withUTF8 { builder.append($0) } }
        return builder.text
    }

    @Test(arguments: [
        ("", ""), ("   \n\t ", ""), ("one", "one"), ("  one\n\ttwo  ", "one two"),
        ("one\u{0}two\u{1F}three", "one two three"),
    ])
    func joinsWordsWithSingleSpaces(text: String, expected: String) {
        #expect(excerpt(text) == expected)
    }

    @Test func joinsBlocks() {
        #expect(excerpt("one two", "", "three") == "one two · three")
        #expect(excerpt("Who?", "Me.", "“So.”", "a,", "b") == "Who? Me. “So.” a, b")
    }

    @Test func keepsATextThatFits() {
        let fitting = String(repeating: "x", count: 199)
        #expect(excerpt(fitting) == fitting)
        #expect(excerpt(fitting + "x") == fitting + "…")
    }

    /// The excerpt is a beginning of the words; one more would be too many.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func takesAsManyWordsAsFit(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let letters = Array("abcdeéßдж日本🙂")
        let words = (0..<random.number(in: 1...80)).map { _ in
            String((0..<random.number(in: 1...12)).map { _ in random.pick(letters) })
        }
        let found = excerpt(words.joined(separator: " "))
        #expect(found.count <= 200, "seed \(seed)")
        guard found.hasSuffix("…") else {
            #expect(found == words.joined(separator: " "), "seed \(seed)")
            return
        }
        let kept = found.dropLast().split(separator: " ").map(String.init)
        #expect(kept == Array(words.prefix(kept.count)), "seed \(seed)")
        #expect(words.prefix(kept.count + 1).joined(separator: " ").count > 198, "seed \(seed)")
    }

    @Test func cutsOneLongWordBetweenCharacters() {
        let family = "👨‍👩‍👧"
        #expect(
            excerpt(String(repeating: family, count: 400))
                == String(repeating: family, count: 199) + "…")
        let accents = excerpt(String(repeating: "e\u{301}", count: 400))
        #expect(accents.dropLast().allSatisfy { $0 == "é" })
        #expect(accents.count == 200)
    }

    @Test func stopsAtTheFirstWordThatDoesNotFit() {
        var builder = ExcerptBuilder()
        for text in ["short", String(repeating: "x", count: 300), "never"] {
            var text = text
            text.withUTF8 { builder.append($0) }
        }
        #expect(builder.isFull)
        #expect(builder.text == "short…")
        #expect(excerpt("題", String(repeating: "漢", count: 400)).count == 200)
    }

    @Test(arguments: [
        ("```\ncode\n```\n\nwords", "words"), ("![alt](a.png) words", "words"),
        ("<div>\nraw\n</div>\n\nwords", "words"), ("[[Note|shown]] `code` #tag", "shown code #tag"),
        ("- a\n- b\n\n1. c", "a · b · c"), ("a[^1]\n\n[^1]: note", "a · note"),
        ("***\n\nwords", "words"), ("![[a.png]] ![[Note]]", "Note"),
        // Lines are separated.
        ("milk\neggs\n\nbread", "milk · eggs · bread"), ("one.\ntwo", "one. two"),
        ("# Head\ntext", "Head · text"), ("*a*\\\n`b`", "a · b"), ("1. a\n   b\n2. c", "a · b · c"),
        ("| a | b |\n|---|---|\n| 1 | 2 |\n|   | 4 |", "a, b · 1, 2, 4"),
        ("你好。\n世界", "你好。 世界"),
        (
            "A line that an editor has wrapped at the usual width of a page\ngoes on.",
            "A line that an editor has wrapped at the usual width of a page goes on."
        ),
    ])
    func excerptsReadableText(text: String, expected: String) {
        #expect(facts(text).excerpt == expected)
    }

    @Test(arguments: [
        ("# Groceries\nmilk", "Groceries", "milk"), ("Groceries:\nmilk", "groceries", "milk"),
        ("Groceries milk", "Groceries", "Groceries milk"), ("Groceries", "Groceries", ""),
        ("milk\nGroceries", "Groceries", "milk · Groceries"), ("\n\nA  b!\n\nc", "A b", "c"),
        ("a", "", "a"), ("…", "!", "…"), ("标题\n正文", "标题", "正文"),
        ("Groceries\nGroceries", "Groceries", "Groceries"),
    ])
    func leavesOutAFirstLineThatRepeatsTheTitle(text: String, title: String, expected: String) {
        #expect(MarkdownCompiler().compile(text, title: title).facts.excerpt == expected)
    }
}
