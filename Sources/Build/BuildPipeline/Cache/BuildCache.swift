package import Hashing
import LocalFiles
import Synchronization

/// A cache of the outputs of pure steps, by the fingerprints of their inputs, kept from run to run.
///
/// An entry holds the outputs of one chunk of a step: a member for each input. A member is valid if
/// its fingerprint equals that of the input and every question that the step asked while it
/// computed the member still has the same answer: a verifying trace, as in Shake. Nothing else
/// invalidates a member. The file may be empty, damaged, outdated or that of another notebook: the
/// outputs are the same, but take longer.
package final class BuildCache: Sendable {
    private let store: CacheStore?
    /// True if computed outputs are stored for the next run; false in a dry run and without a
    /// usable file.
    package let isWritten: Bool
    private let program: Fingerprint
    /// True if the entries of earlier runs are not used, except by ``stored(_:name:)``.
    private let startsEmpty: Bool
    private let path: String
    /// The decoded entries of earlier runs of the process; nil if it has only one run.
    private let memory: CacheMemory?
    private let state: Mutex<State>

    private struct State {
        /// The keys of the entries that this run has not used, which
        /// ``BuildCache/deleteUnused()`` deletes.
        var unused: Set<Fingerprint>
        var counts: [String: Counts] = [:]
    }

    /// The numbers of members that a step found in the cache and that it computed.
    package struct Counts: Hashable, Sendable {
        package internal(set) var found = 0
        package internal(set) var computed = 0
    }

    /// Creates a cache without entries that stores none, for callers that compute everything.
    package convenience init() { self.init(nil, at: "", isWritten: false, program: "") }

    /// Opens a cache for reading and writing. What is not the file of a cache is replaced by one.
    ///
    /// - Parameters:
    ///   - program: The build of the program; entries of another one are ignored.
    ///   - startsEmpty: True if existing entries are not used, and are deleted after the run.
    ///   - memory: The decoded entries of earlier runs of the process.
    package convenience init(
        _ path: String, program: String, startsEmpty: Bool = false, memory: CacheMemory? = nil
    ) {
        var store = CacheStore(path)
        if store == nil {
            try? LocalFiles.remove(path)
            store = CacheStore(path)
        }
        memory?.begin(path)
        self.init(
            store, at: path, isWritten: store != nil, program: program, startsEmpty: startsEmpty,
            memory: store != nil ? memory : nil)
    }

    /// Opens a cache for reading only. A missing or damaged file counts as empty, and nothing is
    /// written.
    ///
    /// - Parameter program: The build of the program; entries of another one are ignored.
    package convenience init(readingAt path: String, program: String) {
        self.init(CacheStore(path, isReadOnly: true), at: path, isWritten: false, program: program)
    }

    /// Creates a cache without a file, whose entries are those of earlier runs of the process. It
    /// keeps no attachments.
    package convenience init(in memory: CacheMemory) {
        self.init(nil, at: "", isWritten: true, program: "", memory: memory)
    }

    /// True if the outputs are kept as values and not in a file, so that they can be of any kind.
    package var isInMemory: Bool { store == nil && memory != nil }

    private init(
        _ store: CacheStore?, at path: String, isWritten: Bool, program: String,
        startsEmpty: Bool = false, memory: CacheMemory? = nil
    ) {
        self.store = store
        self.path = path
        self.startsEmpty = startsEmpty
        self.memory = memory
        self.isWritten = isWritten
        self.program = Fingerprinter("program", program).fingerprint
        state = Mutex(State(unused: store.map { Set($0.entries.keys) } ?? memory?.keys ?? []))
    }

    /// The numbers of found and computed members, by the names of the steps.
    package var counts: [String: Counts] { state.withLock(\.counts) }

    private func key(_ step: String, named name: String) -> Fingerprint {
        Fingerprinter("entry", program, step, name).fingerprint
    }
}

extension BuildCache {
    /// An output of a step and whether it may be kept for the next run.
    package struct Computed<Value> {
        let value: Value
        var isKept = true
        /// False if the output is stored only for ``BuildCache/stored(_:name:)``.
        var isValid = true
        /// The bytes stored beside the value, which are read when they are needed; empty for none.
        var attachment: [UInt8] = []
    }

