/// The object table of a keyed archive (`NSKeyedArchiver`), with objects decoded on demand.
///
/// ```
/// let archive = try KeyedArchive(ArchiveBytes(bytes))
/// if let root = archive.root, let note = try archive.objectOfAnApp(root),
///     let title = note["title"]
/// {
///     print(try archive.string(title) ?? "")
/// }
/// ```
///
/// Reads both forms of property lists, whatever the name of the archiver: subclasses of
/// `NSKeyedArchiver` write their own. Classes that a file names are never instantiated; cycles and
/// shared objects remain references. A property list without an object table, and JSON, are read as
/// an archive whose root holds its values inline. Not thread-safe: use an instance from one thread
/// only.
package final class KeyedArchive {
    /// The name of the archiver's class, such as `NSKeyedArchiver`; nil if the file does not state
    /// it.
    package let archiver: String?
    /// True if the file has no object table: a property list as written by `Codable` or
    /// `writeToFile:`, or JSON.
    package let isPlain: Bool
    /// True if the file is JSON text.
    package let isJSON: Bool
    /// The named values at the top of the archive. A file without an object table has one, `root`.
    package let top: [PropertyListValue.Field]
    /// The number of entries in the object table, including `$null` and class records.
    package let objectCount: Int

    private let bytes: ArchiveBytes
    private let table: Table
    /// The work that reading the source of the archive may still cause.
    package let budget: Budget
    private var decoded: DecodedObjects
    private var classes: [(uid: Int, value: ArchivedClass)] = []
    private var keys: [(number: Int, text: String)] = []

    private enum Table {
        case binary(BinaryPropertyList, BinaryPropertyList.References)
        case tree([PropertyListValue])
    }

    /// - Parameter budget: The budget of the source that contains the bytes, which pays for opening
    ///   them: many objects may refer to the same bytes. Nil for a file.
    /// - Throws: ``ArchiveError`` if the bytes are not a keyed archive, a property list or JSON, or
    ///   the budget is exceeded.
    package init(_ bytes: ArchiveBytes, budget outer: Budget? = nil) throws(ArchiveError) {
        self.bytes = bytes
        try outer?.spend(bytes.count + Budget.costOfOpening, on: .archives)
        let budget = outer ?? Budget(fileSize: bytes.count)
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
                plainRoot = try list.value(list.topObject, budget: budget)
                break
            }
            func field(_ name: String) -> Int? { fields.first { $0.key == name }?.number }
            guard let objects = field("$objects") else {
                throw ArchiveError(.notAnArchive("it has no $objects"))
            }
            guard case .array(let references) = try list.object(objects, budget: budget) else {
                throw ArchiveError(.notAnArchive("its $objects is not an array"))
            }
            table = .binary(list, references)
            objectCount = references.count
            top = try Self.top(Self.value(field("$top"), of: list, budget: budget))
            archiver = (try Self.value(field("$archiver"), of: list, budget: budget))?.text
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
                throw ArchiveError(.notAnArchive("its $objects is not an array"))
            }
            table = .tree(entries)
            objectCount = entries.count
            top = try Self.top(root["$top"])
            archiver = root["$archiver"]?.text
        case .undocumentedBinary:
            throw ArchiveError(.otherKind("a binary property list of another version"))
        case nil where JSONDocument.isLikely(prefix: prefix):
            plainRoot = try JSONDocument.value(of: bytes)
        case nil: throw ArchiveError(Self.kind(ofNoArchive: prefix))
        }
        isPlain = plainRoot != nil
        self.table = table
        self.top = plainRoot.map { [.init("root", $0)] } ?? top
        (self.objectCount, self.archiver, self.budget) = (objectCount, archiver, budget)
        decoded = DecodedObjects(count: objectCount)
    }

    private static func kind(ofNoArchive prefix: [UInt8]) -> ArchiveError.Reason {
        let isZip = prefix.starts(with: [0x50, 0x4B, 0x03, 0x04])
        return prefix.isEmpty ? .empty : .otherKind(isZip ? "a ZIP archive" : "no property list")
    }

    /// The keys that only a keyed archive has at its top.
    private static let ownKeys = ["$objects", "$top", "$archiver"]

    private static func rootFields(
        of list: BinaryPropertyList, _ budget: Budget
    ) throws(ArchiveError) -> [(key: String, number: Int)] {
        guard
            case .dictionary(let keys, let values) = try list.object(list.topObject, budget: budget)
        else { return [] }
        var fields: [(key: String, number: Int)] = []
        for index in 0..<keys.count {
            let key = try list.object(try list.reference(keys, index: index), budget: budget)
            guard case .value(.string(let name)) = key else { continue }
            fields.append((name, try list.reference(values, index: index)))
        }
        return fields
    }

    private static func value(
        _ number: Int?, of list: BinaryPropertyList, budget: Budget
    ) throws(ArchiveError) -> PropertyListValue? {
        guard let number else { return nil }
        return try list.value(number, budget: budget)
    }

    private static func top(
        _ value: PropertyListValue?
    ) throws(ArchiveError) -> [PropertyListValue.Field] {
        guard case .dictionary(let fields) = value else {
            throw ArchiveError(.notAnArchive("its $top is not a dictionary"))
        }
        return fields
    }
}

