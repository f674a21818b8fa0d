/// Encodes values one after the other, to be decoded by a ``ByteReader`` in the same order.
///
/// Integers take as many bytes as they need; strings are UTF-8 preceded by their length. The format
/// is read only by the version of the program that wrote it.
@usableFromInline
package struct ByteWriter: Sendable {
    @usableFromInline package internal(set) var bytes: [UInt8] = []

    /// Creates a writer without bytes.
    ///
    /// - Parameter capacity: The expected number of bytes, to reserve storage for; more can be
    ///   written.
    @inlinable package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    @inlinable package mutating func write(_ value: Bool) { bytes.append(value ? 1 : 0) }

    /// Writes an integer as LEB128, in which small numbers are short; the sign is in the lowest bit
    /// (zigzag).
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

    /// Writes all 64 bits of the number, so that exactly the same number is read, also NaN and -0.
    @inlinable package mutating func write(_ value: Double) { write(eightBytes: value.bitPattern) }

    /// Writes eight bytes in little-endian order, for numbers that are seldom small.
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

    /// Writes numbers in the byte order of the machine, preceded by their total size in bytes.
    package mutating func write(numbers: [UInt32]) {
        write(numbers.count * 4)
        numbers.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }

    /// Writes the unread rest of a reader as one value, which ``ByteReader/nested()`` reads.
    package mutating func write(nested reader: ByteReader) {
        let rest = reader.bytes[reader.position..<reader.end]
        write(rest.count)
        bytes.append(contentsOf: rest)
    }

    @inlinable package mutating func write(_ value: some RawRepresentable<String>) {
        write(value.rawValue)
    }

    @inlinable package mutating func write<Value>(
        _ value: Value?, writeOne: (inout ByteWriter, Value) -> Void
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

/// A value that can be encoded in one run and decoded unchanged in a later one.
@usableFromInline
package protocol BinaryCodable {
    func write(to writer: inout ByteWriter)
    /// Decodes a value from the next bytes of a reader.
    ///
    /// - Throws: ``BinaryDecodingError`` for bytes that are not those of a value.
    init(from reader: inout ByteReader) throws(BinaryDecodingError)
}

/// The error for bytes that are damaged or were not written by a ``ByteWriter`` of this version.
@usableFromInline
package struct BinaryDecodingError: Error {
    @inlinable package init() {}
}
