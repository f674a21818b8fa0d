import FileFormats
import LocalFiles
import NoteModel

/// Describes a Core Data store: its entities, with their tables, columns and numbers of rows.
enum StoreInspection {
    /// - Parameter path: The path of any store, inside a notes folder or elsewhere.
    /// - Throws: ``FileError`` if the store cannot be copied; ``SQLiteError`` if it is damaged.
    static func description(ofStoreAt path: String) throws -> JSONValue {
        let scratch = ScratchFolder()
        defer { withExtendedLifetime(scratch) {} }
        let store = LocalFiles.resolved(path) ?? path
        let data = StoreData(
            store: store, root: LocalFiles.folder(of: store), scratch: try scratch.makeFolder())
        try data.copyStore()
        return try description(of: SQLiteFile(ownCopy: data.copy))
    }

    private static func description(of file: SQLiteFile) throws -> JSONValue {
        guard let schema = try? StoreSchema(file, vocabulary: .standard) else {
            let tables = file.columns.sorted { $0.key < $1.key }
            return .object([
                ("tables", .object(tables.map { .init($0.key, value: texts($0.value)) }))
            ])
        }
        var entities: [JSONValue.Field] = []
        for entity in schema.entities {
            let kind = entity.columns.contains("Z_ENT") ? ["Z_ENT"] : []
            var rows = 0
            try file.forEachRow(of: entity.table, columns: kind + ["Z_PK"], by: "Z_PK") { row in
                if kind.isEmpty || row[0].integer.map(entity.numbers.contains) ?? true { rows += 1 }
            }
            entities.append(
                .init(
                    entity.name,
                    value: .object([
                        ("table", .string(entity.table)), ("rows", .integer(rows)),
                        ("columns", texts(entity.columns)),
                    ])))
        }
        return .object([("entities", .object(entities))])
    }

    private static func texts(_ texts: [String]) -> JSONValue {
        .array(texts.map { .string($0) })
    }
}
