import Foundation

extension LocalFiles {
    /// Returns a folder of the user's cache that only its owner may access, which is created if it
    /// is missing. Without a cache that can be written, as for services, it is among temporary
    /// files.
    ///
    /// - Parameter names: The names of the folder and of the folders that contain it.
    /// - Throws: ``FileError`` if no folder can be created, or if others may change the one among
    ///   temporary files; the environment variable `XDG_CACHE_HOME` names another place.
    package static func makePrivateCacheFolder(_ names: String...) throws(FileError) -> String {
        let environment = ProcessInfo.processInfo.environment
        let caches = [
            environment["XDG_CACHE_HOME"], environment["HOME"].map { $0 + "/.cache" },
        ].compactMap { $0 }.filter { $0.hasPrefix("/") }
        for cache in caches {
            let folder = cache + "/" + names.joined(separator: "/")
            if (try? makeFolder(cache)) != nil, (try? makePrivateFolders(folder)) != nil,
                access(folder, W_OK) == 0
            {
                return folder
            }
        }
        // Others can create folders there too, so that it must be known to be the user's own.
        let own = FileManager.default.temporaryDirectory.path + "/notebinder-\(getuid())"
        if mkdir(own, 0o700) != 0 {
            var status = stat()
            guard lstat(own, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
                status.st_uid == getuid(), status.st_mode & 0o077 == 0
            else { throw FileError(action: "use", path: own, code: FileError.notAllowed) }
        }
        let folder = own + "/" + names.joined(separator: "/")
        try makePrivateFolders(folder)
        return folder
    }
}
