import Synchronization

/// A folder for temporary files, made when it is first asked for and removed with its owner.
package final class ScratchFolder: Sendable {
    private let made = Mutex<(path: String, folders: Int)?>(nil)

    package init() {}

    deinit {
        // What cannot be removed is the system's to clear away.
        if let path = made.withLock({ $0?.path }) { try? LocalFiles.remove(path) }
    }

    /// Makes a new folder within, that nobody else may enter.
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
