/// Creation of objects in an archive. In a plain property list, the values are created inline.
extension ArchiveEditor {
    package mutating func string(_ text: String) -> Value { add(.string(text)) }

    package mutating func number(_ number: Double) -> Value { add(.real(number)) }

    package mutating func number(_ number: Int) -> Value { add(.integer(Int64(number))) }

    package mutating func bool(_ value: Bool) -> Value { add(.bool(value)) }

    /// Creates data, as `NSData` archives it or, with `isMutable`, as `NSMutableData` does.
    package mutating func data(_ bytes: [UInt8], isMutable: Bool = false) -> Value {
        guard isMutable else { return add(.data(bytes)) }
        return object(
            "NSMutableData", superclasses: ["NSData", "NSObject"],
            fields: [("NS.data", .data(bytes))])
    }

    /// Creates an `NSNull` object, which collections contain in place of nil.
    package mutating func blank() -> Value {
        object("NSNull", superclasses: ["NSObject"], fields: [])
    }

    package mutating func url(_ address: String) -> Value {
        object(
            "NSURL", superclasses: ["NSObject"],
            fields: [("NS.base", .null), ("NS.relative", string(address))])
    }

    /// Creates an `NSDate`, in seconds since 2001-01-01T00:00:00Z; in a plain property list, an
    /// inline date.
    package mutating func date(_ seconds: Double) -> Value {
        guard plainRoot == nil else { return Value(value: .date(seconds)) }
        return object("NSDate", superclasses: ["NSObject"], fields: [("NS.time", .real(seconds))])
    }

    package mutating func array(_ members: [Value]) -> Value {
        guard plainRoot == nil else { return Value(value: .array(members.map(\.value))) }
        return object(
            "NSMutableArray", superclasses: ["NSArray", "NSObject"],
            fields: [("NS.objects", .list(members))])
    }

    /// Creates a dictionary whose keys are strings, in the given order; in a plain property list,
    /// inline.
    package mutating func dictionary(_ fields: [(String, Value)]) -> Value {
        guard plainRoot == nil else {
            return Value(value: .dictionary(fields.map { .init($0.0, $0.1.value) }))
        }
        return dictionary(fields.map { (key: string($0.0), value: $0.1) })
    }

    /// Creates a dictionary with keys of any kind, in the object table.
    package mutating func dictionary(_ pairs: [(key: Value, value: Value)]) -> Value {
        object(
            "NSMutableDictionary", superclasses: ["NSDictionary", "NSObject"],
            fields: [
                ("NS.keys", .list(pairs.map(\.key))), ("NS.objects", .list(pairs.map(\.value))),
            ])
    }

    /// Creates an object of a class; in a plain property list, a dictionary of its fields.
    package mutating func object(
        _ className: String, superclasses: [String], fields: [(String, Value)]
    ) -> Value {
        var written = fields.map { WritableValue.Field($0.0, $0.1.value) }
        if plainRoot == nil {
            written.append(
                .init("$class", .uid(classRecord(className, superclasses: superclasses))))
        }
        return add(.dictionary(written))
    }

    /// Copies the root of another archive, with everything it refers to, into this one, and returns
    /// it; nil if only one of the two is a plain property list, or if the other has no root object.
    package mutating func adopt(rootOf other: ArchiveEditor) -> Value? {
        if plainRoot != nil {
            return other.plainRoot.map(Value.init)
        }
        guard other.plainRoot == nil, case .object(let root) = other.root else { return nil }
        var numbers = [0: 0]
        var added: [WritableValue] = []
        for uid in other.reachable(from: [root]) where uid != 0 {
            let name = other.table[uid].classRecordName
            if let known = name.flatMap({ classes[$0] }) {
                numbers[uid] = known
            } else {
                numbers[uid] = table.count + added.count
                if let name { classes[name] = numbers[uid] }
                added.append(other.table[uid])
            }
        }
        table += added.map { $0.renumbered(numbers) }
        return numbers[root].map { Value(value: .uid($0)) }
    }

    mutating func add(_ value: WritableValue) -> Value {
        guard plainRoot == nil else { return Value(value: value) }
        table.append(value)
        return Value(value: .uid(table.count - 1))
    }

    private mutating func classRecord(_ name: String, superclasses: [String]) -> Int {
        if let known = classes[name] { return known }
        table.append(
            .dictionary([
                .init("$classname", .string(name)),
                .init("$classes", .array(([name] + superclasses).map { .string($0) })),
            ]))
        classes[name] = table.count - 1
        return table.count - 1
    }
}

// MARK: - New archives

extension ArchiveEditor {
    /// Returns an archive with an object of a class as its root.
    ///
    /// - Parameter superclasses: The names of the superclasses, the nearest first, up to
    ///   `NSObject`.
    package mutating func archive(
        root className: String, superclasses: [String], fields: [(String, Value)]
    ) -> [UInt8] {
        let root = object(className, superclasses: superclasses, fields: fields)
        return archive(top: [("root", root)])
    }

    /// Returns an archive with an `NSMutableArray` as its root.
    package mutating func archive(rootArray members: [Value]) -> [UInt8] {
        let root = array(members)
        return archive(top: [("root", root)])
    }

    /// Returns an archive with named values of any kind at its top.
    ///
    /// Its objects are in the order in which `NSKeyedArchiver` encodes them: each at its first
    /// reference, followed by the objects it refers to and then its class.
    package func archive(top: [(String, Value)]) -> [UInt8] {
        var whole = self
        whole.top = top.map { .init($0.0, $0.1.value) }
        var order = [0]
        var met: Set<Int> = [0]
        var next = Array(WritableValue.dictionary(whole.top).references.reversed())
        while let uid = next.popLast() {
            guard met.insert(uid).inserted else { continue }
            order.append(uid)
            next += table[uid].references.reversed()
        }
        return whole.bytes(of: order)
    }
}
