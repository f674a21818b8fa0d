import FileFormats
import Foundation
import TestSupport
import Testing

/// Databases of other programs.
@Suite(.tags(.fast))
struct SQLiteFileTests {
    private let folder = TemporaryFolder(isInMemory: true)
    private var path: String { folder.path + "/notes.sqlite" }

    private func make(_ statements: [SQLiteStatement]) throws -> SQLiteFile {
        try SQLiteFile.make(at: path, statements)
        return try SQLiteFile(ownCopy: path)
    }

    private func rows(
        _ file: SQLiteFile, of table: String, columns: [String], by order: String
    ) throws -> [[SQLiteValue]] {
        var rows: [[SQLiteValue]] = []
        try file.forEachRow(of: table, columns: columns, by: order) { rows.append($0) }
        return rows
    }

    private func refusal(_ body: () throws -> Void) -> String? {
        do { try body() } catch { return (error as? SQLiteError)?.description ?? "\(error)" }
        return nil
    }

    private static let values: [SQLiteValue] = [
        .null, .integer(0), .integer(.min), .integer(.max), .integer(-1), .real(0.1),
        .real(-1e300), .real(.leastNonzeroMagnitude), .real(.infinity), .text(""),
        .text("é e\u{301} 日本 🎂"),
        .text("two\nlines\t'\"`"), .data([0]), .data([0, 1, 254, 255]),
        .data([UInt8](repeating: 7, count: 100_000)),
    ]

    @Test func readsStoredValuesUnchanged() throws {
        let file = try make(
            [SQLiteStatement("CREATE TABLE t (id INTEGER PRIMARY KEY, value)")]
                + Self.values.enumerated().map {
                    SQLiteStatement(
                        "INSERT INTO t VALUES (?, ?)",
                        values: [.integer(Int64($0.offset)), $0.element])
                })
        #expect(try rows(file, of: "t", columns: ["value"], by: "id") == Self.values.map { [$0] })
        #expect(file.fault == nil)
    }

