package import ContentHashing
package import LocalFiles

/// What a look at a published tree saw: enough to tell whether it holds what its manifest says,
/// without looking a second time.
package struct TreeSnapshot: Sendable {
    /// Of the files.
    private(set) var files = FileSetHash()
    /// Each folder of the tree, itself first, and when something in it was added or removed last, in
    /// nanoseconds since 1970; none where there is no tree.
    private let folders: [(path: String, changed: Int64)]
    /// Whether all of it was seen, and a later change of the folders would show.
    private let isSure: Bool

    /// - Parameters:
    ///   - listed: The tree.
    ///   - start: When it was begun to look, in nanoseconds since 1970.
    ///   - isWhole: Whether all that was listed could be looked at.
    ///   - sums: Of the files in its pieces.
    package init(of listed: ListedTree, since start: Int64, isWhole: Bool, _ sums: [FileSetHash]) {
        for sum in sums { files.add(sum) }
        folders = listed.folders.map { folder in
            (
                folder.path.isEmpty
                    ? "" : "/" + String(decoding: folder.path.dropLast(), as: UTF8.self),
                // The root itself is moved and changed by that; time that was set back shows below it.
                folder.path.isEmpty ? folder.modified : folder.changed
            )
        }
        isSure =
            isWhole && listed.passedOver.isEmpty
            && folders.allSatisfy { FileStatus.isSettled($0.changed, before: start) }
    }

    /// How a tree looks that was published a moment ago: its files are not looked at again.
    ///
    /// - Parameters:
    ///   - path: Where it lies.
    ///   - files: Of all its files.
    ///   - folders: Paths of its folders, each with a slash before it; empty for the tree itself.
    /// - Throws: ``FileError`` for a folder that is gone.
    init(at path: String, files: FileSetHash, folders: Set<String>) throws(FileError) {
        self.files = files
        var known: [(path: String, changed: Int64)] = []
        for folder in folders {
            let (status, changed) = try LocalFiles.statusAndChange(of: path + folder)
            known.append((folder, folder.isEmpty ? status.modified : changed))
        }
        self.folders = known
        isSure = false
    }

    /// All that was seen, for the key of it.
    package func add(to parts: inout Fingerprinter) {
        files.add(to: &parts)
        for folder in folders.sorted(by: { $0.path < $1.path }) {
            parts.add(folder.path)
            parts.add(Int(folder.changed))
        }
    }

    /// Whether nothing was added to the tree, or removed, since it was looked at.
    ///
    /// - Parameter path: Where it lies now.
    func isUntouched(at path: String) -> Bool {
        isSure && !folders.isEmpty
            && folders.allSatisfy { folder in
                let now = try? LocalFiles.statusAndChange(of: path + folder.path)
                return (folder.path.isEmpty ? now?.0.modified : now?.changed) == folder.changed
            }
    }
}

/// Tells some files from others by paths, sizes, inodes and times, in whatever order they are seen.
///
/// A sum of two hashes a file: it finds what happens, and no forgery; who can write into the tree
/// needs none.
package struct FileSetHash: Hashable, Sendable {
    private var first: UInt64 = 0
    private var second: UInt64 = 0
    private var count = 0

    package init() {}

    /// Folders are none of them.
    package mutating func add(_ entry: borrowing ListedEntry) {
        guard !entry.status.isFolder else { return }
        // Links and devices are none of ours.
        add(
            entry.path, size: entry.status.isFile ? entry.status.size : -1,
            modified: entry.status.modified, inode: entry.status.inode)
    }

    mutating func add(
        _ path: UnsafeBufferPointer<UInt8>, size: Int = 0, modified: Int64 = 0, inode: UInt64
    ) {
        // FNV-1a, and the same with another multiplier.
        var (one, two): (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x9E37_79B9_7F4A_7C15)
        for byte in path {
            one = (one ^ UInt64(byte)) &* 0x100_0000_01B3
            two = (two ^ UInt64(byte)) &* 0xD6E8_FEB8_6659_FD93
        }
        let (size, time) = (UInt64(bitPattern: Int64(size)), UInt64(bitPattern: modified))
        first &+= Self.mixed(Self.mixed(Self.mixed(one ^ size) ^ time) ^ inode)
        second &+= Self.mixed(Self.mixed(Self.mixed(two ^ inode) ^ size) ^ time)
        count += 1
    }

    func add(to parts: inout Fingerprinter) {
        parts.add(Int(bitPattern: UInt(first)))
        parts.add(Int(bitPattern: UInt(second)))
        parts.add(count)
    }

    mutating func add(_ other: FileSetHash) {
        first &+= other.first
        second &+= other.second
        count += other.count
    }

    /// The last steps of MurmurHash3.
    private static func mixed(_ value: UInt64) -> UInt64 {
        var value = value
        value ^= value >> 33
        value = value &* 0xFF51_AFD7_ED55_8CCD
        value ^= value >> 33
        value = value &* 0xC4CE_B9FE_1A85_EC53
        return value ^ value >> 33
    }
}
