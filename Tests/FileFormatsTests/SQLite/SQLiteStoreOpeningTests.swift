import FileFormats
import LocalFiles
import TestSupport
import Testing

/// Which databases a store uses, which it empties, and which it refuses.
@Suite(.tags(.fast))
struct SQLiteStoreOpeningTests {
    private let folder = TemporaryFolder(isInMemory: true)
    private var path: String { folder.path + "/store.sqlite" }

    private func open(_ version: Int = 1, isReadOnly: Bool = false) throws -> SQLiteStore {
        try SQLiteStore(
            path, version: version,
            tables: ["CREATE TABLE entries (id INTEGER PRIMARY KEY, value)"],
            isReadOnly: isReadOnly)
    }

    private func add(_ value: SQLiteValue, to store: SQLiteStore) throws {
        try store.make([
            SQLiteStore.Change("INSERT INTO entries (value) VALUES (?)", rows: [[value]])
        ])
    }

    private func texts(_ store: SQLiteStore) throws -> [String] {
        var texts: [String] = []
        try store.forEachRow("SELECT value FROM entries ORDER BY id") { texts.append($0.text(0)) }
        return texts
    }

    @Test func keepsItsEntriesForTheNextRun() throws {
        for text in ["one", "two", "three"] { try add(.text(text), to: open()) }
        #expect(try texts(open()) == ["one", "two", "three"])
        #expect(try texts(open(isReadOnly: true)) == ["one", "two", "three"])
    }

    @Test(arguments: [1, 3]) func emptiesADatabaseOfAnotherVersion(version: Int) throws {
        try add(.text("old"), to: open(2))
        #expect(try texts(open(version)).isEmpty)
        #expect(try texts(open(version, isReadOnly: true)).isEmpty)
    }

    @Test func refusesAnotherVersionIfItOnlyReads() throws {
        try add(.text("old"), to: open(2))
        let before = try LocalFiles.read(path)
        #expect(throws: SQLiteError.self) { try open(1, isReadOnly: true) }
        #expect(try LocalFiles.read(path) == before)
    }

    @Test func createsNothingIfItOnlyReads() throws {
        #expect(throws: SQLiteError.self) { try open(isReadOnly: true) }
        #expect(try LocalFiles.entries(of: folder.path).isEmpty)
    }

    @Test func writesNothingIfItOnlyReads() throws {
        try add(.text("old"), to: open())
        let store = try open(isReadOnly: true)
        #expect(throws: SQLiteError.self) { try add(.text("new"), to: store) }
        #expect(try texts(open()) == ["old"])
    }

    @Test func refusesAFileThatIsNotADatabase() throws {
        let text = String(repeating: "rubbish", count: 300)
        try folder.write(text, to: "store.sqlite")
        #expect {
            try open()
        } throws: { ($0 as? SQLiteError)?.description == "is not a database, or is encrypted" }
        #expect(try LocalFiles.read(path) == Array(text.utf8))
    }

    /// Values of an unexpected type, as a damaged file may hold them, are read as something.
    @Test(
        arguments: [
            (.null, 0, "", []), (.integer(7), 7, "7", Array("7".utf8)),
            (.text("12é"), 12, "12é", Array("12é".utf8)), (.data([0x41]), 0, "A", [0x41]),
            (.data([]), 0, "", []),
        ] as [(SQLiteValue, Int64, String, [UInt8])])
    func convertsValuesOfUnexpectedTypes(
        value: SQLiteValue, integer: Int64, text: String, bytes: [UInt8]
    ) throws {
        let store = try open()
        try add(value, to: store)
        var rows = 0
        try store.forEachRow("SELECT value FROM entries") { row in
            rows += 1
            #expect(row.integer(0) == integer)
            #expect(row.text(0) == text)
            #expect(row.data(0) == bytes)
        }
        #expect(rows == 1)
    }

    @Test func executesAChangeForEachRowOfValues() throws {
        let store = try open()
        try store.make([
            SQLiteStore.Change(
                "INSERT INTO entries (value) VALUES (?)",
                rows: (0..<5).map { [.text("\($0)")] }),
            SQLiteStore.Change("DELETE FROM entries WHERE value = ?", rows: [[.text("3")]]),
            SQLiteStore.Change("DELETE FROM entries WHERE value > '0'", rows: []),
            SQLiteStore.Change("UPDATE entries SET value = value || '!'"),
        ])
        #expect(try texts(store) == ["0!", "1!", "2!", "4!"])
    }

    @Test func refusesAQueryThatIsWrong() throws {
        let store = try open()
        for query in ["SELECT none FROM entries", "SELECT", "SELECT value FROM none"] {
            #expect(throws: SQLiteError.self) { try store.forEachRow(query) { _ in } }
        }
    }

    /// Deleted notes must not remain in the file.
    @Test func overwritesWhatItDeletes() throws {
        let store = try open()
        let secret = "the secret of a deleted note"
        try add(.text(secret), to: store)
        try #require(try LocalFiles.read(path).firstRange(of: Array(secret.utf8)) != nil)
        try store.make([SQLiteStore.Change("DELETE FROM entries")])
        #expect(try LocalFiles.read(path).firstRange(of: Array(secret.utf8)) == nil)
    }
}