    #if os(Linux)
        /// A check of the structure is limited in time, but does not keep the file open that long.
        @Test func closesTheFileAfterACheck() throws {
            func isOpen() throws -> Bool {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").contains {
                    let link = "/proc/self/fd/" + $0
                    return (try? FileManager.default.destinationOfSymbolicLink(atPath: link))
                        == path
                }
            }
            var file: SQLiteFile? = try make([SQLiteStatement("CREATE TABLE t (a)")])
            #expect(file?.fault == nil)
            #expect(try isOpen())
            file = nil
            #expect(try !isOpen())
        }
    #endif

    @Test func readsColumnsInTheWantedOrderSortedByAnother() throws {
        let file = try make([
            SQLiteStatement("CREATE TABLE t (a, b, c)"),
            SQLiteStatement("INSERT INTO t VALUES (1, 'x', 30), (2, 'y', 10), (3, 'z', 20)"),
        ])
        let found = try rows(file, of: "t", columns: ["b", "a", "b"], by: "c")
        let expected: [[SQLiteValue]] = [
            [.text("y"), .integer(2), .text("y")], [.text("z"), .integer(3), .text("z")],
            [.text("x"), .integer(1), .text("x")],
        ]
        #expect(found == expected)
    }

    /// Names are quoted, so that no name is a statement or a keyword.
    @Test(arguments: [
        "select", "a b", "a\"b", "\"", "x; DROP TABLE t; --", "é", "Note's", "[a]", "`a`", "%_",
    ])
    func readsTablesAndColumnsOfAnyName(name: String) throws {
        let quoted = "\"" + name.replacingOccurrences(of: "\"", with: "\"\"") + "\""
        let file = try make([
            SQLiteStatement("CREATE TABLE \(quoted) (id INTEGER, \(quoted) TEXT)"),
            SQLiteStatement("INSERT INTO \(quoted) VALUES (1, 'found')"),
        ])
        #expect(file.columns == [name: ["id", name]])
        #expect(try rows(file, of: name, columns: [name], by: name) == [[.text("found")]])
    }

    @Test func listsTheColumnsOfTablesOnly() throws {
        let file = try make([
            SQLiteStatement("CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT)"),
            SQLiteStatement("CREATE TABLE empty (only)"),
            SQLiteStatement("create table \"a VIRTUAL table\" (isVirtual)"),
            SQLiteStatement("CREATE VIEW seen AS SELECT title FROM notes"),
            SQLiteStatement("CREATE INDEX byTitle ON notes (title)"),
        ])
        #expect(
            file.columns == [
                "notes": ["id", "title"], "empty": ["only"], "a VIRTUAL table": ["isVirtual"],
            ])
    }

    @Test func leavesOutVirtualTables() throws {
        let file = try make([SQLiteStatement("create  virtual\ntable words USING fts5(text)")])
        #expect(file.columns["words"] == nil)
        #expect(file.columns["words_content"] != nil)
    }

    /// The name of a column is asked for as a string of Swift, which does not tell these apart.
    @Test func omitsColumnsWithIndistinguishableNames() throws {
        let file = try make([
            SQLiteStatement("CREATE TABLE t (id, \"caf\u{E9}\", \"cafe\u{301}\", \"bad\u{FFFD}\")")
        ])
        #expect(file.columns["t"] == ["id", "caf\u{E9}"])
    }

    @Test func refusesAMissingTableOrColumn() throws {
        let file = try make([SQLiteStatement("CREATE TABLE t (a)")])
        #expect(throws: SQLiteError.self) { try rows(file, of: "none", columns: ["a"], by: "a") }
        #expect(throws: SQLiteError.self) { try rows(file, of: "t\"", columns: ["a"], by: "a") }
    }

    @Test func makesAllOfADatabaseOrNothing() throws {
        #expect(throws: SQLiteError.self) {
            try SQLiteFile.make(
                at: path,
                [
                    SQLiteStatement("CREATE TABLE t (a)"),
                    SQLiteStatement("INSERT INTO none VALUES (1)"),
                ])
        }
        #expect(try SQLiteFile(ownCopy: path).columns.isEmpty)
    }

    @Test func reportsFilesThatAreNotDatabases() throws {
        let text = String(repeating: "This is a letter and not a database.\n", count: 200)
        let file = try folder.write(text, to: "letter.sqlite")
        let reason = refusal { _ = try SQLiteFile(ownCopy: file) }
        #expect(reason == "is not a database, or is encrypted")
        // A database that somebody has encrypted begins with random bytes.
        _ = try make([SQLiteStatement("CREATE TABLE t (a)")])
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes.replaceSubrange(0..<16, with: [UInt8](repeating: 0x9C, count: 16))
        let secret = try folder.write(Array(bytes), to: "secret.sqlite")
        let other = refusal { _ = try SQLiteFile(ownCopy: secret) }
        #expect(other == "is not a database, or is encrypted")
    }

    @Test func readsAnEmptyFileAsAnEmptyDatabase() throws {
        let file = try folder.write("", to: "empty.sqlite")
        #expect(try SQLiteFile(ownCopy: file).columns.isEmpty)
    }

    @Test func refusesAFolder() throws {
        let reason = refusal { _ = try SQLiteFile(ownCopy: folder.path) }
        #expect(reason?.hasPrefix("cannot be read (") == true)
    }

    /// Damage in the middle of a file, wherever it is, ends neither the program nor the reading of
    /// what is sound: it is an error, or it is named as a fault, or it is without effect.
    @Test func survivesDamageAnywhere() throws {
        let text = String(repeating: "words ", count: 100)
        _ = try make(
            [SQLiteStatement("CREATE TABLE t (id INTEGER PRIMARY KEY, value TEXT)")]
                + (0..<60).map {
                    SQLiteStatement(
                        "INSERT INTO t VALUES (?, ?)", values: [.integer($0), .text(text)])
                })
        let sound = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
        var found = 0
        for page in stride(from: 4_096, to: sound.count, by: 4_096) {
            var damaged = sound
            damaged.replaceSubrange(
                page..<min(page + 64, sound.count), with: [UInt8](repeating: 0xFF, count: 64))
            let copy = try folder.write(damaged, to: "damaged.sqlite")
            var rowCount = 0
            let reason = refusal {
                let file = try SQLiteFile(ownCopy: copy)
                if file.fault != nil { found += 1 }
                try file.forEachRow(of: "t", columns: ["value"], by: "id") { _ in rowCount += 1 }
            }
            #expect(reason != nil || rowCount <= 60)
            if let reason { #expect(reason.hasPrefix("is damaged ("), "\(reason)") }
        }
        #expect(found == sound.count / 4_096 - 1, "each damaged page is a fault")
    }

    @Test func detectsATruncatedFile() throws {
        let data = [UInt8](repeating: 1, count: 30_000)
        _ = try make([
            SQLiteStatement("CREATE TABLE t (value)"),
            SQLiteStatement("INSERT INTO t VALUES (?)", values: [.data(data)]),
        ])
        let whole = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
        let cut = try folder.write(Array(whole[..<8_192]), to: "cut.sqlite")
        let reason = refusal {
            let file = try SQLiteFile(ownCopy: cut)
            #expect(file.fault != nil)
            try file.forEachRow(of: "t", columns: ["value"], by: "value") { _ in }
        }
        #expect(reason?.hasPrefix("is damaged (") == true, "\(reason ?? "no error")")
    }
}
