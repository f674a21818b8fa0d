import LocalFiles
import NoteModel

/// Access to the bytes of a store: the database itself, and the files that Core Data keeps beside
/// it.
///
/// Binary data with “Allows External Storage” begins with a byte for its location: 1 if the data
/// follows, 2 if the name of a file in the folder `_EXTERNAL_DATA` follows, terminated by a zero.
struct StoreData {
    private let store: String
    private let root: String
    private let scratch: String
    /// The path of the copy that is read.
    let copy: String
    private let numbers = Numbers()

    private final class Numbers {
        var last = 0
        /// The numbers of times that the files beside the store were read, by their paths.
        var readings: [String: Int] = [:]
    }

    /// - Parameters:
    ///   - store: The absolute path of the database.
    ///   - root: The path of the notes folder; nothing outside of it is read.
    ///   - scratch: The path of a folder for copies, which must exist as long as the notes are
    ///     used.
    init(store: String, root: String, scratch: String) {
        (self.store, self.root, self.scratch) = (store, root, scratch)
        copy = scratch + "/store.sqlite"
    }

    /// Copies the store and its logs in a consistent state.
    ///
    /// - Returns: True if the end of the store is missing.
    /// - Throws: ``FileError`` if a file cannot be copied, or if the store keeps changing.
    @discardableResult
    func copyStore() throws -> Bool {
        for _ in 0..<5 {
            let before = try state()
            for ending in [""] + Self.logs {
                try? LocalFiles.remove(copy + ending)
                if try isOwnFile(store + ending) {
                    try LocalFiles.copy(store + ending, to: copy + ending)
                }
            }
            if try state() == before { return try restoreLength() }
        }
        throw FileError(action: "copy", path: store, code: FileError.busy)
    }

    /// Gives a copy that was cut off the length that its header names (SQLite file format, section
    /// 1.3). SQLite refuses a shorter one as a whole; so only what was in the missing pages is lost.
    ///
    /// - Returns: True if it was cut off.
    private func restoreLength() throws -> Bool {
        let file = try OpenFile(copy, access: .update)
        let size = try file.status().size
        let head = try LocalFiles.read(file, count: 100)
        guard head.count == 100, head.starts(with: "SQLite format 3\0".utf8),
            // Others do not keep the length up to date.
            head[24..<28] == head[92..<96]
        else { return false }
        let page = Int(head[16]) << 8 | Int(head[17])
        let pages = head[28..<32].reduce(0) { $0 << 8 | Int($1) }
        let length = (page == 1 ? 65_536 : page) * pages
        guard size < length, length / 16 < size else { return false }
        try file.truncate(to: length)
        return true
    }

    private func isOwnFile(_ path: String) throws -> Bool {
        guard try LocalFiles.status(path)?.isFile == true, let resolved = LocalFiles.resolved(path)
        else { return false }
        return LocalFiles.isBelow(resolved, root)
    }

    /// Removes the copy. Data that was extracted from it remains.
    func removeCopy() {
        for ending in [""] + Self.logs + ["-shm"] { try? LocalFiles.remove(copy + ending) }
    }

    /// Returns the location of the bytes of a binary value. Bytes in the database are written to a
    /// file in the scratch folder; they count as damaged if that fails.
    func contents(of value: [UInt8]) -> MediaContent {
        if let file = externalFile(value) {
            guard let file, let status = try? LocalFiles.status(file), status.isFile else {
                return .missing
            }
            return .stored(StoredBytes(file: file, range: 0..<status.size))
        }
        let inline = Self.inline(value)
        numbers.last += 1
        let path = "\(scratch)/\(numbers.last)"
        do {
            try LocalFiles.create(path, bytes: Array(inline))
            return .stored(StoredBytes(file: path, range: 0..<inline.count))
        } catch {
            return .damaged
        }
    }

    /// Returns the bytes of a binary value; nil if their file is missing, or too large for a
    /// drawing.
    func bytes(of value: [UInt8]) -> [UInt8]? {
        guard let file = externalFile(value) else { return Array(Self.inline(value)) }
        guard let file, let status = try? LocalFiles.status(file),
            status.size <= Self.maximumDrawingSize,
            numbers.readings[file, default: 0] < Self.maximumReadings
        else { return nil }
        numbers.readings[file, default: 0] += 1
        return try? LocalFiles.read(file)
    }

    /// True for data without a byte, or with that of its location only.
    static func isEmpty(_ value: [UInt8]) -> Bool { value.isEmpty || value == [1] }

    private static func inline(_ value: [UInt8]) -> ArraySlice<UInt8> {
        value.first == 1 ? value.dropFirst() : value[...]
    }

    /// Returns the path of the file that contains a value: `.none` for data in the database, and
    /// `.some(nil)` if the name is invalid or there is no such file in the notes folder.
    private func externalFile(_ value: [UInt8]) -> String?? {
        guard value.first == 2, value.count <= 256, value.last == 0 || value.count == 37 else {
            return .none
        }
        let name = value.dropFirst().prefix { $0 != 0 }
        // The name is a UUID; other characters could lead outside of the folder.
        let isName = name.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) || $0 == 0x2D
        }
        guard isName, !name.isEmpty else { return .some(nil) }
        let file = externalFolder + "/" + String(decoding: name, as: UTF8.self)
        // A symbolic link could lead outside as well.
        guard let resolved = LocalFiles.resolved(file), LocalFiles.isBelow(resolved, root) else {
            return .some(nil)
        }
        return .some(resolved)
    }

    /// The path of the folder for large values beside the store; it may not exist.
    private var externalFolder: String {
        "\(LocalFiles.folder(of: store))/.\(Self.name(of: store))_SUPPORT/_EXTERNAL_DATA"
    }

    /// The size of the copy and of the files beside the store in bytes.
    var size: Int {
        let external = ((try? LocalFiles.entries(of: externalFolder)) ?? []).map {
            externalFolder + "/" + $0.name
        }
        let files = ([""] + Self.logs).map { copy + $0 } + external
        return files.reduce(0) {
            $0 + (((try? LocalFiles.status($1, followingLinks: false)) ?? nil)?.size ?? 0)
        }
    }

    /// Returns the name of a file without its extension, which is part of the name of the folder
    /// beside it.
    private static func name(of path: String) -> String {
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
        let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
        return String(Substring(name[..<dot]))
    }

    private static let logs = ["-wal", "-journal"]
    /// The maximum number of times that a file beside the store is read: it belongs to one row, but
    /// a damaged store may refer to it from any number.
    private static let maximumReadings = 4
    private static let maximumDrawingSize = 64 << 20

    private func state() throws -> [FileStatus?] {
        var state: [FileStatus?] = []
        for ending in [""] + Self.logs { state.append(try LocalFiles.status(store + ending)) }
        return state
    }
}
