import NoteModel

/// The cells of an HTML table in their places.
struct HTMLTable {
    /// The rows, all of the same length; nil where a cell of a row above or beside reaches.
    private(set) var rows: [[HTMLElement?]] = []
    /// The nodes that are in the table, but in none of its cells; browsers show them before the table.
    private(set) var strays: [HTMLNode] = []

    /// The maximum number of columns and rows over which a cell reaches.
    private static let maximumSpan = 100

    init(_ table: HTMLElement) {
        var lines: [[HTMLElement]] = []
        collect(table, into: &lines)
        // The rows into which a cell above reaches, by their columns.
        var reaching: [Int: Int] = [:]
        for (number, cells) in lines.enumerated() {
            var row: [HTMLElement?] = []
            func skip() {
                while let last = reaching[row.count], last >= number { row.append(nil) }
            }
            for cell in cells {
                skip()
                let below = Self.span(cell, "rowspan") - 1
                for part in 0..<Self.span(cell, "colspan") {
                    if below > 0 { reaching[row.count] = number + below }
                    row.append(part == 0 ? cell : nil)
                }
            }
            skip()
            rows.append(row)
        }
        let width = rows.map(\.count).max() ?? 0
        // A single wide row would make all others as wide.
        guard rows.count * width <= 10 * lines.joined().count + 1_000 else { return }
        rows = rows.map { $0 + Array(repeating: nil, count: width - $0.count) }
    }

    /// True if the rows are not too wide for the number of cells.
    var isEven: Bool { rows.allSatisfy { $0.count == rows[0].count } }

    private mutating func collect(_ element: HTMLElement, into rows: inout [[HTMLElement]]) {
        for node in element.children {
            guard let child = node.element else {
                addStray(node)
                continue
            }
            switch child.name {
            case "tr":
                var cells: [HTMLElement] = []
                for node in child.children {
                    if let cell = node.element, cell.name == "td" || cell.name == "th" {
                        cells.append(cell)
                    } else {
                        addStray(node)
                    }
                }
                if !cells.isEmpty { rows.append(cells) }
            case "thead", "tbody", "tfoot": collect(child, into: &rows)
            case "caption", "colgroup", "col": continue
            default: addStray(node)
            }
        }
    }

    private mutating func addStray(_ node: HTMLNode) {
        guard node.element != nil || !node.text.trimmed.isEmpty else { return }
        strays += [node, .text(" ")]
    }

    private static func span(_ cell: HTMLElement, _ name: String) -> Int {
        cell.attributes[name].flatMap { Int($0.trimmed) }.map { min(max(1, $0), maximumSpan) } ?? 1
    }
}
