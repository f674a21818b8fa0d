import MarkdownText
import NoteModel
import TestSupport
import Testing

/// Emphasis that is written, and read by cmark-gfm.
@Suite(.tags(.fast))
struct EmphasizedLineTests {
    private func line(_ runs: [(String, EmphasizedLine.Emphasis)]) -> EmphasizedLine {
        var line = EmphasizedLine()
        for (text, emphasis) in runs { line.append(text: text, emphasis) }
        return line
    }

    /// Returns the HTML of a line without the paragraph around it.
    private func html(_ markdown: String) -> String {
        filled(markdown).replacing("<p>", with: "").replacing("</p>", with: "").trimmed
    }

    @Test(arguments: [
        ("注意：", "正文", "<strong>注意</strong>：正文"),
        ("「重要」", "です", "「<strong>重要</strong>」です"),
        ("Note:", "text", "<strong>Note</strong>:text"),
        ("Note:", " text", "<strong>Note:</strong> text"),
        ("(quietly)", "and", "(<strong>quietly</strong>)and"),
        ("!!!", "and", "!!!and"), ("a\\*", "b", "<strong>a</strong>*b"),
        // Since CommonMark 0.31, symbols are punctuation.
        ("€20", "a", "<strong>€20</strong>a"), ("😀", "a", "😀a"),
        ("€", " 5", "<strong>€</strong> 5"),
        ("“a”", "b", "“<strong>a</strong>”b"),
    ])
    func keepsEmphasisBesidePunctuation(words: String, after: String, expected: String) {
        #expect(html(line([(words, .bold), (after, [])]).markdown) == expected)
    }

    /// The styles are numbers behind the words, since the compiler takes minutes for a list of tuples.
    @Test(arguments: [
        ("bold:2 both:6", "<strong>bold<em>both</em></strong>"),
        ("both:6 bold:2", "<strong><em>both</em>bold</strong>"),
        ("both:6 italic:4", "<em><strong>both</strong>italic</em>"),
        ("italic:4 both:6", "<em>italic<strong>both</strong></em>"),
        ("bold:2 italic:4", "<strong>bold</strong><em>italic</em>"),
        ("italic:4 bold:2", "<em>italic</em><strong>bold</strong>"),
        ("struck:1 bold:2", "<del>struck</del><strong>bold</strong>"),
        ("all:7 bold:2", "<strong><em>all</em>bold</strong>"),
        ("a:0 b:2 c:0", "a<strong>b</strong>c"),
    ])
    func rendersAdjacentStyles(runs: String, expected: String) throws {
        let line = line(
            try runs.split(separator: " ").map { run in
                let style = try #require(run.last?.wholeNumberValue.flatMap { UInt8(exactly: $0) })
                return (String(run.dropLast(2)), EmphasizedLine.Emphasis(rawValue: style))
            })
        #expect(html(line.markdown) == expected, "\(line.markdown)")
    }

    /// Whatever cannot be expressed is left out; no mark is shown, and no word is lost.
    @Test func neverShowsLiteralMarkers() {
        let words = ["a", "（b）", "c.", " d", "e ", "「", "5€", "é!", " "]
        var random = SeededGenerator(seed: 43)
        for _ in 0..<3_000 {
            let runs = (0..<random.number(in: 1...6)).map { _ in
                let word = random.pick(words)
                return (word, EmphasizedLine.Emphasis(rawValue: .random(in: 0...7, using: &random)))
            }
            // Spaces at the start of a text would make it code.
            let markdown = line([("a ", [])] + runs).markdown
            let html = html(markdown)
            let shown = html.replacing(/<\/?(strong|em|del)>/, with: "")
            #expect(shown == ("a " + runs.map(\.0).joined()).trimmed, "\(markdown)")
        }
    }

    @Test func handlesManyStyleChanges() {
        let runs = (0..<100_000).map { index in
            (".", EmphasizedLine.Emphasis(rawValue: UInt8(index % 8)))
        }
        #expect(line(runs).markdown.filter { $0 == "." }.count == 100_000)
    }
}
