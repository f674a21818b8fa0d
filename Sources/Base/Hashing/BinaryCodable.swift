package import Platform

/// A value that can be encoded in one run and decoded unchanged in a later one; see ``ByteWriter``
/// for an example.
@usableFromInline
package protocol BinaryCodable {
    func write(to writer: inout ByteWriter)
    /// Decodes a value from the next bytes of a reader.
    ///
    /// - Throws: ``BinaryDecodingError`` for bytes that are not those of a value.
    init(from reader: inout ByteReader) throws
}

/// The error for bytes that are damaged or were not written by a ``ByteWriter`` of this version.
@usableFromInline
package struct BinaryDecodingError: Error {
    @inlinable package init() {}
}

extension Bool: BinaryCodable {
    @inlinable package func write(to writer: inout ByteWriter) { writer.write(byte: self ? 1 : 0) }

    @inlinable package init(from reader: inout ByteReader) throws {
        switch try reader.byte() {
        case 0: self = false
        case 1: self = true
        default: throw BinaryDecodingError()
        }
    }
}

/// A number in LEB128: small numbers are short, and only the shortest form is valid.
extension UInt64: BinaryCodable {
    @inlinable package func write(to writer: inout ByteWriter) {
        var rest = self
        while rest >= 0x80 {
            writer.write(byte: UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        writer.write(byte: UInt8(rest))
    }

    @inlinable package init(from reader: inout ByteReader) throws {
        self = 0
        var shift: UInt64 = 0
        while true {
            let next = try reader.byte()
            // The tenth byte holds the last bit.
            guard shift < 63 || next < 2 else { throw BinaryDecodingError() }
            self |= UInt64(next & 0x7F) << shift
            if next < 0x80 {
                guard next > 0 || shift == 0 else { throw BinaryDecodingError() }
                return
            }
            shift += 7
        }
    }
}

/// A number whose sign is in the lowest bit (zigzag).
extension Int: BinaryCodable {
    @inlinable package func write(to writer: inout ByteWriter) {
        UInt64(bitPattern: Int64((self << 1) ^ (self >> (Int.bitWidth - 1)))).write(to: &writer)
    }

    @inlinable package init(from reader: inout ByteReader) throws {
        let number = try UInt64(from: &reader)
        self = Int(truncatingIfNeeded: number >> 1) ^ -Int(number & 1)
    }
}

/// The 64 bits of a number, which is read back exactly, even NaN and -0.
extension Double: BinaryCodable {
    @inlinable package func write(to writer: inout ByteWriter) {
        writer.write(eightBytes: bitPattern)
    }

    @inlinable package init(from reader: inout ByteReader) throws {
        self.init(bitPattern: try reader.eightBytes())
    }
}

extension String: BinaryCodable {
    @inlinable package func write(to writer: inout ByteWriter) {
        var text = self
        text.withUTF8 { writer.write(bytes: $0) }
    }

    @inlinable package init(from reader: inout ByteReader) throws {
        self.init(decoding: try reader.slice(), as: UTF8.self)
    }
}

extension BinaryCodable where Self: RawRepresentable<String> {
    @inlinable package func write(to writer: inout ByteWriter) { rawValue.write(to: &writer) }

    @inlinable package init(from reader: inout ByteReader) throws {
        guard let value = Self(rawValue: try reader.value()) else { throw BinaryDecodingError() }
        self = value
    }
}

extension Optional: BinaryCodable where Wrapped: BinaryCodable {
    @inlinable package func write(to writer: inout ByteWriter) {
        (self != nil).write(to: &writer)
        self?.write(to: &writer)
    }

    @inlinable package init(from reader: inout ByteReader) throws {
        self = try Bool(from: &reader) ? Wrapped(from: &reader) : nil
    }
}

extension Array: BinaryCodable where Element: BinaryCodable {
    @inlinable package func write(to writer: inout ByteWriter) {
        writer.write(list: self) { $0.write($1) }
    }

    @inlinable package init(from reader: inout ByteReader) throws {
        self = try reader.list { try $0.value() }
    }
}

extension Range<Int>: BinaryCodable {
    @inlinable package func write(to writer: inout ByteWriter) { writer.write(lowerBound, count) }

    @inlinable package init(from reader: inout ByteReader) throws {
        let (start, count) = (try Int(from: &reader), try Int(from: &reader))
        guard start >= 0, count >= 0, count <= Int.max - start else { throw BinaryDecodingError() }
        self = start..<start + count
    }
}

extension Date: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        writer.write(timeIntervalSinceReferenceDate)
    }

    package init(from reader: inout ByteReader) throws {
        self.init(timeIntervalSinceReferenceDate: try reader.value())
    }
}
