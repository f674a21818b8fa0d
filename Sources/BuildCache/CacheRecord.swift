import ContentHashing
import OutputPlan
import Synchronization

/// One member of an entry.
struct CacheRecord: BinaryCodable {
    let fingerprint: Fingerprint
    /// The range of its attachment among those of the entry; empty for none.
    let attachment: Range<Int>
    /// True if it was computed in this run.
    let isNew: Bool
    private let trace: [Trace.Entry]
    private let value: ByteReader

    init(
        _ fingerprint: Fingerprint, _ trace: Trace, _ value: some BinaryCodable,
        _ attachment: Range<Int>, isNew: Bool
    ) {
        var writer = ByteWriter(capacity: 512)
        writer.write(value)
        self.fingerprint = fingerprint
        self.attachment = attachment
        self.isNew = isNew
        self.trace = trace.entries
        self.value = ByteReader(writer.bytes)
    }

    init(_ other: CacheRecord, attachment: Range<Int>) {
        fingerprint = other.fingerprint
        self.attachment = attachment
        isNew = other.isNew
        trace = other.trace
        value = other.value
    }

    /// Returns true if every question has the answer that it had.
    func isValid(_ answer: (Trace.Question) -> Fingerprint?) -> Bool {
        trace.allSatisfy { answer($0.question) == $0.answer }
    }

    /// Returns the value; nil for one of another form.
    func decoded<Value: BinaryCodable>(_: Value.Type) -> Value? {
        var reader = value
        guard let value = try? reader.value(Value.self), reader.isAtEnd else { return nil }
        return value
    }

    func write(to writer: inout ByteWriter) {
        writer.write(fingerprint)
        writer.write(trace)
        writer.write(attachment.lowerBound)
        writer.write(attachment.count)
        writer.write(nested: value)
    }

    init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        fingerprint = try reader.value()
        trace = try reader.values()
        let (start, count) = (try reader.int(), try reader.int())
        guard start >= 0, (0..<1 << 40).contains(count) else { throw BinaryDecodingError() }
        attachment = start..<start + count
        value = try reader.nested()
        isNew = false
    }
}

/// The attachments of a chunk, one after the other: read when the first of them is needed.
final class ChunkAttachments: Sendable {
    private let load: @Sendable () -> [UInt8]?
    private let loaded: Mutex<[UInt8]?>

    /// Attachments that are in memory.
    init() {
        load = { nil }
        loaded = Mutex([])
    }

    init(_ load: @escaping @Sendable () -> [UInt8]?) {
        self.load = load
        loaded = Mutex(nil)
    }

    /// Nil if they are damaged.
    var bytes: [UInt8]? {
        loaded.withLock { loaded in
            let bytes = loaded ?? load()
            loaded = bytes
            return bytes
        }
    }

    /// Adds an attachment to those in memory.
    func append(_ attachment: [UInt8]) -> Range<Int> {
        loaded.withLock { loaded in
            let start = loaded?.count ?? 0
            loaded?.append(contentsOf: attachment)
            return start..<start + attachment.count
        }
    }
}
