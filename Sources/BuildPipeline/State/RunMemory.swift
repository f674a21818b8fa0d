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
    private let state: Mutex<State>

    private struct State {
        var known: [ContentKey: Known] = [:]
        var added: [Added] = []
        var addedBytes = 0
        /// Keys that are on their way to the disk, or there.
        var isAdded: Set<ContentKey> = []
        /// Rows in whose place others came.
        var outdated: [Int64] = []

        mutating func takeAdded() -> [Added] {
            defer {
                added = []
                addedBytes = 0
            }
            return added
        }
    }

    private struct Known {
        let number: Int64
        let value: [UInt8]
        var isUsed = false
    }

    private struct Added {
        let key: ContentKey
        let value: [UInt8]
        let body: [UInt8]
    }

    /// What is asked for by a reader of one key; nil where nothing is remembered.
    private static let version = 1
    private static let table =
        "CREATE TABLE memory (id INTEGER PRIMARY KEY, key BLOB, value BLOB, body BLOB)"
    /// In bytes: so much waits to be written.
    private static let mostWaiting = 2 << 20

    /// Nothing is remembered, and nothing will be.
    init() {
        store = nil
        isReadOnly = true
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
        state = Mutex(State(known: opened?.known ?? [:]))
    }

    /// What is remembered in a file, which is not written.
    init(lookingAt path: String) {
        let opened = Self.open(path, isReadOnly: true)
        store = opened?.store
        isReadOnly = true
        state = Mutex(State(known: opened?.known ?? [:]))
    }

    private static func remove(_ path: String) {
        for ending in ["", "-journal"] { try? LocalFiles.remove(path + ending) }
    }

    private static func open(
        _ path: String, isReadOnly: Bool = false
    ) -> (store: SQLiteStore, known: [ContentKey: Known])? {
        do throws(SQLiteFailure) {
            let store = try SQLiteStore(
                path, version: version, tables: [table], isReadOnly: isReadOnly)
            var known: [ContentKey: Known] = [:]
            try store.forEachRow("SELECT id, key, value FROM memory") { row in
                var reader = ByteReader(row.data(1))
                guard let key = try? reader.value(ContentKey.self) else { return }
                let value = row.data(2)
                guard let checked = Self.checked(value, key) else { return }
                known[key] = Known(number: row.integer(0), value: checked)
            }
            return (store, known)
        } catch {
            return nil
        }
    }

    /// The value of a key; nil where none is known.
    func value(_ key: ContentKey) -> [UInt8]? {
        state.withLock { state in
            guard let place = state.known.index(forKey: key) else { return nil }
            state.known.values[place].isUsed = true
            return state.known.values[place].value
        }
    }

    /// What was kept beside the value of a key, and is read when it is asked for.
    func body(_ key: ContentKey) -> [UInt8]? {
        guard let number = state.withLock({ $0.known[key]?.number }) else { return nil }
        var body: [UInt8]?
        try? store?.forEachRow("SELECT body FROM memory WHERE id = ?", [.integer(number)]) {
            body = Self.checked($0.data(0), key)
        }
        return body
    }

    /// Remembers the value of a key.
    func keep(_ key: ContentKey, _ value: [UInt8], body: [UInt8] = []) {
        guard !isReadOnly else { return }
        let waiting = state.withLock { state -> [Added] in
            guard state.isAdded.insert(key).inserted else { return [] }
            if let known = state.known.removeValue(forKey: key) {
                state.outdated.append(known.number)
            }
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
        let unused = state.withLock { state in
            (state.known.values.lazy.filter { !$0.isUsed }.map(\.number) + state.outdated)
                .map { [SQLiteValue.integer($0)] }
        }
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

    private static func checked(_ bytes: [UInt8], _ key: ContentKey) -> [UInt8]? {
        guard bytes.count >= 8 else { return nil }
        var reader = ByteReader(Array(bytes.suffix(8)))
        let value = bytes.dropLast(8)
        guard let sum = try? reader.eightBytes(), sum == Self.sum(of: value, key) else {
            return nil
        }
        return Array(value)
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
    ///
    /// - Parameter isKept: Whether it may be remembered.
    func value<Value: StoredValue, Failure: Error>(
        _ key: ContentKey, _ make: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        if let bytes = value(key) {
            var reader = ByteReader(bytes)
            if let value = try? reader.value(Value.self), reader.isAtEnd { return value }
        }
        let value = try make()
        var writer = ByteWriter()
        writer.write(value)
        keep(key, writer.bytes)
        return value
    }
}
