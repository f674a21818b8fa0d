import NoteModel

// Lists and tables.
extension HTMLMarkdown {
    mutating func addList(_ list: HTMLElement, to blocks: inout [Block]) {
        var items = ListItems(list, after: blocks.last)
        for (line, block) in list.children.lines {
            items.append(lines: MarkdownEscaping.lines(inline(line)))
            guard let element = block else { continue }
            // A list in a list belongs to the item before it.
            if element.isList || element.isMereList {
                var nested: [Block] = []
                for inner in element.isList ? [element] : element.children.compactMap(\.element) {
                    addList(inner, to: &nested)
                }
                items.append(nested: Self.joined(nested))
                continue
            }
            if let number = element.itemNumber, items.isOrdered, number != items.number {
                // The numbers of one list follow each other.
                items.end(into: &blocks)
                items = ListItems(list, after: blocks.last, from: number)
            }
            items.append(item: item(element, of: list, width: items.mark.count))
        }
        items.end(into: &blocks)
    }

    private mutating func item(_ item: HTMLElement, of list: HTMLElement, width: Int) -> String {
        var content = item.children
        var box = Self.takeCheckBox(&content)
        if let value = item.attributes["style"], value.contains("-en-checked") {
            box = item.hasStyle("en-checked", containing: "true")
        } else if list.hasStyle("en-todo", containing: "true") {
            box = box ?? false
        }
        if box == nil, content.count == 1, var only = content[0].element, only.isBlock {
            box = Self.takeCheckBox(&only.children)
            content = [.element(only)]
        }
        var blocks = blocks(item.isBlock ? content : [.element(item)])
        // A paragraph alone is a line of a tight list.
        if let first = blocks.first, first.kind == .paragraph {
            blocks[0] = Block(kind: .line, text: first.text)
        }
        let text = Self.joined(blocks, isInItem: true)
        return (box.map(Self.mark) ?? "") + text.indented(by: width)
    }

    mutating func addTable(_ table: HTMLElement, to blocks: inout [Block]) {
        for caption in table.children.compactMap(\.element) where caption.name == "caption" {
            blocks += self.blocks(caption.children)
        }
        let content = HTMLTable(table)
        blocks += self.blocks(content.strays)
        let rows = content.rows
        let width = rows.first?.count ?? 0
        let isPlain = rows.joined().allSatisfy { !($0.map(Self.isTooRich) ?? false) }
        // Tables of one column without a header arrange a page, and Markdown has no lists in cells.
        let isTable = width > 1 || rows.first?.first??.name == "th"
        guard isTable, isPlain, content.isEven else {
            for cell in rows.joined() { blocks += self.blocks(cell?.children ?? []) }
            return
        }
        let hasHeader = rows[0].allSatisfy { $0?.name ?? "th" == "th" }
        var lines = rows.map { row in
            "| " + row.map { $0.map { cell($0) } ?? "" }.joined(separator: " | ") + " |"
        }
        if !hasHeader { lines.insert("|" + String(repeating: "  |", count: width), at: 0) }
        let sides = (0..<width).map { column in
            let side = rows.lazy.compactMap { row in
                row[column].flatMap {
                    $0.attributes["align"]?.lowercased() ?? $0.style("text-align")
                }
            }.first
            return switch side {
            case "center": ":---:"
            case "right": "---:"
            case "left": ":---"
            default: "---"
            }
        }
        lines.insert("| " + sides.joined(separator: " | ") + " |", at: 1)
        blocks.append(Block(kind: .other, text: lines.joined(separator: "\n")))
    }

    private static func isTooRich(_ cell: HTMLElement) -> Bool {
        cell.children.contains { node in
            guard let element = node.element else { return false }
            return ["ul", "ol", "pre", "table", "blockquote"].contains(element.name)
                || isTooRich(element)
        }
    }

    private mutating func cell(_ cell: HTMLElement) -> String {
        // A bar divides cells, even in code and in an address.
        inline(cell.children).split(whereSeparator: \.isNewline).joined(separator: " ")
            .replacing("|", with: "\\|")
    }
}

/// The items of a list that is being written.
private struct ListItems {
    typealias Block = HTMLMarkdown.Block

    let isOrdered: Bool
    /// The number of the next item.
    private(set) var number: Int
    private var items: [String] = []
    /// The lines before the first item.
    private var before: [Block] = []
    /// True for a list after another one, from which its marks distinguish it.
    private let isSecond: Bool
    /// The width of the mark of the last item.
    private var width = 0

    init(_ list: HTMLElement, after last: Block?, from number: Int? = nil) {
        isOrdered = list.name == "ol"
        let first = number ?? list.attributes["start"].flatMap { Int($0) } ?? 1
        // A number has nine digits at most.
        self.number = min(max(0, first), 999_999_999 - list.children.count)
        let mark = last?.text.drop(while: \.isWholeNumber).first
        isSecond = last?.kind == .list(isOrdered: isOrdered) && mark != "*" && mark != ")"
    }

    /// The mark of the next item.
    var mark: String { isOrdered ? "\(number)\(isSecond ? ")" : ".") " : isSecond ? "* " : "- " }

    mutating func append(item: String) {
        width = mark.count
        items.append(mark + item)
        number += 1
    }

    /// Appends lines to the last item; before the first one they come before the list.
    mutating func append(lines: String) {
        guard !lines.isEmpty else { return }
        guard let last = items.indices.last else {
            return before.append(Block(kind: .line, text: lines))
        }
        let spaces = String(repeating: " ", count: width)
        items[last] += "\n" + spaces + lines.prefixed(spaces)
    }

    /// Appends a list to the last item; before the first one it is an item.
    mutating func append(nested list: String) {
        if items.isEmpty, !list.isEmpty { items.append(list) } else { append(lines: list) }
    }

    func end(into blocks: inout [Block]) {
        blocks += before
        guard !items.isEmpty else { return }
        blocks.append(Block(kind: .list(isOrdered: isOrdered), text: items.joined(separator: "\n")))
    }
}

extension HTMLElement {
    fileprivate var isList: Bool { name == "ul" || name == "ol" }

    /// The number that an item sets itself; nil if it has none.
    fileprivate var itemNumber: Int? {
        attributes["value"].flatMap { Int($0.trimmed) }.flatMap {
            (0...999_999_999).contains($0) ? $0 : nil
        }
    }

    /// True for an item that has nothing but lists, as Evernote writes a list in a list.
    fileprivate var isMereList: Bool {
        name == "li" && !children.compactMap(\.element).isEmpty
            && children.allSatisfy { node in
                node.element.map(\.isList) ?? node.text.trimmed.isEmpty
            }
    }
}
