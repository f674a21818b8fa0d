import NoteModel

// Lists and tables.
extension HTMLMarkdown {
    mutating func addList(_ list: HTMLElement, to blocks: inout [Block]) {
        let isOrdered = list.name == "ol"
        // Lists that follow each other are distinguished by their marks.
        let kind = Block.Kind.list(isOrdered: isOrdered)
        var isSecond = false
        var items: [String] = []
        func takeList() {
            guard !items.isEmpty else { return }
            blocks.append(Block(kind: kind, text: items.joined(separator: "\n")))
            items = []
        }
        func begin() {
            let last = blocks.last { $0.kind == kind }?.text ?? ""
            let isAfterList = blocks.last?.kind == kind
            isSecond = isAfterList && !last.hasPrefix("*") && !(isOrdered && last.hasOtherMark)
        }
        begin()
        let first = list.attributes["start"].flatMap { Int($0) } ?? 1
        // A number has nine digits at most.
        let highest = 999_999_999 - list.children.count
        var number = min(max(0, first), highest)
        var width = isOrdered ? 3 : 2
        /// Appends lines to the last item; before the first one they come before the list.
        func append(_ text: String, _ kind: Block.Kind) {
            guard !text.isEmpty else { return }
            guard let last = items.indices.last else {
                return blocks.append(Block(kind: kind, text: text))
            }
            let spaces = String(repeating: " ", count: width)
            items[last] += "\n" + spaces + text.prefixed(spaces)
        }
        var line: [HTMLNode] = []
        func takeLine() {
            let text = MarkdownEscaping.lines(inline(line))
            line = []
            append(text, .line)
        }
        for node in list.children {
            guard let element = node.element, element.isBlock || element.holdsBlocks else {
                line.append(node)
                continue
            }
            takeLine()
            if element.name == "ul" || element.name == "ol" || element.isMereList {
                // A list in a list belongs to the item before it.
                var nested: [Block] = []
                for inner in element.isMereList ? element.children.compactMap(\.element) : [element]
                {
                    addList(inner, to: &nested)
                }
                let text = Self.joined(nested)
                if items.isEmpty, !text.isEmpty { items.append(text) } else { append(text, .line) }
                continue
            }
            if isOrdered, let value = element.attributes["value"].flatMap({ Int($0.trimmed) }),
                (0...highest).contains(value), value != number
            {
                // The numbers of one list follow each other.
                takeList()
                begin()
                number = value
            }
            let mark =
                isOrdered ? "\(number)\(isSecond ? ")" : ".") " : isSecond ? "* " : "- "
            width = mark.count
            items.append(mark + item(element, of: list, width: width))
            number += 1
        }
        takeLine()
        takeList()
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
        // Tables of one column arrange a page, and Markdown has no lists in cells.
        guard width > 1, isPlain, content.isEven else {
            for cell in rows.joined() { blocks += self.blocks(cell?.children ?? []) }
            return
        }
        let hasHeader = rows[0].allSatisfy { $0?.name ?? "th" == "th" }
        var lines = rows.map { row in
            "| " + row.map { $0.map { cell($0) } ?? "" }.joined(separator: " | ") + " |"
        }
        if !hasHeader { lines.insert("|" + String(repeating: "  |", count: width), at: 0) }
        let sides = (0..<width).map { column in
            let side = rows.lazy.compactMap { $0[column]?.attributes["align"]?.lowercased() }.first
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

extension HTMLElement {
    /// True for an item that has nothing but lists, as Evernote writes a list in a list.
    fileprivate var isMereList: Bool {
        name == "li" && !children.compactMap(\.element).isEmpty
            && children.allSatisfy { node in
                node.element.map { ["ul", "ol"].contains($0.name) } ?? node.text.trimmed.isEmpty
            }
    }
}

extension String {
    /// True for a list whose numbers have brackets.
    fileprivate var hasOtherMark: Bool { drop(while: \.isWholeNumber).first == ")" }
}
