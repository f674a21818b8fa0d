/// Changes single values of an archive, and keeps all the rest of it: classes, keys, whatever
/// else the app archived. What nothing refers to any more is left out when it is written.
///
/// Writes the binary form, also of an archive that was XML: every reader of the one reads the
/// other. A number of 32 bits becomes the same number of 64, which every reader takes as well.
package struct ArchiveEditor {
    /// A value of the archive: a reference to an object, or the value itself.
    package struct Value: Hashable, Sendable {
        let value: WritableValue

        package static let null = Value(value: .uid(0))
        /// A value in place, as `encodeDouble:` archives it.
        package static func real(_ number: Double) -> Value { Value(value: .real(number)) }
        package static func integer(_ number: Int64) -> Value { Value(value: .integer(number)) }

        /// Whether this is nil, by reference or in place.
        package var isNull: Bool { value == .uid(0) || value == .null }
    }

    /// Where a list or an object with fields stands.
    package enum Place: Hashable, Sendable {
        /// The named values at the top of a keyed archive.
        case top
        case object(Int)
        /// In a plain property list, from its root on.
        case inline([Step])

        /// A way into a value.
        package enum Step: Hashable, Sendable {
            case key(String)
            case index(Int)
        }
    }

    private var head: [WritableValue.Field] = []
    private var top: [WritableValue.Field]
    private var table: [WritableValue] = []
    private var plainRoot: WritableValue?
    /// Whether objects stay that nothing refers to: of a damaged archive they may be what the
    /// damage cut off.
    package var keepsUnreferenced = false

    /// Takes all of an archive into memory.
    ///
    /// - Throws: ``ArchiveError`` for an archive any part of which is damaged, and for JSON.
    package init(_ archive: KeyedArchive) throws(ArchiveError) {
        guard !archive.isJSON else { throw ArchiveError(.otherKind("JSON text")) }
        top = []
        for field in archive.top {
            top.append(.init(field.key, try archive.writable(field.value)))
        }
        guard !archive.isPlain else {
            plainRoot = top[0].value
            return
        }
        head = [
            .init("$version", .integer(100_000)),
            .init("$archiver", .string(archive.archiver ?? "NSKeyedArchiver")),
        ]
        for number in 0..<archive.objectCount {
            table.append(try archive.writable(try archive.entry(number)))
        }
    }

    /// The place of what the archive was made of.
    package var root: Place {
        guard plainRoot == nil else { return .inline([]) }
        let root = top.first { $0.key == "root" } ?? (top.count == 1 ? top.first : nil)
        guard case .uid(let uid) = root?.value else { return .top }
        return .object(uid)
    }

    /// The bytes of the archive as it is now.
    package func bytes() -> [UInt8] {
        guard let plainRoot else {
            let (top, objects) = keepsUnreferenced ? (top, table) : compacted()
            return BinaryPropertyListWriter.bytes(
                of: .dictionary(
                    head + [.init("$top", .dictionary(top)), .init("$objects", .array(objects))]))
        }
        return BinaryPropertyListWriter.bytes(of: plainRoot)
    }

    /// Whether this is a plain property list, without an object table.
    package var isPlain: Bool { plainRoot != nil }

    /// The bytes of an archive that holds the object at a place and what it refers to, and
    /// nothing else.
    ///
    /// - Parameter others: Places of objects that are left out where it refers to them.
    package func bytes(ofOnly place: Place, without others: [Place] = []) -> [UInt8] {
        var part = self
        part.removeReferences(to: others.filter { $0 != place })
        part.keepsUnreferenced = false
        switch place {
        case .top: break
        case .object(let uid): part.top = [.init("root", .uid(uid))]
        case .inline: part.plainRoot = value(at: place)
        }
        return part.bytes()
    }
}

// MARK: - Fields and members

