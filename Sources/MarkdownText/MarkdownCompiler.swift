import TextTemplates

/// Compiles Markdown: GitHub Flavored Markdown as cmark-gfm parses it, written as HTML in which
/// nothing of the text becomes markup or an address that it should not be.
package struct MarkdownCompiler: Sendable {
    /// The treatment of HTML in the text.
    package enum RawHTML: Sendable {
        /// Shown as text.
        case shownAsText
        /// Kept as HTML, without the tags that GitHub's tag filter disables. Only for text that its
        /// publisher wrote; GitHub's specification is tested this way.
        case passedThrough(isFiltered: Bool)
    }

    package struct Options: Sendable {
        package var rawHTML = RawHTML.shownAsText
        /// True if line breaks in the source are kept.
        package var keepsLineBreaks = true
        /// The markup that pages have beyond the HTML of the specification; nil for none.
        package var page: PageMarkup?

        package init() {}
    }

    package let options: Options

    package init(_ options: Options = Options()) {
        self.options = options
    }

    /// Compiles a text. A text that exceeds the budget of memory or time is shown unrendered, and
    /// the facts say so.
    package func compile(_ source: String) -> (text: CompiledText, facts: TextFacts) {
        do throws(RenderBudgetExceeded) {
            let marked = EscapeSentinel.marked(source)
            return try MarkdownParser.shared.parse(marked ?? source) { root in
                var builder = FragmentBuilder(options: options, hasSentinels: marked != nil)
                builder.write(MarkdownNode(root))
                return builder.result
            }
        } catch {
            return Self.unrendered(source, because: error)
        }
    }

    private static func unrendered(
        _ source: String, because reason: RenderBudgetExceeded
    ) -> (text: CompiledText, facts: TextFacts) {
        var html = Array("<pre class=\"plain\">".utf8)
        html.appendEscaped(source)
        html += Array("</pre>\n".utf8)
        var excerpt = ExcerptBuilder()
        var source = source
        // Notes are excluded by their tags, whether they are rendered or not.
        let tags = source.withUTF8 { bytes in
            excerpt.append(bytes)
            return InlineReference.tags(in: bytes)
        }
        var facts = TextFacts()
        facts.excerpt = excerpt.text
        facts.references = tags.map { Reference(.tag, $0) }
        facts.unrenderedReason = reason
        return (CompiledText(html: html[...], slots: [], text: Array(source.utf8)[...]), facts)
    }
}

/// The markup that a page has beyond the HTML of the specification: identifiers of headings, labels
/// for what has none that a screen reader could say, tables and code that scroll by themselves.
package struct PageMarkup: Sendable {
    /// The labels of a checked and of an unchecked box of a task list.
    package let taskDone: String
    package let taskOpen: String
    /// The label of the list of footnotes.
    package let footnotes: String
    /// The label of the link from a footnote back to the text.
    package let backToText: String
    /// Returns whether an identifier belongs to another part of the page. Of the identifiers made of
    /// one by appending a number, some must be free.
    package let isReserved: @Sendable (_ identifier: String) -> Bool

    package init(
        taskDone: String, taskOpen: String, footnotes: String, backToText: String,
        isReserved: @escaping @Sendable (_ identifier: String) -> Bool
    ) {
        self.taskDone = taskDone
        self.taskOpen = taskOpen
        self.footnotes = footnotes
        self.backToText = backToText
        self.isReserved = isReserved
    }
}
