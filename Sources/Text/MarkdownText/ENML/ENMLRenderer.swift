import NoteModel

/// The markup of a file that a note shows or links, in ENML.
package enum ENMLReplacement: Sendable {
    /// The element of a file of the note, such as `<en-media …/>`.
    case media(String)
    /// The words of the reference, without a link.
    case words(String)
}

/// Renders Markdown as ENML, the markup of Evernote's notes, which is a part of XHTML
/// (xml.evernote.com/pub/enml2.dtd): without identifiers, classes, scripts and forms.
///
/// Footnotes follow the text. HTML in the text is shown as text, but for ``InlineMarks``.
package struct ENMLRenderer {
    private var output: [UInt8] = []
    private let replacement: (Reference) -> ENMLReplacement
    /// Nil for a text without marks.
    private var marks: InlineMarks?
    private var alignments: [UInt8] = []
    private var column = 0
    private var isInHeaderRow = false
    private var hasFootnotes = false
    private var isInLink = false

    /// Returns a text as ENML, without the enclosing `en-note`. One that exceeds the limits of the
    /// parser is preformatted text.
    ///
    /// - Parameter replacement: Returns what is written for an image, or for something within
    ///   double brackets.
    package static func render(
        _ source: String, replacement: (Reference) -> ENMLReplacement
    ) -> [UInt8] {
        withoutActuallyEscaping(replacement) { replacement in
            let marked = EscapeSentinel.marked(source)
            do throws(RenderBudgetExceeded) {
                return try MarkdownParser.shared.parse(marked ?? source) { root in
                    var renderer = ENMLRenderer(replacement)
                    if InlineMarks.mayOccur(in: source) { renderer.marks = InlineMarks() }
                    MarkdownNode(root).walk { node, kind, phase in
                        if phase == .enter { return renderer.enter(node, kind: kind) }
                        renderer.leave(node, kind: kind)
                        return false
                    }
                    if renderer.hasFootnotes { renderer.append("</ol>") }
                    return renderer.output
                }
            } catch {
                var output = Array("<pre>".utf8)
                output.appendXML(HTMLComments.removed(from: source))
                return output + Array("</pre>".utf8)
            }
        }
    }

    private init(_ replacement: @escaping (Reference) -> ENMLReplacement) {
        self.replacement = replacement
    }

    private mutating func append(_ markup: String) { output += markup.utf8 }

    private mutating func enter(_ node: MarkdownNode, kind: MarkdownNode.Kind) -> Bool {
        switch kind {
        case .text: writeText(node)
        case .softBreak, .lineBreak: append("<br/>")
        case .code: write(node, as: "code")
        case .emphasis: append("<em>")
        case .strong: append("<strong>")
        case .strikethrough: append("<del>")
        case .link:
            if writeFile(linkedBy: node) { return false }
            beginLink(node)
        case .image:
            write(image: node)
            return false
        case .htmlInline:
            if let mark = marks?.marks(in: node).first {
                write(mark)
            } else {
                appendWords(Self.shown(node))
            }
        case .footnoteReference:
            append("<sup>[")
            writeLiteral(node)
            append("]</sup>")
        case .paragraph:
            guard !node.isTight else { break }
            // Paragraphs have no space between them in these programs.
            append(node.previous?.kind == .paragraph ? "<div><br/></div><div>" : "<div>")
        case .heading: append("<h\(node.headingLevel)>")
        case .blockQuote: append("<blockquote>")
        case .list: append(node.listTag)
        case .item:
            append("<li>")
            if let isChecked = node.checkBox { append("<en-todo checked=\"\(isChecked)\"/>") }
        case .codeBlock: write(node, as: "pre")
        case .htmlBlock:
            let shown = Self.shown(node)
            guard shown.contains(where: { $0 > 0x20 }) else { break }
            append("<pre>")
            appendWords(shown)
            append("</pre>")
        case .thematicBreak: append("<hr/>")
        case .footnoteDefinition:
            append(hasFootnotes ? "<li>" : "<hr/><ol><li>")
            hasFootnotes = true
        case .table:
            alignments = Array(node.columnAlignments)
            append("<table border=\"1\"><tbody>")
        case .tableRow:
            (column, isInHeaderRow) = (0, node.isHeaderRow)
            append("<tr>")
        case .tableCell: beginCell()
        case .document, .other: break
        }
        return true
    }

    private mutating func leave(_ node: MarkdownNode, kind: MarkdownNode.Kind) {
        switch kind {
        case .emphasis: append("</em>")
        case .strong: append("</strong>")
        case .strikethrough: append("</del>")
        case .link: endLink()
        case .paragraph: append(node.isTight ? "" : "</div>")
        case .heading: append("</h\(node.headingLevel)>")
        case .blockQuote: append("</blockquote>")
        case .list: append(node.isOrderedList ? "</ol>" : "</ul>")
        case .item, .footnoteDefinition: append("</li>")
        case .table: append("</tbody></table>")
        case .tableRow: append("</tr>")
        case .tableCell:
            append(isInHeaderRow ? "</th>" : "</td>")
            column += 1
        default: break
        }
    }

    private mutating func beginCell() {
        let side = MarkdownNode.side(
            ofAlignment: alignments.indices.contains(column) ? alignments[column] : 0)
        append((isInHeaderRow ? "<th" : "<td") + (side.map { " align=\"\($0)\">" } ?? ">"))
    }

    private mutating func write(_ node: MarkdownNode, as element: String) {
        append("<\(element)>")
        writeLiteral(node)
        append("</\(element)>")
    }

    private mutating func writeLiteral(_ node: MarkdownNode) {
        node.withLiteral { appendWords($0) }
    }

    /// Returns a piece of HTML without its comments.
    private static func shown(_ node: MarkdownNode) -> [UInt8] {
        var shown: [UInt8] = []
        node.withLiteral { shown = HTMLComments.removed(from: $0) ?? Array($0) }
        return shown
    }

    private mutating func appendWords(_ bytes: some Sequence<UInt8>) {
        output.appendXML(String(decoding: EscapeSentinel.unmarked(Array(bytes)), as: UTF8.self))
    }

    private mutating func writeText(_ node: MarkdownNode) {
        node.withLiteral { literal in
            var index = 0
            while let (range, reference) = InlineReference.first(in: literal, from: index) {
                writePlain(literal[index..<range.lowerBound], of: node)
                if reference.kind == .tag {
                    output.appendXML(reference.typed)
                } else {
                    write(replacement(reference))
                }
                index = range.upperBound
            }
            writePlain(literal[index...], of: node)
        }
    }

    /// Writes words of a text, and the marks among them as markup.
    private mutating func writePlain(
        _ words: Slice<UnsafeBufferPointer<UInt8>>, of node: MarkdownNode
    ) {
        var index = words.startIndex
        let range = words.startIndex..<words.endIndex
        for mark in marks?.marks(in: node, within: range) ?? [] {
            appendWords(words[index..<mark.range.lowerBound])
            write(mark)
            index = mark.range.upperBound
        }
        appendWords(words[index...])
    }

    /// The start of a highlight, as Evernote and other programs know it.
    private static let highlight =
        "<span style=\"--en-highlight:yellow;background-color:#ffef9e\">"

    /// Writes the element of a mark that ENML has.
    private mutating func write(_ mark: InlineMarks.Mark) {
        switch mark.name {
        case .mark: append(mark.isEnd ? "</span>" : Self.highlight)
        case .kbd: append(mark.isEnd ? "</code>" : "<code>")
        case .sub, .sup, .u: append("<\(mark.isEnd ? "/" : "")\(mark.name.rawValue)>")
        }
    }

    private mutating func write(_ replacement: ENMLReplacement) {
        switch replacement {
        case .media(let markup): append(markup)
        case .words(let words): output.appendXML(words)
        }
    }

    private mutating func beginLink(_ node: MarkdownNode) {
        // A relative address names nothing in another program.
        node.withAddress { bytes in
            guard LinkAddress.isAllowed(bytes), LinkAddress.hasScheme(bytes) else { return }
            isInLink = true
            append("<a href=\"")
            EscapeSentinel.unmarked(Array(bytes)).withUnsafeBufferPointer {
                LinkAddress.append($0, to: &output)
            }
            append("\">")
        }
    }

    /// Writes the file of the note to which a link leads, after the words of the link unless they
    /// are the name of the file.
    ///
    /// - Returns: False for any other link.
    private mutating func writeFile(linkedBy node: MarkdownNode) -> Bool {
        var address: [UInt8] = []
        node.withAddress { address = EscapeSentinel.unmarked(Array($0)) }
        let name = String(decoding: address, as: UTF8.self)
        let words = EscapeSentinel.unmarked(node.plainText)
        guard !address.withUnsafeBufferPointer({ LinkAddress.hasScheme($0[...]) }),
            case .media(let markup) = replacement(Reference(.link, name: name, words: words))
        else { return false }
        if words != FileAddress(name).fileName { output.appendXML(words + " ") }
        append(markup)
        return true
    }

    private mutating func endLink() {
        if isInLink { append("</a>") }
        isInLink = false
    }

    private mutating func write(image node: MarkdownNode) {
        var address: [UInt8] = []
        node.withAddress { address = EscapeSentinel.unmarked(Array($0)) }
        let reference = Reference(
            .image, name: String(decoding: address, as: UTF8.self),
            words: EscapeSentinel.unmarked(node.plainText))
        let replacement = replacement(reference)
        // An image of another host is linked.
        if case .words = replacement, !isInLink {
            beginLink(node)
            write(replacement)
            endLink()
        } else {
            write(replacement)
        }
    }
}

extension [UInt8] {
    /// Appends a text with the characters escaped that mean something in XML, and without those
    /// that XML 1.0 does not allow (section 2.2).
    package mutating func appendXML(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": self += "&amp;".utf8
            case "<": self += "&lt;".utf8
            case ">": self += "&gt;".utf8
            case "\"": self += "&quot;".utf8
            case "\t", "\n": append(UInt8(scalar.value))
            case "\r": continue
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": self += "\u{FFFD}".utf8
            default: self += String(scalar).utf8
            }
        }
    }
}
