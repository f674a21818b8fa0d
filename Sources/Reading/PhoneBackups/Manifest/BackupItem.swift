import KeyedArchives

/// Checks and metadata of files in a backup.
enum BackupItem {
    /// Metadata of a file, from the archived `MBFile`.
    struct Details: Hashable, Sendable {
        /// The size in bytes, which is often wrong for databases.
        let size: Int
        /// The modification time in seconds since 1970.
        let modified: Int
        /// The class and the wrapped key of the file; nil in a backup that is not encrypted.
        let wrappedKey: [UInt8]?

        /// Reads an archived `MBFile`; nil if it is damaged.
        init?(_ archive: [UInt8]) {
            guard archive.count <= Self.maximumSize,
                let table = try? KeyedArchive(ArchiveBytes(archive)),
                let root = table.root, case .instance(let file)? = try? table.object(root),
                case .integer(let size)? = file["Size"]
            else { return nil }
            self.size = Int(size)
            if case .integer(let seconds)? = file["LastModified"] {
                modified = Int(seconds)
            } else {
                modified = 0
            }
            wrappedKey = file["EncryptionKey"].flatMap { value in
                (try? table.data(value)).flatMap { $0 }.flatMap { table.contents(of: $0) }
            }
        }

        /// The maximum size of the archive in bytes; real ones have about 600.
        private static let maximumSize = 1 << 20
    }

    /// Returns true for 40 lower-case hexadecimal digits.
    static func isIdentifier(_ text: String) -> Bool {
        text.utf8.count == 40
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }
}

/// The path of a file below a folder, which leads nowhere else.
struct ItemPath: Hashable, Sendable {
    /// The components, none of which is empty, `.` or `..`, or contains `/` or NUL.
    let components: [String]

    /// The maximum size of a component in bytes, that of file systems, and of a whole path.
    private static let (maximumComponentSize, maximumSize) = (255, 2_048)
    private static let maximumDepth = 64

    /// - Returns: Nil for an absolute path, for one that leaves its folder, and for one that no
    ///   file can have.
    init?(_ path: String) {
        let components = path.utf8.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
        )
        .map { String(Substring($0)) }
        guard path.utf8.count <= Self.maximumSize, !components.isEmpty,
            components.count <= Self.maximumDepth,
            components.allSatisfy({ each in
                !each.isEmpty && each != "." && each != ".."
                    && each.utf8.count <= Self.maximumComponentSize && !each.utf8.contains(0)
            })
        else { return nil }
        self.components = components
    }

    init(components: [String]) { self.components = components }

    var text: String { components.joined(separator: "/") }
    var name: String { components.last ?? "" }
}
