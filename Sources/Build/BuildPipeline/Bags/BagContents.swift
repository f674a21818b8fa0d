import FileFormats
import LocalFiles
import NoteModel

/// The files of a bag, in a folder or in a ZIP file that holds one.
enum BagContents: Sendable {
    case folder(String)
    case zip(ZipReader)

    /// A file of a bag, or something else in its place, such as a link.
    struct Entry: Sendable {
        /// The path below the bag's folder, separated by `/`.
        let path: String
        let size: Int
        /// The reason why it cannot be a file of a bag, in words that follow its path; nil if it
        /// can.
        let fault: String?
        /// The member of the ZIP file; nil in a folder.
        var member: ZipReader.Member?
    }

    /// The maximum sizes of the files that describe a bag, in bytes: labels and values of its
    /// maker, and lists, which have some hundred bytes for each of a million files.
    private static let (maximumLabelSize, maximumListSize) = (1 << 20, 256 << 20)

    /// Lists the entries of a bag without reading their content.
    ///
    /// - Throws: ``UserError`` if it is neither a folder nor a ZIP file that holds one folder.
    static func opened(_ path: String) throws -> (contents: BagContents, entries: [Entry]) {
        let ofFolder: [Entry]? = try UserError.reading(path) {
            guard let status = try LocalFiles.status(path) else {
                throw FileError(action: "open", path: path, code: FileError.noSuchFile)
            }
            return status.isFolder ? try entries(of: path) : nil
        }
        if let ofFolder { return (.folder(path), ofFolder) }
        do { return try opened(ZipReader(path)) } catch let error as ZipError {
            throw UserError("\(path) \(error.problem).")
        }
    }

    private static func entries(of root: String) throws -> [Entry] {
        var found: [Entry] = []
        var folders = [""]
        while let folder = folders.popLast() {
            for entry in try LocalFiles.entries(of: root + "/" + folder) {
                let path = folder + entry.name
                switch entry.kind {
                case .folder: folders.append(path + "/")
                case .file:
                    let size = try LocalFiles.status(root + "/" + path)?.size ?? 0
                    found.append(Entry(path: path, size: size, fault: nil))
                case .link: found.append(Entry(path: path, size: 0, fault: "is a link"))
                case .special:
                    found.append(Entry(path: path, size: 0, fault: "is a device or a pipe"))
                case .unnameable:
                    found.append(Entry(path: path, size: 0, fault: "has a name that is not UTF-8"))
                }
            }
        }
        return found
    }

    /// Lists the entries of a bag in a ZIP file, which is its only folder (RFC 8493, section 4).
    private static func opened(
        _ zip: ZipReader
    ) throws -> (contents: BagContents, entries: [Entry]) {
        var entries: [Entry] = []
        var seen: Set<ExactText> = []
        var folders: Set<ExactText> = []
        var tops: Set<ExactText> = []
        for member in zip.members {
            let parts = member.name.utf8.split(
                separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            tops.insert(ExactText(parts.count > 1 ? String(Substring(parts[0])) : ""))
            let path = parts.dropFirst().map { String(Substring($0)) }.joined(separator: "/")
            let name = member.isFolder ? String(path.dropLast()) : path
            var fault: String?
            if member.name.utf8.count > 4096 || parts.count > 64 {
                fault = "has a name that is not a path"
            } else if BagPath.leavesBag(member.name) || !name.isEmpty && !BagPath.isPlain(name) {
                fault = "leads out of the bag"
            } else if member.isSpecial {
                fault = "is a link, or a device"
            } else if !member.isFolder, !seen.insert(ExactText(path)).inserted {
                fault = "is in the ZIP file twice"
            } else if member.isFolder, member.size > 0 {
                fault = "is a folder and holds bytes"
            }
            for count in 1..<max(1, fault == nil ? parts.count - 1 : 1) {
                let above = parts[1...count].map { String(Substring($0)) }
                folders.insert(ExactText(above.joined(separator: "/")))
            }
            guard fault != nil || !member.isFolder else { continue }
            entries.append(Entry(path: path, size: member.size, fault: fault, member: member))
        }
        for name in seen.intersection(folders).sorted() {
            entries.append(Entry(path: name.text, size: 0, fault: "is a file and a folder"))
        }
        guard tops.count == 1, tops.first?.text != "" else { throw ZipError.noOneFolder }
        return (.zip(zip), entries)
    }

    /// Passes the content of a file to `body`, in chunks.
    ///
    /// - Throws: ``UserError`` if it cannot be read.
    func read(_ entry: Entry, body: (UnsafeRawBufferPointer) -> Void) throws {
        let path = entry.path
        switch self {
        case .folder(let root):
            try UserError.reading(path) {
                let file = try OpenFile(root + "/" + path)
                let size = try file.status().size
                try LocalFiles.forEachChunk(of: file, in: 0..<size) { chunk in body(chunk) }
            }
        case .zip(let zip):
            guard let member = entry.member else { throw UserError("\(path) is missing.") }
            do { try zip.read(member, body: body) } catch {
                throw UserError("\(zip.path) \(error.problem).")
            }
        }
    }

    /// Returns the content of a file that describes the bag.
    ///
    /// - Parameter isList: True for a manifest, which has a line for each file.
    /// - Throws: ``UserError`` if it cannot be read, or is larger than that of any real bag.
    func bytes(_ entry: Entry, isList: Bool = false) throws -> [UInt8] {
        guard entry.size <= (isList ? Self.maximumListSize : Self.maximumLabelSize) else {
            throw UserError.unreadable(entry.path, "it has \(sizeText(ofBytes: entry.size))")
        }
        var bytes: [UInt8] = []
        try read(entry) { bytes += $0 }
        return bytes
    }
}
