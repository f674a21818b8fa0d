/// A value to be written into a property list.
enum WritableValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case float(Float)
    case real(Double)
    /// Seconds since 2001-01-01T00:00:00Z.
    case date(Double)
    case data([UInt8])
    case string(String)
    case uid(Int)
    case array([WritableValue])
    /// In the order in which the keys are written.
    case dictionary([Field])

    struct Field: Hashable, Sendable {
        let key: String
        let value: WritableValue

        init(_ key: String, _ value: WritableValue) {
            self.key = key
            self.value = value
        }
    }

    // Texts that differ in how their accents are composed are equal to Swift, and two to an app.
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

    /// Whether Foundation writes equal values of the kind once, for all that refer to them.
    var isWrittenOnce: Bool {
        switch self {
        case .array, .dictionary, .bool, .null: false
        default: true
        }
    }
}

extension WritableValue {
    /// Calls `body` with each number of an object, in the order of the fields.
    func forEachReference(_ body: (Int) -> Void) {
        switch self {
        case .uid(let uid): body(uid)
        case .array(let members): for member in members { member.forEachReference(body) }
        case .dictionary(let fields): for field in fields { field.value.forEachReference(body) }
        default: break
        }
    }

    /// With other numbers for the objects that it refers to; one that is gone becomes nil.
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

/// Writes a binary property list (`bplist00`) as Foundation lays it out: equal scalars once,
/// the smallest widths that fit. The same value gives the same bytes every time.
struct BinaryPropertyListWriter {
    private var objects: [Entry] = []
    private var numbers: [WritableValue: Int] = [:]

    private enum Entry {
        case scalar(WritableValue)
        case array([Int])
        case dictionary(keys: [Int], values: [Int])
    }

    static func bytes(of value: WritableValue) -> [UInt8] {
        var writer = BinaryPropertyListWriter()
        _ = writer.add(value)
        return writer.serialized()
    }

    /// Enters a value with its members behind it, and returns its number.
    private mutating func add(_ value: WritableValue) -> Int {
        if value.isWrittenOnce, let number = numbers[value] { return number }
        let number = objects.count
        objects.append(.scalar(value))
        switch value {
        case .array(let members):
            objects[number] = .array(members.map { add($0) })
        case .dictionary(let fields):
            let keys = fields.map { add(.string($0.key)) }
            objects[number] = .dictionary(keys: keys, values: fields.map { add($0.value) })
        default: if value.isWrittenOnce { numbers[value] = number }
        }
        return number
    }

    private func serialized() -> [UInt8] {
        let referenceSize = width(of: UInt64(objects.count))
        var bytes = BinaryPropertyList.magic
        var offsets: [Int] = []
        for object in objects {
            offsets.append(bytes.count)
            switch object {
            case .scalar(let value): append(value, to: &bytes)
            case .array(let members):
                appendMarker(0xA0, count: members.count, to: &bytes)
                for member in members { append(UInt64(member), size: referenceSize, to: &bytes) }
            case .dictionary(let keys, let values):
                appendMarker(0xD0, count: keys.count, to: &bytes)
                for member in keys + values {
                    append(UInt64(member), size: referenceSize, to: &bytes)
                }
            }
        }
        let table = bytes.count
        let offsetSize = width(of: UInt64(table))
        for offset in offsets { append(UInt64(offset), size: offsetSize, to: &bytes) }
        bytes.append(contentsOf: [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)])
        append(UInt64(objects.count), size: 8, to: &bytes)
        append(0, size: 8, to: &bytes)
        append(UInt64(table), size: 8, to: &bytes)
        return bytes
    }

    private func append(_ value: WritableValue, to bytes: inout [UInt8]) {
        switch value {
        case .null: bytes.append(0x00)
        case .bool(let value): bytes.append(value ? 0x09 : 0x08)
        case .integer(let value):
            let size = value < 0 ? 8 : width(of: UInt64(value))
            bytes.append(0x10 | UInt8(size.trailingZeroBitCount))
            append(UInt64(bitPattern: value), size: size, to: &bytes)
        case .float(let value):
            bytes.append(0x22)
            append(UInt64(value.bitPattern), size: 4, to: &bytes)
        case .real(let value):
            bytes.append(0x23)
            append(value.bitPattern, size: 8, to: &bytes)
        case .date(let value):
            bytes.append(0x33)
            append(value.bitPattern, size: 8, to: &bytes)
        case .data(let content):
            appendMarker(0x40, count: content.count, to: &bytes)
            bytes.append(contentsOf: content)
        case .string(let text):
            if text.utf8.allSatisfy({ $0 < 0x80 }) {
                appendMarker(0x50, count: text.utf8.count, to: &bytes)
                bytes.append(contentsOf: text.utf8)
            } else {
                let units = Array(text.utf16)
                appendMarker(0x60, count: units.count, to: &bytes)
                for unit in units { append(UInt64(unit), size: 2, to: &bytes) }
            }
        case .uid(let value):
            let size = width(of: UInt64(value))
            bytes.append(0x80 | UInt8(size - 1))
            append(UInt64(value), size: size, to: &bytes)
        case .array, .dictionary: preconditionFailure("collections are no scalars")
        }
    }

    private func appendMarker(_ marker: UInt8, count: Int, to bytes: inout [UInt8]) {
        guard count >= 15 else {
            bytes.append(marker | UInt8(count))
            return
        }
        bytes.append(marker | 0x0F)
        append(.integer(Int64(count)), to: &bytes)
    }

    private func append(_ value: UInt64, size: Int, to bytes: inout [UInt8]) {
        for index in (0..<size).reversed() {
            bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index)))
        }
    }

    private func width(of value: UInt64) -> Int {
        switch value {
        case ...0xFF: 1
        case ...0xFFFF: 2
        case ...0xFFFF_FFFF: 4
        default: 8
        }
    }
}
