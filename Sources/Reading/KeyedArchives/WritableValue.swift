/// A value to be written into a property list. Equality is exact: strings are compared by bytes,
/// numbers by bits.
enum WritableValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case float(Float)
    case real(Double)
    /// A date, in seconds since 2001-01-01T00:00:00Z.
    case date(Double)
    case data([UInt8])
    case string(String)
    case uid(Int)
    case array([WritableValue])
    /// The fields of a dictionary, in the order in which they are written; keys should be unique.
    case dictionary([Field])

    struct Field: Hashable, Sendable {
        let key: String
        let value: WritableValue

        init(_ key: String, _ value: WritableValue) {
            (self.key, self.value) = (key, value)
        }
    }

    // Strings in different Unicode normal forms are equal in Swift, but distinct to an app.
    static func == (left: WritableValue, right: WritableValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.float(let left), .float(let right)): left.bitPattern == right.bitPattern
        case (.real(let left), .real(let right)), (.date(let left), .date(let right)):
            left.bitPattern == right.bitPattern
        case (.data(let left), .data(let right)): left == right
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.uid(let left), .uid(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.dictionary(let left), .dictionary(let right)): left == right
        default: false
        }
    }

    func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .float(let value): hasher.combine(value.bitPattern)
        case .real(let value), .date(let value): hasher.combine(value.bitPattern)
        case .data(let bytes): hasher.combine(bytes.count); hasher.combine(bytes.prefix(64))
        case .string(let text): for byte in text.utf8 { hasher.combine(byte) }
        case .uid(let value): hasher.combine(value)
        case .array(let members): hasher.combine(members)
        case .dictionary(let fields): hasher.combine(fields)
        }
    }

    /// True if Foundation writes equal values of this kind once, shared by all references.
    var isWrittenOnce: Bool {
        switch self {
        case .array, .dictionary, .bool, .null: false
        default: true
        }
    }
}

extension WritableValue {
    /// The numbers of the objects that the value refers to, in the order of the fields.
    var references: [Int] {
        switch self {
        case .uid(let uid): [uid]
        case .array(let members): members.flatMap(\.references)
        case .dictionary(let fields): fields.flatMap(\.value.references)
        default: []
        }
    }

    /// Returns the value with the objects that it refers to renumbered; a reference that has no new
    /// number becomes nil.
    func renumbered(_ numbers: [Int: Int]) -> WritableValue {
        switch self {
        case .uid(let uid): .uid(numbers[uid] ?? 0)
        case .array(let members): .array(members.map { $0.renumbered(numbers) })
        case .dictionary(let fields):
            .dictionary(fields.map { .init($0.key, $0.value.renumbered(numbers)) })
        default: self
        }
    }
}
