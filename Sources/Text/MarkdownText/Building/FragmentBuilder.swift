import Markup
import NoteModel

/// Accumulates the HTML of a document with slots, and the properties of the document. A builder
/// writes one document, and then has its ``result``.
struct FragmentBuilder {
    var html: [UInt8] = []
    var slots: [CompiledText.Slot] = []
    var text: [UInt8] = []
    var excerpt: ExcerptBuilder
    private(set) var references: [Reference] = []
    private(set) var outline = Outline()
    let options: MarkdownCompiler.Options
    /// True if the source was marked by ``EscapeSentinel``, so that sentinels must be removed from
    /// all that the parser returns.
    let hasSentinels: Bool

    /// The formulas of the document; nil if it has none.
    var formulas: FormulaMarks?
    private var hasSoftBreaks = false
    /// The pairs of marks in the document; nil if it has none.
    var marks: InlineMarks?
    /// The start tags of marks that are open, the innermost last.
    var openMarks: [InlineMarks.Name] = []

    /// The offset of the current block in `text`, in bytes, from which the excerpt continues when
    /// the block ends.
    var blockStart = 0
    /// The line breaks of the current block: offsets in `text`, in bytes, in ascending order.
    var lineBreaks: [(offset: Int, kind: ExcerptBuilder.Break)] = []
    private var footnotes: FootnoteNumbers
    private var headingsSoFar = 0
    /// The alignments of the current table, and the current column; tables do not nest.
    private var alignments: [UInt8] = []
    private var column = 0
    private var hasBodyRows = false
    private var isInHeaderRow = false
    /// For each open block quote, innermost last, whether it is shown as an alert.
    private var openQuotes: [Bool] = []
    /// The number of inline nodes of an alert's first line that are still to be left out.
    private var skippedInlines = 0
    /// True between entering and leaving a node that is left out.
    private var isSkippedNode = false
    /// True if the current paragraph has nothing but the first line of an alert.
    private var isSkippingParagraph = false
    /// The start of each open link, innermost last, so that the end of a link is written in the
    /// same way.
    var openLinks: [OpenLink] = []

    /// The way in which the start of a link was written, which determines the markup of its end.
    enum OpenLink {
        /// The words are shown without a link, because the address has a disallowed scheme or names
        /// a missing heading.
        case none
        case written
        /// The start tag is a slot, as the address depends on other notes or on the page;
        /// `reference` is its index among the references.
        case slot(reference: Int)
    }

    /// - Parameters:
    ///   - title: The title of the note, which the excerpt does not repeat.
    init(options: MarkdownCompiler.Options, title: String, hasSentinels: Bool) {
        self.options = options
        excerpt = ExcerptBuilder(title: title)
        self.hasSentinels = hasSentinels
        footnotes = FootnoteNumbers(options.page)
    }

    var isInLink: Bool { !openLinks.isEmpty }

    /// Adds a reference at the current place of the text.
    mutating func add(_ reference: Reference) {
        references.append(reference)
        references[references.count - 1].offset = text.count
    }

    /// The compiled document: its HTML with slots, and its facts. It is complete when the root has
    /// been written.
    var result: (text: CompiledText, facts: TextFacts) {
        var facts = TextFacts()
        facts.excerpt = excerpt.text
        facts.headings = outline.headings
        facts.references = references
        facts.hasSoftBreaks = hasSoftBreaks
        return (CompiledText(html: html[...], slots: slots, text: text[...]), facts)
    }

    mutating func write(_ root: MarkdownNode) {
        if let page = options.page {
            outline = Outline(root, words: shownLine, reserved: page.isReserved)
        }
        root.walk { node, kind, phase in
            if phase == .enter { return enter(node, kind: kind) }
            leave(node, kind: kind)
            return false
        }
        if footnotes.isSectionOpen { append("</ol>\n</section>\n") }
    }

    /// Writes the start of a node.
    ///
    /// - Returns: True if the children are to be written too.
    private mutating func enter(_ node: MarkdownNode, kind: MarkdownNode.Kind) -> Bool {
        if skippedInlines > 0, kind != .paragraph {
            skippedInlines -= 1
            isSkippedNode = true
            return false
        }
        switch kind {
        case .text: writeText(node)
        case .softBreak:
            append(options.lineBreaks == .keep ? lineBreak : "\n")
            breakLine(options.lineBreaks == .keep ? .wrap : .space)
            hasSoftBreaks = true
        case .lineBreak:
            append(lineBreak)
            breakLine(.line)
        case .code:
            append("<code>")
            withLiteral(of: node) { builder, literal in
                builder.html.appendEscaped(literal, apostrophes: false)
                builder.text.append(contentsOf: literal)
            }
            append("</code>")
        case .emphasis: append("<em>")
        // Bold text within bold text looks the same.
        case .strong: if node.parent?.kind != .strong { append("<strong>") }
        case .strikethrough: append("<del>")
        case .link: beginLink(node)
        case .image:
            writeImage(node)
            return false
        case .htmlInline: writeInlineHTML(node)
        case .footnoteReference: writeFootnoteReference(node)
        default: return enterBlock(node, kind: kind)
        }
        return true
    }

