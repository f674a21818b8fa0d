/// A table of results: on a terminal columns with headers, fitted to its width; elsewhere one line
/// per row with tabs between the cells, for other programs.
struct TextTable {
    /// The alignment of the cells of a column.
    enum Alignment {
        case left, right
    }

    private let columns: [(header: String, alignment: Alignment)]
    private let rows: [[String]]

    /// The width of the space between two columns.
    private static let space = 2
    /// The width below which a column is never cut.
    private static let minimumWidth = 6

    /// - Parameters:
    ///   - columns: The headers of the columns.
    ///   - rows: The cells, one per column in each row. Control characters are replaced.
    init(_ columns: [(header: String, alignment: Alignment)], rows: [[String]]) {
        self.columns = columns
        self.rows = rows.map { $0.map { Messages.printable($0) } }
    }

    /// Returns the text of the table, whose lines each end with a line feed.
    func text(_ style: TerminalStyle) -> String {
        guard let width = style.width else {
            return rows.map { $0.joined(separator: "\t") + "\n" }.joined()
        }
        guard !rows.isEmpty else { return "" }
        let widths = widths(within: width)
        let header = line(columns.map(\.header), widths: widths)
        return style.styled(header, as: .heading) + "\n"
            + rows.map { line($0, widths: widths) + "\n" }.joined()
    }

    /// Returns the widths of the columns; the widest are narrowed until all fit. Dates and numbers
    /// are never cut: if they do not fit, the last columns are left out.
    private func widths(within total: Int) -> [Int] {
        let natural = columns.indices.map { column in
            max(columns[column].header.count, rows.map { $0[column].columns }.max() ?? 0)
        }
        let isWhole = columns.indices.map { column in
            rows.allSatisfy { !$0[column].contains(where: \.isLetter) }
        }
        for count in stride(from: columns.count, to: 1, by: -1) {
            var widths = Array(natural[..<count])
            var excess = widths.reduce(0, +) + Self.space * (count - 1) - total
            while excess > 0,
                let widest = widths.indices.filter({ !isWhole[$0] })
                    .max(by: { widths[$0] < widths[$1] }),
                widths[widest] > Self.minimumWidth
            {
                widths[widest] -= 1
                excess -= 1
            }
            if excess <= 0 { return widths }
        }
        return [total]
    }

    private func line(_ cells: [String], widths: [Int]) -> String {
        let padded = zip(cells, widths).enumerated().map { column, cell in
            let (text, width) = cell
            let shown = text.cut(toColumns: width)
            let space = String(repeating: " ", count: max(0, width - shown.columns))
            if columns[column].alignment == .right { return space + shown }
            return column == widths.count - 1 ? shown : shown + space
        }
        return padded.joined(separator: String(repeating: " ", count: Self.space))
    }
}

extension Character {
    /// The number of columns of a terminal that the character takes: 2 for East Asian wide
    /// characters and emoji (Unicode Standard Annex 11), otherwise 1.
    fileprivate var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        let isWide =
            switch first.value {
            case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
                0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
                true
            default: first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}")
            }
        return isWide ? 2 : 1
    }
}

extension String {
    /// The number of columns of a terminal that the text takes.
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// Returns the text, cut and ended with an ellipsis if it is wider than a number of columns.
    fileprivate func cut(toColumns width: Int) -> String {
        guard columns > width else { return self }
        var (text, left) = ("", width - 1)
        for character in self {
            left -= character.columns
            guard left >= 0 else { break }
            text.append(character)
        }
        return text + "…"
    }
}
