/// The object table of a keyed archive (`NSKeyedArchiver`), objects decoded when asked for.
///
/// Reads both forms of property lists. Which archiver wrote it does not matter: subclasses of
/// `NSKeyedArchiver` write their own name. No class is ever made of what a file names; cycles and
/// shared objects stay references. A property list without an object table, and JSON, are read as
/// an archive whose root holds its values in place. A value belongs to one thread.
package final class KeyedArchive {
    /// The name of the archiver's class, as `NSKeyedArchiver`; nil where none is told.
    package let archiver: String?
    /// Whether the file has no object table, as `Codable` and `writeToFile:` leave it.
    package let isPlain: Bool
    /// Whether the file is JSON text.
    package let isJSON: Bool
    /// The named roots.
    package let top: [PropertyListValue.Field]
    /// Number of entries in the object table, `$null` and class records among them.
    package let objectCount: Int

    private let bytes: ArchiveBytes
    private let table: Table
    private var budget: DecodingBudget
    private var decoded: [Int: ArchivedObject] = [:]
    private var classNames: [Int: [String]] = [:]

    private enum Table {
        case binary(BinaryPropertyList, BinaryPropertyList.References)
        case tree([PropertyListValue])
    }

    /// - Throws: ``ArchiveError`` for bytes that are no keyed archive.
    package init(_ bytes: ArchiveBytes) throws(ArchiveError) {
        self.bytes = bytes
        var budget = DecodingBudget(fileSize: bytes.count)
        let prefix = bytes.bytes(0..<min(bytes.count, 256)).map { Array($0) } ?? []
        let form = PropertyListForm(prefix: prefix)
        isJSON = form == nil
        switch form {
        case .binary:
            let list = try BinaryPropertyList(bytes)
            let fields = try Self.rootFields(of: list, &budget)
            isPlain = fields.keys.allSatisfy { !Self.ownKeys.contains($0) }
            if isPlain {
                table = .tree([])
                objectCount = 0
                top = [.init("root", try list.value(list.topObject, &budget))]
                archiver = nil
                break
            }
            guard let objects = fields["$objects"] else {
                throw ArchiveError(.notAnArchive("it has no $objects"))
            }
            guard case .array(let references) = try list.object(objects, &budget) else {
                throw ArchiveError(.notAnArchive("its $objects is no array"))
            }
            table = .binary(list, references)
            objectCount = references.count
            top = try Self.top(Self.value(fields["$top"], of: list, &budget))
            archiver = (try Self.value(fields["$archiver"], of: list, &budget))?.text
        case .xml:
            let root = try XMLPropertyList.value(of: bytes)
            isPlain = Self.ownKeys.allSatisfy { root[$0] == nil }
            if isPlain {
                table = .tree([])
                objectCount = 0
                top = [.init("root", root)]
                archiver = nil
                break
            }
            guard let objects = root["$objects"] else {
                throw ArchiveError(.notAnArchive("it has no $objects"))
            }
            guard case .array(let entries) = objects else {
                throw ArchiveError(.notAnArchive("its $objects is no array"))
            }
            table = .tree(entries)
            objectCount = entries.count
            top = try Self.top(root["$top"])
            archiver = root["$archiver"]?.text
        case .undocumentedBinary:
            throw ArchiveError(.otherKind("a binary property list of another version"))
        case nil where JSONDocument.isLikely(prefix: prefix):
            isPlain = true
            table = .tree([])
            objectCount = 0
            top = [.init("root", try JSONDocument.value(of: bytes))]
            archiver = nil
        case nil: throw ArchiveError(prefix.isEmpty ? .empty : .otherKind("no property list"))
        }
        self.budget = budget
    }

    /// What only a keyed archive has at its top.
    private static let ownKeys: Set<String> = ["$objects", "$top", "$archiver"]

    private static func rootFields(
        of list: BinaryPropertyList, _ budget: inout DecodingBudget
    ) throws(ArchiveError) -> [String: Int] {
        guard case .dictionary(let keys, let values) = try list.object(list.topObject, &budget)
        else { return [:] }
        var fields: [String: Int] = [:]
        for index in 0..<keys.count {
            let key = try list.object(try list.reference(keys, index), &budget)
            guard case .value(.string(let name)) = key, fields[name] == nil else { continue }
            fields[name] = try list.reference(values, index)
        }
        return fields
    }

    private static func value(
        _ number: Int?, of list: BinaryPropertyList, _ budget: inout DecodingBudget
    ) throws(ArchiveError) -> PropertyListValue? {
        guard let number else { return nil }
        return try list.value(number, &budget)
    }

    private static func top(
        _ value: PropertyListValue?
    ) throws(ArchiveError) -> [PropertyListValue.Field] {
        guard case .dictionary(let fields) = value else {
            throw ArchiveError(.notAnArchive("its $top is no dictionary"))
        }
        return fields
    }
}

/// An entry of an object table.
package enum ArchivedObject: Hashable, Sendable {
    /// nil, and what is stored in place of it.
    case null
    /// A text, a number or data that the archiver stores as it is.
    case value(PropertyListValue)
    case instance(ArchivedInstance)
}

