import Foundation
import GRDB
import Synchronization

/// A database of this program for values that can be recomputed: it may be lost at any time, and
/// writing does not wait for the disk.
package final class SQLiteStore: Sendable {
    private let queue: DatabaseQueue
    private let path: String
    /// The idle connections, as many as there have been simultaneous readers.
    private let readers = Mutex<[DatabaseQueue]>([])

    /// The size of a page in bytes. Values are a few kilobytes long: in SQLite's default pages of 4
    /// kB nearly every value took several pages and as many calls to write them.
    private static let pageSize = 16 << 10
    /// The size of the page cache in KiB. Nothing is read or written twice; with large pages,
    /// SQLite's default of 2 MB took four times as long.
    private static let cacheSize = 512
    /// The time to wait for another connection, in seconds: that of a thread that holds the file
    /// for the milliseconds of a change, or of another process, since a read-only run takes no
    /// lock.
    private static let busyTimeout = 10.0

    /// Opens a database, and creates it if there is none of this version.
    ///
    /// - Parameters:
    ///   - version: The version of the schema, above 0. A database of another version is emptied.
    ///   - tables: The statements that create the tables.
    ///   - isReadOnly: True to create and write nothing.
    /// - Throws: ``SQLiteError`` for a file that is not a database or is damaged, and for one of
    ///   another version if `isReadOnly` is true.
    package init(
        _ path: String, version: Int, tables: [String], isReadOnly: Bool = false
    ) throws(SQLiteError) {
        do {
            let queue = try DatabaseQueue(
                path: path, configuration: Self.configuration(isReadOnly: isReadOnly))
            let isOurs = try queue.read { db in
                // A view or a trigger would run in place of the program's own statements.
                try Int.fetchOne(db, sql: "PRAGMA user_version") == version
                    && Int.fetchOne(
                        db,
                        sql: "SELECT count(*) FROM sqlite_master WHERE type IN ('view', 'trigger')"
                    ) == 0
            }
            if !isOurs {
                guard !isReadOnly else { throw DatabaseError(resultCode: .SQLITE_NOTADB) }
                try queue.erase()
                // Erasing keeps the page size of the old file; vacuuming applies the new one.
                try queue.vacuum()
                try queue.write { db in
                    for table in tables { try db.execute(sql: table) }
                    try db.execute(sql: "PRAGMA user_version = \(version)")
                }
            }
            (self.queue, self.path) = (queue, path)
        } catch {
            throw SQLiteError(error)
        }
    }

    private static func configuration(isReadOnly: Bool) -> GRDB.Configuration {
        var configuration = GRDB.Configuration()
        configuration.readonly = isReadOnly
        configuration.busyMode = .timeout(busyTimeout)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cache_size = -\(cacheSize)")
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

    /// A row of a query, valid only while it is passed to a closure.
    package struct StoreRow {
        fileprivate let row: Row

        package func integer(_ column: Int) -> Int64 { row[column] as Int64? ?? 0 }

        package func text(_ column: Int) -> String { row[column] as String? ?? "" }

        /// Returns a blob; empty for null.
        package func data(_ column: Int) -> [UInt8] {
            var bytes: [UInt8] = []
            try? row.withUnsafeData(atIndex: column) { data in
                if let data { bytes.append(contentsOf: data) }
            }
            return bytes
        }
    }

    /// Passes all rows of a query to `body`, one at a time.
    ///
    /// - Throws: ``SQLiteError``.
    package func forEachRow(
        _ sql: String, values: [SQLiteValue] = [], body: (StoreRow) -> Void
    ) throws(SQLiteError) {
        do {
            // A single statement sees one consistent state of the file, so no transaction is
            // needed.
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

    /// A statement and the values of its parameters; it is executed once for each row of values.
    package struct Change: Sendable {
        let sql: String
        let rows: [[SQLiteValue]]

        package init(_ sql: String, rows: [[SQLiteValue]] = [[]]) {
            (self.sql, self.rows) = (sql, rows)
        }
    }

    /// Makes changes in a single transaction.
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
