import CSQLite

/// A connection to a database, which is closed with the last reference to it.
final class SQLiteConnection: @unchecked Sendable {
    // Unchecked: other threads only interrupt it, which SQLite allows.
    let handle: OpaquePointer

    /// - Throws: ``SQLiteError`` if the database cannot be opened.
    init(_ path: String) throws(SQLiteError) {
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            sqlite3_close_v2(handle)
            throw SQLiteError(code, String(cString: sqlite3_errstr(code)))
        }
        self.handle = handle
    }

    // Waits for compiled statements that still exist.
    deinit { sqlite3_close_v2(handle) }

    /// - Throws: ``SQLiteError`` for a code that stands for a failure.
    func check(_ code: CInt) throws(SQLiteError) {
        guard ![SQLITE_OK, SQLITE_ROW, SQLITE_DONE].contains(code) else { return }
        throw SQLiteError(code & 0xFF, String(cString: sqlite3_errmsg(handle)))
    }

    /// Ends the statement that another thread is running.
    func interrupt() { sqlite3_interrupt(handle) }

    /// Runs statements that return nothing.
    ///
    /// - Throws: ``SQLiteError``.
    func run(_ sql: String) throws(SQLiteError) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// - Returns: The rows that a statement yields.
    /// - Throws: ``SQLiteError``.
    func rows(_ sql: String, values: [SQLiteValue] = []) throws(SQLiteError) -> [[SQLiteValue]] {
        let statement = try CompiledStatement(sql, for: self)
        try statement.bind(values)
        var rows: [[SQLiteValue]] = []
        while let row = try statement.nextRow() { rows.append(row) }
        return rows
    }
}

/// A statement that SQLite can run, any number of times.
final class CompiledStatement {
    private let connection: SQLiteConnection
    private let handle: OpaquePointer

    /// - Throws: ``SQLiteError`` if the statement is not valid for the database.
    init(_ sql: String, for connection: SQLiteConnection) throws(SQLiteError) {
        var handle: OpaquePointer?
        try connection.check(sqlite3_prepare_v2(connection.handle, sql, -1, &handle, nil))
        guard let handle else { throw SQLiteError(SQLITE_MISUSE, "a statement is empty") }
        (self.connection, self.handle) = (connection, handle)
    }

    deinit { sqlite3_finalize(handle) }

    /// Begins again, with other values of its parameters.
    ///
    /// - Throws: ``SQLiteError`` if there is no memory for a value.
    func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
        sqlite3_reset(handle)
        // SQLite copies the value.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        for (place, value) in zip(CInt(1)..., values) {
            let code =
                switch value {
                case .null: sqlite3_bind_null(handle, place)
                case .integer(let number): sqlite3_bind_int64(handle, place, number)
                case .real(let number): sqlite3_bind_double(handle, place, number)
                case .text(let text):
                    sqlite3_bind_text64(
                        handle, place, text, UInt64(text.utf8.count), copied, UInt8(SQLITE_UTF8))
                // An address of no bytes may be nil, which would stand for null.
                case .data([]): sqlite3_bind_zeroblob(handle, place, 0)
                case .data(let bytes):
                    sqlite3_bind_blob64(handle, place, bytes, UInt64(bytes.count), copied)
                }
            try connection.check(code)
        }
    }

    /// - Returns: The values of the next row; nil at the end.
    /// - Throws: ``SQLiteError``.
    func nextRow() throws(SQLiteError) -> [SQLiteValue]? {
        let code = sqlite3_step(handle)
        try connection.check(code)
        guard code == SQLITE_ROW else { return nil }
        var row: [SQLiteValue] = []
        let count = sqlite3_column_count(handle)
        row.reserveCapacity(Int(count))
        for column in 0..<count { row.append(try value(of: column)) }
        return row
    }

    /// Returns a value of the current row, copied once: recordings are large.
    private func value(of column: CInt) throws(SQLiteError) -> SQLiteValue {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
        case SQLITE_TEXT:
            // Fails if there is no memory for the text in UTF-8.
            guard let start = sqlite3_column_text(handle, column) else {
                throw SQLiteError(SQLITE_NOMEM, "out of memory")
            }
            let count = Int(sqlite3_column_bytes(handle, column))
            return .text(
                String(
                    decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
        case SQLITE_BLOB:
            let start = sqlite3_column_blob(handle, column)
            let count = Int(sqlite3_column_bytes(handle, column))
            guard start != nil || count == 0 else {
                throw SQLiteError(SQLITE_NOMEM, "out of memory")
            }
            return .data(Array(UnsafeRawBufferPointer(start: start, count: count)))
        default: return .null
        }
    }
}