extension ArchiveEditor {
    /// The place that a step leads to; nil where there is none, or no list or object.
    package func place(_ step: Place.Step, from place: Place) -> Place? {
        let found: Value? =
            switch step {
            case .key(let key): field(key, of: place)
            case .index(let index):
                members(of: place).flatMap { $0.indices.contains(index) ? $0[index] : nil }
            }
        guard let found else { return nil }
        if case .uid(let uid) = found.value { return .object(uid) }
        guard case .inline(let steps) = place else { return nil }
        return .inline(steps + [step])
    }

    /// The value under a key of an object or a dictionary.
    package func field(_ key: String, of place: Place) -> Value? {
        guard case .dictionary(let fields) = value(at: place) else { return nil }
        if let pairs = pairs(fields) {
            return pairs.first { text(of: $0.key) == key }.map { Value(value: $0.value) }
        }
        let stored = stored(key, among: fields)
        return fields.first { $0.key == stored }.map { Value(value: $0.value) }
    }

    /// Puts a value under a key, in the place of one that is there; nil removes the key.
    package mutating func setField(_ key: String, _ new: Value?, of place: Place) {
        guard case .dictionary(var fields) = value(at: place) else { return }
        if var pairs = pairs(fields) {
            let index = pairs.firstIndex { text(of: $0.key) == key }
            switch (index, new) {
            case (let index?, let new?): pairs[index].value = new.value
            case (let index?, nil): pairs.remove(at: index)
            case (nil, let new?): pairs.append((string(key).value, new.value))
            case (nil, nil): return
            }
            set(.dictionary(Self.fields(ofPairs: pairs, in: fields)), at: place)
            return
        }
        let stored = stored(key, among: fields)
        let index = fields.firstIndex { $0.key == stored }
        switch (index, new) {
        case (let index?, let new?): fields[index] = .init(stored, new.value)
        case (let index?, nil): fields.remove(at: index)
        case (nil, let new?): fields.append(.init(stored, new.value))
        case (nil, nil): return
        }
        set(.dictionary(fields), at: place)
    }

    /// The keys of an object or a dictionary, in the order of the file.
    package func keys(of place: Place) -> [String] {
        guard case .dictionary(let fields) = value(at: place) else { return [] }
        if let pairs = pairs(fields) { return pairs.compactMap { text(of: $0.key) } }
        return fields.map(\.key).filter { $0 != "$class" }.map {
            $0.hasPrefix("$$") ? String($0.dropFirst()) : $0
        }
    }

    /// The members of a list; nil where there is none.
    package func members(of place: Place) -> [Value]? {
        switch value(at: place) {
        case .array(let members): return members.map(Value.init)
        case .dictionary(let fields):
            guard isCollection(fields, "NSArray", "NSSet", "NSOrderedSet") else { return nil }
            if case .array(let members) = fields.first(where: { $0.key == "NS.objects" })?.value {
                return members.map(Value.init)
            }
            return numbered("NS.object.", fields).map(Value.init)
        default: return nil
        }
    }

    /// Gives a list other members.
    package mutating func setMembers(_ members: [Value], of place: Place) {
        switch value(at: place) {
        case .array: set(.array(members.map(\.value)), at: place)
        case .dictionary(let fields):
            set(.dictionary(Self.fields(ofMembers: members.map(\.value), in: fields)), at: place)
        default: return
        }
    }

    /// A list or dictionary of its own with the content of one that others may share.
    package mutating func copy(of place: Place) -> Value {
        guard plainRoot == nil, let value = value(at: place) else {
            return Value(value: value(at: place) ?? .null)
        }
        return add(value)
    }

    /// Takes all references to objects out of the archive: members of lists and dictionaries are
    /// removed, fields become nil.
    package mutating func removeReferences(to places: [Place]) {
        var gone: Set<WritableValue> = []
        for case .object(let uid) in places { gone.insert(.uid(uid)) }
        guard !gone.isEmpty else { return }
        for index in table.indices {
            guard case .dictionary(let fields) = table[index] else { continue }
            if let pairs = pairs(fields) {
                guard pairs.contains(where: { gone.contains($0.value) }) else { continue }
                let kept = pairs.filter { !gone.contains($0.value) }
                table[index] = .dictionary(Self.fields(ofPairs: kept, in: fields))
            } else if let members = members(of: .object(index)) {
                let kept = members.map(\.value).filter { !gone.contains($0) }
                guard kept.count < members.count else { continue }
                table[index] = .dictionary(Self.fields(ofMembers: kept, in: fields))
            } else if fields.contains(where: { gone.contains($0.value) }) {
                table[index] = .dictionary(
                    fields.map { gone.contains($0.value) ? .init($0.key, .uid(0)) : $0 })
            }
        }
        top = top.map { gone.contains($0.value) ? .init($0.key, .uid(0)) : $0 }
    }

