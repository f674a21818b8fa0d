import FileFormats
import LocalFiles
import NoteModel
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
        #expect(outcome.diagnostics.map(\.severity) == [.error])
    }

    /// Columns at every place: of a note they are its fields, and of pages and media they are named.
    @Test func accountsForValuesThatItDoesNotKnow() throws {
        let outcome = try read(
            entities: [("Note", 0), ("Page", 0), ("Media", 0)],
            [
                "CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZTITLE VARCHAR, ZTEXT VARCHAR, ZMOOD VARCHAR)",
                "INSERT INTO ZNOTE VALUES (1, 1, 'A', 'x', 'good')",
                "CREATE TABLE ZPAGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZNOTE INTEGER, ZINDEX INTEGER, ZSTROKES BLOB, ZMARGIN VARCHAR, ZUUID VARCHAR, ZCREATEDAT TIMESTAMP)",
                "INSERT INTO ZPAGE VALUES (1, 2, 1, 0, NULL, 'wide', 'F', 5), (2, 2, 1, 1, NULL, 'narrow', 'G', 6), (3, 2, 1, 2, NULL, ' ', 'H', 7)",
                "CREATE TABLE ZMEDIA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZNOTE INTEGER, ZNAME VARCHAR, ZCAPTION VARCHAR, ZSTARRED INTEGER, ZWIDTH INTEGER)",
                "INSERT INTO ZMEDIA VALUES (1, 3, 1, 'a.png', 'A wave', 1, 4), (2, 3, 1, 'b.png', NULL, 0, 4)",
            ])
        let note = try #require(outcome.notes.first)
        #expect(note.otherFields == [.init("ZMOOD", value: .string("good"))])
        #expect(note.photos.map(\.caption) == ["A wave", nil])
        #expect(
            outcome.diagnostics.map(\.summary) == [
                "Store.sqlite: a row has a value of Media.ZSTARRED, for which a note has no place; it is not shown.",
                "Store.sqlite: 2 rows have a value of Page.ZMARGIN, for which a note has no place; it is not shown.",
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
