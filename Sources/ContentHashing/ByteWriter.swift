/// Writes values one behind the other, to be read again by a ``ByteReader`` in the same order.
///
/// Numbers take as many bytes as they need, texts their UTF-8 behind its length. The form is read
/// by the version of the program that wrote it and by no other.
@usableFromInline
package struct ByteWriter: Sendable {
    @usableFromInline package internal(set) var bytes: [UInt8] = []

    /// - Parameter capacity: How many bytes are likely, so that they need not move while they grow.
    @inlinable package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    @inlinable package mutating func write(_ value: Bool) { bytes.append(value ? 1 : 0) }

    /// LEB128, in which small numbers are short; the sign is in the lowest bit.
    @inlinable package mutating func write(_ value: Int) {
        write(UInt64(bitPattern: Int64((value << 1) ^ (value >> (Int.bitWidth - 1)))))
    }

    @inlinable package mutating func write(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// All bits, so that the very same number is read.
    @inlinable package mutating func write(_ value: Double) { write(eightBytes: value.bitPattern) }

    /// For numbers that are seldom small.
    @inlinable package mutating func write(eightBytes value: UInt64) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    @inlinable package mutating func write(_ value: String) {
        var value = value
        value.withUTF8 { utf8 in
            write(utf8.count)
            bytes.append(contentsOf: utf8)
        }
    }

    @inlinable package mutating func write(_ value: [UInt8]) { write(value[...]) }

    @inlinable package mutating func write(_ value: ArraySlice<UInt8>) {
        write(value.count)
        bytes.append(contentsOf: value)
    }

    /// Writes numbers as they are in memory.
    package mutating func write(numbers: [UInt32]) {
        write(numbers.count * 4)
        numbers.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }

    /// Writes the rest of a reader as one value, which ``ByteReader/nested()`` reads.
    package mutating func write(nested reader: ByteReader) {
        let rest = reader.bytes[reader.position..<reader.end]
        write(rest.count)
        bytes.append(contentsOf: rest)
    }

    @inlinable package mutating func write(_ value: some RawRepresentable<String>) {
        write(value.rawValue)
    }

    @inlinable package mutating func write<Value>(
        _ value: Value?, _ writeOne: (inout ByteWriter, Value) -> Void
    ) {
        write(value != nil)
        if let value { writeOne(&self, value) }
    }

    @inlinable package mutating func write<Value>(
        list values: [Value], _ writeOne: (inout ByteWriter, Value) -> Void
    ) {
        write(values.count)
        for value in values { writeOne(&self, value) }
    }

    @inlinable package mutating func write(_ value: String?) {
        write(value) { $0.write($1 as String) }
    }

    @inlinable package mutating func write(_ values: [String]) {
        write(list: values) { $0.write($1 as String) }
    }

    @inlinable package mutating func write(_ value: some BinaryCodable) { value.write(to: &self) }

    @inlinable package mutating func write<Value: BinaryCodable>(_ value: Value?) {
        write(value) { $1.write(to: &$0) }
    }

    @inlinable package mutating func write<Value: BinaryCodable>(_ values: [Value]) {
        write(list: values) { $1.write(to: &$0) }
    }
}

/// A value that is written for a later run, and read by it as it was.
@usableFromInline
package protocol BinaryCodable {
    func write(to writer: inout ByteWriter)
    /// - Throws: ``BinaryDecodingError`` for bytes that are not those of a value.
    init(from reader: inout ByteReader) throws(BinaryDecodingError)
}

/// Bytes that were not written by a ``ByteWriter`` of this program, or are damaged.
@usableFromInline
package struct BinaryDecodingError: Error {
    @inlinable package init() {}
}
