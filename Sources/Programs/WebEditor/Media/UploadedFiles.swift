import Hashing
import LocalFiles
import NoteModel
import Platform

/// The photos and recordings that browsers have sent and that are not saved in a note yet.
///
/// They are in a private folder of the user's cache, so that drafts survive a restart.
struct UploadedFiles: Sendable {
    private let folder: String

    /// The age, in seconds, at which an unused file is deleted: 30 days.
    private static let maximumAge = 30.0 * 24 * 3600

    /// Opens the folder and deletes files that have been forgotten.
    ///
    /// - Parameter notes: The path of the notes folder; each one has its own uploads.
    /// - Throws: ``FileError`` if the folder cannot be created.
    init(for notes: String) throws {
        folder = try LocalFiles.makePrivateCacheFolder("notebinder-editor", Self.name(of: notes))
        let oldest = Int64((Date().timeIntervalSince1970 - Self.maximumAge) * 1e9)
        for entry in try LocalFiles.entries(of: folder) {
            let path = folder + "/" + entry.name
            if let status = try LocalFiles.status(path), status.modified < oldest {
                try LocalFiles.remove(path)
            }
        }
    }

    /// Returns an opaque name for a notes folder, which does not reveal its path.
    static func name(of notes: String) -> String {
        ContentDigest(of: Array(LocalFiles.absolute(notes).utf8)).short
    }

    /// Keeps a file and returns its identifier.
    func add(_ bytes: [UInt8]) throws -> String {
        let identifier = SecretToken().text
        try LocalFiles.replace(folder + "/" + identifier, bytes: bytes)
        return identifier
    }

    /// Keeps a file that may be there already, and returns its identifier.
    func keep(_ bytes: [UInt8]) throws -> String {
        let identifier = String(ContentDigest(of: bytes).text.prefix(32))
        if stored(identifier)?.count != bytes.count {
            try LocalFiles.replace(folder + "/" + identifier, bytes: bytes)
        }
        return identifier
    }

    /// Returns the stored bytes of a file; nil for an unknown identifier.
    func stored(_ identifier: String) -> StoredBytes? {
        guard let path = path(of: identifier), let status = try? LocalFiles.status(path),
            status.isFile
        else { return nil }
        return StoredBytes(file: path, range: 0..<status.size)
    }

    /// Returns the content of a file.
    ///
    /// - Throws: ``EditorError/lostUpload`` for an identifier that is unknown.
    func bytes(of identifier: String) throws -> [UInt8] {
        guard let path = path(of: identifier), let bytes = try? LocalFiles.read(path) else {
            throw EditorError.lostUpload
        }
        return bytes
    }

    /// Deletes a file that is now part of a note, or is no longer wanted.
    func remove(_ identifier: String) {
        guard let path = path(of: identifier) else { return }
        try? LocalFiles.remove(path)
    }

    /// Returns the path of a file; nil for a text that cannot be an identifier, such as a path.
    private func path(of identifier: String) -> String? {
        let isIdentifier =
            identifier.utf8.count == 32
            && identifier.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
            }
        return isIdentifier ? folder + "/" + identifier : nil
    }
}
