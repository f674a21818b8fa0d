package import Hashing

/// A type whose fields are named once for everything that writes and reads them: the cache, the
/// JSON tree, and the archives of this program.
///
/// ```swift
/// extension Paper: Described {
///     package static var blank: Paper { Paper(.unit) }
///     package mutating func describe(_ fields: inout some FieldVisitor) throws {
///         try fields.visit(&frame, "frame")
///         try fields.visit(&colour, "colour", archived: "color", .inTree)
///     }
/// }
/// ```
package protocol Described: FieldValue {
    /// A value whose fields a reader replaces.
    static var blank: Self { get }
    /// Visits the fields in the order in which they are written.
    mutating func describe(_ fields: inout some FieldVisitor) throws
    /// The value, whose fields have been read; nil if they do not fit together.
    var completed: Self? { get }
}

/// Writes or reads fields, one after the other.
package protocol FieldVisitor {
    mutating func visit<Value: FieldValue>(
        _ value: inout Value, as field: FieldTraits<Value>
    ) throws
    /// Visits a field that only the cache has.
    mutating func visit<Value: BinaryCodable>(cached value: inout Value) throws
    /// Visits a field whose own fields are written among those of the value; nil has none.
    mutating func visit<Value: Described>(flattened value: inout Value?) throws
}

/// The two forms of JSON in which values are written: the JSON tree, and the plain lists and
/// dictionaries in archives.
package enum JSONForm: Sendable {
    case tree, archive
}

/// The traits of a field: its keys, and when it is written.
package struct FieldTraits<Value> {
    /// The forms in which a field is written even if it has no value, or the one that readers
    /// assume.
    package enum Presence: Sendable {
        case always, inTree, ifSet
    }

    /// The keys; nil in a form that does not have the field.
    fileprivate let keys: (tree: String?, archive: String?)
    fileprivate let missing: Value?
    fileprivate let omitted: Value?
    fileprivate let presence: Presence

    fileprivate func key(in form: JSONForm) -> String? {
        form == .tree ? keys.tree : keys.archive
    }
}

extension FieldVisitor {
    /// Visits a field.
    ///
    /// - Parameters:
    ///   - key: The key in the JSON tree; nil for a field that only archives have.
    ///   - archived: The key in archives; nil to use `key`.
    ///   - missing: The value that readers assume if the field is missing; nil for a required
    ///     field. A field that may be nil is never required.
    ///   - omitted: The value for which the field is left out unless it is always present; nil to
    ///     use `missing`.
    mutating func visit<Value: FieldValue>(
        _ value: inout Value, _ key: String? = nil, archived: String? = nil,
        missing: Value? = nil, omitted: Value? = nil,
        _ presence: FieldTraits<Value>.Presence = .always
    ) throws {
        let field = FieldTraits(
            keys: (key, archived ?? key), missing: missing, omitted: omitted ?? missing,
            presence: presence)
        try visit(&value, as: field)
    }
}

// MARK: - Bytes

extension ByteWriter: FieldVisitor {
    package mutating func visit<Value: FieldValue>(
        _ value: inout Value, as field: FieldTraits<Value>
    ) { write(value) }

    package mutating func visit<Value: BinaryCodable>(cached value: inout Value) { write(value) }

    package mutating func visit<Value: Described>(flattened value: inout Value?) { write(value) }
}

extension ByteReader: FieldVisitor {
    /// Reads a field.
    ///
    /// - Throws: ``BinaryDecodingError`` for bytes that are not those of a value.
    package mutating func visit<Value: FieldValue>(
        _ value: inout Value, as field: FieldTraits<Value>
    ) throws { value = try self.value() }

    /// Reads a field that only the cache has.
    ///
    /// - Throws: ``BinaryDecodingError`` for bytes that are not those of a value.
    package mutating func visit<Value: BinaryCodable>(cached value: inout Value) throws {
        value = try self.value()
    }

    /// Reads a field with fields of its own.
    ///
    /// - Throws: ``BinaryDecodingError`` for bytes that are not those of a value.
    package mutating func visit<Value: Described>(flattened value: inout Value?) throws {
        value = try self.value()
    }
}

// MARK: - JSON

/// Collects the fields of an object.
private struct ObjectWriter: FieldVisitor {
    let form: JSONForm
    /// True to collect all fields that the form has, for their keys.
    let isWhole: Bool
    var members: [JSONValue.Field] = []

    mutating func visit<Value: FieldValue>(
        _ value: inout Value, as field: FieldTraits<Value>
    ) {
        guard let key = field.key(in: form) else { return }
        let isLeftOut =
            !isWhole
            && (field.presence == .ifSet || field.presence == .inTree && form == .archive)
        if isLeftOut, value == field.omitted { return }
        let json = value.json(in: form)
        if !isLeftOut || json != .null { members.append(.init(key, value: json)) }
    }

    mutating func visit<Value: BinaryCodable>(cached value: inout Value) {}

    mutating func visit<Value: Described>(flattened value: inout Value?) {
        let value = isWhole ? Value.blank : value
        if let value { members += value.members(in: form, isWhole: isWhole) }
    }
}

/// Replaces fields by what an object has.
private struct ObjectReader: FieldVisitor {
    /// The error for an object without a required field.
    struct MissingField: Error {}

    let form: JSONForm
    let members: [JSONValue.Field]
    /// True to replace only the fields that the object has and that can be read.
    var isPartial = false

    mutating func visit<Value: FieldValue>(
        _ value: inout Value, as field: FieldTraits<Value>
    ) throws {
        guard let key = field.key(in: form) else { return }
        let json = members.first { $0.key == key }?.value
        if json == nil, isPartial { return }
        if let read = Value.read(json ?? .null, in: form) ?? field.missing {
            value = read
        } else if !isPartial {
            throw MissingField()
        }
    }

    mutating func visit<Value: BinaryCodable>(cached value: inout Value) throws {}

    mutating func visit<Value: Described>(flattened value: inout Value?) throws {
        value = Value.read(.object(members), in: form)
    }
}

extension Described {
    package var completed: Self? { self }

    package func write(to writer: inout ByteWriter) {
        var value = self
        // Writing throws no error, here and below.
        try? value.describe(&writer)
    }

    package init(from reader: inout ByteReader) throws {
        var value = Self.blank
        try value.describe(&reader)
        guard let completed = value.completed else { throw BinaryDecodingError() }
        self = completed
    }

    package func json(in form: JSONForm) -> JSONValue { .object(members(in: form)) }

    /// Returns the fields of the object.
    ///
    /// - Parameter isWhole: True to include all fields that the form has, for their keys.
    func members(in form: JSONForm, isWhole: Bool = false) -> [JSONValue.Field] {
        var value = self
        var writer = ObjectWriter(form: form, isWhole: isWhole)
        try? value.describe(&writer)
        return writer.members
    }

    package static func read(_ json: JSONValue, in form: JSONForm) -> Self? {
        guard case .object(let members) = json else { return nil }
        var value = blank
        var reader = ObjectReader(form: form, members: members)
        guard (try? value.describe(&reader)) != nil else { return nil }
        return value.completed
    }

    /// Replaces the fields that an object has and that can be read.
    mutating func take(_ members: [JSONValue.Field], in form: JSONForm) {
        var reader = ObjectReader(form: form, members: members, isPartial: true)
        try? describe(&reader)
    }

    static func keys(in form: JSONForm) -> Set<String> {
        Set(blank.members(in: form, isWhole: true).map(\.key))
    }
}
