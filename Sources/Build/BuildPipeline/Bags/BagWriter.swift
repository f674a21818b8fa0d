package import Hashing
package import LocalFiles
import Synchronization

/// The metadata of a bag in `bag-info.txt`, apart from its size.
package struct BagInfo: Sendable {
    /// The date of the bag, such as `2026-11-21`; nil for none.
    package var date: String?
    /// The owner's identifier for the bag, in one line; nil for none.
    package var identifier: String?
    /// The organization that the bag is from, and whom to ask about it; each nil for none.
    package var organization: String?
    package var contactName: String?
    package var contactEmail: String?
    /// A description of the content, in one line.
    package var description = ""
    /// The version of this program.
    package var version = ""

    package init() {}
}

/// Writes a bag (BagIt 1.0, RFC 8493) into a folder.
///
/// Files are added to the payload, on several threads if need be, and hashed in passing.
/// ``finish(_:)`` writes the manifests.
package final class BagWriter: Sendable {
    /// The absolute path of the bag.
    package let folder: String
    /// The files of the payload by path. Strings that differ only in how accents are composed are
    /// equal to Swift, as such names are to some file systems (RFC 8493, section 5.2).
    private let entries = Mutex<[String: Entry]>([:])
    private static let maker = "Notebinder"

    private struct Entry {
        let key: ContentDigest
        let size: Int
    }

    /// The number of files of a payload and their total size.
    package struct Payload: Hashable, Sendable {
        package let files: Int
        package let bytes: Int
    }

    /// - Parameter folder: The absolute path of the bag, which is created with the first file.
    package init(_ folder: String) {
        self.folder = folder
    }

    /// True if a folder is a bag that this program made.
    package static func made(_ path: String) -> Bool {
        guard ((try? LocalFiles.status(path + "/bagit.txt")) ?? nil) != nil,
            let info = try? LocalFiles.read(path + "/bag-info.txt", atMost: 1 << 20)
        else { return false }
        return BagLabels(info)["Bag-Software-Agent"]?.hasPrefix(maker) == true
    }

    /// Returns the path of a payload file on the disk.
    package func place(of path: String) -> String { "\(folder)/data/\(path)" }

    /// Adds a file with the given content.
    ///
    /// - Parameter path: The path below the payload's folder.
    /// - Throws: ``FileError``, also if a file with that path was added before.
    package func add(_ path: String, bytes: [UInt8]) throws {
        try LocalFiles.makingFolder(of: place(of: path)) {
            try LocalFiles.create($0, bytes: bytes)
        }
        try enter(path, key: ContentDigest(of: bytes), size: bytes.count)
    }

    /// Adds a copy of a file, which shares no inode with the original unless `isLinking` is true.
    ///
    /// - Parameters:
    ///   - path: The path below the payload's folder.
    ///   - source: The absolute path of the original.
    ///   - isLinking: True to create a hard link where the file system cannot share storage.
    /// - Returns: The digest of the content.
    /// - Throws: ``FileError``, also if a file with that path was added before.
    @discardableResult
    package func add(
        _ path: String, fileAt source: String, isLinking: Bool = false
    ) throws -> ContentDigest {
        try hashing(path) { target, read in
            if isLinking {
                try LocalFiles.cloneOrLink(source, to: target)
                let file = try OpenFile(target)
                try LocalFiles.forEachChunk(of: file, in: 0..<(try file.status().size), read)
            } else {
                try LocalFiles.copy(source, to: target, reading: read)
            }
        }
    }

    /// Adds a file with the content of another file of the bag, as a hard link if possible.
    ///
    /// - Parameters:
    ///   - path: The path below the payload's folder.
    ///   - other: The path of the other file below the payload's folder.
    ///   - key: The digest of the content.
    /// - Throws: ``FileError``, also if a file with that path was added before.
    package func add(_ path: String, sameAs other: String, key: ContentDigest) throws {
        try LocalFiles.makingFolder(of: place(of: path)) {
            try LocalFiles.linkOrCopy(place(of: other), to: $0)
        }
        try enter(path, key: key, size: LocalFiles.status(place(of: path))?.size ?? 0)
    }

    /// Adds a file with bytes that are stored within another file.
    ///
    /// - Returns: The digest of the content.
    /// - Throws: ``FileError``, also if a file with that path was added before.
    @discardableResult
    package func add(_ path: String, stored: StoredBytes) throws -> ContentDigest {
        try hashing(path) { target, read in try stored.copy(to: target, reading: read) }
    }

    /// Adds a file that `write` creates at a path on the disk, and returns the digest of the
    /// content, which `write` passes to its second argument.
    private func hashing(
        _ path: String,
        _ write: (_ target: String, _ read: (UnsafeRawBufferPointer) -> Void) throws -> Void
    ) throws -> ContentDigest {
        var hasher = ContentHasher()
        var size = 0
        try LocalFiles.makingFolder(of: place(of: path)) { target in
            try write(target) { chunk in
                hasher.update(chunk)
                size += chunk.count
            }
        }
        let key = hasher.digest()
        try enter(path, key: key, size: size)
        return key
    }

    private func enter(_ path: String, key: ContentDigest, size: Int) throws {
        let isNew = entries.withLock { entries in
            guard entries[path] == nil else { return false }
            entries[path] = Entry(key: key, size: size)
            return true
        }
        guard isNew else {
            throw FileError(
                action: "put a second file into a bag as", path: path, code: FileError.exists)
        }
    }

    /// Writes the manifests and the metadata that make the folder a bag.
    ///
    /// - Returns: The number and size of the payload's files.
    /// - Throws: ``FileError`` if a record cannot be written, or exists already.
    package func finish(_ info: BagInfo) throws -> Payload {
        let entries = self.entries.withLock { $0 }
        let sorted = entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        let payload = Payload(files: entries.count, bytes: sorted.reduce(0) { $0 + $1.value.size })
        var manifest: [UInt8] = []
        for (path, entry) in sorted {
            manifest += Array("\(entry.key.text)  \(BagPath.encoded("data/" + path))\n".utf8)
        }
        let records: [(String, [UInt8])] = [
            ("bag-info.txt", Array(Self.text(info, payload: payload).utf8)),
            ("bagit.txt", Array(Self.declaration.utf8)),
            ("manifest-sha256.txt", manifest),
        ]
        var sums: [UInt8] = []
        for (name, bytes) in records {
            try LocalFiles.create(folder + "/" + name, bytes: bytes)
            sums += Array("\(ContentDigest(of: bytes).text)  \(name)\n".utf8)
        }
        try LocalFiles.create(folder + "/tagmanifest-sha256.txt", bytes: sums)
        return payload
    }

    private static let declaration = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"

    private static func text(_ info: BagInfo, payload: Payload) -> String {
        let lines = [
            ("Bag-Software-Agent", "\(maker) \(info.version)"), ("Bagging-Date", info.date),
            ("Contact-Email", info.contactEmail), ("Contact-Name", info.contactName),
            ("External-Description", info.description), ("External-Identifier", info.identifier),
            ("Payload-Oxum", "\(payload.bytes).\(payload.files)"),
            ("Source-Organization", info.organization),
        ]
        return lines.compactMap { label, value in
            value.map { value in
                // A line break would start another label.
                "\(label): \(value.split(whereSeparator: \.isNewline).joined(separator: " "))\n"
            }
        }.joined()
    }
}