    private mutating func enterBlock(_ node: MarkdownNode, kind: MarkdownNode.Kind) -> Bool {
        switch kind {
        case .paragraph:
            if let embedded = embeddedNote(node) {
                appendOnNewLine("")
                addReference(embedded, slot: .embeddedNote)
                text += embedded.shownWords.utf8
                isSkippingParagraph = true
                return false
            }
            if !node.isTight, !isSkippingParagraph { appendOnNewLine("<p>") }
        case .heading: beginHeading(node)
        case .blockQuote: beginQuote(node)
        case .list: appendOnNewLine(node.listTag + "\n")
        case .item:
            appendOnNewLine("<li>")
            if let isChecked = node.checkBox { writeCheckBox(isChecked) }
        case .codeBlock: writeCodeBlock(node)
        case .htmlBlock: writeHTMLBlock(node)
        case .thematicBreak: appendOnNewLine("<hr />\n")
        case .footnoteDefinition:
            if footnotes.openSection() {
                appendOnNewLine("<section class=\"footnotes\"\(footnotesLabel)>\n<ol>\n")
            }
            let number = footnotes.nextDefinition()
            append("<li id=\"")
            appendPrefix()
            append("\(footnotes.identifier(ofDefinition: number))\">\n")
        case .table:
            alignments = Array(node.columnAlignments)
            hasBodyRows = false
            // A table that is wider than the page scrolls separately, also by keyboard. Its columns
            // begin at the side at which its own words begin.
            appendOnNewLine(
                options.page == nil
                    ? "<table>" : "<div class=\"table\" tabindex=\"0\"><table dir=\"auto\">")
        case .tableRow: beginRow(node)
        case .tableCell: beginCell()
        default: break
        }
        return true
    }

    private mutating func leave(_ node: MarkdownNode, kind: MarkdownNode.Kind) {
        guard !isSkippedNode else {
            isSkippedNode = false
            return
        }
        switch kind {
        case .emphasis: append("</em>")
        case .strong: if node.parent?.kind != .strong { append("</strong>") }
        case .strikethrough: append("</del>")
        case .link: endLink()
        case .paragraph:
            if let parent = node.parent, parent.kind == .footnoteDefinition, node.isLastChild {
                append(" ")
                writeBackReferences()
            }
            if !node.isTight, !isSkippingParagraph { append("</p>\n") }
            isSkippingParagraph = false
            endBlockText()
        case .heading: endHeading(node)
        case .blockQuote:
            appendOnNewLine(openQuotes.popLast() == true ? "</div>\n" : "</blockquote>\n")
        case .list: append(node.isOrderedList ? "</ol>\n" : "</ul>\n")
        case .item: append("</li>\n")
        case .footnoteDefinition:
            if !footnotes.hasReferredBack {
                writeBackReferences()
                append("\n")
            }
            append("</li>\n")
        case .table:
            append(hasBodyRows ? "</tbody>\n</table>" : "</table>")
            append(options.page == nil ? "\n" : "</div>\n")
        case .tableRow:
            appendOnNewLine("</tr>")
            if isInHeaderRow { append("\n</thead>") }
            append("\n")
        case .tableCell:
            append(isInHeaderRow ? "</th>" : "</td>")
            endBlockText(after: column == 0 ? .line : .cell)
            column += 1
        default: break
        }
    }
}

// MARK: - Blocks

extension FragmentBuilder {
    /// Returns the note that is embedded in a paragraph of its own; nil for other paragraphs.
    private func embeddedNote(_ paragraph: MarkdownNode) -> Reference? {
        guard options.page != nil, !paragraph.isTight, !isSkippingParagraph,
            paragraph.parent?.kind != .footnoteDefinition,
            let only = paragraph.firstChild, only.kind == .text, only.isLastChild
        else { return nil }
        var found: Reference?
        only.withLiteral { literal in
            guard let (range, reference) = InlineReference.first(in: literal, from: 0),
                range == 0..<literal.count
            else { return }
            found = reference
        }
        return found.flatMap { $0.isEmbeddedNote ? $0 : nil }
    }

    private var lineBreak: String { options.page == nil ? "<br />\n" : "<br>\n" }

    private var footnotesLabel: String {
        guard let page = options.page else { return " data-footnotes" }
        return " aria-label=\"\(escaped(page.footnotes))\""
    }

