import LocalFiles
import NoteModel

/// Where the bytes of a store lie: the store itself, and what Core Data keeps beside it.
///
/// Binary data with “Allows External Storage” begins with a byte that tells its place: 1 for what
/// follows it, 2 for the name of a file in the folder `_EXTERNAL_DATA`, ended by a zero.
struct StoreData {
    private let store: String
    private let root: String
    private let scratch: String
    /// Path of the copy that is read.
    let copy: String
    private let numbers = Numbers()

    private final class Numbers {
        var last = 0
    }

    /// - Parameters:
    ///   - store: Absolute path.
    ///   - root: Of the notes folder; nothing that leads out of it is read.
    ///   - scratch: A folder of its own for copies, that stays as long as the notes are used.
    init(store: String, root: String, scratch: String) {
        self.store = store
        self.root = root
        self.scratch = scratch
        copy = scratch + "/store.sqlite"
    }

    /// Copies the store with its log, both as they are at one moment.
    ///
    /// - Throws: ``FileError``, also for a store that is written to all the time.
    func copyStore() throws(FileError) {
        for _ in 0..<5 {
            let before = try state()
            for ending in [""] + Self.logs {
                try? LocalFiles.remove(copy + ending)
                if try isOwnFile(store + ending) {
                    try LocalFiles.copy(store + ending, to: copy + ending)
                }
            }
            if try state() == before { return }
        }
        throw FileError(action: "copy", path: store, code: FileError.busy)
    }

    private func isOwnFile(_ path: String) throws(FileError) -> Bool {
        guard try LocalFiles.status(path)?.isFile == true, let resolved = LocalFiles.resolved(path)
        else { return false }
        return LocalFiles.isBelow(resolved, root)
    }

    /// Removes the copy; what was taken out of it stays.
    func removeCopy() {
        for ending in [""] + Self.logs + ["-shm"] { try? LocalFiles.remove(copy + ending) }
    }

    enum Contents {
        case stored(StoredBytes)
        /// The file that holds them is not there.
        case missing
        /// There is no room to keep them for the run.
        case unwritable
    }

    /// Where the bytes of a binary value can be read.
    func contents(of value: [UInt8]) -> Contents {
        if let file = externalFile(value) {
            guard let file, let status = try? LocalFiles.status(file), status.isFile else {
                return .missing
            }
            return .stored(StoredBytes(file: file, range: 0..<status.size))
        }
        let inline = Self.inline(value)
        numbers.last += 1
        let path = "\(scratch)/\(numbers.last)"
        do throws(FileError) {
            try LocalFiles.create(path, Array(inline))
            return .stored(StoredBytes(file: path, range: 0..<inline.count))
        } catch {
            return .unwritable
        }
    }

    /// The bytes themselves; nil where their file is missing or too large to be a drawing.
    func bytes(of value: [UInt8]) -> [UInt8]? {
        guard let file = externalFile(value) else { return Array(Self.inline(value)) }
        guard let file, let status = try? LocalFiles.status(file),
            status.size <= Self.maximumDrawingTime
        else { return nil }
        return try? LocalFiles.read(file)
    }

    private static func inline(_ value: [UInt8]) -> ArraySlice<UInt8> {
        value.first == 1 ? value.dropFirst() : value[...]
    }

    /// Nil for data that is in place; a path of nil for a name that no file has.
    private func externalFile(_ value: [UInt8]) -> String?? {
        guard value.first == 2, value.count <= 256, value.last == 0 || value.count == 37 else {
            return .none
        }
        let name = value.dropFirst().prefix { $0 != 0 }
        // A UUID; anything else might lead out of the folder.
        let isName = name.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) || $0 == 0x2D
        }
        guard isName, !name.isEmpty else { return .some(nil) }
        let folder = LocalFiles.folder(of: store)
        let file =
            "\(folder)/.\(Self.name(of: store))_SUPPORT/_EXTERNAL_DATA/\(String(decoding: name, as: UTF8.self))"
        // A link might lead out as well.
        guard let resolved = LocalFiles.resolved(file), LocalFiles.isBelow(resolved, root) else {
            return .some(nil)
        }
        return .some(resolved)
    }

    /// The file's name without its ending, as the folder beside it is called.
    private static func name(of path: String) -> String {
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
        let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
        return String(Substring(name[..<dot]))
    }

    private static let logs = ["-wal", "-journal"]
    private static let maximumDrawingTime = 64 << 20

    private func state() throws(FileError) -> [FileStatus?] {
        var state: [FileStatus?] = []
        for ending in [""] + Self.logs { state.append(try LocalFiles.status(store + ending)) }
        return state
    }
}
