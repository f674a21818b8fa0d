import Foundation
import GRDB
import GRDBSQLite

/// Why a database could not be read or written.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// In words that complete "NAME …".
    package let description: String

    init(_ error: any Error) {
        let error = error as? DatabaseError
        let reason = error?.message ?? "it cannot be opened"
        description =
            switch error?.resultCode {
            case .SQLITE_NOTADB?: "is no database, or an encrypted one"
            case .SQLITE_CORRUPT?: "is damaged (\(reason))"
            default: "cannot be read (\(reason))"
            }
    }
}

/// A database of another program, opened for reading. SQLite may write beside a database that it
/// only reads, so that this is always a copy that nobody else needs.
package final class SQLiteFile {
    private let queue: DatabaseQueue
    /// The columns of each table, by the names that the schema gives them.
    package let columns: [String: [String]]

    /// - Parameter path: Of the copy; a write-ahead log or a journal of the same name beside it is
    ///   taken into account.
    /// - Throws: ``SQLiteError``.
    package init(ownCopy path: String) throws(SQLiteError) {
        do {
            // What a file of unknown origin brings along is not to be run (sqlite.org/security.html).
            var configuration = GRDB.Configuration()
            configuration.prepareDatabase { db in
                try db.execute(
                    sql: """
                        PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;
                        PRAGMA ignore_check_constraints = ON
                        """)
                sqlite3_limit(db.sqliteConnection, SQLITE_LIMIT_LENGTH, Self.maximumValueSize)
            }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            columns = try queue.read { db in
                var columns: [String: [String]] = [:]
                for name in try String.fetchAll(
                    db,
                    sql:
                        "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE%VIRTUAL%'"
                ) {
                    let rows = try Row.fetchAll(
                        db, sql: "SELECT name FROM pragma_table_info(?)", arguments: [name])
                    // Names that are one to us cannot be asked for one by one, nor such as are no text.
                    var known: Set<String> = []
                    columns[name] = rows.map { $0[0] as String }
                        .filter { !$0.contains("\u{FFFD}") && known.insert($0).inserted }
                }
                return columns
            }
            self.queue = queue
        } catch {
            throw SQLiteError(error)
        }
    }

    /// What is wrong with the structure of the database; nil where nothing is.
    package var fault: String? {
        let watch = DispatchWorkItem { [queue] in queue.interrupt() }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.maximumCheckTime, execute: watch)
        defer { watch.cancel() }
        let found: [String]
        do {
            found = try queue.read { db in
                try String.fetchAll(db, sql: "PRAGMA quick_check(1)")
            }
        } catch {
            // What takes longer may be sound.
            let code = (error as? DatabaseError)?.resultCode
            return code == .SQLITE_INTERRUPT ? nil : "its structure cannot be followed"
        }
        guard let first = found.first else { return nil }
        let line = first.split(separator: "\n").last.map { String($0) } ?? first
        return line == "ok" ? nil : line
    }

    /// Hands the rows of a table to `body`, one at a time, in the order of a column.
    ///
    /// - Parameter columns: Those wanted; all of them the table's.
    /// - Throws: ``SQLiteError``.
    package func forEachRow(
        of table: String, _ columns: [String], by order: String, _ body: ([SQLiteValue]) -> Void
    ) throws(SQLiteError) {
        let names = columns.map(Self.quoted).joined(separator: ", ")
        do {
            try queue.read { db in
                let rows = try Row.fetchCursor(
                    db,
                    sql:
                        "SELECT \(names) FROM \(Self.quoted(table)) ORDER BY \(Self.quoted(order))")
                while let row = try rows.next() {
                    body(columns.indices.map { SQLiteValue(row[$0] as DatabaseValue) })
                }
            }
        } catch {
            throw SQLiteError(error)
        }
    }

    /// In bytes; what an app keeps in a row is far smaller.
    private static let maximumValueSize: CInt = 256 << 20
    /// In seconds, for looking through the structure.
    private static let maximumCheckTime = 20.0

    private static func quoted(_ name: String) -> String {
        "\"" + name.replacing("\"", with: "\"\"") + "\""
    }
}

extension SQLiteValue {
    fileprivate init(_ value: DatabaseValue) {
        self =
            switch value.storage {
            case .null: .null
            case .int64(let number): .integer(number)
            case .double(let number): .real(number)
            case .string(let text): .text(text)
            case .blob(let data): .data(Array(data))
            }
    }
}
