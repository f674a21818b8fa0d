import FileFormats

/// The reason why a database holds no notes, as a phrase that completes "NAME …".
struct StoreError: Error, CustomStringConvertible {
    let description: String
}

/// The entities of a Core Data store, read from its own tables. `Z_PRIMARYKEY` lists them. The
/// table of an entity is called `Z` followed by its name, and the column of an attribute `Z`
/// followed by that of the attribute. Derived entities share the table of the topmost one.
struct StoreSchema {
    struct Entity {
        let name: String
        /// The value of `Z_ENT` in its own rows.
        let number: Int64
        let table: String
        let columns: [String]
        /// The values of `Z_ENT` in its rows: the number of the entity, and those of the entities
        /// derived from it.
        private(set) var numbers: Set<Int64>
        /// The columns by role, the preferred one first.
        private let roles: [ArchiveVocabulary.Role: [String]]

        init(
            name: String, number: Int64, table: String, columns: [String], numbers: Set<Int64>,
            _ vocabulary: ArchiveVocabulary
        ) {
            (self.name, self.number, self.table) = (name, number, table)
            (self.columns, self.numbers) = (columns, numbers)
            var found: [ArchiveVocabulary.Role: [(rank: Int, column: String)]] = [:]
            for column in Self.attributes(among: columns) {
                for meaning in vocabulary.meanings(of: String(column.dropFirst())) {
                    found[meaning.role, default: []].append((meaning.rank, column))
                }
            }
            roles = found.mapValues { $0.sorted { $0.rank < $1.rank }.map(\.column) }
        }

        /// Returns the entity with the rows of other entities in its table included.
        func joined(with others: some Sequence<Entity>) -> Entity {
            var joined = self
            joined.numbers = others.reduce(numbers) { $0.union($1.numbers) }
            return joined
        }

        /// The entity without those derived from it.
        var alone: Entity {
            var alone = self
            alone.numbers = [number]
            return alone
        }

        /// Returns the preferred column for a role; nil if there is none.
        func column(_ role: ArchiveVocabulary.Role) -> String? { columns(role).first }

        func columns(_ role: ArchiveVocabulary.Role) -> [String] { roles[role] ?? [] }

        /// Returns the column with the first of the names that exists; nil if none does.
        func column(named names: [String]) -> String? {
            let wanted = names.map(ArchiveVocabulary.normalised)
            let known = attributes.map {
                ($0, ArchiveVocabulary.normalised(String($0.dropFirst())))
            }
            return wanted.lazy.compactMap { name in known.first { $0.1 == name }?.0 }.first
        }

        /// Returns the column of a relationship to one of several entities; nil if there is none.
        ///
        /// A column called one of `names` or `others` is preferred to one whose name begins or ends
        /// with one of `names`.
        func link(to names: [String], orOneOf others: [String] = []) -> String? {
            if let exact = column(named: names + others) { return exact }
            let wanted = names.map(ArchiveVocabulary.normalised)
            return attributes.first { column in
                let name = ArchiveVocabulary.normalised(String(column.dropFirst()))
                return wanted.contains { name.hasPrefix($0) || name.hasSuffix($0) }
            }
        }

        /// The columns of attributes and relationships, without those that Core Data uses
        /// internally.
        var attributes: [String] { Self.attributes(among: columns) }

        private static func attributes(among columns: [String]) -> [String] {
            columns.filter { $0.hasPrefix("Z") && !$0.hasPrefix("Z_") }
        }

        /// True if the name of the entity is one of several, or ends in one, singular or plural:
        /// `NotePages` for `page`.
        func isCalled(_ names: [String]) -> Bool {
            let own = ArchiveVocabulary.normalised(name)
            return names.contains { own.hasSuffix($0) || own.hasSuffix($0 + "s") }
        }
    }

    /// The entities that have a table.
    let entities: [Entity]
    /// One entity for each table, which stands for all that share it.
    let tables: [Entity]
    /// The tables of entities by their numbers.
    let tablesByNumber: [Int64: String]
    /// The names of all listed entities, sorted.
    let names: [String]

    /// The maximum number of entities; large apps have a hundred.
    private static let maximumCount = 300

    private typealias Listed = (number: Int64, name: String, parent: Int64)

    /// Returns the rows of the list of entities.
    private static func listed(in file: SQLiteFile) throws -> [Listed] {
        let wanted = ["Z_ENT", "Z_NAME", "Z_SUPER"]
        guard let columns = file.columns["Z_PRIMARYKEY"], wanted.allSatisfy(columns.contains) else {
            throw StoreError(
                description: "is an SQLite database, but no Core Data store (it has no entities)")
        }
        var listed: [Listed] = []
        try file.forEachRow(of: "Z_PRIMARYKEY", columns: wanted, by: "Z_ENT") { row in
            guard case .integer(let number) = row[0], case .text(let name) = row[1] else { return }
            var parent: Int64 = 0
            if case .integer(let number) = row[2] { parent = number }
            listed.append((number, name, parent))
        }
        guard listed.count <= maximumCount else {
            throw StoreError(
                description: "lists \(listed.count) entities; no app of notes has so many")
        }
        return listed
    }

    /// - Throws: ``StoreError`` if the database is not a Core Data store; ``SQLiteError`` if it is
    ///   damaged.
    init(_ file: SQLiteFile, vocabulary: ArchiveVocabulary) throws {
        let listed = try Self.listed(in: file)
        names = listed.map(\.name).sorted()
        let byNumber = Dictionary(listed.map { ($0.number, $0) }) { first, _ in first }
        /// Returns the numbers of an entity and its ancestors, the topmost last. A damaged table
        /// may contain cycles.
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
        let entities = listed.compactMap { entity -> Entity? in
            // Only the topmost entity has a table; in a cycle, any of them may have one.
            let tables = line(of: entity.number)
                .compactMap { byNumber[$0].map { "Z" + $0.name.uppercased() } }
            guard
                let table = tables.first(where: { file.columns[$0]?.contains("Z_PK") == true }),
                let columns = file.columns[table]
            else { return nil }
            let derived = zip(listed, lines).filter { $0.1.contains(entity.number) }
            return Entity(
                name: entity.name, number: entity.number, table: table, columns: columns,
                numbers: Set(derived.map(\.0.number)), vocabulary)
        }
        self.entities = entities
        let byTable = Dictionary(grouping: entities, by: \.table)
        var seen: Set<String> = []
        tables = entities.filter { seen.insert($0.table).inserted }
            .map { $0.joined(with: byTable[$0.table] ?? []) }
        tablesByNumber = Dictionary(
            entities.flatMap { entity in entity.numbers.map { ($0, entity.table) } },
            uniquingKeysWith: { _, last in last })
    }
}

extension StoreSchema {
    /// Returns the entities with rows in the table of another one that are not its own, each without
    /// those derived from it.
    func siblings(of entity: Entity) -> [Entity] {
        entities.filter { $0.table == entity.table && !entity.numbers.contains($0.number) }
            .map(\.alone)
    }
}

/// A row of an entity's table.
struct StoreRow {
    let key: Int64
    let places: [String: Int]
    let values: [SQLiteValue]

    subscript(column: String?) -> SQLiteValue {
        column.flatMap { places[$0] }.map { values[$0] } ?? .null
    }
}

extension SQLiteValue {
    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    var data: [UInt8]? {
        if case .data(let bytes) = self { bytes } else { nil }
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
