import Synchronization

/// A folder for temporary files, created on first use and removed with this object.
package final class ScratchFolder: Sendable {
    private let made = Mutex<(path: String, folders: Int)?>(nil)

    package init() {}

    deinit {
        // What cannot be removed is left to the system to clean up.
        if let path = made.withLock({ $0?.path }) { try? LocalFiles.remove(path) }
    }

    /// Creates a new subfolder that only its owner may access, and returns its path.
    package func makeFolder() throws(FileError) -> String {
        try made.withLock { (made) throws(FileError) in
            if made == nil { made = (try LocalFiles.makeTemporaryFolder(), 0) }
            let folders = (made?.folders ?? 0) + 1
            made?.folders = folders
            let path = "\(made?.path ?? "")/\(folders)"
            try LocalFiles.makePrivateFolder(path)
            return path
        }
    }
}
