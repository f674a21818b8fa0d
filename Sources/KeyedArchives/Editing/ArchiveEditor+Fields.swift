/// What objects, dictionaries and lists of an archive hold.
extension ArchiveEditor {
    /// The place that a step leads to; nil where there is none, or no list or object.
    package func place(_ step: Place.Step, from place: Place) -> Place? {
        let found: Value? =
            switch step {
            case .key(let key): field(key, of: place)
            case .index(let index):
                storedMembers(of: place).flatMap { members in
                    members.indices.contains(index) ? Value(value: members[index]) : nil
                }
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
        storedMembers(of: place)?.map(Value.init)
    }

    private func storedMembers(of place: Place) -> [WritableValue]? {
        switch value(at: place) {
        case .array(let members): return members
        case .dictionary(let fields):
            guard [.array, .countedSet].contains(kind(of: fields)) else { return nil }
            if case .array(let members) = fields.first(where: { $0.key == "NS.objects" })?.value {
                return members
            }
            return numbered("NS.object.", fields)
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
        case .dictionary(let fields): return kind(of: fields) == .data
        default: return false
        }
    }

    /// The text that a value leads to; nil for all else.
    package func text(of value: Value) -> String? { text(of: value.value) }

    func text(of value: WritableValue) -> String? {
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
