import Foundation
import GRDB

/// An SQL statement with the values of its parameters.
package struct SQLiteStatement: Sendable {
    fileprivate let sql: String
    fileprivate let values: [SQLiteValue]

    /// The values that are texts.
    package var texts: [String] {
        values.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    package init(_ sql: String, values: [SQLiteValue] = []) {
        (self.sql, self.values) = (sql, values)
    }
}

extension SQLiteFile {
    /// Creates a database in a single transaction.
    ///
    /// - Throws: ``SQLiteError``.
    package static func make(at path: String, _ statements: [SQLiteStatement]) throws(SQLiteError) {
        do {
            let queue = try DatabaseQueue(path: path)
            try queue.write { db in
                for statement in statements {
                    try db.execute(
                        sql: statement.sql,
                        arguments: StatementArguments(statement.values.map(\.databaseValue)))
                }
            }
            try queue.close()
        } catch {
            throw SQLiteError(error)
        }
    }
}

extension SQLiteValue {
    var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .real(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .data(let bytes): Data(bytes).databaseValue
        }
    }
}
