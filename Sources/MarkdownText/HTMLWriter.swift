import TextTemplates

/// Writes the HTML of one document.
struct HTMLWriter {
    var html: [UInt8] = []
    var text: [UInt8] = []
    var excerpt = Excerpt()
    private(set) var outline = Outline()
    var deadLinks: [String] = []
    let options: MarkdownRenderer.Options
    let targets: TextTargets

    /// Where in `text` the block begins that is being written.
    var blockStart = 0
    private var footnotes: FootnoteNumbers
    private var headingsSoFar = 0
    /// The alignments of the table that is being written, and the place in it; tables do not
    /// nest.
    private var alignments: [UInt8] = []
    private var column = 0
    private var hasBodyRows = false
    private var isInHeaderRow = false
    /// For each link that is open, whether it was written.
    var openLinks: [Bool] = []

    init(options: MarkdownRenderer.Options, targets: TextTargets) {
        self.options = options
        self.targets = targets
        footnotes = FootnoteNumbers(options.page)
    }

    mutating func write(_ root: MarkdownNode) {
        if let page = options.page {
            outline = Outline(
                root, highestLevel: 1 + options.headingShift, words: shownLine,
                prefix: page.identifierPrefix, reserved: page.isReserved)
        }
        root.walk { node, kind, phase in
            if phase == .enter { return enter(node, kind) }
            leave(node, kind)
            return false
        }
        if footnotes.isSectionOpen { append("</ol>\n</section>\n") }
    }

    /// Whether something in the HTML that is no heading has an address of its own.
    var hasFootnotes: Bool { footnotes.isSectionOpen }

