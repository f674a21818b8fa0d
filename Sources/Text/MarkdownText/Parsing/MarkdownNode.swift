private import CMarkArena
import NoteModel
import Platform

/// A node of a parsed document. It points into the parser's memory, and must not outlive the
/// document.
struct MarkdownNode: Hashable {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    enum Kind: Hashable {
        case document, blockQuote, list, item, codeBlock, htmlBlock, paragraph, heading,
            thematicBreak, footnoteDefinition, text, softBreak, lineBreak, code, htmlInline,
            emphasis, strong, link, image, footnoteReference, table, tableRow, tableCell,
            strikethrough
        /// A node of an extension that is not known here; its children are shown without any markup
        /// for the node.
        case other
    }

    var kind: Kind {
        switch cmark_node_get_type(pointer) {
        case CMARK_NODE_TEXT: .text
        case CMARK_NODE_PARAGRAPH: .paragraph
        case CMARK_NODE_SOFTBREAK: .softBreak
        case CMARK_NODE_CODE: .code
        case CMARK_NODE_LINEBREAK: .lineBreak
        case CMARK_NODE_EMPH: .emphasis
        case CMARK_NODE_STRONG: .strong
        case CMARK_NODE_LINK: .link
        case CMARK_NODE_IMAGE: .image
        case CMARK_NODE_HTML_INLINE: .htmlInline
        case CMARK_NODE_ITEM: .item
        case CMARK_NODE_LIST: .list
        case CMARK_NODE_HEADING: .heading
        case CMARK_NODE_CODE_BLOCK: .codeBlock
        case CMARK_NODE_BLOCK_QUOTE: .blockQuote
        case CMARK_NODE_HTML_BLOCK: .htmlBlock
        case CMARK_NODE_THEMATIC_BREAK: .thematicBreak
        case CMARK_NODE_DOCUMENT: .document
        case CMARK_NODE_FOOTNOTE_DEFINITION: .footnoteDefinition
        case CMARK_NODE_FOOTNOTE_REFERENCE: .footnoteReference
        default:
            // Extensions assign their types at run time.
            extensionKind
        }
    }

    private var extensionKind: Kind {
        switch cmark_node_get_type_string(pointer).map({ String(cString: $0) }) ?? "" {
        case "table": .table
        case "table_row", "table_header": .tableRow
        case "table_cell": .tableCell
        case "strikethrough": .strikethrough
        default: .other
        }
    }

    var next: MarkdownNode? { cmark_node_next(pointer).map(MarkdownNode.init) }
    var previous: MarkdownNode? { cmark_node_previous(pointer).map(MarkdownNode.init) }
    var parent: MarkdownNode? { cmark_node_parent(pointer).map(MarkdownNode.init) }
    var firstChild: MarkdownNode? { cmark_node_first_child(pointer).map(MarkdownNode.init) }

    /// The lines of a block in the source, from 1.
    var lines: ClosedRange<Int> {
        let first = max(1, Int(cmark_node_get_start_line(pointer)))
        return first...max(first, Int(cmark_node_get_end_line(pointer)))
    }

    var isLastChild: Bool { cmark_node_next(pointer) == nil }
    var headingLevel: Int { Int(cmark_node_get_heading_level(pointer)) }
    var isOrderedList: Bool { cmark_node_get_list_type(pointer) == CMARK_ORDERED_LIST }
    /// The start tag of a list, with its first number unless that is 1.
    var listTag: String {
        guard isOrderedList else { return "<ul>" }
        let start = cmark_node_get_list_start(pointer)
        return start == 1 ? "<ol>" : "<ol start=\"\(start)\">"
    }
    /// True for a paragraph of a list without space between its items.
    var isTight: Bool {
        guard let list = parent?.parent, list.kind == .list else { return false }
        return cmark_node_get_list_tight(list.pointer) != 0
    }
    /// True for a code block between fences, false for an indented one.
    var isFenced: Bool {
        var (length, offset, character) = (Int32(0), Int32(0), CChar(0))
        return cmark_node_get_fenced(pointer, &length, &offset, &character) != 0
    }
    var isHeaderRow: Bool { cmark_gfm_extensions_get_table_row_is_header(pointer) != 0 }

