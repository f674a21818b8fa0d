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
    var top: [WritableValue.Field]
    var table: [WritableValue] = []
    var plainRoot: WritableValue?
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
