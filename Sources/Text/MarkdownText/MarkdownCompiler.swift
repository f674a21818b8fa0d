import Markup
package import NoteModel

/// Compiles GitHub Flavored Markdown, as parsed by cmark-gfm, to safe HTML: nothing in the text can
/// become unintended markup or a disallowed address.
///
/// HTML in the text is escaped and shown as text, a block of it in `<pre class="plain">`, so that
/// nothing in it has an effect, but for the tags of ``InlineMarks``. Comments are left out.
package struct MarkdownCompiler: Sendable {
    package struct Options: Sendable {
        package var lineBreaks = LineBreaks.keep
        /// True to show TeX between dollar signs, and in code blocks of the language `math`, as
        /// formulas.
        package var showsFormulas = false
        /// The additional markup of pages; nil for the HTML of the specification.
        package var page: PageMarkup?

        package init() {}
    }

    package let options: Options

    package init(_ options: Options = Options()) {
        self.options = options
    }

    /// Compiles a text. A text that exceeds the memory or time budget is shown unrendered, with the
    /// reason in the facts.
    ///
    /// - Parameter title: The title of the note, which is shown above excerpts; a first line that
    ///   repeats it is not part of the excerpt.
    package func compile(
        _ source: String, title: String = ""
    ) -> (text: CompiledText, facts: TextFacts) {
        do throws(RenderBudgetExceeded) {
            let formulas = options.showsFormulas ? FormulaMarks(source) : nil
            let parsed = formulas?.text ?? source
            let marked = EscapeSentinel.marked(parsed)
            return try MarkdownParser.shared.parse(marked ?? parsed) { root in
                var builder = FragmentBuilder(
                    options: options, title: title, hasSentinels: marked != nil)
                builder.formulas = formulas
                if InlineMarks.mayOccur(in: source) { builder.marks = InlineMarks() }
                builder.write(MarkdownNode(root))
                return builder.result
            }
        } catch {
            return Self.unrendered(source, title: title, because: error)
        }
    }

    private static func unrendered(
        _ source: String, title: String, because reason: RenderBudgetExceeded
    ) -> (text: CompiledText, facts: TextFacts) {
        var source = HTMLComments.removed(from: source)
        var html = Array("<pre class=\"plain\">".utf8)
        html.appendEscaped(source)
        html += Array("</pre>\n".utf8)
        var excerpt = ExcerptBuilder(title: title)
        // Notes can be excluded by their tags, whether they are rendered or not.
        let tags = source.withUTF8 { bytes in
            var start = 0
            while start < bytes.count, !excerpt.isFull {
                let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
                excerpt.append(UnsafeBufferPointer(rebasing: bytes[start..<end]), after: .wrap)
                start = end + 1
            }
            return InlineReference.tags(in: bytes)
        }
        var facts = TextFacts()
        facts.excerpt = excerpt.text
        facts.references = tags.map { Reference(.tag, name: $0) }
        facts.unrenderedReason = reason
        return (CompiledText(html: html[...], slots: [], text: Array(source.utf8)[...]), facts)
    }
}

/// The markup that a page has in addition to the HTML of the specification: identifiers of
/// headings, labels for screen readers, and tables and code that scroll separately from the page.
package struct PageMarkup: Sendable {
    /// The labels of a checked and of an unchecked box of a task list, which screen readers read in
    /// place of the box.
    package let taskDone: String
    package let taskOpen: String
    /// The label of the list of footnotes for screen readers; the page does not show it.
    package let footnotes: String
    /// The label, for screen readers, of the link from a footnote back to the text, which is shown
    /// as an arrow.
    package let backToText: String
    /// Returns the name of an alert, which is shown above its text.
    package let alertName: @Sendable (Alert) -> String
    /// Returns true if an identifier is used by another part of the page. Of the identifiers made
    /// by appending a number to one, some must be free.
    package let isReserved: @Sendable (_ identifier: String) -> Bool

    package init(
        taskDone: String, taskOpen: String, footnotes: String, backToText: String,
        alertName: @escaping @Sendable (Alert) -> String = { $0.rawValue.uppercased() },
        isReserved: @escaping @Sendable (_ identifier: String) -> Bool
    ) {
        self.taskDone = taskDone
        self.taskOpen = taskOpen
        self.footnotes = footnotes
        self.backToText = backToText
        self.alertName = alertName
        self.isReserved = isReserved
    }
}
