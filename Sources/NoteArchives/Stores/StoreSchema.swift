import Diagnostics
import SQLiteFiles

/// Why a store gave no notes.
struct StoreError: Error {
    let identifier: Diagnostic.Identifier
    /// In words that complete "NAME …".
    let problem: String
    let advice: String

    /// A database of something else than notes.
    static func foreign(_ problem: String) -> StoreError {
        StoreError(
            identifier: .unsupportedSource, problem: problem,
            advice: "Move it out of the notes folder if it holds no notes.")
    }

    static func damaged(_ failure: SQLiteError) -> StoreError {
        StoreError(
            identifier: .damagedArchive, problem: failure.description,
            advice: "Copy it again from the device or from a backup, with the files beside it.")
    }
}

/// The entities of a Core Data store, as its own tables tell them: `Z_PRIMARYKEY` lists them, the
/// table of an entity is called `Z` and its name, an attribute `Z` and its own. Entities with a
/// parent share the table of the topmost.
struct StoreSchema {
    struct Entity {
        let name: String
        let table: String
        let columns: [String]
        /// `Z_ENT` of its rows: its own number, and those of the entities derived from it.
        private(set) var numbers: Set<Int64>
        /// Columns by what their names mean, the preferred one first.
        private let roles: [ArchiveVocabulary.Role: [String]]

        init(
            name: String, table: String, columns: [String], numbers: Set<Int64>,
            _ vocabulary: ArchiveVocabulary
        ) {
            self.name = name
            self.table = table
            self.columns = columns
            self.numbers = numbers
            var found: [ArchiveVocabulary.Role: [(rank: Int, column: String)]] = [:]
            for column in Self.attributes(among: columns) {
                for meaning in vocabulary.meanings(of: String(column.dropFirst())) {
                    found[meaning.role, default: []].append((meaning.rank, column))
                }
            }
            roles = found.mapValues { $0.sorted { $0.rank < $1.rank }.map(\.column) }
        }

        /// The entity with the rows of others of its table.
        func joined(with others: some Sequence<Entity>) -> Entity {
            var joined = self
            joined.numbers = others.reduce(numbers) { $0.union($1.numbers) }
            return joined
        }

        /// The column whose name has a role, the preferred one first.
        func column(_ role: ArchiveVocabulary.Role) -> String? { columns(role).first }

        func columns(_ role: ArchiveVocabulary.Role) -> [String] { roles[role] ?? [] }

        /// The first column that goes by one of some names.
        func column(named names: [String]) -> String? {
            let wanted = names.map(ArchiveVocabulary.normalised)
            let known = attributes.map {
                ($0, ArchiveVocabulary.normalised(String($0.dropFirst())))
            }
            for name in wanted {
                if let found = known.first(where: { $0.1 == name }) { return found.0 }
            }
            return nil
        }

        /// The column that leads to one of some entities: of its name, or of one that holds it.
        func link(to names: [String], orOneOf others: [String] = []) -> String? {
            if let exact = column(named: names + others) { return exact }
            let wanted = names.map(ArchiveVocabulary.normalised)
            return attributes.first { column in
                let name = ArchiveVocabulary.normalised(String(column.dropFirst()))
                return wanted.contains { name.hasPrefix($0) || name.hasSuffix($0) }
            }
        }

        /// Those that Core Data does not keep for itself.
        var attributes: [String] { Self.attributes(among: columns) }

        private static func attributes(among columns: [String]) -> [String] {
            columns.filter { $0.hasPrefix("Z") && !$0.hasPrefix("Z_") }
        }

        /// Whether its name is one of some, or ends in one.
        func isCalled(_ names: [String]) -> Bool {
            let own = ArchiveVocabulary.normalised(name)
            return names.contains { own.hasSuffix($0) || own.hasSuffix($0 + "s") }
        }
    }

    /// Those that have a table.
    let entities: [Entity]
    /// Of all that are listed.
    let names: [String]

    /// - Throws: ``StoreError`` for a database that is no Core Data store.
    init(_ file: SQLiteFile, _ vocabulary: ArchiveVocabulary) throws(StoreError) {
        let wanted = ["Z_ENT", "Z_NAME", "Z_SUPER"]
        guard let columns = file.columns["Z_PRIMARYKEY"], wanted.allSatisfy(columns.contains) else {
            throw .foreign("is an SQLite database, but no Core Data store (it has no entities)")
        }
        var listed: [(number: Int64, name: String, parent: Int64)] = []
        do throws(SQLiteError) {
            try file.forEachRow(of: "Z_PRIMARYKEY", wanted, by: "Z_ENT") { row in
                guard case .integer(let number) = row[0], case .text(let name) = row[1] else {
                    return
                }
                var parent: Int64 = 0
                if case .integer(let number) = row[2] { parent = number }
                listed.append((number, name, parent))
            }
        } catch {
            throw .damaged(error)
        }
        names = listed.map(\.name).sorted()
        let byNumber = Dictionary(listed.map { ($0.number, $0) }) { first, _ in first }
        /// The entity and those above it, the topmost last; a damaged table may go in circles.
        func line(of number: Int64) -> [Int64] {
            var line: [Int64] = []
            var next = number
            while let entity = byNumber[next], !line.contains(next), line.count < 64 {
                line.append(next)
                next = entity.parent
            }
            return line
        }
        let lines = listed.map { line(of: $0.number) }
        entities = listed.compactMap { entity in
            // Only the topmost has a table; in a circle, whichever has one.
            let tables = line(of: entity.number)
                .compactMap { byNumber[$0].map { "Z" + $0.name.uppercased() } }
            guard
                let table = tables.first(where: { file.columns[$0]?.contains("Z_PK") == true }),
                let columns = file.columns[table]
            else { return nil }
            let derived = zip(listed, lines).filter { $0.1.contains(entity.number) }
            return Entity(
                name: entity.name, table: table, columns: columns,
                numbers: Set(derived.map(\.0.number)), vocabulary)
        }
    }
}

/// A row of an entity's table.
struct StoreRow {
    let key: Int64
    private let places: [String: Int]
    private let values: [SQLiteValue]

    init(key: Int64, places: [String: Int], values: [SQLiteValue]) {
        self.key = key
        self.places = places
        self.values = values
    }

    subscript(column: String?) -> SQLiteValue {
        column.flatMap { places[$0] }.map { values[$0] } ?? .null
    }
}

extension SQLiteValue {
    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    var integer: Int64? {
        switch self {
        case .integer(let number): number
        case .real(let number): Int64(exactly: number.rounded())
        default: nil
        }
    }

    var double: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .real(let number): number
        default: nil
        }
    }
}
