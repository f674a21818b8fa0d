import LocalFiles
import OutputPlan
import SQLiteFiles
import StoredValues
import Synchronization

/// What runs remember of each other: results of pure functions, each under the key of all that
/// went in.
///
/// A key is found or it is not; what is found under it is right, whoever put it there and
/// whatever happened since. So the file may be lost, damaged, or of another time: the worst is
/// that everything is computed again.
final class RunMemory: Sendable {
    private let store: SQLiteStore?
    private let isReadOnly: Bool
    private let known: Known
    private let state: Mutex<State>

    private struct State {
        /// For each value that is known whether it was asked for.
        var isUsed: [Bool] = []
        var added: [Added] = []
        var addedBytes = 0
        /// Keys that are on their way to the disk, or there.
        var isAdded: Set<ContentKey> = []

        mutating func takeAdded() -> [Added] {
            defer {
                added = []
                addedBytes = 0
            }
            return added
        }
    }

    /// What an earlier run left. Tens of thousands of values take a few large buffers; whether one
    /// is what was written is looked at when it is asked for.
    private struct Known {
        var places: [ContentKey: Int] = [:]
        var values: [Value] = []
        var chunks: [[UInt8]] = []

        struct Value {
            /// Of its row.
            let number: Int64
            let chunk: Int
            let range: Range<Int>
        }

        private static let chunkSize = 1 << 20

        mutating func add(_ row: SQLiteStore.StoreRow) {
            var reader = ByteReader(row.data(1))
            guard let key = try? reader.value(ContentKey.self) else { return }
            if chunks.last.map({ $0.count >= Self.chunkSize }) ?? true {
                chunks.append([])
                chunks[chunks.count - 1].reserveCapacity(Self.chunkSize + Self.chunkSize / 8)
            }
            let chunk = chunks.count - 1
            let range = row.append(2, to: &chunks[chunk])
            places[key] = values.count
            values.append(Value(number: row.integer(0), chunk: chunk, range: range))
        }
    }

    private struct Added {
        let key: ContentKey
        let value: [UInt8]
        let body: [UInt8]
    }

    /// Of the form of the file.
    private static let version = 1
    private static let table =
        "CREATE TABLE memory (id INTEGER PRIMARY KEY, key BLOB, value BLOB, body BLOB)"
    /// In bytes: so much waits to be written.
    private static let mostWaiting = 2 << 20

    /// Nothing is remembered, and nothing will be.
    init() {
        store = nil
        isReadOnly = true
        known = Known()
        state = Mutex(State())
    }

    /// - Parameters:
    ///   - path: Of the file; where it is damaged a new one takes its place.
    ///   - isForgetting: Whether what it holds is passed over.
    init(_ path: String, isForgetting: Bool = false) {
        if isForgetting { Self.remove(path) }
        var opened = Self.open(path)
        if opened == nil {
            Self.remove(path)
            opened = Self.open(path)
        }
        store = opened?.store
        isReadOnly = store == nil
        known = opened?.known ?? Known()
        state = Mutex(State(isUsed: known.values.map { _ in false }))
    }

    /// What is remembered in a file, which is not written.
    init(lookingAt path: String) {
        let opened = Self.open(path, isReadOnly: true)
        store = opened?.store
        isReadOnly = true
        known = opened?.known ?? Known()
        state = Mutex(State(isUsed: known.values.map { _ in false }))
    }

    private static func remove(_ path: String) {
        for ending in ["", "-journal"] { try? LocalFiles.remove(path + ending) }
    }

    private static func open(
        _ path: String, isReadOnly: Bool = false
    ) -> (store: SQLiteStore, known: Known)? {
        do throws(SQLiteFailure) {
            let store = try SQLiteStore(
                path, version: version, tables: [table], isReadOnly: isReadOnly)
            var known = Known()
            try store.forEachRow("SELECT id, key, value FROM memory") { known.add($0) }
            return (store, known)
        } catch {
            return nil
        }
    }