    /// The state of a list item's check box, true if it is checked; nil for an item without one, as
    /// in an ordinary list.
    var checkBox: Bool? {
        guard cmark_node_get_syntax_extension(pointer) != nil else { return nil }
        return cmark_gfm_extensions_get_tasklist_item_checked(pointer)
    }

    /// The alignment of each column of a table as an ASCII letter: `l`, `c`, `r`, or 0 for none.
    /// The memory belongs to the document.
    var columnAlignments: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(
            start: cmark_gfm_extensions_get_table_alignments(pointer),
            count: Int(cmark_gfm_extensions_get_table_columns(pointer)))
    }

    /// Returns the side for a letter of ``columnAlignments``: `left`, `center` or `right`;
    /// nil for none.
    static func side(ofAlignment letter: UInt8) -> String? {
        switch letter {
        case UInt8(ascii: "l"): "left"
        case UInt8(ascii: "c"): "center"
        case UInt8(ascii: "r"): "right"
        default: nil
        }
    }

    func withLiteral(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        withBytes(of: cmark_node_get_literal(pointer), body)
    }

    var fenceInfo: String { text(cmark_node_get_fence_info(pointer)) }
    var address: String { text(cmark_node_get_url(pointer)) }
    var title: String { text(cmark_node_get_title(pointer)) }

    private func text(_ characters: UnsafePointer<CChar>?) -> String {
        characters.map { String(cString: $0) } ?? ""
    }

    func withAddress(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        withBytes(of: cmark_node_get_url(pointer), body)
    }

    func withTitle(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        withBytes(of: cmark_node_get_title(pointer), body)
    }

    private func withBytes(
        of text: UnsafePointer<CChar>?, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        guard let text else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
        let count = strlen(text)
        text.withMemoryRebound(to: UInt8.self, capacity: count) {
            body(UnsafeBufferPointer(start: $0, count: count))
        }
    }
}

extension MarkdownNode {
    enum Phase {
        case enter, leave
    }

    /// Visits the node and its descendants in document order, without recursion: each when entered
    /// and when left. On entering, `visit` returns whether to visit the children.
    func walk(_ visit: (MarkdownNode, Kind, Phase) -> Bool) {
        var node = self
        var kinds: [Kind] = []
        while true {
            let kind = node.kind
            if visit(node, kind, .enter), let child = node.firstChild {
                node = child
                kinds.append(kind)
                continue
            }
            _ = visit(node, kind, .leave)
            while node.isLastChild, let parentKind = kinds.popLast(), let parent = node.parent {
                node = parent
                _ = visit(node, parentKind, .leave)
            }
            guard !kinds.isEmpty, let next = node.next else { return }
            node = next
        }
    }

    /// The text of the node and its descendants, without markup. Line breaks become spaces, and the
    /// descriptions of images are included, comments are not.
    var plainText: String {
        var bytes: [UInt8] = []
        var marks = InlineMarks()
        walk { node, kind, phase in
            guard phase == .enter else { return false }
            switch kind {
            case .code: node.withLiteral { bytes.append(contentsOf: $0) }
            case .text, .htmlInline:
                node.withLiteral { literal in
                    guard kind == .text || HTMLComments.removed(from: literal) == nil
                    else { return }
                    let isPlain = kind == .text && !literal.contains(UInt8(ascii: "="))
                    var index = 0
                    for mark in isPlain ? [] : marks.marks(in: node) {
                        bytes += literal[index..<mark.range.lowerBound]
                        index = mark.range.upperBound
                    }
                    bytes += literal[index...]
                }
            case .softBreak, .lineBreak: bytes.append(0x20)
            default: break
            }
            return true
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
