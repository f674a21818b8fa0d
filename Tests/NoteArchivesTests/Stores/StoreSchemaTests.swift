import FileFormats
import TestSupport
import Testing

@testable import NoteArchives

/// The entities of a Core Data store, by the tables that Core Data makes.
@Suite(.tags(.fast))
struct StoreSchemaTests {
    private let folder = TemporaryFolder(isInMemory: true)

    private func schema(
        _ entities: [(name: String, parent: Int)], tables: [String: String]
    ) throws -> StoreSchema {
        let path = folder.path + "/store"
        try MadeStore.write(
            to: path, entities: entities,
            statements: tables.sorted { $0.key < $1.key }.map { name, columns in
                SQLiteStatement("CREATE TABLE \(name) (\(columns))")
            })
        return try StoreSchema(try SQLiteFile(ownCopy: path), vocabulary: .standard)
    }

    private let columns = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZTITLE, ZTEXT, ZNOTENAME, ZBODY"

    @Test func mapsSubentitiesToTheRootTable() throws {
        let schema = try schema(
            [("Base", 0), ("Note", 1), ("Memo", 2), ("Other", 0)],
            tables: ["ZBASE": columns, "ZOTHER": "Z_PK INTEGER PRIMARY KEY"])
        #expect(schema.entities.map(\.name) == ["Base", "Note", "Memo", "Other"])
        #expect(schema.entities.map(\.table) == ["ZBASE", "ZBASE", "ZBASE", "ZOTHER"])
        #expect(schema.entities.map(\.numbers) == [[1, 2, 3], [2, 3], [3], [4]])
        #expect(schema.names == ["Base", "Memo", "Note", "Other"])
        let joined = schema.entities[1].joined(with: [schema.entities[3]])
        #expect(joined.numbers == [2, 3, 4] && joined.name == "Note")
    }

    @Test func survivesCyclicInheritance() throws {
        let schema = try schema(
            [("A", 2), ("B", 1), ("C", 3)], tables: ["ZA": columns, "ZC": columns])
        #expect(schema.entities.map(\.table) == ["ZA", "ZA", "ZC"])
    }

    @Test func leavesOutEntitiesWithoutATable() throws {
        let schema = try schema(
            [("Note", 0), ("Gone", 0), ("NoKey", 0)],
            tables: ["ZNOTE": columns, "ZNOKEY": "ZTITLE"])
        #expect(schema.entities.map(\.name) == ["Note"])
        #expect(schema.names == ["Gone", "NoKey", "Note"])
    }

    @Test func findsColumnsByRoleAndName() throws {
        let schema = try schema([("Note", 0)], tables: ["ZNOTE": columns])
        let note = try #require(schema.entities.first)
        #expect(note.columns(.title) == ["ZTITLE", "ZNOTENAME"])
        #expect(note.column(.body) == "ZTEXT")
        #expect(note.column(.photos) == nil)
        #expect(note.attributes == ["ZTITLE", "ZTEXT", "ZNOTENAME", "ZBODY"])
        #expect(note.column(named: ["missing", "note_name"]) == "ZNOTENAME")
        #expect(note.column(named: ["pk"]) == nil)
    }

    @Test func findsTheColumnOfARelationship() throws {
        let schema = try schema(
            [("Page", 0), ("NotePages", 0), ("Notebook", 0)],
            tables: [
                "ZPAGE": "Z_PK INTEGER PRIMARY KEY, ZPARENTNOTE, ZNOTEBOOK, ZINDEX",
                "ZNOTEPAGES": "Z_PK INTEGER PRIMARY KEY, ZOWNER, ZNOTE",
                "ZNOTEBOOK": "Z_PK INTEGER PRIMARY KEY, ZNAME",
            ])
        #expect(schema.entities[0].link(to: ["note"]) == "ZPARENTNOTE")
        #expect(schema.entities[1].link(to: ["note"], orOneOf: ["owner"]) == "ZNOTE")
        #expect(schema.entities[2].link(to: ["note"], orOneOf: ["owner"]) == nil)
        #expect(schema.entities.map { $0.isCalled(["page"]) } == [true, true, false])
    }

    @Test func refusesOtherDatabases() throws {
        let path = folder.path + "/other"
        try SQLiteFile.make(at: path, [SQLiteStatement("CREATE TABLE Z_PRIMARYKEY (Z_ENT)")])
        #expect(throws: StoreError.self) {
            try StoreSchema(try SQLiteFile(ownCopy: path), vocabulary: .standard)
        }
    }

    @Test func readsValuesOfARowByColumn() {
        let row = StoreRow(key: 7, places: ["A": 0, "B": 1], values: [.integer(3), .real(2.6)])
        #expect(row["A"].integer == 3 && row["A"].double == 3 && row["A"].text == nil)
        #expect(row["B"].integer == 3 && row["B"].double == 2.6)
        #expect(row["C"].integer == nil && row[nil].text == nil)
        #expect(SQLiteValue.real(1e300).integer == nil)
        #expect(SQLiteValue.real(.nan).integer == nil)
        #expect(SQLiteValue.text("t").text == "t" && SQLiteValue.text("1").integer == nil)
    }
}
