import Platform

extension LocalFiles {
    /// Returns a folder of the user's cache that only its owner may access, which is created if it
    /// is missing. Without a writable cache, as for services, it is among the temporary files.
    ///
    /// - Parameter names: The names of the folder and of the folders that contain it.
    /// - Throws: ``FileError`` if no folder can be created, or if others may change the one among
    ///   the temporary files. The environment variable `XDG_CACHE_HOME` can name another place.
    package static func makePrivateCacheFolder(_ names: String...) throws(FileError) -> String {
        for cache in caches {
            let folder = cache + "/" + names.joined(separator: "/")
            if (try? makeFolder(cache)) != nil, (try? makePrivateFolders(folder)) != nil,
                access(folder, W_OK) == 0
            {
                return folder
            }
        }
        return try makePrivateTemporaryFolder(names.joined(separator: "/"))
    }

    /// Returns a folder among temporary files that only its owner may access, which is created if
    /// it is missing.
    ///
    /// - Throws: ``FileError`` if it cannot be created, or if others may change it.
    static func makePrivateTemporaryFolder(_ name: String) throws(FileError) -> String {
        // Others can create folders there too, so the existing one has to be the user's own.
        if mkdir(ownTemporaryFolder, 0o700) != 0, !isOwn(ownTemporaryFolder) {
            // The last command that used it may have removed it meanwhile.
            let isGone = try status(ownTemporaryFolder, followingLinks: false) == nil
            throw FileError(
                action: "use", path: ownTemporaryFolder,
                code: isGone ? FileError.noSuchFile : FileError.notAllowed)
        }
        let folder = ownTemporaryFolder + "/" + name
        try makePrivateFolders(folder)
        return folder
    }

    /// Returns the existing folders of a name that ``makePrivateCacheFolder(_:)`` and
    /// ``makePrivateTemporaryFolder(_:)`` may have made.
    static func privateFolders(_ name: String) -> [String] {
        (caches + [ownTemporaryFolder]).map { $0 + "/" + name }.filter(isOwn)
    }

    private static var caches: [String] { userFolders("XDG_CACHE_HOME", or: ".cache") }

    /// The path of the folder for the state of this user's programs (XDG Base Directory
    /// Specification 0.8); nil for a user without a home.
    package static var userStateFolder: String? {
        userFolders("XDG_STATE_HOME", or: ".local/state").first
    }

    private static func userFolders(_ variable: String, or name: String) -> [String] {
        // Services may have no variable for the home folder.
        let home =
            environmentVariable("HOME")
            ?? getpwuid(getuid()).map { String(cString: $0.pointee.pw_dir) }
        return [environmentVariable(variable), home.map { $0 + "/" + name }]
            .compactMap { $0 }.filter { $0.hasPrefix("/") }
    }

    private static var ownTemporaryFolder: String {
        "\(temporaryFolder)/notebinder-\(getuid())"
    }

    /// The path of the folder for temporary files of all programs: that of the environment, if it can
    /// be used.
    package static var temporaryFolder: String {
        guard let named = environmentVariable("TMPDIR"), named.hasPrefix("/"),
            access(named, W_OK | X_OK) == 0
        else { return "/tmp" }
        return named.hasSuffix("/") ? String(named.dropLast()) : named
    }

    /// True for a folder that only the user may access.
    private static func isOwn(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            && status.st_uid == getuid() && status.st_mode & 0o077 == 0
    }
}
