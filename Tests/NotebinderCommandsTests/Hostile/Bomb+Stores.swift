import FileFormats
import LocalFiles
import TestSupport

/// Databases that would make SQLite, or the reader of stores, work without end.
extension Bomb {
    private static let columns =
        "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZTITLE VARCHAR, ZTEXT VARCHAR"

    /// The bytes of a store with a note, and of what the bomb adds.
    func store() throws -> [UInt8] {
        let folder = TemporaryFolder(isInMemory: true)
        let path = folder.path + "/store"
        var entities = [(name: "Note", parent: 0), (name: "Page", parent: 0)]
        var statements: [String] = []
        let rows = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n"
        switch self {
        case .generatedColumns:
            // Each column consists of the one before, ten times.
            let generated = (1...12).map { level in
                let sum = Array(repeating: "c\(level - 1)", count: 10).joined(separator: " || ")
                return "c\(level) AS (\(sum))"
            }
            statements = [
                "CREATE TABLE ZNOTE (\(Self.columns), c0, \(generated.joined(separator: ", ")))"
            ]
        case .viewStore:
            statements = [
                "CREATE VIEW ZNOTE AS \(rows)) SELECT i AS Z_PK, 1 AS Z_ENT, 'a' AS ZTITLE, 'b' AS ZTEXT FROM n"
            ]
        case .manyEntities:
            entities += (0..<8_000).map { _ in (name: "Note", parent: 0) }
            statements = ["CREATE TABLE ZNOTE (\(Self.columns))"]
        default:
            statements = [
                "CREATE TABLE ZNOTE (\(Self.columns))",
                "INSERT INTO ZNOTE VALUES (1, 1, 'Bomb', 'Text')",
                "CREATE TABLE ZPAGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZNOTE INTEGER, ZINDEX INTEGER)",
                "INSERT INTO ZPAGE \(rows) LIMIT 300000) SELECT i, 2, 1, 0 FROM n",
            ]
        }
        try MadeStore.write(
            to: path, entities: entities, statements: statements.map { SQLiteStatement($0) })
        return try LocalFiles.read(path)
    }
}
