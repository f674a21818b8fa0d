/// A message of protocol buffers in its wire format, whose fields are known by their numbers
/// (protobuf.dev/programming-guides/encoding).
///
/// A field is validated when the message is searched; a message within it, when that is searched in
/// turn. Nothing is recursive, so that the depth of hostile data costs nothing.
struct ProtobufMessage: Sendable {
    /// The value of a field. Numbers of fixed width are their bits.
    enum Value {
        case number(UInt64)
        case bytes(ArraySlice<UInt8>)
    }

    /// The error for bytes that are no message: a number of more than 64 bits, a length beyond the
    /// end, a field with the number 0, or a group.
    struct ProtobufError: Error, CustomStringConvertible {
        /// A clause that completes "it …".
        let description = "is damaged"
    }

    private let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// The size in bytes.
    var size: Int { bytes.count }

    /// Calls `body` with the number and the value of each field, in their order.
    ///
    /// - Throws: ``ProtobufError``, and what `body` throws.
    func forEachField(_ body: (Int, Value) throws -> Void) throws {
        try bytes.withUnsafeBufferPointer { buffer in
            var place = 0
            while place < buffer.count {
                let key = try Self.number(in: buffer, at: &place)
                guard key >> 3 > 0 else { throw ProtobufError() }
                let value: Value
                switch key & 7 {
                case 0: value = .number(try Self.number(in: buffer, at: &place))
                case 1: value = .number(try Self.number(in: buffer, at: &place, width: 8))
                case 2:
                    let length = try Self.number(in: buffer, at: &place)
                    guard length <= UInt64(buffer.count - place) else { throw ProtobufError() }
                    let start = bytes.startIndex + place
                    value = .bytes(bytes[start..<start + Int(length)])
                    place += Int(length)
                case 5: value = .number(try Self.number(in: buffer, at: &place, width: 4))
                default: throw ProtobufError()
                }
                try body(Int(key >> 3), value)
            }
        }
    }

    /// Reads a number of variable width.
    private static func number(
        in buffer: UnsafeBufferPointer<UInt8>, at place: inout Int
    ) throws -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 63, by: 7) where place < buffer.count {
            let byte = buffer[place]
            place += 1
            // The last of ten bytes has one bit.
            guard shift < 63 || byte < 2 else { break }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw ProtobufError()
    }

    private static func number(
        in buffer: UnsafeBufferPointer<UInt8>, at place: inout Int, width: Int
    ) throws -> UInt64 {
        guard buffer.count - place >= width else { throw ProtobufError() }
        defer { place += width }
        return buffer[place..<place + width].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    // MARK: - Single fields

    /// Returns the messages of all fields with a number.
    func messages(_ wanted: Int) throws -> [ProtobufMessage] {
        var found: [ProtobufMessage] = []
        try forEachField { number, value in
            if number == wanted, case .bytes(let bytes) = value {
                found.append(ProtobufMessage(bytes))
            }
        }
        return found
    }

    /// Returns the message of the first field with a number; nil if there is none.
    func message(_ wanted: Int) throws -> ProtobufMessage? { try data(wanted).map(Self.init) }

    /// Returns the bytes of the first field with a number; nil if there is none.
    func data(_ wanted: Int) throws -> ArraySlice<UInt8>? {
        var found: ArraySlice<UInt8>?
        try forEachField { number, value in
            if number == wanted, found == nil, case .bytes(let bytes) = value { found = bytes }
        }
        return found
    }

    /// Returns the text of the first field with a number, with U+FFFD for bytes that are not UTF-8;
    /// nil if there is none.
    func text(_ wanted: Int) throws -> String? {
        try data(wanted).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the number of the first field with a number; nil if there is none, and for one above
    /// `Int64.max`, which is negative in the signed types of the format.
    func integer(_ wanted: Int) throws -> Int? {
        try number(wanted).flatMap { Int(exactly: $0) }
    }

    /// Returns the bits of the first field with a number; nil if there is none.
    func number(_ wanted: Int) throws -> UInt64? {
        var found: UInt64?
        try forEachField { number, value in
            if number == wanted, found == nil, case .number(let bits) = value { found = bits }
        }
        return found
    }
}