    /// Whether the children are to be written too.
    private mutating func enter(_ node: MarkdownNode, _ kind: MarkdownNode.Kind) -> Bool {
        switch kind {
        case .text: writeText(node)
        case .softBreak:
            append(options.keepsLineBreaks ? lineBreak : "\n")
            text.append(0x20)
        case .lineBreak:
            append(lineBreak)
            text.append(0x20)
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
        case .heading: beginHeading(node)
        case .blockQuote: appendOnNewLine("<blockquote>\n")
        case .list:
            appendOnNewLine(
                !node.isOrderedList
                    ? "<ul>\n"
                    : node.listStart == 1 ? "<ol>\n" : "<ol start=\"\(node.listStart)\">\n")
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
            append("<li id=\"\(footnotes.identifier(ofDefinition: number))\">\n")
        case .table:
            alignments = Array(node.columnAlignments)
            hasBodyRows = false
            // A table that is wider than the page scrolls, by the keyboard too.
            appendOnNewLine(
                options.page == nil ? "<table>" : "<div class=\"table\" tabindex=\"0\"><table>")
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
        case .heading: endHeading(node)
        case .blockQuote: appendOnNewLine("</blockquote>\n")
        case .list: append(node.isOrderedList ? "</ol>\n" : "</ul>\n")
        case .item: append("</li>\n")
        case .footnoteDefinition:
            if !footnotes.hasReferredBack { append(footnotes.backReferences() + "\n") }
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

    private var lineBreak: String { options.page == nil ? "<br />\n" : "<br>\n" }

    private var footnotesLabel: String {
        guard let page = options.page else { return " data-footnotes" }
        return " aria-label=\"\(escaped(page.footnotes))\""
    }

    private func level(of heading: MarkdownNode) -> Int {
        outline.levels.indices.contains(headingsSoFar)
            ? outline.levels[headingsSoFar] : min(6, heading.headingLevel + options.headingShift)
    }

    private mutating func beginHeading(_ node: MarkdownNode) {
        appendOnNewLine("<h\(level(of: node))")
        if outline.headings.indices.contains(headingsSoFar) {
            append(" id=\"")
            html.appendEscaped(outline.headings[headingsSoFar].identifier)
            append("\"")
        }
        append(">")
    }

    private mutating func endHeading(_ node: MarkdownNode) {
        if outline.headings.indices.contains(headingsSoFar) {
            // For the pointer only: the keyboard and screen readers have the list of contents.
            append(" <a class=\"anchor\" aria-hidden=\"true\" tabindex=\"-1\" href=\"#")
            appendAddress(outline.headings[headingsSoFar].identifier)
            append("\"></a>")
        }
        append("</h\(level(of: node))>\n")
        headingsSoFar += 1
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

    private mutating func writeCodeBlock(_ node: MarkdownNode) {
        appendOnNewLine(options.page == nil ? "<pre><code" : "<pre tabindex=\"0\"><code")
        node.withFenceInfo { info in
            let language = info.prefix { $0 != 0x20 && $0 != 0x09 }
            guard !language.isEmpty else { return }
            append(" class=\"language-")
            html.appendEscaped(UnsafeBufferPointer(rebasing: language))
            append("\"")
        }
        append(">")
        node.withLiteral { literal in
            html.appendEscaped(literal, apostrophes: false)
            text.append(contentsOf: literal)
        }
        append("</code></pre>\n")
        // Found by a search, and no first words of a note.
        beginBlockText()
    }

    private mutating func writeHTMLBlock(_ node: MarkdownNode) {
        switch options.rawHTML {
        case .shownAsText:
            appendOnNewLine("<pre class=\"plain\">")
            node.withLiteral { literal in
                html.appendEscaped(literal, apostrophes: false)
                text.append(contentsOf: literal)
            }
            append("</pre>\n")
            beginBlockText()
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
        let side: String? =
            switch alignments.indices.contains(column) ? alignments[column] : 0 {
            case UInt8(ascii: "l"): "left"
            case UInt8(ascii: "c"): "center"
            case UInt8(ascii: "r"): "right"
            default: nil
            }
        let attribute = options.page == nil ? "align" : "class"
        let alignment = side.map { " \(attribute)=\"\($0)\"" } ?? ""
        appendOnNewLine(isInHeaderRow ? "<th\(alignment)>" : "<td\(alignment)>")
    }

    private mutating func writeFootnoteReference(_ node: MarkdownNode) {
        var label = ""
        node.withLiteral { label = String(decoding: $0, as: UTF8.self) }
        guard let number = Int(label) else { return }
        let identifier = footnotes.nextReference(to: number)
        append(
            "<sup class=\"footnote-ref\"><a href=\"#\(footnotes.identifier(ofDefinition: number))\" id=\"\(identifier)\" data-footnote-ref>\(number)</a></sup>"
        )
    }
}

// MARK: - Inlines

extension HTMLWriter {
    private mutating func beginLink(_ node: MarkdownNode) {
        var target: String?
        node.withAddress { bytes in
            guard LinkAddress.isAllowed(bytes) else { return }
            let address = EscapedSigns.unmarked(String(decoding: bytes, as: UTF8.self))
            target = self.target(of: address)
            if target == nil { deadLinks.append(address) }
        }
        if let target {
            append(
                options.page != nil && isAddress(node, target)
                    ? "<a class=\"url\" href=\"" : "<a href=\"")
            appendAddress(target)
            append("\"")
            writeTitle(node)
            append(">")
        }
        openLinks.append(target != nil)
    }

    /// Whether the words of a link are its address, which paper need not repeat.
    private func isAddress(_ link: MarkdownNode, _ target: String) -> Bool {
        guard let text = link.firstChild, text.kind == .text, text.isLastChild else { return false }
        var isSame = false
        text.withLiteral { isSame = target.utf8.suffix($0.count).elementsEqual($0) }
        return isSame
    }

    private func target(of address: String) -> String? {
        if options.page != nil, address.hasPrefix("#") {
            return outline.heading(named: String(address.dropFirst())).map { "#" + $0.identifier }
        }
        return switch targets.link(address) {
        case .asWritten: address
        case .address(let other): other
        case .nowhere: nil
        }
    }

    mutating func appendAddress(_ address: String) {
        var address = address
        address.withUTF8 { LinkAddress.append($0, to: &html) }
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
        node.withAddress {
            address = EscapedSigns.unmarked(String(decoding: $0, as: UTF8.self))
        }
        var title = ""
        node.withTitle { title = String(decoding: $0, as: UTF8.self) }
        let named = MarkdownImage(
            address: address, words: description, title: title,
            isLinked: openLinks.contains(true))
        if let markup = targets.image(named) {
            html += markup
            return
        }
        // Only the reader's own pictures are loaded: another host would learn who reads.
        if LinkAddress.isAllowed(address), LinkAddress.hasScheme(address.utf8),
            address.contains("://"), !named.isLinked
        {
            append("<a href=\"")
            appendAddress(address)
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
