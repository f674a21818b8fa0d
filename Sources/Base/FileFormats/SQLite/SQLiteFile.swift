import CSQLite
import Dispatch
import LocalFiles

/// The reason why a database could not be read or written.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description that completes "NAME …".
    package let description: String
    /// True if the disk has no room for what was to be written.
    package let isDiskFull: Bool

    /// Returns the error of a table that has rows of another table.
    package static func misplacedRows(count: Int, table: String) -> SQLiteError {
        damaged("\(table) has \(count) rows of another table")
    }

    /// Returns the error of a database whose content cannot be right.
    package static func damaged(_ reason: String) -> SQLiteError {
        SQLiteError(SQLITE_CORRUPT, reason)
    }

    /// The code of SQLite.
    let code: CInt

    /// - Parameter reason: A clause about the database.
    init(_ code: CInt, _ reason: String) {
        self.code = code
        isDiskFull = code == SQLITE_FULL
        description =
            switch code {
            case SQLITE_NOTADB: "is not a database, or is encrypted"
            case SQLITE_CORRUPT: "is damaged (\(reason))"
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
    private let connection: SQLiteConnection
    /// The owner of a database in memory.
    private let owner: (any AnyObject & Sendable)?
    /// The limits of the work that the database may cause.
    private let budget: SQLiteBudget
    /// The column that identifies the rows of a table, by the name of the table. Rows are stored in
    /// its order.
    package let identifiers: [String: String]
    /// The columns of each table, by the name of the table.
    package let columns: [String: [String]]

    /// Opens a database.
    ///
    /// - Parameter path: The path of the copy; a write-ahead log or a journal of the same name next
    ///   to it is used too.
    /// - Throws: ``SQLiteError``.
    package init(ownCopy path: String) throws(SQLiteError) {
        let sizes = ["", "-wal"].map { (try? LocalFiles.status(path + $0))??.size ?? 0 }
        budget = SQLiteBudget(fileSize: sizes.reduce(0, +))
        connection = try Self.connection(path, budget)
        (columns, identifiers) = try Self.columns(in: connection)
        owner = nil
    }

    /// Connects to a database of unknown origin, whose code must not run (sqlite.org/security.html).
    private static func connection(
        _ path: String, _ budget: SQLiteBudget
    ) throws(SQLiteError) -> SQLiteConnection {
        SQLiteBudget.limitMemory
        let connection = try SQLiteConnection(path)
        try connection.run(
            """
            PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;
            PRAGMA ignore_check_constraints = ON; PRAGMA query_only = ON
            """)
        sqlite3_limit(connection.handle, SQLITE_LIMIT_LENGTH, budget.maximumValueSize)
        sqlite3_limit(connection.handle, SQLITE_LIMIT_COLUMN, SQLiteBudget.maximumColumns)
        budget.limit(connection.handle)
        return connection
    }

    /// Returns the columns of the tables and those that are identifiers of rows, by the name of the
    /// table.
    private static func columns(
        in connection: SQLiteConnection
    ) throws(SQLiteError) -> ([String: [String]], identifiers: [String: String]) {
        var columns: [String: [String]] = [:]
        var identifiers: [String: String] = [:]
        // SQLite stores each definition with these words in capitals and one space between.
        let tables = try connection.rows(
            """
            SELECT name FROM sqlite_master
            WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL TABLE%'
            """)
        for case .text(let table)? in tables.map(\.first) {
            let rows = try connection.rows(
                "SELECT name, pk, hidden, upper(type) FROM pragma_table_xinfo(?)",
                values: [.text(table)])
            // Each generated column may consist of several others, and so on; no app has them.
            guard rows.allSatisfy({ $0[2] == .integer(0) }) else { continue }
            let keys = rows.filter { $0[1] > .integer(0) }
            if keys.count == 1, keys[0][3] == .text("INTEGER"), case .text(let key) = keys[0][0] {
                identifiers[table] = key
            }
            // Leaves out names that are equal as Swift strings, which cannot be queried separately,
            // and names that are not valid UTF-8.
            var known: Set<String> = []
            columns[table] = rows.compactMap { row in
                guard case .text(let name) = row[0], !name.contains("\u{FFFD}"),
                    known.insert(name).inserted
                else { return nil }
                return name
            }
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
        // The versions for writing and reading: 2 stands for a write-ahead log (section 1.3 of
        // sqlite.org/fileformat.html).
        if content.count >= 100 {
            for place in 18...19 { content[place] = min(content[place], 1) }
        }
        budget = SQLiteBudget(fileSize: content.count)
        connection = try Self.connection(":memory:", budget)
        self.owner = owner
        let count = Int64(content.count)
        try connection.check(
            sqlite3_deserialize(
                connection.handle, "main", content.bindMemory(to: UInt8.self).baseAddress, count,
                count, UInt32(SQLITE_DESERIALIZE_READONLY)))
        sqlite3_limit(
            connection.handle, SQLITE_LIMIT_LENGTH,
            min(budget.maximumValueSize, Self.maximumSmallValueSize))
        (columns, identifiers) = try Self.columns(in: connection)
    }

    /// The first defect in the structure of the database; nil if none is found within 20 seconds.
    package var fault: String? {
        budget.restart()
        // Cancelled work is kept until its time, and would keep the database open as long.
        let watch = DispatchWorkItem { [weak connection] in connection?.interrupt() }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.maximumCheckTime, execute: watch)
        defer { watch.cancel() }
        let found: [[SQLiteValue]]
        do {
            found = try connection.rows("PRAGMA quick_check(1)")
        } catch {
            // A check that takes longer may be of a sound database.
            return error.code == SQLITE_INTERRUPT ? nil : "its structure is unreadable"
        }
        guard case .text(let first)? = found.first?.first else { return nil }
        let line = first.split(separator: "\n").last.map { String($0) } ?? first
        return line == "ok" ? nil : line
    }

    /// Passes the rows of a table to `body`, one at a time, sorted by a column.
    ///
    /// - Parameters:
    ///   - columns: The wanted columns, all of which must exist in the table.
    ///   - order: The column to sort by; nil for the order of the file.
    ///   - condition: A column and the value that it must have; nil for all rows.
    ///   - limit: The maximum number of rows.
    ///   - body: Receives the values of a row, one for each column.
    /// - Throws: ``SQLiteError``.
    package func forEachRow(
        of table: String, columns: [String], by order: String?,
        matching condition: (column: String, value: SQLiteValue)? = nil, limit: Int = .max,
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
        let statement = try CompiledStatement(
            "SELECT \(names) FROM \(Self.quoted(table))\(filter)\(sorting) LIMIT \(limit)",
            for: connection)
        try statement.bind(condition.map { [$0.value] } ?? [])
        while let values = try statement.nextRow() {
            try budget.spend(row: values)
            guard isStored else {
                unsorted.append(values)
                continue
            }
            if order != nil, case .integer(let identifier)? = values.last {
                guard identifier > last ?? .min || last == nil else {
                    throw SQLiteError(
                        SQLITE_CORRUPT, "its rows are duplicated or out of order")
                }
                last = identifier
            }
            body(Array(values.prefix(columns.count)))
        }
        for values in unsorted.sorted(by: { $0[columns.count] < $1[columns.count] }) {
            body(Array(values.prefix(columns.count)))
        }
    }

    /// The maximum size of a value of a database in memory, in bytes.
    private static let maximumSmallValueSize: CInt = 4 << 20
    /// The maximum duration of a check of the structure, in seconds.
    private static let maximumCheckTime = 20.0

    /// Returns a name that SQLite cannot take for a text, as it may with double quotation marks.
    private static func quoted(_ name: String) -> String {
        "`" + name.replacing("`", with: "``") + "`"
    }
}
