import KeyedArchives
import NoteModel

/// An object with named fields, sorted by what its keys stand for: an instance of a class, a
/// dictionary, or the named values at the top of an archive.
struct ArchivedRecord {
    typealias Field = PropertyListValue.Field

    /// Empty for a dictionary.
    let classNames: [String]
    let fields: [Field]
    /// Which fields have which roles, the preferred key of a role first; a field may stand under
    /// several.
    private var matches: [(role: ArchiveVocabulary.Role, rank: Int, field: Int)] = []

    init(classNames: [String], fields: [Field], vocabulary: ArchiveVocabulary) {
        self.classNames = classNames
        var kept: [Field] = []
        kept.reserveCapacity(fields.count)
        for field in fields {
            let meanings = vocabulary.meanings(of: field.key)
            // What is to be ignored is not there for anybody.
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

    subscript(role: ArchiveVocabulary.Role) -> [Field] {
        guard matches.contains(where: { $0.role == role }) else { return [] }
        return matches.filter { $0.role == role }.map { fields[$0.field] }
    }

    /// Whether the class is one of the system's, whose objects hold values and no notes.
    var isOfSystemClass: Bool {
        guard let name = classNames.first else { return false }
        let letters = Array(name.utf8.drop { $0 == UInt8(ascii: "_") }.prefix(3))
        guard letters.count == 3, (0x41...0x5A).contains(letters[2]) else { return false }
        return ["NS", "UI", "CG", "CK", "CL", "SK"].contains(
            String(decoding: letters.prefix(2), as: UTF8.self))
    }
}

extension ArchivedRecord {
    /// The record that a value leads to; nil for texts, numbers, lists and the like.
    init?(
        _ value: PropertyListValue, in archive: KeyedArchive, _ vocabulary: ArchiveVocabulary
    ) throws(ArchiveError) {
        if let pairs = try archive.dictionary(value) {
            var fields: [Field] = []
            fields.reserveCapacity(pairs.count)
            for pair in pairs { fields.append(Field(try archive.name(pair.key), pair.value)) }
            self.init(classNames: [], fields: fields, vocabulary: vocabulary)
            return
        }
        guard case .instance(let instance) = try archive.object(value) else { return nil }
        self.init(
            classNames: instance.classNames, fields: instance.fields, vocabulary: vocabulary)
    }
}

extension KeyedArchive {
    /// The key of a dictionary as a text; numbers in digits.
    func name(_ key: PropertyListValue) throws(ArchiveError) -> String {
        if let text = try string(key) { return text }
        switch try number(key) {
        case .integer(let number): return String(number)
        case .real(let number): return String(number)
        default: return ""
        }
    }

    /// Whether a value is a text of any form.
    func isText(_ value: PropertyListValue) -> Bool {
        switch try? object(value) {
        case .value(.string): true
        case .instance(let instance):
            instance.isKind(
                of: "NSString", "NSMutableString", "NSAttributedString",
                "NSMutableAttributedString")
        default: false
        }
    }

    /// What an object is, for messages.
    func kindName(of value: PropertyListValue) -> String {
        guard let object = try? object(value) else { return "something damaged" }
        return switch object {
        case .null: "nothing"
        case .instance where isText(value): "a text"
        case .instance(let instance) where instance.isKind(of: "NSDictionary"): "a dictionary"
        case .instance(let instance) where instance.isKind(of: "NSArray", "NSSet", "NSOrderedSet"):
            "a list"
        case .instance(let instance):
            instance.classNames.first.map { "an object of the class \($0)" } ?? "loose values"
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
