import FileFormats
import Hashing
import LocalFiles

/// The file of a build cache, with a table of entries and a table of their attachments.
final class CacheStore: Sendable {
    private let store: SQLiteStore
    /// The identifiers of the entries that earlier runs stored, by key; read when the file is
    /// opened.
    let entries: [Fingerprint: Int64]
    /// The first free identifier: greater than those of all entries and attachments in the file.
    let nextEntry: Int64

    /// An entry to be written with its attachments; several are written in one transaction.
    struct Addition: Sendable {
        let entry: Int64
        let key: Fingerprint
        let value: [UInt8]
        let attachments: [UInt8]
    }

    /// The version of the tables. A file of another version is emptied, or counts as unusable when
    /// it is opened for reading only.
    private static let version = 6
    private static let tables = [
        "CREATE TABLE entries (id INTEGER PRIMARY KEY, key BLOB, value BLOB, checksum INTEGER)",
        // The `id` is that of the entry to which the attachments belong.
        "CREATE TABLE attachments (id INTEGER PRIMARY KEY, value BLOB, checksum INTEGER)",
    ]
    /// The upper bound of identifiers, not included. A damaged file may contain any number.
    private static let maximumEntries: Int64 = 1 << 36

    /// Opens the file and reads its keys; nil if it cannot be opened or is damaged.
    init?(_ path: String, isReadOnly: Bool = false) {
        do {
            store = try SQLiteStore(
                path, version: Self.version, tables: Self.tables, isReadOnly: isReadOnly)
            var entries: [Fingerprint: Int64] = [:]
            var isSound = true
            var last: Int64 = 0
            try store.forEachRow("SELECT id, key FROM entries ORDER BY id") { row in
                last = row.integer(0)
                var reader = ByteReader(row.data(1))
                guard (0..<Self.maximumEntries).contains(last),
                    let key = try? reader.value(Fingerprint.self)
                else { return isSound = false }
                entries[key] = last
            }
            try store.forEachRow("SELECT max(id) FROM attachments") {
                last = max(last, $0.integer(0))
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

    /// Returns the value of an entry; nil for one that is missing or does not match its checksum.
    func value(of entry: Int64, key: Fingerprint) -> ByteReader? {
        read("SELECT value, checksum FROM entries WHERE id = ?", id: entry, key: key).map {
            ByteReader($0)
        }
    }

    /// Returns the concatenated attachments of an entry; nil for missing ones, and for those that
    /// do not match their checksum.
    func attachments(of key: Fingerprint) -> [UInt8]? {
        entries[key].flatMap {
            read("SELECT value, checksum FROM attachments WHERE id = ?", id: $0, key: key)
        }
    }

    private func read(_ query: String, id: Int64, key: Fingerprint) -> [UInt8]? {
        var found: [UInt8]?
        try? store.forEachRow(query, values: [.integer(id)]) { row in
            let bytes = row.data(0)
            if row.integer(1) == Checksum.of(bytes, key: key) { found = bytes }
        }
        return found
    }

    /// Writes entries. What cannot be written is computed again by the next run.
    func add(_ additions: [Addition]) {
        guard !additions.isEmpty else { return }
        try? store.make([
            SQLiteStore.Change(
                "INSERT OR REPLACE INTO entries (id, key, value, checksum) VALUES (?, ?, ?, ?)",
                rows: additions.map { addition in
                    var key = ByteWriter()
                    key.write(addition.key)
                    return [
                        .integer(addition.entry), .data(key.bytes), .data(addition.value),
                        .integer(Checksum.of(addition.value, key: addition.key)),
                    ]
                }),
            SQLiteStore.Change(
                "INSERT OR REPLACE INTO attachments (id, value, checksum) VALUES (?, ?, ?)",
                rows: additions.filter { !$0.attachments.isEmpty }.map { addition in
                    [
                        .integer(addition.entry), .data(addition.attachments),
                        .integer(Checksum.of(addition.attachments, key: addition.key)),
                    ]
                }),
        ])
    }

    /// Deletes entries with their attachments, in one transaction. Failure is ignored.
    func delete(_ entries: [Int64]) {
        guard !entries.isEmpty else { return }
        // An entry that cannot be deleted only wastes space.
        try? store.make(
            ["entries", "attachments"].map { table in
                SQLiteStore.Change(
                    "DELETE FROM \(table) WHERE id = ?", rows: entries.map { [.integer($0)] })
            })
    }
}

/// A checksum that detects damage by disks and power failures. It does not protect against forgery.
private enum Checksum {
    static func of(_ bytes: [UInt8], key: Fingerprint) -> Int64 {
        bytes.withUnsafeBytes { buffer in
            var sum = key.value.firstNumber ^ UInt64(buffer.count)
            var offset = 0
            while offset + 8 <= buffer.count {
                let word = buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                sum = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
                sum ^= sum >> 29
                offset += 8
            }
            return Int64(bitPattern: sum ^ FNVHash(buffer[offset...]).value)
        }
    }
}
