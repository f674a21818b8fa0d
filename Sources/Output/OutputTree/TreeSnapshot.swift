package import Hashing
package import LocalFiles

/// A snapshot of a published tree: enough to decide whether the tree matches its manifest without
/// examining it again.
package struct TreeSnapshot: Sendable {
    /// The hash of the files.
    private(set) var files = FileSetHash()
    /// The folders of the tree, each with the time of the last addition or removal in it, in
    /// nanoseconds since 1970; empty if there is no tree. Paths have a leading slash; that of the
    /// tree itself is empty.
    private let folders: [(path: String, changed: Int64)]
    /// True if the whole tree was examined, and any later change of a folder is certain to alter
    /// its time.
    private let isSure: Bool

    /// - Parameters:
    ///   - listed: The listing of the tree.
    ///   - start: The time at which the examination began, in nanoseconds since 1970.
    ///   - isWhole: True if everything that was listed could be examined.
    ///   - sums: The hashes of the files in the pieces of the tree.
    package init(of listed: ListedTree, since start: Int64, isWhole: Bool, _ sums: [FileSetHash]) {
        for sum in sums { files.add(sum) }
        folders = listed.folders.map { folder in
            let path =
                folder.path.isEmpty
                ? "" : "/" + String(decoding: folder.path.dropLast(), as: UTF8.self)
            return (path, Self.lastChange(of: path, folder.stamp))
        }
        isSure =
            isWhole && listed.passedOver.isEmpty
            && folders.allSatisfy { FileStatus.isSettled($0.changed, before: start) }
    }

    /// Creates the snapshot of a tree that has just been published, without examining its files
    /// again. ``isUntouched(at:)`` is never true for it.
    ///
    /// - Parameters:
    ///   - path: The path of the tree.
    ///   - files: The hash of all its files.
    ///   - folders: The paths of its folders, each with a leading slash; empty for the tree itself.
    /// - Throws: ``FileError`` for a folder that is gone.
    init(at path: String, files: FileSetHash, folders: Set<String>) throws {
        self.files = files
        self.folders = try folders.map { folder in
            (folder, Self.lastChange(of: folder, try FileStamp(path + folder)))
        }
        isSure = false
    }

    /// Returns the time of the last addition or removal in a folder of the tree.
    private static func lastChange(of folder: String, _ stamp: FileStamp) -> Int64 {
        // Moving the tree alters the ctime of its root, so mtime is used for that. For the folders
        // below it, ctime also reveals an mtime that was set back.
        folder.isEmpty ? stamp.status.modified : stamp.changed
    }

    /// Adds everything that the snapshot recorded to a fingerprint.
    package func add(to parts: inout Fingerprinter) {
        files.add(to: &parts)
        for folder in folders.sorted(by: { $0.path < $1.path }) {
            parts.add(folder.path, Int(folder.changed))
        }
    }

    /// Returns true if nothing has been added to or removed from the tree since the snapshot.
    ///
    /// - Parameter path: The current path of the tree.
    func isUntouched(at path: String) -> Bool {
        isSure && !folders.isEmpty
            && folders.allSatisfy { folder in
                let now = try? FileStamp(path + folder.path)
                return now.map { Self.lastChange(of: folder.path, $0) } == folder.changed
            }
    }
}

/// An order-free hash of a set of files, from their paths, sizes, inodes and modification times.
///
/// The hash is the sum of two 64-bit hashes per file. It detects accidental changes, but no
/// forgery: anyone able to forge it can write into the tree anyway.
package struct FileSetHash: Hashable, Sendable {
    private var first: UInt64 = 0
    private var second: UInt64 = 0
    private var count = 0

    package init() {}

    /// Adds a file, link or device. Folders are ignored.
    package mutating func add(_ entry: borrowing ListedEntry) {
        guard !entry.status.isFolder else { return }
        // The size -1 distinguishes links and devices, which Notebinder never writes.
        add(
            entry.path, size: entry.status.isFile ? entry.status.size : -1,
            modified: entry.status.modified, inode: entry.status.inode)
    }

    mutating func add(
        _ path: UnsafeBufferPointer<UInt8>, size: Int = 0, modified: Int64 = 0, inode: UInt64
    ) {
        // Two hashes of 64 bits with different multipliers, of eight bytes at a time.
        let bytes = UnsafeRawBufferPointer(path)
        var (one, two) = (UInt64(bytes.count), 0x9E37_79B9_7F4A_7C15 as UInt64)
        func add(_ word: UInt64) {
            one = (one ^ word) &* 0xD6E8_FEB8_6659_FD93
            one ^= one >> 29
            two = (two ^ word) &* 0xC2B2_AE3D_27D4_EB4F
            two ^= two >> 32
        }
        var place = 0
        while place + 8 <= bytes.count {
            add(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            place += 8
        }
        add(bytes[place...].reduce(0) { $0 << 8 | UInt64($1) })
        let (size, time) = (UInt64(bitPattern: Int64(size)), UInt64(bitPattern: modified))
        first &+= Self.mixed(Self.mixed(Self.mixed(one ^ size) ^ time) ^ inode)
        second &+= Self.mixed(Self.mixed(Self.mixed(two ^ inode) ^ size) ^ time)
        count += 1
    }

    func add(to parts: inout Fingerprinter) {
        parts.add(Int(bitPattern: UInt(first)), Int(bitPattern: UInt(second)), count)
    }

    mutating func add(_ other: FileSetHash) {
        first &+= other.first
        second &+= other.second
        count += other.count
    }

    /// Returns the value after the finalizer of MurmurHash3.
    private static func mixed(_ value: UInt64) -> UInt64 {
        var value = value
        value ^= value >> 33
        value = value &* 0xFF51_AFD7_ED55_8CCD
        value ^= value >> 33
        value = value &* 0xC4CE_B9FE_1A85_EC53
        return value ^ value >> 33
    }
}
