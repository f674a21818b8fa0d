import Platform
import Synchronization

/// A folder for temporary files, created on first use, which only its owner may access. It is
/// removed with this object.
///
/// The folder is locked by its process. The next command finds the folder of a killed process
/// unlocked, and removes it.
package final class ScratchFolder: Sendable {
    /// The places of scratch folders.
    package enum Place: Sendable {
        /// The folder for temporary files, which may be in memory.
        case temporary
        /// The user's cache, for large files.
        case cache
    }

    private let place: Place
    private let made = Mutex<Made?>(nil)

    private struct Made {
        let path: String
        /// The descriptor that holds the lock.
        let lock: Int32
        var folders = 0
    }

    package init(in place: Place = .temporary) {
        self.place = place
    }

    deinit {
        guard let made = made.withLock({ $0 }) else { return }
        // What cannot be removed is left to the next command.
        try? LocalFiles.remove(made.path)
        close(made.lock)
        // The folders around it are removed as well if they are empty.
        let parent = LocalFiles.folder(of: made.path)
        if rmdir(parent) == 0, place == .temporary { rmdir(LocalFiles.folder(of: parent)) }
    }

    /// Returns the path of the folder, which is created if it does not exist yet.
    ///
    /// - Throws: ``FileError`` if the folder cannot be created.
    package func path() throws(FileError) -> String {
        try made.withLock { (made) throws(FileError) in
            if let made { return made.path }
            let folder = try Self.make(in: place)
            made = folder
            return folder.path
        }
    }

    /// Creates a new subfolder that only its owner may access, and returns its path.
    ///
    /// - Throws: ``FileError`` if a folder cannot be created.
    package func makeFolder() throws(FileError) -> String {
        let folder = try path()
        let number = made.withLock { made in
            made?.folders += 1
            return made?.folders ?? 0
        }
        let path = "\(folder)/\(number)"
        try LocalFiles.makePrivateFolder(path)
        return path
    }

    /// The name of the folder that contains scratch folders.
    private static let name = "notebinder-scratch"

    private static func make(in place: Place) throws(FileError) -> Made {
        var failure = FileError(action: "create a folder in", path: name, code: EAGAIN)
        // Between its creation and its lock, another command may remove it.
        for _ in 0..<100 {
            do throws(FileError) {
                let path = try parent(place) + "/" + UUID().uuidString
                try LocalFiles.makePrivateFolder(path)
                if let lock = locked(path) { return Made(path: path, lock: lock) }
            } catch {
                guard error.code == FileError.noSuchFile else { throw error }
                failure = error
            }
        }
        throw failure
    }

    private static func parent(_ place: Place) throws(FileError) -> String {
        switch place {
        case .temporary: try LocalFiles.makePrivateTemporaryFolder(name)
        case .cache: try LocalFiles.makePrivateCacheFolder(name)
        }
    }

    /// Locks a folder, and returns the descriptor that holds the lock; nil if the folder is gone or
    /// another process holds its lock.
    private static func locked(_ path: String) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        var (opened, found) = (stat(), stat())
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &opened) == 0,
            lstat(path, &found) == 0, opened.st_ino == found.st_ino
        else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// Removes the scratch folders of processes that were killed.
    package static func removeAbandoned() {
        for parent in LocalFiles.privateFolders(name) {
            for entry in (try? LocalFiles.entries(of: parent)) ?? [] {
                let path = parent + "/" + entry.name
                guard let lock = locked(path) else { continue }
                try? LocalFiles.remove(path)
                close(lock)
            }
        }
    }
}
