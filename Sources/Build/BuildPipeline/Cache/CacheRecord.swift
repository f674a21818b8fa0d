import Hashing
import Synchronization

/// A member of an entry in its stored form: the input's fingerprint, the trace, and the encoded
/// value.
struct CacheRecord: BinaryCodable {
    let fingerprint: Fingerprint
    /// The byte range of the attachment among those of the entry; empty for none.
    let attachment: Range<Int>
    /// True if the member was computed in this run, so that its attachment is not in the file yet.
    let isNew: Bool
    private let trace: [Trace.Entry]
    private let value: ByteReader
    /// The value if it has been decoded, for the next run of the process.
    private let decoded: (any Sendable)?

    /// - Parameter isEncoded: False for a record that no file will hold.
    init(
        _ fingerprint: Fingerprint, trace: Trace, value: some BinaryCodable & Sendable,
        isEncoded: Bool, attachment: Range<Int>
    ) {
        var writer = ByteWriter(capacity: isEncoded ? 512 : 0)
        if isEncoded { writer.write(value) }
        (self.fingerprint, self.attachment) = (fingerprint, attachment)
        isNew = true
        self.trace = trace.entries
        self.value = ByteReader(writer.bytes)
        decoded = value
    }

    /// Creates a record as it is in the file.
    init(
        stored other: CacheRecord, attachment: Range<Int>? = nil,
        decoded: (any Sendable)? = nil
    ) {
        fingerprint = other.fingerprint
        self.attachment = attachment ?? other.attachment
        isNew = false
        trace = other.trace
        value = other.value
        self.decoded = decoded ?? other.decoded
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
        writer.write(nested: value)
    }

    init(from reader: inout ByteReader) throws {
        fingerprint = try reader.value()
        trace = try reader.value()
        attachment = try reader.value()
        guard attachment.count < 1 << 40 else { throw BinaryDecodingError() }
        value = try reader.nested()
        isNew = false
        decoded = nil
    }
}

/// The attachments of a chunk, concatenated, in memory or still unread in the file.
final class ChunkAttachments: Sendable {
    private let state: Mutex<State>

    private enum State {
        case unread(@Sendable () -> [UInt8]?)
        /// The attachments; nil for damaged ones. They are not read a second time: by then the file
        /// may hold those of a new entry, with other ranges.
        case read([UInt8]?)
    }

    /// Creates an empty list of attachments in memory, to which those of computed members are
    /// added.
    init() { state = Mutex(.read([])) }

    /// Creates a list of attachments that is read when the first one is needed.
    init(_ read: @escaping @Sendable () -> [UInt8]?) { state = Mutex(.unread(read)) }

    /// The bytes of all attachments, read on the first access; nil if they are damaged.
    var bytes: [UInt8]? {
        state.withLock { state in
            switch state {
            case .read(let bytes): return bytes
            case .unread(let read):
                let bytes = read()
                state = .read(bytes)
                return bytes
            }
        }
    }

    /// Adds an attachment to those in memory.
    ///
    /// - Returns: The range of the attachment in ``bytes``.
    func append(_ attachment: [UInt8]) -> Range<Int> {
        state.withLock { state in
            guard case .read(var bytes?) = state else { return 0..<0 }
            // The array has to be uniquely referenced to grow in place.
            state = .read(nil)
            let start = bytes.count
            bytes += attachment
            state = .read(bytes)
            return start..<bytes.count
        }
    }
}
