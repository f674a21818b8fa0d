import KeyedArchives
import Testing

@testable import NoteArchives

extension OpenedArchive {
    /// Opens an archive for a test, as if it were a file.
    static func made(_ bytes: [UInt8], at path: String = "/notes/a.data") throws -> OpenedArchive {
        let name = String(path.split(separator: "/").last ?? "a")
        return OpenedArchive(
            try KeyedArchive(ArchiveBytes(bytes)), of: .init(name: name, path: path))
    }

    /// The root of the archive; a test fails if there is none.
    func requiredRoot() throws -> PropertyListValue { try #require(archive.root) }
}