    /// A number of the kind that a value is, as an object or in place; nil where it is none.
    package mutating func number(_ number: Double, inPlaceOf old: Value) -> Value? {
        func like(_ value: WritableValue) -> WritableValue? {
            switch value {
            case .integer: Int64(exactly: number.rounded()).map { .integer($0) }
            case .real, .float: .real(number)
            default: nil
            }
        }
        guard case .uid(let uid) = old.value, table.indices.contains(uid) else {
            return like(old.value).map(Value.init)
        }
        return like(table[uid]).map { add($0) }
    }

    /// A reference to the object at a place; nil for a place that is none of the table.
    package func reference(to place: Place) -> Value? {
        guard case .object(let uid) = place else { return nil }
        return Value(value: .uid(uid))
    }

    /// The place of the object that a value refers to; nil for values in place.
    package func place(of value: Value) -> Place? {
        guard case .uid(let uid) = value.value, uid != 0 else { return nil }
        return .object(uid)
    }

    /// The number that a value leads to; nil for all else.
    package func number(_ value: Value) -> Double? {
        let plain: WritableValue
        if case .uid(let uid) = value.value, table.indices.contains(uid) {
            plain = table[uid]
        } else {
            plain = value.value
        }
        switch plain {
        case .integer(let number): return Double(number)
        case .real(let number): return number
        case .float(let number): return Double(number)
        default: return nil
        }
    }

    /// The class of the object that a value leads to, as archived; nil for values without one.
    package func className(of value: Value) -> String? {
        guard case .uid(let uid) = value.value else { return nil }
        return className(at: .object(uid))
    }

    /// The class of the object at a place, as archived; nil where it has none.
    package func className(at place: Place) -> String? {
        guard case .dictionary(let fields) = value(at: place) else { return nil }
        return classNames(fields).first
    }

    /// Whether a value leads to data, as data itself or as an object of it.
    package func isData(_ value: Value) -> Bool {
        guard case .uid(let uid) = value.value, table.indices.contains(uid) else {
            if case .data = value.value { return true }
            return false
        }
        switch table[uid] {
        case .data: return true
        case .dictionary(let fields): return isCollection(fields, "NSData")
        default: return false
        }
    }

    /// The text that a value leads to; nil for all else.
    package func text(of value: Value) -> String? { text(of: value.value) }

    private func text(of value: WritableValue) -> String? {
        switch value {
        case .string(let text): return text
        case .uid(let uid) where table.indices.contains(uid):
            if case .string(let text) = table[uid] { return uid == 0 ? nil : text }
            guard case .dictionary(let fields) = table[uid],
                case .string(let text) = fields.first(where: { $0.key == "NS.string" })?.value
            else { return nil }
            return text
        default: return nil
        }
    }
}

// MARK: - New objects

extension ArchiveEditor {
    package mutating func string(_ text: String) -> Value { add(.string(text)) }

    package mutating func data(_ bytes: [UInt8]) -> Value { add(.data(bytes)) }

    /// A date, in seconds since 2001-01-01T00:00:00Z.
    package mutating func date(_ seconds: Double) -> Value {
        guard plainRoot == nil else { return Value(value: .date(seconds)) }
        return object("NSDate", ["NSObject"], [("NS.time", .real(seconds))])
    }

    package mutating func array(_ members: [Value]) -> Value {
        guard plainRoot == nil else { return Value(value: .array(members.map(\.value))) }
        return add(
            .dictionary([
                .init("NS.objects", .array(members.map(\.value))),
                .init("$class", .uid(classRecord("NSMutableArray", ["NSArray", "NSObject"]))),
            ]))
    }

