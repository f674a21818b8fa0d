import KeyedArchives

/// An object with named fields, indexed by the roles of its keys: an instance of a class, a
/// dictionary, or the named values at the top of an archive.
struct ArchivedRecord {
    typealias Field = PropertyListValue.Field

    /// The names of the class and its superclasses; empty for a dictionary.
    let classNames: [String]
    private(set) var fields: [Field]
    /// The roles of the fields, by index into `fields`, with the preferred key of a role first. A
    /// field may have several roles.
    private var matches: [(role: ArchiveVocabulary.Role, rank: Int, field: Int)] = []

    init(classNames: [String], fields: [Field], vocabulary: ArchiveVocabulary) {
        self.classNames = classNames
        var kept: [Field] = []
        kept.reserveCapacity(fields.count)
        for field in fields {
            let meanings = vocabulary.meanings(of: field.key)
            // Ignored fields are dropped altogether.
            if meanings.contains(where: { $0.role == .ignored }) { continue }
            for meaning in meanings {
                // Few fields have a role: this is the fastest way to keep them in order.
                let place = matches.firstIndex { $0.rank > meaning.rank } ?? matches.count
                matches.insert((meaning.role, meaning.rank, kept.count), at: place)
            }
            kept.append(field)
        }
        self.fields = kept
    }

    /// Returns the record with some of its fields only.
    ///
    /// - Parameter isKept: Returns true for the key of a field to keep.
    func filtered(_ isKept: (_ key: String) -> Bool) -> ArchivedRecord {
        var record = self
        var places: [Int?] = []
        record.fields = []
        for field in fields {
            places.append(isKept(field.key) ? record.fields.count : nil)
            if isKept(field.key) { record.fields.append(field) }
        }
        record.matches = matches.compactMap { role, rank, field in
            places[field].map { (role, rank, $0) }
        }
        return record
    }

    subscript(role: ArchiveVocabulary.Role) -> [Field] {
        guard matches.contains(where: { $0.role == role }) else { return [] }
        return matches.filter { $0.role == role }.map { fields[$0.field] }
    }

    /// True if the class is one of the system's, whose objects hold values and no notes.
    var isOfSystemClass: Bool { Self.isSystemClass(classNames) }

    /// Returns true for the names of a class of the system and its superclasses.
    static func isSystemClass(_ classNames: [String]) -> Bool {
        guard let name = classNames.first else { return false }
        let letters = Array(name.utf8.drop { $0 == UInt8(ascii: "_") }.prefix(3))
        guard letters.count == 3, (0x41...0x5A).contains(letters[2]) else { return false }
        return ["NS", "UI", "CG", "CK", "CL", "SK"].contains(
            String(decoding: letters.prefix(2), as: UTF8.self))
    }
}

extension ArchivedRecord {
    /// Creates the record of an object or a dictionary; nil for strings, numbers, lists and the
    /// like.
    init?(
        _ value: PropertyListValue, in archive: KeyedArchive, vocabulary: ArchiveVocabulary
    ) throws {
        if let pairs = try archive.dictionary(value) {
            var fields: [Field] = []
            fields.reserveCapacity(pairs.count)
            for pair in pairs { fields.append(Field(try archive.name(pair.key), pair.value)) }
            self.init(classNames: [], fields: fields, vocabulary: vocabulary)
            return
        }
        guard case .instance(let instance) = try archive.object(value) else { return nil }
        self.init(classNames: instance.classNames, fields: instance.fields, vocabulary: vocabulary)
    }
}

extension KeyedArchive {
    /// Returns the key of a dictionary as text; a number in digits, and an empty string for any
    /// other key.
    func name(_ key: PropertyListValue) throws -> String {
        if let text = try string(key) { return text }
        switch try number(key) {
        case .integer(let number): return String(number)
        case .real(let number): return String(number)
        default: return ""
        }
    }

    /// True if a value is a string or an attributed string.
    func isText(_ value: PropertyListValue) -> Bool {
        switch try? object(value) {
        case .value(.array): (try? codedRuns(value)).flatMap(\.self) != nil
        case .value(.string): true
        case .instance(let instance): [.string, .attributedString].contains(instance.kind)
        default: false
        }
    }

    /// Returns a description of a value for messages, such as “a list”.
    func kindName(of value: PropertyListValue) -> String {
        guard let object = try? object(value) else { return "something damaged" }
        return switch object {
        case .null: "nothing"
        case .instance(let instance):
            switch instance.kind {
            case .string, .attributedString: "a text"
            case .dictionary: "a dictionary"
            case .array, .countedSet: "a list"
            default:
                instance.classNames.first.map { "an object of the class \($0)" } ?? "loose values"
            }
        case .value(.string): "a text"
        case .value(.data): "data"
        case .value(.array): "a list"
        case .value(.dictionary): "a dictionary"
        case .value(.bool): "a truth value"
        case .value(.date): "a date"
        case .value: "a number"
        }
    }
}
