package import FileFormats

/// Core Data stores of any model, for tests.
package enum MadeStore {
    /// Writes a store: a list of entities, and what the statements create.
    ///
    /// - Parameter entities: The entities with the numbers of their parents, or 0; the first has the
    ///   number 1.
    package static func write(
        to path: String, entities: [(name: String, parent: Int)], statements: [SQLiteStatement]
    ) throws {
        let table = SQLiteStatement(
            "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)"
        )
        let rows = entities.enumerated().map { index, entity in
            SQLiteStatement(
                "INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, 0)",
                values: [
                    .integer(Int64(index + 1)), .text(entity.name), .integer(Int64(entity.parent)),
                ])
        }
        try SQLiteFile.make(at: path, [table] + rows + statements)
    }
}
