import CSQLite

/// The limits of the work that a database of unknown origin may cause, in proportion to its size.
/// Without them, pages that refer to each other could yield any number of rows, and values of any
/// length.
final class SQLiteBudget: @unchecked Sendable {
    // Unchecked: SQLite calls the handler on the thread that uses the connection, one at a time.
    private let fileSize: Int
    private var rowsLeft: Int
    private var bytesLeft: Int
    private var stepsLeft = 0

    /// The minimum size of a row with a value in bytes: its length, identifier, header and offset.
    private static let minimumRowSize = 6
    /// The number of instructions of SQLite between two calls of the handler.
    private static let instructionsPerStep = 1_000
    /// The maximum size of a value in bytes; apps store larger ones in files beside the database.
    private static let maximumValueSize = 96 << 20
    /// The number of times that a database may be read in whole. Otherwise, tables that share their
    /// pages could each have all rows.
    private static let maximumReadings = 8
    /// The memory that SQLite may use in this process, in bytes. SQLite keeps the definitions of a
    /// database and the expressions of a statement in memory, whatever their size.
    private static let maximumMemory: Int64 = 192 << 20

    /// The maximum number of columns of a table. Each row has all of them, in a byte each if they
    /// are empty; the widest tables of apps have some 250.
    static let maximumColumns: CInt = 600

    init(fileSize: Int) {
        self.fileSize = fileSize
        rowsLeft = Self.maximumReadings * (100 + fileSize / Self.minimumRowSize)
        // Text in UTF-16 becomes longer in UTF-8.
        bytesLeft = Self.maximumReadings * ((1 << 16) + 2 * fileSize)
        restart()
    }

    /// Limits the memory of all databases.
    static let limitMemory: Void = { _ = sqlite3_hard_heap_limit64(maximumMemory) }()

    /// The maximum size of a value: that of the file, with room for definitions of tables.
    var maximumValueSize: CInt { CInt(min(max(fileSize, 1 << 16), Self.maximumValueSize)) }

    /// Begins to count the instructions of another query.
    func restart() { stepsLeft = 2_000 + fileSize / 16 }

    /// Interrupts statements of a connection that take too many instructions.
    func limit(_ connection: OpaquePointer?) {
        sqlite3_progress_handler(
            connection, CInt(Self.instructionsPerStep),
            { pointer in
                guard let pointer else { return 0 }
                let budget = Unmanaged<SQLiteBudget>.fromOpaque(pointer).takeUnretainedValue()
                budget.stepsLeft -= 1
                return budget.stepsLeft < 0 ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Counts a row that was read.
    ///
    /// - Throws: ``SQLiteError`` for more rows, or more bytes in them, than the file can contain.
    func spend(row: [SQLiteValue]) throws(SQLiteError) {
        rowsLeft -= 1
        for value in row {
            switch value {
            case .text(let text): bytesLeft -= text.utf8.count
            case .data(let bytes): bytesLeft -= bytes.count
            case .null, .integer, .real: break
            }
        }
        guard rowsLeft >= 0, bytesLeft >= 0 else {
            throw SQLiteError(SQLITE_CORRUPT, "it has more rows than its size allows")
        }
    }
}
