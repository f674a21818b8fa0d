package import Hashing

/// A type whose fields are named once, for all that writes and reads them: the cache, the JSON tree, and
/// the archives that this program writes.
package protocol Described: FieldValue {
    /// A value whose fields a reader replaces.
    static var blank: Self { get }
    /// The fields in the order in which they are written.
    static var fields: [Field<Self>] { get }
    /// The value, whose fields have been read; nil if they do not fit together.
    var completed: Self? { get }
}

/// The two forms of JSON in which values are written: that of the JSON tree, and that of plain lists and
/// dictionaries in archives.
package enum JSONForm: Sendable {
    case tree, archive
}

/// A field of a described type.
package struct Field<Root: Sendable>: Sendable {
    fileprivate let write: @Sendable (Root, inout ByteWriter) -> Void
    fileprivate let read: @Sendable (inout Root, inout ByteReader) throws -> Void
    /// Appends the keys and values to be written, of which there are none for a field left out.
    fileprivate let json: @Sendable (Root, JSONForm, inout [JSONValue.Field]) -> Void
    /// Replaces the field by what an object has; returns false if it is required and not there.
    fileprivate let readJSON: @Sendable (inout Root, [String: JSONValue], JSONForm) -> Bool
    /// The keys in the JSON tree and in archives; nil for a field that has none.
    let keys: (tree: String, archive: String)?

    /// The forms in which a field is written that has no value, or the one that readers assume.
    package enum Presence: Sendable {
        case always, inTree, ifSet
        /// Only in archives, and there only if it is set.
        case inArchive
    }

    /// - Parameters:
    ///   - key: The key in the JSON tree.
    ///   - archived: The key in archives; nil for the same.
    ///   - missing: The value that readers assume if there is none; nil for a required field. A
    ///     field that may be nil is never required.
    ///   - omitted: The value that is not written unless the field is always present; nil for
    ///     `missing`.
    package init<Value: FieldValue>(
        _ path: any WritableKeyPath<Root, Value> & Sendable, _ key: String,
        archived: String? = nil, missing: Value? = nil, omitted: Value? = nil,
        _ presence: Presence = .always
    ) {
        let (keyInArchives, omitted) = (archived ?? key, omitted ?? missing)
        keys = (key, keyInArchives)
        write = { root, writer in writer.write(root[keyPath: path]) }
        read = { root, reader in root[keyPath: path] = try reader.value() }
        json = { root, form, fields in
            if presence == .inArchive && form == .tree { return }
            let value = root[keyPath: path]
            let json = value.json(in: form)
            let isLeftOut = presence != .always && !(presence == .inTree && form == .tree)
            guard !isLeftOut || json != .null && value != omitted else { return }
            fields.append(.init(form == .tree ? key : keyInArchives, value: json))
        }
        readJSON = { root, object, form in
            if presence == .inArchive && form == .tree { return true }
            let json = object[form == .tree ? key : keyInArchives] ?? .null
            guard let value = Value.read(json, in: form) ?? missing else { return false }
            root[keyPath: path] = value
            return true
        }
    }

    /// Creates a field that only the cache has.
    package init<Value: BinaryCodable & Sendable>(
        cached path: any WritableKeyPath<Root, Value> & Sendable
    ) {
        keys = nil
        write = { root, writer in writer.write(root[keyPath: path]) }
        read = { root, reader in root[keyPath: path] = try reader.value() }
        json = { _, _, _ in }
        readJSON = { _, _, _ in true }
    }

    /// Creates a field whose own fields stand among those of the value; there are none for nil.
    package init<Value: Described>(flattened path: any WritableKeyPath<Root, Value?> & Sendable) {
        keys = nil
        write = { root, writer in writer.write(root[keyPath: path]) }
        read = { root, reader in root[keyPath: path] = try reader.value() }
        json = { root, form, fields in
            if let value = root[keyPath: path] { fields += value.members(in: form) }
        }
        readJSON = { root, object, form in
            root[keyPath: path] = Value.read(object, in: form)
            return true
        }
    }
}

extension Described {
    package var completed: Self? { self }

    package func write(to writer: inout ByteWriter) {
        for field in Self.fields { field.write(self, &writer) }
    }

    package init(from reader: inout ByteReader) throws {
        var value = Self.blank
        for field in Self.fields { try field.read(&value, &reader) }
        guard let completed = value.completed else { throw BinaryDecodingError() }
        self = completed
    }

    package func json(in form: JSONForm) -> JSONValue { .object(members(in: form)) }

    func members(in form: JSONForm) -> [JSONValue.Field] {
        var members: [JSONValue.Field] = []
        members.reserveCapacity(Self.fields.count)
        for field in Self.fields { field.json(self, form, &members) }
        return members
    }

    package static func read(_ json: JSONValue, in form: JSONForm) -> Self? {
        guard case .object(let fields) = json else { return nil }
        return read(Dictionary(fields.map { ($0.key, $0.value) }) { first, _ in first }, in: form)
    }

    static func read(_ object: [String: JSONValue], in form: JSONForm) -> Self? {
        var value = blank
        guard fields.allSatisfy({ $0.readJSON(&value, object, form) }) else { return nil }
        return value.completed
    }

    /// Replaces the fields that an object has and that can be read.
    mutating func take(_ object: [String: JSONValue], in form: JSONForm) {
        for field in Self.fields {
            guard let keys = field.keys, object[form == .tree ? keys.tree : keys.archive] != nil
            else { continue }
            _ = field.readJSON(&self, object, form)
        }
    }
}
