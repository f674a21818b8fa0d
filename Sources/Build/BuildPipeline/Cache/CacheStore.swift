import Hashing
import LocalFiles
import Synchronization

/// The file of a build cache: entries one after the other, each with its attachments. A new entry
/// is appended, and what it replaces is overwritten with zeros when the run has succeeded.
///
/// Nothing waits for the disk: checksums show what a power failure or a defective disk has damaged.
/// The checksums do not protect against forgery.
final class CacheStore: Sendable {
    private let file: OpenFile
    /// The entries that earlier runs stored.
    let entries: [Fingerprint: Entry]
    private let state: Mutex<State>

    /// The place of an entry: a header, the value, and the attachments, one after the other.
    struct Entry: Sendable {
        let start: Int
        let value: Range<Int>
        let attachments: Range<Int>
        let checksum: UInt64

        init(at start: Int, value: Int, attachments: Int, checksum: UInt64) {
            self.start = start
            let values = start + CacheStore.headerSize
            self.value = values..<values + value
            self.attachments = self.value.upperBound..<self.value.upperBound + attachments
            self.checksum = checksum
        }

        var range: Range<Int> { start..<attachments.upperBound }
    }

    private struct State {
        /// The offset at which the next entry is written.
        var end: Int
        /// The entries that this run has stored.
        var added: [Fingerprint: Entry] = [:]
        /// The entries that others have replaced.
        var replaced: [Entry] = []
        /// The number of bytes that hold no entry any more.
        var unusedSize = 0
    }

    /// The beginning of the file. One of another version is replaced.
    private static let mark = Array("notebinder cache 7\n".utf8)
    /// The size of a header in bytes: the sizes of value and attachments, the checksum of the
    /// value, the key, and the checksum of all that.
    private static let headerSize = 8 * 8
    /// The key in the header of a deleted entry, which no input has.
    private static let noKey = Fingerprint(ofLines: ["deleted"])
    /// The upper bound of the sizes of a value and of the attachments of an entry.
    static let maximumSize = 1 << 30

    /// Opens the file and finds its entries, creating it if it is missing. What follows a damaged
    /// header is discarded.
    ///
    /// - Returns: Nil if the file cannot be read or, unless `isReadOnly` is true, written, and for
    ///   what is not a file of this version.
    init?(_ path: String, isReadOnly: Bool = false) {
        // A run may have been killed while it replaced the file.
        if !isReadOnly { try? LocalFiles.remove(path + Self.ending) }
        // The file that a link leads to is not ours.
        guard (try? LocalFiles.status(path, followingLinks: false)?.isFile) != false,
            let file = try? OpenFile(path, access: isReadOnly ? .read : .update),
            let size = try? file.status().size
        else { return nil }
        if size == 0, !isReadOnly { try? file.write(Self.mark, at: 0) }
        guard Self.bytes(0..<Self.mark.count, of: file) == Self.mark else { return nil }
        var state = State(end: Self.mark.count)
        var entries: [Fingerprint: Entry] = [:]
        while let (key, entry) = Self.entry(at: state.end, of: file, size: size) {
            state.end = entry.range.upperBound
            guard let key else {
                state.unusedSize += entry.range.count
                continue
            }
            if let old = entries.updateValue(entry, forKey: key) { state.replaced.append(old) }
        }
        if !isReadOnly, state.end < size, (try? file.truncate(to: state.end)) == nil { return nil }
        self.file = file
        self.entries = entries
        self.state = Mutex(state)
    }

    /// Adds the entries of another file that a file does not have. What cannot be read or written is
    /// left out.
    static func merge(_ other: String, into path: String) {
        guard let source = CacheStore(other, isReadOnly: true), let target = CacheStore(path) else {
            return
        }
        for (key, entry) in source.entries.sorted(by: { $0.value.start < $1.value.start })
        where target.entries[key] == nil {
            guard let value = source.value(of: key),
                let attachments = bytes(entry.attachments, of: source.file)
            else { continue }
            _ = target.add(key, value: value, attachments: attachments)
        }
    }

    /// Returns the value of an entry; nil for one that is missing or damaged.
    func value(of key: Fingerprint) -> [UInt8]? {
        entries[key].flatMap { read($0.value, checksum: $0.checksum) }
    }

    /// Reads a part of the file, which may be damaged; nil if the file has fewer bytes.
    func read(_ range: Range<Int>) -> [UInt8]? { Self.bytes(range, of: file) }

    /// Reads a part of the file; nil if it is damaged.
    func read(_ range: Range<Int>, checksum: UInt64) -> [UInt8]? {
        let bytes = Self.bytes(range, of: file)
        return bytes.map { CacheChecksum.of($0) } == checksum ? bytes : nil
    }

    /// Stores an entry. What cannot be written is computed again by the next run.
    ///
    /// - Returns: The place of the entry; nil if it cannot be written.
    func add(_ key: Fingerprint, value: [UInt8], attachments: [UInt8]) -> Entry? {
        guard max(value.count, attachments.count) < Self.maximumSize else { return nil }
        let checksum = CacheChecksum.of(value)
        return state.withLock { state in
            let entry = Entry(
                at: state.end, value: value.count, attachments: attachments.count,
                checksum: checksum)
            do {
                try file.write(value, at: entry.value.lowerBound)
                try file.write(attachments, at: entry.attachments.lowerBound)
                // Without its header, an entry that is half written does not exist.
                try file.write(Self.header(of: entry, key: key), at: entry.start)
            } catch {
                try? file.truncate(to: state.end)
                return nil
            }
            state.end = entry.range.upperBound
            let old = state.added.updateValue(entry, forKey: key) ?? entries[key]
            if let old { state.replaced.append(old) }
            return entry
        }
    }

