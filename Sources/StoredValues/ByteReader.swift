/// Reads what a ``ByteWriter`` wrote, in the same order.
package struct ByteReader: Sendable {
    private let bytes: [UInt8]
    private var position: Int
    private let end: Int

    package init(_ bytes: [UInt8]) {
        self.init(bytes, bytes.indices)
    }

    /// - Parameter range: Of the bytes that are read; others may stand around them.
    package init(_ bytes: [UInt8], _ range: Range<Int>) {
        precondition(bytes.indices.contains(range) || range.isEmpty, "no bytes stand there")
        self.bytes = bytes
        (position, end) = (range.lowerBound, range.upperBound)
    }

    package var isAtEnd: Bool { position == end }

    package mutating func bool() throws(UnreadableValue) -> Bool {
        switch try byte() {
        case 0: return false
        case 1: return true
        default: throw UnreadableValue()
        }
    }

    package mutating func int() throws(UnreadableValue) -> Int {
        let number = try uint64()
        return Int(truncatingIfNeeded: number >> 1) ^ -Int(number & 1)
    }

    package mutating func uint64() throws(UnreadableValue) -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let next = try byte()
            guard shift < 64 else { throw UnreadableValue() }
            number |= UInt64(next & 0x7F) << shift
            if next < 0x80 { return number }
            shift += 7
        }
    }

    package mutating func double() throws(UnreadableValue) -> Double {
        Double(bitPattern: try eightBytes())
    }

    package mutating func eightBytes() throws(UnreadableValue) -> UInt64 {
        guard end - position >= 8 else { throw UnreadableValue() }
        defer { position += 8 }
        return bytes.withUnsafeBytes {
            UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        }
    }

    package mutating func string() throws(UnreadableValue) -> String {
        String(decoding: try slice(), as: UTF8.self)
    }

    package mutating func byteArray() throws(UnreadableValue) -> [UInt8] { Array(try slice()) }

    package mutating func choice<Choice: RawRepresentable<String>>(
        _: Choice.Type
    ) throws(UnreadableValue) -> Choice {
        guard let choice = Choice(rawValue: try string()) else { throw UnreadableValue() }
        return choice
    }

    package mutating func optional<Value>(
        _ readOne: (inout ByteReader) throws(UnreadableValue) -> Value
    ) throws(UnreadableValue) -> Value? {
        try bool() ? try readOne(&self) : nil
    }

    package mutating func list<Value>(
        _ readOne: (inout ByteReader) throws(UnreadableValue) -> Value
    ) throws(UnreadableValue) -> [Value] {
        let count = try count()
        var values: [Value] = []
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(try readOne(&self)) }
        return values
    }

    package mutating func optionalString() throws(UnreadableValue) -> String? {
        try bool() ? try string() : nil
    }

    package mutating func strings() throws(UnreadableValue) -> [String] {
        try list { reader throws(UnreadableValue) in try reader.string() }
    }

    package mutating func value<Value: StoredValue>(
        _: Value.Type = Value.self
    ) throws(UnreadableValue) -> Value {
        try Value(from: &self)
    }

    package mutating func optionalValue<Value: StoredValue>(
        _: Value.Type = Value.self
    ) throws(UnreadableValue) -> Value? {
        try bool() ? try Value(from: &self) : nil
    }

    package mutating func values<Value: StoredValue>(
        _: Value.Type = Value.self
    ) throws(UnreadableValue) -> [Value] {
        try list { reader throws(UnreadableValue) in try Value(from: &reader) }
    }

    /// A number of members, each of which takes a byte or more.
    private mutating func count() throws(UnreadableValue) -> Int {
        let count = try int()
        guard count >= 0, count <= end - position else { throw UnreadableValue() }
        return count
    }

    private mutating func slice() throws(UnreadableValue) -> ArraySlice<UInt8> {
        let count = try count()
        defer { position += count }
        return bytes[position..<position + count]
    }

    private mutating func byte() throws(UnreadableValue) -> UInt8 {
        guard position < end else { throw UnreadableValue() }
        defer { position += 1 }
        return bytes[position]
    }
}
