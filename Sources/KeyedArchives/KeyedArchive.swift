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
    private let budget: DecodingBudget
    private var decoded: DecodedObjects
    private var classes: [(uid: Int, value: ArchivedClass)] = []
    private var keys: [(number: Int, text: String)] = []

    private enum Table {
        case binary(BinaryPropertyList, BinaryPropertyList.References)
        case tree([PropertyListValue])
    }

    /// - Throws: ``ArchiveError`` for bytes that are no keyed archive.
    package init(_ bytes: ArchiveBytes) throws(ArchiveError) {
        self.bytes = bytes
        let budget = DecodingBudget(fileSize: bytes.count)
        let prefix = bytes.bytes(0..<min(bytes.count, 64)).map { Array($0) } ?? []
        let form = PropertyListForm(prefix: prefix)
        isJSON = form == nil
        var plainRoot: PropertyListValue?
        var table = Table.tree([])
        var top: [PropertyListValue.Field] = []
        var objectCount = 0
        var archiver: String?
        switch form {
        case .binary:
            let list = try BinaryPropertyList(bytes)
            let fields = try Self.rootFields(of: list, budget)
            if fields.allSatisfy({ !Self.ownKeys.contains($0.key) }) {
                plainRoot = try list.value(list.topObject, budget)
                break
            }
            func field(_ name: String) -> Int? { fields.first { $0.key == name }?.number }
            guard let objects = field("$objects") else {
                throw ArchiveError(.notAnArchive("it has no $objects"))
            }
            guard case .array(let references) = try list.object(objects, budget) else {
                throw ArchiveError(.notAnArchive("its $objects is no array"))
            }
            table = .binary(list, references)
            objectCount = references.count
            top = try Self.top(Self.value(field("$top"), of: list, budget))
            archiver = (try Self.value(field("$archiver"), of: list, budget))?.text
        case .xml:
            let root = try XMLPropertyList.value(of: bytes)
            if Self.ownKeys.allSatisfy({ root[$0] == nil }) {
                plainRoot = root
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
            plainRoot = try JSONDocument.value(of: bytes)
        case nil: throw ArchiveError(prefix.isEmpty ? .empty : .otherKind("no property list"))
        }
        isPlain = plainRoot != nil
        self.table = table
        self.top = plainRoot.map { [.init("root", $0)] } ?? top
        self.objectCount = objectCount
        self.archiver = archiver
        self.budget = budget
        decoded = DecodedObjects(count: objectCount)
    }

    /// What only a keyed archive has at its top.
    private static let ownKeys = ["$objects", "$top", "$archiver"]

    private static func rootFields(
        of list: BinaryPropertyList, _ budget: DecodingBudget
    ) throws(ArchiveError) -> [(key: String, number: Int)] {
        guard case .dictionary(let keys, let values) = try list.object(list.topObject, budget)
        else { return [] }
        var fields: [(key: String, number: Int)] = []
        for index in 0..<keys.count {
            let key = try list.object(try list.reference(keys, index), budget)
            guard case .value(.string(let name)) = key else { continue }
            fields.append((name, try list.reference(values, index)))
        }
        return fields
    }

    private static func value(
        _ number: Int?, of list: BinaryPropertyList, _ budget: DecodingBudget
    ) throws(ArchiveError) -> PropertyListValue? {
        guard let number else { return nil }
        return try list.value(number, budget)
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
    package var classNames: [String] { archivedClass.names }
    /// What the object is, where its class is one of the system's or of a subclass.
    var kind: ArchivedClass.Kind { archivedClass.kind }
    /// What the object encoded, in the order of the file.
    package let fields: [PropertyListValue.Field]
    private let archivedClass: ArchivedClass

    init(_ archivedClass: ArchivedClass, fields: [PropertyListValue.Field]) {
        self.archivedClass = archivedClass
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
        let object: ArchivedObject
        if case .binary(let list, let references) = table, uid > 0, uid < objectCount {
            object = try self.object(try list.reference(references, uid), of: list)
        } else {
            object = try interpreted(try entry(uid))
        }
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

    /// Number of bytes of the file.
    package var byteCount: Int { bytes.count }

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
            return try list.value(try list.reference(references, uid), budget)
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
            let found = try archivedClass(classUID)
            if found.kind == .null { return .null }
            var own: [PropertyListValue.Field] = []
            own.reserveCapacity(fields.count - 1)
            for field in fields where field.key != "$class" { own.append(Self.unescaped(field)) }
            return .instance(ArchivedInstance(found, fields: own))
        case .uid, .array:
            throw ArchiveError(.badObject("the object table holds a collection without a class"))
        case .null: return .null
        default: return .value(entry)
        }
    }

    /// An object of a binary table, without a property list's value of it in between: most
    /// archives are many small objects.
    private func object(
        _ number: Int, of list: BinaryPropertyList
    ) throws(ArchiveError) -> ArchivedObject {
        guard case .dictionary(let keys, let values) = try list.object(number, budget),
            keys.count <= Self.fewFields
        else { return try interpreted(try list.value(number, budget)) }
        var fields: [PropertyListValue.Field] = []
        fields.reserveCapacity(keys.count)
        var classUID: Int?
        do throws(ArchiveError) {
            try budget.enter(number)
            for index in 0..<keys.count {
                let key = try self.key(try list.reference(keys, index), of: list)
                let value = try list.member(try list.reference(values, index), budget)
                if key == "$class", case .uid(let uid) = value, classUID == nil {
                    classUID = uid
                } else if !fields.contains(where: { $0.key == key }) {
                    fields.append(.init(key, value))
                }
            }
            budget.leave()
        } catch {
            budget.leaveAll()
            throw error
        }
        guard let classUID else { return try interpreted(.dictionary(fields)) }
        let found = try archivedClass(classUID)
        if found.kind == .null { return .null }
        return .instance(ArchivedInstance(found, fields: fields.map(Self.unescaped)))
    }

    /// Objects with more fields than this are read the general way.
    private static let fewFields = 16

    /// A text that is a key, decoded once for all objects that have it.
    private func key(_ number: Int, of list: BinaryPropertyList) throws(ArchiveError) -> String {
        for known in keys where known.number == number { return known.text }
        guard case .value(.string(let text)) = try list.object(number, budget) else {
            throw ArchiveError(.badObject("a dictionary has a key that is no text"))
        }
        if keys.count < 64 { keys.append((number, text)) }
        return text
    }

    /// A key that begins with a dollar sign is stored with one more.
    private static func unescaped(_ field: PropertyListValue.Field) -> PropertyListValue.Field {
        guard field.key.utf8.first == UInt8(ascii: "$"), field.key.hasPrefix("$$") else {
            return field
        }
        return .init(String(field.key.dropFirst()), field.value)
    }

    private func archivedClass(_ uid: Int) throws(ArchiveError) -> ArchivedClass {
        for known in classes where known.uid == uid { return known.value }
        let found = try readClass(uid)
        // An archive of thousands of classes is looked through for each; nobody wrote one.
        if classes.count < 256 { classes.append((uid, found)) }
        return found
    }

    private func readClass(_ uid: Int) throws(ArchiveError) -> ArchivedClass {
        let record: PropertyListValue
        if case .binary(let list, let references) = table, uid >= 0, uid < objectCount {
            let number = try list.reference(references, uid)
            guard case .dictionary(let keys, let values) = try list.object(number, budget) else {
                throw ArchiveError(.badObject("a class has no name"))
            }
            var fields: [PropertyListValue.Field] = []
            fields.reserveCapacity(2)
            for index in 0..<min(keys.count, Self.fewFields) {
                let key = try self.key(try list.reference(keys, index), of: list)
                let value = try list.reference(values, index)
                let member = try list.value(value, budget)
                // The rest of a class of the system is known already.
                if key == "$classname", case .string(let name) = member,
                    let known = ArchivedClass.ofTheSystem[name]
                {
                    return known
                }
                fields.append(.init(key, member))
            }
            record = .dictionary(fields)
        } else {
            record = try entry(uid)
        }
        guard let name = record["$classname"]?.text else {
            throw ArchiveError(.badObject("a class has no name"))
        }
        if let known = ArchivedClass.ofTheSystem[name] { return known }
        var names = [plainClassName(name)]
        for key in ["$classes", "$classhints"] {
            guard case .array(let members) = record[key] else { continue }
            for case .string(let member) in members.prefix(64) where member != name {
                names.append(plainClassName(member))
            }
        }
        return ArchivedClass(names)
    }
}

/// The objects of a table that were decoded; the table of a small archive as an array.
private struct DecodedObjects {
    private var few: [ArchivedObject?] = []
    private var many: [Int: ArchivedObject] = [:]

    init(count: Int) {
        if count <= 1024 { few = Array(repeating: nil, count: count) }
    }

    subscript(uid: Int) -> ArchivedObject? {
        get { few.indices.contains(uid) ? few[uid] : many[uid] }
        set { if few.indices.contains(uid) { few[uid] = newValue } else { many[uid] = newValue } }
    }
}

/// A class name without Swift's module (`Module.Name`) or mangling (`_TtC6Module4Name`).
package func plainClassName(_ name: String) -> String {
    let bytes = name.utf8
    if bytes.first == UInt8(ascii: "_"), bytes.starts(with: "_Tt".utf8),
        let last = lastMangledIdentifier(name)
    {
        return last
    }
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return name }
    let plain = name[bytes.index(after: dot)...]
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