    /// A member of a chunk: an output that was found in the cache or computed, and its attachment.
    package struct Member<Value: Sendable>: Sendable {
        package let value: Value
        package fileprivate(set) var attachment: Attachment
    }

    /// The bytes attached to a member of a chunk: in the file of the cache, or else in memory.
    package struct Attachment: Sendable {
        fileprivate var held: [UInt8]?
        fileprivate var place: (store: CacheStore, range: Range<Int>, checksum: UInt64)?

        /// The bytes, which are read from the file each time; nil if they are damaged or were not
        /// kept.
        package var bytes: [UInt8]? {
            guard let place else { return held }
            return place.store.read(place.range, checksum: place.checksum)
        }

        /// Returns a range of the bytes, which is not checked for damage; nil if it cannot be read.
        package func bytes(in range: Range<Int>) -> [UInt8]? {
            guard let place else {
                return held.flatMap { $0.indices.contains(range) ? Array($0[range]) : nil }
            }
            guard range.upperBound <= place.range.count else { return nil }
            let start = place.range.lowerBound
            return place.store.read(start + range.lowerBound..<start + range.upperBound)
        }
    }

    /// Returns the outputs of a chunk, in the order of `inputs`, taking those of unchanged inputs
    /// from the cache.
    ///
    /// ```swift
    /// let members = cache.chunk(
    ///     "capitals", name: "a", inputs: titles.map { Fingerprint(of: $0) }
    /// ) { position, _ in
    ///     BuildCache.Computed(value: titles[position].uppercased())
    /// }
    /// let capitals = members.map(\.value)
    /// ```
    ///
    /// - Parameters:
    ///   - step: The name of a pure function. Its entries belong to no other step.
    ///   - name: The name of the chunk among those of the step.
    ///   - inputs: The fingerprints of the inputs.
    ///   - answer: Returns the current answer to a question of a trace.
    ///   - compute: Computes the output of an input, by its position, adding the questions that it
    ///     asks to the trace.
    package func chunk<Value: BinaryCodable & Sendable>(
        _ step: String, name: String, inputs: [Fingerprint],
        answer: (_ question: String) -> Fingerprint? = { _ in nil },
        compute: (Int, Trace) throws -> Computed<Value>
    ) rethrows -> [Member<Value>] {
        let key = key(step, named: name)
        let known = records(of: key)
        let byFingerprint = Dictionary(
            known.indices.map { (known[$0].fingerprint, $0) },
            uniquingKeysWith: { first, _ in first })
        let stored = store?.entries[key]
        var records: [CacheRecord] = []
        // The positions of the members that have a record.
        var kept: [Int] = []
        var computed = 0
        var members = try inputs.indices.map { position -> Member<Value> in
            let input = inputs[position]
            if var record = byFingerprint[input].map({ known[$0] }), record.isValid(answer),
                let value = record.value(Value.self)
            {
                if memory != nil { record.decoded = value }
                records.append(record)
                kept.append(position)
                return Member(value: value, attachment: attachment(of: record, in: stored))
            }
            computed += 1
            let trace = Trace()
            let output = try compute(position, trace)
            if output.isKept, isWritten {
                records.append(
                    CacheRecord(
                        output.isValid ? input : Self.noInput, trace: trace, value: output.value,
                        isEncoded: !isInMemory))
                kept.append(position)
            }
            return Member(value: output.value, attachment: Attachment(held: output.attachment))
        }
        count(step, found: inputs.count - computed, computed: computed)
        guard computed > 0 || records.count != known.count else {
            memory?.keep(records, of: key)
            return members
        }
        let places = keep(key, records: records, attachments: kept.map { members[$0].attachment })
        for (place, position) in zip(places, kept) { members[position].attachment = place }
        return members
    }

