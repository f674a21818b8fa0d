package import ContentHashing
package import LocalFiles
import OutputPlan
import Synchronization

package import struct NoteModel.StoredBytes

/// What a bag says of itself in `bag-info.txt`, beside its size.
package struct BagInfo: Sendable {
    /// `2026-11-21`; nil for a bag without a date.
    package var date: String?
    /// What its owner calls it; one line.
    package var identifier: String?
    /// What is in it; one line.
    package var description: String
    /// Version of this program.
    package var version: String

    package init(
        date: String? = nil, identifier: String? = nil, description: String, version: String
    ) {
        self.date = date
        self.identifier = identifier
        self.description = description
        self.version = version
    }
}

/// Makes a bag (BagIt 1.0, RFC 8493) in a folder: files are added to its payload, on several
/// threads if need be, and summed up as they are; in the end come the manifests.
package final class BagWriter: Sendable {
    /// Absolute path of the bag.
    package let folder: String
    /// By their names as people see them: names that differ in how accents are composed become one
    /// on some machines (RFC 8493, section 5.2).
    private let entries = Mutex<[String: Entry]>([:])
    private static let maker = "Notebinder"

    private struct Entry {
        let key: ContentDigest
        let size: Int
    }

    /// How much a payload is.
    package struct Payload: Hashable, Sendable {
        package let files: Int
        package let bytes: Int
    }

    /// - Parameter folder: Absolute path; made with the bag's first file.
    package init(_ folder: String) {
        self.folder = folder
    }

    /// Whether a folder is a bag that this program made.
    package static func made(_ path: String) -> Bool {
        guard ((try? LocalFiles.status(path + "/bagit.txt")) ?? nil) != nil,
            let info = try? LocalFiles.read(path + "/bag-info.txt")
        else { return false }
        return BagLabels(info)["Bag-Software-Agent"]?.hasPrefix(maker) == true
    }

    /// Where a file of the payload lies on the disk.
    package func place(of path: String) -> String { "\(folder)/data/\(path)" }

    /// Adds bytes as a file.
    ///
    /// - Parameter path: Below the payload's folder; each is added once.
    package func add(_ path: String, _ bytes: [UInt8]) throws(FileError) {
        try LocalFiles.makingFolder(of: place(of: path)) { target throws(FileError) in
            try LocalFiles.create(target, bytes)
        }
        try enter(path, ContentDigest(of: bytes), bytes.count)
    }

    /// Adds a file. The bag shares no inode with it unless told to.
    ///
    /// - Parameters:
    ///   - path: Below the payload's folder; each is added once.
    ///   - source: Absolute path of the file.
    ///   - isLinking: Whether it may stay one file with two names, where storage cannot be shared.
    /// - Returns: The digest of its content.
    @discardableResult
    package func add(
        _ path: String, fileAt source: String, isLinking: Bool = false
    ) throws(FileError) -> ContentDigest {
        var hasher = ContentHasher()
        var size = 0
        let add = { (chunk: UnsafeRawBufferPointer) in
            hasher.update(chunk)
            size += chunk.count
        }
        try LocalFiles.makingFolder(of: place(of: path)) { target throws(FileError) in
            if isLinking {
                try LocalFiles.cloneOrLink(source, to: target)
                let file = try OpenFile(target)
                try LocalFiles.forEachChunk(of: file, in: 0..<(try file.status().size), add)
            } else {
                try LocalFiles.copy(source, to: target, reading: add)
            }
        }
        let key = hasher.digest()
        try enter(path, key, size)
        return key
    }

    /// Adds a file with the content of another one of the bag; both are one file with two names.
    ///
    /// - Parameters:
    ///   - other: Path of that file below the payload's folder.
    ///   - key: The digest of its content.
    package func add(
        _ path: String, sameAs other: String, key: ContentDigest
    ) throws(FileError) {
        try LocalFiles.makingFolder(of: place(of: path)) { target throws(FileError) in
            try LocalFiles.linkOrCopy(place(of: other), to: target)
        }
        try enter(path, key, LocalFiles.status(place(of: path))?.size ?? 0)
    }

    /// Adds a part of a file.
    ///
    /// - Returns: The digest of its content.
    @discardableResult
    package func add(_ path: String, _ stored: StoredBytes) throws(FileError) -> ContentDigest {
        var hasher = ContentHasher()
        var size = 0
        try LocalFiles.makingFolder(of: place(of: path)) { target throws(FileError) in
            try stored.copy(to: target) { chunk in
                hasher.update(chunk)
                size += chunk.count
            }
        }
        let key = hasher.digest()
        try enter(path, key, size)
        return key
    }

    private func enter(_ path: String, _ key: ContentDigest, _ size: Int) throws(FileError) {
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

    /// Writes what makes the folder a bag.
    ///
    /// - Returns: What it holds beside its own records.
    package func finish(_ info: BagInfo) throws(FileError) -> Payload {
        let entries = self.entries.withLock { $0 }
        let sorted = entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        let payload = Payload(
            files: entries.count, bytes: sorted.reduce(0) { $0 + $1.value.size })
        var manifest: [UInt8] = []
        for (path, entry) in sorted {
            manifest += Array("\(entry.key.text)  \(BagPath.encoded("data/" + path))\n".utf8)
        }
        let records: [(String, [UInt8])] = [
            ("bag-info.txt", Array(Self.text(info, payload).utf8)),
            ("bagit.txt", Array(Self.declaration.utf8)),
            ("manifest-sha256.txt", manifest),
        ]
        var sums: [UInt8] = []
        for (name, bytes) in records {
            try LocalFiles.create(folder + "/" + name, bytes)
            sums += Array("\(ContentDigest(of: bytes).text)  \(name)\n".utf8)
        }
        try LocalFiles.create(folder + "/tagmanifest-sha256.txt", sums)
        return payload
    }

    private static let declaration = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"

    private static func text(_ info: BagInfo, _ payload: Payload) -> String {
        let lines = [
            ("Bag-Software-Agent", "\(maker) \(info.version)"), ("Bagging-Date", info.date),
            ("External-Description", info.description), ("External-Identifier", info.identifier),
            ("Payload-Oxum", "\(payload.bytes).\(payload.files)"),
        ]
        return lines.compactMap { label, value in
            value.map { value in
                // A line break would begin another label.
                "\(label): \(value.split(whereSeparator: \.isNewline).joined(separator: " "))\n"
            }
        }.joined()
    }
}
