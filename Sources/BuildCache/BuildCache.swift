import LocalFiles
package import OutputPlan
import SQLiteFiles
package import StoredValues
import Synchronization

/// The outputs of pure steps under the fingerprints of their inputs, kept from run to run.
///
/// An entry holds the outputs of one chunk of a step: a member for each input. A member is valid if
/// its fingerprint is the one of the input and every question that the step asked while it computed the
/// member still has the same answer: a verifying trace, as in Shake. Nothing else invalidates it, so the
/// file may be empty, damaged, outdated or another notebook's; every output is the same then, only slower.
package final class BuildCache: Sendable {
    private let store: CacheStore?
    /// True if what is added is there for the next run.
    package let isWritten: Bool
    private let program: ContentKey
    private let state: Mutex<State>

    private struct State {
        /// Identifiers of the entries that this run did not ask for.
        var unused: Set<Int64>
        var counts: [String: Counts] = [:]
        var pending: [CacheStore.Addition] = []
        var pendingBytes = 0
        var nextEntry: Int64

        mutating func takePending() -> [CacheStore.Addition] {
            defer { (pending, pendingBytes) = ([], 0) }
            return pending
        }
    }

    /// Numbers of members that a step found in the cache and that it computed.
    package struct Counts: Hashable, Sendable {
        package internal(set) var found = 0
        package internal(set) var computed = 0

        package init(found: Int = 0, computed: Int = 0) {
            (self.found, self.computed) = (found, computed)
        }
    }

    /// A pure function whose outputs are cached.
    package struct Step: Sendable {
        package let name: String

        package init(_ name: String) { self.name = name }
    }

    /// Numbers of bytes that wait to be written at most.
    private static let maximumPendingBytes = 2 << 20

    /// A cache without entries that keeps none.
    package convenience init() { self.init(nil, isWritten: false, program: "") }

    /// Opens a cache for reading and writing. A damaged file is replaced by a new one.
    ///
    /// - Parameters:
    ///   - program: The build of the program; entries of another one are ignored.
    ///   - startsEmpty: True if existing entries are deleted.
    package convenience init(_ path: String, program: String, startsEmpty: Bool = false) {
        if startsEmpty { CacheStore.remove(path) }
        var store = CacheStore(path)
        if store == nil {
            CacheStore.remove(path)
            store = CacheStore(path)
        }
        self.init(store, isWritten: store != nil, program: program)
    }

    /// Opens a cache for reading alone.
    package convenience init(readingAt path: String, program: String) {
        self.init(CacheStore(path, isReadOnly: true), isWritten: false, program: program)
    }

    private init(_ store: CacheStore?, isWritten: Bool, program: String) {
        self.store = store
        self.isWritten = isWritten
        self.program = ContentKey(of: Array(program.utf8))
        state = Mutex(
            State(
                unused: Set(store?.entries.values.map(\.self) ?? []),
                nextEntry: store?.nextEntry ?? 1))
    }

    /// The numbers of found and computed members, by the names of the steps.
    package var counts: [String: Counts] { state.withLock(\.counts) }

    private func key(_ step: Step, _ name: String) -> ContentKey {
        var parts = KeyParts("entry")
        parts.add(program)
        parts.add(step.name)
        parts.add(name)
        return parts.key
    }
}

extension BuildCache {
    /// An output and whether it may be kept.
    package struct Computed<Value> {
        let value: Value
        let isKept: Bool
        /// Bytes that most runs do not need, kept beside the value and read one at a time.
        let attachment: [UInt8]?

        package init(_ value: Value, isKept: Bool = true, attachment: [UInt8]? = nil) {
            self.value = value
            self.isKept = isKept
            self.attachment = attachment
        }
    }

    /// A member of a chunk, with what is needed to read its attachment.
    package struct Member<Value: Sendable>: Sendable {
        package let value: Value
        /// Nil for a member that was computed in this run, or has no attachment.
        package let attachment: Attachment?
    }

    /// The attachment of a member of an earlier run.
    package struct Attachment: Sendable {
        private let cache: BuildCache
        private let entry: ContentKey
        private let part: Int64

        fileprivate init(_ cache: BuildCache, _ entry: ContentKey, _ part: Int64) {
            (self.cache, self.entry, self.part) = (cache, entry, part)
        }

        /// Reads the attachment; nil if it is damaged.
        package func read() -> ByteReader? { cache.store?.part(part, of: entry) }
    }

