import NoteArchives
import NoteModel
import TestSupport
import Testing

/// The rows of Core Data stores, and their meaning for notes.
@Suite(.tags(.fast))
struct StoreRowTests: ReadingSuite {
    let folder = TemporaryFolder()

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
                .table("ZNOTE", columns: "ZTITLE VARCHAR, ZTEXT VARCHAR, \(column) NUMERIC"),
                .rows(of: "ZNOTE", "(1, 1, 'A', 'Text', \(value))"),
            ])
        #expect(outcome.notes.map(\.state) == [state])
    }

    @Test func reportsUnknownEntities() throws {
        let outcome = try read(
            entities: [("Note", 0), ("Mood", 0), ("Place", 0)],
            [
                .table("ZNOTE", columns: "ZTITLE VARCHAR, ZTEXT VARCHAR"),
                .rows(of: "ZNOTE", "(1, 1, 'A', 'x')"),
                .table("ZMOOD", columns: "ZNAME VARCHAR"),
                .rows(of: "ZMOOD", "(1, 2, 'good'), (2, 2, 'bad')"),
                .table("ZPLACE", columns: "ZNAME VARCHAR"),
            ])
        #expect(outcome.notes.map(\.title) == ["A"])
        #expect(
            outcome.diagnostics.map(\.summary) == [
                "Store.sqlite: 2 rows of Mood are not shown: nothing is known of that entity."
            ])
        #expect(outcome.diagnostics.map(\.severity) == [.error])
    }

    /// Columns at every place: of a note they are its fields, and of pages and media they are named.
    @Test func keepsOrReportsUnknownValues() throws {
        let outcome = try read(
            entities: [("Note", 0), ("Page", 0), ("Media", 0)],
            [
                .table("ZNOTE", columns: "ZTITLE VARCHAR, ZTEXT VARCHAR, ZMOOD VARCHAR"),
                .rows(of: "ZNOTE", "(1, 1, 'A', 'x', 'good')"),
                .table(
                    "ZPAGE",
                    columns:
                        "ZNOTE INTEGER, ZINDEX INTEGER, ZSTROKES BLOB, ZMARGIN VARCHAR, ZUUID VARCHAR, ZCREATEDAT TIMESTAMP"
                ),
                .rows(
                    of: "ZPAGE",
                    "(1, 2, 1, 0, NULL, 'wide', 'F', 5), (2, 2, 1, 1, NULL, 'narrow', 'G', 6), (3, 2, 1, 2, NULL, ' ', 'H', 7)"
                ),
                .table(
                    "ZMEDIA",
                    columns:
                        "ZNOTE INTEGER, ZNAME VARCHAR, ZCAPTION VARCHAR, ZSTARRED INTEGER, ZWIDTH INTEGER"
                ),
                .rows(
                    of: "ZMEDIA",
                    "(1, 3, 1, 'a.png', 'A wave', 1, 4), (2, 3, 1, 'b.png', NULL, 0, 4)"),
            ])
        let note = try #require(outcome.notes.first)
        #expect(note.otherFields == [.init("ZMOOD", value: .string("good"))])
        #expect(note.photos.map(\.caption) == ["A wave", nil])
        #expect(
            outcome.diagnostics.map(\.summary) == [
                "Store.sqlite: a row has a value of Media.ZSTARRED, which notes do not support; it is not shown.",
                "Store.sqlite: 2 rows have a value of Page.ZMARGIN, which notes do not support; it is not shown.",
            ])
    }

    /// Damage exchanged two tables: their rows say that they belong elsewhere.
    @Test func reportsRowsOfOtherEntities() throws {
        let columns = "ZTITLE VARCHAR, ZTEXT VARCHAR"
        let outcome = try read(
            entities: [("Note", 0), ("Page", 0)],
            [
                .table("ZNOTE", columns: columns),
                .table("ZPAGE", columns: columns + ", ZNOTE INTEGER"),
                .rows(of: "ZNOTE", "(1, 1, 'Good', 'x'), (2, 2, 'Page', 'x'), (3, 2, '', '')"),
                .rows(of: "ZPAGE", "(1, 1, 'Lost', 'x', 1)"),
            ])
        #expect(outcome.notes.map(\.title) == ["Good"])
        let summaries = outcome.diagnostics.map(\.summary)
        #expect(
            summaries.contains { $0.contains("2 rows") && $0.contains("ZNOTE") }, "\(summaries)")
        #expect(outcome.diagnostics.contains { $0.severity == .error }, "\(outcome.diagnostics)")
    }

    @Test func reportsAStoreWithSwappedTables() throws {
        let outcome = try read(
            entities: [("Note", 0), ("Page", 0)],
            [
                .table("ZNOTE", columns: "ZNOTE INTEGER, ZSTROKES BLOB"),
                .table("ZPAGE", columns: "ZTITLE VARCHAR, ZTEXT VARCHAR"),
                .rows(of: "ZNOTE", "(1, 2, 1, NULL)"),
                .rows(of: "ZPAGE", "(1, 1, 'Lost', 'x')"),
            ])
        #expect(outcome.notes.isEmpty)
        #expect(outcome.diagnostics.contains { $0.severity == .error }, "\(outcome.diagnostics)")
    }
}
