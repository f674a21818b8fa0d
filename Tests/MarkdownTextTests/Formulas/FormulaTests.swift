import TestSupport
import Testing

@testable import MarkdownText

/// Formulas in TeX and their MathML.
@Suite(.tags(.fast))
struct FormulaTests {
    @Test func keepsTheSourceAsAnAnnotation() {
        #expect(
            Formula.mathML("a<b", isBlock: true) == """
                <math display="block"><semantics><mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow>\
                <annotation encoding="application/x-tex">a&lt;b</annotation></semantics></math>
                """)
    }

    @Test(arguments: SampleFormulas.lectureNotes + SampleFormulas.commands)
    func understandsLectureNotes(source: String) throws {
        for isBlock in [false, true] {
            try expectWellFormed(#require(Formula.mathML(source, isBlock: isBlock)), from: source)
        }
    }

    /// Sources and the content of the outermost row that each becomes.
    @Test(
        arguments: [
            ("x_1^2", "<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>"),
            ("x^12", "<msup><mi>x</mi><mn>1</mn></msup><mn>2</mn>"),
            (#"\frac12"#, "<mfrac><mn>1</mn><mn>2</mn></mfrac>"),
            ("1{,}000.5", "<mn>1,000.5</mn>"),
            ("3,14", "<mn>3</mn><mo>,</mo><mn>14</mn>"),
            ("a=-b", "<mi>a</mi><mo>=</mo><mo form=\"prefix\">−</mo><mi>b</mi>"),
            ("a-b", "<mi>a</mi><mo>−</mo><mi>b</mi>"),
            ("x^*", "<msup><mi>x</mi><mo lspace=\"0\" rspace=\"0\">∗</mo></msup>"),
            (
                #"2\sin x"#,
                """
                <mn>2</mn><mspace width="0.1667em"/><mi>sin</mi><mspace width="0.1667em"/><mi>x</mi>
                """
            ),
            ("f'", "<mi>f</mi><mo lspace=\"0\" rspace=\"0\">′</mo>"),
            (#"\mathrm{d}x"#, "<mi mathvariant=\"normal\">d</mi><mi>x</mi>"),
            (#"\mathrm{max}"#, "<mi>max</mi>"),
            (#"\mathbb{R}\mathit{h}"#, "<mi>ℝ</mi><mi>ℎ</mi>"),
            (#"\bm{\alpha x}"#, "<mi>𝜶</mi><mi>𝒙</mi>"),
            (#"\Gamma"#, "<mi mathvariant=\"normal\">Γ</mi>"),
            (#"\not="#, "<mo>≠</mo>"),
            ("ä α", "<mi>ä</mi><mi>α</mi>"),
            ("a% note\n  b", "<mi>a</mi><mi>b</mi>"),
            (#"\text{if $x$}"#, "<mtext>if\u{A0}</mtext><mi>x</mi>"),
            (#"a \over b"#, "<mfrac><mi>a</mi><mi>b</mi></mfrac>"),
            (#"\label{eq} a"#, "<mi>a</mi>"),
        ] as [(String, String)])
    func becomesMathML(source: String, content: String) {
        #expect(
            Formula.mathML(source, isBlock: false) == """
                <math><semantics><mrow>\(content)</mrow>\
                <annotation encoding="application/x-tex">\(source)</annotation></semantics></math>
                """)
    }

    @Test func placesLimitsByDisplayMode() throws {
        let source = #"\sum_i^n"#
        let line = try #require(Formula.mathML(source, isBlock: false))
        let block = try #require(Formula.mathML(source, isBlock: true))
        #expect(line.contains("<msubsup>"))
        #expect(block.contains("<munderover>"))
        let limits = try #require(Formula.mathML(#"\sum\limits_i^n"#, isBlock: false))
        #expect(limits.contains("movablelimits=\"false\""))
        // The numerator of a fraction is not in display style.
        #expect(Formula.mathML(#"\frac{\sum_i}{2}"#, isBlock: true)?.contains("<msub>") == true)
    }

    @Test func dividesBlocksIntoLines() {
        #expect(Formula.mathML(#"a \\ b"#, isBlock: true)?.contains("<mtable") == true)
        #expect(Formula.mathML(#"a \\ b"#, isBlock: false) == nil)
    }

    @Test func ignoresAStarAndASpaceAfterARow() throws {
        let rows = "<mtr><mtd><mi>a</mi></mtd></mtr><mtr><mtd><mi>b</mi></mtd></mtr>"
        for end in [#"\\"#, #"\\*"#, #"\\[2pt]"#, #"\\*[2pt]"#] {
            let html = Formula.mathML(#"\begin{matrix} a \#(end) b \end{matrix}"#, isBlock: false)
            #expect(html?.contains(rows) == true)
        }
    }

    @Test func stretchesDelimitersAroundTallContent() {
        let flat = Formula.mathML(#"\left(x\right)"#, isBlock: false)
        let high = Formula.mathML(#"\left(\frac xy\right)"#, isBlock: false)
        #expect(flat?.contains("stretchy=\"true\"") == false)
        #expect(high?.contains("stretchy=\"true\"") == true)
    }

    @Test(arguments: [
        "", " ", #"\unknown"#, #"\ce{H2O}"#, #"\def\a{b}"#, #"\newcommand{\a}{b}"#,
        #"\color{red}"#, "{a", "a}", "a & b", "x^1^2", "x_1_2", "x^a'^b'", "x^", "_", #"\frac1"#,
        #"\sqrt[3"#, #"\left( x"#, #"\right)"#, #"\left x y \right)"#, #"\begin{matrix} a"#,
        #"\begin{matrix} a \end{pmatrix}"#, #"\begin{unknown} \end{unknown}"#, #"\end{matrix}"#,
        #"\begin{array}{c} a & b \end{array}"#, #"\begin{array}{x} a \end{array}"#,
        #"\begin{gather} a & b \end{gather}"#, #"\text{a"#, #"\text{$a}"#, #"\text{\alpha}"#,
        #"\text{a & b}"#, "$",
        "a \u{7}", "a\u{85}", "a\u{0}", "\u{FFFE}", #"a\"#, #"\hspace{1}"#, #"\hspace{1e9em}"#,
        "#1",
        #"a \over b \over c"#, #"\not\frac12"#, #"\limits"#, #"\middle|"#, #"\hline"#,
        #"\cr"#, #"{\bf x}"#, #"{\rm x}"#, #"\mathrel{R}"#, #"\mathbin{+}"#, #"\mathop{R}"#,
        #"\bra{x}"#, #"\hphantom{x}"#, #"\smash{x}"#, #"\mod q"#, #"\pod{r}"#, #"\bcancel{x}"#,
        #"\hspace{1em}"#, #"\mspace{3mu}"#, #"\text{\textbf{a}}"#,
        #"\begin{array}{c} \hline a \end{array}"#, #"\xhookrightarrow{f}"#, #"\underbracket{x}"#,
    ])
    func refusesWhatItDoesNotUnderstand(source: String) {
        #expect(Formula.mathML(source, isBlock: true) == nil)
        #expect(Formula.mathML(source, isBlock: false) == nil)
    }

    @Test func escapesEverything() throws {
        let html = try #require(
            Formula.mathML(
                #"a<b>c\&"d" \text{<script>"&amp;}"#.replacing("&a", with: #"\&a"#), isBlock: false)
        )
        #expect(!html.contains("<script>"))
        try expectWellFormed(html, from: "escaping")
    }
}