    /// The current heading in the outline; nil without an outline.
    private var heading: Heading? {
        outline.headings.indices.contains(headingsSoFar) ? outline.headings[headingsSoFar] : nil
    }

    /// Appends the depth of the current heading. Without an outline, it is one less than the level
    /// in the source.
    private mutating func appendLevel(of node: MarkdownNode) {
        addSlot(.level, value: heading?.depth ?? node.headingLevel - 1)
    }

    private mutating func beginHeading(_ node: MarkdownNode) {
        appendOnNewLine("<h")
        appendLevel(of: node)
        if let heading {
            append(" id=\"")
            appendPrefix()
            html.appendEscaped(heading.identifier)
            append("\"")
        }
        append(">")
    }

    private mutating func endHeading(_ node: MarkdownNode) {
        if let heading {
            // For pointing devices only: the keyboard and screen readers have the table of
            // contents.
            append(" <a class=\"anchor\" aria-hidden=\"true\" tabindex=\"-1\" href=\"#")
            appendPrefix()
            html.appendAddress(heading.identifier)
            append("\"></a>")
        }
        append("</h")
        appendLevel(of: node)
        append(">\n")
        headingsSoFar += 1
        endBlockText()
    }

    private mutating func beginQuote(_ node: MarkdownNode) {
        guard let page = options.page, let marker = Alert.marker(of: node) else {
            openQuotes.append(false)
            return appendOnNewLine("<blockquote>\n")
        }
        openQuotes.append(true)
        (skippedInlines, isSkippingParagraph) = (marker.nodeCount, marker.isWholeParagraph)
        let title = marker.title.map { shownLine($0) }
        appendOnNewLine(
            """
            <div class="alert alert-\(marker.alert.rawValue)">
            <p class="alert-title">\(escaped(title ?? page.alertName(marker.alert)))</p>

            """)
        guard let title else { return }
        for name in TextFacts.tags(ofLine: title) { add(Reference(.tag, name: name)) }
        text += title.utf8
        endBlockText()
    }

    private mutating func writeCheckBox(_ isChecked: Bool) {
        guard let page = options.page else {
            return append(
                "<input type=\"checkbox\" \(isChecked ? "checked=\"\" " : "")disabled=\"\" /> ")
        }
        let label = escaped(isChecked ? page.taskDone : page.taskOpen)
        append(
            "<input type=\"checkbox\"\(isChecked ? " checked" : "") disabled aria-label=\"\(label)\"> "
        )
    }

    private mutating func writeHTMLBlock(_ node: MarkdownNode) {
        var shown: [UInt8] = []
        withLiteral(of: node) { shown = HTMLComments.removed(from: $1) ?? Array($1) }
        guard shown.contains(where: { $0 > 0x20 }) else { return }
        appendOnNewLine("<pre class=\"plain\">")
        shown.withUnsafeBufferPointer { html.appendEscaped($0, apostrophes: false) }
        text += shown
        append("</pre>\n")
        beginBlockText()
    }

    private mutating func beginRow(_ row: MarkdownNode) {
        isInHeaderRow = row.isHeaderRow
        column = 0
        if isInHeaderRow {
            appendOnNewLine("<thead>")
        } else if !hasBodyRows {
            appendOnNewLine("<tbody>")
            hasBodyRows = true
        }
        appendOnNewLine("<tr>")
    }

    private mutating func beginCell() {
        let side = MarkdownNode.side(
            ofAlignment: alignments.indices.contains(column) ? alignments[column] : 0)
        let attribute = options.page == nil ? "align" : "class"
        let alignment = side.map { " \(attribute)=\"\($0)\"" } ?? ""
        appendOnNewLine(isInHeaderRow ? "<th\(alignment)>" : "<td\(alignment)>")
    }

    private mutating func writeFootnoteReference(_ node: MarkdownNode) {
        var label = ""
        node.withLiteral { label = String(decoding: $0, as: UTF8.self) }
        guard let number = Int(label) else { return }
        let identifier = footnotes.nextReference(to: number)
        append("<sup class=\"footnote-ref\"><a href=\"#")
        appendPrefix()
        append("\(footnotes.identifier(ofDefinition: number))\" id=\"")
        appendPrefix()
        append("\(identifier)\" data-footnote-ref>\(number)</a></sup>")
    }

    private mutating func writeBackReferences() {
        for (index, identifier) in footnotes.backReferences().enumerated() {
            append(index == 0 ? "<a href=\"#" : " <a href=\"#")
            appendPrefix()
            append(
                "\(identifier)\" class=\"footnote-backref\" data-footnote-backref aria-label=\"\(footnotes.backLabel)\">↩</a>"
            )
        }
    }
}