/// An entry of an object table.
package enum ArchivedObject: Hashable, Sendable {
    /// nil, or an `NSNull` object.
    case null
    /// A string, a number or data, which the archiver stores without a class.
    case value(PropertyListValue)
    case instance(ArchivedInstance)
}

/// An archived instance of a class.
package struct ArchivedInstance: Hashable, Sendable {
    /// The names of the class, its superclasses and then its fallback classes (`$classhints`),
    /// without Swift module names and mangling. A system class has its own name only.
    package var classNames: [String] { archivedClass.names }
    /// The kind of the object, by the first of its classes that is a system class.
    package var kind: ArchivedClass.Kind { archivedClass.kind }
    /// The fields that the object encoded, in the order of the file.
    package let fields: [PropertyListValue.Field]
    private let archivedClass: ArchivedClass

    init(_ archivedClass: ArchivedClass, fields: [PropertyListValue.Field]) {
        (self.archivedClass, self.fields) = (archivedClass, fields)
    }

    package subscript(key: String) -> PropertyListValue? {
        fields.first { $0.key == key }?.value
    }
}

extension KeyedArchive {
    /// Returns the object with a number in the table, which is decoded once and then cached.
    ///
    /// - Throws: ``ArchiveError`` if the number is not in the table or the entry is damaged; other
    ///   entries remain readable.
    package func object(_ uid: Int) throws(ArchiveError) -> ArchivedObject {
        if uid == 0 { return .null }
        if let known = decoded[uid] { return known }
        let object: ArchivedObject
        if case .binary(let list, let references) = table, uid > 0, uid < objectCount {
            object = try self.object(try list.reference(references, index: uid), of: list)
        } else {
            object = try interpreted(try entry(uid))
        }
        decoded[uid] = object
        return object
    }

    /// Returns the object that a value refers to, or the value itself if it is inline.
    ///
    /// - Throws: ``ArchiveError`` if the object is missing or damaged, or the budget is exceeded.
    package func object(_ value: PropertyListValue) throws(ArchiveError) -> ArchivedObject {
        switch value {
        case .uid(let uid): try object(uid)
        case .null: .null
        default: .value(value)
        }
    }

    /// Returns a copy of the bytes of a data value as stored in the file, without decoding base64
    /// text; nil if they cannot be read.
    package func rawBytes(of reference: PropertyListValue.DataReference) -> [UInt8]? {
        bytes.bytes(reference.range).map { Array($0) }
    }

