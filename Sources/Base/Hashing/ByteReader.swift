/// Reads what a ``ByteWriter`` wrote, in the same order, and never past the end.
///
/// ```swift
/// var writer = ByteWriter()
/// writer.write(note.id)
/// var reader = ByteReader(writer.bytes)
/// let id = try reader.value(NoteID.self)
/// ```
@usableFromInline
package struct ByteReader: Sendable {
    @usableFromInline let bytes: [UInt8]
    @usableFromInline var position: Int
    @usableFromInline let end: Int

    @inlinable package init(_ bytes: [UInt8]) {
        self.init(bytes, range: bytes.indices)
    }

    /// Creates a reader of a part of `bytes`, without copying it.
    ///
    /// - Parameter range: The range to read, which has to be within the array or empty.
    @inlinable package init(_ bytes: [UInt8], range: Range<Int>) {
        precondition(bytes.indices.contains(range) || range.isEmpty, "the range is out of bounds")
        self.bytes = bytes
        (position, end) = (range.lowerBound, range.upperBound)
    }

    @inlinable package var isAtEnd: Bool { position == end }

    /// Reads a value of a type. After `try?` the type has to be given, or an optional one is
    /// inferred.
    ///
    /// - Throws: ``BinaryDecodingError`` for bytes that are not those of a value.
    @inlinable package mutating func value<Value: BinaryCodable>(
        _: Value.Type = Value.self
    ) throws -> Value {
        try Value(from: &self)
    }

    /// Reads a list that ``ByteWriter/write(list:_:)`` wrote.
    ///
    /// - Throws: The error of `readOne`, or ``BinaryDecodingError`` for a count that exceeds the
    ///   remaining bytes.
    @inlinable package mutating func list<Value>(
        _ readOne: (inout ByteReader) throws -> Value
    ) throws -> [Value] {
        let count = try count()
        var values: [Value] = []
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(try readOne(&self)) }
        return values
    }

    /// Reads eight bytes in little-endian order.
    ///
    /// - Throws: ``BinaryDecodingError`` if fewer than eight bytes are left.
    @inlinable package mutating func eightBytes() throws -> UInt64 {
        guard end - position >= 8 else { throw BinaryDecodingError() }
        defer { position += 8 }
        return bytes.withUnsafeBytes {
            UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        }
    }

    /// Returns a reader of bytes that were written as one value by ``ByteWriter/write(nested:)``,
    /// and skips them.
    ///
    /// - Throws: ``BinaryDecodingError`` for a length that exceeds the remaining bytes.
    @inlinable package mutating func nested() throws -> ByteReader {
        let count = try count()
        defer { position += count }
        return ByteReader(bytes, range: position..<position + count)
    }

    /// Reads what ``ByteWriter/write(numbers:)`` wrote on a machine of the same byte order.
    ///
    /// - Throws: ``BinaryDecodingError`` for bytes that are not those of numbers.
    package mutating func numbers<Number: FixedWidthInteger>() throws -> [Number] {
        let slice = try slice()
        let (numbers, rest) = slice.count.quotientAndRemainder(
            dividingBy: MemoryLayout<Number>.size)
        guard rest == 0 else { throw BinaryDecodingError() }
        return [Number](unsafeUninitializedCapacity: numbers) { output, count in
            slice.withUnsafeBytes { UnsafeMutableRawBufferPointer(output).copyMemory(from: $0) }
            count = numbers
        }
    }

    /// Reads a copy of bytes that a ``ByteWriter`` wrote with their length.
    ///
    /// - Throws: ``BinaryDecodingError`` for a length that exceeds the remaining bytes.
    @inlinable package mutating func byteArray() throws -> [UInt8] {
        Array(try slice())
    }

    /// Skips the given bytes if they come next.
    ///
    /// - Returns: False if other bytes come next; the position stays the same.
    @inlinable package mutating func skip(_ other: ArraySlice<UInt8>) -> Bool {
        let isSame =
            other.count <= end - position
            && bytes.withUnsafeBytes { bytes in
                other.withUnsafeBytes {
                    bytes[position..<position + $0.count].elementsEqual($0)
                }
            }
        guard isSame else { return false }
        position += other.count
        return true
    }

    /// Reads a count of bytes or of elements that take at least one byte each; a count that exceeds
    /// the remaining bytes is an error.
    @inlinable mutating func count() throws -> Int {
        let count: Int = try value()
        guard count >= 0, count <= end - position else { throw BinaryDecodingError() }
        return count
    }

    /// Reads bytes that a ``ByteWriter`` wrote with their length. They share the storage of the
    /// whole array and are not copied.
    ///
    /// - Throws: ``BinaryDecodingError`` for a length that exceeds the remaining bytes.
    @inlinable package mutating func slice() throws -> ArraySlice<UInt8> {
        let count = try count()
        defer { position += count }
        return bytes[position..<position + count]
    }

    /// Reads one byte.
    ///
    /// - Throws: ``BinaryDecodingError`` at the end.
    @inlinable package mutating func byte() throws -> UInt8 {
        guard position < end else { throw BinaryDecodingError() }
        defer { position += 1 }
        return bytes[position]
    }
}
