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

    /// `Memo` and `Task` are derived from `Item`, as pictures are in the other case.
    @Test func readsNotesOfEntitiesThatShareATable() throws {
        let outcome = try read(
            entities: [("Item", 0), ("Memo", 1), ("Picture", 1), ("Tag", 1), ("Task", 1)],
            [
                .table(
                    "ZITEM",
                    columns: "ZTITLE VARCHAR, ZTEXT VARCHAR, ZNOTE INTEGER, ZIMAGEDATA BLOB"),
                .rows(
                    of: "ZITEM",
                    """
                    (1, 2, 'a', 'A', NULL, NULL), (2, 5, 'b', 'B', NULL, NULL),
                    (3, 1, 'c', 'C', NULL, NULL), (4, 2, 'd', NULL, NULL, NULL),
                    (5, 3, NULL, NULL, 1, ?), (6, 4, 'e', NULL, NULL, NULL)
                    """, data: [1] + picture),
            ])
        #expect(outcome.notes.map(\.title) == ["a", "b", "c", "d"])
        #expect(outcome.notes.map(\.photos.count) == [1, 0, 0, 0])
        #expect(
            outcome.diagnostics.map(\.summary) == [
                "Store.sqlite: a row of Tag belongs to no note that is in it; nothing of that is shown."
            ])
    }

    @Test func readsTextsInRowsOfTheirOwn() throws {
        let outcome = try read(
            entities: [("Note", 0), ("NoteBody", 0), ("ListItem", 0), ("Folder", 0)],
            [
                .table("ZNOTE", columns: "ZTITLE VARCHAR, ZTEXT VARCHAR"),
                .rows(of: "ZNOTE", "(1, 1, 'a', NULL), (2, 1, 'b', 'own')"),
                .table("ZNOTEBODY", columns: "ZNOTE INTEGER, ZCONTENT VARCHAR"),
                .rows(of: "ZNOTEBODY", "(1, 2, 1, 'a text'), (2, 2, 2, 'another text')"),
                .table("ZLISTITEM", columns: "ZNOTE INTEGER, ZTITLE VARCHAR"),
                .rows(of: "ZLISTITEM", "(1, 3, 1, 'milk')"),
                .table("ZFOLDER", columns: "ZPARENT INTEGER, ZNAME VARCHAR"),
                .rows(of: "ZFOLDER", "(1, 4, NULL, 'All'), (2, 4, 1, 'Work')"),
            ])
        #expect(outcome.notes.map(\.body) == ["a text", "own"])
        #expect(outcome.notes.allSatisfy { !$0.hasMedia })
        #expect(
            outcome.diagnostics.map(\.summary).sorted() == [
                "Store.sqlite: 2 rows of Folder are not shown: nothing is known of that entity.",
                "Store.sqlite: a row of ListItem is not shown: nothing is known of that entity.",
                "Store.sqlite: a text of NoteBody belongs to notes with texts of their own; nothing of that is shown.",
            ])
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
