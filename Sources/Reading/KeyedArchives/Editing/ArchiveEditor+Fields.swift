/// Access to the fields of objects and dictionaries, and to the members of lists.
extension ArchiveEditor {
    /// Returns the place that a step leads to; nil if the key or index does not exist, or if the
    /// value is stored inline in an object of a keyed archive.
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

    /// Returns the value for a key of an object or a dictionary; nil if the key is missing or the
    /// place holds neither.
    package func field(_ key: String, of place: Place) -> Value? {
        guard case .dictionary(let fields) = value(at: place) else { return nil }
        if let pairs = pairs(fields) {
            return pairs.first { text(of: $0.key) == key }.map { Value(value: $0.value) }
        }
        let stored = stored(key, among: fields)
        return fields.first { $0.key == stored }.map { Value(value: $0.value) }
    }

    /// Sets the value for a key of an object or a dictionary, replacing any present one; nil
    /// removes the key. Does nothing if the place holds neither.
    package mutating func setField(_ key: String, new: Value?, of place: Place) {
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

    /// Returns the keys of an object or a dictionary in the order of the file; empty if the place
    /// holds neither.
    package func keys(of place: Place) -> [String] {
        guard case .dictionary(let fields) = value(at: place) else { return [] }
        if let pairs = pairs(fields) { return pairs.compactMap { text(of: $0.key) } }
        return fields.map(\.key).filter { $0 != "$class" }.map {
            $0.hasPrefix("$$") ? String($0.dropFirst()) : $0
        }
    }

    /// Returns the members of a list; nil if the place does not hold a list.
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
            return numbered(
                kind(of: fields) == .countedSet ? "NS.object" : "NS.object.", fields: fields)
        default: return nil
        }
    }

    /// Replaces the members of the list at a place, keeping its class and layout. The place must
    /// hold a list.
    package mutating func setMembers(_ members: [Value], of place: Place) {
        switch value(at: place) {
        case .array: set(.array(members.map(\.value)), at: place)
        case .dictionary(let fields):
            set(.dictionary(Self.fields(ofMembers: members.map(\.value), in: fields)), at: place)
        default: return
        }
    }

    /// Adds a copy of a list or dictionary to the archive and returns it, so that it can be changed
    /// without affecting other objects that refer to the original. In a plain property list,
    /// returns the value itself.
    package mutating func copy(of place: Place) -> Value {
        guard let value = value(at: place) else { return Value(value: .null) }
        return add(value)
    }

    /// Removes all references to the given objects from the archive: members of lists and entries
    /// of dictionaries are removed, fields of objects become nil. Places in a plain property list
    /// are ignored.
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

    /// Returns a number of the same kind (integer or floating-point) and storage (object or inline)
    /// as an existing value; nil if that value is not a number, or is an integer and `number` does
    /// not fit.
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

    /// Returns a reference to the object at a place, to be stored in other objects; nil if the
    /// place is not an entry of the table.
    package func reference(to place: Place) -> Value? {
        guard case .object(let uid) = place else { return nil }
        return Value(value: .uid(uid))
    }

    /// Returns the place of the object that a value refers to; nil for inline values and for the
    /// reference to nil.
    package func place(of value: Value) -> Place? {
        guard case .uid(let uid) = value.value, uid != 0 else { return nil }
        return .object(uid)
    }

    /// Returns the number that a value holds or refers to; nil for any other value.
    package func number(_ value: Value) -> Double? {
        switch resolved(value) {
        case .integer(let number): Double(number)
        case .real(let number): number
        case .float(let number): Double(number)
        default: nil
        }
    }

    /// Returns the archived class name of the object that a value refers to; nil for inline values
    /// and for objects without a class.
    package func className(of value: Value) -> String? {
        guard case .uid(let uid) = value.value else { return nil }
        return className(at: .object(uid))
    }

    /// Returns the archived class name of the object at a place; nil if it has none.
    package func className(at place: Place) -> String? {
        guard case .dictionary(let fields) = value(at: place) else { return nil }
        return classNames(fields).first
    }

    /// True if a value is data or refers to data, including an `NSData` object; false for base64
    /// text.
    package func isData(_ value: Value) -> Bool {
        switch resolved(value) {
        case .data: true
        // An inline dictionary is no object.
        case .dictionary(let fields): place(of: value) != nil && kind(of: fields) == .data
        default: false
        }
    }

    /// Returns the bytes of data that a value holds or refers to; nil for any other value.
    package func data(of value: Value) -> [UInt8]? {
        switch resolved(value) {
        case .data(let bytes): return bytes
        case .dictionary(let fields):
            let held = fields.first { $0.key == "NS.data" }.map { resolved(Value(value: $0.value)) }
            guard case .data(let bytes)? = held else { return nil }
            return bytes
        default: return nil
        }
    }

    /// Returns the entry of the table that a reference leads to, or any other value itself.
    private func resolved(_ value: Value) -> WritableValue {
        guard case .uid(let uid) = value.value, table.indices.contains(uid) else {
            return value.value
        }
        return table[uid]
    }

    /// Returns the text that a value holds or refers to; nil for any other value.
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
