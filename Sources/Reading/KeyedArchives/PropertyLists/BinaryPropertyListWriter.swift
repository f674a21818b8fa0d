/// Writes a binary property list (`bplist00`) in Foundation's layout: equal strings, numbers, dates
/// and data are written once, and in the smallest widths that fit. Output is deterministic.
struct BinaryPropertyListWriter {
    private var objects: [Entry] = []
    private var numbers: [WritableValue: Int] = [:]

    private enum Entry {
        case scalar(WritableValue)
        /// The numbers of the members; of a dictionary, its keys before its values.
        case collection(marker: UInt8, count: Int, members: [Int])
    }

    static func bytes(of value: WritableValue) -> [UInt8] {
        var writer = BinaryPropertyListWriter()
        _ = writer.add(value)
        return writer.serialized()
    }

    /// Adds a value, followed by its members, and returns its number; that of an equal value if it
    /// is written once.
    private mutating func add(_ value: WritableValue) -> Int {
        if value.isWrittenOnce, let number = numbers[value] { return number }
        let number = objects.count
        objects.append(.scalar(value))
        switch value {
        case .array(let members):
            objects[number] = .collection(
                marker: 0xA0, count: members.count, members: members.map { add($0) })
        case .dictionary(let fields):
            let keys = fields.map { add(.string($0.key)) }
            objects[number] = .collection(
                marker: 0xD0, count: keys.count, members: keys + fields.map { add($0.value) })
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
            case .collection(let marker, let count, let members):
                appendMarker(marker, count: count, to: &bytes)
                for member in members { append(UInt64(member), size: referenceSize, to: &bytes) }
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
        case .array, .dictionary: preconditionFailure("collections are not scalars")
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