/// An archived object of a class.
package struct ArchivedInstance: Hashable, Sendable {
    /// The class, its superclasses, then the classes that may stand in for it; empty where the
    /// archive does not say. Swift's module names and mangling are taken off.
    package let classNames: [String]
    /// What the object encoded, in the order of the file.
    package let fields: [PropertyListValue.Field]

    package init(classNames: [String], fields: [PropertyListValue.Field]) {
        self.classNames = classNames
        self.fields = fields
    }

    package subscript(key: String) -> PropertyListValue? {
        fields.first { $0.key == key }?.value
    }
}

extension KeyedArchive {
    /// The object under a number of the table, decoded once.
    ///
    /// - Throws: ``ArchiveError`` where the number is none of the table, or the entry is damaged;
    ///   other entries stay readable.
    package func object(_ uid: Int) throws(ArchiveError) -> ArchivedObject {
        if uid == 0 { return .null }
        if let known = decoded[uid] { return known }
        let object = try interpreted(try entry(uid))
        decoded[uid] = object
        return object
    }

    /// What a value leads to: the object of a reference, or the value itself.
    package func object(_ value: PropertyListValue) throws(ArchiveError) -> ArchivedObject {
        switch value {
        case .uid(let uid): try object(uid)
        case .null: .null
        default: .value(value)
        }
    }

    /// The bytes at a data value's place, copied, base64 text as it stands; nil where they cannot
    /// be read.
    package func rawBytes(of reference: PropertyListValue.DataReference) -> [UInt8]? {
        bytes.bytes(reference.range).map { Array($0) }
    }

    /// What the archive was made of: what `root` leads to; else what the only name does; nil for
    /// an archive of several names, whose values are those of one object or are several roots.
    package var root: PropertyListValue? {
        if let root = top.first(where: { $0.key == "root" }) { return root.value }
        guard let only = top.first, top.count == 1, case .uid = only.value else { return nil }
        return only.value
    }

    /// Counts text against what the file may ask for.
    func spend(text count: Int) throws(ArchiveError) { try budget.spend(text: count) }

    /// An entry of the object table as the file has it.
    ///
    /// - Throws: ``ArchiveError`` where the number is none of the table, or the entry is damaged.
    package func entry(_ uid: Int) throws(ArchiveError) -> PropertyListValue {
        guard uid >= 0, uid < objectCount else {
            throw ArchiveError(.badObject("it refers to object \(uid) of \(objectCount)"))
        }
        switch table {
        case .binary(let list, let references):
            return try list.value(try list.reference(references, uid), &budget)
        case .tree(let entries):
            try budget.spend(objects: 1)
            return entries[uid]
        }
    }

    private func interpreted(_ entry: PropertyListValue) throws(ArchiveError) -> ArchivedObject {
        switch entry {
        case .dictionary(let fields):
            guard case .uid(let classUID) = entry["$class"] else {
                throw ArchiveError(
                    .badObject(
                        entry["$classname"] == nil
                            ? "an object has no class" : "a class stands where an object should"))
            }
            let own = fields.filter { $0.key != "$class" }.map { field in
                // A key that begins with a dollar sign is stored with one more.
                field.key.hasPrefix("$$")
                    ? .init(String(field.key.dropFirst()), field.value) : field
            }
            let names = try names(ofClass: classUID)
            return names.first == "NSNull"
                ? .null : .instance(ArchivedInstance(classNames: names, fields: own))
        case .uid, .array:
            throw ArchiveError(.badObject("the object table holds a collection without a class"))
        case .null: return .null
        default: return .value(entry)
        }
    }

    private func names(ofClass uid: Int) throws(ArchiveError) -> [String] {
        if let known = classNames[uid] { return known }
        let record = try entry(uid)
        guard case .string(let name) = record["$classname"] else {
            throw ArchiveError(.badObject("a class has no name"))
        }
        var names = [name]
        for key in ["$classes", "$classhints"] {
            guard case .array(let members) = record[key] else { continue }
            for case .string(let member) in members.prefix(64) where !names.contains(member) {
                names.append(member)
            }
        }
        names = names.map(plainClassName)
        classNames[uid] = names
        return names
    }
}

/// A class name without Swift's module (`Module.Name`) or mangling (`_TtC6Module4Name`).
package func plainClassName(_ name: String) -> String {
    if name.hasPrefix("_Tt"), let last = lastMangledIdentifier(name) { return last }
    guard let dot = name.lastIndex(of: ".") else { return name }
    let plain = name[name.index(after: dot)...]
    return plain.isEmpty ? name : String(plain)
}

/// The last length-prefixed identifier of a name mangled in Swift's old style.
private func lastMangledIdentifier(_ name: String) -> String? {
    var rest = Array(name.utf8)[...]
    var last: String?
    while let first = rest.first {
        guard (0x31...0x39).contains(first) else {
            rest = rest.dropFirst()
            continue
        }
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        rest = rest.dropFirst(digits.count)
        guard let length = Int(String(decoding: digits, as: UTF8.self)), length <= rest.count
        else { return nil }
        last = String(decoding: rest.prefix(length), as: UTF8.self)
        rest = rest.dropFirst(length)
    }
    return last
}
