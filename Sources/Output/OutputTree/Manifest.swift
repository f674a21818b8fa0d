import Hashing
import LocalFiles
import NoteModel
import OutputPlan

/// The record of the files that a tree held when it was published.
struct Manifest: Sendable {
    /// The inode of the tree's folder, by which recovery detects whether a swap took place.
    let folderInode: UInt64
    /// The files that Notebinder wrote, ordered by the bytes of their paths.
    let entries: [Entry]
    /// The paths, relative to the tree, of files that Notebinder did not write and that were kept.
    let foreign: [String]

    struct Entry: Sendable {
        let path: String
        /// The SHA-256 of the content.
        let key: ContentDigest
        /// The fingerprint of the inputs that the file was made from; nil if the plan did not
        /// provide one.
        var inputs: Fingerprint?
        /// The role for readers; see ``OutputFile/role``.
        var role: OutputRole
        let size: Int
        let modified: Int64
        let inode: UInt64

        init(
            path: String, key: ContentDigest, inputs: Fingerprint?, role: OutputRole = .part,
            status: FileStatus
        ) {
            (self.path, self.key, self.inputs, self.role) = (path, key, inputs, role)
            size = status.size
            modified = status.modified
            inode = status.inode
        }

        /// Returns true if the file still has the recorded size, modification time and inode.
        func matches(_ status: FileStatus) -> Bool {
            status.isFile && status.size == size && status.modified == modified
                && status.inode == inode
        }

        /// Returns true if the file below a folder has the recorded size and content.
        func isIntact(below root: String) -> Bool {
            let file = root + "/" + path
            guard let status = try? LocalFiles.status(file, followingLinks: false),
                status.isFile, status.size == size
            else { return false }
            return (try? ContentDigest(ofFileAt: file)) == key
        }
    }

    struct Damaged: Error {}

    private static let header = Array("notebinder manifest 4\n".utf8)
    /// The header of earlier manifests, which do not know the roles of files.
    private static let headerWithoutRoles = Array("notebinder manifest 3\n".utf8)

    /// Returns the inode of the folder that a manifest describes, reading only the first bytes; nil
    /// if the file is not a manifest.
    static func folderInode(in path: String) -> UInt64? {
        guard let file = try? OpenFile(path),
            let bytes = try? LocalFiles.read(file, count: header.count + 8),
            bytes.starts(with: header) || bytes.starts(with: headerWithoutRoles)
        else { return nil }
        var reader = ByteReader(bytes, range: header.count..<bytes.count)
        return try? reader.eightBytes()
    }

    /// The bytes of the manifest file.
    var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 96 + entries.count * 160)
        Self.header.withUnsafeBytes { writer.write(unmeasured: $0) }
        writer.write(eightBytes: folderInode)
        writer.write(list: entries) { $1.write(to: &$0) }
        writer.write(foreign)
        writer.write(ContentDigest(of: writer.bytes))
        return writer.bytes
    }

    /// The hash of the files as they were written. Foreign files are not included.
    var fileSetHash: FileSetHash {
        var sum = FileSetHash()
        for entry in entries {
            var path = entry.path
            path.withUTF8 {
                sum.add($0, size: entry.size, modified: entry.modified, inode: entry.inode)
            }
        }
        return sum
    }

    /// The paths of all folders with files and of their parents, each with a leading slash; empty
    /// for the tree itself.
    var folders: Set<String> {
        var folders: Set<String> = [""]
        var last: Substring.UTF8View = ""[...].utf8
        for entry in entries {
            let path = entry.path.utf8
            guard let end = path.lastIndex(of: UInt8(ascii: "/")) else { continue }
            guard !path[..<end].elementsEqual(last) else { continue }
            last = path[..<end]
            for index in path[..<end].indices where path[index] == UInt8(ascii: "/") {
                folders.insert("/" + entry.path[..<index])
            }
            folders.insert("/" + entry.path[..<end])
        }
        return folders
    }

    /// The hash of the paths and inodes of the files, without their sizes and times.
    var namesSum: FileSetHash {
        var sum = FileSetHash()
        for entry in entries {
            var path = entry.path
            path.withUTF8 { sum.add($0, inode: entry.inode) }
        }
        return sum
    }

    /// The positions of the files in ``entries``, by path.
    var places: [TreePath: Int] {
        Dictionary(
            entries.indices.lazy.map { (TreePath(entries[$0].path), $0) },
            uniquingKeysWith: { $1 })
    }

    /// Returns the position in ``entries`` of each of some paths; nil for one without an entry.
    ///
    /// - Parameter paths: The paths, ordered as the entries are.
    func places(of paths: some Sequence<String>) -> [Int?] {
        var place = 0
        return paths.map { path in
            while place < entries.count {
                let order = path.order(beside: entries[place].path)
                if order == 0 { return place }
                guard order > 0 else { break }
                place += 1
            }
            return nil
        }
    }

    /// Calls `body` for each path in one of two manifests, with its entries in both, in the order
    /// of the paths.
    static func forEachFile(
        of old: Manifest?, and new: Manifest?, _ body: (_ old: Entry?, _ new: Entry?) -> Void
    ) {
        let (old, new) = (old?.entries ?? [], new?.entries ?? [])
        var (one, two) = (0, 0)
        while one < old.count || two < new.count {
            let order =
                one == old.count
                ? 1 : two == new.count ? -1 : old[one].path.order(beside: new[two].path)
            body(order <= 0 ? old[one] : nil, order >= 0 ? new[two] : nil)
            if order <= 0 { one += 1 }
            if order >= 0 { two += 1 }
        }
    }

    func holds(_ path: String) -> Bool { entries.place(of: path, \.path) != nil }
}

extension Manifest {
    /// Reads a manifest.
    ///
    /// - Throws: ``Damaged`` if the content is not that of a manifest; ``FileError`` if the file
    ///   cannot be read.
    init(contentsOf path: String) throws {
        let bytes = try LocalFiles.read(path)
        // The last 32 bytes are the SHA-256 of all the others.
        let end = bytes.count - 32
        let hasRoles = bytes.starts(with: Self.header)
        guard end > Self.header.count, hasRoles || bytes.starts(with: Self.headerWithoutRoles)
        else { throw Damaged() }
        var digest = ByteReader(bytes, range: end..<bytes.count)
        var reader = ByteReader(bytes, range: Self.header.count..<end)
        do {
            guard try digest.value() == ContentDigest(of: bytes[..<end]) else {
                throw BinaryDecodingError()
            }
            self.init(
                folderInode: try reader.eightBytes(),
                entries: try reader.list { try Entry(from: &$0, hasRole: hasRoles) },
                foreign: try reader.value())
        } catch {
            throw Damaged()
        }
    }
}

extension Manifest.Entry {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(path, key, inputs, role.rawValue, size)
        writer.write(eightBytes: UInt64(bitPattern: modified))
        writer.write(inode)
    }

    fileprivate init(from reader: inout ByteReader, hasRole: Bool) throws {
        path = try reader.value()
        key = try reader.value()
        inputs = try reader.value()
        guard let role = OutputRole(rawValue: hasRole ? try reader.value() : 0) else {
            throw BinaryDecodingError()
        }
        self.role = role
        size = try reader.value()
        modified = Int64(bitPattern: try reader.eightBytes())
        inode = try reader.value()
    }
}
