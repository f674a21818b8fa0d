import Diagnostics
import LocalFiles
import NoteModel
import SQLiteFiles
import TestSupport
import Testing

@testable import NoteArchives

/// The rows of Core Data stores, and their meaning for notes.
@Suite(.tags(.fast))
struct StoreRowTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func read(
        entities: [(name: String, parent: Int)], _ statements: [String]
    ) throws -> SourceOutcome {
        try MadeStore.write(
            to: folder.path + "/Store.sqlite", entities: entities,
            statements: statements.map { SQLiteStatement($0) })
        let notes = try NotesFolder(folder.path)
        return SourceReader(folder: notes).read(try #require(notes.sources.first))
    }

    @Test(
        arguments: [
            ("ZTRASHED", "1", .trashed), ("ZTRASHED", "0", .published),
            ("ZISDELETED", "1", .trashed), ("ZDELETEDDATE", "500692800.5", .trashed),
            ("ZDELETEDAT", "NULL", .published), ("ZMARKEDFORDELETION", "1", .trashed),
            ("ZARCHIVED", "1", .archived), ("ZARCHIVEDDATE", "1", .archived),
            ("ZHIDDEN", "1", .hidden), ("ZISCONFLICT", "1", .conflict),
            ("ZCONFLICTORIGINALID", "'3F'", .conflict), ("ZDRAFT", "1", .draft),
            ("ZPUBLISHED", "0", .draft), ("ZPUBLISHED", "1", .published),
            ("ZPINNED", "1", .published), ("ZDELETIONS", "7", .published),
        ] as [(String, String, Note.State)])
    func keepsTheStateOfANote(column: String, value: String, state: Note.State) throws {
        let outcome = try read(
            entities: [("Note", 0)],
            [
                "CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZTITLE VARCHAR, ZTEXT VARCHAR, \(column) NUMERIC)",
                "INSERT INTO ZNOTE VALUES (1, 1, 'A', 'Text', \(value))",
            ])
        #expect(outcome.notes.map(\.state) == [state])
    }

    @Test func namesEntitiesThatItDoesNotKnow() throws {
        let outcome = try read(
            entities: [("Note", 0), ("Mood", 0), ("Place", 0)],
            [
                "CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZTITLE VARCHAR, ZTEXT VARCHAR)",
                "INSERT INTO ZNOTE VALUES (1, 1, 'A', 'x')",
                "CREATE TABLE ZMOOD (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZNAME VARCHAR)",
                "INSERT INTO ZMOOD VALUES (1, 2, 'good'), (2, 2, 'bad')",
                "CREATE TABLE ZPLACE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZNAME VARCHAR)",
            ])
        #expect(outcome.notes.map(\.title) == ["A"])
        #expect(
            outcome.diagnostics.map(\.summary) == [
                "Store.sqlite: 2 rows of Mood are not shown: nothing is known of that entity."
            ])
    }

    /// Damage exchanged two tables: their rows say that they belong elsewhere.
    @Test func namesRowsOfOtherEntities() throws {
        let columns = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZTITLE VARCHAR, ZTEXT VARCHAR"
        let outcome = try read(
            entities: [("Note", 0), ("Page", 0)],
            [
                "CREATE TABLE ZNOTE (\(columns))", "CREATE TABLE ZPAGE (\(columns), ZNOTE INTEGER)",
                "INSERT INTO ZNOTE VALUES (1, 1, 'Good', 'x'), (2, 2, 'Page', 'x'), (3, 2, '', '')",
                "INSERT INTO ZPAGE VALUES (1, 1, 'Lost', 'x', 1)",
            ])
        #expect(outcome.notes.map(\.title) == ["Good"])
        let summaries = outcome.diagnostics.map(\.summary)
        #expect(
            summaries.contains { $0.contains("2 rows") && $0.contains("ZNOTE") }, "\(summaries)")
        #expect(outcome.diagnostics.contains { $0.severity == .error }, "\(outcome.diagnostics)")
    }

    @Test func losesNoStoreInSilenceWhoseTablesAreExchanged() throws {
        let outcome = try read(
            entities: [("Note", 0), ("Page", 0)],
            [
                "CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZNOTE INTEGER, ZSTROKES BLOB)",
                "CREATE TABLE ZPAGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZTITLE VARCHAR, ZTEXT VARCHAR)",
                "INSERT INTO ZNOTE VALUES (1, 2, 1, NULL)",
                "INSERT INTO ZPAGE VALUES (1, 1, 'Lost', 'x')",
            ])
        #expect(outcome.notes.isEmpty)
        #expect(outcome.diagnostics.contains { $0.severity == .error }, "\(outcome.diagnostics)")
    }
}
