/// A value as SQLite stores it.
package enum SQLiteValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case data([UInt8])
}

extension SQLiteValue: Comparable {
    /// Compares values as SQLite does: null before numbers, texts and data.
    package static func < (left: SQLiteValue, right: SQLiteValue) -> Bool {
        switch (left, right) {
        case (.integer(let first), .integer(let second)): first < second
        case (.integer(let first), .real(let second)): Double(first) < second
        case (.real(let first), .integer(let second)): first < Double(second)
        case (.real(let first), .real(let second)): first < second
        case (.text(let first), .text(let second)):
            first.utf8.lexicographicallyPrecedes(second.utf8)
        case (.data(let first), .data(let second)): first.lexicographicallyPrecedes(second)
        default: left.rank < right.rank
        }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .integer, .real: 1
        case .text: 2
        case .data: 3
        }
    }
}
