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

    /// Reads a manifest: a header, the folder's inode, then a line a file.
    init(contentsOf path: String) throws {
        // Bytes and not characters: a path may begin with a sign that joins the space before it.
        func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
        var rest = try LocalFiles.read(path)[...]
        func nextLine() -> ArraySlice<UInt8>? {
            guard let end = rest.firstIndex(of: 0x0A) else { return nil }
            defer { rest = rest[(end + 1)...] }
            return rest[..<end]
        }
        guard nextLine().map(text) == Self.header,
            let inode = nextLine().flatMap({ UInt64(text($0)) }), rest.last ?? 0x0A == 0x0A
        else { throw Damaged() }
        var entries: [String: Entry] = [:]
        while let line = nextLine() {
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

    /// How a manifest begins; a line for each file follows.
    static func head(folderInode: UInt64) -> [UInt8] {
        Array("\(header)\n\(folderInode)\n".utf8)
    }
}

extension Manifest.Entry {
    /// Writes the line of a file.
    func append(to bytes: inout [UInt8], path: String) {
        bytes.append(contentsOf: "\(key.text) \(size) \(modified) \(inode) \(path)\n".utf8)
    }
}
