import KeyedArchives
import NoteModel
import Platform

/// Describes the contents of an archive as JSON: classes, keys, data and references. An object that
/// was already described, because it is shared or part of a cycle, is given by its number, as in
/// `{"$ref": 3}`. Lists, dictionaries and objects are numbered from 1 in the order in which they
/// are described.
struct ArchiveDescription {
    private let opened: OpenedArchive
    /// The numbers of the objects described so far, by their index in the object table.
    private var numbers: [Int: Int] = [:]
    private var nodesLeft: Int
    private var textLeft = 64 << 20
    /// The number of bytes of data that may still be included in full. It is limited because notes
    /// keep their descriptions in memory.
    private var dataLeft = 4 << 20
    private static let maximumDataSize = 64 << 10
    private let keepsData: Bool
    private var archive: KeyedArchive { opened.archive }

    private static let maximumNesting = 200

    /// - Parameter keepsData: True to include small data in full instead of only its size.
    init(_ opened: OpenedArchive, keepsData: Bool = false) {
        (self.opened, self.keepsData) = (opened, keepsData)
        // A value takes up at least one byte of the file, unless it is shared.
        nodesLeft = 200_000 + min(opened.archive.byteCount, 64 << 20)
    }

    /// Returns a description of the whole archive, by the names at its top.
    mutating func whole() -> JSONValue {
        if archive.isPlain { return describe(archive.top[0].value, depth: 0) }
        return .object(archive.top.map { .init($0.key, value: describe($0.value, depth: 0)) })
    }

    /// Returns a description of a single value, numbered from 1.
    mutating func value(_ value: PropertyListValue) -> JSONValue {
        numbers = [:]
        return describe(value, depth: 0)
    }

    private mutating func describe(_ value: PropertyListValue, depth: Int) -> JSONValue {
        nodesLeft -= 1
        guard nodesLeft > 0, depth < Self.maximumNesting else { return Self.cut }
        do {
            guard case .uid(let uid) = value else { return plain(value, depth: depth) }
            let object = try archive.object(uid)
            guard case .instance(let instance) = object else {
                if case .value(let inner) = object { return plain(inner, depth: depth) }
                return .null
            }
            if let simple = try simple(value) { return simple }
            if let number = numbers[uid] { return .object([("$ref", .integer(number))]) }
            if let reference = try archive.data(value) { return data(reference, depth: depth) }
            let number = numbers.count + 1
            numbers[uid] = number
            return try composed(instance, value: value, number: number, depth: depth)
        } catch {
            return .object([("$damaged", .string("\(error)"))])
        }
    }

    private mutating func plain(_ value: PropertyListValue, depth: Int) -> JSONValue {
        switch value {
        case .null, .bool, .integer, .real: JSONValue(scalar: value)
        case .date(let seconds): Self.date(seconds)
        case .string(let text): self.text(text)
        case .data(let reference): data(reference, depth: depth)
        case .array(let members): .array(members.map { describe($0, depth: depth + 1) })
        case .dictionary(let fields):
            .object(
                fields.sorted { $0.key < $1.key }.map {
                    .init($0.key, value: describe($0.value, depth: depth + 1))
                })
        case .uid: describe(value, depth: depth + 1)
        }
    }

    /// Returns the value of an object that represents just one: a string, date, URL, UUID, colour
    /// or number; nil for any other object.
    private mutating func simple(_ value: PropertyListValue) throws -> JSONValue? {
        if let text = try archive.string(value) { return self.text(text) }
        if let seconds = try archive.date(value) { return Self.date(seconds) }
        if let address = try archive.url(value) { return .string(address) }
        if let identifier = try archive.uuid(value) { return .string(identifier) }
        if let color = try archive.color(value) { return .string(color) }
        return try archive.number(value).map { JSONValue(scalar: $0) }
    }

    private mutating func composed(
        _ instance: ArchivedInstance, value: PropertyListValue, number: Int, depth: Int
    ) throws -> JSONValue {
        if let members = try archive.array(value) {
            return .array(members.map { describe($0, depth: depth + 1) })
        }
        if let pairs = try archive.dictionary(value) {
            var named: [(key: String, value: PropertyListValue)] = []
            for pair in pairs { named.append((try archive.name(pair.key), pair.value)) }
            // Dictionaries are archived in hash order, which is arbitrary.
            named.sort { $0.key < $1.key }
            return .object(named.map { .init($0.key, value: describe($0.value, depth: depth + 1)) })
        }
        let head: [JSONValue.Field] = [
            .init("$class", value: .string(instance.classNames.first)),
            .init("$id", value: .integer(number)),
        ]
        return .object(
            head
                + instance.fields.map { .init($0.key, value: describe($0.value, depth: depth + 1)) }
        )
    }

    private mutating func text(_ text: String) -> JSONValue {
        textLeft -= text.utf8.count
        return textLeft > 0 ? .string(text) : Self.cut
    }

    private mutating func data(
        _ reference: PropertyListValue.DataReference, depth: Int
    ) -> JSONValue {
        var bytes: [UInt8]?
        if keepsData, reference.count <= min(Self.maximumDataSize, dataLeft) {
            bytes = opened.archive.contents(of: reference)
            dataLeft -= reference.count
        }
        guard case .object(var fields) = Self.dataValue(bytes, count: reference.count) else {
            return .null
        }
        if let kind = PhotoKind(prefix: opened.prefix(of: reference)) {
            fields.append(.init("kind", value: .string(kind.rawValue)))
        } else if opened.isArchive(reference), let nested = try? opened.nested(reference) {
            var inner = ArchiveDescription(nested)
            inner.nodesLeft = nodesLeft
            inner.textLeft = textLeft
            fields.append(.init("holds", value: inner.whole()))
            nodesLeft = inner.nodesLeft
            textLeft = inner.textLeft
        }
        return .object(fields)
    }

    /// Returns a description of data: its size and, if `bytes` is given and not too large, its
    /// content as base64.
    static func dataValue(_ bytes: [UInt8]?, count: Int) -> JSONValue {
        let size: (String, JSONValue) = ("$data", .integer(count))
        guard let bytes, bytes.count <= maximumDataSize else { return .object([size]) }
        return .object([size, ("base64", .string(Data(bytes).base64EncodedString()))])
    }

    private static func date(_ seconds: Double) -> JSONValue {
        guard let date = Date(secondsSince2001: seconds) else { return .real(seconds) }
        return .string(CivilTime.exact(date))
    }

    private static let cut = JSONValue.object([("$cut", .string("more than can be shown"))])
}

extension JSONValue {
    /// Creates a number, a truth value or a text; null for any other value.
    init(scalar: PropertyListValue) {
        switch scalar {
        case .bool(let value): self = .bool(value)
        case .integer(let number): self = .integer(Int(number))
        case .real(let number): self = .real(number)
        case .string(let text): self = .string(text)
        default: self = .null
        }
    }
}

extension Date {
    /// Converts the number of a date to seconds since 2001, which Apple's frameworks use. A number
    /// that would be later than 2031 in this way is in seconds since 1970 or, from 100,000,000,000,
    /// in milliseconds.
    static func secondsSince2001(ofNumber number: Double) -> Double {
        let distance = Date.timeIntervalBetween1970AndReferenceDate
        switch number {
        case distance..<100_000_000_000: return number - distance
        case 100_000_000_000..<10_000_000_000_000: return number / 1000 - distance
        default: return number
        }
    }

    /// Creates a date; nil outside the years 1 to 9999.
    init?(secondsSince2001 seconds: Double) {
        guard (-63_113_904_000.0..<252_423_993_600.0).contains(seconds) else { return nil }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }
}
