/// Access to the raw entries of an archive, in the layouts in which `NSKeyedArchiver` stores
/// collections.
extension ArchiveEditor {
    /// Returns a key as stored in the file. The archiver adds a dollar sign to keys that begin with
    /// one, except for its own, such as `$class`; a key is escaped if the object has a field of the
    /// escaped name.
    func stored(_ key: String, among fields: [WritableValue.Field]) -> String {
        guard key.hasPrefix("$"), plainRoot == nil else { return key }
        return fields.contains { $0.key == "$" + key } ? "$" + key : key
    }

    /// Returns the fields of a collection with its members replaced, in the same layout: an array
    /// in `NS.objects`, or numbered keys. Fields that a subclass added are kept.
    static func fields(
        ofMembers members: [WritableValue], in fields: [WritableValue.Field]
    ) -> [WritableValue.Field] {
        if fields.contains(where: { $0.key == "NS.object0" }) {
            return self.fields(ofCountedMembers: members, in: fields)
        }
        let own = fields.filter { $0.key != "NS.objects" && !$0.key.hasPrefix("NS.object.") }
        guard fields.contains(where: { $0.key == "NS.object.0" }) else {
            return [.init("NS.objects", .array(members))] + own
        }
        return members.enumerated().map { .init("NS.object.\($0)", $1) } + own
    }

    /// Returns the fields of an `NSCountedSet`, which numbers its members and their counts. A
    /// member that was there keeps its count.
    private static func fields(
        ofCountedMembers members: [WritableValue], in fields: [WritableValue.Field]
    ) -> [WritableValue.Field] {
        func value(_ key: String) -> WritableValue? { fields.first { $0.key == key }?.value }
        var old: [(member: WritableValue, count: WritableValue?)] = []
        while let member = value("NS.object\(old.count)") {
            old.append((member, value("NS.count\(old.count)")))
        }
        let own = fields.filter { field in
            !["NS.object", "NS.count"].contains {
                field.key.hasPrefix($0) && field.key.dropFirst($0.count).allSatisfy(\.isNumber)
            }
        }
        let counted = members.enumerated().flatMap { number, member in
            let count = old.first { $0.member == member }?.count ?? .integer(1)
            return [
                WritableValue.Field("NS.object\(number)", member),
                WritableValue.Field("NS.count\(number)", count),
            ]
        }
        return [.init("NS.count", .integer(Int64(members.count)))] + counted + own
    }

    static func fields(
        ofPairs pairs: [(key: WritableValue, value: WritableValue)],
        in fields: [WritableValue.Field]
    ) -> [WritableValue.Field] {
        let own = fields.filter { field in
            field.key != "NS.keys" && field.key != "NS.objects"
                && !field.key.hasPrefix("NS.key.") && !field.key.hasPrefix("NS.object.")
        }
        return [
            .init("NS.keys", .array(pairs.map(\.key))),
            .init("NS.objects", .array(pairs.map(\.value))),
        ] + own
    }

    func value(at place: Place) -> WritableValue? {
        switch place {
        case .top: return .dictionary(top)
        case .object(let uid): return table.indices.contains(uid) ? table[uid] : nil
        case .inline(let steps):
            var value = plainRoot
            for step in steps { value = value?.member(step) }
            return value
        }
    }

    mutating func set(_ value: WritableValue, at place: Place) {
        switch place {
        case .top: if case .dictionary(let fields) = value { top = fields }
        case .object(let uid): table[uid] = value
        case .inline(let steps): plainRoot = plainRoot?.replacing(steps[...], with: value)
        }
    }

    /// Returns the key-value pairs of an archived dictionary in the order of the file; nil for any
    /// other object.
    func pairs(_ fields: [WritableValue.Field]) -> [(key: WritableValue, value: WritableValue)]? {
        guard kind(of: fields) == .dictionary else { return nil }
        let keys: [WritableValue]
        let values: [WritableValue]
        if case .array(let listed) = fields.first(where: { $0.key == "NS.keys" })?.value,
            case .array(let members) = fields.first(where: { $0.key == "NS.objects" })?.value
        {
            (keys, values) = (listed, members)
        } else {
            (keys, values) = (
                numbered("NS.key.", fields: fields), numbered("NS.object.", fields: fields)
            )
        }
        return zip(keys, values).map { ($0, $1) }
    }

    func numbered(_ prefix: String, fields: [WritableValue.Field]) -> [WritableValue] {
        var named: [String: WritableValue] = [:]
        for field in fields where field.key.hasPrefix(prefix) { named[field.key] = field.value }
        var members: [WritableValue] = []
        while let next = named["\(prefix)\(members.count)"] { members.append(next) }
        return members
    }

    func kind(of fields: [WritableValue.Field]) -> ArchivedClass.Kind {
        ArchivedClass.kind(of: classNames(fields))
    }

    func classNames(_ fields: [WritableValue.Field]) -> [String] {
        guard case .uid(let uid) = fields.first(where: { $0.key == "$class" })?.value,
            table.indices.contains(uid), case .dictionary(let record) = table[uid],
            let name = table[uid].classRecordName
        else { return [] }
        guard case .array(let names) = record.first(where: { $0.key == "$classes" })?.value else {
            return [name]
        }
        return [name]
            + names.compactMap { if case .string(let name) = $0 { name } else { nil } }
    }

    /// Returns the numbers of all objects that can be reached from the given ones, including these,
    /// in the order of the table.
    func reachable(from roots: [Int]) -> [Int] {
        var seen: Set<Int> = []
        var next = roots
        while let uid = next.popLast() {
            guard table.indices.contains(uid), seen.insert(uid).inserted else { continue }
            next += table[uid].references
        }
        return seen.sorted()
    }
}

extension WritableValue {
    func member(_ step: ArchiveEditor.Place.Step) -> WritableValue? {
        switch (self, step) {
        case (.dictionary(let fields), .key(let key)): fields.first { $0.key == key }?.value
        case (.array(let members), .index(let index)):
            members.indices.contains(index) ? members[index] : nil
        default: nil
        }
    }

    func replacing(
        _ steps: ArraySlice<ArchiveEditor.Place.Step>, with new: WritableValue
    ) -> WritableValue {
        guard let step = steps.first else { return new }
        switch (self, step) {
        case (.dictionary(let fields), .key(let key)):
            return .dictionary(
                fields.map {
                    $0.key == key
                        ? .init(key, $0.value.replacing(steps.dropFirst(), with: new)) : $0
                })
        case (.array(var members), .index(let index)) where members.indices.contains(index):
            members[index] = members[index].replacing(steps.dropFirst(), with: new)
            return .array(members)
        default: return self
        }
    }
}
