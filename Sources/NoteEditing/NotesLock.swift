import Diagnostics
import LocalFiles
import NoteArchives

/// An exclusive lock on a notes folder, so that two programs do not change one file at a time. It
/// is held as long as the value exists.
package final class NotesLock {
    private let folder: OpenFile

    /// The shortest time to wait for another program, in seconds, since none holds the lock for
    /// long.
    private static let shortestWait = 10.0

    /// Waits for another program that holds the lock.
    ///
    /// - Parameters:
    ///   - notes: The path of the notes folder, or of a single archive.
    ///   - seconds: The time to wait; at least ten seconds.
    /// - Throws: ``UserError`` if the lock is still held then;
    ///   ``UserError`` if the folder cannot be opened.
    package init(_ notes: String, waiting seconds: Double = 0) throws {
        let path = LocalFiles.absolute(notes)
        do throws(FileError) {
            let isFolder = try LocalFiles.status(path)?.isFolder ?? false
            folder = try OpenFile(isFolder ? path : LocalFiles.folder(of: path))
            if try folder.lockExclusively(waiting: max(seconds, Self.shortestWait)) {
                Self.removeTemporaryFiles(in: isFolder ? path : LocalFiles.folder(of: path))
                return
            }
        } catch {
            throw UserError("The notes in \(notes) cannot be changed: \(error.reason).")
        }
        throw UserError(
            "Another program is changing \(notes).", "Wait until it is done, then run again.",
            exitStatus: 75)
    }

    /// The hidden folders of a notes folder that belong to this program.
    private static let ownFolders = [NotesTrash.folderName, NotesFolder.studyFolderName]

    /// Removes what killed programs left of files that they were about to replace, and of entries
    /// of the trash. All write them under the lock, so none is in use. What cannot be removed is
    /// left.
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
