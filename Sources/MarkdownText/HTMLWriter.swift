import TextTemplates

/// Writes the HTML of one document.
struct HTMLWriter {
    private(set) var html: [UInt8] = []
    private(set) var excerpt = Excerpt()
    private let options: MarkdownRenderer.Options
    private let link: MarkdownRenderer.LinkTarget
    private let image: MarkdownRenderer.ImageMarkup

    /// Text of the block that is being written, for the excerpt.
    private var blockText: [UInt8] = []
    private var footnotes = FootnoteNumbers()
    /// The alignments of the table that is being written, and the place in it; tables do not
    /// nest.
    private var alignments: [UInt8] = []
    private var column = 0
    private var hasBodyRows = false
    private var isInHeaderRow = false
    /// For each link that is open, whether it was written.
    private var openLinks: [Bool] = []

    init(
        options: MarkdownRenderer.Options, link: @escaping MarkdownRenderer.LinkTarget,
        image: @escaping MarkdownRenderer.ImageMarkup
    ) {
        self.options = options
        self.link = link
        self.image = image
    }

    mutating func write(_ root: MarkdownNode) {
        root.walk { node, kind, phase in
            if phase == .enter { return enter(node, kind) }
            leave(node, kind)
            return false
        }
        if footnotes.isSectionOpen { append("</ol>\n</section>\n") }
    }

    /// Whether the children are to be written too.
    private mutating func enter(_ node: MarkdownNode, _ kind: MarkdownNode.Kind) -> Bool {
        switch kind {
        case .text:
            node.withLiteral { literal in
                html.appendEscaped(literal, apostrophes: false)
                collect(literal)
            }
        case .softBreak:
            append(options.keepsLineBreaks ? "<br />\n" : "\n")
            blockText.append(0x20)
        case .lineBreak:
            append("<br />\n")
            blockText.append(0x20)
        case .code:
            append("<code>")
            node.withLiteral { literal in
                html.appendEscaped(literal, apostrophes: false)
                collect(literal)
            }
            append("</code>")
        case .emphasis: append("<em>")
        // Bold within bold is no bolder.
        case .strong: if node.parent?.kind != .strong { append("<strong>") }
        case .strikethrough: append("<del>")
        case .link: beginLink(node)
        case .image:
            writeImage(node)
            return false
        case .htmlInline: writeInlineHTML(node)
        case .footnoteReference: writeFootnoteReference(node)
        default: return enterBlock(node, kind)
        }
        return true
    }

    private mutating func enterBlock(_ node: MarkdownNode, _ kind: MarkdownNode.Kind) -> Bool {
        switch kind {
        case .paragraph: if !isTight(node) { appendOnNewLine("<p>") }
        case .heading: appendOnNewLine("<h\(level(of: node))>")
        case .blockQuote: appendOnNewLine("<blockquote>\n")
        case .list:
            appendOnNewLine(
                !node.isOrderedList
                    ? "<ul>\n"
                    : node.listStart == 1 ? "<ol>\n" : "<ol start=\"\(node.listStart)\">\n")
        case .item:
            appendOnNewLine("<li>")
            if let isChecked = node.checkBox {
                append(
                    "<input type=\"checkbox\" \(isChecked ? "checked=\"\" " : "")disabled=\"\" /> ")
            }
        case .codeBlock: writeCodeBlock(node)
        case .htmlBlock: writeHTMLBlock(node)
        case .thematicBreak: appendOnNewLine("<hr />\n")
        case .footnoteDefinition:
            if footnotes.openSection() {
                appendOnNewLine("<section class=\"footnotes\" data-footnotes>\n<ol>\n")
            }
            append("<li id=\"fn-\(footnotes.nextDefinition())\">\n")
        case .table:
            alignments = Array(node.columnAlignments)
            hasBodyRows = false
            appendOnNewLine("<table>")
        case .tableRow: beginRow(node)
        case .tableCell: beginCell()
        default: break
        }
        return true
    }

    private mutating func leave(_ node: MarkdownNode, _ kind: MarkdownNode.Kind) {
        switch kind {
        case .emphasis: append("</em>")
        case .strong: if node.parent?.kind != .strong { append("</strong>") }
        case .strikethrough: append("</del>")
        case .link: if openLinks.popLast() == true { append("</a>") }
        case .paragraph:
            if let parent = node.parent, parent.kind == .footnoteDefinition, node.isLastChild {
                append(" ")
                append(footnotes.backReferences())
            }
            if !isTight(node) { append("</p>\n") }
            endBlockText()
        case .heading:
            append("</h\(level(of: node))>\n")
            endBlockText()
        case .blockQuote: appendOnNewLine("</blockquote>\n")
        case .list: append(node.isOrderedList ? "</ol>\n" : "</ul>\n")
        case .item: append("</li>\n")
        case .footnoteDefinition:
            if !footnotes.hasReferredBack { append(footnotes.backReferences() + "\n") }
            append("</li>\n")
        case .table: append(hasBodyRows ? "</tbody>\n</table>\n" : "</table>\n")
        case .tableRow:
            appendOnNewLine("</tr>")
            if isInHeaderRow { append("\n</thead>") }
            append("\n")
        case .tableCell:
            append(isInHeaderRow ? "</th>" : "</td>")
            column += 1
            endBlockText()
        default: break
        }
    }
}

// MARK: - Blocks

