import LocalFiles
import OutputPlan

/// What a tree held when it was published: each file that this program wrote.
struct Manifest: Sendable {
    /// Inode of the tree's folder, which tells whether a swap took place.
    let folderInode: UInt64
    let entries: [String: Entry]

    struct Entry: Hashable, Sendable {
        let key: ContentKey
        let size: Int
        let modified: Int64
        let inode: UInt64

        init(key: ContentKey, status: FileStatus) {
            self.init(
                key: key, size: status.size, modified: status.modified, inode: status.inode)
        }

        init(key: ContentKey, size: Int, modified: Int64, inode: UInt64) {
            self.key = key
            self.size = size
            self.modified = modified
            self.inode = inode
        }

        /// Whether the file is still the one that was written.
        func matches(_ status: FileStatus) -> Bool {
            status.isFile && status.size == size && status.modified == modified
                && status.inode == inode
        }
    }

    struct Damaged: Error {}

    private static let header = "notebinder manifest 1"

    init(folderInode: UInt64, entries: [String: Entry]) {
        self.folderInode = folderInode
        self.entries = entries
    }

    /// Reads a manifest: a header, the folder's inode, then a line a file.
    init(contentsOf path: String) throws {
        // Bytes and not characters: a path may begin with a sign that joins the space before it.
        func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
        var lines = try LocalFiles.read(path)
            .split(separator: 0x0A, omittingEmptySubsequences: false)[...]
        guard lines.popFirst().map(text) == Self.header,
            let inode = lines.popFirst().flatMap({ UInt64(text($0)) }),
            lines.popLast()?.isEmpty == true
        else { throw Damaged() }
        var entries: [String: Entry] = [:]
        entries.reserveCapacity(lines.count)
        for line in lines {
            let parts = line.split(separator: 0x20, maxSplits: 4).map(text)
            guard parts.count == 5, let key = ContentKey(text: parts[0]),
                let size = Int(parts[1]), let modified = Int64(parts[2]),
                let inode = UInt64(parts[3])
            else { throw Damaged() }
            entries[parts[4]] = Entry(
                key: key, size: size, modified: modified, inode: inode)
        }
        folderInode = inode
        self.entries = entries
    }

    var bytes: [UInt8] {
        var text = "\(Self.header)\n\(folderInode)\n"
        for (path, entry) in entries.sorted(by: { $0.key < $1.key }) {
            text += "\(entry.key.text) \(entry.size) \(entry.modified) \(entry.inode) \(path)\n"
        }
        return Array(text.utf8)
    }
}
