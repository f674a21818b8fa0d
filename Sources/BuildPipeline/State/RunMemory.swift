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
    /// Whether what is kept is there for the next run.
    let isWritten: Bool
    /// The numbers of the rows that an earlier run left.
    private let known: [ContentKey: Int64]
    private let state: Mutex<State>

    private struct State {
        /// Numbers of the rows that nobody asked for yet.
        var unused: Set<Int64>
        var added: [Added] = []
        var addedBytes = 0
        /// Of the next row.
        var next: Int64
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

    /// What is to be written, with what tells whether it still is what was written.
    private struct Added {
        let number: Int64
        let key: ContentKey
        let value: [UInt8]
        let pieces: [[UInt8]]
    }

    /// Of the form of the file.
    private static let version = 4
    private static let tables = [
        "CREATE TABLE memory (id INTEGER PRIMARY KEY, key BLOB, value BLOB)",
        // Numbered so that those of a row stand one behind the other.
        "CREATE TABLE pieces (id INTEGER PRIMARY KEY, piece BLOB)",
    ]
    /// Of one row, at most.
    private static let mostPieces: Int64 = 1 << 20
    /// Numbers of rows are below; damage can make any of them.
    private static let mostRows: Int64 = 1 << 40
    /// In bytes: so much waits to be written.
    private static let mostWaiting = 2 << 20

    /// Nothing is remembered, and nothing will be.
    convenience init() { self.init(nil, isWritten: false) }

    /// - Parameters:
    ///   - path: Of the file; where it is damaged a new one takes its place.
    ///   - isForgetting: Whether what it holds is passed over.
    convenience init(_ path: String, isForgetting: Bool = false) {
        if isForgetting { Self.remove(path) }
        var opened = Self.open(path)
        if opened == nil {
            Self.remove(path)
            opened = Self.open(path)
        }
        self.init(opened, isWritten: opened != nil)
    }

    /// What is remembered in a file, which is not written.
    convenience init(lookingAt path: String) {
        self.init(Self.open(path, isReadOnly: true), isWritten: false)
    }

    private init(_ opened: Opened?, isWritten: Bool) {
        store = opened?.store
        self.isWritten = isWritten
        known = opened?.known ?? [:]
        state = Mutex(
            State(unused: Set(opened?.rows ?? []), next: (opened?.lastNumber ?? 0) + 1))
    }

    private struct Opened {
        let store: SQLiteStore
        var known: [ContentKey: Int64] = [:]
        /// Also those that a killed run replaced, and those whose keys cannot be read.
        var rows: [Int64] = []
        /// Of these, and of those to which pieces belong.
        var lastNumber: Int64 = 0
    }

    private static func remove(_ path: String) {
        for ending in ["", "-journal"] { try? LocalFiles.remove(path + ending) }
    }

    private static func open(_ path: String, isReadOnly: Bool = false) -> Opened? {
        do throws(SQLiteFailure) {
            var opened = Opened(
                store: try SQLiteStore(
                    path, version: version, tables: tables, isReadOnly: isReadOnly))
            try opened.store.forEachRow("SELECT id, key FROM memory ORDER BY id") { row in
                opened.rows.append(row.integer(0))
                var reader = ByteReader(row.data(1))
                guard let key = try? reader.value(ContentKey.self) else { return }
                opened.known[key] = row.integer(0)
            }
            try opened.store.forEachRow("SELECT max(id) FROM pieces") {
                opened.lastNumber = max($0.integer(0) / mostPieces, opened.rows.last ?? 0)
            }
            guard opened.rows.allSatisfy({ (0..<mostRows).contains($0) }),
                (0..<mostRows).contains(opened.lastNumber)
            else { return nil }
            return opened
        } catch {
            return nil
        }
    }

    /// The value of a key; nil where none is known.
    func value(_ key: ContentKey) -> ByteReader? {
        guard let number = known[key], state.withLock({ !$0.isAdded.contains(key) }),
            let value = read("SELECT value FROM memory WHERE id = ?", [.integer(number)], key)
        else { return nil }
        state.withLock { _ = $0.unused.remove(number) }
        return value
    }

    /// Keeps the value of a key for later runs, though this one need not look at it.
    func retain(_ key: ContentKey) {
        guard let number = known[key] else { return }
        state.withLock { _ = $0.unused.remove(number) }
    }

    /// A piece of what was kept beside the value of a key.
    ///
    /// - Parameter place: Of the piece, from 0.
    func piece(_ key: ContentKey, _ place: Int) -> ByteReader? {
        guard let number = known[key] else { return nil }
        return read(
            "SELECT piece FROM pieces WHERE id = ?",
            [.integer(Self.number(ofPiece: place, number))],
            key)
    }

    private static func number(ofPiece place: Int, _ row: Int64) -> Int64 {
        row * mostPieces + Int64(place)
    }

    /// What a query finds, if it is what was written under a key.
    private func read(
        _ query: String, _ values: [SQLiteValue], _ key: ContentKey
    ) -> ByteReader? {
        var found: ByteReader?
        try? store?.forEachRow(query, values) { row in
            let bytes = row.data(0)
            found = Self.checked(bytes, key).map { ByteReader(bytes, $0) }
        }
        return found
    }

    /// Remembers the value of a key.
    ///
    /// - Parameter pieces: What is not wanted each time, and is read one at a time.
    func keep(_ key: ContentKey, _ value: consuming [UInt8], pieces: consuming [[UInt8]] = []) {
        guard isWritten else { return }
        Self.addSum(to: &value, key)
        for place in pieces.indices { Self.addSum(to: &pieces[place], key) }
        let (value, pieces) = (value, pieces)
        let waiting = state.withLock { state -> [Added] in
            guard state.isAdded.insert(key).inserted else { return [] }
            // Another value was found wrong, and goes.
            if let number = known[key] { state.unused.insert(number) }
            state.added.append(
                Added(number: state.next, key: key, value: value, pieces: pieces))
            state.next += 1
            state.addedBytes += pieces.reduce(value.count) { $0 + $1.count }
            guard state.addedBytes > Self.mostWaiting else { return [] }
            return state.takeAdded()
        }
        write(waiting)
    }

    /// Writes what is new.
    func save() {
        guard isWritten else { return }
        write(state.withLock { $0.takeAdded() })
    }

    /// Forgets what nobody asked for, once nobody will: pages are made of what stood there, and a run that
    /// fails leaves it to the next.
    func forgetUnused() {
        guard isWritten else { return }
        let unused = state.withLock(\.unused).sorted()
        guard !unused.isEmpty else { return }
        // What cannot be forgotten costs room and nothing else.
        try? store?.make([
            SQLiteStore.Change(
                "DELETE FROM memory WHERE id = ?", unused.map { [.integer($0)] }),
            SQLiteStore.Change(
                "DELETE FROM pieces WHERE id >= ? AND id < ?",
                unused.map {
                    [
                        .integer(Self.number(ofPiece: 0, $0)),
                        .integer(Self.number(ofPiece: 0, $0 + 1)),
                    ]
                }),
        ])
    }

    private func write(_ added: [Added]) {
        guard !added.isEmpty else { return }
        let rows = added.map { entry -> [SQLiteValue] in
            var key = ByteWriter()
            key.write(entry.key)
            return [.integer(entry.number), .data(key.bytes), .data(entry.value)]
        }
        let pieces = added.flatMap { entry in
            entry.pieces.enumerated().map { place, piece -> [SQLiteValue] in
                [.integer(Self.number(ofPiece: place, entry.number)), .data(piece)]
            }
        }
        // What cannot be remembered is computed again.
        try? store?.make([
            SQLiteStore.Change("INSERT INTO memory (id, key, value) VALUES (?, ?, ?)", rows),
            SQLiteStore.Change(
                "INSERT INTO pieces (id, piece) VALUES (?, ?)", pieces),
        ])
    }

    /// Adds what tells whether bytes are still the ones that were written under a key.
    private static func addSum(to bytes: inout [UInt8], _ key: ContentKey) {
        let sum = sum(of: bytes[...], key)
        withUnsafeBytes(of: sum.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Where the bytes without that stand; nil for others.
    private static func checked(_ bytes: [UInt8], _ key: ContentKey) -> Range<Int>? {
        let end = bytes.count - 8
        guard end >= 0 else { return nil }
        var reader = ByteReader(bytes, end..<bytes.count)
        return (try? reader.eightBytes()) == sum(of: bytes[..<end], key) ? 0..<end : nil
    }

    /// Eight bytes at a time: it finds what disks and power cuts do, and keeps nobody out.
    private static func sum(of bytes: ArraySlice<UInt8>, _ key: ContentKey) -> UInt64 {
        bytes.withUnsafeBytes { buffer in
            var sum = key.numbers.0 ^ UInt64(buffer.count)
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