    /// The value of a key; nil where none is known.
    func value(_ key: ContentKey) -> ByteReader? {
        guard let place = known.places[key] else { return nil }
        let value = known.values[place]
        let range = Self.checked(known.chunks[value.chunk], value.range, key)
        guard let range else { return nil }
        let isCurrent = state.withLock { state in
            guard !state.isAdded.contains(key) else { return false }
            state.isUsed[place] = true
            return true
        }
        return isCurrent ? ByteReader(known.chunks[value.chunk], range) : nil
    }

    /// What was kept beside the value of a key, and is read when it is asked for.
    func body(_ key: ContentKey) -> ByteReader? {
        guard let place = known.places[key] else { return nil }
        var body: ByteReader?
        let number = SQLiteValue.integer(known.values[place].number)
        try? store?.forEachRow("SELECT body FROM memory WHERE id = ?", [number]) { row in
            let bytes = row.data(0)
            body = Self.checked(bytes, bytes.indices, key).map { ByteReader(bytes, $0) }
        }
        return body
    }

    /// Remembers the value of a key.
    func keep(_ key: ContentKey, _ value: [UInt8], body: [UInt8] = []) {
        guard !isReadOnly else { return }
        let waiting = state.withLock { state -> [Added] in
            guard state.isAdded.insert(key).inserted else { return [] }
            // Another value was found wrong, and goes.
            if let place = known.places[key] { state.isUsed[place] = false }
            state.added.append(Added(key: key, value: value, body: body))
            state.addedBytes += value.count + body.count
            guard state.addedBytes > Self.mostWaiting else { return [] }
            return state.takeAdded()
        }
        write(waiting)
    }

    /// Writes what is new, and forgets what nobody asked for.
    func save() {
        guard !isReadOnly else { return }
        write(state.withLock { $0.takeAdded() })
        let isUsed = state.withLock(\.isUsed)
        let unused = zip(known.values, isUsed).filter { !$1 }
            .map { [SQLiteValue.integer($0.0.number)] }
        guard !unused.isEmpty else { return }
        // What cannot be forgotten costs room and nothing else.
        try? store?.make([SQLiteStore.Change("DELETE FROM memory WHERE id = ?", unused)])
    }

    private func write(_ added: [Added]) {
        guard !added.isEmpty else { return }
        let rows = added.map { entry -> [SQLiteValue] in
            var key = ByteWriter()
            key.write(entry.key)
            return [
                .data(key.bytes), .data(Self.checkable(entry.value, entry.key)),
                .data(Self.checkable(entry.body, entry.key)),
            ]
        }
        // What cannot be remembered is computed again.
        try? store?.make([
            SQLiteStore.Change("INSERT INTO memory (key, value, body) VALUES (?, ?, ?)", rows)
        ])
    }

    /// Bytes with what tells whether they are still the ones that were written under a key.
    private static func checkable(_ bytes: [UInt8], _ key: ContentKey) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(eightBytes: sum(of: bytes[...], key))
        return bytes + writer.bytes
    }

    /// Where the bytes without that stand; nil for others.
    private static func checked(
        _ bytes: [UInt8], _ range: Range<Int>, _ key: ContentKey
    ) -> Range<Int>? {
        guard range.count >= 8 else { return nil }
        let end = range.upperBound - 8
        var reader = ByteReader(bytes, end..<range.upperBound)
        let value = range.lowerBound..<end
        return (try? reader.eightBytes()) == sum(of: bytes[value], key) ? value : nil
    }

    /// Eight bytes at a time: it finds what disks and power cuts do, and keeps nobody out.
    private static func sum(of bytes: ArraySlice<UInt8>, _ key: ContentKey) -> UInt64 {
        bytes.withUnsafeBytes { buffer in
            var sum = key.numbers[0] ^ UInt64(buffer.count)
            var offset = 0
            while offset + 8 <= buffer.count {
                let word = buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                sum = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
                sum ^= sum >> 29
                offset += 8
            }
            for byte in buffer[offset...] { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
            return sum
        }
    }
}

extension RunMemory {
    /// A remembered value, or the one that is computed, and remembered.
    func value<Value: StoredValue, Failure: Error>(
        _ key: ContentKey, _ make: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        if var reader = value(key), let value = try? reader.value(Value.self), reader.isAtEnd {
            return value
        }
        let value = try make()
        var writer = ByteWriter()
        writer.write(value)
        keep(key, writer.bytes)
        return value
    }
}
