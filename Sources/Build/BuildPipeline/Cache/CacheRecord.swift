import Hashing

/// A member of an entry in its stored form: the input's fingerprint, the trace, and the encoded
/// value.
struct CacheRecord: BinaryCodable {
    var fingerprint: Fingerprint
    /// The byte range of the attachment among those of the entry; empty for none.
    var attachment = 0..<0
    /// The checksum of the attachment.
    var checksum: UInt64 = 0
    private let trace: [Trace.Entry]
    private let value: ByteReader
    /// The value if it has been decoded, for the next run of the process.
    var decoded: (any Sendable)?

    /// - Parameter isEncoded: False for a record that no file will hold.
    init(
        _ fingerprint: Fingerprint, trace: Trace, value: some BinaryCodable & Sendable,
        isEncoded: Bool
    ) {
        var writer = ByteWriter(capacity: isEncoded ? 512 : 0)
        if isEncoded { writer.write(value) }
        self.fingerprint = fingerprint
        self.trace = trace.entries
        self.value = ByteReader(writer.bytes)
        decoded = value
    }

    /// Returns true if every question of the trace still has the recorded answer.
    func isValid(_ answer: (_ question: String) -> Fingerprint?) -> Bool {
        trace.allSatisfy { answer($0.question) == $0.answer }
    }

    /// Returns the value; nil if it cannot be decoded as one of the type.
    func value<Value: BinaryCodable>(_: Value.Type) -> Value? {
        if let value = decoded as? Value { return value }
        var reader = value
        guard let value = try? reader.value(Value.self), reader.isAtEnd else { return nil }
        return value
    }

    func write(to writer: inout ByteWriter) {
        writer.write(fingerprint, trace, attachment)
        writer.write(eightBytes: checksum)
        writer.write(nested: value)
    }

    init(from reader: inout ByteReader) throws {
        fingerprint = try reader.value()
        trace = try reader.value()
        attachment = try reader.value()
        guard attachment.upperBound < CacheStore.maximumSize else { throw BinaryDecodingError() }
        checksum = try reader.eightBytes()
        value = try reader.nested()
    }
}
