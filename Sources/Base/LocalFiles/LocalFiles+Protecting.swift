import Platform

extension LocalFiles {
    /// Creates a folder that only its owner may access, with missing parents that all may read. If
    /// the folder exists, denies others access to it and to the files directly in it, whatever the
    /// umask was. Folders in it need no change, because others cannot reach them.
    ///
    /// - Throws: ``FileError`` if the folder cannot be created. What belongs to another user, or is
    ///   on a file system without permissions, is left unchanged.
    package static func makeProtectedFolder(_ path: String) throws(FileError) {
        if try status(path) == nil {
            try makeFolder(folder(of: path))
            do throws(FileError) { return try makePrivateFolder(path) } catch {
                // Another process may have created it meanwhile.
                guard error.code == EEXIST else { throw error }
            }
        }
        try makeFolder(path)
        takeAccess(to: path, mode: 0o700)
        for entry in try entries(of: path) {
            let file = path + "/" + entry.name
            if try status(file, followingLinks: false)?.isFile == true {
                takeAccess(to: file, mode: 0o600)
            }
        }
    }

    /// Sets the permissions of a file or folder if they allow others anything.
    private static func takeAccess(to path: String, mode: mode_t) {
        guard let status = try? status(path), status.permissions & 0o077 != 0 else { return }
        _ = chmod(path, mode)
    }
}
