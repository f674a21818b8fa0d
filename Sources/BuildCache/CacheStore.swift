import LocalFiles
import OutputPlan
import SQLiteFiles
import StoredValues

/// The file of a build cache: two tables, one of entries and one of what is attached to their members.
final class CacheStore: Sendable {
    private let store: SQLiteStore
    /// The identifiers of the entries that earlier runs left.
    let entries: [ContentKey: Int64]
    /// An identifier above all in use.
    let nextEntry: Int64

    /// Entries to be written in one transaction.
    struct Addition: Sendable {
        let entry: Int64
        let key: ContentKey
        let value: [UInt8]
        let parts: [(part: Int64, bytes: [UInt8])]
        let obsoleteParts: [Int64]
    }

    /// The version of the tables.
    private static let version = 5
    private static let tables = [
        "CREATE TABLE entries (id INTEGER PRIMARY KEY, key BLOB, value BLOB)",
        // Numbered so that the attachments of an entry are adjacent.
        "CREATE TABLE attachments (id INTEGER PRIMARY KEY, value BLOB)",
    ]
    /// Attachments of one entry at most.
    private static let maximumParts: Int64 = 1 << 24
    /// Identifiers of entries are below; damage can make any number.
    private static let maximumEntries: Int64 = 1 << 36

    /// Nil for a file that cannot be used.
    init?(_ path: String, isReadOnly: Bool = false) {
        do throws(SQLiteFailure) {
            store = try SQLiteStore(
                path, version: Self.version, tables: Self.tables, isReadOnly: isReadOnly)
            var entries: [ContentKey: Int64] = [:]
            var isSound = true
            var last: Int64 = 0
            try store.forEachRow("SELECT id, key FROM entries ORDER BY id") { row in
                last = row.integer(0)
                var reader = ByteReader(row.data(1))
                guard (0..<Self.maximumEntries).contains(last),
                    let key = try? reader.value(ContentKey.self)
                else { return isSound = false }
                entries[key] = last
            }
            try store.forEachRow("SELECT max(id) FROM attachments") {
                last = max(last, $0.integer(0) / Self.maximumParts)
            }
            guard isSound, (0..<Self.maximumEntries).contains(last) else { return nil }
            self.entries = entries
            nextEntry = last + 1
        } catch {
            return nil
        }
    }

    static func remove(_ path: String) {
        for ending in ["", "-journal"] { try? LocalFiles.remove(path + ending) }
    }

    /// Returns the value of an entry; nil for a damaged one.
    func value(of entry: Int64, _ key: ContentKey) -> ByteReader? {
        read("SELECT value FROM entries WHERE id = ?", entry, key)
    }

    /// Returns an attachment of an entry; nil for a damaged one.
    func part(_ part: Int64, of key: ContentKey) -> ByteReader? {
        guard let entry = entries[key], (0..<Self.maximumParts).contains(part) else { return nil }
        return read(
            "SELECT value FROM attachments WHERE id = ?", entry * Self.maximumParts + part, key)
    }

    private func read(_ query: String, _ id: Int64, _ key: ContentKey) -> ByteReader? {
        var found: ByteReader?
        try? store.forEachRow(query, [.integer(id)]) { row in
            let bytes = row.data(0)
            found = Checksum.range(in: bytes, key).map { ByteReader(bytes, $0) }
        }
        return found
    }

    /// Writes entries. What cannot be written is computed again by the next run.
    func add(_ additions: [Addition]) {
        guard !additions.isEmpty else { return }
        let first = { (addition: Addition) in addition.entry * Self.maximumParts }
        try? store.make([
            SQLiteStore.Change(
                "INSERT OR REPLACE INTO entries (id, key, value) VALUES (?, ?, ?)",
                additions.map { addition in
                    var key = ByteWriter()
                    key.write(addition.key)
                    return [
                        .integer(addition.entry), .data(key.bytes),
                        .data(Checksum.adding(to: addition.value, addition.key)),
                    ]
                }),
            SQLiteStore.Change(
                "DELETE FROM attachments WHERE id = ?",
                additions.flatMap { addition in
                    addition.obsoleteParts.map { [.integer(first(addition) + $0)] }
                }),
            SQLiteStore.Change(
                "INSERT OR REPLACE INTO attachments (id, value) VALUES (?, ?)",
                additions.flatMap { addition in
                    addition.parts.map { part, bytes in
                        [
                            .integer(first(addition) + part),
                            .data(Checksum.adding(to: bytes, addition.key)),
                        ]
                    }
                }),
        ])
    }

    /// Deletes entries with their attachments.
    func delete(_ entries: [Int64]) {
        guard !entries.isEmpty else { return }
        // What cannot be deleted takes room and nothing else.
        try? store.make([
            SQLiteStore.Change("DELETE FROM entries WHERE id = ?", entries.map { [.integer($0)] }),
            SQLiteStore.Change(
                "DELETE FROM attachments WHERE id >= ? AND id < ?",
                entries.map {
                    [
                        .integer($0 * Self.maximumParts),
                        .integer(($0 + 1) * Self.maximumParts),
                    ]
                }),
        ])
    }
}

/// Eight bytes after a value that reveal damage by disks and power cuts. They prevent no forgery.
private enum Checksum {
    static func adding(to bytes: [UInt8], _ key: ContentKey) -> [UInt8] {
        var bytes = bytes
        let sum = sum(of: bytes[...], key)
        withUnsafeBytes(of: sum.littleEndian) { bytes.append(contentsOf: $0) }
        return bytes
    }

    /// Returns the range of the value; nil for damaged bytes.
    static func range(in bytes: [UInt8], _ key: ContentKey) -> Range<Int>? {
        let end = bytes.count - 8
        guard end >= 0 else { return nil }
        var reader = ByteReader(bytes, end..<bytes.count)
        return (try? reader.eightBytes()) == sum(of: bytes[..<end], key) ? 0..<end : nil
    }

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