extension HTMLWriter {
    private func isTight(_ paragraph: MarkdownNode) -> Bool {
        guard let list = paragraph.parent?.parent, list.kind == .list else { return false }
        return list.isTightList
    }

    private func level(of heading: MarkdownNode) -> Int {
        min(6, heading.headingLevel + options.headingShift)
    }

    private mutating func writeCodeBlock(_ node: MarkdownNode) {
        appendOnNewLine("<pre><code")
        node.withFenceInfo { info in
            let language = info.prefix { $0 != 0x20 && $0 != 0x09 }
            guard !language.isEmpty else { return }
            append(" class=\"language-")
            html.appendEscaped(UnsafeBufferPointer(rebasing: language))
            append("\"")
        }
        append(">")
        node.withLiteral { html.appendEscaped($0, apostrophes: false) }
        append("</code></pre>\n")
    }

    private mutating func writeHTMLBlock(_ node: MarkdownNode) {
        switch options.rawHTML {
        case .shownAsText:
            appendOnNewLine("<pre class=\"plain\">")
            node.withLiteral { html.appendEscaped($0, apostrophes: false) }
            append("</pre>\n")
        case .passedThrough(let isFiltered):
            appendOnNewLine("")
            node.withLiteral { appendRaw($0, isFiltered: isFiltered) }
            appendOnNewLine("")
        }
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
        let alignment =
            switch alignments.indices.contains(column) ? alignments[column] : 0 {
            case UInt8(ascii: "l"): " align=\"left\""
            case UInt8(ascii: "c"): " align=\"center\""
            case UInt8(ascii: "r"): " align=\"right\""
            default: ""
            }
        appendOnNewLine(isInHeaderRow ? "<th\(alignment)>" : "<td\(alignment)>")
    }

    private mutating func writeFootnoteReference(_ node: MarkdownNode) {
        var label = ""
        node.withLiteral { label = String(decoding: $0, as: UTF8.self) }
        guard let number = Int(label) else { return }
        let identifier = footnotes.nextReference(to: number)
        append(
            "<sup class=\"footnote-ref\"><a href=\"#fn-\(number)\" id=\"\(identifier)\" data-footnote-ref>\(number)</a></sup>"
        )
    }
}

// MARK: - Inlines

extension HTMLWriter {
    private mutating func beginLink(_ node: MarkdownNode) {
        var isLinked = false
        node.withAddress { address in
            isLinked = LinkAddress.isAllowed(address)
            guard isLinked else { return }
            append("<a href=\"")
            if var target = link(String(decoding: address, as: UTF8.self)) {
                target.withUTF8 { LinkAddress.append($0, to: &html) }
            } else {
                LinkAddress.append(address, to: &html)
            }
            append("\"")
        }
        if isLinked {
            writeTitle(node)
            append(">")
        }
        openLinks.append(isLinked)
    }

    private mutating func writeTitle(_ node: MarkdownNode) {
        node.withTitle { title in
            guard !title.isEmpty else { return }
            append(" title=\"")
            html.appendEscaped(title, apostrophes: false)
            append("\"")
        }
    }

    private mutating func writeImage(_ node: MarkdownNode) {
        let description = node.plainText
        var address = ""
        node.withAddress { address = String(decoding: $0, as: UTF8.self) }
        var title = ""
        node.withTitle { title = String(decoding: $0, as: UTF8.self) }
        let named = MarkdownImage(
            address: address, description: description, title: title,
            isLinked: openLinks.contains(true))
        if let markup = image(named) {
            html += markup
            return
        }
        // Only the reader's own pictures are loaded: another host would learn who reads.
        if LinkAddress.isAllowed(address), address.contains("://"), !named.isLinked {
            append("<a href=\"")
            var bytes = address
            bytes.withUTF8 { LinkAddress.append($0, to: &html) }
            append("\">")
            html.appendEscaped(description.isEmpty ? address : description)
            append("</a>")
        } else {
            // What names no photo is shown as it was typed.
            html.appendEscaped(description.isEmpty ? address : description)
        }
    }

    private mutating func writeInlineHTML(_ node: MarkdownNode) {
        node.withLiteral { literal in
            switch options.rawHTML {
            case .shownAsText:
                html.appendEscaped(literal, apostrophes: false)
                collect(literal)
            case .passedThrough(let isFiltered): appendRaw(literal, isFiltered: isFiltered)
            }
        }
    }

    private mutating func appendRaw(_ text: UnsafeBufferPointer<UInt8>, isFiltered: Bool) {
        guard isFiltered else {
            html.append(contentsOf: text)
            return
        }
        for (index, byte) in text.enumerated() {
            if byte == UInt8(ascii: "<"), TagFilter.applies(to: text, at: index) {
                append("&lt;")
            } else {
                html.append(byte)
            }
        }
    }
}

// MARK: - Text

extension HTMLWriter {
    private mutating func append(_ text: String) {
        html.append(contentsOf: text.utf8)
    }

    private mutating func appendOnNewLine(_ text: String) {
        if let last = html.last, last != 0x0A { html.append(0x0A) }
        append(text)
    }

    private mutating func collect(_ text: UnsafeBufferPointer<UInt8>) {
        if !excerpt.isFull, blockText.count < 4096 { blockText.append(contentsOf: text) }
    }

    private mutating func endBlockText() {
        if !excerpt.isFull { excerpt.append(String(decoding: blockText, as: UTF8.self)) }
        blockText.removeAll(keepingCapacity: true)
    }
}
