import NoteModel
import TestSupport
import Testing

@testable import MarkdownText

/// Highlights and the tags of the allow-list, and what stays text.
@Suite(.tags(.fast))
struct InlineMarkTests {
    @Test(arguments: [
        ("<kbd>Ctrl</kbd>+<KBD>C</KBD>", "<kbd>Ctrl</kbd>+<kbd>C</kbd>"),
        (
            "H<sub>2</sub>O, x<sup>2</sup>, <u>a *b*</u>",
            "H<sub>2</sub>O, x<sup>2</sup>, <u>a <em>b</em></u>"
        ),
        ("==a *b* c== and <mark>d</mark>", "<mark>a <em>b</em> c</mark> and <mark>d</mark>"),
        (
            "**==a==**, ==b== ==c==",
            "<strong><mark>a</mark></strong>, <mark>b</mark> <mark>c</mark>"
        ),
        ("これは==重要==です", "これは<mark>重要</mark>です"),
        ("<sub><sup>a</sup></sub>", "<sub><sup>a</sup></sub>"),
        ("==a\nb==", "<mark>a<br />\nb</mark>"),
    ])
    func rendersPairedMarks(text: String, expected: String) {
        #expect(filled(text) == "<p>\(expected)</p>\n")
    }

    @Test(arguments: [
        "x==1 && y==2", "a == b == c", "== a ==", "==a", "a==", "===a===", "====", "\\==a==",
        "`==a==`", "<kbd>a", "a</kbd>", "<kbd class=x>a</kbd>", "<b>a</b>", "<u", "==a\n\nb==",
        "==a\n==b", "*==a* b==", "<sub>*a</sub> b*",
    ])
    func leavesInvalidMarksAsText(text: String) {
        let shown = filled(text)
        for tag in ["kbd", "mark", "sub", "u", "b"] {
            #expect(!shown.contains("<\(tag)>") && !shown.contains("</\(tag)>"), "\(shown)")
        }
    }

    /// Whatever is opened is closed in the same element, as a parser of XML requires.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func isAlwaysWellFormed(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        let parts = [
            "==", "<kbd>", "</kbd>", "<sub>", "</sub>", "<u>", "</u>", "*", "**", "a", " ", "\n",
            "[[", "]]", "[", "](x)", "`", "\n\n", "> [!NOTE] ", "\n> ", "- ", "|", "#t ", "![",
            "~~",
            "\\",
        ]
        let text = (0..<40).map { _ in numbers.pick(parts) }.joined()
        for shown in [filled(text), enml(text)] {
            var open: [Substring] = []
            for tag in shown.matches(
                of:
                    /<(\/?)(kbd|code|mark|span|sub|sup|u|em|strong|del|p|li|ul|a|h[1-6]|blockquote)\b[^>]*>/
            ) {
                if tag.1.isEmpty {
                    open.append(tag.2)
                } else {
                    #expect(open.popLast() == tag.2, "\(text) becomes \(shown)")
                }
            }
            #expect(open.isEmpty, "\(text) becomes \(shown)")
        }
    }

    private func enml(_ text: String) -> String {
        String(
            decoding: ENMLRenderer.render(text) { .words($0.shownWords) }, as: UTF8.self)
    }

    @Test func rendersMarksForEvernote() {
        #expect(
            enml("<u>a *b*</u> ==c== H<sub>2</sub>O <kbd>d</kbd> <u>e")
                == "<div><u>a <em>b</em></u> <span style=\"--en-highlight:yellow;background-color:#ffef9e\">c</span> H<sub>2</sub>O <code>d</code> &lt;u&gt;e</div>"
        )
    }

    /// Files are where the text links them; their names are not written twice.
    @Test func putsLinkedFilesAtTheirPlacesForEvernote() {
        let text =
            "first [a.pdf](1/a.pdf) second [see *this*](<b c.pdf>) [site](https://a.example/)"
        let shown = ENMLRenderer.render(text) { reference in
            reference.name.hasSuffix(".pdf") ? .media("<\(reference.name)/>") : .words("")
        }
        #expect(
            String(decoding: shown, as: UTF8.self)
                == "<div>first <1/a.pdf/> second see this <b c.pdf/> <a href=\"https://a.example/\">site</a></div>"
        )
    }

    @Test func takesLinearTime() {
        let text = String(repeating: "<kbd>==a *b* ", count: 20_000)
        let started = ContinuousClock.now
        #expect(!filled(text).isEmpty)
        #expect(ContinuousClock.now - started < .seconds(20))
    }

    @Test func omitsCommentsWithinLinks() {
        let text = compiled("See [[B|<!-- secret --> shown]] and ![[C<!-- d -->]].").text
        #expect(text.words == "See  shown and C.\n")
    }

    @Test func omitsMarksFromPlainText() {
        let (text, facts) = compiled("Press <kbd>K</kbd> ==now==")
        #expect(text.words == "Press K now\n")
        #expect(facts.excerpt == "Press K now")
    }

    @Test(arguments: [
        (LineBreaks.keep, "<p>one<br />\ntwo</p>\n", "one · two"),
        (.markdown, "<p>one\ntwo</p>\n", "one two"),
    ])
    func followsTheLineBreakOption(lineBreaks: LineBreaks, html: String, excerpt: String) throws {
        var options = MarkdownCompiler.Options()
        options.lineBreaks = lineBreaks
        let (text, facts) = compiled("one\ntwo", options: options)
        #expect(String(decoding: text.html, as: UTF8.self) == html)
        #expect(facts.excerpt == excerpt && facts.hasSoftBreaks)
        #expect(!compiled("one  \ntwo\n\nthree", options: options).facts.hasSoftBreaks)
    }

    /// The note decides before the notebook, and both before the program that the text comes from.
    @Test func prefersTheNotesOwnLineBreakSetting() {
        func lineBreaks(_ fields: [JSONValue.Field], _ setting: LineBreaks?) -> LineBreaks {
            var note = Note.made(body: "one\ntwo")
            note.otherFields = fields
            return note.lineBreaks(setting)
        }
        func own(_ key: String, _ value: String) -> JSONValue.Field {
            JSONValue.Field(key, value: .string(value))
        }
        #expect(lineBreaks([], nil) == .keep)
        #expect(lineBreaks([], .markdown) == .markdown)
        #expect(lineBreaks([Note.markdownFormat], nil) == .markdown)
        #expect(lineBreaks([Note.markdownFormat], .keep) == .keep)
        #expect(lineBreaks([own("line-breaks", "keep")], .markdown) == .keep)
        #expect(lineBreaks([Note.markdownFormat, own("Line-Breaks", "keep")], nil) == .keep)
        #expect(lineBreaks([own("line-breaks", "both")], nil) == .keep)
    }
}
