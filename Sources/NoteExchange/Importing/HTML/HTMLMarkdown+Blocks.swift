// Lists and tables.
extension HTMLMarkdown {
    mutating func addList(_ list: HTMLElement, to blocks: inout [Block]) {
        let isOrdered = list.name == "ol"
        // Lists that follow each other are distinguished by their marks.
        let kind = Block.Kind.list(isOrdered: isOrdered)
        let isSecond = blocks.last?.kind == kind && !(blocks.last?.text.hasPrefix("*") ?? false)
        let first = list.attributes["start"].flatMap { Int($0) } ?? 1
        // A number has nine digits at most.
        var number = min(max(0, first), 999_999_999 - list.children.count)
        var items: [String] = []
        var width = isOrdered ? 3 : 2
        for node in list.children {
            guard let element = node.element else { continue }
            if element.name == "ul" || element.name == "ol" {
                // A list in a list belongs to the item before it.
                var nested: [Block] = []
                addList(element, to: &nested)
                let text = Self.joined(nested)
                guard !text.isEmpty else { continue }
                if let last = items.indices.last {
                    let spaces = String(repeating: " ", count: width)
                    items[last] += "\n" + spaces + text.prefixed(spaces)
                } else {
                    items.append(text)
                }
                continue
            }
            let mark =
                isOrdered ? "\(number)\(isSecond ? ")" : ".") " : isSecond ? "* " : "- "
            width = mark.count
            items.append(mark + item(element, of: list, width: width))
            number += 1
        }
        guard !items.isEmpty else { return }
        blocks.append(Block(kind: kind, text: items.joined(separator: "\n")))
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
        let rows = Self.rows(of: table)
        let width = rows.map(\.count).max() ?? 0
        let isPlain = rows.allSatisfy { $0.allSatisfy { !Self.isTooRich($0) } }
        // Tables of one column arrange a page, and Markdown has no lists in cells. A single wide row
        // would make all others as wide.
        let cells = rows.reduce(0) { $0 + $1.count }
        guard width > 1, isPlain, rows.count * width <= 10 * cells + 1_000 else {
            for cell in rows.flatMap(\.self) { blocks += self.blocks(cell.children) }
            return
        }
        let hasHeader = rows[0].allSatisfy { $0.name == "th" }
        var lines = rows.map { row in
            let cells = row.map { cell($0) } + Array(repeating: "", count: width - row.count)
            return "| " + cells.joined(separator: " | ") + " |"
        }
        if !hasHeader { lines.insert("|" + String(repeating: "  |", count: width), at: 0) }
        let sides = (0..<width).map { column in
            let side = rows.lazy.compactMap { $0.indices.contains(column) ? $0[column] : nil }
                .compactMap { $0.attributes["align"]?.lowercased() }.first
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

    private static func rows(of element: HTMLElement) -> [[HTMLElement]] {
        element.children.compactMap(\.element).flatMap { child -> [[HTMLElement]] in
            switch child.name {
            case "tr":
                let cells = child.children.compactMap(\.element)
                    .filter { $0.name == "td" || $0.name == "th" }
                return cells.isEmpty ? [] : [cells]
            case "thead", "tbody", "tfoot": return rows(of: child)
            default: return []
            }
        }
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