    /// An object of a class; in a plain property list, a dictionary of its fields.
    package mutating func object(
        _ className: String, _ superclasses: [String], _ fields: [(String, Value)]
    ) -> Value {
        var written = fields.map { WritableValue.Field($0.0, $0.1.value) }
        if plainRoot == nil {
            written.append(.init("$class", .uid(classRecord(className, superclasses))))
        }
        return add(.dictionary(written))
    }

    /// A copy of the root of another archive, with all that it refers to; nil where the two are
    /// of different forms.
    package mutating func adopt(rootOf other: ArchiveEditor) -> Value? {
        if plainRoot != nil {
            return other.plainRoot.map(Value.init)
        }
        guard other.plainRoot == nil, case .object(let root) = other.root else { return nil }
        var numbers = [0: 0]
        var added: [WritableValue] = []
        for uid in other.reachable(from: [root]) where uid != 0 {
            if case .dictionary(let fields) = other.table[uid],
                case .string(let name) = fields.first(where: { $0.key == "$classname" })?.value,
                let known = classNumber(name)
            {
                numbers[uid] = known
            } else {
                numbers[uid] = table.count + added.count
                added.append(other.table[uid])
            }
        }
        table += added.map { $0.renumbered(numbers) }
        return numbers[root].map { Value(value: .uid($0)) }
    }

    private mutating func add(_ value: WritableValue) -> Value {
        guard plainRoot == nil else { return Value(value: value) }
        table.append(value)
        return Value(value: .uid(table.count - 1))
    }

    private mutating func classRecord(_ name: String, _ superclasses: [String]) -> Int {
        if let known = classNumber(name) { return known }
        table.append(
            .dictionary([
                .init("$classname", .string(name)),
                .init("$classes", .array(([name] + superclasses).map { .string($0) })),
            ]))
        return table.count - 1
    }

    private func classNumber(_ name: String) -> Int? {
        table.firstIndex { entry in
            guard case .dictionary(let fields) = entry else { return false }
            return fields.contains { $0.key == "$classname" && $0.value == .string(name) }
        }
    }
}

// MARK: - The parts of an archive

extension ArchiveEditor {
    /// The key as the file has it: one that begins with a dollar sign is stored with one more,
    /// but for those that the archiver itself numbers.
    private func stored(_ key: String, among fields: [WritableValue.Field]) -> String {
        guard key.hasPrefix("$"), plainRoot == nil else { return key }
        return fields.contains { $0.key == "$" + key } ? "$" + key : key
    }

    /// The fields of a collection with other members, in the form that it has; what a subclass
    /// adds of its own is kept.
    private static func fields(
        ofMembers members: [WritableValue], in fields: [WritableValue.Field]
    ) -> [WritableValue.Field] {
        let own = fields.filter { $0.key != "NS.objects" && !$0.key.hasPrefix("NS.object.") }
        guard fields.contains(where: { $0.key == "NS.object.0" }) else {
            return [.init("NS.objects", .array(members))] + own
        }
        return members.enumerated().map { .init("NS.object.\($0)", $1) } + own
    }