    /// Deletes entries, and overwrites with zeros what is not needed any more, so that the text of a
    /// deleted note does not stay in the file. Failure only wastes space, and is ignored.
    func deleteUnused(_ keys: Set<Fingerprint>) {
        state.withLock { state in
            let unused = state.replaced + keys.compactMap { entries[$0] }
            state.replaced = []
            state.unusedSize += unused.reduce(0) { $0 + $1.range.count }
            if state.unusedSize > (state.end - state.unusedSize) / 2 {
                let kept = entries.filter { !keys.contains($0.key) }.merging(state.added) { $1 }
                if (try? rewrite(kept)) != nil { return }
                try? LocalFiles.remove(file.path + Self.ending)
            }
            for entry in unused { try? erase(entry) }
        }
    }

    private func erase(_ entry: Entry) throws(FileError) {
        let zeros = [UInt8](repeating: 0, count: min(1 << 20, entry.range.count))
        let values = entry.value.lowerBound..<entry.range.upperBound
        for start in stride(from: values.lowerBound, to: values.upperBound, by: zeros.count) {
            try file.write(Array(zeros.prefix(values.upperBound - start)), at: start)
        }
        // Last, so that no text is left in an entry that counts as deleted.
        try file.write(Self.header(of: entry, key: nil), at: entry.start)
    }

    /// Replaces the file by one with some of its entries. What is read or written from now on
    /// concerns the old one, which has no name any more.
    private func rewrite(_ kept: [Fingerprint: Entry]) throws(FileError) {
        let path = file.path + Self.ending
        let new = try OpenFile(path, access: .createPrivate)
        try new.writeAll(Self.mark, synchronizing: false)
        var end = Self.mark.count
        for (key, entry) in kept.sorted(by: { $0.value.start < $1.value.start }) {
            let moved = Entry(
                at: end, value: entry.value.count, attachments: entry.attachments.count,
                checksum: entry.checksum)
            let values = try LocalFiles.read(
                file, count: entry.range.upperBound - entry.value.lowerBound,
                at: entry.value.lowerBound)
            try new.writeAll(Self.header(of: moved, key: key) + values, synchronizing: false)
            end = moved.range.upperBound
        }
        try LocalFiles.rename(path, to: file.path)
    }

    /// The ending of the name of a file that will replace another one.
    private static let ending = ".new"
}

extension CacheStore {
    /// Returns the bytes of a range; nil if the file has fewer, or cannot be read.
    private static func bytes(_ range: Range<Int>, of file: borrowing OpenFile) -> [UInt8]? {
        let bytes = try? LocalFiles.read(file, count: range.count, at: range.lowerBound)
        return bytes?.count == range.count ? bytes : nil
    }

    /// Returns the header of an entry.
    ///
    /// - Parameter key: Nil for a deleted entry.
    private static func header(of entry: Entry, key: Fingerprint?) -> [UInt8] {
        var writer = ByteWriter(capacity: headerSize)
        writer.write(eightBytes: UInt64(entry.value.count))
        writer.write(eightBytes: UInt64(entry.attachments.count))
        writer.write(eightBytes: entry.checksum)
        writer.write(key ?? noKey)
        writer.write(eightBytes: CacheChecksum.of(writer.bytes, at: entry.start))
        return writer.bytes
    }

    /// Reads the header at an offset; nil if there is none, or no whole entry.
    ///
    /// - Returns: The entry, and its key if it is not deleted.
    private static func entry(
        at start: Int, of file: borrowing OpenFile, size: Int
    ) -> (key: Fingerprint?, entry: Entry)? {
        guard start + headerSize <= size,
            let bytes = bytes(start..<start + headerSize, of: file)
        else { return nil }
        var reader = ByteReader(bytes)
        guard let value = try? reader.eightBytes(), let attachments = try? reader.eightBytes(),
            let checksum = try? reader.eightBytes(), let key = try? reader.value(Fingerprint.self),
            max(value, attachments) < maximumSize,
            let sum = try? reader.eightBytes(),
            sum == CacheChecksum.of(Array(bytes.dropLast(8)), at: start)
        else { return nil }
        let entry = Entry(
            at: start, value: Int(value), attachments: Int(attachments), checksum: checksum)
        guard entry.range.upperBound <= size else { return nil }
        return (key == noKey ? nil : key, entry)
    }
}

/// A checksum that detects damage.
enum CacheChecksum {
    /// - Parameter place: A number on which the checksum depends as well.
    static func of(_ bytes: [UInt8], at place: Int = 0) -> UInt64 {
        bytes.withUnsafeBytes { buffer in
            var sum = UInt64(place) ^ UInt64(buffer.count) &* 0xFF51_AFD7_ED55_8CCD
            var offset = 0
            while offset + 8 <= buffer.count {
                let word = buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                sum = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
                sum ^= sum >> 29
                offset += 8
            }
            return sum ^ FNVHash(buffer[offset...]).value
        }
    }
}
