/// Builds a keyed archive as `NSKeyedArchiver` writes it: `$null` first, then the objects in the
/// order in which they are first referenced, beginning with the root; each class once.
package struct KeyedArchiveWriter {
    /// A reference to an entry of the object table, valid only for the writer that returned it.
    package struct Reference: Hashable, Sendable {
        fileprivate let uid: Int
        /// The reference to nil, which is entry 0 (`$null`) of every archive.
        package static let null = Reference(uid: 0)
        fileprivate static let root = Reference(uid: 1)
    }

    /// The value of a field of an object: references to other objects, or a value stored inline.
    package enum Field {
        case object(Reference)
        case objects([Reference])
        case bool(Bool)
        case integer(Int)
        /// A number of 32 bits, as `encodeFloat:forKey:` stores it; readers also accept 64 bits in
        /// its place.
        case float(Float)
        case real(Double)
        case data([UInt8])
    }

    private var table: [WritableValue] = [.string("$null"), .string("$null")]
    private var classes: [String: Reference] = [:]

    package init() {}

    /// Adds a string, as `NSString` archives it. Equal strings become separate entries of the
    /// object table.
    package mutating func string(_ text: String) -> Reference {
        add(.string(text))
    }

    /// Adds an integer as an object of its own, as `NSNumber` archives it, for members of
    /// collections.
    package mutating func number(_ number: Int) -> Reference { add(.integer(Int64(number))) }

    /// Adds a floating-point number of 64 bits as an object of its own, as `NSNumber` archives it.
    package mutating func number(_ number: Double) -> Reference { add(.real(number)) }

    /// Adds an `NSNull` object, which collections contain in place of nil.
    package mutating func blank() -> Reference {
        object("NSNull", superclasses: ["NSObject"], fields: [])
    }

    /// Adds a Boolean as an object of its own, as `NSNumber` archives it.
    package mutating func bool(_ value: Bool) -> Reference { add(.bool(value)) }

    /// Adds bytes, as `NSData` archives them or, with `isMutable`, as `NSMutableData` does.
    package mutating func data(_ bytes: [UInt8], isMutable: Bool = false) -> Reference {
        guard isMutable else { return add(.data(bytes)) }
        return object(
            "NSMutableData", superclasses: ["NSData", "NSObject"],
            fields: [("NS.data", .data(bytes))])
    }

    /// Adds an `NSDate`, in seconds since 2001-01-01T00:00:00Z; negative for earlier dates.
    package mutating func date(_ seconds: Double) -> Reference {
        object("NSDate", superclasses: ["NSObject"], fields: [("NS.time", .real(seconds))])
    }

    package mutating func array(_ members: [Reference]) -> Reference {
        object(
            "NSMutableArray", superclasses: ["NSArray", "NSObject"],
            fields: [("NS.objects", .objects(members))])
    }

    package mutating func dictionary(_ pairs: [(key: Reference, value: Reference)]) -> Reference {
        object(
            "NSMutableDictionary", superclasses: ["NSDictionary", "NSObject"],
            fields: [
                ("NS.keys", .objects(pairs.map(\.key))),
                ("NS.objects", .objects(pairs.map(\.value))),
            ])
    }

    package mutating func url(_ address: String) -> Reference {
        let relative = string(address)
        return object(
            "NSURL", superclasses: ["NSObject"],
            fields: [("NS.base", .object(.null)), ("NS.relative", .object(relative))])
    }

    /// Adds an object of a class.
    ///
    /// - Parameter superclasses: The names of the superclasses, the nearest first, up to
    ///   `NSObject`.
    package mutating func object(
        _ className: String, superclasses: [String], fields: [(String, Field)]
    ) -> Reference {
        let record = classRecord(className, superclasses: superclasses)
        return add(instance(of: record, fields))
    }

    /// Returns an archive with an object of a class as its root, as a binary property list.
    ///
    /// - Parameter superclasses: The names of the superclasses, the nearest first, up to
    ///   `NSObject`.
    package mutating func archive(
        root className: String, superclasses: [String], fields: [(String, Field)]
    ) -> [UInt8] {
        let record = classRecord(className, superclasses: superclasses)
        return archive(root: instance(of: record, fields))
    }

    /// Returns an archive with an `NSMutableArray` of the given objects as its root, as a binary
    /// property list.
    package mutating func archive(rootArray members: [Reference]) -> [UInt8] {
        archive(
            root: "NSMutableArray", superclasses: ["NSArray", "NSObject"],
            fields: [("NS.objects", .objects(members))])
    }

    private mutating func archive(root: WritableValue) -> [UInt8] {
        table[Reference.root.uid] = root
        return archive(top: [("root", .object(.root))])
    }

    /// Returns an archive with named values of any kind at its top, as written by apps that call
    /// the archiver's encoding methods directly.
    package func archive(top: [(String, Field)]) -> [UInt8] {
        let top = WritableValue.dictionary(top.map { .init($0.0, writable($0.1)) })
        let order = encodingOrder(from: top)
        var numbers: [Int: Int] = [:]
        for (number, uid) in order.enumerated() { numbers[uid] = number }
        return BinaryPropertyListWriter.bytes(
            of: .dictionary([
                .init("$version", .integer(100_000)),
                .init("$archiver", .string("NSKeyedArchiver")),
                .init("$top", top.renumbered(numbers)),
                .init("$objects", .array(order.map { table[$0].renumbered(numbers) })),
            ]))
    }

    /// Returns the numbers of the table in the order in which `NSKeyedArchiver` encodes them: each
    /// object at its first reference, followed by the objects it refers to and then its class.
    private func encodingOrder(from top: WritableValue) -> [Int] {
        var order = [0]
        var met: Set<Int> = [0]
        var next: [Int] = []
        top.forEachReference { next.append($0) }
        next.reverse()
        while let uid = next.popLast() {
            guard met.insert(uid).inserted else { continue }
            order.append(uid)
            var inside: [Int] = []
            table[uid].forEachReference { inside.append($0) }
            next += inside.reversed()
        }
        return order
    }

    private mutating func add(_ value: WritableValue) -> Reference {
        table.append(value)
        return Reference(uid: table.count - 1)
    }

    private mutating func classRecord(_ name: String, superclasses: [String]) -> Reference {
        if let known = classes[name] { return known }
        let record = add(
            .dictionary([
                .init("$classname", .string(name)),
                .init("$classes", .array(([name] + superclasses).map { .string($0) })),
            ]))
        classes[name] = record
        return record
    }

    private func instance(of record: Reference, _ fields: [(String, Field)]) -> WritableValue {
        let written = fields.map { WritableValue.Field($0.0, writable($0.1)) }
        return .dictionary(written + [.init("$class", .uid(record.uid))])
    }

    private func writable(_ field: Field) -> WritableValue {
        switch field {
        case .object(let reference): .uid(reference.uid)
        case .objects(let references): .array(references.map { .uid($0.uid) })
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(Int64(value))
        case .float(let value): .float(value)
        case .real(let value): .real(value)
        case .data(let bytes): .data(bytes)
        }
    }
}