    /// The root of the archive: the value named `root`, or else the only named value, if it is a
    /// reference. Nil for an archive of several names, whose values are the fields of one object or
    /// several roots.
    package var root: PropertyListValue? {
        if let root = top.first(where: { $0.key == "root" }) { return root.value }
        guard let only = top.first, top.count == 1, case .uid = only.value else { return nil }
        return only.value
    }

    /// The size of the file in bytes.
    package var byteCount: Int { bytes.count }

    /// Returns an entry of the object table as stored in the file.
    ///
    /// - Throws: ``ArchiveError`` if the number is not in the table or the entry is damaged.
    package func entry(_ uid: Int) throws(ArchiveError) -> PropertyListValue {
        guard uid >= 0, uid < objectCount else {
            throw ArchiveError(.badObject("it refers to object \(uid) of \(objectCount)"))
        }
        switch table {
        case .binary(let list, let references):
            return try list.value(try list.reference(references, index: uid), budget: budget)
        case .tree(let entries):
            try budget.spend(1, on: .objects)
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
                            ? "an object has no class" : "a class is in the place of an object"))
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

    /// Returns an object of a binary table, without creating a property list value for it first.
    /// Most archives consist of many small objects, for which this is faster.
    private func object(
        _ number: Int, of list: BinaryPropertyList
    ) throws(ArchiveError) -> ArchivedObject {
        let object = try list.object(number, budget: budget)
        if case .value(let value) = object { return try interpreted(value) }
        guard case .dictionary(let keys, let values) = object, keys.count <= Self.fewFields else {
            return try interpreted(try list.value(number, budget: budget))
        }
        var fields: [PropertyListValue.Field] = []
        fields.reserveCapacity(keys.count)
        var classUID: Int?
        do throws(ArchiveError) {
            try budget.enter(number)
            for index in 0..<keys.count {
                let key = try self.key(try list.reference(keys, index: index), of: list)
                let value = try list.member(
                    try list.reference(values, index: index), budget: budget)
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

    /// The maximum number of fields for the fast path; larger objects are read the general way.
    private static let fewFields = 16

    /// Returns a key of a dictionary. Keys are cached, since most objects share them.
    private func key(_ number: Int, of list: BinaryPropertyList) throws(ArchiveError) -> String {
        for known in keys where known.number == number { return known.text }
        guard case .value(.string(let text)) = try list.object(number, budget: budget) else {
            throw ArchiveError(.badObject("a dictionary has a key that is not text"))
        }
        if keys.count < 64 { keys.append((number, text)) }
        return text
    }

    /// Removes the additional dollar sign with which the archiver stores a key that begins with
    /// one.
    private static func unescaped(_ field: PropertyListValue.Field) -> PropertyListValue.Field {
        guard field.key.utf8.first == UInt8(ascii: "$"), field.key.hasPrefix("$$") else {
            return field
        }
        return .init(String(field.key.dropFirst()), field.value)
    }

    private func archivedClass(_ uid: Int) throws(ArchiveError) -> ArchivedClass {
        for known in classes where known.uid == uid { return known.value }
        let found = try readClass(uid)
        // The search is linear; classes after the first 256, which is more than any known archive
        // has, are not cached.
        if classes.count < 256 { classes.append((uid, found)) }
        return found
    }

    private func readClass(_ uid: Int) throws(ArchiveError) -> ArchivedClass {
        let record: PropertyListValue
        if case .binary(let list, let references) = table, uid >= 0, uid < objectCount {
            let number = try list.reference(references, index: uid)
            guard case .dictionary(let keys, let values) = try list.object(number, budget: budget)
            else {
                throw ArchiveError(.badObject("a class has no name"))
            }
            var fields: [PropertyListValue.Field] = []
            fields.reserveCapacity(2)
            for index in 0..<min(keys.count, Self.fewFields) {
                let key = try self.key(try list.reference(keys, index: index), of: list)
                let value = try list.reference(values, index: index)
                let member = try list.value(value, budget: budget)
                // For a system class, the name is sufficient.
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

/// A cache of decoded objects: an array for up to 1,024 entries, a dictionary for larger tables.
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
