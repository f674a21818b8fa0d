import LocalFiles
import NoteArchives
import NoteModel

/// An exclusive lock on a notes folder, so that two programs do not change one file at a time. It
/// is held to the end of the scope of its owner.
package struct NotesLock: ~Copyable {
    private let folder: OpenFile

    /// The shortest time to wait for another program, in seconds, since none holds the lock for
    /// long.
    private static let shortestWait = 10.0

    /// Waits for another program that holds the lock.
    ///
    /// - Parameters:
    ///   - notes: The path of the notes folder, or of a single archive.
    ///   - seconds: The time to wait; at least ten seconds.
    /// - Throws: ``UserError`` if the lock is still held then, or the folder cannot be opened.
    package init(_ notes: String, waiting seconds: Double = 0) throws {
        folder = try Self.locked(notes, waiting: seconds)
        Self.removeTemporaryFiles(in: folder.path)
    }

    private static func locked(_ notes: String, waiting seconds: Double) throws -> OpenFile {
        do {
            let path = LocalFiles.absolute(notes)
            let isFolder = try LocalFiles.status(path)?.isFolder ?? false
            let folder = try OpenFile(isFolder ? path : LocalFiles.folder(of: path))
            if try folder.lockExclusively(waiting: max(seconds, shortestWait)) { return folder }
        } catch {
            throw UserError("The notes in \(notes) cannot be changed: \(error.reason).")
        }
        throw UserError(
            "Another program is changing \(notes).", "Wait until it is done, then run again.",
            exitStatus: 75)
    }

    /// The hidden folders of a notes folder that belong to this program.
    private static let ownFolders = [NotesTrash.folderName, NotesFolder.studyFolderName]

    /// Removes the temporary files and unfinished trash entries of killed programs. They are
    /// written under the lock, so none is in use. What cannot be removed is left.
    private static func removeTemporaryFiles(in folder: String, isOwn: Bool = false) {
        for entry in (try? LocalFiles.entries(of: folder)) ?? [] {
            let path = folder + "/" + entry.name
            if LocalFiles.isTemporaryName(entry.name), isOwn || entry.kind == .file {
                try? LocalFiles.remove(path)
            } else if entry.kind == .folder {
                let isOwn = isOwn || ownFolders.contains(entry.name)
                guard isOwn || !entry.name.hasPrefix(".") else { continue }
                removeTemporaryFiles(in: path, isOwn: isOwn)
            }
        }
    }
}