    private static func fields(
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

    private func value(at place: Place) -> WritableValue? {
        switch place {
        case .top: return .dictionary(top)
        case .object(let uid): return table.indices.contains(uid) ? table[uid] : nil
        case .inline(let steps):
            var value = plainRoot
            for step in steps { value = value?.member(step) }
            return value
        }
    }

    private mutating func set(_ value: WritableValue, at place: Place) {
        switch place {
        case .top: if case .dictionary(let fields) = value { top = fields }
        case .object(let uid): table[uid] = value
        case .inline(let steps): plainRoot = plainRoot?.replacing(steps[...], with: value)
        }
    }

    /// The pairs of an archived dictionary; nil for any other object.
    private func pairs(
        _ fields: [WritableValue.Field]
    ) -> [(key: WritableValue, value: WritableValue)]? {
        guard isCollection(fields, "NSDictionary") else { return nil }
        let keys: [WritableValue]
        let values: [WritableValue]
        if case .array(let listed) = fields.first(where: { $0.key == "NS.keys" })?.value,
            case .array(let members) = fields.first(where: { $0.key == "NS.objects" })?.value
        {
            (keys, values) = (listed, members)
        } else {
            (keys, values) = (numbered("NS.key.", fields), numbered("NS.object.", fields))
        }
        return zip(keys, values).map { ($0, $1) }
    }

    private func numbered(_ prefix: String, _ fields: [WritableValue.Field]) -> [WritableValue] {
        var members: [WritableValue] = []
        while let next = fields.first(where: { $0.key == "\(prefix)\(members.count)" }) {
            members.append(next.value)
        }
        return members
    }

    private func isCollection(_ fields: [WritableValue.Field], _ names: String...) -> Bool {
        let own = classNames(fields)
        return names.contains { name in
            own.contains {
                $0 == name || $0 == name.replacing("NS", with: "NSMutable", maxReplacements: 1)
            }
        }
    }

    private func classNames(_ fields: [WritableValue.Field]) -> [String] {
        guard case .uid(let uid) = fields.first(where: { $0.key == "$class" })?.value,
            table.indices.contains(uid), case .dictionary(let record) = table[uid],
            case .string(let name) = record.first(where: { $0.key == "$classname" })?.value
        else { return [] }
        guard case .array(let names) = record.first(where: { $0.key == "$classes" })?.value else {
            return [name]
        }
        return [name]
            + names.compactMap { if case .string(let name) = $0 { name } else { nil } }
    }

    /// Numbers of the objects that others lead to, in the order of the table.
    private func reachable(from roots: [Int]) -> [Int] {
        var seen: Set<Int> = []
        var next = roots
        while let uid = next.popLast() {
            guard table.indices.contains(uid), seen.insert(uid).inserted else { continue }
            table[uid].forEachReference { next.append($0) }
        }
        return seen.sorted()
    }

    private func compacted() -> (top: [WritableValue.Field], objects: [WritableValue]) {
        var roots = [0]
        WritableValue.dictionary(top).forEachReference { roots.append($0) }
        let kept = reachable(from: roots)
        var numbers: [Int: Int] = [:]
        for (number, uid) in kept.enumerated() { numbers[uid] = number }
        let top = top.map { WritableValue.Field($0.key, $0.value.renumbered(numbers)) }
        return (top, kept.map { table[$0].renumbered(numbers) })
    }
}

extension WritableValue {
    fileprivate func member(_ step: ArchiveEditor.Place.Step) -> WritableValue? {
        switch (self, step) {
        case (.dictionary(let fields), .key(let key)): fields.first { $0.key == key }?.value
        case (.array(let members), .index(let index)):
            members.indices.contains(index) ? members[index] : nil
        default: nil
        }
    }

    fileprivate func replacing(
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

extension KeyedArchive {
    /// A value of the file as it is to be written again.
    fileprivate func writable(_ value: PropertyListValue) throws(ArchiveError) -> WritableValue {
        switch value {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .integer(let value): return .integer(value)
        case .real(let value): return .real(value)
        case .date(let seconds): return .date(seconds)
        case .string(let text): return .string(text)
        case .uid(let uid): return .uid(uid)
        case .data(let reference):
            if let range = reference.textRange {
                guard let text = rawBytes(of: .init(range: range)) else {
                    throw ArchiveError(.cutOff, at: range.lowerBound)
                }
                return .string(String(decoding: text, as: UTF8.self))
            }
            guard let bytes = contents(of: reference) else {
                throw ArchiveError(.cutOff, at: reference.range.lowerBound)
            }
            return .data(bytes)
        case .array(let members):
            var written: [WritableValue] = []
            for member in members { written.append(try writable(member)) }
            return .array(written)
        case .dictionary(let fields):
            var written: [WritableValue.Field] = []
            for field in fields { written.append(.init(field.key, try writable(field.value))) }
            return .dictionary(written)
        }
    }
}