    /// Returns the output of a step with a single input, from the cache if the input is unchanged.
    ///
    /// - Parameter name: The name of the entry among those of the step.
    /// - Throws: The error of `compute`.
    package func value<Value: BinaryCodable & Sendable>(
        _ step: String, name: String = "", input: Fingerprint, compute: () throws -> Value
    ) rethrows -> Value {
        try chunk(step, name: name, inputs: [input]) { _, _ in Computed(value: try compute()) }[0]
            .value
    }

    /// The fingerprint of outputs that no input finds.
    private static let noInput = Fingerprint(ofLines: ["an output of an earlier run"])

    /// Returns the outputs that the last run stored for a chunk, whether or not their inputs are
    /// still the same; those that cannot be decoded are omitted.
    package func stored<Value: BinaryCodable>(_ step: String, name: String = "") -> [Value] {
        records(stored: key(step, named: name)).compactMap { $0.value(Value.self) }
    }

    /// Keeps an entry for later runs although this one does not use it. Does nothing if the entry
    /// does not exist.
    package func retain(_ step: String, name: String = "") {
        state.withLock { _ = $0.unused.remove(key(step, named: name)) }
    }

    /// Keeps an entry for later runs although this one does not use it, if it has a member for an
    /// input.
    ///
    /// - Parameter input: Nil for an input that is not known.
    package func retain(_ step: String, name: String, input: @autoclosure () -> Fingerprint?) {
        let key = key(step, named: name)
        guard isWritten, !startsEmpty, store?.entries[key] != nil, let input = input(),
            records(stored: key).contains(where: { $0.fingerprint == input })
        else { return }
        state.withLock { _ = $0.unused.remove(key) }
    }

    private func count(_ step: String, found: Int, computed: Int) {
        state.withLock {
            $0.counts[step, default: Counts()].found += found
            $0.counts[step, default: Counts()].computed += computed
        }
    }

    private func records(of key: Fingerprint) -> [CacheRecord] {
        state.withLock { _ = $0.unused.remove(key) }
        guard !startsEmpty, store == nil || store?.entries[key] != nil else { return [] }
        return memory?.records(of: key) ?? records(stored: key)
    }

    /// Returns the records of an entry as the file has them.
    private func records(stored key: Fingerprint) -> [CacheRecord] {
        guard var reader = store?.value(of: key).map({ ByteReader($0) }),
            let records = try? reader.value([CacheRecord].self), reader.isAtEnd
        else { return [] }
        return records
    }

    /// Returns the attachment of a record of an entry in the file.
    private func attachment(of record: CacheRecord, in entry: CacheStore.Entry?) -> Attachment {
        guard let store, let entry else { return Attachment() }
        let start = entry.attachments.lowerBound
        let range = start + record.attachment.lowerBound..<start + record.attachment.upperBound
        return Attachment(
            place: (store, range.clamped(to: entry.attachments), record.checksum))
    }

    /// Stores records with their attachments for the next run.
    ///
    /// - Returns: The attachments as the next run will find them; none if nothing is stored.
    private func keep(
        _ key: Fingerprint, records: [CacheRecord], attachments: [Attachment]
    ) -> [Attachment] {
        guard isWritten else { return [] }
        guard let store else {
            memory?.keep(records, of: key)
            return []
        }
        var (records, all) = (records, [UInt8]())
        for (index, attachment) in attachments.enumerated() {
            let start = all.count
            if let bytes = attachment.bytes {
                all += bytes
                records[index].checksum = CacheChecksum.of(bytes)
            } else {
                // The attachment stays unreadable, and the next run computes the member again.
                records[index].fingerprint = Self.noInput
                records[index].checksum = ~CacheChecksum.of([])
            }
            records[index].attachment = start..<all.count
        }
        var writer = ByteWriter(capacity: 4096)
        writer.write(records)
        guard let entry = store.add(key, value: writer.bytes, attachments: all) else { return [] }
        memory?.keep(records, of: key)
        return records.map { attachment(of: $0, in: entry) }
    }

    /// Deletes the entries that this run did not use. Call it only after the run has succeeded, so
    /// that a failed run leaves them to the next.
    package func deleteUnused() {
        guard isWritten else { return }
        let unused = state.withLock(\.unused)
        store?.deleteUnused(unused)
        memory?.end(path) { !unused.contains($0) }
    }
}
