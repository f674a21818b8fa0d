import Foundation
import GRDB
import GRDBSQLite

/// The reason why a database could not be read or written.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description that completes "NAME …".
    package let description: String
    /// True if the disk has no room for what was to be written.
    package let isDiskFull: Bool

    /// Returns the error of a table that has rows of another table.
    package static func misplacedRows(count: Int, table: String) -> SQLiteError {
        SQLiteError(SQLiteBudget.damaged("\(table) has \(count) rows of another table"))
    }

    init(_ error: any Error) {
        let error = error as? DatabaseError
        let reason = error?.message ?? "it cannot be opened"
        isDiskFull = error?.resultCode == .SQLITE_FULL
        description =
            switch error?.resultCode {
            case .SQLITE_NOTADB?: "is not a database, or is encrypted"
            case .SQLITE_CORRUPT?: "is damaged (\(reason))"
            default: "cannot be read (\(reason))"
            }
    }
}

/// A database of another program, opened for reading. SQLite may write files next to a database
/// even when it only reads it, so open a private copy.
///
/// ```swift
/// let file = try SQLiteFile(ownCopy: path)
/// try file.forEachRow(of: "ZNOTE", columns: ["Z_PK", "ZTITLE"], by: "Z_PK") { row in
///     if case .text(let title) = row[1] { titles.append(title) }
/// }
/// ```
package final class SQLiteFile {
    private let queue: DatabaseQueue
    /// The owner of a database in memory.
    private let owner: (any AnyObject & Sendable)?
    /// The limits of the work that the database may cause.
    private let budget: SQLiteBudget
    /// The column that identifies the rows of a table, by the name of the table. Rows are stored in
    /// its order.
    private let identifiers: [String: String]
    /// The columns of each table, by the name of the table.
    package let columns: [String: [String]]

    /// Opens a database.
    ///
    /// - Parameter path: The path of the copy; a write-ahead log or a journal of the same name next
    ///   to it is used too.
    /// - Throws: ``SQLiteError``.
    package init(ownCopy path: String) throws(SQLiteError) {
        do {
            let sizes = ["", "-wal"].map { ending -> Int in
                let attributes = try? FileManager.default.attributesOfItem(atPath: path + ending)
                return attributes?[.size] as? Int ?? 0
            }
            let budget = SQLiteBudget(fileSize: sizes.reduce(0, +))
            self.budget = budget
            let queue = try DatabaseQueue(path: path, configuration: Self.configuration(budget))
            (columns, identifiers) = try queue.read { try Self.columns(of: $0) }
            self.queue = queue
            owner = nil
        } catch {
            throw SQLiteError(error)
        }
    }

    private static func configuration(_ budget: SQLiteBudget) -> GRDB.Configuration {
        SQLiteBudget.limitMemory
        // Code in a file of unknown origin must not run (sqlite.org/security.html).
        var configuration = GRDB.Configuration()
        configuration.prepareDatabase { db in
            try db.execute(
                sql: """
                    PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;
                    PRAGMA ignore_check_constraints = ON
                    """)
            sqlite3_limit(db.sqliteConnection, SQLITE_LIMIT_LENGTH, budget.maximumValueSize)
            sqlite3_limit(db.sqliteConnection, SQLITE_LIMIT_COLUMN, SQLiteBudget.maximumColumns)
            budget.limit(db.sqliteConnection)
        }
        return configuration
    }

    /// Returns the columns of the tables and those that are identifiers of rows, by the name of the
    /// table.
    private static func columns(
        of db: Database
    ) throws -> ([String: [String]], identifiers: [String: String]) {
        var columns: [String: [String]] = [:]
        var identifiers: [String: String] = [:]
        // SQLite stores each definition with these words in capitals and one space between.
        for name in try String.fetchAll(
            db,
            sql: """
                SELECT name FROM sqlite_master
                WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL TABLE%'
                """
        ) {
            let rows = try Row.fetchAll(
                db, sql: "SELECT name, type, pk, hidden FROM pragma_table_xinfo(?)",
                arguments: [name])
            // Each generated column may consist of several others, and so on; no app has them.
            guard rows.allSatisfy({ $0[3] as Int? == 0 }) else { continue }
            let keys = rows.filter { $0[2] as Int? ?? 0 > 0 }
            if keys.count == 1, (keys[0][1] as String? ?? "").uppercased() == "INTEGER" {
                identifiers[name] = keys[0][0] as String
            }
            // Leaves out names that are equal as Swift strings, which cannot be queried separately,
            // and names that are not valid UTF-8.
            var known: Set<String> = []
            columns[name] = rows.map { $0[0] as String }
                .filter { !$0.contains("\u{FFFD}") && known.insert($0).inserted }
        }
        return (columns, identifiers)
    }

    /// Opens a database that is in memory, without a file that SQLite could write to.
    ///
    /// - Parameters:
    ///   - content: The bytes of the database, which must be writable. Those that ask for a
    ///     write-ahead log are changed, since there is none.
    ///   - owner: Keeps the bytes as long as they are used.
    /// - Throws: ``SQLiteError``.
    package init(
        content: UnsafeMutableRawBufferPointer, owner: any AnyObject & Sendable
    ) throws(SQLiteError) {
        do {
            // The versions for writing and reading: 2 stands for a write-ahead log (section 1.3 of
            // sqlite.org/fileformat.html).
            if content.count >= 100 {
                for place in 18...19 { content[place] = min(content[place], 1) }
            }
            let budget = SQLiteBudget(fileSize: content.count)
            self.budget = budget
            let queue = try DatabaseQueue(configuration: Self.configuration(budget))
            try queue.inDatabase { db in
                let count = Int64(content.count)
                let code = sqlite3_deserialize(
                    db.sqliteConnection, "main", content.bindMemory(to: UInt8.self).baseAddress,
                    count, count, UInt32(SQLITE_DESERIALIZE_READONLY))
                sqlite3_limit(
                    db.sqliteConnection, SQLITE_LIMIT_LENGTH,
                    min(budget.maximumValueSize, Self.maximumSmallValueSize))
                guard code == SQLITE_OK else {
                    throw DatabaseError(resultCode: .init(rawValue: code))
                }
            }
            (columns, identifiers) = try queue.read { try Self.columns(of: $0) }
            (self.queue, self.owner) = (queue, owner)
        } catch {
            throw SQLiteError(error)
        }
    }

    /// The first defect in the structure of the database; nil if none is found within 20 seconds.
    package var fault: String? {
        budget.restart()
        // Cancelled work is kept until its time, and would keep the database open as long.
        let watch = DispatchWorkItem { [weak queue] in queue?.interrupt() }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.maximumCheckTime, execute: watch)
        defer { watch.cancel() }
        let found: [String]
        do {
            found = try queue.read { db in
                try String.fetchAll(db, sql: "PRAGMA quick_check(1)")
            }
        } catch {
            // A check that takes longer may be of a sound database.
            let code = (error as? DatabaseError)?.resultCode
            return code == .SQLITE_INTERRUPT ? nil : "its structure is unreadable"
        }
        guard let first = found.first else { return nil }
        let line = first.split(separator: "\n").last.map { String($0) } ?? first
        return line == "ok" ? nil : line
    }

    /// Passes the rows of a table to `body`, one at a time, sorted by a column.
    ///
    /// - Parameters:
    ///   - columns: The wanted columns, all of which must exist in the table.
    ///   - order: The column to sort by; nil for the order of the file.
    ///   - condition: A column and the value that it must have; nil for all rows.
    ///   - body: Receives the values of a row, one for each column.
    /// - Throws: ``SQLiteError``.
    package func forEachRow(
        of table: String, columns: [String], by order: String?,
        matching condition: (column: String, value: SQLiteValue)? = nil,
        body: ([SQLiteValue]) -> Void
    ) throws(SQLiteError) {
        let filter = condition.map { " WHERE \(Self.quoted($0.column)) = ?" } ?? ""
        // A hostile file can give SQLite any amount of rows to sort.
        let isStored = order == nil || order == identifiers[table]
        let sorting = isStored ? order.map { " ORDER BY \(Self.quoted($0))" } ?? "" : ""
        let wanted = columns + [order].compactMap(\.self)
        let names = wanted.map(Self.quoted).joined(separator: ", ")
        var unsorted: [[SQLiteValue]] = []
        var last: Int64?
        budget.restart()
        do {
            try queue.read { db in
                let statement = try db.makeStatement(
                    sql: "SELECT \(names) FROM \(Self.quoted(table))\(filter)\(sorting)")
                let rows = try Row.fetchCursor(
                    statement,
                    arguments: StatementArguments(condition.map { [$0.value.databaseValue] } ?? []))
                while try rows.next() != nil {
                    let values = try wanted.indices.map {
                        try SQLiteValue(statement.sqliteStatement, column: CInt($0))
                    }
                    try budget.spend(row: values)
                    guard isStored else {
                        unsorted.append(values)
                        continue
                    }
                    if order != nil, case .integer(let identifier)? = values.last {
                        guard identifier > last ?? .min || last == nil else {
                            throw SQLiteBudget.damaged("its rows are duplicated or out of order")
                        }
                        last = identifier
                    }
                    body(Array(values.prefix(columns.count)))
                }
                for values in unsorted.sorted(by: { $0[columns.count] < $1[columns.count] }) {
                    body(Array(values.prefix(columns.count)))
                }
            }
        } catch {
            throw SQLiteError(error)
        }
    }

    /// The maximum size of a value of a database in memory, in bytes.
    private static let maximumSmallValueSize: CInt = 4 << 20
    /// The maximum duration of a check of the structure, in seconds.
    private static let maximumCheckTime = 20.0

    private static func quoted(_ name: String) -> String {
        "\"" + name.replacing("\"", with: "\"\"") + "\""
    }
}

extension SQLiteValue {
    /// A value of the row that a statement is at, copied once: recordings are large.
    ///
    /// - Throws: `DatabaseError` if there is no memory for a value in its encoding.
    fileprivate init(_ statement: OpaquePointer, column: CInt) throws {
        /// Returns the bytes of a text, or of data.
        func bytes(_ start: UnsafeRawPointer?) throws -> UnsafeRawBufferPointer {
            let count = Int(sqlite3_column_bytes(statement, column))
            let isText = sqlite3_column_type(statement, column) == SQLITE_TEXT
            guard start != nil || count == 0 && !isText else {
                throw DatabaseError(resultCode: .SQLITE_NOMEM)
            }
            return UnsafeRawBufferPointer(start: start, count: count)
        }
        self =
            switch sqlite3_column_type(statement, column) {
            case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
            case SQLITE_FLOAT: .real(sqlite3_column_double(statement, column))
            case SQLITE_TEXT:
                .text(
                    String(
                        decoding: try bytes(sqlite3_column_text(statement, column)), as: UTF8.self))
            case SQLITE_BLOB: .data(Array(try bytes(sqlite3_column_blob(statement, column))))
            default: .null
            }
    }
}
