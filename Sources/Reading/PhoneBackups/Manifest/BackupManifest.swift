import FileFormats
import LocalFiles

/// The database `Manifest.db` of a backup, with a row for each file of the phone.
///
/// It is decrypted or copied into a file without a name, and read from there. SQLite gets no path,
/// so it writes nothing beside the manifest, and a killed run leaves nothing behind.
struct BackupManifest {
    private let backup: PhoneBackup
    private let keys: BackupKeys?
    private let rows: SQLiteFile

    private enum Table {
        static let name = "Files"
        static let columns = ["fileID", "domain", "relativePath", "flags", "file"]
        /// The values of `flags`.
        static let (file, folder, link): (Int64, Int64, Int64) = (1, 2, 4)
    }

    /// Opens the manifest of a backup.
    ///
    /// - Parameter scratch: A folder on whose disk the copy is made; it needs as much room as the
    ///   manifest, about a kilobyte for each file of the phone.
    init(of backup: PhoneBackup, keys: BackupKeys?, scratch: String) throws {
        (self.backup, self.keys) = (backup, keys)
        let path = backup.folder + "/Manifest.db"
        func damaged(_ reason: String) -> BackupError { .damaged(file: path, reason: reason) }
        do {
            let copy = try UnnamedFile(in: scratch)
            try Self.content(at: path, of: backup, keys: keys).copy(to: copy)
            let content = try copy.mapped()
            rows = try SQLiteFile(content: content.bytes, owner: content)
        } catch let error as CopyError {
            throw damaged("it " + error.reason)
        } catch let error as SQLiteError {
            throw damaged("it \(error)")
        }
        guard Set(Table.columns).isSubset(of: rows.columns[Table.name] ?? []) else {
            throw damaged("it is not the manifest of a backup")
        }
    }

    private static let signature = Array("SQLite format 3\0".utf8)

    /// Returns the content of the manifest. It is not encrypted in encrypted backups of iOS 10.0
    /// and 10.1.
    private static func content(
        at path: String, of backup: PhoneBackup, keys: BackupKeys?
    ) throws -> BackupContent {
        let stored = BackupContent(path: path, key: nil)
        guard let keys, try stored.prefix(signature.count) != signature else { return stored }
        return BackupContent(path: path, key: try keys.key(of: backup.manifestKey))
    }

    // MARK: - Rows

    /// The domains of apps and of groups of apps, but not of those that belong to iOS.
    private static let prefixes = ["AppDomain-", "AppDomainGroup-"]

    /// Returns the identifier of the app or group of apps to which a domain belongs; nil for other
    /// domains.
    static func app(ofDomain domain: String) -> String? {
        guard let prefix = prefixes.first(where: { domain.hasPrefix($0) }) else { return nil }
        return String(domain.dropFirst(prefix.count))
    }

    /// The identifier of the group of apps whose files are those of Apple Notes.
    static let appleNotes = "group.com.apple.notes"
    static let appleNotesDomain = "AppDomainGroup-" + appleNotes
    /// The domain and the folder of the notes of iOS 8 and earlier, which belong to Apple Notes.
    private static let oldNotes = (domain: "HomeDomain", folder: ["Library", "Notes"])

    /// A row of the manifest without the metadata of the file, which most uses do not need.
    struct Entry: Hashable, Sendable {
        /// The identifier, not yet checked.
        let identifier: String
        let domain: String
        /// The path as the manifest has it; nil for one that no file can have.
        let path: ItemPath?
        /// The path as the manifest has it, for messages.
        let name: String
        let isLink: Bool

        /// The identifier of the app or group of apps to which the file belongs; nil for files of
        /// the system.
        var app: String? {
            if domain == oldNotes.domain {
                return path?.components.starts(with: oldNotes.folder) == true ? appleNotes : nil
            }
            return BackupManifest.app(ofDomain: domain)
        }
    }

    /// Passes the files and links of apps to `body`, in no particular order.
    func forEachEntry(_ body: (Entry) -> Void) throws {
        try reading {
            try rows.forEachRow(
                of: Table.name, columns: ["fileID", "domain", "relativePath", "flags"], by: nil
            ) { values in
                guard case .text(let domain) = values[1],
                    domain == Self.oldNotes.domain || Self.app(ofDomain: domain) != nil
                else { return }
                if case .integer(Table.folder) = values[3] { return }
                var identifier = if case .text(let text) = values[0] { text } else { "" }
                if identifier.utf8.count > Self.maximumName {
                    identifier = String(identifier.prefix(Self.maximumName))
                }
                let path = if case .text(let text) = values[2] { text } else { "" }
                let entry = Entry(
                    identifier: identifier, domain: domain, path: ItemPath(path),
                    name: String((path.isEmpty ? identifier : path).prefix(Self.maximumName)),
                    isLink: values[3] == .integer(Table.link))
                if entry.app != nil { body(entry) }
            }
        }
    }

    /// The number of characters of a path that messages show.
    private static let maximumName = 500

    /// Returns the metadata of some files, by their identifiers. All rows are read once.
    func details(of identifiers: Set<String>) throws -> [String: BackupItem.Details] {
        var found: [String: BackupItem.Details] = [:]
        try reading {
            guard !identifiers.isEmpty else { return }
            try rows.forEachRow(of: Table.name, columns: ["fileID", "file"], by: nil) { values in
                guard case .text(let identifier) = values[0], identifiers.contains(identifier),
                    case .data(let archive) = values[1]
                else { return }
                found[identifier] = BackupItem.Details(archive)
            }
        }
        return found
    }

    private func reading(_ work: () throws -> Void) throws {
        do { try work() } catch let error as SQLiteError {
            throw BackupError.damaged(file: backup.folder + "/Manifest.db", reason: "it \(error)")
        }
    }

    /// Returns the content of a file.
    ///
    /// - Parameter details: The metadata of the file; nil if they are damaged, without which
    ///   encrypted content cannot be read.
    func content(
        ofFile identifier: String, _ details: BackupItem.Details?
    ) throws -> BackupContent {
        let path = backup.path(ofContent: identifier)
        // A folder of contents that is a link could lead anywhere.
        let folder = LocalFiles.folder(of: path)
        if let status = try? LocalFiles.status(folder, followingLinks: false), !status.isFolder {
            throw CopyError.missing
        }
        return BackupContent(path: path, key: try keys?.key(of: details?.wrappedKey))
    }
}

extension BackupContent {
    /// Copies the manifest. Some tools write its pages without padding, which the number and the
    /// size of the pages in the header show (section 1.3 of sqlite.org/fileformat.html).
    fileprivate func copy(to copy: UnnamedFile) throws {
        var (count, start): (Int, [UInt8]) = (0, [])
        try forEachPiece(isComplete: {
            func number(_ range: Range<Int>) -> Int { start[range].reduce(0) { $0 << 8 | Int($1) } }
            guard start.count >= 32 else { return false }
            let pageSize = number(16..<18) == 1 ? 65_536 : number(16..<18)
            return number(28..<32) * pageSize == count + BlockDecryption.blockSize
        }) { piece in
            if start.count < 100 { start += piece.prefix(100 - start.count) }
            count += piece.count
            try copy.append(piece)
        }
    }
}
