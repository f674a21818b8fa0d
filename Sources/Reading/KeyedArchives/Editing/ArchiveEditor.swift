/// Changes individual values of an archive and preserves everything else: classes, keys and
/// whatever else the app archived. Objects that are no longer referenced are dropped when the
/// archive is written; see ``keepsUnreferenced``. On an empty archive, it makes a new one.
///
/// ```
/// var editor = try ArchiveEditor(KeyedArchive(ArchiveBytes(bytes)))
/// editor.setField("title", new: editor.string("Milk"), of: editor.root)
/// let changed = editor.bytes()
/// ```
///
/// Always writes the binary form, even if the archive was XML; readers of property lists accept
/// either. A 32-bit floating-point number is widened to 64 bits, which readers accept as well.
package struct ArchiveEditor {
    /// A value of the archive: a reference to an object, or an inline value. A reference is valid
    /// only in the editor that returned it.
    package struct Value: Hashable, Sendable {
        let value: WritableValue

        package static let null = Value(value: .uid(0))
        /// Returns an inline value, as `encodeDouble:forKey:` archives it; not an `NSNumber`, which
        /// is an object.
        package static func real(_ number: Double) -> Value { Value(value: .real(number)) }
        package static func integer(_ number: Int) -> Value {
            Value(value: .integer(Int64(number)))
        }
        /// Returns an inline number of 32 bits, as `encodeFloat:forKey:` archives it.
        package static func float(_ number: Float) -> Value { Value(value: .float(number)) }
        package static func bool(_ value: Bool) -> Value { Value(value: .bool(value)) }
        package static func data(_ bytes: [UInt8]) -> Value { Value(value: .data(bytes)) }
        /// Returns an inline list, as collections hold their members.
        package static func list(_ members: [Value]) -> Value {
            Value(value: .array(members.map(\.value)))
        }

        /// True if this is nil, by reference to entry 0 (`$null`) or inline.
        package var isNull: Bool { value == .uid(0) || value == .null }
    }

    /// The location of a list or an object with fields. A place in the object table stays valid
    /// while the archive is edited.
    package enum Place: Hashable, Sendable {
        /// The named values at the top of a keyed archive (`$top`), which are the fields of the
        /// place.
        case top
        case object(Int)
        /// A value of a plain property list, by the steps from its root; no steps for the root
        /// itself.
        case inline([Step])

        /// A step from a value to one that it holds, by the key in a dictionary or the index in a
        /// list.
        package enum Step: Hashable, Sendable {
            case key(String)
            case index(Int)
        }
    }

    private var head: [WritableValue.Field] = []
    var top: [WritableValue.Field]
    var table: [WritableValue] = []
    /// The numbers of the class records, by the names of the classes.
    var classes: [String: Int] = [:]
    var plainRoot: WritableValue?
    /// True if objects without references are kept when the archive is written. In a damaged
    /// archive, the references to them may have been lost.
    package var keepsUnreferenced = false
    /// True to write the archive as XML, if that can express its values.
    package var prefersXML = false

    /// Creates an archive without objects.
    package init() {
        (head, top, table) = (Self.head("NSKeyedArchiver"), [], [.string("$null")])
    }

    /// Reads an entire archive into memory.
    ///
    /// - Throws: ``ArchiveError`` if any part of the archive is damaged, and for JSON.
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
        head = Self.head(archive.archiver ?? "NSKeyedArchiver")
        for number in 0..<archive.objectCount {
            table.append(try archive.writable(try archive.entry(number)))
            if let name = table[number].classRecordName { classes[name] = classes[name] ?? number }
        }
    }

    private static func head(_ archiver: String) -> [WritableValue.Field] {
        [.init("$version", .integer(100_000)), .init("$archiver", .string(archiver))]
    }

    /// The place of the root: the value named `root` or the only one; `.top` if the archive has no
    /// single root object.
    package var root: Place {
        guard plainRoot == nil else { return .inline([]) }
        let root = top.first { $0.key == "root" } ?? (top.count == 1 ? top.first : nil)
        guard case .uid(let uid) = root?.value else { return .top }
        return .object(uid)
    }

    /// Returns the archive with all changes made so far, as a binary property list. The editor can
    /// be used afterwards.
    package func bytes() -> [UInt8] {
        if let plainRoot { return bytes(plainRoot) }
        guard !keepsUnreferenced else { return bytes(.dictionary(top), objects: table) }
        return bytes(of: reachable(from: [0] + WritableValue.dictionary(top).references))
    }

    /// Returns the archive with some of its objects, in the given order.
    func bytes(of uids: [Int]) -> [UInt8] {
        var numbers: [Int: Int] = [:]
        for (number, uid) in uids.enumerated() { numbers[uid] = number }
        return bytes(
            .dictionary(top).renumbered(numbers),
            objects: uids.map { table[$0].renumbered(numbers) })
    }

    private func bytes(_ top: WritableValue, objects: [WritableValue]) -> [UInt8] {
        bytes(.dictionary(head + [.init("$top", top), .init("$objects", .array(objects))]))
    }

    private func bytes(_ list: WritableValue) -> [UInt8] {
        let xml = prefersXML ? XMLPropertyListWriter.bytes(of: list) : nil
        return xml ?? BinaryPropertyListWriter.bytes(of: list)
    }

    /// True if this is a plain property list without an object table, whose values are all inline.
    package var isPlain: Bool { plainRoot != nil }

    /// Returns an archive that holds only the object at a place and everything it refers to.
    ///
    /// - Parameter others: Places of objects to leave out; references to them are removed.
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

extension KeyedArchive {
    /// Returns a value of the file in writable form, with its data loaded.
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

extension WritableValue {
    /// The name of the class that an entry of the object table describes; nil for other entries.
    var classRecordName: String? {
        guard case .dictionary(let fields) = self,
            case .string(let name)? = fields.first(where: { $0.key == "$classname" })?.value
        else { return nil }
        return name
    }
}
