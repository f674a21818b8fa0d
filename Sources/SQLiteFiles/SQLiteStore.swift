import Foundation
import GRDB
import Synchronization

/// A database of this program's own, of values that can be computed anew: it may be lost at any
/// time, and is not waited for to be on the disk.
package final class SQLiteStore: Sendable {
    private let queue: DatabaseQueue
    private let path: String
    /// Connections at rest, of as many as there were readers at once.
    private let readers = Mutex<[DatabaseQueue]>([])

    /// In bytes. Values are some kilobytes long: in pages of 4 kB, which is what SQLite makes, nearly
    /// each of them took several, and as many calls to write them.
    private static let pageSize = 16 << 10
    /// In kilobytes. Nothing is read or written twice; the 2 MB that SQLite takes cost four times as
    /// much where pages are large.
    private static let cacheSize = 512
    /// In seconds, of who finds the file held by another connection: of another thread, which has it for
    /// the milliseconds of a change, or of a run that writes nothing and takes no lock.
    private static let busyTimeout = 10.0

    /// Opens a database, and makes it where there is none of this form.
    ///
    /// - Parameters:
    ///   - version: Of the form; above 0. A database of another one is emptied.
    ///   - tables: Statements that make the tables.
    ///   - isReadOnly: Whether nothing is made and nothing written.
    /// - Throws: ``SQLiteError`` for what is no database, or a damaged one.
    package init(
        _ path: String, version: Int, tables: [String], isReadOnly: Bool = false
    ) throws(SQLiteError) {
        do {
            let queue = try DatabaseQueue(
                path: path, configuration: Self.configuration(isReadOnly: isReadOnly))
            let found = try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
            if found != version {
                guard !isReadOnly else { throw DatabaseError(resultCode: .SQLITE_NOTADB) }
                try queue.erase()
                // What is erased has pages as they were, and a new database those of SQLite.
                try queue.vacuum()
                try queue.write { db in
                    for table in tables { try db.execute(sql: table) }
                    try db.execute(sql: "PRAGMA user_version = \(version)")
                }
            }
            self.queue = queue
            self.path = path
        } catch {
            throw SQLiteError(error)
        }
    }

    private static func configuration(isReadOnly: Bool) -> GRDB.Configuration {
        var configuration = GRDB.Configuration()
        configuration.readonly = isReadOnly
        configuration.busyMode = .timeout(busyTimeout)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA cache_size = -\(cacheSize)")
            guard !isReadOnly else { return }
            try db.execute(
                sql: """
                    PRAGMA page_size = \(pageSize); PRAGMA synchronous = OFF;
                    PRAGMA journal_mode = TRUNCATE; PRAGMA secure_delete = ON
                    """)
        }
        return configuration
    }

    private func withReader<Result>(_ body: (DatabaseQueue) throws -> Result) throws -> Result {
        let reader =
            try readers.withLock { $0.popLast() }
            ?? DatabaseQueue(path: path, configuration: Self.configuration(isReadOnly: true))
        defer { readers.withLock { $0.append(reader) } }
        return try body(reader)
    }

    /// A row of a query, valid while it is handed out.
    package struct StoreRow {
        fileprivate let row: Row

        package func integer(_ column: Int) -> Int64 { row[column] as Int64? ?? 0 }

        package func text(_ column: Int) -> String { row[column] as String? ?? "" }

        /// Empty for null.
        package func data(_ column: Int) -> [UInt8] {
            var bytes: [UInt8] = []
            try? row.withUnsafeData(atIndex: column) { data in
                if let data { bytes.append(contentsOf: data) }
            }
            return bytes
        }
    }

    /// Hands all rows of a query to `body`, one at a time.
    ///
    /// - Throws: ``SQLiteError``.
    package func forEachRow(
        _ sql: String, _ values: [SQLiteValue] = [], _ body: (StoreRow) -> Void
    ) throws(SQLiteError) {
        do {
            // One statement sees one state of the file; it needs no transaction.
            try withReader { reader in
                try reader.unsafeRead { db in
                    let rows = try Row.fetchCursor(
                        try db.cachedStatement(sql: sql),
                        arguments: StatementArguments(values.map(\.databaseValue)))
                    while let row = try rows.next() { body(StoreRow(row: row)) }
                }
            }
        } catch {
            throw SQLiteError(error)
        }
    }

    /// A statement, and the values for its question marks: one run of it for each.
    package struct Change: Sendable {
        let sql: String
        let rows: [[SQLiteValue]]

        package init(_ sql: String, _ rows: [[SQLiteValue]] = [[]]) {
            self.sql = sql
            self.rows = rows
        }
    }

    /// Makes changes, all or none.
    ///
    /// - Throws: ``SQLiteError``.
    package func make(_ changes: [Change]) throws(SQLiteError) {
        do {
            try queue.write { db in
                for change in changes {
                    let statement = try db.makeStatement(sql: change.sql)
                    for row in change.rows {
                        try statement.execute(
                            arguments: StatementArguments(row.map(\.databaseValue)))
                    }
                }
            }
        } catch {
            throw SQLiteError(error)
        }
    }
}
