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
        let connection = try SQLiteConnection(path)
        try connection.run("BEGIN IMMEDIATE")
        var compiled: [String: CompiledStatement] = [:]
        for statement in statements {
            let known: CompiledStatement
            if let earlier = compiled[statement.sql] {
                known = earlier
            } else {
                known = try CompiledStatement(statement.sql, for: connection)
                compiled[statement.sql] = known
            }
            try known.bind(statement.values)
            while try known.nextRow() != nil {}
        }
        try connection.run("COMMIT")
    }
}
