import LocalFiles
import NoteArchives

/// The notes folder that a path means: the path itself, a folder within the container of an
/// app, or the folder into which a ZIP file was unpacked.
package struct NotesLocation: Sendable {
    /// The path of the notes folder or of a single archive.
    package let folder: String
    /// True if the folder is a private copy of what a ZIP file holds, which must not be changed.
    package let isCopy: Bool

    /// Resolves a path. One that does not exist, and one that is neither a container nor a ZIP
    /// file, is used as given.
    ///
    /// - Parameter unpacksPackages: True to unpack the package of a note as well, which is a ZIP
    ///   file, but a source like any other.
    /// - Throws: ``BackupError`` for a backup, and for a ZIP file that cannot be unpacked or has no
    ///   notes; ``FileError`` if the unpacked files cannot be written.
    package init(_ path: String, unpacksPackages: Bool = false) throws {
        guard let resolved = LocalFiles.resolved(path) else {
            (folder, isCopy) = (path, false)
            return
        }
        if AppContainer.isFolder(resolved) {
            guard !PhoneBackup.holdsBackup(resolved) else { throw BackupError.isBackup(path: path) }
            folder = Self.folder(ofContainer: resolved) ?? path
            isCopy = false
        } else if UnpackedZip.isZip(resolved),
            unpacksPackages || !NotabilityPackage.isPackage(resolved)
        {
            let unpacked = try UnpackedZip(resolved)
            let found = try Self.folder(inUnpacked: unpacked.folder, named: path)
            for refusal in unpacked.refused {
                try UnreadablePlaceholder(
                    name: refusal.name,
                    reason: "unreadable: \(LocalFiles.name(of: path)) \(refusal.reason)"
                ).write(into: found)
            }
            folder = found
            isCopy = true
        } else {
            (folder, isCopy) = (path, false)
        }
    }

    /// Returns the folder with notes of a container; nil if a folder is not a container.
    private static func folder(ofContainer path: String) -> String? {
        guard let container = AppContainer(path) else { return nil }
        return container.notesFolder ?? container.folders.first ?? path
    }

    /// Returns the folder of notes among the files of a ZIP file.
    static func folder(inUnpacked path: String, named name: String) throws -> String {
        let entries = (try? LocalFiles.entries(of: path)) ?? []
        if entries.contains(where: { $0.name == "Payload" && $0.kind == .folder }),
            !entries.contains(where: { $0.name == "Container" })
        {
            throw BackupError.appOnly(path: name)
        }
        guard !PhoneBackup.holdsBackup(path) else { throw BackupError.zippedBackup(path: name) }
        if let folder = folder(ofContainer: path) { return folder }
        guard entries.count == 1, let only = entries.first, only.kind == .folder else {
            return path
        }
        return folder(ofContainer: path + "/" + only.name) ?? path + "/" + only.name
    }
}
