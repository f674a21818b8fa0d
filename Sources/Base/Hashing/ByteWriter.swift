/// Encodes values one after the other, to be decoded by a ``ByteReader`` in the same order.
///
/// ```swift
/// extension NoteID: BinaryCodable {
///     package func write(to writer: inout ByteWriter) { writer.write(source, index) }
///     package init(from reader: inout ByteReader) throws {
///         self.init(source: try reader.value(), index: try reader.value())
///     }
/// }
/// ```
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

    @inlinable package mutating func write(_ value: some BinaryCodable) { value.write(to: &self) }

    /// Writes values one after the other.
    @inlinable package mutating func write<each Value: BinaryCodable>(
        _ values: repeat each Value
    ) {
        repeat (each values).write(to: &self)
    }

    @inlinable package mutating func write<Value>(
        list values: [Value], _ writeOne: (inout ByteWriter, Value) -> Void
    ) {
        values.count.write(to: &self)
        for value in values { writeOne(&self, value) }
    }

    /// Writes bytes, preceded by their number.
    @inlinable package mutating func write(bytes other: some Collection<UInt8>) {
        other.count.write(to: &self)
        bytes.append(contentsOf: other)
    }

    /// Writes numbers in the byte order of the machine, preceded by their total size in bytes.
    package mutating func write<Number: FixedWidthInteger>(numbers: [Number]) {
        numbers.withUnsafeBytes { write(bytes: $0) }
    }

    /// Writes the unread rest of a reader as one value, which ``ByteReader/nested()`` reads.
    package mutating func write(nested reader: ByteReader) {
        write(bytes: reader.bytes[reader.position..<reader.end])
    }

    /// Writes eight bytes in little-endian order, for numbers that are seldom small.
    @inlinable package mutating func write(eightBytes value: UInt64) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Writes bytes without their number.
    package mutating func write(unmeasured other: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: other)
    }

    @inlinable mutating func write(byte: UInt8) { bytes.append(byte) }
}
