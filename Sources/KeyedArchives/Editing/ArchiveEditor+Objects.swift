/// Creation of objects in an archive. In a plain property list, the values are created inline.
extension ArchiveEditor {
    package mutating func string(_ text: String) -> Value { add(.string(text)) }

    package mutating func number(_ number: Double) -> Value { add(.real(number)) }

    package mutating func number(_ number: Int) -> Value { add(.integer(Int64(number))) }

    package mutating func bool(_ value: Bool) -> Value { add(.bool(value)) }

    package mutating func data(_ bytes: [UInt8]) -> Value { add(.data(bytes)) }

    /// Creates an `NSDate`, in seconds since 2001-01-01T00:00:00Z; in a plain property list, an
    /// inline date.
    package mutating func date(_ seconds: Double) -> Value {
        guard plainRoot == nil else { return Value(value: .date(seconds)) }
        return object("NSDate", superclasses: ["NSObject"], fields: [("NS.time", .real(seconds))])
    }

    package mutating func array(_ members: [Value]) -> Value {
        guard plainRoot == nil else { return Value(value: .array(members.map(\.value))) }
        return add(
            .dictionary([
                .init("NS.objects", .array(members.map(\.value))),
                .init(
                    "$class",
                    .uid(classRecord("NSMutableArray", superclasses: ["NSArray", "NSObject"]))),
            ]))
    }

    /// Creates an `NSDictionary` whose keys are strings, in the given order; in a plain property
    /// list, inline.
    package mutating func dictionary(_ fields: [(String, Value)]) -> Value {
        guard plainRoot == nil else {
            return Value(value: .dictionary(fields.map { .init($0.0, $0.1.value) }))
        }
        let keys = fields.map { string($0.0).value }
        return add(
            .dictionary([
                .init("NS.keys", .array(keys)), .init("NS.objects", .array(fields.map(\.1.value))),
                .init("$class", .uid(classRecord("NSDictionary", superclasses: ["NSObject"]))),
            ]))
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

    mutating func add(_ value: WritableValue) -> Value {
        guard plainRoot == nil else { return Value(value: value) }
        table.append(value)
        return Value(value: .uid(table.count - 1))
    }

    private mutating func classRecord(_ name: String, superclasses: [String]) -> Int {
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
