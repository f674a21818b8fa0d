import NoteModel
import TestSupport
import Testing

@testable import MarkdownText

/// Formulas in texts: where they are recognised, and what the rest of a text is like.
@Suite(.tags(.fast))
struct FormulaTextTests {
    /// The noncharacter that stands for a formula while a text is parsed.
    private static let mark = String(decoding: [0xEF, 0xB7, 0x92], as: UTF8.self)
    private static let marked = "\(mark)0\(mark) and \(mark)"

    private func compile(
        _ source: String, showsFormulas: Bool = true
    ) -> (html: String, facts: TextFacts, text: String) {
        var options = MarkdownCompiler.Options()
        options.showsFormulas = showsFormulas
        let (text, facts) = compiled(source, options: options, page: .test)
        return (String(decoding: text.html, as: UTF8.self), facts, text.words)
    }

    /// Texts with one formula, in a line or on lines of its own.
    @Test(arguments: [
        "Then $x^2$.", "$a_1*b_1*c$", "*so* ($\\frac12$), and", "| a |\n| - |\n| $|x|$ |",
        "- $\\alpha$\n- b", "> $x$", "# About $n!$", "Both $x$", "$x$-axis",
        "$\\text{if $y$}$", "It costs $5; $x$ is free", "before\n$$\n\\sum_{i=1}^n i\n$$\nafter",
        "$$x$$", "$$\na\n+ b\n- c\n> d\n$$", "```math\nx < y\n```",
    ])
    func showsFormulas(source: String) {
        let (html, _, text) = compile(source)
        #expect(html.ranges(of: "<math").count == 1 && html.ranges(of: "</math>").count == 1)
        #expect(
            html.contains("<math display=\"block\">")
                == (source.contains("$$") || source.contains("```")))
        #expect(!html.contains(Self.mark) && !text.contains(Self.mark))
        #expect(!html.contains("<em>") || source.hasPrefix("*"))
        #expect(compile(source, showsFormulas: false).html.contains("<math") == false)
    }

    /// Texts that are the same whether formulas are shown or not.
    @Test(arguments: [
        "It costs $5 and $10.", "US$5, CA$6$ and 3$", "a $ b $ c", "$ x$ and $x $",
        "\\$x$ and \\$y$",
        "`$x$` and ``a $y$ b``", "```\n$x$\n```", "    $x$", "[a](https://a.example/?q=$x$&r=$y$)",
        "[a](b.md \"$x$\")", "![$x$](a.png)", "[[Note $x$]]", "<https://a.example/$x$>",
        "$\\unknown{x}$ *and* $a*b*c$1", "$x\n\ny$", "$$x\n\ny$$", "$x$1", "a$x$",
        "```math\n\\unknown\n```", marked, "$", "$$", "$$$", "$$$$",
        "$}$",
    ])
    func leavesOtherTextUnchanged(source: String) {
        let (shown, plain) = (compile(source), compile(source, showsFormulas: false))
        #expect(shown.html == plain.html)
        #expect(shown.facts.excerpt == plain.facts.excerpt && shown.text == plain.text)
    }

    /// Excerpts, contents, the search and links know a formula as it was typed.
    @Test func keepsFormulaSourceInPlainText() {
        let (html, facts, text) = compile(
            "# The sum $\\sum_i x_i$\n\nSee [[#The sum $\\sum_i x_i$]] or $a*b*c$, `$d$` and $e$.")
        #expect(facts.headings.map(\.text) == ["The sum $\\sum_i x_i$"])
        #expect(text.contains("The sum $\\sum_i x_i$") && text.contains("$a*b*c$, $d$ and $e$."))
        #expect(facts.excerpt.contains("$a*b*c$, $d$ and $e$."))
        #expect(html.ranges(of: "<math").count == 3)
        #expect(html.contains("<code>$d$</code>"))
    }

    @Test func escapesEverythingInAFormula() {
        let html = compile("$\\text{<script>alert(\"1\")</script>} < x \\& y$").html
        #expect(html.contains("&lt;script&gt;") && !html.contains("<script"))
    }

    /// HTML and XML have no form for control characters and noncharacters.
    @Test(arguments: [
        "a%b", "`a%b`", "    a%b", "```\na%b\n```", "```swift\na%b\n```", "$\\text{a%b}$",
    ])
    func replacesForbiddenCharacters(source: String) {
        for character in ["\u{1}", "\u{B}", "\u{7F}", "\u{FFFE}", "\u{FFFF}"] {
            let html = compile(source.replacing("%", with: character)).html
            #expect(!html.contains(character) && html.contains("\u{FFFD}"), "\(source)")
        }
    }

    /// Random texts lose nothing: without their formulas, they are what they are without the option.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func rendersBalancedFormulasInRandomText(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let parts = [
            "$", "$$", "x", "^2", "\\frac{a}{b}", "\\", "{", "}", " ", "\n", "\n\n", "`", "```\n",
            "*", "[a](", ")", "[[", "]]", "5", "é", Self.mark, "#tag", "<", ">", "|",
        ]
        for _ in 0..<20 {
            let source = (0..<random.number(in: 1...25)).map { _ in random.pick(parts) }.joined()
            let (html, plain) = (compile(source).html, compile(source, showsFormulas: false).html)
            #expect(html == plain || html.contains("<math"), "\(source.debugDescription)")
            #expect(html.ranges(of: "<math").count == html.ranges(of: "</math>").count)
        }
    }
}