    /// Returns the outputs of a chunk, those of unchanged inputs from the cache.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - name: The name of the chunk among those of the step.
    ///   - inputs: The fingerprints of the inputs.
    ///   - answer: Answers a question of a trace.
    ///   - compute: Computes the output of an input, by its position, adding the questions that it asks
    ///     to the trace.
    package func chunk<Value: StoredValue & Sendable>(
        _ step: Step, _ name: String, _ inputs: [ContentKey],
        answer: (Trace.Question) -> ContentKey? = { _ in nil },
        compute: (Int, Trace) throws -> Computed<Value>
    ) rethrows -> [Member<Value>] {
        let key = key(step, name)
        let known = records(of: key)
        let byFingerprint = Dictionary(
            known.indices.map { (known[$0].fingerprint, $0) },
            uniquingKeysWith: { first, _ in first })
        var records: [CacheRecord] = []
        var attachments: [(part: Int64, bytes: [UInt8])] = []
        var nextPart = (known.map(\.part).max() ?? -1) + 1
        var computed = 0
        let members = try inputs.indices.map { position -> Member<Value> in
            let input = inputs[position]
            if let record = byFingerprint[input].map({ known[$0] }), record.isValid(answer),
                var reader = Optional(record.value), let value = try? reader.value(Value.self),
                reader.isAtEnd
            {
                records.append(record)
                return Member(
                    value: value,
                    attachment: record.hasAttachment ? Attachment(self, key, record.part) : nil)
            }
            computed += 1
            let trace = Trace()
            let output = try compute(position, trace)
            if output.isKept, isWritten {
                var writer = ByteWriter(capacity: 1024)
                writer.write(output.value)
                records.append(
                    CacheRecord(
                        fingerprint: input, trace: trace.entries, part: nextPart,
                        hasAttachment: output.attachment != nil, value: ByteReader(writer.bytes)))
                if let attachment = output.attachment { attachments.append((nextPart, attachment)) }
                nextPart += 1
            }
            return Member(value: output.value, attachment: nil)
        }
        count(step, found: inputs.count - computed, computed: computed)
        if records.map(\.part) != known.map(\.part) {
            keep(key, records, attachments, replacing: known)
        }
        return members
    }

    /// Returns the output of a step with a single input.
    package func value<Value: StoredValue & Sendable>(
        _ step: Step, _ name: String = "", _ input: ContentKey, compute: () throws -> Value
    ) rethrows -> Value {
        try chunk(step, name, [input]) { _, _ in Computed(try compute()) }[0].value
    }

    /// Keeps an entry for later runs, though this one does not ask for it.
    package func retain(_ step: Step, _ name: String = "") {
        guard let entry = store?.entries[key(step, name)] else { return }
        state.withLock { _ = $0.unused.remove(entry) }
    }

    private func count(_ step: Step, found: Int, computed: Int) {
        state.withLock {
            $0.counts[step.name, default: Counts()].found += found
            $0.counts[step.name, default: Counts()].computed += computed
        }
    }

    private func records(of key: ContentKey) -> [CacheRecord] {
        guard let store, let entry = store.entries[key] else { return [] }
        state.withLock { _ = $0.unused.remove(entry) }
        guard var reader = store.value(of: entry, key),
            let records = try? reader.values(CacheRecord.self), reader.isAtEnd
        else { return [] }
        return records
    }
}

extension BuildCache {
    private func keep(
        _ key: ContentKey, _ records: [CacheRecord], _ attachments: [(part: Int64, bytes: [UInt8])],
        replacing old: [CacheRecord]
    ) {
        guard isWritten, let store else { return }
        var writer = ByteWriter(capacity: 4096)
        writer.write(records)
        let kept = Set(records.map(\.part))
        let value = writer.bytes
        let pending = state.withLock { state -> [CacheStore.Addition] in
            let entry = store.entries[key] ?? state.nextEntry
            if entry == state.nextEntry { state.nextEntry += 1 }
            state.pending.append(
                CacheStore.Addition(
                    entry: entry, key: key, value: value, parts: attachments,
                    obsoleteParts: old.map(\.part).filter { !kept.contains($0) }))
            state.pendingBytes += attachments.reduce(value.count) { $0 + $1.bytes.count }
            return state.pendingBytes > Self.maximumPendingBytes ? state.takePending() : []
        }
        store.add(pending)
    }

    /// Writes what is pending.
    package func save() {
        guard isWritten else { return }
        store?.add(state.withLock { $0.takePending() })
    }

    /// Deletes the entries that this run did not ask for. To be called when the run has succeeded: a run
    /// that fails leaves them to the next.
    package func deleteUnused() {
        guard isWritten else { return }
        store?.delete(state.withLock(\.unused).sorted())
    }
}

/// One member of an entry.
struct CacheRecord: StoredValue {
    let fingerprint: ContentKey
    let trace: [Trace.Entry]
    /// The number of its attachment among those of the entry; its own even if it has none.
    let part: Int64
    let hasAttachment: Bool
    let value: ByteReader

    init(
        fingerprint: ContentKey, trace: [Trace.Entry], part: Int64, hasAttachment: Bool,
        value: ByteReader
    ) {
        self.fingerprint = fingerprint
        self.trace = trace
        self.part = part
        self.hasAttachment = hasAttachment
        self.value = value
    }

    func isValid(_ answer: (Trace.Question) -> ContentKey?) -> Bool {
        trace.allSatisfy { answer($0.question) == $0.answer }
    }

    func write(to writer: inout ByteWriter) {
        writer.write(fingerprint)
        writer.write(trace)
        writer.write(Int(part))
        writer.write(hasAttachment)
        writer.write(nested: value)
    }

    init(from reader: inout ByteReader) throws(UnreadableValue) {
        fingerprint = try reader.value()
        trace = try reader.values()
        part = Int64(try reader.int())
        hasAttachment = try reader.bool()
        value = try reader.nested()
    }
}
